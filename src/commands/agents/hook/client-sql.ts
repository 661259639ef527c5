import type { Dialect, Program } from '../../../model/index.ts';
import { type Input, type SimpleCommand, shellCommands, shownText, type Word } from './shell.ts';

// Finds the SQL that a command line gives to a client program of a database.

/** A client program of a database. */
export interface SqlClient {
  readonly name: string;
  /** Of its servers, the usual one first. */
  readonly dialects: readonly [Dialect, ...Dialect[]];
}

/** SQL in a tool call, or where it is. */
export type FoundSql =
  | { readonly kind: 'sql'; readonly sql: string; readonly client: SqlClient; readonly runBy: Program }
  /** `path`: as it is written. */
  | { readonly kind: 'file'; readonly path: string; readonly client: SqlClient; readonly runBy: Program }
  | { readonly kind: 'unseen'; readonly reason: string };

interface Client extends SqlClient {
  readonly script: Program;
  /** Reads a text after an option in this way. */
  readonly text: Program;
  readonly read: (args: readonly Word[]) => Arguments;
}

/** What the arguments of a client say. */
interface Arguments {
  readonly texts: readonly (Word | undefined)[];
  readonly files: readonly (Word | undefined)[];
  /** It reads its standard input. */
  readonly readsInput: boolean;
  /** It only prints something about itself. */
  readonly isHelp: boolean;
}

const CLIENTS: readonly Client[] = [
  {
    ...{ name: 'psql', dialects: ['postgresql', 'cockroachdb', 'redshift'], script: 'psql', text: 'psql-one-text' },
    read: (args) =>
      readOptions(args, {
        short: 'cdfFhLopPRTUv',
        long: 'command dbname file field-separator host log-file output port pset record-separator table-attr username set variable',
        text: ['c', 'command'],
        file: ['f', 'file'],
        help: /^(?:-[?Vl]|--(?:help|version|list)(?:=.*)?)$/,
      }),
  },
  ...[['mysql', 'mariadb'] as const, ['mariadb', 'mysql'] as const].map(
    ([name, other]): Client => ({
      ...{ name, dialects: [name, other] },
      ...{ script: 'mariadb', text: 'mariadb' },
      read: (args) =>
        readOptions(args, {
          short: 'DehPSu',
          // `-psecret` has its value in the same word, or none.
          attached: 'p#',
          long: 'database execute host port socket user delimiter default-character-set defaults-file defaults-extra-file defaults-group-suffix init-command prompt protocol plugin-dir default-auth tee connect-timeout login-path ssl-ca ssl-cert ssl-key',
          text: ['e', 'execute', 'init-command'],
          file: [],
          help: /^(?:-[?V]|--(?:help|version))$/,
        }),
    }),
  ),
  { name: 'sqlite3', dialects: ['sqlite'], script: 'sqlite3', text: 'sqlite3', read: readSqlite },
];

interface Options {
  /** Letters of options with a value. */
  readonly short: string;
  /** Letters after which the rest of the word is a value. */
  readonly attached?: string;
  readonly long: string;
  readonly text: readonly string[];
  readonly file: readonly string[];
  readonly help: RegExp;
}

function readOptions(args: readonly Word[], options: Options): Arguments {
  const { text, file, help } = options;
  const given = [...optionsIn(args, options)];
  const valuesOf = (names: readonly string[]) =>
    given.filter(({ name }) => names.includes(name)).map(({ value }) => value);
  // What runs first, such as `--init-command`, does not replace standard input.
  const replaces = [...text.slice(0, 2), ...file];
  return {
    texts: valuesOf(text),
    files: valuesOf(file),
    readsInput: !given.some(({ name }) => replaces.includes(name)),
    isHelp: args.some((word) => help.test(word.text)),
  };
}

interface GivenOption {
  readonly name: string;
  /** Undefined if it is missing. */
  readonly value: Word | undefined;
}

/** The options that have a value. */
function* optionsIn(args: readonly Word[], options: Options): Generator<GivenOption> {
  for (let at = 0; at < args.length; at++) {
    const word = args[at] as Word;
    if (word.text === '--') return;
    const found = word.text.startsWith('--') ? longOption(word, options) : shortOption(word, options);
    if (found) yield { name: found.name, value: found.value ?? args[++at] };
  }
}

