import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PACKS } from '../../src/rules/index.ts';
import * as m from '../proxy/postgresql/wire.ts';
import { startTestProxy } from '../proxy/start-proxy.ts';
import { startPostgresql } from './postgresql-server.ts';
import { tryStart } from './program.ts';

// A refused query leaves the session exactly as PostgreSQL leaves it after an error of its own at that message.

const RULES = `version: 1
extends: [querygate:recommended@1]
rules:
  - id: no-wide-read
    operations: [select]
    when: statement.limit > 1000
    verdict: block
    message: it reads {statement.limit} rows
`;
const { sync, query: q, parse: p, bind: b, execute: e } = m;
/** Refused at once, whatever the session created before. */
const FORBIDDEN = "COPY canary TO PROGRAM 'true'";
const BY_LIMIT = 'SELECT id FROM canary LIMIT $1';

const server = await tryStart('refusals of the PostgreSQL proxy', startPostgresql);
const proxy = server && (await startTestProxy({ host: server.folder, port: server.port }, { rules: RULES }));
const wires: m.Wire[] = [];
let direct: m.Wire;
let guarded: m.Wire;

beforeAll(async () => {
  if (!server || !proxy) return;
  await server.asOwner('postgres', [
    'CREATE ROLE app SUPERUSER LOGIN',
    'CREATE TABLE canary (id int)',
    'INSERT INTO canary SELECT generate_series(1, 5)',
  ]);
  const session = { user: 'app', database: 'postgres' };
  direct = await m.Wire.connect({ host: server.folder, port: server.port }, session);
  guarded = await m.Wire.connect({ host: '127.0.0.1', port: proxy.port }, session);
  wires.push(direct, guarded);
});

afterAll(async () => {
  for (const wire of wires) wire.close();
  await proxy?.close();
  await server?.stop();
});

/** Examples of the rules that only count in a file, or that are texts of several sessions. */
const destructive = [...(PACKS.get('querygate:recommended@1') ?? [])].flatMap(({ id, verdict, examples }) =>
  examples
    .filter(({ dialect = 'postgresql' }) => [dialect].flat().includes('postgresql'))
    // What the base or a history says is not known on the wire.
    .filter(({ base, history }) => base === undefined && history === undefined)
    .flatMap(({ block = [] }) => (verdict === 'block' ? block.map((sql) => [id, sql] as const) : [])),
);

describe.skipIf(!server)('each destructive statement is refused', () => {
  it.each([
    ['a simple query', (sql: string) => [q(sql)]],
    ['one of several in a simple query', (sql: string) => [q(`SELECT 1; ${sql}`)]],
    ['the unnamed statement', (sql: string) => [...m.run(sql), sync()]],
    ['a prepared statement', (sql: string) => [p('s', sql), m.describeStatement('s'), b('p', 's'), e('p'), sync()]],
    ['a prepared statement of SQL', (sql: string) => [q(`PREPARE s AS ${sql}`)]],
  ])('as %s', async (_, messages) => {
    const passed: string[] = [];
    for (const [id, sql] of destructive) {
      const answers = await guarded.ask(messages(sql));
      if (answers.join() !== 'E 42501,Z I') passed.push(`${id}: ${sql}: ${answers.join()}`);
    }
    expect(destructive.length).toBeGreaterThan(50);
    expect(passed).toEqual([]);
  });
});

/** What the server itself refuses, and with which error, in the place of what the proxy refuses. */
interface Refused {
  readonly text: string;
  readonly value: string;
}
const OWN: Refused = { text: 'SELEC', value: 'none' };
const OURS: Refused = { text: FORBIDDEN, value: '100000' };
/** The server's own errors for these: a syntax error, and a malformed number. */
const ERRORS = new Map([
  ['E 42601', 'E 42501'],
  ['E 22P02', 'E 42501'],
]);

type Script = (refused: Refused) => readonly (readonly [messages: readonly Buffer[], ready?: number])[];
const SELECT = m.run('SELECT 1');

