import { type FileTask, type JudgedFile, type JudgeSettings, wholeFileFinding } from '../../check/index.ts';
import {
  ConfigError,
  type Dialect,
  type FileReport,
  type Finding,
  type MigrationTool,
  type Notice,
  type ReportedFinding,
  type SuppressionReport,
  type TreeEntry,
  verdictOf,
} from '../../model/index.ts';
import { decodeSql, isLfsPointer, isSqliteDatabase, type ToolRow, toolThatRuns } from '../../sql/index.ts';
import type { CheckRequest } from '../inputs/check-request.ts';
import type { Settings } from '../inputs/config.ts';
import { noDialect } from '../inputs/dialect.ts';
import { baseBytes, type SelectedFile } from '../inputs/select-files.ts';
import { sideFinding } from './findings.ts';

/** A file that can be judged. */
export interface FileToJudge extends FileTask {
  readonly settings: JudgeSettings['file'];
}

/** A file of the run, after it was read. */
export interface PreparedFile {
  readonly file: SelectedFile;
  readonly dialect: Dialect | undefined;
  readonly notices: readonly Notice[];
  /** Undefined if there is nothing to judge. Then `finding` says why, except for a deleted or skipped file. */
  readonly task: FileToJudge | undefined;
  readonly finding: Finding | undefined;
  /** The file has no dialect. Other files are still judged: a configuration error must not hide a block. */
  readonly refused: ConfigError | undefined;
}

/** The result for one file. */
export interface FileOutcome {
  readonly report: FileReport;
  readonly operations: number;
  readonly findings: readonly ReportedFinding[];
  readonly suppressions: readonly SuppressionReport[];
  readonly notices: readonly Notice[];
}

/**
 * Reads and decodes a file, and resolves its settings. A file that cannot be read is a finding. A SQLite
 * database, which is selected only because of its name, is skipped with a notice: a script could look like one.
 */
export async function prepareFile(
  request: CheckRequest,
  settings: Settings,
  file: SelectedFile,
  isIntroduced: boolean,
): Promise<PreparedFile> {
  const { path, status, formerPath } = file;
  const own = settings.of(path);
  const prepared = { file, notices: [], task: undefined, finding: undefined, refused: undefined };
  if (status === 'deleted' || status === 'skipped') return { ...prepared, dialect: undefined };
  const source = await textOf(request, path);
  if (source === 'database') {
    const notice = { level: 'notice' as const, message: SKIPPED_DATABASE, path, location: undefined };
    return { ...prepared, file: { ...file, status: 'skipped' }, dialect: undefined, notices: [notice] };
  }
  if ('problem' in source)
    return { ...prepared, dialect: own.dialect, finding: wholeFileFinding(path, source.problem) };
  // The author of a change chooses the name, and the base the default: neither may decide alone.
  const conflicting = settings.overriddenDialect(path);
  if (conflicting)
    return {
      ...prepared,
      dialect: own.dialect,
      finding: wholeFileFinding(
        path,
        `the name of this file says that its dialect is ${own.dialect}, and the configuration's default says ${conflicting}; set its \`dialect\` under \`files\` in the configuration`,
      ),
    };
  const skipped = await skippedBy(request.head, file, own.tool);
  if (skipped) return { ...prepared, dialect: own.dialect, finding: skippedFinding(path, skipped) };
  const notices: Notice[] = [];
  if (source.note) notices.push({ level: 'notice', message: source.note, path, location: undefined });
  const { dialect } = own;
  if (!dialect) {
    const error = noDialect(path, source.text);
    const finding = sideFinding({ kind: 'config', error });
    return { ...prepared, dialect, notices, finding, refused: error };
  }
  if (settings.isEditedDialect(path) && !isIntroduced)
    notices.push({
      level: 'warning',
      message: `the change itself sets the dialect of this file to ${dialect}: check that it is right, because the same SQL can do something else in another dialect`,
      path,
      location: undefined,
    });
  const base = await baseBytes(request.change, file);
  const baseText = base && decodeSql(base).text;
  // What a moved file had in the base, it still has.
  const compared = file.isMovedAlong && baseText !== undefined ? ('modified' as const) : status;
  const transaction = own.transaction ?? (await transactionBeside(request.head, path, own.tool));
  const how = { ...own, dialect, transaction };
  const task = { path, formerPath, status: compared, text: source.text, baseText, settings: how };
  return { ...prepared, dialect, notices, task };
}

/**
 * The tool that does not run a new file because of its name. Which names it runs can be configured, so the other files of the
 * folder decide.
 */
