import { spawnSync } from 'node:child_process';
import knex from 'knex';
import * as mariadb from 'mariadb';
import * as mysql2 from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mysql } from '../../src/proxy/mysql/index.ts';
import type { ProxyMode } from '../../src/proxy/types.ts';
import { Recorder } from '../proxy/recorder.ts';
import { startTestProxy, type TestProxy } from '../proxy/start-proxy.ts';
import { startMariadb } from './mariadb-server.ts';
import { runProgram, tryStart } from './program.ts';

// The programs and drivers that people use, through the proxy to MariaDB. In mode `observe` a recorder on each side shows that
// the proxy changes no byte.

const server = await tryStart('clients of the MariaDB proxy', startMariadb);
const MODES = ['observe', 'warn', 'enforce'] as const;
const recorders: Recorder[] = [];
const proxies = new Map<ProxyMode, { readonly port: number; readonly proxy: TestProxy }>();

beforeAll(async () => {
  if (!server) return;
  await server.asOwner([
    'CREATE DATABASE shop',
    "CREATE USER app@localhost IDENTIFIED BY 'secret'",
    'GRANT ALL ON *.* TO app@localhost',
    'CREATE TABLE shop.canary (id int PRIMARY KEY, note varchar(50))',
    'CREATE TABLE shop.item (id int PRIMARY KEY, note varchar(50), price decimal(8, 2))',
  ]);
  for (const mode of MODES) {
    const near = await Recorder.start({ path: server.socket });
    const proxy = await startTestProxy({ host: '127.0.0.1', port: near.port }, { mode, protocol: mysql('mariadb') });
    const far = await Recorder.start({ port: proxy.port });
    recorders.push(near, far);
    proxies.set(mode, { port: far.port, proxy });
  }
});

afterAll(async () => {
  for (const recorder of recorders) recorder.close();
  for (const { proxy } of proxies.values()) await proxy.close();
  await server?.stop();
});

/** Where to connect: undefined is the socket of the server, without the proxy. */
type Port = number | undefined;
type Work = (port: Port) => Promise<unknown>;

const LOGIN = { user: 'app', password: 'secret', database: 'shop' } as const;
const socket = server?.socket ?? '';

/** What statements give: a result, or the code of the error. */
async function all(
  work: readonly (() => Promise<unknown>)[],
  codeOf: (error: unknown) => unknown,
): Promise<readonly unknown[]> {
  const results: unknown[] = [];
  for (const each of work) results.push(await each().catch(codeOf));
  return results;
}

async function withMariadb(port: Port, options: mariadb.ConnectionConfig): Promise<unknown> {
  const client = await mariadb.createConnection({
    ...LOGIN,
    ...(port === undefined ? { socketPath: socket } : { host: '127.0.0.1', port }),
    multipleStatements: true,
    ...options,
  });
  const results = await all(
    [
      () => client.query('CREATE TEMPORARY TABLE work (id int, note varchar(50), at datetime, price decimal(8, 2))'),
      () =>
        client.batch('INSERT INTO work VALUES (?, ?, ?, ?)', [
          [1, 'naïve', new Date(0), '1.50'],
          [2, null, null, null],
        ]),
      () => client.execute('SELECT * FROM work WHERE id > ?', [0]),
      () => client.execute('SELECT * FROM work WHERE id > ?', [1]),
      () => client.query('SELECT 1 AS a; SELECT 2 AS b; DO 1'),
      () => Promise.all([client.query('SELECT 1'), client.execute('SELECT ?', ['x']), client.query('SELECT 2')]),
      () => client.query('SELECT nothing'),
      () => client.execute('SELECT nothing'),
      () => client.query("SELECT 1; SELECT 1 + 'é'"),
      () => client.query('DELETE FROM work'),
      async () => {
        await client.beginTransaction();
        await client.query("INSERT INTO canary VALUES (1, 'undone')");
        await client.rollback();
      },
      async () => {
        const prepared = await client.prepare('SELECT ? AS a, ? AS b');
        const rows = [await prepared.execute([1, 'x']), await prepared.execute([null, 2.5])];
        prepared.close();
        return rows;
      },
      async () => {
        const rows: unknown[] = [];
        for await (const row of client.queryStream('SELECT seq FROM seq_1_to_1000')) rows.push(row);
        return rows.length;
      },
      () => client.changeUser({ ...LOGIN, database: 'mysql' }),
      () => client.query('SELECT DATABASE()'),
      () => client.reset(),
      () => client.ping(),
      () => client.query('SELECT CURRENT_USER()'),
    ],
    (error) => (error instanceof mariadb.SqlError ? [error.errno, error.sqlState, error.sqlMessage] : error),
  );
  await client.end();
  return results;
}

