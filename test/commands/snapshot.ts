import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Dialect, HistoryGap, HistoryRow, HistorySource } from '../../src/model/index.ts';
import { FACTS_VERSION, HISTORY_VERSION, PRODUCT } from '../../src/model/index.ts';
import { createSqlReader } from '../../src/sql/index.ts';
import { writeHistory } from '../history/write-history.ts';

/** The day on which the tests of `simulate` run. */
export const NOW = new Date('2026-11-20T12:00:00Z');

export interface Ran {
  readonly sql: string;
  readonly application?: string;
  readonly user?: string;
  readonly calls?: number;
  /** The source replaced literals, so literal facts are unknown. */
  readonly normalised?: boolean;
}

interface Shown {
  /** Days on which each query ran. */
  readonly days?: readonly string[];
  /** Calls that the source could not read. */
  readonly unread?: number;
  /** Number of entries that were read; if set, each unread call is an unread entry. */
  readonly records?: number;
  readonly dated?: boolean;
  /** Name of the log that the snapshot was made from. */
  readonly name?: string;
  readonly origin?: 'tests';
  readonly gaps?: readonly HistoryGap[];
  readonly dialect?: Dialect;
}

/** A snapshot of these queries, with half of the calls on each of two days. */
export async function snapshotOf(ran: readonly Ran[], shown: Shown = {}): Promise<Uint8Array> {
  const {
    days = ['2026-11-18', '2026-11-19'],
    unread = 0,
    dated = true,
    records,
    name = 'postgresql.json',
    origin,
    gaps = [],
    dialect = 'postgresql',
  } = shown;
  const reader = await createSqlReader(dialect);
  const rows = ran.map(({ sql, application = 'web', user = 'app', calls = 10, normalised = false }): HistoryRow => {
    const [statement] = reader.readTraffic(sql).statements;
    if (!statement) throw new Error(`no statement in ${sql}`);
    const { facts, operations } = statement;
    const literal = normalised ? { limit: undefined, offset: undefined, longestInList: undefined } : {};
    return {
      shape: statement.shape,
      dialect,
      caller: { user, role: undefined, application, database: 'shop', tags: {} },
      operations: operations.map((operation) => ({ ...operation, createdHere: false })),
      facts: { ...facts, ...literal, inTransaction: undefined, lockTimeoutSet: undefined },
      unreadable: undefined,
      truncated: false,
      days: Object.fromEntries(days.map((day) => [dated ? day : '', calls / days.length])),
    };
  });
  const statements = rows.reduce((sum, row) => sum + Object.values(row.days).reduce((a, b) => a + b, 0), 0);
  const [from, to] = dated ? [`${days[0]}T00:00:00.000Z`, `${days.at(-1)}T23:00:00.000Z`] : [undefined, undefined];
  const source: HistorySource = {
    kind: origin ? 'recorded' : 'postgresql-jsonlog',
    ...(origin && { origin }),
    gaps,
    name,
    dialect,
    identity: createHash('sha256').update(name).digest('hex'),
    from,
    to,
    bytes: 1,
    statements,
    ...(records !== undefined && { records, unreadRecords: unread }),
    unread: unread > 0 ? { 'no SQL in the line': unread } : {},
    truncated: 0,
    passedOver: {},
    notCarried: [],
    notes: [],
  };
  const header = {
    querygateHistory: HISTORY_VERSION,
    factsVersion: FACTS_VERSION,
    tool: PRODUCT.version,
    collected: NOW.toISOString(),
    from,
    to,
    sources: [source],
    rows: rows.length,
    statements,
    unread,
    truncated: 0,
    folded: { maxVariants: 1000, flows: 0, rows: 0 },
  } as const;
  const folder = mkdtempSync(join(tmpdir(), 'querygate-'));
  try {
    const path = join(folder, 'history.jsonl.gz');
    await writeHistory({ header, rows }, path);
    return readFileSync(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
