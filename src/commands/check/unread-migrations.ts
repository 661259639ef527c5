import { wholeFileFinding } from '../../check/index.ts';
import {
  type ClientSource,
  counted,
  docsPage,
  type FileTree,
  type Finding,
  type ReportNotice,
  type SuppressionReport,
  type TreeEntry,
} from '../../model/index.ts';
import { type CodeTool, codeText, codeToolsFor, type PrintedSql } from '../../repository/migrations/index.ts';
import { fingerprint } from '../../rules/index.ts';
import type { CheckRequest } from '../inputs/check-request.ts';
import type { Settings } from '../inputs/config.ts';
import type { Recordings } from './recordings.ts';
import { sourceExemptions, UNREAD_MIGRATIONS } from './source-exemptions.ts';

/** A changed migration that is not SQL, so that no rule sees what it does. */
interface UnreadMigration {
  readonly path: string;
  readonly tool: string;
  readonly printedSql: PrintedSql;
}

/** What the report says about them. */
export interface UnreadMigrations {
  readonly notices: readonly ReportNotice[];
  readonly findings: readonly Finding[];
  /** Comments that accept a migration as unread. */
  readonly suppressions: readonly SuppressionReport[];
}

const NOT_PRINTED: PrintedSql = { command: undefined, note: '' };
const NONE: UnreadMigrations = { notices: [], findings: [], suppressions: [] };

/**
 * The changed migrations that are not SQL: one notice, or an unknown finding for each (`unread-migrations: fail`, or a
 * recording that does not hold it).
 *
 * @param recorded what a recording holds, and which files it should hold; undefined without a recording
 */
export async function unreadMigrations(
  { change, source, today }: CheckRequest,
  settings: Settings,
  recorded: Pick<Recordings, 'paths' | 'missing' | 'isExpected'> | undefined,
): Promise<UnreadMigrations> {
  const { unreadMigrations: setting } = settings;
  if (!change || (setting === 'ignore' && !recorded)) return NONE;
  const paths = change.files
    .filter(({ status, path }) => status !== 'deleted' && !recorded?.paths.has(path))
    .map(({ path }) => path);
  const shown = await findUnread(change.head, paths, settings);
  const isShown = (path: string) => shown.some((each) => each.path === path);
  // A file beside recorded migrations is one, whatever its content looks like.
  const beside = paths.filter((path) => recorded?.isExpected(path) && !isShown(path) && !settings.isIgnored(path));
  const found = [...shown, ...beside.map((path) => ({ path, tool: 'recorded', printedSql: NOT_PRINTED }))];
  if (found.length === 0) return NONE;
  if (setting !== 'fail' && !recorded) return { ...NONE, notices: [unreadNotice(found, source)] };
  const isMeant = (rule: string) => rule === UNREAD_MIGRATIONS;
  const allowances = await Promise.all(
    found.map(({ path }) => sourceExemptions(path, { head: change.head, change }, settings, today, isMeant)),
  );
  const isAllowed = (at: number) => allowances[at]?.suppressions.some(({ state }) => state === 'used') === true;
  const findings = found
    .filter((_, at) => !isAllowed(at))
    .map((each) => (recorded ? notRecorded(each, recorded.missing) : unreadFinding(each, source)));
  return {
    notices: [],
    findings: [...findings, ...allowances.flatMap((allowance) => allowance.findings)],
    suppressions: allowances.flatMap(({ suppressions }) => suppressions),
  };
}

/**
 * The migrations among the files that are not SQL, and that the configuration does not select.
 *
 * @param deadline milliseconds since 1970: then it stops
 */
export async function findUnread(
  tree: FileTree,
  paths: readonly string[],
  settings: Settings,
  deadline = Number.POSITIVE_INFINITY,
): Promise<readonly UnreadMigration[]> {
  const found: UnreadMigration[] = [];
  for (const path of paths) {
    if (settings.selects(path)) continue;
    const tools = codeToolsFor(path);
    if (tools.length === 0) continue;
    if (Date.now() > deadline) break;
    const entry = await tree.read(path);
    const tool = toolOf(path, entry, tools, settings.unreadMigrations === 'fail');
    if (tool) found.push({ path, tool: tool.name, printedSql: tool.printedSql });
  }
  return found;
}