/** `--name=value`, or `--name` before its value. A name may be cut while it is the only one that begins so. */
function longOption(word: Word, { long, text }: Options): GivenOption | undefined {
  const [, written = '', equals, value = ''] = /^--([^=]*)(=?)([\s\S]*)$/.exec(word.text) ?? [];
  const names = long.split(' ');
  const fitting = written.length > 1 ? names.filter((name) => name.startsWith(written)) : [];
  const name = names.find((each) => each === written) ?? fitting.find((each) => text.includes(each)) ?? fitting[0];
  return name === undefined ? undefined : { name, value: equals === '' ? undefined : { ...word, text: value } };
}

/** Letters in one word, of which the last may have a value: `-Atc 'SELECT 1'`. */
function shortOption(word: Word, { short, attached = '' }: Options): GivenOption | undefined {
  if (!/^-./.test(word.text)) return undefined;
  const letters = [...word.text.slice(1)];
  const at = letters.findIndex((letter) => short.includes(letter) || attached.includes(letter));
  const name = letters[at];
  if (name === undefined || attached.includes(name)) return undefined;
  const rest = word.text.slice(at + 2);
  return { name, value: rest === '' && !word.isOpaque ? undefined : { ...word, text: rest } };
}

const SQLITE_VALUES = new Set('separator newline nullvalue vfs mmap maxsize heap escape key hexkey textkey'.split(' '));

/** `sqlite3 [options] database [SQL …]`: each further argument is SQL. */
function readSqlite(args: readonly Word[]): Arguments {
  const texts: (Word | undefined)[] = [];
  const files: (Word | undefined)[] = [];
  let isAfterDatabase = false;
  let hasSql = false;
  for (let at = 0; at < args.length; at++) {
    const word = args[at] as Word;
    const option = /^--?([A-Za-z]+)$/.exec(word.text)?.[1];
    if (option === 'cmd') texts.push(args[++at]);
    else if (option === 'init') files.push(args[++at]);
    else if (option === 'lookaside' || option === 'pagecache') at += 2;
    else if (option !== undefined && SQLITE_VALUES.has(option)) at++;
    else if (option !== undefined) continue;
    else if (isAfterDatabase) {
      texts.push(word);
      hasSql = true;
    } else isAfterDatabase = true;
  }
  return { texts, files, readsInput: !hasSql, isHelp: args.some(({ text }) => /^--?(?:help|version)$/.test(text)) };
}

/** Programs that run another one, which is among their arguments. */
const WRAPPERS = new Set(
  'sudo doas env command builtin exec time nice nohup timeout stdbuf setsid ionice xargs parallel watch flock chroot nsenter su runuser eval ssh docker podman nerdctl docker-compose podman-compose kubectl oc heroku fly flyctl doppler dotenv op npx bunx pnpm yarn npm bundle poetry uv pipenv direnv nix nix-shell strace script unbuffer'.split(
    ' ',
  ),
);
const SHELLS = new Set(['sh', 'bash', 'zsh', 'dash', 'ash', 'ksh']);
const MENTIONS = /\b(?:psql|mysql|mariadb|sqlite3)\b/;

/**
 * The SQL in a command line. Programs that run SQL in another way are not seen.
 *
 * @param inherited the standard input of the line
 */
export function sqlInCommand(text: string, depth = 0, inherited?: Input): readonly FoundSql[] {
  const commands = depth > MAX_DEPTH ? undefined : shellCommands(text);
  if (commands)
    return commands.flatMap((command, at) =>
      unlessWritten(sqlOf(fed(command, inherited), depth), command, commands.slice(0, at)),
    );
  return MENTIONS.test(text) ? [unseen('the command line cannot be read')] : [];
}

/** Commands that write no file. */
const SILENT = new Set(['cd', 'export', 'set', 'sleep']);

/** A file is what it is now only if no earlier command of the line may write it, or change the folder. */
function unlessWritten(
  found: readonly FoundSql[],
  { input }: SimpleCommand,
  before: readonly SimpleCommand[],
): readonly FoundSql[] {
  const source = input?.kind === 'pipe' ? input.from : undefined;
  const names = before.filter((each) => each !== source).map(({ words }) => words[0]?.text ?? '');
  const mayWrite = names.some((name) => !SILENT.has(name));
  return found.map((each) => {
    if (each.kind !== 'file' || (!mayWrite && (!names.includes('cd') || each.path.startsWith('/')))) return each;
    const why = mayWrite ? 'may be written' : 'is looked for in another folder';
    return unseen(`\`${each.path}\` ${why} by an earlier command of the line; run \`${each.client.name}\` by itself`);
  });
}

/** Command lines in command lines, such as `sh -c`. */
const MAX_DEPTH = 10;

function unseen(reason: string): FoundSql {
  return { kind: 'unseen', reason };
}