const PHP = `
$results = [];
foreach ([true, false] as $emulate) {
  $db = new PDO($argv[1], 'app', 'secret',
    [PDO::ATTR_EMULATE_PREPARES => $emulate, PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION]);
  $run = function ($work) use (&$results) {
    try { $results[] = $work(); } catch (PDOException $error) { $results[] = $error->errorInfo; }
  };
  $run(fn() => $db->exec('CREATE TEMPORARY TABLE work (id int, note varchar(50))'));
  $run(function () use ($db) {
    $insert = $db->prepare('INSERT INTO work VALUES (?, ?)');
    foreach ([[1, 'naïve'], [2, null]] as $row) $insert->execute($row);
    return $insert->rowCount();
  });
  $run(function () use ($db) {
    $select = $db->prepare('SELECT * FROM work WHERE id >= :id');
    $select->execute([':id' => 1]);
    return $select->fetchAll(PDO::FETCH_NUM);
  });
  $run(fn() => $db->query('SELECT nothing'));
  $run(fn() => $db->query('SELECT 1; SELECT 2')->fetchAll(PDO::FETCH_NUM));
  $db->beginTransaction();
  $run(fn() => $db->exec("INSERT INTO canary VALUES (2, 'undone')"));
  $db->rollBack();
  $db = null;
}
echo json_encode($results);
`;

const PYTHON = `
import json, sys
import pymysql
from pymysql.constants import CLIENT
where = {'unix_socket': sys.argv[1]} if sys.argv[1].startswith('/') else {'host': '127.0.0.1', 'port': int(sys.argv[1])}
db = pymysql.connect(user='app', password='secret', database='shop', client_flag=CLIENT.MULTI_STATEMENTS, **where)
results = []
def run(sql, values=None):
    try:
        with db.cursor() as cursor:
            cursor.execute(sql, values)
            results.append([[str(value) for value in row] for row in cursor.fetchall()])
            while cursor.nextset():
                results.append([[str(value) for value in row] for row in cursor.fetchall()])
    except pymysql.MySQLError as error:
        results.append([error.args[0], str(error.args[1])])
run('CREATE TEMPORARY TABLE work (id int, note varchar(50))')
run('INSERT INTO work VALUES (%s, %s)', (1, 'naïve'))
run('SELECT * FROM work')
run('SELECT 1; SELECT 2')
run('SELECT nothing')
db.begin()
run("INSERT INTO canary VALUES (3, 'undone')")
db.rollback()
db.select_db('mysql')
run('SELECT DATABASE()')
db.ping()
db.close()
print(json.dumps(results))
`;

const SCRIPT = `
SELECT 'naïve', NULL, 1.5;
CREATE TEMPORARY TABLE work (id int);
INSERT INTO work VALUES (1), (2);
SELECT * FROM work; SELECT count(*) FROM work;
SELECT nothing;
DELIMITER //
CREATE OR REPLACE PROCEDURE shop.both_of() BEGIN SELECT 1; SELECT 2; END //
DELIMITER ;
CALL both_of();
DROP PROCEDURE shop.both_of;
SET @sql = 'SELECT ? + 1';
BEGIN;
INSERT INTO canary VALUES (4, 'undone');
ROLLBACK;
USE mysql
SELECT DATABASE();
SELECT repeat('x', 100000) AS long_one;
`;

/** The folder with the frameworks from npm that `.ci/run` installs. */
const FRAMEWORKS = process.env['QUERYGATE_TEST_FRAMEWORKS'];

