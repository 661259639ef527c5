import { wholeFileFinding } from '../../check/index.ts';
import {
  type Change,
  type ChangedFile,
  counted,
  type Finding,
  isAvailable,
  isSqlFileName,
  parseServerVersion,
  type ReportNotice,
} from '../../model/index.ts';
import type { RecordingHeader } from '../../model/schemas/index.ts';
import {
  measuredIn,
  parseRecording,
  type RecordedMigration,
  type Recording,
  readRecorded,
  recordedText,
  type SplitRecording,
} from '../../record/index.ts';
import { codeText, codeToolsFor, folderOf } from '../../repository/migrations/index.ts';
import type { CheckRequest, GivenRecording } from '../inputs/check-request.ts';
import type { Settings } from '../inputs/config.ts';
import type { PreparedFile } from './files.ts';
import { runNotice } from './notices.ts';
import { contextOfPart, type RecordedPart } from './recorded-context.ts';
import { findSources, type SourceOf } from './recorded-sources.ts';

/** What one recording adds to a run. */
export interface RecordedMigrations {
  /** The recorded migrations of the change, as SQL files at the paths of their sources. */
  readonly files: readonly PreparedFile[];
  /** Whether the recording was made on a server of this configured version, and in the configured time zone. */
  isLikeProduction(serverVersion: number | undefined): boolean;
  /** The migrations of the change that executed nothing. */
  readonly silent: readonly SilentMigration[];
  /** What was measured of their statements. */
  readonly measured: ReadonlyMap<PreparedFile, RecordedPart['measured']>;
  /** Why it is not complete. */
  readonly findings: readonly Finding[];
  readonly notices: readonly ReportNotice[];
  /** The sources of all that it holds. */
  readonly paths: ReadonlySet<string>;
  /** Whether a path of the change may be a migration that should have been recorded: it stands beside some that were. */
  isExpected(path: string): boolean;
}

/** A migration that executed nothing. */
export interface SilentMigration {
  readonly name: string;
  /** Of its source. */
  readonly path: string;
  /** Its source says that it executes something on the database that it is for. */
  readonly mustExecute: boolean;
}

/**
 * Reads a recording. What the change's own migrations executed is judged as SQL files; what older ones
 * executed is what the base branch says. Raises ConfigError for a file of something else.
 */
export async function recordedMigrations(
  given: GivenRecording,
  request: CheckRequest,
  settings: Settings,
): Promise<RecordedMigrations> {
  const recording = await parseRecording(given.text, given.name);
  const read = await readRecorded(recording, settings.migrationTables);
  const { dialect } = recording.header;
  const isIgnored = (path: string) => settings.isIgnored(path);
  const sourceOf = await findSources(read.noted, request.head, { dialect, isIgnored });
  const split = read.split((noted) => noted.bookkeeping.isOutside === true || sourceOf(noted) !== undefined);
  const parts = await partsOf(split, sourceOf, request);
  const judged = parts.filter(({ state }) => state !== 'old');
  const ofChange = split.migrations.filter((_, at) => parts[at]?.state !== 'old');
  const silent = await silentMigrations(ofChange, sourceOf, request);
  const files = await preparedParts(judged, parts, recording, request, settings);
  const beside = new Set(read.noted.flatMap((noted) => besideOf(sourceOf(noted)) ?? []));
  return {
    paths: new Set(parts.flatMap(({ source }) => source ?? [])),
    isExpected: (path) => beside.has(besideOf(path) ?? ''),
    files,
    silent,
    isLikeProduction: (version) => isLike(recording.header, version, settings.timeZone),
    measured: new Map(files.flatMap((file, at) => (judged[at] ? [[file, judged[at].measured] as const] : []))),
    findings: problemsOf(recording, split, parts, { sourceOf, rows: read.noted.length }).map((problem) =>
      recordingFinding(given.name, problem),
    ),
    notices: [
      summaryOf(recording, split, judged.length),
      ...outsideNotices(split, sourceOf),
      ...editedNotices(judged),
      ...failedNotices(ofChange),
      ...emptyNotices(ofChange),
      ...restNotices(split),
      ...schemaNotices(recording),
    ],
  };
}

