import type { StatusEvent } from '../../contract/index.ts';
import type { NewEntry } from '../audit/append.ts';
import type { Author } from '../context/types.ts';
import type { Queryable } from '../store/database.ts';

/** The last report of a proxy in a batch. */
interface Report {
  readonly record: Pick<Author, 'actor' | 'requestId'> & { readonly databaseId: string | undefined };
  readonly event: StatusEvent;
}

interface ProxyRow {
  readonly id: string;
  readonly version: string;
  readonly ruleset_version: number | null;
  readonly mode: string;
  readonly at: Date;
}

/**
 * Stores the last report of each proxy; a report that is older than the stored one is ignored. Returns the entries of
 * the audit trail: only a new proxy, and another version, ruleset or mode, is worth one.
 */
export async function storeStatuses(
  tx: Queryable,
  workspace: string,
  reports: readonly Report[],
  now: Date,
): Promise<readonly NewEntry[]> {
  if (reports.length === 0) return [];
  const latest = new Map<string, Report>();
  for (const report of reports) {
    const { proxy, at } = report.event;
    const other = latest.get(proxy);
    if (!other || Date.parse(other.event.at) <= Date.parse(at)) latest.set(proxy, report);
  }
  // All writers use the same order of rows, which prevents deadlocks.
  const sorted = [...latest].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, report]) => report);
  const { rows } = await tx.query<ProxyRow>(
    `SELECT id, version, ruleset_version, mode, at FROM proxies
     WHERE workspace_id = $1 AND id = ANY ($2::text[]) ORDER BY id FOR UPDATE`,
    [workspace, sorted.map(({ event }) => event.proxy)],
  );
  const stored = new Map(rows.map((row) => [row.id, row]));
  const newer = sorted.filter(({ event }) => {
    const before = stored.get(event.proxy);
    return !before || before.at.getTime() < Date.parse(event.at);
  });
  await upsert(tx, workspace, newer, now);
  return newer.flatMap((report) => changeOf(report, stored.get(report.event.proxy), now));
}

async function upsert(tx: Queryable, workspace: string, reports: readonly Report[], now: Date): Promise<void> {
  if (reports.length === 0) return;
  const column = (value: (report: Report) => unknown) => reports.map(value);
  await tx.query(
    `INSERT INTO proxies (workspace_id, id, key_id, key_name, database_id, version, ruleset_version, mode, lag_ms,
       buffered, at, received_at)
     SELECT $1, p.id, p.key_id, p.key_name, p.database_id, p.version, p.ruleset_version, p.mode, p.lag_ms, p.buffered,
       p.at, $2
     FROM unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::integer[], $9::text[], $10::bigint[],
       $11::bigint[], $12::timestamptz[])
       AS p (id, key_id, key_name, database_id, version, ruleset_version, mode, lag_ms, buffered, at)
     ON CONFLICT (workspace_id, id) DO UPDATE SET (key_id, key_name, database_id, version, ruleset_version, mode,
       lag_ms, buffered, at, received_at) = (excluded.key_id, excluded.key_name, excluded.database_id,
       excluded.version, excluded.ruleset_version, excluded.mode, excluded.lag_ms, excluded.buffered, excluded.at,
       excluded.received_at)
     WHERE proxies.at < excluded.at`,
    [
      workspace,
      now,
      column(({ event }) => event.proxy),
      column(({ record }) => record.actor.id ?? ''),
      column(({ record }) => record.actor.name),
      column(({ record }) => record.databaseId),
      column(({ event }) => event.version),
      column(({ event }) => event.ruleset),
      column(({ event }) => event.mode),
      column(({ event }) => event.lagMs),
      column(({ event }) => event.buffered),
      column(({ event }) => new Date(event.at)),
    ],
  );
}

function changeOf({ record, event }: Report, row: ProxyRow | undefined, now: Date): readonly NewEntry[] {
  const { version, ruleset, mode } = event;
  const before = row && { version: row.version, ruleset: row.ruleset_version ?? undefined, mode: row.mode };
  if (before && before.version === version && before.ruleset === ruleset && before.mode === mode) return [];
  const { actor, requestId, databaseId } = record;
  const details = { proxy: event.proxy, version, ruleset, mode, before };
  return [{ at: now, type: 'proxy.changed', actor, requestId, databaseId, details }];
}
