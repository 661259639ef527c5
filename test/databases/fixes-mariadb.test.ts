import type * as mariadb from 'mariadb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkPull } from '../commands/build.ts';
import { type MariadbServer, OWNER, startMariadb } from './mariadb-server.ts';
import { tryStart } from './program.ts';

// Each fix on a real server: it takes the ALGORITHM and LOCK of the fix, and the table is the same as with the statement as
// it was.

const TABLE = 'CREATE TABLE t (id int PRIMARY KEY, a int NOT NULL, v varchar(100)) ENGINE=InnoDB;\n';

const FIXES: readonly (readonly [rule: string, sql: string])[] = [
  ['no-blocking-maintenance', 'ALTER TABLE t FORCE'],
  ['no-blocking-maintenance', 'alter table `t` row_format = COMPRESSED'],
  ['no-primary-key-change', 'ALTER TABLE t DROP PRIMARY KEY, ADD PRIMARY KEY (id, a)'],
  ['no-blocking-alter', 'CREATE INDEX i ON t (a, v) ALGORITHM=COPY'],
  ['no-blocking-alter', 'CREATE UNIQUE INDEX i ON t (id, a) LOCK SHARED'],
  ['no-blocking-alter', 'CREATE INDEX i ON t (v(10)) LOCK=EXCLUSIVE'],
  ['no-blocking-alter', 'ALTER TABLE t ADD INDEX i (a), LOCK=SHARED'],
  ['no-blocking-alter', 'ALTER TABLE t ADD UNIQUE INDEX i (a), ALGORITHM=COPY'],
];

async function fixed(rule: string, sql: string): Promise<string> {
  const base = { '.querygate/config.yml': 'version: 1\ndialect: mariadb\n', 'm/1.sql': TABLE };
  const { findings, rewritten } = await checkPull(base, { ...base, 'm/2.sql': `${sql};\n` }, { rewrite: true });
  expect(findings.filter(({ fix }) => fix).map((finding) => finding.rule)).toContain(rule);
  return rewritten?.[0]?.after ?? '';
}

const server = await tryStart('fixes on a real MariaDB', startMariadb);

describe.skipIf(!server)('fixes on a real MariaDB', () => {
  const running = server as MariadbServer;
  let client: mariadb.Connection;

  beforeAll(async () => {
    await running.asOwner(['CREATE DATABASE fixes']);
    client = await running.connect(OWNER, 'fixes');
  });
  afterAll(async () => {
    await client?.end();
    await running.stop();
    process.stdout.write(`MariaDB: ${FIXES.length} fixes\n`);
  });

  async function tableAfter(sql: string) {
    await client.query('DROP TABLE IF EXISTS t');
    await client.query(TABLE);
    await client.query("INSERT INTO t SELECT seq, seq, 'x' FROM seq_1_to_100");
    await client.query(sql);
    return [await client.query('SHOW CREATE TABLE t'), await client.query('SELECT * FROM t ORDER BY id')];
  }

  it.each(FIXES)('%s: %s', async (rule, sql) => {
    const after = await fixed(rule, sql);
    expect(after).toMatch(/ALGORITHM=INPLACE,? LOCK=NONE;\n$/i);
    expect(await tableAfter(after)).toEqual(await tableAfter(sql));
  });
});
