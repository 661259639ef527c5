import type { CheckReport, Dialect } from '../../../src/model/index.ts';
import { CONFIG, checkPull, type Files } from '../build.ts';
import { NO_DISK } from '../simulate/build.ts';
import { type Ran, snapshotOf } from '../snapshot.ts';

// Changes that take away what recorded queries use, or what nothing uses. With the history as a file of the base branch and in
// a service, the findings are the same.

export const RAN: readonly Ran[] = [
  { sql: 'SELECT id, country FROM customers WHERE id = 1', application: 'support-desk', calls: 300 },
  { sql: 'SELECT id, country, email FROM customers LIMIT 5', application: 'reports', user: 'reporting', calls: 114 },
  { sql: 'SELECT total FROM monthly_sales', application: 'web', calls: 9 },
  { sql: 'INSERT INTO orders (id, total) VALUES (1, 2)', application: 'web', calls: 42 },
];
/** Traffic of a role that writes the schema of what it uses. */
const OF_LEDGER: readonly Ran[] = [
  { sql: 'SELECT id FROM billing.invoices', application: 'ledger', user: 'ledger', calls: 6 },
  { sql: 'SELECT billing.net(1)', application: 'ledger', user: 'ledger', calls: 3 },
];
export const TABLES = `CREATE TABLE customers (id int, country text, email text);
CREATE TABLE orders (id int, total int, note text, state text DEFAULT 'new');
CREATE VIEW monthly_sales AS SELECT sum(total) AS total FROM orders;
CREATE TABLE old_events (id int, body text);
CREATE TABLE audited (id int);
CREATE FUNCTION write_audit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO audited VALUES (1); RETURN NEW; END $$;
`;
export const MONTHS = ['2026-09-01', '2026-10-15', '2026-11-19'];
export const config = (more = '', dialect: Dialect = 'postgresql') => ({
  [CONFIG]: `version: 1\ndialect: ${dialect}\n${more}`,
});
const HIDDEN: Ran = { sql: "DO $$ BEGIN EXECUTE 'DELETE FROM ' || current_setting('x'); END $$", calls: 3 };
export const HISTORY = await snapshotOf(RAN, { days: MONTHS });
export const OF_TESTS = await snapshotOf(RAN, { days: MONTHS, origin: 'tests' });
export const PARTLY_READ = await snapshotOf(RAN, { days: MONTHS, unread: 3 });
export const SAMPLED = await snapshotOf(RAN, { days: MONTHS, gaps: ['sampled'] });
const OTHER: Ran = { sql: 'SELECT e.id, o.body FROM old_events e JOIN audited o ON o.id = e.id', calls: 6 };
export const WITH_NAME = await snapshotOf([...RAN, OTHER], { days: MONTHS });
export const WITH_HIDDEN = await snapshotOf([...RAN, HIDDEN], { days: MONTHS });

const WITH_TYPES: Given = {
  history: await snapshotOf(
    [
      ...RAN,
      { sql: "UPDATE customers SET mood = 'sad'::mood WHERE id = 1", application: 'web', calls: 12 },
      { sql: "INSERT INTO orders (id) VALUES (nextval('order_numbers'))", application: 'web', calls: 15 },
    ],
    { days: MONTHS },
  ),
};
const WITH_LEDGER = await snapshotOf([...RAN, ...OF_LEDGER], { days: MONTHS });

/** The base branch, with settings and more files. */
export function baseOf(settings = '', more: Files = {}): Files {
  return { ...config(settings), 'db/1.sql': TABLES, ...more };
}

/** The report on a change that adds one migration. */
export function checkMigration(base: Files, sql: string, given: Parameters<typeof checkPull>[2] = {}) {
  return checkPull(base, { ...base, 'db/2.sql': sql }, { disk: NO_DISK, ...given });
}

export const linesOf = ({ findings }: Awaited<ReturnType<typeof checkMigration>>) =>
  findings.map(({ verdict, rule, message }) => `${verdict} ${rule}: ${message}`);

