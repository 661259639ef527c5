import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const DAYS = 14;
const DAY = 24 * 60 * 60 * 1000;
const TABLES = 300;

/**
 * Writes a snapshot with the given number of rows, of a generated shop's reads: each is a select with a different
 * limit.
 * @returns the number of calls in it
 */
export function writeBigHistory(path: string, rows: number, now: Date): number {
  const days = Array.from({ length: DAYS }, (_, at) =>
    new Date(now.getTime() - (DAYS - at) * DAY).toISOString().slice(0, 10),
  );
  let statements = 0;
  const lines = Array.from({ length: rows }, (_, at) => {
    const calls = Object.fromEntries(days.map((day, i) => [day, 1 + ((at + i) % 50)]));
    for (const count of Object.values(calls)) statements += count;
    const table = `stock_${at % TABLES}`;
    return {
      shape: `select id, amount from ${table} where shop = ? and day > ? order by id limit ? /* ${at % 600} */`,
      dialect: 'postgresql',
      facts: {
        tablesRead: [table],
        joinedTables: 1,
        columnsRead: ['id', 'amount', 'shop', 'day'],
        hasLimit: true,
        limit: 1 + ((at * 7919) % 9000),
        notCarried: ['inTransaction', 'lockTimeoutSet'],
      },
      operations: [{ kind: 'select' }],
      caller: { user: `u${at % 7}`, application: `app${at % 40}`, database: 'shop', notCarried: ['role'] },
      days: calls,
    };
  });
  const [from, to] = [`${days[0]}T00:00:00.000Z`, `${days.at(-1)}T23:59:59.000Z`];
  const source = {
    kind: 'postgresql-jsonlog',
    name: 'made-up.json',
    dialect: 'postgresql',
    identity: '0'.repeat(63) + String(rows % 10),
    from,
    to,
    bytes: statements * 300,
    statements,
    unread: {},
    truncated: 0,
    passedOver: {},
    notCarried: [],
    notes: [],
  };
  const header = {
    querygateHistory: 1,
    factsVersion: 1,
    tool: '0.1.0',
    collected: now.toISOString(),
    from,
    to,
    sources: [source],
    rows,
    statements,
    unread: 0,
    truncated: 0,
    folded: { maxVariants: 1000, flows: 0, rows: 0 },
  };
  writeFileSync(path, gzipSync([header, ...lines].map((line) => `${JSON.stringify(line)}\n`).join('')));
  return statements;
}