const ORMS = {
  TypeORM: `
require('reflect-metadata');
const { DataSource, EntitySchema } = require('typeorm');
const columns = {
  id: { type: 'int', primary: true },
  note: { type: 'varchar', nullable: true },
  price: { type: 'decimal', precision: 8, scale: 2, nullable: true },
};
const Item = new EntitySchema({ name: 'Item', tableName: 'item', columns });
const db = new DataSource({ type: 'mariadb', ...JSON.parse(process.argv[1]), username: 'app', password: 'secret', database: 'shop', entities: [Item] });
(async () => {
  const results = [];
  await db.initialize();
  const items = db.getRepository('Item');
  results.push(await items.save([{ id: 1, note: 'naïve', price: '1.50' }, { id: 2 }]));
  results.push(await items.find({ order: { id: 'ASC' } }), await items.findOneBy({ id: 7 }));
  await items.update({ id: 2 }, { note: "two's" });
  results.push(await items.createQueryBuilder('i').where('i.note LIKE :note', { note: '%two%' }).getMany());
  await db.transaction((work) => work.save('Item', { id: 3 }).then(() => Promise.reject(new Error('undone')))).catch(() => undefined);
  results.push(await db.query('SELECT nothing').catch((error) => [error.errno, error.sqlState]));
  results.push(await items.count(), (await items.delete([1, 2])).affected);
  await db.destroy();
  console.log(JSON.stringify(results));
})();
`,
  Sequelize: `
const { Sequelize, DataTypes } = require('sequelize');
const { host, port, socketPath } = JSON.parse(process.argv[1]);
const db = new Sequelize('shop', 'app', 'secret', { dialect: 'mysql', logging: false, host, port, dialectOptions: { socketPath } });
const Item = db.define('item', { id: { type: DataTypes.INTEGER, primaryKey: true }, note: DataTypes.STRING }, { tableName: 'item', timestamps: false });
(async () => {
  const results = [];
  await Item.bulkCreate([{ id: 1, note: 'naïve' }, { id: 2, note: null }]);
  results.push(await Item.findAll({ order: ['id'], raw: true }), await Item.update({ note: "two's" }, { where: { id: 2 } }));
  await db.transaction(async (transaction) => {
    await Item.create({ id: 3 }, { transaction });
    throw new Error('undone');
  }).catch(() => undefined);
  results.push(await db.query('SELECT nothing').catch((error) => [error.parent.errno, error.parent.sqlState]));
  results.push(await Item.count(), await Item.destroy({ where: { id: [1, 2] } }));
  await db.close();
  console.log(JSON.stringify(results));
})();
`,
} as const;

function addressOf(port: Port): { readonly socketPath: string } | { readonly host: string; readonly port: number } {
  return port === undefined ? { socketPath: socket } : { host: '127.0.0.1', port };
}

/** Work that the rules allow, and what it needs. */
const CLIENTS: readonly (readonly [string, string | undefined, Work])[] = [
  [
    'mariadb',
    undefined,
    async (port) => {
      const where = port === undefined ? [`--socket=${socket}`] : ['--host=127.0.0.1', `--port=${port}`];
      const args = ['--no-defaults', ...where, '--user=app', '--password=secret', '--force', '--table', 'shop'];
      return await runProgram(server?.programs.mariadb ?? '', args, { input: SCRIPT, allowed: [0, 1] });
    },
  ],
  ['the driver mariadb', undefined, (port) => withMariadb(port, {})],
  [
    'the driver mariadb, one command after the other',
    undefined,
    (port) => withMariadb(port, { pipelining: false, bulk: false }),
  ],
  [
    'PDO of PHP',
    missing('php', ['-r', 'exit(extension_loaded("pdo_mysql") ? 0 : 1);']),
    async (port) => {
      const where = port === undefined ? `unix_socket=${socket}` : `host=127.0.0.1;port=${port}`;
      return JSON.parse(
        (await runProgram('php', ['-r', PHP, '--', `mysql:${where};dbname=shop;charset=utf8mb4`])).stdout,
      );
    },
  ],
  [
    'PyMySQL',
    missing('/usr/bin/python3', ['-c', 'import pymysql']),
    async (port) => JSON.parse((await runProgram('/usr/bin/python3', ['-c', PYTHON, String(port ?? socket)])).stdout),
  ],
  ['the driver mysql2', undefined, withMysql2],
  ['Knex', undefined, withKnex],
  ...Object.entries(ORMS).map(
    ([name, script]) =>
      [
        name,
        FRAMEWORKS === undefined
          ? 'QUERYGATE_TEST_FRAMEWORKS is not set'
          : missing(process.execPath, ['-e', `require('${name.toLowerCase()}')`], FRAMEWORKS),
        async (port: Port) => {
          const args = ['-e', script, '--', JSON.stringify(addressOf(port))];
          return JSON.parse((await runProgram(process.execPath, args, { cwd: FRAMEWORKS })).stdout);
        },
      ] as const,
  ),
];

/** Why a program is not usable; undefined if it is. */
function missing(program: string, probe: readonly string[], cwd?: string): string | undefined {
  return spawnSync(program, probe, { stdio: 'ignore', cwd }).status === 0
    ? undefined
    : `${program} ${probe.join(' ')} fails`;
}

for (const [name, reason] of CLIENTS)
  if (server && reason) process.stdout.write(`not run: ${name} through the MariaDB proxy (${reason})\n`);

