import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPrograms, runProgram } from '../../test/databases/program.ts';
import { cpuSeconds } from './usage.ts';

/** Rows of one event: an entry of the audit trail, a recorded query, and an id. */
const TABLES: Readonly<Record<string, string>> = {
  queries: 'SELECT * FROM queries WHERE workspace_id = :W ORDER BY sequence DESC LIMIT :N',
  audit_events: 'SELECT * FROM audit_events WHERE workspace_id = :W ORDER BY sequence DESC LIMIT :N',
  event_ids: 'SELECT * FROM event_ids WHERE workspace_id = :W ORDER BY received_at DESC LIMIT :N',
};

export interface CopyRate {
  readonly events: number;
  readonly perSecond: number;
  /** CPU milliseconds of the database for a thousand events; undefined if unknown. */
  readonly cpu: number | undefined;
}

/**
 * How many events per second psql's COPY writes into fresh copies of the tables, with their indexes, in the same
 * database: the rows are those that the service has just written. Returns a string with the reason if it cannot tell.
 */
export async function measureCopy(
  url: string,
  workspace: string,
  events: number,
  databasePid: number | undefined,
): Promise<CopyRate | string> {
  const programs = findPrograms(['psql']);
  if (typeof programs === 'string') return programs;
  const folder = mkdtempSync(join(tmpdir(), 'querygate-copy-'));
  const psql = (commands: readonly string[]) =>
    runProgram(programs.psql, [url, '-qAtX', '-v', 'ON_ERROR_STOP=1', ...commands.flatMap((text) => ['-c', text])], {
      env: { PATH: process.env['PATH'] },
    });
  const fileOf = (table: string) => `'${join(folder, table)}'`;
  try {
    for (const [table, rows] of Object.entries(TABLES)) {
      const select = rows.replace(':W', `'${workspace}'`).replace(':N', String(events));
      await psql([
        `\\copy (${select}) TO ${fileOf(table)}`,
        `CREATE TABLE copied_${table} (LIKE ${table} INCLUDING ALL)`,
      ]);
    }
    await psql(['CHECKPOINT']);
    const used = () => (databasePid === undefined ? undefined : cpuSeconds(databasePid));
    const before = used();
    const begun = performance.now();
    await psql(Object.keys(TABLES).map((table) => `\\copy copied_${table} FROM ${fileOf(table)}`));
    const seconds = (performance.now() - begun) / 1000;
    const after = used();
    const { stdout } = await psql([
      'SELECT count(*) FROM copied_event_ids',
      ...Object.keys(TABLES).map((table) => `DROP TABLE copied_${table}`),
    ]);
    const copied = Number(stdout.trim());
    const cpu = before === undefined || after === undefined ? undefined : ((after - before) * 1e6) / copied;
    return { events: copied, perSecond: copied / seconds, cpu };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