function nameOf({ text }: Word): string {
  return text.slice(Math.max(text.lastIndexOf('/'), text.lastIndexOf(':')) + 1).replace(/\.exe$/i, '');
}

/** The command with the standard input of the line, if it has none of its own. */
function fed(command: SimpleCommand, inherited: Input | undefined): SimpleCommand {
  const { words, input, isInGroup } = command;
  return inherited && !input ? { words, input: inherited, isInGroup } : command;
}

function sqlOf(command: SimpleCommand, depth: number): readonly FoundSql[] {
  const { words } = command;
  const isWrapped = words[0] !== undefined && WRAPPERS.has(nameOf(words[0]));
  for (const [at, word] of words.entries()) {
    if (at > 0 && !isWrapped) break;
    const name = nameOf(word);
    const rest = words.slice(at + 1);
    const client = CLIENTS.find((each) => each.name === name);
    if (client) return sqlOfClient(client, rest, command);
    if (SHELLS.has(name)) return sqlOfShell(rest, command, depth);
    // `ssh host 'psql …'`, `su postgres -c 'psql …'`
    if (isWrapped && at > 0 && /\s/.test(word.text) && MENTIONS.test(word.text))
      return sqlInCommand(word.text, depth + 1, command.input);
  }
  const { input } = command;
  return isWrapped && input?.kind === 'text' && MENTIONS.test(input.text) ? sqlInCommand(input.text, depth + 1) : [];
}

/** `sh -c '…'`, or a script on standard input. */
function sqlOfShell(args: readonly Word[], { input }: SimpleCommand, depth: number): readonly FoundSql[] {
  const option = args.findIndex(({ text }) => /^-[A-Za-z]*c[A-Za-z]*$/.test(text));
  const script = option === -1 ? undefined : args[option + 1];
  if (script) return sqlInCommand(script.text, depth + 1, input);
  if (args.some(({ text }) => !text.startsWith('-')) || !input) return [];
  const shown = input.kind === 'pipe' && input.from ? shownText(input.from) : input;
  return shown && 'text' in shown ? sqlInCommand(shown.text, depth + 1) : [];
}

function sqlOfClient(client: Client, args: readonly Word[], command: SimpleCommand): readonly FoundSql[] {
  const { texts, files, readsInput, isHelp } = client.read(args);
  if (isHelp) return [];
  const from = (runBy: Program) => ({ client, runBy });
  const found: FoundSql[] = texts.map((word) =>
    word && !word.isOpaque
      ? { kind: 'sql', sql: word.text, ...from(client.text) }
      : unseen(`the SQL of \`${client.name}\` comes from a variable or another command`),
  );
  let isInputRead = readsInput;
  for (const word of files) {
    if (word?.text === '-' && !word.isOpaque) isInputRead = true;
    else found.push(fileOf(word, client));
  }
  if (isInputRead) found.push(...sqlOfInput(client, command, found.length === 0 ? args : []));
  return found;
}

function fileOf(word: Word | undefined, client: Client): FoundSql {
  if (!word || word.isOpaque) return unseen(`the file that \`${client.name}\` runs is not known`);
  return { kind: 'file', path: word.text, client, runBy: client.script };
}

function sqlOfInput(client: Client, { input, isInGroup }: SimpleCommand, args: readonly Word[]): readonly FoundSql[] {
  const name = `\`${client.name}\``;
  // With a terminal, or with nothing to read.
  if (!input) {
    if (isInGroup) return [unseen(`what ${name} reads cannot be seen, since it is in a group of commands`)];
    return args.some(({ maySplit }) => maySplit) ? [unseen(`the arguments of ${name} are not known`)] : [];
  }
  return [inputSql(input, client) ?? unseen(`the SQL that ${name} reads is made by another command`)];
}

function inputSql(input: Input, client: Client): FoundSql | undefined {
  if (input.kind === 'file') return fileOf(input.path, client);
  if (input.kind === 'text') return shownSql(input, client);
  const { from } = input;
  if (!from) return undefined;
  const shown = shownText(from);
  if (shown) return shownSql(shown, client);
  // `cat file | psql`
  const [program, file, ...more] = from.words;
  if (program?.text !== 'cat' || !file || more.length > 0 || file.text.startsWith('-')) return undefined;
  return fileOf(file, client);
}

function shownSql(shown: { readonly text: string; readonly isOpaque: boolean }, client: Client): FoundSql {
  return shown.isOpaque
    ? unseen(`the SQL that \`${client.name}\` reads has parts that come from variables or other commands`)
    : { kind: 'sql', sql: shown.text, client, runBy: client.script };
}
