import { describe, expect, it } from 'vitest';
import { collectHistory } from '../../../src/history/collect/history.ts';
import { COLLECT_TOOLS } from '../../../src/history/collect/tools.ts';
import { sourcesOf } from '../../../src/history/index.ts';
import { type Completeness, FACTS_VERSION, type HistoryGap, type HistorySource } from '../../../src/model/index.ts';
import { NOW, source } from '../build.ts';

const statement = (milliseconds: number, at: number): string =>
  JSON.stringify({
    timestamp: '2026-11-19 12:00:00.000 UTC',
    user: 'app',
    dbname: 'shop',
    session_id: `67.${at}`,
    error_severity: 'LOG',
    message: `duration: ${milliseconds}.120 ms  statement: SELECT ${at}`,
  });
const SLOW = Array.from({ length: 12 }, (_, at) => statement(5 + at, at)).join('\n');
const FAST = `${SLOW}\n${statement(4, 99)}`;

const entry = (seconds: string, more = '') =>
  `# Time: 2026-11-19T12:00:00.000000Z\n# User@Host: app[app] @ host []  Id: 7\n# Query_time: ${seconds}  Lock_time: 0.0 Rows_sent: 1  Rows_examined: 1\n${more}SET timestamp=1763553600;\nSELECT 1;\n`;
const RATE = '# Log_slow_rate_type: query  Log_slow_rate_limit: 20\n';

const PGSS = 'query,calls\nSELECT $1,2\n';
const deallocated = (count: number | string) => `query,calls,dealloc\nSELECT $1,2,${count}\n`;
const DIGESTS = 'schema_name,digest_text,count_star\nshop,SELECT ?,2\n';
const STORE = 'query_sql_text,count_executions\nSELECT 1,2\n';

const reading = (at: string, calls: number, dealloc: number, reset = '2026-11-01T00:00:00Z') =>
  `read_at,queryid,calls,dealloc,stats_reset,query\n2026-11-${at}T00:00:00Z,1,${calls},${dealloc},${reset},SELECT $1\n`;

async function sourceOf(
  text: string,
  completeness: readonly Completeness[] = [],
  since?: string,
): Promise<HistorySource | undefined> {
  const { header } = await collectHistory(
    [{ name: 'x', bytes: Buffer.from(text) }],
    {
      ...{ dialect: 'postgresql', now: NOW, completeness },
      ...(since !== undefined && { since: { name: 'y', bytes: Buffer.from(since) } }),
    },
    COLLECT_TOOLS,
  );
  return header.sources[0];
}

describe('what may be missing in a source', () => {
  it.each<[string, string, readonly HistoryGap[], string?]>([
    ['a log of PostgreSQL with fast statements', FAST, []],
    ['a log of PostgreSQL with slow statements only', SLOW, ['slow-only']],
    ['a slow log with fast statements', entry('0.001'), []],
    ['a slow log with slow statements only', entry('2.5'), ['slow-only']],
    ['a slow log of one in 20 statements', entry('0.001', RATE), ['sampled']],
    ['a slow log of one in 20 slow statements', entry('2.5', RATE), ['sampled', 'slow-only']],
    ['pg_stat_statements without `dealloc`', PGSS, ['top-n']],
    ['pg_stat_statements that evicted nothing', deallocated(0), []],
    ['pg_stat_statements that evicted entries', deallocated(3), ['top-n']],
    ['pg_stat_statements whose `dealloc` is empty', deallocated(''), ['top-n']],
    ['two readings without an eviction', reading('19', 9, 2), [], reading('18', 3, 2)],
    ['two readings with an eviction between', reading('19', 9, 3), ['top-n'], reading('18', 3, 2)],
    [
      'two readings with a reset between',
      reading('19', 9, 2, '2026-11-18T12:00:00Z'),
      ['sampled'],
      reading('18', 3, 2),
    ],
    ['two readings without `dealloc`', PGSS, ['top-n'], PGSS.replace('2', '1')],
    ['digests', DIGESTS, []],
    ['digests whose table was full', `${DIGESTS}shop,NULL,40\n`, ['top-n']],
    ['Query Store', STORE, ['top-n']],
    ['JSON Lines', '{"sql":"select 1"}', []],
  ])('%s', async (_, text, expected, since) => {
    expect((await sourceOf(text, [], since))?.gaps).toEqual(expected);
  });

  it.each<[string, string, readonly Completeness[], readonly HistoryGap[]]>([
    ['adds to what the source shows', deallocated(3), ['sampled'], ['sampled', 'top-n']],
    ['names what JSON Lines lack', '{"sql":"select 1"}', ['texts-cut', 'top-n'], ['top-n', 'texts-cut']],
    ['replaces what is assumed of Query Store', STORE, ['every-call'], []],
    ['replaces what is assumed of slow statements', SLOW, ['every-call'], []],
    ['does not replace what pg_stat_statements shows', deallocated(3), ['every-call'], ['top-n']],
    ['does not replace what a slow log shows', entry('2.5', RATE), ['every-call'], ['sampled']],
  ])('the option `completeness` %s', async (_, text, completeness, expected) => {
    expect((await sourceOf(text, completeness))?.gaps).toEqual(expected);
  });
});

it.each<[string, Partial<HistorySource>, readonly HistoryGap[]]>([
  ['every statement', {}, []],
  [
    'slow statements',
    { notes: ['no statement took less than 5 ms: the log seems to hold slow statements only'] },
    ['slow-only'],
  ],
  [
    'one in N statements',
    { kind: 'mysql-slow', notes: ['the server logged only one in 20 (`log_slow_rate_limit`): counts are too low'] },
    ['sampled'],
  ],
  [
    'pg_stat_statements',
    {
      kind: 'pg-stat-statements',
      notes: ['the view keeps the most frequent statements only (`pg_stat_statements.max`): rare ones may be missing'],
    },
    ['top-n'],
  ],
  [
    'a full table of digests',
    {
      kind: 'mysql-digest',
      unread: { 'statement without a text: the digest table was full (`performance_schema_digests_size`)': 4 },
    },
    ['top-n'],
  ],
])('an older snapshot of %s lacks what its notes say', (_, given, expected) => {
  const { gaps: __, ...older } = source(given);
  expect(sourcesOf({ sources: [older], factsVersion: FACTS_VERSION })[0]?.gaps).toEqual(expected);
});

it('logs of tests are of their origin', async () => {
  const inputs = [{ name: 'x', bytes: Buffer.from('{"sql":"select 1"}') }];
  const { header } = await collectHistory(inputs, { dialect: 'postgresql', now: NOW, origin: 'tests' }, COLLECT_TOOLS);
  expect(header.sources[0]?.origin).toBe('tests');
});

it.each<[string, 'tests' | undefined, boolean]>([
  ['old in logs of tests', 'tests', false],
  ['new in logs of production', undefined, true],
])('a table that the session made is %s', async (_, origin, expected) => {
  const log = ['CREATE TABLE orders (id int)', 'DELETE FROM orders'].map((text, at) =>
    statement(at, 1).replace(`SELECT 1`, text),
  );
  const inputs = [{ name: 'x.json', bytes: Buffer.from(log.join('\n')) }];
  const { rows } = await collectHistory(inputs, { now: NOW, origin }, COLLECT_TOOLS);
  const deletes = rows.flatMap(({ operations }) => operations.filter(({ kind }) => kind === 'delete'));
  expect(deletes.map(({ createdHere }) => createdHere)).toEqual([expected]);
});
