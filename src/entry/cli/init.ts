import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { workingTree } from '../../ci/index.ts';
import { type InitPlan, planInit } from '../../commands/index.ts';
import { EXIT, isDialect } from '../../model/index.ts';
import { visible } from '../../report/index.ts';
import { workingFolders } from './working-folders.ts';

/** Shows the files that it would write, and asks on a terminal. Writes nothing without a yes. */
export async function init(options: { dialect?: string; host?: string; yes?: boolean }): Promise<number> {
  const { root } = await workingFolders();
  const tree = workingTree(root);
  const gitlab =
    options.host === 'gitlab' || (options.host === undefined && (await tree.read('.gitlab-ci.yml')).kind === 'file');
  const plan = await planInit({
    tree,
    dialect: options.dialect !== undefined && isDialect(options.dialect) ? options.dialect : undefined,
    host: gitlab ? 'gitlab' : 'github',
  });
  process.stdout.write(showPlan(plan));
  if (plan.files.length === 0) return EXIT.ok;
  if (!options.yes && !(await isConfirmed())) {
    process.stdout.write('nothing was written; run again with --yes to write these files\n');
    return EXIT.ok;
  }
  for (const { path, text, append } of plan.files) {
    const at = join(root, path);
    await mkdir(dirname(at), { recursive: true });
    // `wx` fails if a file or link was created in the meantime.
    await (append ? appendFile(at, text) : writeFile(at, text, { flag: 'wx' }));
    process.stdout.write(`wrote ${path}\n`);
  }
  return EXIT.ok;
}

function showPlan({ files, unchanged, dialect, guessedFrom }: InitPlan): string {
  const blocks = files.map(({ path, text, append }) => `--- ${path}${append ? ' (appended)' : ''}\n${text}`);
  const notes = unchanged.map((path) => `${path} already exists and is not changed`);
  if (guessedFrom) notes.push(`dialect: ${dialect} (guessed from ${visible(guessedFrom)}); correct it if it is wrong`);
  return `${[...blocks, ...notes].join('\n')}\n`;
}

async function isConfirmed(): Promise<boolean> {
  if (!process.stdin.isTTY) return false;
  const prompt = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await prompt.question('write these files? [y/N] ');
  prompt.close();
  return /^y(es)?$/i.test(answer.trim());
}
