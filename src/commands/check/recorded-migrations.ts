import { wholeFileFinding } from '../../check/index.ts';
import {
  type Change,
  counted,
  type FileTree,
  type Finding,
  isSqlFileName,
  type ReportNotice,
  type SuppressionReport,
} from '../../model/index.ts';
import {
  parseRecording,
  type RecordedMigration,
  type Recording,
  recordedText,
  type SplitRecording,
  splitMigrations,
} from '../../record/index.ts';
import { contextFinder } from '../../repository/index.ts';
import { codeText } from '../../repository/migrations/index.ts';
import type { CheckRequest } from '../inputs/check-request.ts';
import type { Settings } from '../inputs/config.ts';
import type { FileOutcome, PreparedFile } from './files.ts';
import { runNotice } from './notices.ts';
import { sourceExemptions, UNREAD_MIGRATIONS } from './source-exemptions.ts';

/** What a recording adds to a run. */
export interface RecordedMigrations {
  /** The migrations of the change that it holds, as SQL files at the paths of their sources. */
  readonly files: readonly PreparedFile[];
  /** Why it is not complete. */
  readonly findings: readonly Finding[];
  readonly notices: readonly ReportNotice[];
}

export const NOTHING_RECORDED: RecordedMigrations = { files: [], findings: [], notices: [] };

/** The statements of one source file of the change. */
interface Source {
  readonly path: string;
  readonly text: string;
  /** Writes that changed no row. */
  readonly emptyWrites: number;
}

/** One part of the recording as a SQL file: its place among the others shows when it ran. */
interface Part {
  readonly path: string;
  readonly text: string;
  /** Undefined for an older migration. */
  readonly source: string | undefined;
}

/**
 * Reads the recording of a run. What the change's own migrations executed is judged as SQL files; what older ones
 * executed is what the base branch says. Raises ConfigError for a file that is no recording.
 */
export async function recordedMigrations(request: CheckRequest, settings: Settings): Promise<RecordedMigrations> {
  const { recording: given } = request;
  if (!given) return NOTHING_RECORDED;
  const recording = await parseRecording(given.text, given.name);
  const split = await splitMigrations(recording);
  const unknown = problemsOf(recording, split).map((problem) => recordingFinding(given.name, problem));
  const parts = await partsOf(split, request);
  const sources = sourcesOf(parts, split);
  const tools = [...new Set(split.migrations.map(({ bookkeeping }) => bookkeeping.tool))];
  return {
    files: await preparedSources(sources, parts, recording, request, settings),
    findings: unknown,
    notices: [
      runNotice(
        'notice',
        `the recording of \`${recording.header.command.join(' ')}\` holds ${counted(split.migrations.length, 'migration')} (${tools.join(', ') || 'of no known framework'}), ${sources.length} of them of this change: these were judged, with the others as what was there before`,
      ),
      ...emptyNotices(sources),
      ...restNotices(split),
    ],
  };
}

function problemsOf({ exitCode, problems, statements }: Recording, { migrations }: SplitRecording): readonly string[] {
  return [
    ...problems,
    ...(exitCode === 0
      ? []
      : [`the recorded command failed (exit code ${exitCode}), so not all of its migrations ran`]),
    ...(statements.length === 0
      ? [
          'it holds no statement: the command did not connect to the recorder; name the variable with its database by `--env`',
        ]
      : migrations.length === 0
        ? ['it holds no row of a migration table, so that no migration can be told from the others']
        : []),
    ...migrations
      .filter(({ isLoaded }) => isLoaded)
      .slice(0, 1)
      .map(() => 'the framework loaded a schema instead of running its migrations; record the command that runs them'),
  ];
}

function recordingFinding(name: string, problem: string): Finding {
  const finding = wholeFileFinding(name, problem);
  return {
    ...finding,
    message: `the recording is not complete: ${problem}`,
    help: 'Record again: what was not recorded is not judged.',
  };
}

async function partsOf({ migrations }: SplitRecording, request: CheckRequest): Promise<readonly Part[]> {
  const { change, head } = request;
  const candidates = change
    ? change.files.filter(({ status }) => status !== 'deleted').map(({ path }) => path)
    : await head.list('');
  const parts: Part[] = [];
  for (const [at, migration] of migrations.entries()) {
    const source = await sourceOf(migration, candidates, head);
    // SQL files are judged themselves.
    const isCode = source !== undefined && !isSqlFileName(source) && !migration.isLoaded;
    const path = `recorded/${String(at + 1).padStart(6, '0')}.sql`;
    parts.push({ path, text: recordedText(migration.statements), source: isCode ? source : undefined });
  }
  return parts;
}

async function sourceOf(
  { bookkeeping, row }: RecordedMigration,
  candidates: readonly string[],
  head: FileTree,
): Promise<string | undefined> {
  const found = candidates.filter((path) => bookkeeping.isSource(row, path));
  const content = bookkeeping.content?.(row);
  if (!content) return nearest(found, row['app']);
  for (const path of found) {
    const entry = await head.read(path);
    if (entry.kind === 'file' && content.test(codeText(entry.bytes) ?? '')) return path;
  }
  return undefined;
}

/** Of migrations with one name, the one in the folder of the application. */
function nearest(paths: readonly string[], app: string | undefined): string | undefined {
  return paths.find((path) => app !== undefined && `/${path}`.includes(`/${app}/`)) ?? paths[0];
}

