import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { repoRoot, rulesCheckout, withOutsideFiles, workingTree, writeReportFile } from '../../ci/index.ts';
import {
  createBaseline,
  dialectOf,
  explainFile,
  type InitPlan,
  listRules,
  loadEffective,
  planInit,
  runCheck,
  showRule,
  testRules,
} from '../../commands/index.ts';
import { EXIT, isDialect } from '../../model/index.ts';
import { visible, visibleLines } from '../../report/index.ts';
import { place, serviceOf } from './check.ts';

async function workingFolders(): Promise<{ cwd: string; root: string }> {
  const cwd = process.cwd();
  return { cwd, root: (await repoRoot(cwd)) ?? cwd };
}

export async function explain(file: string, options: { dialect?: string; config?: string }): Promise<string> {
  const { cwd, root } = await workingFolders();
  const path = place(file, cwd, root);
  const tree = await withOutsideFiles(workingTree(root), path.startsWith('/') ? [path] : []);
  const dialect =
    options.dialect !== undefined && isDialect(options.dialect)
      ? options.dialect
      : await dialectOf(tree, path, options.config);
  return visibleLines(await explainFile({ tree, path, dialect }));
}

async function effectiveRuleset(options: { rules?: string }) {
  const { cwd, root } = await workingFolders();
  const trusted =
    options.rules === undefined || options.rules.startsWith('querygate:')
      ? undefined
      : await rulesCheckout(root, resolve(cwd, options.rules));
  if (trusted) return loadEffective({ tree: trusted.tree, rules: trusted.entry });
  return loadEffective({
    tree: workingTree(root),
    rules: options.rules === undefined ? undefined : place(options.rules, cwd, root),
  });
}

export async function rulesList(options: { rules?: string }): Promise<string> {
  return visibleLines(listRules(await effectiveRuleset(options)));
}

export async function rulesShow(id: string, options: { rules?: string }): Promise<string> {
  return visibleLines(showRule(await effectiveRuleset(options), id));
}

export async function rulesTest(options: { rules?: string }): Promise<{ text: string; failed: number }> {
  const { text, failed } = await testRules(await effectiveRuleset(options));
  return { text: visibleLines(text), failed };
}

/** Options of `querygate baseline` as commander gives them. */
export interface BaselineOptions {
  readonly dialect?: string;
  readonly file?: string;
  readonly baseUrl?: string;
  readonly workspace?: string;
  readonly timeout?: number;
}

export async function baseline(paths: readonly string[], options: BaselineOptions): Promise<string> {
  const { cwd, root } = await workingFolders();
  const env = process.env;
  const report = await runCheck({
    change: undefined,
    head: workingTree(root),
    event: 'local',
    today: new Date().toISOString().slice(0, 10),
    ...(paths.length > 0 && { paths: paths.map((path) => place(path, cwd, root)) }),
    ...(options.dialect !== undefined && isDialect(options.dialect) && { dialect: options.dialect }),
    service: { ...serviceOf(options, env), timeout: options.timeout, env },
  });
  const { text, accepted, left } = createBaseline(report);
  const file = options.file === undefined ? join(root, '.querygate/baseline.json') : resolve(cwd, options.file);
  await writeReportFile(root, file, text);
  const done = `findings accepted: ${accepted} of ${accepted + left}, in ${visible(relative(cwd, file))}; commit it\n`;
  return left === 0 ? done : `${done}${left} could not be accepted: fix the files that cannot be read\n`;
}

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