async function withMysql2(port: Port): Promise<unknown> {
  const client = await mysql2.createConnection({
    ...LOGIN,
    ...(port === undefined ? { socketPath: socket } : { host: '127.0.0.1', port }),
    multipleStatements: true,
  });
  const rows = async (result: Promise<readonly unknown[]>) => (await result)[0];
  const results = await all(
    [
      () => rows(client.query('CREATE TEMPORARY TABLE work (id int, note varchar(50), at datetime)')),
      () => rows(client.execute('INSERT INTO work VALUES (?, ?, ?)', [1, 'naïve', new Date(0)])),
      () => rows(client.execute('SELECT * FROM work WHERE id > ?', [0])),
      () => rows(client.query('SELECT 1; SELECT * FROM work')),
      () => rows(client.query('SELECT nothing')),
      () => rows(client.execute('SELECT nothing')),
      () => client.changeUser({ ...LOGIN, database: 'mysql' }),
      () => rows(client.query('SELECT DATABASE()')),
      () => client.ping(),
    ],
    (error) => ({ ...(error as { errno: number; sqlState: string }) }),
  );
  await client.end();
  return results;
}

/** With a pool of one connection, so that a query after an error uses the connection of the error. */
async function withKnex(port: Port): Promise<unknown> {
  const db = knex({ client: 'mysql2', connection: { ...LOGIN, ...addressOf(port) }, pool: { min: 1, max: 1 } });
  const items = () => db('item').select('id', 'note').orderBy('id');
  try {
    return await all(
      [
        () =>
          db('item').insert([
            { id: 1, note: 'naïve' },
            { id: 2, note: null },
          ]),
        () => db('item').where({ id: 2 }).update({ note: "two's" }),
        items,
        () => db.raw('SELECT ? AS a, ?? FROM item WHERE id = ?', ['x', 'id', 1]).then(([rows]) => rows),
        () => db.raw('SELECT nothing'),
        () =>
          db.transaction(async (outer) => {
            await outer('item').insert({ id: 3, note: 'kept' });
            await outer.transaction((inner) => inner('item').insert({ id: 1, note: 'again' })).catch(() => undefined);
            return outer('item').where({ id: 3 }).del();
          }),
        () =>
          db.transaction((work) =>
            work('item')
              .insert({ id: 4 })
              .then(() => work.raw('SELECT nothing')),
          ),
        items,
        () => db('item').whereIn('id', [1, 2]).del(),
      ],
      (error) => [(error as { errno: number }).errno, (error as { sqlState: string }).sqlState],
    );
  } finally {
    await db.destroy();
  }
}

describe.skipIf(!server).each(MODES)('in mode %s', (mode) => {
  it.for(CLIENTS)('%s works as without the proxy', async ([, reason, work], { skip }) => {
    if (reason) skip(reason);
    const { port, proxy } = proxies.get(mode) ?? {};
    const direct = await work(undefined);
    expect(await work(port)).toEqual(direct);
    expect(proxy?.problems).toEqual([]);
  });

  it('a refused query is recorded with its rule, and the next one runs', async () => {
    const { port = 0, proxy } = proxies.get(mode) ?? {};
    const client = await mariadb.createConnection({ ...LOGIN, host: '127.0.0.1', port });
    const outcome = await client.query('DELETE FROM canary').then(
      () => 'ok',
      (error: mariadb.SqlError) => [error.errno, error.sqlState, error.sqlMessage],
    );
    expect(await client.query('SELECT 1 AS a')).toEqual([{ a: 1 }]);
    await client.end();
    const recorded = proxy?.events.queries.findLast((query) => query.text() === 'DELETE FROM canary');
    const refused = [
      1644,
      '42000',
      expect.stringMatching(
        /^blocked by Querygate: this deletes every row of canary\. Rule `no-unfiltered-delete`.* Event event-\d+ has the details\./,
      ),
    ];
    const expected = mode === 'enforce' ? [refused, 'blocked', '42000'] : ['ok', 'ok', undefined];
    expect([outcome, recorded?.outcome, recorded?.sqlstate]).toEqual(expected);
    expect(recorded?.judged).toMatchObject({ verdict: 'block', rules: ['no-unfiltered-delete'], mode });
    expect(recorded?.caller).toMatchObject({ user: 'app', database: 'shop' });
  });
});

it.skipIf(!server)('in mode observe not one byte is changed by any client', async () => {
  const [near, far] = recorders;
  expect(far?.sessions.length).toBeGreaterThan(4);
  expect(near?.digests('toServer')).toEqual(far?.digests('toServer'));
  expect(far?.digests('toClient')).toEqual(near?.digests('toClient'));
});
