import { once } from 'node:events';
import { createGzip, gzipSync } from 'node:zlib';
import { type RowUpgrade, rowLine, sourcesOf, startRowUpgrade } from '../../history/index.ts';
import { FACTS_VERSION, HISTORY_VERSION, type HistoryHeader, PRODUCT } from '../../model/index.ts';
import { HIDDEN_USES, MAX_TEXTS } from '../../use/index.ts';
import type { Context } from '../context/types.ts';
import { ProblemError } from '../problems/error.ts';
import type { Database, Queryable } from '../store/database.ts';
import { hex, LIVE_SOURCES, type LiveSource } from './add-history.ts';
import { CAPPED_NOTE, CappedCounter } from './capped-counter.ts';
import { type Import, readImports } from './imports.ts';
import { LiveSources } from './live-sources.ts';
import { retentionStart } from './retention-start.ts';

export interface HistorySnapshot {
  /** docs/history-format.md, gzip. */
  readonly bytes: Uint8Array;
  readonly rows: number;
}

interface Row {
  readonly row_hash: Uint8Array;
  readonly row: string;
  /** Version of the facts in `row`. */
  readonly facts_version: number;
  /** `day source calls`, comma-separated; undefined if none are within the retention. */
  readonly days: string | undefined;
}

/** Rows per query of the store, and the maximum rows of a snapshot (src/history). */
const PAGE = 1_000;
const MAX_ROWS = 1_000_000;
const MAX_TRIES = 5;

/**
 * The history of a workspace within the retention, as one snapshot: what the service recorded, and the imported
 * snapshots. It is read page by page, and no request waits for more than one. Imports that are complete at the start
 * are included completely, and later imports are not included. Queries recorded in the meantime may be included. The
 * counts in the header are computed from the rows that are written. Raises ProblemError `simulation_too_large`,
 * `workspace_not_found`, `unavailable`.
 */
export async function historySnapshot(ctx: Context, workspace: string): Promise<HistorySnapshot> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const imports = await readImports(ctx.db, workspace);
    const snapshot = await snapshotOf(ctx.db, workspace, imports, ctx.now());
    const now = new Set((await readImports(ctx.db, workspace)).map(({ source }) => source));
    if (imports.every(({ source }) => now.has(source))) return snapshot;
    // One of them was removed in the meantime.
  }
  throw new ProblemError('unavailable', 'imports are being removed from the history; try again later');
}

/** The same for a single flow, by its ids. */
export async function flowSnapshot(
  ctx: Context,
  workspace: string,
  flows: readonly string[],
): Promise<HistorySnapshot> {
  return snapshotOf(ctx.db, workspace, await readImports(ctx.db, workspace), ctx.now(), { flows });
}

/**
 * The rows that have one of these texts, in any case, or that may use anything, with a header about the whole history: its
 * sources say which days the stored rows cover. Undefined if reading takes too long.
 */
export async function useSnapshot(
  ctx: Context,
  workspace: string,
  texts: readonly string[],
): Promise<HistorySnapshot | undefined> {
  const imports = await readImports(ctx.db, workspace);
  const deadline = performance.now() + USE_MILLISECONDS;
  try {
    return await snapshotOf(ctx.db, workspace, imports, ctx.now(), { texts, deadline });
  } catch (error) {
    if (error instanceof TooSlow || (error instanceof ProblemError && error.code === 'simulation_too_large'))
      return undefined;
    throw error;
  }
}

/** How long a dry run may read the history. */
const USE_MILLISECONDS = 60_000;

class TooSlow extends Error {
  override readonly name = 'TooSlow';
}

/** Which rows to read; without any, all. */
interface Wanted {
  /** Ids of flows. */
  readonly flows?: readonly string[];
  readonly texts?: readonly string[];
  /** As `performance.now()`. */
  readonly deadline?: number;
}

async function snapshotOf(
  db: Database,
  workspace: string,
  imports: readonly Import[],
  now: Date,
  { flows, texts, deadline = Number.POSITIVE_INFINITY }: Wanted = {},
): Promise<HistorySnapshot> {
  const from = await retentionStart(db, workspace, now);
  const sources = [...LIVE_SOURCES, ...imports.map(({ source }) => source)];
  const live = new LiveSources(workspace);
  const ofImports = new CappedCounter();
  const packed = new Packer();
  let rows = 0;
  let statements = 0;
  const filter = texts && filterOf(texts);
  for (let after = ''; ; ) {
    if (performance.now() > deadline) throw new TooSlow();
    const wanted = { sources, from, after, flows, filter };
    const { rows: page, next } = await db.transaction((tx) => readPage(tx, workspace, wanted), 'bulk');
    const lines: string[] = [];
    // Per page: an upgrade keeps the facts that it has seen.
    const upgradeOf = upgrades();
    for (const { row, facts_version: version, days } of page) {
      if (days === undefined) continue;
      const current = version === FACTS_VERSION ? row : upgradeOf(version)(row);
      const line = lineOf(current, version, days, live, ofImports);
      statements += line.calls;
      lines.push(line.text);
    }
    rows += lines.length;
    if (rows > MAX_ROWS)
      throw new ProblemError('simulation_too_large', `the history has more than ${MAX_ROWS} rows: lower the retention`);
    await packed.write(lines);
    if (next === undefined) break;
    after = next;
  }
  await live.addUncounted(db, from);
  const stored = texts && (await storedDays(db, workspace, sources, from));
  if (stored) for (const source of LIVE_SOURCES) live.cover(source, stored.get(source));
  const imported = headersOf(imports, ofImports.cut ? [CAPPED_NOTE] : [], stored);
  const header = headerOf(imported, live.sources(now), { rows, statements }, now);
  return { bytes: Buffer.concat([gzipSync(`${JSON.stringify(header)}\n`), await packed.end()]), rows };
}

