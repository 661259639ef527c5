import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { RulesetFiles } from '../../../src/contract/index.ts';
import { collectSnapshot, readStoredRows, rowLine } from '../../../src/history/index.ts';
import { type Dialect, FACTS_VERSION, type HistorySourceKind } from '../../../src/model/index.ts';
import type { EventOutcome, EventTask, StoredRow } from '../../../src/server/engine/engine.ts';
import { readEvents } from '../../../src/server/engine/tasks/read-events.ts';
import { readSnapshot } from '../../../src/server/engine/tasks/read-snapshot.ts';
import { WorkerCache } from '../../../src/server/engine/tasks/worker-cache.ts';
import { eventTask, rule, ruleFile, sent, TODAY, toolsOver, UNKNOWN_CALLER } from './build.ts';

const kept = new WorkerCache();
const AT = Date.parse('2026-11-02T08:00:00Z');
const NOW = new Date('2026-11-20T12:00:00Z');

const SHOP = { user: 'app', application: 'web', database: 'shop' };

interface Ran extends Partial<Record<'user' | 'application' | 'database', string>> {
  readonly sql: string;
  readonly normalised?: boolean;
  readonly truncated?: boolean;
}

/** Executions as a log records them and as an event sends them. */
const RAN: readonly { readonly dialect: Dialect; readonly ran: Ran }[] = [
  { dialect: 'postgresql', ran: { ...SHOP, sql: "SELECT a FROM t WHERE b = 'x' LIMIT 5" } },
  { dialect: 'postgresql', ran: { ...SHOP, sql: 'SELECT a FROM t WHERE b IN (1, 2, 3) OFFSET 10' } },
  { dialect: 'postgresql', ran: { ...SHOP, sql: 'BEGIN; UPDATE t SET a = 1; COMMIT' } },
  { dialect: 'postgresql', ran: { ...SHOP, sql: "SELECT 1 /* controller='orders',action='show',job='7' */" } },
  { dialect: 'postgresql', ran: { sql: 'DROP TABLE t' } },
  { dialect: 'postgresql', ran: { ...SHOP, sql: 'CREATE TEMP TABLE t (a int); DROP TABLE t' } },
  { dialect: 'postgresql', ran: { ...SHOP, sql: "SELECT 'not closed" } },
  { dialect: 'postgresql', ran: { ...SHOP, sql: 'SELEC 1' } },
  { dialect: 'postgresql', ran: { ...SHOP, sql: 'SELECT a FROM t LIMIT $1', normalised: true } },
  { dialect: 'postgresql', ran: { ...SHOP, sql: 'UPDATE t SET a = 1 WHERE b', truncated: true } },
  { dialect: 'postgresql', ran: { ...SHOP, application: 'sidekiq 6.5.1 app [3 of 10 busy]', sql: 'SELECT 1' } },
  { dialect: 'postgresql', ran: { ...SHOP, user: 'v-token-app-AbCdEfGhIjKlMnOpQrSt-1700000000', sql: 'SELECT 1' } },
  { dialect: 'mysql', ran: { ...SHOP, sql: 'INSERT INTO `t` VALUES (1, "x"), (2, "y")' } },
  { dialect: 'mysql', ran: { ...SHOP, sql: 'SELECT a FROM t WHERE b LIKE ? LIMIT ?', normalised: true } },
  { dialect: 'mariadb', ran: { ...SHOP, sql: 'DELETE FROM t WHERE a = 1 LIMIT 10' } },
  { dialect: 'sqlite', ran: { ...SHOP, sql: 'SELECT "a" FROM t LIMIT 3' } },
  { dialect: 'transactsql', ran: { ...SHOP, sql: 'SELECT TOP 5 a FROM dbo.t' } },
];

function taskOf({ sql, user, application, database, normalised = false, truncated = false }: Ran, dialect: Dialect) {
  return eventTask(sql, { dialect, caller: { ...UNKNOWN_CALLER, user, application, database }, normalised, truncated });
}

async function outcomesOf(tasks: readonly EventTask[], rules?: RulesetFiles): Promise<EventOutcome[]> {
  const active = rules && 'acme/1';
  const { tools, reports } = toolsOver({ ...(rules && { 'acme/1': rules }) }, rules ? new WorkerCache() : kept);
  await readEvents({ tasks, active, today: TODAY }, tools);
  expect(reports.started).toEqual(tasks.map((_, index) => index));
  return reports.parts as EventOutcome[];
}

