import { parseArgs } from 'node:util';
import { listAudit } from '../src/server/audit/list-audit.ts';
import { countQueries } from '../src/server/queries/count-queries.ts';
import { listFlows } from '../src/server/queries/list-flows.ts';
import { listQueries } from '../src/server/queries/list-queries.ts';
import { migrate } from '../src/server/store/migrate.ts';
import { openDatabase } from '../src/server/store/open.ts';
import { ListedCalls, type Row } from './load/listed-calls.ts';
import { BEGIN, DAYS, fillStore, WORKSPACES } from './load/many-rows.ts';
import { startLoadDatabase } from './load/postgresql.ts';

// Measures what the database needs for the pages of the lists, for the chart and for the flows, in a store with many
// queries and as many audit entries. It never fails because of slow times.
// `npm run bench -- lists --rows 1000000 --only <part of a name>`

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '1000000' }, only: { type: 'string', default: '' } },
});
const rows = Number(values.rows);
if (!Number.isInteger(rows) || rows < 1000) throw new Error('`--rows` must be an integer from 1000');
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const HOUR = 3_600_000;
const at = (day: number) => new Date(BEGIN.getTime() + day * 24 * HOUR).toISOString();
const SPANS: Readonly<Record<string, object>> = {
  '': {},
  ' + a day': { from: at(DAYS / 2), to: at(DAYS / 2 + 1) },
  ' + 20 days': { from: at(5), to: at(25) },
};
/** Values that many rows have, few, and none. */
const QUERIES: Readonly<Record<string, object>> = {
  all: {},
  'rule often': { rule: 'rule-0' },
  'rule seldom': { rule: 'rule-29' },
  'rule never': { rule: 'rule-x' },
  'key often': { key: 'key_0' },
  'user often': { user: 'user-0' },
  'user seldom': { user: 'user-199' },
  'user never': { user: 'nobody' },
  'application often': { application: 'app-0' },
  'database often': { databaseId: 'db-0' },
  'database seldom': { databaseId: 'db-19' },
  'verdict allow': { verdict: 'allow' },
  'verdict block': { verdict: 'block' },
  'channel often': { channel: 'proxy' },
  'channel seldom': { channel: 'http' },
  'rule often + user often': { rule: 'rule-0', user: 'user-0' },
  'rule often + user seldom': { rule: 'rule-0', user: 'user-199' },
  'rule seldom + user seldom': { rule: 'rule-29', user: 'user-199' },
  'rule often + user never': { rule: 'rule-0', user: 'nobody' },
  'user often + application never': { user: 'user-0', application: 'nothing' },
  'database often + verdict block': { databaseId: 'db-0', verdict: 'block' },
  'verdict allow + channel never': { verdict: 'allow', channel: 'none' },
};
/** Of the slowest queries, which a page sorts. */
const SLOWEST: Readonly<Record<string, object>> = {
  ...Object.fromEntries(Object.entries(SPANS).map(([span, times]) => [`all${span}`, times])),
  'rule often': { rule: 'rule-0' },
  'user often': { user: 'user-0' },
  'user seldom': { user: 'user-199' },
  'database often + verdict block': { databaseId: 'db-0', verdict: 'block' },
  'verdict allow': { verdict: 'allow' },
  'all but allow': { verdict: 'block,warn,unknown' },
  'outcome ran': { outcome: 'ran' },
  'search often': { search: 'session-4' },
  'search never': { search: 'no such text' },
};
/** Of the largest pages, which are a walk of at most 200. */
const SLOWEST_ITEMS = 500;
const AUDIT: Readonly<Record<string, object>> = {
  all: {},
  'type often': { type: 'query.ingested' },
  'type seldom': { type: 'key.created' },
  'type never': { type: 'ruleset.saved' },
  'actor often': { actor: 'key_0' },
  'actor seldom': { actor: 'usr_9' },
  'database often': { databaseId: 'db-0' },
  'database seldom': { databaseId: 'db-19' },
  'actor often + type seldom': { actor: 'key_0', type: 'key.created' },
  'actor often + database seldom': { actor: 'key_0', databaseId: 'db-19' },
};
const FLOWS: Readonly<Record<string, object>> = {
  all: {},
  'verdict block': { verdict: 'block' },
  'database seldom': { databaseId: 'db-19' },
  'user seldom': { user: 'user-199' },
  'since 5 days': { from: at(DAYS - 5) },
};
const COUNTS: Readonly<Record<string, object>> = {
  '24 hours by minute': {
    interval: 'minute',
    from: at(DAYS - 1),
    to: new Date(Date.parse(at(DAYS - 1)) + 16 * HOUR).toISOString(),
  },
  '30 days by hour': { interval: 'hour', from: at(0), to: at(DAYS) },
  '30 days by day': { interval: 'day', from: at(0), to: at(DAYS) },
  '30 days by hour, one database': { interval: 'hour', from: at(0), to: at(DAYS), databaseId: 'db-19' },
};

const server = await startLoadDatabase();
if (typeof server === 'string') {
  process.stdout.write(`skipped: ${server}\n`);
  process.exit(0);
}
try {
  const db = await openDatabase({ url: server.url });
  await migrate(db);
  const begun = performance.now();
  await fillStore(server.url, rows);
  process.stdout.write(
    `PostgreSQL ${server.version}: ${rows} queries with their audit entries in ${WORKSPACES.length} workspaces, written in ${((performance.now() - begun) / 1000).toFixed(0)} s\n`,
  );
  const calls = new ListedCalls(db, values.only);
  const [{ id: workspace }] = WORKSPACES;
  const spanned = (filters: Readonly<Record<string, object>>): readonly Row[] =>
    Object.entries(filters).flatMap(([name, query]) =>
      Object.entries(SPANS).map(([span, times]) => [`${name}${span}`, { ...query, ...times }] as const),
    );
  await calls.pages('queries', spanned(QUERIES), (ctx, query) =>
    listQueries(ctx, workspace, query, { withTexts: true }),
  );
  await calls.pages('slowest', Object.entries(SLOWEST), (ctx, query) =>
    listQueries(ctx, workspace, { ...query, sort: 'slowest', limit: SLOWEST_ITEMS }, { withTexts: true }),
  );
  await calls.pages('audit', spanned(AUDIT), (ctx, query) => listAudit(ctx, workspace, query));
  await calls.pages('flows', Object.entries(FLOWS), (ctx, query) =>
    listFlows(ctx, workspace, query, { withTexts: true }),
  );
  await calls.pages('counts', Object.entries(COUNTS), async (ctx, query) => {
    const { items } = await countQueries(ctx, workspace, query as Parameters<typeof countQueries>[2]);
    return { items, next: undefined };
  });
  calls.summary();
  await db.close();
} finally {
  await server.stop();
}