interface PageOf {
  readonly sources: readonly string[];
  readonly from: string;
  readonly after: string;
  readonly flows: readonly string[] | undefined;
  readonly filter: RowFilter | undefined;
}

/**
 * A page, and where the next one begins; undefined if it is the last. Two index scans instead of a join: without table
 * statistics, the join took about twenty times as long.
 */
async function readPage(
  tx: Queryable,
  workspace: string,
  { sources, from, after, flows, filter }: PageOf,
): Promise<{ readonly rows: readonly Row[]; readonly next: string | undefined }> {
  const lower = Buffer.from(after, 'hex');
  const parameters: unknown[] = [workspace, lower, PAGE];
  const parameter = (value: unknown) => `$${parameters.push(value)}`;
  const ofFlows = flows && `AND flow = ANY (${parameter(flows.map((flow) => Buffer.from(flow, 'hex')))}::bytea[])`;
  // Only the hash of other rows is sent: the next page begins after the last one. Without table statistics, the filter would be
  // evaluated for all rows of the workspace if it were not around the page.
  const kept = filter
    ? `CASE WHEN row COLLATE "C" LIKE ANY (${parameter(filter.exact)}::text[])
         OR lower(row COLLATE "C") LIKE ANY (${parameter(filter.lower)}::text[])
         OR facts_version <> ${FACTS_VERSION} THEN row END AS row`
    : 'row';
  const read = await tx.query<Omit<Row, 'days' | 'row'> & { row: string | null }>(
    `SELECT row_hash, ${kept}, facts_version FROM (
       SELECT row_hash, row, facts_version FROM history_rows
       WHERE workspace_id = $1 AND row_hash > $2 ${ofFlows ?? ''} ORDER BY row_hash LIMIT $3
     ) AS page ORDER BY row_hash`,
    parameters,
  );
  const last = read.rows.at(-1);
  const next = last && read.rows.length === PAGE ? hex(last.row_hash) : undefined;
  const rows = read.rows.flatMap(({ row, ...rest }) => (row === null ? [] : [{ ...rest, row }]));
  if (!last || rows.length === 0) return { rows: [], next };
  const counted = await tx.query<{ row_hash: Uint8Array; days: string }>(
    `SELECT row_hash, string_agg(day || ' ' || source || ' ' || calls, ',') AS days FROM history_days
     WHERE workspace_id = $1 ${flows ? 'AND row_hash = ANY ($2::bytea[]) AND $3::bytea IS NOT NULL' : 'AND row_hash > $2 AND row_hash <= $3'} AND (day = '' OR day >= $4) AND source = ANY ($5)
     GROUP BY row_hash`,
    [workspace, flows ? rows.map((row) => row.row_hash) : lower, last.row_hash, from, sources],
  );
  const days = new Map(counted.rows.map((each) => [hex(each.row_hash), each.days]));
  return { rows: rows.map((row) => ({ ...row, days: days.get(hex(row.row_hash)) })), next };
}

/** Patterns of LIKE, for the row and for the row in lower case. */
interface RowFilter {
  readonly exact: readonly string[];
  readonly lower: readonly string[];
}

/** The rows with one of these texts, and some others: in collation "C", only letters of ASCII have another case. */
function filterOf(texts: readonly string[]): RowFilter | undefined {
  if (texts.length > MAX_TEXTS) return undefined;
  const pattern = (text: string) =>
    // biome-ignore lint/suspicious/noControlCharactersInRegex: all characters beyond ASCII
    `%${text.replace(/[\\%_]/g, '\\$&').replace(/[^\u0000-\u007f]+/g, '%')}%`;
  return { exact: HIDDEN_USES.map(pattern), lower: texts.map((text) => pattern(text).toLowerCase()) };
}

/** The first and last day that a source has stored, within the retention. */
interface StoredDays {
  readonly first: string;
  readonly last: string;
}