async function rowsOf(task: EventTask): Promise<readonly StoredRow[]> {
  const [outcome] = await outcomesOf([task]);
  if (!outcome || !('rows' in outcome)) throw new Error(JSON.stringify(outcome));
  return outcome.rows;
}

/** The snapshot that `history collect` makes of the lines of a log. */
async function collected(
  ran: Ran | readonly object[],
  dialect: Dialect,
  format: HistorySourceKind = 'jsonl',
): Promise<Uint8Array> {
  const folder = mkdtempSync(join(tmpdir(), 'querygate-events-'));
  try {
    const path = join(folder, 'snapshot.jsonl.gz');
    const lines = [ran].flat().map((line) => `${JSON.stringify({ ...line, at: new Date(AT).toISOString() })}\n`);
    const bytes = new TextEncoder().encode(lines.join(''));
    await collectSnapshot([{ name: 'log.jsonl', bytes }], path, { dialect, format, now: NOW });
    return readFileSync(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

it.each(RAN)('an event adds the same row as a log entry: $dialect $ran.sql', async ({ dialect, ran }) => {
  const bytes = await collected(ran, dialect);
  const { rows } = await readStoredRows({ name: 'x', bytes });
  const ofLog = [...rows].flatMap(({ row, days }) => Array.from({ length: days['2026-11-02'] ?? 0 }, () => row.text));
  const ofEvent = await rowsOf(taskOf(ran, dialect));
  expect(ofEvent.map(({ text }) => text).sort()).toEqual(ofLog.sort());
  // The snapshot line can be rebuilt from it.
  const written = gunzipSync(bytes).toString().trimEnd().split('\n').slice(1);
  const counts = new Map<string, number>();
  for (const { text } of ofEvent) counts.set(text, (counts.get(text) ?? 0) + 1);
  const lines = [...counts].map(([text, calls]) => rowLine(text, `{"2026-11-02":${calls}}`));
  expect(lines.sort()).toEqual(written.sort());
});

/** Rows of a log, each as often as it ran. */
async function rowsOfLog(lines: readonly object[]): Promise<readonly string[]> {
  const bytes = await collected(lines, 'postgresql', 'postgresql-jsonlog');
  const { rows } = await readStoredRows({ name: 'x', bytes });
  return [...rows].flatMap(({ row, days }) => Array.from({ length: days['2026-11-02'] ?? 0 }, () => row.text)).sort();
}

/** A parameter as the server logs it. */
function written(value: string | null, at: number): string {
  return `$${at + 1} = ${value === null ? 'NULL' : `'${value}'`}`;
}

function textsOf(outcomes: readonly EventOutcome[]): readonly string[] {
  return outcomes.flatMap((outcome) => ('rows' in outcome ? outcome.rows.map(({ text }) => text) : [])).sort();
}

describe('the queries of a session add the same rows as its log', () => {
  const SESSIONS: readonly {
    dialect: Dialect;
    name: string;
    queries: readonly { sql: string; binds?: readonly (string | null)[] }[];
  }[] = [
    {
      dialect: 'postgresql',
      name: 'that creates, uses and drops a table',
      queries: [
        { sql: 'CREATE TEMP TABLE t (a int)' },
        { sql: 'INSERT INTO t VALUES ($1)', binds: ['7'] },
        { sql: 'SELECT a FROM t LIMIT $1', binds: ['100000'] },
        { sql: 'DELETE FROM t' },
        { sql: 'DROP TABLE t' },
        { sql: 'DROP TABLE t' },
      ],
    },
    {
      dialect: 'postgresql',
      name: 'that lets backslashes escape, and no more',
      queries: [
        { sql: 'SET standard_conforming_strings = off' },
        { sql: "SELECT a FROM t WHERE b = 'it\\'s' LIMIT 5" },
        { sql: 'RESET standard_conforming_strings' },
        { sql: "SELECT a FROM t WHERE b = '\\' LIMIT 5" },
      ],
    },
    {
      dialect: 'postgresql',
      name: 'with transactions',
      queries: [
        { sql: 'BEGIN' },
        { sql: 'CREATE TABLE s (a int)' },
        { sql: 'ROLLBACK' },
        { sql: 'TRUNCATE s' },
        { sql: 'BEGIN; CREATE TABLE s (a int); COMMIT' },
        { sql: 'TRUNCATE s' },
        { sql: 'ALTER TABLE s RENAME TO r' },
        { sql: 'DROP TABLE s' },
      ],
    },
    {
      dialect: 'postgresql',
      name: 'with bind values of every kind',
      queries: [
        { sql: 'SELECT a FROM t LIMIT $1 OFFSET $2', binds: ['50', '10'] },
        { sql: 'SELECT a FROM t LIMIT $1 OFFSET $2', binds: [null, 'x'] },
        { sql: 'SELECT a FROM t WHERE b LIKE $1', binds: ['%x'] },
        { sql: 'SELECT a FROM t WHERE b LIKE $1', binds: ['x%'] },
        { sql: 'SELECT a FROM t LIMIT $2', binds: ['50'] },
      ],
    },
  ];

  it.each(SESSIONS)('$dialect, $name', async ({ dialect, queries }) => {
    const lines = queries.map(({ sql, binds }, at) => ({
      ...{ timestamp: '2026-11-02 08:00:00.000 UTC', session_id: 's1', line_num: at + 1, error_severity: 'LOG' },
      ...{ user: SHOP.user, dbname: SHOP.database, application_name: SHOP.application, pid: 7 },
      message: `${binds ? 'execute <unnamed>' : 'statement'}: ${sql}`,
      ...(binds && { detail: `parameters: ${binds.map(written).join(', ')}` }),
    }));
    const tasks = queries.map(({ sql, binds }, at) =>
      eventTask(sql, {
        dialect,
        caller: { ...UNKNOWN_CALLER, ...SHOP },
        binds,
        session: { name: 's1', statement: at + 1 },
      }),
    );
    expect(textsOf(await outcomesOf(tasks))).toEqual(await rowsOfLog(lines));
  });

  it('is not assumed without all of its queries from the first on', async () => {
    const created = async (numbers: readonly number[], session = 's') => {
      const outcomes = await outcomesOf(
        ['CREATE TABLE t (a int)', 'SELECT 1', 'DROP TABLE t'].map((sql, at) =>
          eventTask(sql, { session: { name: session, statement: numbers[at] ?? 0 } }),
        ),
      );
      const last = outcomes.at(-1);
      const { operations } = JSON.parse((last && 'rows' in last && last.rows[0]?.text) || '{}');
      return operations[0].createdHere ?? (operations[0].notCarried?.includes('createdHere') ? undefined : false);
    };
    expect(await created([1, 2, 3])).toBe(true);
    expect(await created([2, 3, 4])).toBeUndefined();
    expect(await created([1, 2, 4])).toBeUndefined();
    expect(await created([1, 3, 4])).toBeUndefined();
    expect(await created([1, 1, 2])).toBeUndefined();
    expect(await created([1, 2, 2])).toBeUndefined();
    // Another job starts anew.
    expect(await created([1, 2, 3])).toBe(true);
  });

  it('that failed may have lost what it created', async () => {
    const outcomes = await outcomesOf(
      [
        { sql: 'CREATE TABLE t (a int)', failed: false },
        { sql: 'SELECT 1/0', failed: true },
        { sql: 'DROP TABLE t', failed: false },
      ].map(({ sql, failed }, at) => eventTask(sql, { failed, session: { name: 's', statement: at + 1 } })),
    );
    const last = outcomes.at(-1);
    const { operations } = JSON.parse((last && 'rows' in last && last.rows[0]?.text) || '{}');
    expect(operations[0].notCarried).toContain('createdHere');
  });

  it.each([
    [true, { inTransaction: true }],
    [false, {}],
    [undefined, undefined],
  ])('inTransaction %s is a fact', async (inTransaction, facts) => {
    const [row] = await rowsOf(eventTask('DROP INDEX i', { inTransaction }));
    const { notCarried, ...read } = JSON.parse(row?.text ?? '').facts;
    if (facts) expect(read).toMatchObject(facts);
    expect(notCarried.includes('inTransaction')).toBe(facts === undefined);
  });
});

describe('events with rows', () => {
  const ROW = async (ran: Partial<Ran> = {}) => {
    const [row] = await rowsOf(taskOf({ ...SHOP, sql: "DELETE FROM t WHERE a = 'x'", ...ran }, 'postgresql'));
    return JSON.parse(row?.text ?? '') as Record<string, unknown>;
  };
  const rowsTask = (...rows: unknown[]): EventTask => ({ rows, dialect: 'postgresql', judge: false });

  it.each(RAN.filter(({ dialect }) => dialect === 'postgresql'))(
    'add the row that a text adds: $ran.sql',
    async ({ ran }) => {
      const rows = await rowsOf(taskOf(ran, 'postgresql'));
      const [outcome] = await outcomesOf([rowsTask(...rows.map(({ text }) => JSON.parse(text)))]);
      expect(outcome && 'rows' in outcome && outcome.rows).toEqual(rows);
    },
  );

  it('are stored in one form, whatever the order of their keys', async () => {
    const row = await ROW();
    const turned = Object.fromEntries(Object.entries(row).reverse());
    const [one, other] = await outcomesOf([rowsTask(row), rowsTask(turned)]);
    expect(one).toEqual(other);
  });

  it('have their names masked like those of a log', async () => {
    const row = await ROW();
    const caller = {
      ...(row['caller'] as object),
      application: 'web-7d9c5b8f44-x2x1z',
      tags: { job: 'a secret, maybe' },
    };
    const [outcome] = await outcomesOf([rowsTask({ ...row, caller: { ...caller } })]);
    const [stored] = (outcome && 'rows' in outcome && outcome.rows) || [];
    const { caller: masked, callerPatterns } = JSON.parse(stored?.text ?? '');
    expect(masked).toMatchObject({ application: 'web-*-*' });
    expect(callerPatterns).toEqual(['application', 'tags']);
    expect(stored?.text).not.toContain('secret');
  });

  it('have lists of parameters folded, which older clients did not do', async () => {
    const row = await ROW();
    const shapes = ['select a from t where b in ($1, $2) and c = $3', 'select a from t where b in (?) and c = ?'];
    const [older, newer] = await outcomesOf(shapes.map((shape) => rowsTask({ ...row, shape })));
    expect(older).toEqual(newer);
    expect(older).toMatchObject({ shape: shapes[1] });
  });

  it.each<[string, (row: Record<string, unknown>) => unknown, RegExp]>([
    ['no object', () => 7, /must be a row/],
    ['a list', () => [], /must be a row/],
    ['null', () => null, /must be a row/],
    ['days of its own', (row) => ({ ...row, days: { '2026-11-02': 5 } }), /without its `days`/],
    ['an unknown key', (row) => ({ ...row, query: 'x' }), /unknown key `query`/],
    ['an unknown fact', (row) => ({ ...row, facts: { sql: 'x' } }), /unknown key `sql`/],
    ['a fact of another type', (row) => ({ ...row, facts: { limit: '5' } }), /facts.limit/],
    ['a fact both given and missing', (row) => ({ ...row, facts: { limit: 5, notCarried: ['limit'] } }), /both given/],
    ['an unknown operation', (row) => ({ ...row, operations: [{ kind: 'drop_everything' }] }), /kind. is unknown/],
    ['no operations', ({ operations: _, ...row }) => row, /operations/],
    ['no shape', ({ shape: _, ...row }) => row, /shape/],
    ['an empty shape', (row) => ({ ...row, shape: '' }), /shape/],
    ['a literal in the shape', (row) => ({ ...row, shape: "select 'secret' from t" }), /shape/],
    ['a number in the shape', (row) => ({ ...row, shape: 'select a from t where b = 4111' }), /shape/],
    ['a comment in the shape', (row) => ({ ...row, shape: 'select a from t -- secret' }), /shape/],
    ['a shape of any length', (row) => ({ ...row, shape: `select ${'a, '.repeat(9_000)} b from t` }), /shape/],
    ['another dialect', (row) => ({ ...row, dialect: 'mysql' }), /dialect/],
    ['a prototype', (row) => JSON.parse(`{"__proto__":{"a":1},${JSON.stringify(row).slice(1)}`), /unknown key/],
  ])('with %s are invalid, and the next event is read', async (_, change, detail) => {
    const row = await ROW();
    const [bad, good] = await outcomesOf([rowsTask(row, change(row)), rowsTask(row)]);
    expect(bad).toEqual({ invalid: expect.stringMatching(detail) });
    expect(bad && 'invalid' in bad && bad.invalid.startsWith('`/rows/1')).toBe(true);
    expect(good && 'rows' in good && good.rows).toHaveLength(1);
  });
});

describe('an event without a verdict is judged', () => {
  const RULES = sent(
    ruleFile(
      rule('no-drop', 'drop_table', '!operation.createdHere'),
      rule('no-deep', 'select', 'statement.limit > 1000'),
      rule('no-star', 'select', 'statement.selectStar', 'warn'),
      rule('no-app', 'delete', 'caller.application == "billing"'),
    ),
  );
  const session = (statement: number) => ({ name: 's', statement });
  const judged = async (...tasks: EventTask[]) => {
    const outcome = (await outcomesOf(tasks, RULES)).at(-1);
    if (!outcome || !('rows' in outcome)) throw new Error(JSON.stringify(outcome));
    return outcome.judged;
  };
  const text = (sql: string, more: Partial<Parameters<typeof eventTask>[1]> = {}) =>
    eventTask(sql, { judge: true, ...more });

  it.each<[string, () => EventTask[], string, string[]]>([
    ['a text', () => [text('SELECT 1')], 'allow', []],
    ['a text that warns', () => [text('SELECT * FROM t')], 'warn', ['no-star']],
    ['a text that is blocked', () => [text('DROP TABLE t')], 'block', ['no-drop']],
    ['a text that cannot be read', () => [text('SELEC 1')], 'unknown', ['unreadable']],
    ['no statement', () => [text('-- nothing')], 'allow', []],
    ['an unknown caller', () => [text('DELETE FROM t WHERE a = 1')], 'unknown', ['no-app']],
    ['a literal', () => [text('SELECT a FROM t LIMIT 5000')], 'block', ['no-deep']],
    ['a bind', () => [text('SELECT a FROM t LIMIT $1', { binds: ['5000'] })], 'block', ['no-deep']],
    ['a small bind', () => [text('SELECT a FROM t LIMIT $1', { binds: ['5'] })], 'allow', []],
    ['a bind that is not known', () => [text('SELECT a FROM t LIMIT $1')], 'unknown', ['no-deep']],
    [
      'a bind that is not a number',
      () => [text('SELECT a FROM t LIMIT $1', { binds: ['many'] })],
      'unknown',
      ['no-deep'],
    ],
    ['a normalised text', () => [text('SELECT a FROM t LIMIT $1', { normalised: true })], 'unknown', ['no-deep']],
    ['a normalised text that drops', () => [text('DROP TABLE t', { normalised: true })], 'block', ['no-drop']],
    [
      'a cut-off text',
      () => [text('SELECT a FROM t LIM', { truncated: true })],
      'unknown',
      ['no-deep', 'no-star', 'unreadable'],
    ],
    [
      'a table that the session created',
      () => [text('CREATE TABLE t (a int)', { session: session(1) }), text('DROP TABLE t', { session: session(2) })],
      'allow',
      [],
    ],
    [
      'a table that the session did not create',
      () => [text('CREATE TABLE t (a int)', { session: session(1) }), text('DROP TABLE u', { session: session(2) })],
      'block',
      ['no-drop'],
    ],
    [
      'a table that an unknown session may have created',
      () => [text('CREATE TABLE t (a int)', { session: session(1) }), text('DROP TABLE t', { session: session(3) })],
      'block',
      ['no-drop'],
    ],
  ])('%s', async (_, tasks, verdict, rules) => {
    const found = await judged(...tasks());
    expect({ verdict: found?.verdict, rules: found?.rules.toSorted() }).toEqual({ verdict, rules });
  });

  it.each<[string, string, object, string, string[]]>([
    ['a row', 'SELECT 1', {}, 'allow', []],
    [
      'a row that drops',
      'DROP TABLE t',
      { operations: [{ kind: 'drop_table', target: { name: 't' } }] },
      'block',
      ['no-drop'],
    ],
    [
      'a row of a session',
      'DROP TABLE t',
      { operations: [{ kind: 'drop_table', target: { name: 't' }, createdHere: true }] },
      'allow',
      [],
    ],
    ['a row with a limit', 'SELECT a FROM t', { facts: { hasLimit: true, limit: 5000 } }, 'block', ['no-deep']],
    ['a row without a fact', 'SELECT a FROM t', { facts: { notCarried: ['limit'] } }, 'unknown', ['no-deep']],
    ['a row that was not read', 'SELECT a FROM t', { unreadable: 'x' }, 'unknown', ['unreadable']],
    [
      'a caller whose name is masked',
      'DELETE FROM t WHERE a = 1',
      { caller: { application: 'bill*' }, callerPatterns: ['application'] },
      'unknown',
      ['no-app'],
    ],
    ['a caller', 'DELETE FROM t WHERE a = 1', { caller: { application: 'billing' } }, 'block', ['no-app']],
  ])('%s', async (_, sql, change, verdict, rules) => {
    const [row] = await rowsOf(eventTask(sql));
    const rows = [{ ...JSON.parse(row?.text ?? ''), ...change }];
    expect(await judged({ rows, dialect: 'postgresql', judge: true })).toEqual({ verdict, rules });
  });
});

it('reading a snapshot gives the rows of events, with their keys and days', async () => {
  const ran: Ran = { ...SHOP, sql: "SELECT a FROM t WHERE b = 'x' LIMIT 5" };
  const { tools, reports } = toolsOver({}, kept);
  const { header } = await readSnapshot({ bytes: await collected(ran, 'postgresql') }, tools);
  const [row] = await rowsOf(taskOf(ran, 'postgresql'));
  expect(reports.parts).toEqual([[{ row, days: { '2026-11-02': 1 } }]]);
  expect(header).toMatchObject({ querygateHistory: 1, rows: 1, statements: 1, collected: NOW.toISOString() });
  // The version of the facts comes first: the same text is another row in another version.
  expect(Buffer.from(row?.hash ?? []).toString('hex')).toBe(
    createHash('sha256')
      .update(`${FACTS_VERSION}\n${row?.text ?? ''}`)
      .digest('hex'),
  );
});

it.each([
  {
    name: 'given tags replace those of comments',
    given: { controller: 'orders' },
    kept: { controller: 'orders' },
  },
  {
    name: 'a tag that is never recorded has no effect',
    given: { team: 'x', job: 'nightly' },
    kept: { job: 'nightly' },
  },
  {
    name: 'an id in a tag is masked',
    given: { route: '/orders/7' },
    kept: { route: '/orders/*' },
    part: true,
  },
  { name: 'a value that is not a name is omitted', given: { action: 'a secret, maybe' }, kept: {}, part: true },
])('$name', async ({ given, kept: wanted, part }) => {
  const [row] = await rowsOf(eventTask("SELECT 1 /* job='other' */", { caller: { ...UNKNOWN_CALLER, tags: given } }));
  const { caller, callerPatterns } = JSON.parse(row?.text ?? '') as Record<string, Record<string, unknown>>;
  expect(caller?.['tags'] ?? {}).toEqual(wanted);
  expect(callerPatterns).toEqual(part ? ['tags'] : undefined);
});

it('a role given by a client is kept, unless it differs between processes', async () => {
  const [kept, changing] = await Promise.all(
    ['reporting', 'v-token-app-AbCdEfGhIjKlMnOpQrSt-1700000000'].map((role) =>
      rowsOf(eventTask('SELECT 1', { caller: { ...UNKNOWN_CALLER, role } })),
    ),
  );
  expect(JSON.parse(kept?.[0]?.text ?? '').caller.role).toBe('reporting');
  expect(JSON.parse(changing?.[0]?.text ?? '').caller.notCarried).toContain('role');
});

it('a text without a statement adds nothing', async () => {
  expect(await outcomesOf([eventTask(' -- nothing')])).toEqual([
    { rows: [], shape: '', flow: expect.stringMatching(/^[0-9a-f]{12}$/) },
  ]);
});

it('equal rows of one text are one object, which is transferred once', async () => {
  const rows = await rowsOf(eventTask('SELECT 1;'.repeat(500)));
  expect(rows).toHaveLength(500);
  expect(new Set(rows).size).toBe(1);
});

it('an event with too many statements is refused, and the next one is read', async () => {
  const wide = Array.from({ length: 160 }, (_, i) => `column_number_${i}_of_a_wide_table`).join();
  const many = Array.from({ length: 1400 }, (_, i) => `SELECT ${wide}, a${i} FROM t${i}`).join(';');
  const [first, second] = await outcomesOf([eventTask(many), eventTask('SELECT 1')]);
  expect(first).toEqual({ tooCostly: expect.stringMatching(/too many statements/) });
  expect(second).toMatchObject({ shape: 'select ?' });
});

it('no literal is left in what an event adds', async () => {
  const [secret] = await outcomesOf([
    eventTask("SELECT a FROM t WHERE b = 'geheim'; SET x = 'geheim'; CALL p('geheim')"),
  ]);
  expect(JSON.stringify(secret)).not.toContain('geheim');
});

it('an invalid snapshot is a ConfigError', async () => {
  const { tools } = toolsOver({}, kept);
  await expect(readSnapshot({ bytes: new TextEncoder().encode('hello') }, tools)).rejects.toThrow(
    /the first line is not a snapshot header/,
  );
});