/** Whether a server has the configured version, as far as it decides what is rewritten, and time zone. */
function isLike({ server, timeZone }: RecordingHeader, version: number | undefined, zone: string | undefined): boolean {
  const major = /^\d+(?:\.\d+)?/.exec(server ?? '')?.[0];
  const recorded = major === undefined ? undefined : parseServerVersion(major);
  if (version === undefined || recorded === undefined || zone === undefined || timeZone === undefined) return false;
  return Math.floor(recorded / 10_000) === Math.floor(version / 10_000) && isSameZone(zone, timeZone);
}

const UTC = /^(?:etc\/)?(?:utc|gmt|zulu|uct|universal)$/i;

function isSameZone(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase() || (UTC.test(a) && UTC.test(b));
}

/** Equal for files of one folder and one ending; undefined for SQL. */
function besideOf(path: string | undefined): string | undefined {
  if (path === undefined || isSqlFileName(path)) return undefined;
  return `${folderOf(path)}*${path.slice(path.lastIndexOf('.'))}`;
}

function problemsOf(
  { exitCode, problems, statements }: Recording,
  { migrations, rest, hasReverts }: SplitRecording,
  parts: readonly RecordedPart[],
  { sourceOf, rows }: { readonly sourceOf: SourceOf; readonly rows: number },
): readonly string[] {
  const twice = hasReverts ? undefined : notedTwice(migrations);
  const judged = migrations.filter((_, at) => parts[at]?.state !== 'old');
  const databases = new Set(judged.flatMap(({ statements }) => statements.flatMap(({ database }) => database ?? [])));
  const late = (parts.at(-1)?.state ?? 'old') === 'old' ? [] : rest.filter(({ sql }) => CHANGES.test(sql));
  return [
    ...problems,
    ...(exitCode === 0
      ? []
      : [`the recorded command failed (exit code ${exitCode}), so not all of its migrations ran`]),
    ...(statements.length === 0
      ? [
          'it holds no statement: the command did not connect to the recorder; name the variable with its database by `--env`',
        ]
      : rows === 0
        ? [
            'it holds no row of a migration table that is known (docs/record.md lists them), so that no migration can be told from the others: `migration-tables` in the configuration of the base branch names other tables',
          ]
        : migrations.every((migration) => sourceOf(migration) === undefined)
          ? ['this repository has the source of none of its migrations']
          : []),
    ...(databases.size > 1
      ? [`migrations of this change used several databases (${[...databases].join(', ')}); record one at a time`]
      : []),
    ...(late.length > 0
      ? [
          `${counted(late.length, 'statement')} came after the last migration, which may not have waited for ${late.length === 1 ? 'it' : 'them'} (${short(late[0]?.sql)})`,
        ]
      : []),
    ...(migrations.some(({ isLoaded }) => isLoaded)
      ? ['the framework loaded a schema instead of running its migrations; record the command that runs them']
      : []),
    ...(twice === undefined ? [] : [`the migration ${twice} was noted twice, so it is not known what it executed`]),
  ];
}

/** What a migration, but hardly a framework for itself, executes. */
const CHANGES = /^\s*(?:WITH|UPDATE|DELETE|DROP|ALTER|TRUNCATE|CREATE|DO)\b/i;

/** The name of a migration that one table notes twice. */
function notedTwice(migrations: readonly RecordedMigration[]): string | undefined {
  const seen = new Set<string>();
  for (const { bookkeeping, row, table } of migrations) {
    const name = bookkeeping.name(row);
    if (seen.has(`${table} ${name}`)) return name;
    seen.add(`${table} ${name}`);
  }
  return undefined;
}

function short(sql = ''): string {
  return sql.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_SHOWN);
}

function recordingFinding(name: string, problem: string): Finding {
  const finding = wholeFileFinding(name, problem);
  return {
    ...finding,
    message: `the recording is not complete: ${problem}`,
    help: 'Record again: what was not recorded is not judged.',
  };
}

