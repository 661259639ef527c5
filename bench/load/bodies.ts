import { randomUUID } from 'node:crypto';
import { createTrafficReader } from '../../src/history/index.ts';
import { FACTS_VERSION } from '../../src/model/index.ts';

// Request bodies of the load. All of it is judged under `querygate:recommended@1`, the initial ruleset of each
// workspace.

/** Events of one batch. */
export const BATCH = 100;

/** Events of one batch of a proxy. */
export const PROXY_BATCH = 1000;

/** A migration of two statements, like most migrations. */
const SMALL_MIGRATION = `-- give orders a note
ALTER TABLE orders ADD COLUMN note text;
COMMENT ON COLUMN orders.note IS 'what the customer said';
`;

/** A given number of statements, of kinds that migrations have; the last one drops a table. */
export function migration(statements: number): string {
  const texts = Array.from({ length: statements - 1 }, (_, at) => {
    const table = `shop_${at}`;
    switch (at % 5) {
      case 0:
        return `CREATE TABLE ${table} (\n  id bigint PRIMARY KEY,\n  name text NOT NULL,\n  created_at timestamptz NOT NULL DEFAULT now()\n);`;
      case 1:
        return `ALTER TABLE orders ADD COLUMN extra_${at} integer;`;
      case 2:
        return `INSERT INTO settings (key, value) VALUES ('k${at}', 'v${at}'), ('l${at}', 'it''s ${at}');`;
      case 3:
        return `UPDATE orders SET state = 'open' WHERE state IS NULL AND id < ${at * 1000};`;
      default:
        return `COMMENT ON TABLE orders IS 'as of ${at}';`;
    }
  });
  return `${[...texts, 'DROP TABLE customers;'].join('\n')}\n`;
}

/** A migration with at least the given number of characters. */
export function migrationOfSize(characters: number): string {
  const sample = migration(501);
  const text = migration(Math.ceil((characters / sample.length) * 501) + 1);
  return text.length >= characters ? text : migration(Math.ceil((characters / sample.length) * 501 * 1.1));
}

export function dryRunBody(workspace: string, text = SMALL_MIGRATION): object {
  return {
    workspace,
    files: [{ path: 'db/migrate/0042_change.sql', dialect: 'postgresql', status: 'added', source: { text } }],
  };
}

/** Nine of ten queries are harmless, one drops a table. */
export function queryBody(
  workspace: string,
  at: number,
): { readonly body: object; readonly verdict: 'allow' | 'block' } {
  const caller = { user: 'shop', application: 'web', database: 'shop' };
  const [query, verdict] =
    at % 10 === 9
      ? (['DROP TABLE customers', 'block'] as const)
      : ([
          `SELECT o.id, o.total, c.name FROM orders o JOIN customers c ON c.id = o.customer_id WHERE o.id = ${at} AND c.country = 'de' LIMIT ${1 + (at % 3)}`,
          'allow',
        ] as const);
  return { body: { workspace, query, dialect: 'postgresql', caller }, verdict };
}

/** A batch of new events: twenty statements of two applications. */
export function eventsBody(workspace: string, at: number, now: Date): object {
  const batch = randomUUID();
  const events = Array.from({ length: BATCH }, (_, i) => ({
    id: `${batch}-${i}`,
    type: 'query',
    at: now.toISOString(),
    query: `SELECT id, total, state FROM orders_${i % 20} WHERE customer_id = ${at * BATCH + i} AND state IN ('open', 'paid') ORDER BY id LIMIT 20`,
    dialect: 'postgresql',
    caller: { user: 'shop', application: i % 2 === 0 ? 'web' : 'jobs', database: 'shop' },
  }));
  return { workspace, events };
}

/** The fact rows, as JSON, of twenty statements of two applications, as a proxy with the engine has them. */
export async function proxyRows(): Promise<readonly string[]> {
  const reader = await createTrafficReader('postgresql');
  return Array.from({ length: 40 }, (_, i) => {
    const query = `SELECT id, total, state FROM orders_${i % 20} WHERE customer_id = $1 AND state IN ('open', 'paid') ORDER BY id LIMIT 20`;
    const application = i % 2 === 0 ? 'web' : 'jobs';
    const caller = { user: 'shop', application, database: 'shop', role: undefined, tags: undefined };
    const [row] = reader.read({ query, caller, normalised: false, truncated: false }).rows;
    return row?.text ?? '';
  });
}

/**
 * A batch of new events of a proxy, each with its facts and its verdict, as JSON. `rows` are JSON too: making them anew
 * would take as much of the machine as reading them.
 */
export function proxyEventsBody(workspace: string, rows: readonly string[], now: Date): string {
  const batch = randomUUID();
  const events = Array.from({ length: PROXY_BATCH }, (_, i) => {
    const event = JSON.stringify({
      id: `${batch}-${i}`,
      type: 'query',
      at: now.toISOString(),
      dialect: 'postgresql',
      factsVersion: FACTS_VERSION,
      judged: { verdict: 'allow', rules: [], ruleset: 1, mode: 'enforce' },
      outcome: 'ok',
      durationMs: (i % 100) / 10,
      session: `session-${i % 50}`,
      proxy: 'proxy-1',
    });
    return `${event.slice(0, -1)},"rows":[${rows[i % rows.length]}]}`;
  });
  return `{"workspace":${JSON.stringify(workspace)},"events":[${events.join()}]}`;
}