const SCRIPTS: readonly (readonly [string, Script])[] = [
  ['a simple query', ({ text }) => [[[q(text)]], [[q('SELECT 1')]]]],
  ['a simple query in a transaction', ({ text }) => [[[q('BEGIN')]], [[q(text)]], [[q('SELECT 1')]], [[q('COMMIT')]]]],
  [
    'a simple query after a savepoint',
    ({ text }) => [
      [[q('BEGIN; SAVEPOINT a')]],
      [[q(text)]],
      [[q('ROLLBACK TO a')]],
      [[q('SELECT 1')]],
      [[q('COMMIT')]],
    ],
  ],
  ['a simple query among others in a pipeline', ({ text }) => [[[q('SELECT 1'), q(text), q('SELECT 2')], 3]]],
  ['a Parse', ({ text }) => [[[p('', text), b('', ''), m.describePortal(''), e(''), sync()]], [[...SELECT, sync()]]]],
  [
    'a Parse with a name',
    ({ text }) => [
      [[p('s', text), sync()]],
      [[b('', 's'), e(''), sync()]],
      [[p('s', 'SELECT 7'), b('', 's'), e(''), sync()]],
      [[m.closeStatement('s'), sync()]],
    ],
  ],
  [
    'a Parse with the name of another statement',
    ({ text }) => [
      [[p('s', 'SELECT 7'), sync()]],
      [[p('s', text), sync()]],
      [[b('', 's'), e(''), sync()]],
      [[m.closeStatement('s'), sync()]],
    ],
  ],
  [
    'the unnamed Parse, which forgets the one before',
    ({ text }) => [[[p('', 'SELECT 7'), sync()]], [[p('', text), sync()]], [[b('', ''), e(''), sync()]]],
  ],
  [
    'a Parse after others',
    ({ text }) => [[[...SELECT, p('', text), b('', ''), e(''), ...SELECT, sync()]], [[...SELECT, sync()]]],
  ],
  [
    'a Parse between two Syncs',
    ({ text }) => [[[...SELECT, sync(), p('', text), b('', ''), e(''), sync(), ...SELECT, sync()], 3]],
  ],
  [
    'a Parse after BEGIN',
    ({ text }) => [
      [[...m.run('BEGIN'), p('', text), b('', ''), e(''), sync()]],
      [[...SELECT, sync()]],
      [[q('ROLLBACK')]],
    ],
  ],
  [
    'a Parse and a query that are skipped',
    ({ text }) => [[[p('', text), ...SELECT, q('SELECT 2'), sync(), q('SELECT 3')], 2]],
  ],
  [
    'a Parse after ROLLBACK of a failed transaction',
    ({ text }) => [
      [[q('BEGIN')]],
      [[q('SELECT 1/0')]],
      [[...m.run('ROLLBACK'), p('', text), sync()]],
      [[q('SELECT 1')]],
    ],
  ],
  [
    'a Bind',
    ({ value }) => [
      [[p('', BY_LIMIT), b('', '', [value]), m.describePortal(''), e(''), sync()]],
      [[...SELECT, sync()]],
    ],
  ],
  [
    'a Bind of a name',
    ({ value }) => [
      [[p('s', BY_LIMIT), sync()]],
      [[b('', 's', [value]), e(''), sync()]],
      [[b('', 's', ['2']), e(''), sync()]],
      [[m.closeStatement('s'), sync()]],
    ],
  ],
  [
    'a Bind in a transaction',
    ({ value }) => [
      [[q('BEGIN')]],
      [[p('', BY_LIMIT), b('p', '', ['2']), e('p', 1), b('', '', [value]), e(''), sync()]],
      [[e('p'), sync()]],
      [[q('ROLLBACK')]],
    ],
  ],
  [
    'a Bind and a savepoint',
    ({ value }) => [
      [[q('BEGIN; SAVEPOINT a')]],
      [[p('s', BY_LIMIT), b('', 's', [value]), e(''), sync()]],
      [[q('ROLLBACK TO a')]],
      [[b('', 's', ['1']), e(''), sync()]],
      [[q('COMMIT')]],
      [[m.closeStatement('s'), sync()]],
    ],
  ],
  ['a Bind with Flush', ({ value }) => [[[p('', BY_LIMIT), m.flush(), b('', '', [value]), m.flush(), e(''), sync()]]]],
  [
    'a Bind of a pipeline with several Syncs',
    ({ value }) => [
      [
        [
          p('s', BY_LIMIT),
          b('', 's', ['1']),
          e(''),
          sync(),
          b('', 's', [value]),
          e(''),
          sync(),
          b('', 's', ['2']),
          e(''),
          sync(),
          m.closeStatement('s'),
          sync(),
        ],
        4,
      ],
    ],
  ],
  [
    'a query after COPY',
    ({ text }) => [
      [[q('COPY canary TO STDOUT')]],
      [[q('COPY canary FROM STDIN'), m.copyData('6\n'), m.copyDone(), q(text)], 2],
      [[q('DELETE FROM canary WHERE id = 6')]],
    ],
  ],
  [
    'a query after COPY that failed',
    ({ text }) => [[[q('COPY canary FROM STDIN'), m.copyData('1\t2\n'), m.copyDone(), q(text), q('SELECT 1')], 3]],
  ],
  [
    'a query after COPY that the client ended',
    ({ text }) => [[[q('COPY canary FROM STDIN'), m.copyFail()]], [[q(text)]]],
  ],
  [
    'a Parse after COPY in a pipeline',
    ({ text }) => [
      [[...m.run('COPY canary FROM STDIN'), m.copyData('6\n'), m.copyDone(), sync(), p('', text), sync()], 2],
      [[q('DELETE FROM canary WHERE id = 6')]],
    ],
  ],
];