async function partsOf(
  { migrations }: SplitRecording,
  sourceOf: SourceOf,
  { change }: CheckRequest,
): Promise<readonly RecordedPart[]> {
  const files = new Map(change?.files.map((file) => [file.path, file]));
  // New migrations that replace old ones may make tables that databases have.
  const replaces = change?.files.some(({ status, path }) => status === 'deleted' && codeToolsFor(path).length > 0);
  const parts: RecordedPart[] = [];
  const made = new Set<string>();
  for (const [at, migration] of migrations.entries()) {
    const source = sourceOf(migration);
    // SQL files are judged themselves. Without a change, all is.
    const isCode = source !== undefined && !isSqlFileName(source) && !migration.isLoaded;
    const file = source === undefined ? undefined : files.get(source);
    const touched = file && change ? await stateOf(file, change) : 'old';
    const state = !isCode ? 'old' : !change ? 'new' : touched === 'new' && replaces ? 'edited' : touched;
    if (state === 'new') for (const name of migration.statements.flatMap(({ creates = [] }) => creates)) made.add(name);
    parts.push({
      path: `recorded/${String(at + 1).padStart(6, '0')}.sql`,
      text: recordedText(migration),
      source,
      state,
      measured: measuredIn(migration, (table) => made.has(table)),
    });
  }
  return parts;
}

/** A framework knows a migration by the name of its file: in another folder, it is the same one. */
async function stateOf(file: ChangedFile, { head, diffBase }: Change): Promise<RecordedPart['state']> {
  const { status, path, previousPath } = file;
  if (status === 'modified') return 'edited';
  if (status !== 'renamed' || previousPath === undefined || nameOf(path) !== nameOf(previousPath)) return 'new';
  const [now, before] = [await head.read(path), isAvailable(diffBase) ? await diffBase.read(previousPath) : undefined];
  const isSame = now.kind === 'file' && before?.kind === 'file' && Buffer.compare(now.bytes, before.bytes) === 0;
  return isSame ? 'old' : 'edited';
}

function nameOf(path: string): string {
  return path.slice(folderOf(path).length);
}

async function preparedParts(
  judged: readonly RecordedPart[],
  parts: readonly RecordedPart[],
  { header: { dialect } }: Recording,
  request: CheckRequest,
  settings: Settings,
): Promise<readonly PreparedFile[]> {
  const prepared: PreparedFile[] = [];
  for (const part of judged) {
    const { source: path = part.path, text } = part;
    const own = { ...settings.of(path), tool: undefined, runBy: 'driver' as const, transaction: false, dialect };
    const status = request.change ? ('added' as const) : ('given' as const);
    const context = await contextOfPart(part, parts, dialect, request.change);
    prepared.push({
      file: { path, status, previousPath: undefined },
      dialect,
      notices: [],
      task: { path, status, text, baseText: undefined, context, settings: own },
      finding: undefined,
      refused: undefined,
    });
  }
  return prepared;
}

function summaryOf({ header }: Recording, { migrations }: SplitRecording, judged: number): ReportNotice {
  const tools =
    [...new Set(migrations.map(({ bookkeeping }) => bookkeeping.tool))].join(', ') || 'of no known framework';
  return runNotice(
    'notice',
    `the recording of \`${header.command.join(' ')}\` holds ${counted(migrations.length, 'migration')} (${tools}), ${judged} of them of this change: these were judged, with the others as what was there before`,
  );
}

/** Those that libraries bring: whether the change brings them is not known. */
function outsideNotices({ migrations }: SplitRecording, sourceOf: SourceOf): readonly ReportNotice[] {
  const outside = migrations.filter((migration) => sourceOf(migration) === undefined);
  if (outside.length === 0 || outside.length === migrations.length) return [];
  return [
    runNotice(
      'notice',
      `${counted(outside.length, 'recorded migration')} without a source in this repository (${shown(outside.map(({ bookkeeping, row }) => bookkeeping.name(row)))}) ${outside.length === 1 ? 'was' : 'were'} taken as older`,
    ),
  ];
}

