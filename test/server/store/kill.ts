import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { verifyAudit } from '../../../src/server/audit/verify-audit.ts';
import type { Context } from '../../../src/server/context/types.ts';
import { queryId } from '../../../src/server/queries/list-queries.ts';
import type { StoreOptions } from '../../../src/server/store/open.ts';
import { RECORDED_QUERIES } from '../traffic.ts';

const WRITER = fileURLToPath(new URL('./writer.ts', import.meta.url));

/** What a writer reported as recorded. */
export class Acknowledged {
  readonly queries = new Set<string>();
  /** Calls by id. */
  readonly events = new Map<string, number>();

  get size(): number {
    return this.queries.size + this.events.size;
  }

  take(line: string): void {
    const [kind, id = '', calls] = line.split(' ');
    if (kind === 'query') this.queries.add(id);
    if (kind === 'event') this.events.set(id, Number(calls));
  }
}

/** Starts a writer. `ready` resolves once something is acknowledged; `gone` with what it complained of. */
export function startWriter(options: StoreOptions, workspace: string, prefix: string, acknowledged: Acknowledged) {
  const child: ChildProcess = spawn(process.execPath, [WRITER, JSON.stringify(options), workspace, prefix], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const before = acknowledged.size;
  let rest = '';
  let complaint = '';
  let isReady = (): void => undefined;
  const ready = new Promise<void>((resolve) => {
    isReady = resolve;
  });
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    // A line that was cut off by the kill does not count.
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      acknowledged.take(line);
      if (acknowledged.size > before) isReady();
    }
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaint += text;
  });
  const gone = new Promise<string>((resolve, reject) => {
    child.on('error', reject).on('close', () => {
      isReady();
      resolve(complaint);
    });
  });
  return { child, ready, gone };
}

/**
 * Checks that everything acknowledged is stored, and that audit trail, list and history agree. Returns the number of
 * records.
 */
export async function expectNothingLost(ctx: Context, workspace: string, acknowledged: Acknowledged): Promise<number> {
  const { broken, entries } = await verifyAudit(ctx, workspace);
  expect(broken).toBeUndefined();
  const all = async <Row extends object>(sql: string): Promise<Row[]> =>
    (await ctx.db.query<Row>(sql, [workspace])).rows;
  const ids = await all<{ id: string }>(
    `SELECT id FROM event_ids WHERE workspace_id = $1
     UNION ALL SELECT event FROM traffic_entries WHERE workspace_id = $1 AND event IS NOT NULL`,
  );
  const queries = await all<{ id: string; channel: string; calls: number; sequence: number }>(
    `SELECT id, channel, calls, sequence FROM ${RECORDED_QUERIES} WHERE workspace_id = $1 ORDER BY sequence`,
  );
  const known = new Set(ids.map(({ id }) => id));
  const http = new Set(queries.filter(({ channel }) => channel === 'http').map(({ id }) => queryId(id)));
  expect([...acknowledged.events.keys()].filter((id) => !known.has(id))).toEqual([]);
  expect([...acknowledged.queries].filter((id) => !http.has(id))).toEqual([]);
  // Unreported records may be stored too, but completely.
  expect(queries.map(({ sequence }) => sequence)).toEqual(Array.from({ length: entries }, (_, at) => at + 1));
  expect(queries).toHaveLength(known.size + http.size);
  const sum = (channel: string) =>
    queries.filter((query) => query.channel === channel).reduce((calls, query) => calls + query.calls, 0);
  const days = await all<{ source: string; calls: number }>(
    'SELECT source, sum(calls)::bigint AS calls FROM history_days WHERE workspace_id = $1 GROUP BY source ORDER BY source',
  );
  expect(days).toEqual([
    { source: 'events', calls: sum('events') },
    { source: 'http', calls: sum('http') },
  ]);
  return entries;
}