async function storedDays(
  db: Queryable,
  workspace: string,
  sources: readonly string[],
  from: string,
): Promise<ReadonlyMap<string, StoredDays>> {
  const { rows } = await db.query<{ source: string; first: string; last: string }>(
    `SELECT source, min(day) AS first, max(day) AS last FROM history_days
     WHERE workspace_id = $1 AND day >= $3 AND source = ANY ($2) GROUP BY source`,
    [workspace, sources, from],
  );
  return new Map(rows.map(({ source, first, last }) => [source, { first, last }]));
}

/** Gives one upgrade for each older version of the facts. */
function upgrades(): (version: number) => RowUpgrade {
  const known = new Map<number, RowUpgrade>();
  return (version) => {
    const upgrade = known.get(version) ?? startRowUpgrade(version);
    known.set(version, upgrade);
    return upgrade;
  };
}

/** The line of a row. Adds what the service recorded itself to the live sources. */
function lineOf(
  row: string,
  version: number,
  days: string,
  live: LiveSources,
  ofImports: CappedCounter,
): { text: string; calls: number } {
  const sums = new Map<string, number>();
  let calls = 0;
  for (const each of days.split(',')) {
    const [day = '', source = '', count = '0'] = each.split(' ');
    const ran = isLive(source)
      ? live.add(source, { dialect: dialectOf(row), truncated: isTruncated(row), version }, day, Number(count))
      : ofImports.take(Number(count));
    calls += ran;
    sums.set(day, (sums.get(day) ?? 0) + ran);
  }
  const sorted = [...sums].sort(([a], [b]) => (a < b ? -1 : 1));
  const text = sorted.map(([day, count]) => `"${day}":${count}`).join(',');
  return { text: rowLine(row, `{${text}}`), calls };
}

function isLive(source: string): source is LiveSource {
  return (LIVE_SOURCES as readonly string[]).includes(source);
}

// These keys occur once in a stored row (src/history): inside a JSON string, quotes are escaped.

function dialectOf(row: string): string {
  return /,"dialect":"([a-z]+)"/.exec(row)?.[1] ?? '';
}

function isTruncated(row: string): boolean {
  return row.includes(',"truncated":true');
}

/** With `stored`, the sources begin where their stored rows do: the retention deletes older ones. */
function headersOf(
  imports: readonly Import[],
  notes: readonly string[],
  stored: ReadonlyMap<string, StoredDays> | undefined,
): readonly HistoryHeader[] {
  return imports.map(({ source: id, header }) => ({
    ...header,
    sources: sourcesOf(header).map((source) => {
      const from = stored ? laterOf(source.from, stored.get(id)?.first) : source.from;
      return { ...source, from, notes: [...source.notes, ...notes] };
    }),
  }));
}

/** Undefined if one of them is. */
function laterOf(time: string | undefined, day: string | undefined): string | undefined {
  if (time === undefined || day === undefined) return undefined;
  const begin = `${day}T00:00:00.000Z`;
  return time < begin ? begin : time;
}

/** A combined snapshot is as old as its oldest part, as in a merge of snapshots. */
function headerOf(
  imported: readonly HistoryHeader[],
  live: HistoryHeader['sources'],
  { rows, statements }: { readonly rows: number; readonly statements: number },
  now: Date,
): HistoryHeader {
  const sources = [...imported.flatMap((header) => header.sources), ...live];
  const times = (key: 'from' | 'to') => sources.flatMap((source) => source[key] ?? []).sort();
  const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
  return {
    querygateHistory: HISTORY_VERSION,
    factsVersion: FACTS_VERSION,
    tool: PRODUCT.version,
    collected: [now.toISOString(), ...imported.map(({ collected }) => collected)].sort()[0] ?? now.toISOString(),
    from: times('from')[0],
    to: times('to').at(-1),
    sources,
    rows,
    statements,
    unread: sum(sources.flatMap(({ unread }) => Object.values(unread))),
    truncated: sum(sources.map(({ truncated }) => truncated)),
    folded: {
      maxVariants: Math.max(0, ...imported.map(({ folded }) => folded.maxVariants)),
      flows: sum(imported.map(({ folded }) => folded.flows)),
      rows: sum(imported.map(({ folded }) => folded.rows)),
    },
  };
}

/** Compresses lines as they arrive, so that a large history is in memory only in compressed form. */
class Packer {
  readonly #gzip = createGzip();
  readonly #chunks: Buffer[] = [];

  constructor() {
    this.#gzip.on('data', (chunk: Buffer) => this.#chunks.push(chunk));
  }

  async write(lines: readonly string[]): Promise<void> {
    if (lines.length > 0 && !this.#gzip.write(`${lines.join('\n')}\n`)) await once(this.#gzip, 'drain');
  }

  async end(): Promise<Uint8Array> {
    const ended = once(this.#gzip, 'end');
    this.#gzip.end();
    await ended;
    return Buffer.concat(this.#chunks);
  }
}