describe.skipIf(!server)('the server answers as after an error of its own', () => {
  it.each(SCRIPTS)('%s', async (_, script) => {
    const expected: string[][] = [];
    for (const [messages, ready] of script(OWN)) expected.push(await direct.ask(messages, ready));
    const mapped = expected.map((answers) => answers.map((answer) => ERRORS.get(answer) ?? answer));
    const answers: string[][] = [];
    for (const [messages, ready] of script(OURS)) answers.push(await guarded.ask(messages, ready));
    expect(answers).toEqual(mapped);
    expect(answers.flat()).toContain('E 42501');
    expect(answers.flat()).not.toContain('timeout');
  });

  it('a timeout while the server waits for the rest of a pipeline', async () => {
    const played: string[][] = [];
    for (const wire of [direct, guarded]) {
      await wire.ask([q('SET statement_timeout = 50')]);
      await wire.send(p('', 'SELECT 1'), m.flush());
      await sleep(200);
      const answers = [...wire.take(), ...(await wire.ask([b('', ''), e(''), sync()]))];
      played.push([...answers, ...(await wire.ask([q('SET statement_timeout = 0')]))]);
    }
    expect(played[0]).toEqual(['1', 'E 57014', 'Z I', 'C SET', 'Z I']);
    expect(played[1]).toEqual(played[0]);
  });

  it('a query in a failed transaction gets the error of the transaction', async () => {
    const answers: string[][] = [];
    for (const sql of ['BEGIN', 'SELECT 1/0', FORBIDDEN, 'ROLLBACK']) answers.push(await guarded.ask([q(sql)]));
    expect(answers).toEqual([
      ['C BEGIN', 'Z T'],
      ['E 22012', 'Z E'],
      ['E 25P02', 'Z E'],
      ['C ROLLBACK', 'Z I'],
    ]);
  });

  it('the client reads why, in any client encoding', async () => {
    for (const encoding of ['UTF8', 'LATIN1', 'SQL_ASCII']) {
      await guarded.ask([q(`SET client_encoding = ${encoding}`)]);
      expect(await guarded.ask([q(FORBIDDEN)])).toEqual(['E 42501', 'Z I']);
      expect(guarded.errors.at(-1)).toMatch(/^blocked by Querygate: /);
    }
    await guarded.ask([q('RESET client_encoding')]);
  });
});