function sourcesOf(parts: readonly Part[], { migrations }: SplitRecording): readonly Source[] {
  const sources = new Map<string, Source>();
  for (const [at, { source, text }] of parts.entries()) {
    if (source === undefined) continue;
    const before = sources.get(source);
    const empty = (migrations[at]?.statements ?? []).filter(({ rows }) => rows === 0).length;
    sources.set(source, {
      path: source,
      text: (before?.text ?? '') + text,
      emptyWrites: (before?.emptyWrites ?? 0) + empty,
    });
  }
  return [...sources.values()];
}

async function preparedSources(
  sources: readonly Source[],
  parts: readonly Part[],
  { header }: Recording,
  request: CheckRequest,
  settings: Settings,
): Promise<readonly PreparedFile[]> {
  const { dialect } = header;
  const texts = new Map(parts.map(({ path, text }) => [path, text]));
  const older = new Map(parts.filter(({ source }) => source === undefined).map(({ path, text }) => [path, text]));
  const recorded = parts.filter(({ source }) => source !== undefined);
  const files = recorded.map(({ path }) => ({ path, status: 'added' as const, previousPath: undefined }));
  const head = textTree(texts);
  const base = textTree(older);
  const change: Change | undefined = request.change && {
    ...request.change,
    ...{ rulesBase: base, diffBase: base, head, files, untrusted: undefined },
  };
  const contextOf = contextFinder({ change, head }, recordedSettings(dialect), files);
  const prepared: PreparedFile[] = [];
  for (const { path, text } of sources) {
    const { caller, serverVersion } = settings.of(path);
    const run = { tool: undefined, runBy: 'driver' as const, transaction: false };
    const own = { ...settings.of(path), ...run, dialect, caller, serverVersion };
    const [first] = recorded.filter(({ source }) => source === path);
    const context = first && (await contextOf({ path: first.path, text, settings: { dialect } }));
    const status = request.change ? ('added' as const) : ('given' as const);
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

/** The recording's own files are all of one database. */
function recordedSettings(dialect: Recording['header']['dialect']): Parameters<typeof contextFinder>[1] {
  return {
    of: () => ({ dialect, tool: undefined }),
    selects: () => true,
    isIgnored: () => false,
    mayHold: () => true,
    isEditedDialect: () => false,
  };
}

function textTree(texts: ReadonlyMap<string, string>): FileTree {
  return {
    label: 'recording',
    commit: undefined,
    read: async (path) => {
      const text = texts.get(path);
      return text === undefined ? { kind: 'missing' } : { kind: 'file', bytes: Buffer.from(text) };
    },
    list: async (folder) => [...texts.keys()].filter((path) => folder === '' || path.startsWith(`${folder}/`)),
  };
}

function emptyNotices(sources: readonly Source[]): readonly ReportNotice[] {
  const empty = sources.filter(({ emptyWrites }) => emptyWrites > 0);
  if (empty.length === 0) return [];
  const writes = empty.reduce((sum, { emptyWrites }) => sum + emptyWrites, 0);
  const paths = empty.map(({ path }) => path);
  return [
    runNotice(
      'notice',
      `${counted(writes, 'recorded write')} changed no row (${paths.slice(0, 3).join(', ')}${paths.length > 3 ? ', …' : ''}): on empty tables, code that runs only if there are rows was not recorded`,
    ),
  ];
}

function restNotices({ rest }: SplitRecording): readonly ReportNotice[] {
  if (rest.length === 0) return [];
  return [
    runNotice(
      'notice',
      `${counted(rest.length, 'statement')} after the last migration ${rest.length === 1 ? 'was' : 'were'} recorded, and not judged: no migration of this change executed them`,
    ),
  ];
}

const MAX_SHOWN = 160;

/**
 * The result of a recorded file, as one of its source: the source does not hold the SQL, so findings stand at its start and
 * show it.
 */
export async function outcomeOfSource(
  outcome: FileOutcome,
  { text }: Pick<Source, 'text'>,
  request: CheckRequest,
  settings: Settings,
): Promise<FileOutcome> {
  const { path } = outcome.report;
  const isMeant = (rule: string) => rule !== UNREAD_MIGRATIONS;
  const exempt = await sourceExemptions(path, request, settings, request.today, isMeant);
  const holds = new Map<SuppressionReport, number>();
  const findings = outcome.findings.map((finding) => {
    const used = exempt.suppressions.find(({ state, rules }) => state === 'used' && rules.includes(finding.rule));
    const moved = { ...finding, ...AT_START, message: withStatement(finding, text) };
    if (!used || !finding.suppressible || finding.status !== 'new') return moved;
    holds.set(used, (holds.get(used) ?? 0) + 1);
    return { ...moved, status: 'suppressed' as const, exemption: used.reason };
  });
  const suppressions = exempt.suppressions.map((each): SuppressionReport => {
    const held = holds.get(each) ?? 0;
    return each.state === 'used' ? { ...each, holds: held, state: held > 0 ? 'used' : 'unused' } : each;
  });
  return {
    ...outcome,
    findings: [...findings, ...exempt.findings],
    suppressions,
    notices: outcome.notices.map((notice) => ({ ...notice, location: undefined })),
  };
}

const START = { offset: 0, line: 1, column: 1 };
const AT_START = { location: { start: START, end: START } };

function withStatement({ message, statementOffset }: Finding, text: string): string {
  if (statementOffset === undefined) return message;
  const end = text.indexOf(';\n', statementOffset);
  const statement = text
    .slice(statementOffset, end < 0 ? undefined : end)
    .replaceAll(/\s+/g, ' ')
    .trim();
  return `${message}; recorded: \`${statement.length > MAX_SHOWN ? `${statement.slice(0, MAX_SHOWN)}…` : statement}\``;
}