function editedNotices(judged: readonly RecordedPart[]): readonly ReportNotice[] {
  const edited = judged.filter(({ state }) => state === 'edited').map(({ source = '' }) => source);
  return edited.length === 0
    ? []
    : [
        runNotice(
          'notice',
          `the change edits ${shown(edited)}: a database that has run ${edited.length === 1 ? 'this migration' : 'these migrations'} does not run the edited text`,
        ),
      ];
}

function failedNotices(migrations: readonly RecordedMigration[]): readonly ReportNotice[] {
  const failed = migrations.flatMap((migration) => migration.failed.map(({ sql, failed: code }) => `${code}: ${sql}`));
  return failed.length === 0
    ? []
    : [
        runNotice(
          'warning',
          `${counted(failed.length, 'statement')} of this change failed on the scratch database, and ${failed.length === 1 ? 'was' : 'were'} not judged (${short(failed[0])})`,
        ),
      ];
}

const MAX_SHOWN = 160;

async function silentMigrations(
  migrations: readonly RecordedMigration[],
  sourceOf: SourceOf,
  { head }: CheckRequest,
): Promise<readonly SilentMigration[]> {
  const found: SilentMigration[] = [];
  for (const migration of migrations) {
    const { bookkeeping, row, statements } = migration;
    const path = sourceOf(migration);
    if (path === undefined || statements.some(({ sql }) => !TRANSACTION.test(sql))) continue;
    const entry = await head.read(path);
    const text = entry.kind === 'file' ? codeText(entry.bytes) : undefined;
    const mustExecute = text !== undefined && bookkeeping.mustExecute?.(text) === true;
    found.push({ name: bookkeeping.name(row), path, mustExecute });
  }
  return found;
}

const TRANSACTION = /^\s*(?:BEGIN|START|COMMIT|END|ROLLBACK|SAVEPOINT|RELEASE|SET)\b/i;

function emptyNotices(migrations: readonly RecordedMigration[]): readonly ReportNotice[] {
  const writes = migrations.map(({ statements }) => statements.filter(({ rows }) => rows === 0).length);
  // A loop over rows that are not there writes nothing.
  const reads = migrations.map(({ statements }) => statements.filter(({ empty }) => empty).length);
  const names = migrations.flatMap(({ bookkeeping, row }, at) =>
    writes[at] || reads[at] ? bookkeeping.name(row) : [],
  );
  const [written, read] = [sumOf(writes), sumOf(reads)];
  if (names.length === 0) return [];
  const what = [
    ...(written > 0 ? [`${counted(written, 'recorded write')} changed no row`] : []),
    ...(read > 0 ? [`${counted(read, 'recorded read')} returned no row`] : []),
  ];
  return [
    runNotice(
      'notice',
      `${what.join(' and ')} (${shown(names)}): on empty tables, code that runs only if there are rows was not recorded; \`querygate record --seed\` gives them rows`,
    ),
  ];
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0);
}

function restNotices({ rest }: SplitRecording): readonly ReportNotice[] {
  if (rest.length === 0) return [];
  return [
    runNotice(
      'notice',
      `${counted(rest.length, 'statement')} after the last migration ${rest.length === 1 ? 'was' : 'were'} recorded, and not judged`,
    ),
  ];
}

/** Says that the schemas were not compared, so that nobody assumes it. */
function schemaNotices({ schema, exitCode }: Recording): readonly ReportNotice[] {
  if (schema !== undefined || exitCode !== 0) return [];
  return [
    runNotice(
      'warning',
      'the schema that the recorded statements make was not compared with the one of the command, because the database held tables before',
    ),
  ];
}

const MAX_NAMED = 3;

export function shown(names: readonly string[]): string {
  return `${names.slice(0, MAX_NAMED).join(', ')}${names.length > MAX_NAMED ? `, and ${names.length - MAX_NAMED} more` : ''}`;
}