async function skippedBy(
  head: CheckRequest['head'],
  { path, status }: SelectedFile,
  tool: MigrationTool | undefined,
): Promise<ToolRow | undefined> {
  const row = tool && toolThatRuns('', path, tool);
  const { names } = row ?? {};
  if (!names?.skipped.test(path) || (status !== 'added' && status !== 'renamed')) return undefined;
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const beside = (await head.list(folder.slice(0, -1))).filter((each) => !each.slice(folder.length).includes('/'));
  const count = (pattern: RegExp) => beside.filter((each) => pattern.test(each)).length;
  return count(names.run) > count(names.skipped) ? row : undefined;
}

function skippedFinding(path: string, { title }: ToolRow): Finding {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const renamed = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  return {
    ...wholeFileFinding(path, `${title} skips it`),
    message: `${title} does not run this file, because its prefix is \`${name.charAt(0)}\` in lower case; rename it to \`${renamed}\``,
    help: `Rename the file, or skip it with \`ignore\` in the configuration. It was not checked.`,
  };
}

/** False if a file beside the migration turns its transaction off; undefined if none does. */
async function transactionBeside(
  head: CheckRequest['head'],
  path: string,
  tool: MigrationTool | undefined,
): Promise<false | undefined> {
  const off = tool && toolThatRuns('', path, tool)?.transactions.turnOff;
  if (off?.by !== 'file') return undefined;
  const entry = await read(head, path.slice(0, path.lastIndexOf('/') + 1) + off.name);
  const isOff =
    typeof entry !== 'string' && entry.kind === 'file' && off.pattern.test(Buffer.from(entry.bytes).toString());
  return isOff ? false : undefined;
}

/** @param judged undefined if the file was not judged */
export function outcomeOf(
  { file, dialect, notices, task, finding }: PreparedFile,
  judged: JudgedFile | undefined,
  settings: Settings,
): FileOutcome {
  const findings = judged?.findings ?? (finding ? [finding] : []);
  const { path, previousPath, status } = file;
  const statements = judged?.statements ?? 0;
  const verdict = task && !judged ? 'unknown' : verdictOf(findings, settings);
  return {
    report: { path, previousPath, status, dialect, statements, verdict },
    operations: judged?.operations ?? 0,
    findings,
    suppressions: judged?.suppressions ?? [],
    notices: [...notices, ...(judged?.notices ?? [])],
  };
}

const SKIPPED_DATABASE =
  'this file was not checked, because it is a SQLite database; if it is a script, remove the database header';

/** The sqlite3 shell reads a database as a script, and runs what stands behind a `;`. */
const STATEMENT_IN_DATABASE = /;\s{0,200}(?:drop|delete|alter|update|insert|replace|attach)\s[^;]{1,10000};/i;
const DATABASE_WITH_SQL =
  'the file is a SQLite database, and also has text that the sqlite3 shell would run as SQL; skip it with `ignore`';

const LFS_PROBLEM =
  'the file is a Git LFS pointer, so git does not hold its SQL; store SQL in git: remove its pattern from `.gitattributes`, and run `git add --renormalize .`';

async function textOf(
  { head, standardInput }: CheckRequest,
  path: string,
): Promise<{ text: string; note: string | undefined } | { problem: string } | 'database'> {
  const entry = standardInput ? { kind: 'file' as const, bytes: standardInput } : await read(head, path);
  if (typeof entry === 'string') return { problem: entry };
  switch (entry.kind) {
    case 'missing':
      return {
        problem: 'the file is not in the checkout; check out the commit of the change',
      };
    case 'link':
      return {
        problem:
          'the file is a symbolic link, and links are not followed, because they could lead out of the repository',
      };
    case 'oversized':
      return {
        problem: `the file has ${entry.size} bytes, which is more than the limit; split it, or skip it with \`ignore\``,
      };
    case 'file': {
      if (/\.sqlite$/i.test(path) && isSqliteDatabase(entry.bytes))
        return STATEMENT_IN_DATABASE.test(Buffer.from(entry.bytes).toString('latin1'))
          ? { problem: DATABASE_WITH_SQL }
          : 'database';
      if (isLfsPointer(entry.bytes)) return { problem: LFS_PROBLEM };
      const decoded = decodeSql(entry.bytes);
      return decoded.text === undefined ? { problem: decoded.reason } : decoded;
    }
  }
}

async function read(tree: CheckRequest['head'], path: string): Promise<TreeEntry | string> {
  try {
    return await tree.read(path);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
}