/**
 * The tool whose migration the file is. The whole file is searched: comments at its start must not hide a migration.
 *
 * @param strict also if the content does not show it, because the file is too large or its class has another base
 */
function toolOf(path: string, entry: TreeEntry, tools: readonly CodeTool[], strict: boolean): CodeTool | undefined {
  const text = entry.kind === 'file' ? codeText(entry.bytes) : undefined;
  const shown = text === undefined ? undefined : tools.find(({ content }) => content.test(text));
  if (shown || !strict) return shown;
  const isUnreadable = entry.kind === 'oversized' || (entry.kind === 'file' && text === undefined);
  return tools.find(({ ownPath }) => ownPath?.test(path)) ?? (isUnreadable ? tools[0] : undefined);
}

const NAMED = 3;

/** One line, whatever the number of migrations and tools. No annotation: it would stand on every such pull request. */
function unreadNotice(found: readonly UnreadMigration[], source: ClientSource | undefined): ReportNotice {
  const tools = [...new Set(found.map(({ tool }) => tool))];
  const parts = tools.map((name) => {
    const own = found.filter(({ tool }) => tool === name);
    const paths = own.slice(0, NAMED).map(({ path }) => path);
    const more = own.length > NAMED ? `, and ${own.length - NAMED} more (\`--format json\` lists all)` : '';
    const [first] = own;
    return `${name} (${paths.join(', ')}${more}): ${first ? howToRead(first.printedSql) : ''}`;
  });
  const are = found.length === 1 ? 'is' : 'are';
  return {
    level: 'notice',
    message: `${counted(found.length, 'changed migration')} ${are} not SQL, so ${found.length === 1 ? 'it was' : 'they were'} not checked: ${parts.join('; ')}; ${docsPage('record', source)} and ${docsPage('github', source)} say how to check them, and \`unread-migrations\` in the configuration makes this a failure, or turns it off`,
    path: undefined,
    location: undefined,
    annotated: false,
    paths: found.map(({ path }) => path),
  };
}

function unreadFinding({ path, tool, printedSql }: UnreadMigration, source: ClientSource | undefined): Finding {
  const rule = UNREAD_MIGRATIONS;
  return {
    ...wholeFileFinding(path, ''),
    rule,
    message: `this ${tool} migration is not SQL, so it was not checked (\`unread-migrations: fail\`): ${howToRead(printedSql)}`,
    help: `Review it, and accept it by a comment in it: \`querygate:allow ${rule}: <reason>\`. To have its SQL checked, record or print that: ${docsPage('record', source)} says how.`,
    fingerprint: fingerprint({ rule, path, shape: tool, occurrence: 0 }),
  };
}

function notRecorded({ path, tool }: UnreadMigration, missing: ReadonlySet<string>): Finding {
  const rule = UNREAD_MIGRATIONS;
  const isMissing = missing.has(path);
  const accept = `or accept it by a comment in it: \`querygate:allow ${rule}: <reason>\`.`;
  return {
    ...wholeFileFinding(path, ''),
    rule,
    message: isMissing
      ? `this migration of ${tool} has operations that execute statements, and none was recorded, so it was not checked`
      : `the recording does not hold this migration${tool === 'recorded' ? '' : ` of ${tool}`}, so it was not checked`,
    help: isMissing
      ? `If it is for another database, record the command that migrates that one, and give both recordings; ${accept}`
      : `Record the command that runs it (\`querygate record\`), ${accept}`,
    fingerprint: fingerprint({ rule, path, shape: 'not recorded', occurrence: 0 }),
  };
}

function howToRead({ command, note, migrate }: PrintedSql): string {
  const printed = command === undefined ? note : `\`${command}\` prints the SQL (${note})`;
  if (migrate === undefined) return printed;
  const recorded = `with PostgreSQL, MySQL or MariaDB, \`querygate record -- ${migrate}\` records what it executes`;
  return `${recorded}; ${command === undefined ? 'with other databases, ' : ''}${printed}`;
}