/** What a report says, with the number of calls and the day, and without callers, query shapes and links. */
export function comparable({ exitCode, findings }: CheckReport) {
  const common = (message: string) =>
    message.replace(/ by `.*?(?=, last on)|, such as `[^`]*`|; by whom: https:\S+?(?=;|$)/g, '');
  return { exitCode, findings: findings.map((finding) => ({ ...finding, message: common(finding.message) })) };
}

/** A migration, and a finding of it, as a line or a part of one. */
export const USED: readonly (readonly [sql: string, line: string | RegExp])[] = [
  [
    'ALTER TABLE customers DROP COLUMN country',
    'block no-drop-column: dropping column country of customers deletes its values; customers.country is still used: 414 calls by `support-desk` and `reports`, last on 2026-11-19, such as `select id , country from customers where id = ?`',
  ],
  ['DROP TABLE customers', /^block no-drop-table: .*still used: 414 calls/],
  ['ALTER TABLE customers RENAME COLUMN country TO land', /^block no-removal-of-used: .*still used: 414 calls/],
  ['ALTER TABLE customers RENAME TO clients', /^block no-removal-of-used: .*still used: 414 calls/],
  ['DROP VIEW monthly_sales', /^block no-removal-of-used: .*still used: 9 calls by `web`/],
  ['ALTER TABLE orders RENAME COLUMN total TO amount', /^block no-removal-of-used: .*still used: 42 calls by `web`/],
  ['REVOKE SELECT ON customers FROM reporting', /^block no-removal-of-used: .*still used: 114 calls by `reports`/],
  ['ALTER TABLE orders ALTER COLUMN note SET NOT NULL', /^block no-required-column-left-out: .*42 calls of INSERT/],
  ['ALTER TABLE orders ADD COLUMN kind int NOT NULL', /^block no-required-column-left-out: .*42 calls of INSERT/],
];

/** Migrations that are not blocked. */
export const NOT_USED = [
  'ALTER TABLE customers RENAME COLUMN email_2 TO mail',
  'ALTER TABLE old_events RENAME TO events',
  'REVOKE DELETE ON customers FROM reporting',
  'REVOKE SELECT ON customers FROM PUBLIC',
  'ALTER TABLE orders ALTER COLUMN state SET NOT NULL',
  'REVOKE ALL ON customers FROM reporting; GRANT SELECT ON customers TO reporting',
  "ALTER TABLE orders ALTER COLUMN note SET DEFAULT ''; ALTER TABLE orders ALTER COLUMN note SET NOT NULL",
  'DROP VIEW monthly_sales; CREATE VIEW monthly_sales AS SELECT 1 AS total',
];

export interface Given {
  readonly history?: Uint8Array | undefined;
  readonly settings?: string;
  readonly given?: Parameters<typeof checkPull>[2];
}

/** Drops with `unused-days` that are blocked all the same, and why. */
export const NOT_PROVEN: readonly (readonly [why: string, sql: string, Given])[] = [
  ['it covers 79 days of the 90', 'DROP TABLE old_events', { settings: 'unused-days: 90\n' }],
  ['it ended 41 days ago', 'DROP TABLE old_events', { given: { today: '2026-12-31' } }],
  ['tests do not show', 'DROP TABLE old_events', { history: OF_TESTS }],
  ['could not be read', 'DROP TABLE old_events', { history: PARTLY_READ }],
  ['it holds a sample of the calls', 'DROP TABLE old_events', { history: SAMPLED }],
  ['build SQL', 'DROP TABLE old_events', { history: WITH_HIDDEN }],
  ['6 calls of statements have its name', 'ALTER TABLE old_events DROP COLUMN body', { history: WITH_NAME }],
  ['the function write_audit of the base branch names it', 'DROP TABLE audited', {}],
  ['no SQL file of the base branch creates it', 'DROP TABLE elsewhere', {}],
  ['too many objects to search all statements', dropsOf(201), { settings: `unused-days: 60\n` }],
];

/** Drops of `count` tables, the first of which the base branch creates. */
function dropsOf(count: number): string {
  return ['old_events', ...Array.from({ length: count - 1 }, (_, n) => `t${n}`)]
    .map((t) => `DROP TABLE ${t};`)
    .join('\n');
}

/** The configuration of files that run on two databases, of which recorded queries use one. */
export const TWO_DATABASES =
  "files:\n  - { paths: ['db/shop/**'], caller: { database: shop } }\n  - { paths: ['db/other/**'], caller: { database: other } }\n";

/** The report on a change that drops the same table on both. */
export function checkTwoDatabases(base: Files, given: Parameters<typeof checkPull>[2] = {}) {
  const drops = { 'db/other/2.sql': 'DROP TABLE customers', 'db/shop/2.sql': 'DROP TABLE customers' };
  return checkPull(base, { ...base, ...drops }, { disk: NO_DISK, ...given });
}

const LEDGER: Given = { history: WITH_LEDGER };

/** Migrations that take other things away than tables and columns, and the finding about their use; none if it is not used. */
export const OF_OTHER_OBJECTS: readonly (readonly [sql: string, line: RegExp | undefined, Given])[] = [
  ['REVOKE USAGE ON SCHEMA billing FROM ledger', /^block no-removal-of-used: .*billing is still used: 9 calls/, LEDGER],
  ['REVOKE USAGE ON SCHEMA billing FROM app', /^unknown no-removal-of-used: .*351 calls may use billing/, LEDGER],
  ['REVOKE USAGE ON SCHEMA billing FROM nobody', undefined, LEDGER],
  [
    'REVOKE SELECT ON ALL TABLES IN SCHEMA billing FROM ledger',
    /^block no-removal-of-used: .*billing is still used: 6 calls/,
    LEDGER,
  ],
  ['REVOKE UPDATE ON ALL TABLES IN SCHEMA billing FROM ledger', undefined, LEDGER],
  [
    'REVOKE EXECUTE ON FUNCTION billing.net(int) FROM PUBLIC, ledger',
    /^block no-removal-of-used: .*billing.net is still used: 3 calls/,
    LEDGER,
  ],
  [
    'REVOKE EXECUTE ON FUNCTION billing.net(int) FROM ledger',
    /^unknown no-removal-of-used: .*3 calls may use billing.net, unless PUBLIC has the privilege too/,
    LEDGER,
  ],
  ['DROP TYPE mood', /^block no-removal-of-used: .*mood is still used: 12 calls by `web`/, WITH_TYPES],
  ['ALTER TYPE mood RENAME TO feeling', /^block no-removal-of-used: .*12 calls/, WITH_TYPES],
  ["DROP TYPE mood; CREATE TYPE mood AS ENUM ('sad')", undefined, WITH_TYPES],
  ['DROP TYPE feeling', undefined, WITH_TYPES],
  ['DROP SEQUENCE order_numbers', /^unknown no-removal-of-used: .*15 calls may use order_numbers/, WITH_TYPES],
  ['DROP INDEX CONCURRENTLY orders_total', undefined, WITH_TYPES],
];

const INSERT_ORDER = 'INSERT INTO orders (id, total) VALUES (1, 2)';
const OTHER_HISTORIES = {
  mysql: await snapshotOf([{ sql: INSERT_ORDER, calls: 42 }], { days: MONTHS, dialect: 'mysql' }),
  transactsql: await snapshotOf([{ sql: INSERT_ORDER, calls: 42 }], { days: MONTHS, dialect: 'transactsql' }),
};
type OtherDialect = keyof typeof OTHER_HISTORIES;

/** A migration, its history and the base branch, in dialects that say NOT NULL with the type of the column. */
export function otherBase(dialect: OtherDialect): { readonly base: Files; readonly history: Uint8Array } {
  const table =
    "CREATE TABLE orders (id int, total int, note varchar(9), state varchar(9) DEFAULT 'new', made timestamp DEFAULT CURRENT_TIMESTAMP);";
  return { base: { ...config('', dialect), 'db/1.sql': table }, history: OTHER_HISTORIES[dialect] };
}

const LEFT_OUT = /^block no-required-column-left-out: .*42 calls of INSERT/;

/** Columns that become required: the finding about INSERTs without them; none if there is none. */
export const REQUIRED: readonly (readonly [OtherDialect, sql: string, line: RegExp | undefined])[] = [
  ['mysql', 'ALTER TABLE orders MODIFY note varchar(9) NOT NULL', LEFT_OUT],
  ['mysql', 'ALTER TABLE orders MODIFY COLUMN note varchar(9) NOT NULL', LEFT_OUT],
  ['mysql', 'ALTER TABLE orders CHANGE note remark varchar(9) NOT NULL', LEFT_OUT],
  // The new definition has no default.
  ['mysql', 'ALTER TABLE orders MODIFY state varchar(9) NOT NULL', LEFT_OUT],
  ['mysql', "ALTER TABLE orders MODIFY note varchar(9) NOT NULL DEFAULT ''", undefined],
  ['mysql', 'ALTER TABLE orders MODIFY note varchar(9)', undefined],
  ['mysql', 'ALTER TABLE orders MODIFY total bigint NOT NULL', undefined],
  ['mysql', 'ALTER TABLE orders MODIFY id int NOT NULL AUTO_INCREMENT', undefined],
  [
    'mysql',
    "ALTER TABLE orders MODIFY note varchar(9) NOT NULL; ALTER TABLE orders ALTER note SET DEFAULT ''",
    undefined,
  ],
  ['transactsql', 'ALTER TABLE orders ALTER COLUMN note varchar(9) NOT NULL', LEFT_OUT],
  ['transactsql', 'ALTER TABLE orders ALTER COLUMN note varchar(9) NULL', undefined],
  ['transactsql', 'ALTER TABLE orders ALTER COLUMN total bigint NOT NULL', undefined],
  // Its default is a constraint, which stays.
  ['transactsql', 'ALTER TABLE orders ALTER COLUMN state varchar(9) NOT NULL', undefined],
];
