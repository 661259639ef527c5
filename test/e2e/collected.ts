import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NODE, packaged } from './packaged.ts';

const DAY = 24 * 60 * 60 * 1000;

/** A query that production runs `calls` times a day. */
interface Query {
  readonly sql: (run: number) => string;
  readonly application: string;
  readonly user: string;
  readonly calls: number;
}

/** The queries of a web shop: its application, a nightly export, and a user at a prompt. */
const QUERIES: readonly Query[] = [
  {
    sql: (run) =>
      `SELECT id, total FROM orders WHERE customer_id = ${run} ORDER BY id LIMIT ${run % 40 === 0 ? 5000 : 50}`,
    application: 'shop-web',
    user: 'web',
    calls: 200,
  },
  { sql: (run) => `SELECT id, name FROM products WHERE id = ${run}`, application: 'shop-web', user: 'web', calls: 150 },
  {
    sql: (run) => `UPDATE orders SET state = 'sent' WHERE id = ${run}`,
    application: 'shop-web',
    user: 'web',
    calls: 40,
  },
  { sql: () => 'SELECT * FROM orders', application: 'nightly-export', user: 'export', calls: 3 },
  { sql: () => 'DELETE FROM sessions', application: 'cleaner', user: 'jobs', calls: 2 },
];

/** A PostgreSQL jsonlog of `days` days; the last day is `age` days ago. */
export function productionLog({ days = 3, age = 1 } = {}): string {
  const lines: string[] = [];
  for (let day = days - 1; day >= 0; day--) {
    const date = new Date(Date.now() - (age + day) * DAY).toISOString().slice(0, 10);
    for (const [at, { sql, application, user, calls }] of QUERIES.entries()) {
      for (let run = 0; run < calls; run++) {
        lines.push(
          JSON.stringify({
            timestamp: `${date} 10:00:00.${String(run).padStart(3, '0')} UTC`,
            user,
            dbname: 'shop',
            pid: 100 + at,
            session_id: `6720a000.${at}${day}`,
            line_num: run + 1,
            ps: 'idle',
            session_start: `${date} 09:00:00 UTC`,
            vxid: '3/0',
            txid: 0,
            error_severity: 'LOG',
            message: `statement: ${sql(run)}`,
            application_name: application,
            backend_type: 'client backend',
            query_id: 0,
          }),
        );
      }
    }
  }
  return `${lines.join('\n')}\n`;
}

/** An export of pg_stat_statements: without literals, applications and times. */
export const NORMALISED_EXPORT = `userid,dbid,queryid,query,calls
10,5,1,"SELECT id, total FROM orders WHERE customer_id = $1 ORDER BY id LIMIT $2",600
10,5,2,"UPDATE orders SET state = $1 WHERE id = $2",120
`;

/** Collects a snapshot from logs with the packaged client. */
export function collect(log: string, name = 'postgresql.json'): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'querygate-'));
  try {
    writeFileSync(join(folder, name), log);
    execFileSync(NODE, [packaged('cli.js'), 'history', 'collect', name, '-o', 'history.jsonl.gz'], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return readFileSync(join(folder, 'history.jsonl.gz'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
