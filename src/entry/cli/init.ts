import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { checkoutTree, clientSource, remoteRepository } from '../../ci/index.ts';
import {
  type InitSource,
  lookAt,
  planInit,
  planText,
  proposalText,
  readOwners,
  readSource,
} from '../../commands/index.ts';
import {
  ConfigError,
  DIALECTS,
  type Dialect,
  dayOf,
  type FileTree,
  isDialect,
  rawUrl,
  type SourceRepository,
} from '../../model/index.ts';
import { wrapLines } from '../../report/index.ts';
import { type CommandOutput, outputOf } from './command-output.ts';
import { progressLine } from './progress.ts';
import { terminalWidth } from './terminal-width.ts';
import { workingFolders } from './working-folders.ts';

/** Options of `querygate init` as commander gives them. */
export interface InitOptions {
  readonly dialect?: Dialect;
  readonly host?: Host;
  readonly owners?: string;
  readonly source?: string;
  readonly yes?: boolean;
}

/** How long the first run may take, in milliseconds. */
const FIRST_RUN = 60_000;

/**
 * Inspects the repository, asks on a terminal for settings that its files do not show, and prints the files that it
 * would write. Writes nothing without a yes.
 */
export async function init(options: InitOptions): Promise<CommandOutput> {
  const { root } = await workingFolders();
  const tree = checkoutTree(root);
  const remote = await remoteRepository(root);
  const { host, why } = await hostOf(options.host, tree, remote);
  const given = options.dialect;
  const owners = ownersOf(options.owners);
  const source = sourceOf(options.source) ?? (await ownSource(host));
  const looked = await lookAt({ tree, dialect: given });
  const width = terminalWidth();
  process.stdout.write(`${wrapLines(`${proposalText(looked).trimEnd()}\nCI host: ${host} (${why})`, width)}\n\n`);
  const ask = prompts(options.yes !== true && process.stdin.isTTY === true);
  try {
    const dialect = looked.dialect || given ? given : await ask(`SQL dialect (${DIALECTS.join(', ')})`, dialectOf);
    const request = {
      tree,
      dialect,
      host,
      server: remote?.host === host ? remote.server : undefined,
      command: startCommand(process.argv[1]),
      owners: owners ?? (await ask('code owners of the rules, such as @org/team', ownersOf)) ?? [],
      source: source ?? (await ask('repository of Querygate, as owner/name@commit', sourceOf)),
      today: dayOf(new Date()),
      deadline: Date.now() + FIRST_RUN,
    };
    const progress = progressLine('checking');
    const plan = await planInit(
      {
        ...request,
        onProgress: (done, total) => {
          if (done < total) progress.show(`file ${done + 1} of ${total}`);
        },
      },
      dialect === given ? looked : undefined,
    ).finally(progress.end);
    process.stdout.write(planText(plan, width));
    if (plan.files.length === 0) return outputOf('');
    if (!options.yes && (await ask('write these files? [y/N]', (answer) => /^y(es)?$/i.test(answer))) !== true)
      return outputOf('nothing was written; run again with `--yes` to write these files\n');
    for (const { path, text, append } of plan.files) {
      const at = join(root, path);
      await mkdir(dirname(at), { recursive: true });
      // `wx` fails if a file or link was created in the meantime.
      await (append ? appendFile(at, text) : writeFile(at, text, { flag: 'wx' }));
      process.stdout.write(`wrote ${path}\n`);
    }
    return outputOf('');
  } finally {
    ask.end();
  }
}

/** Raises ConfigError for a text that is not a list of owners. */
function ownersOf(text: string | undefined): readonly string[] | undefined {
  if (text === undefined) return undefined;
  const owners = readOwners(text);
  if (!owners || owners.length === 0)
    throw new ConfigError(
      `\`--owners ${text}\` is invalid; use names such as \`@user\`, \`@org/team\` or an e-mail address`,
    );
  return owners;
}

type Host = 'github' | 'gitlab';

/** The CI host of the repository, and how it was detected. */
async function hostOf(
  given: Host | undefined,
  tree: FileTree,
  remote: SourceRepository | undefined,
): Promise<{ readonly host: Host; readonly why: string }> {
  if (given) return { host: given, why: 'as you chose it' };
  if ((await tree.read('.gitlab-ci.yml')).kind === 'file') return { host: 'gitlab', why: 'from .gitlab-ci.yml' };
  if (remote) return { host: remote.host, why: 'from the remote `origin`' };
  return { host: 'github', why: 'assumed; `--host gitlab` chooses the other one' };
}

/** How a shell starts this client again. */
function startCommand(main: string | undefined): string {
  if (main === undefined || basename(main) === 'querygate') return 'querygate';
  return /^[\w./-]+$/.test(main) ? `node ${main}` : `node '${main.replaceAll("'", `'\\''`)}'`;
}

/** The repository that this client was cloned from, if the CI host of the repository can use it. */
async function ownSource(host: Host): Promise<InitSource | undefined> {
  const where = { main: process.argv[1], cwd: process.cwd(), env: process.env, isAction: false };
  const { repository } = await clientSource(where);
  if (repository?.host !== host) return undefined;
  return { repository: repository.project, ref: repository.ref, schemas: rawUrl(repository, 'schemas/') };
}

/** Raises ConfigError for a text that names no commit of a repository. */
function sourceOf(text: string | undefined): InitSource | undefined {
  if (text === undefined) return undefined;
  const source = readSource(text);
  if (!source) throw new ConfigError(`\`--source ${text}\` is invalid; use \`owner/name@<full commit id>\``);
  return source;
}

/** Raises ConfigError for a text that is not a dialect. */
function dialectOf(text: string): Dialect {
  if (!isDialect(text)) throw new ConfigError(`\`${text}\` is not a dialect; use one of ${DIALECTS.join(', ')}`);
  return text;
}

/** Asks until the answer is valid. Nothing is asked without a terminal; an empty answer leaves it open. */
function prompts(isInteractive: boolean) {
  const prompt = isInteractive ? createInterface({ input: process.stdin, output: process.stdout }) : undefined;
  let isOpen = prompt !== undefined;
  const closed = new Promise<string>((resolve) => {
    prompt?.once('close', () => {
      isOpen = false;
      resolve('');
    });
  });
  const ask = async <T>(question: string, read: (answer: string) => T): Promise<T | undefined> => {
    while (prompt && isOpen) {
      // At the end of the input, this question and all later ones stay unanswered.
      const answer = (await Promise.race([prompt.question(`${question}: `), closed])).trim();
      if (answer === '') return undefined;
      try {
        return read(answer);
      } catch (error) {
        if (!(error instanceof ConfigError)) throw error;
        process.stdout.write(`${error.message}\n`);
      }
    }
    return undefined;
  };
  return Object.assign(ask, { end: () => prompt?.close() });
}
