import type * as mariadb from 'mariadb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { check } from '../../src/library/index.ts';
import { type MariadbServer, OWNER, startMariadb } from './mariadb-server.ts';
import { tryStart } from './program.ts';

interface Row {
  readonly action: string;
  readonly rules: readonly string[];
  /** A statement that runs before. */
  readonly setup: string | undefined;
}

function row(action: string, rules: readonly string[] = [], setup?: string): Row {
  return { action, rules, setup };
}

const MAINTENANCE = ['no-blocking-maintenance'];
const FOREIGN_KEY = 'ADD FOREIGN KEY (n) REFERENCES customers (id)';
const TYPE = ['no-column-type-change'];
/** Rules about what happens to the values. */
const OF_VALUES = new Set(['no-column-type-change', 'no-discard-data']);

/**
 * Actions of ALTER TABLE during which nothing can write to the table: the server refuses them with LOCK=NONE. In this
 * version it does so whenever it has to copy the table.
 */
const HOLDS_WRITES: readonly Row[] = [
  row('CONVERT TO CHARACTER SET latin1', ['no-blocking-maintenance', 'no-discard-data']),
  row('ENGINE=MyISAM', MAINTENANCE),
  row('ENGINE=InnoDB', MAINTENANCE, 'ALTER TABLE t ENGINE=Aria'),
  row('ORDER BY a', MAINTENANCE),
  row('ADD SYSTEM VERSIONING', MAINTENANCE),
  row('PARTITION BY HASH (id) PARTITIONS 4', MAINTENANCE),
  row('REMOVE PARTITIONING', MAINTENANCE, 'ALTER TABLE t PARTITION BY HASH (id) PARTITIONS 2'),
  row('ADD FULLTEXT INDEX f (v)', ['no-blocking-index']),
  row('ADD SPATIAL INDEX s (place)', ['no-blocking-index']),
  row('DROP PRIMARY KEY', ['no-primary-key-change']),
  row(FOREIGN_KEY, ['require-not-valid-foreign-key']),
  row('ADD COLUMN c int REFERENCES customers (id)', ['require-not-valid-foreign-key']),
  row('ADD CONSTRAINT c CHECK (a >= 0)', ['require-not-valid-check']),
  row('ADD COLUMN c int AUTO_INCREMENT UNIQUE', ['no-rewriting-column']),
  row('ADD COLUMN c int AS (a + n) STORED', ['no-rewriting-column']),
  row('ADD COLUMN c uuid DEFAULT uuid()', ['no-rewriting-column']),
  row('ADD COLUMN c int DEFAULT (a + 1)', ['no-rewriting-column']),
  row('MODIFY a bigint NOT NULL', TYPE),
  row('MODIFY v varchar(20)', TYPE),
];

/** Actions during which others can write. */
const ONLINE: readonly Row[] = [
  // These rebuild the table, which makes replicas lag; on a table with a FULLTEXT index they hold writes too.
  row('ENGINE=InnoDB', MAINTENANCE),
  row('FORCE', MAINTENANCE),
  row('ROW_FORMAT=COMPRESSED', MAINTENANCE),
  row('DROP PRIMARY KEY, ADD PRIMARY KEY (id, a)', ['no-primary-key-change']),
  row('ADD INDEX (a), ADD UNIQUE (v)'),
  row('DROP INDEX n_i'),
  row('ADD COLUMN c int'),
  row('ADD COLUMN c int NOT NULL DEFAULT 5 AFTER id'),
  row('ADD COLUMN c int AS (a + n) VIRTUAL'),
  row('ADD COLUMN c int DEFAULT 4 CHECK (c > 3)'),
  row(FOREIGN_KEY, [], 'SET foreign_key_checks = 0'),
  row('ADD COLUMN c int REFERENCES customers (id)', [], 'SET foreign_key_checks = 0'),
  row('MODIFY v varchar(200)', TYPE),
  row("COMMENT='x', AUTO_INCREMENT=1000"),
  row('DEFAULT CHARACTER SET latin1'),
  row('DROP COLUMN a', ['no-drop-column']),
  row('RENAME COLUMN a TO b', ['no-rename']),
];

const server = await tryStart('locks of a real MariaDB', startMariadb);

describe.skipIf(!server)('what ALTER TABLE locks in MariaDB', () => {
  const running = server as MariadbServer;
  let client: mariadb.Connection;

  beforeAll(async () => {
    await running.asOwner(['CREATE DATABASE locks']);
    client = await running.connect(OWNER, 'locks');
    await client.query('CREATE TABLE customers (id int PRIMARY KEY)');
  });
  afterAll(async () => {
    await client?.end();
    await running.stop();
    process.stdout.write(`MariaDB: locks of ${HOLDS_WRITES.length + ONLINE.length} statements\n`);
  });

  /** The error number with which the server refuses the action under LOCK=NONE; 0 if it runs it. */
  async function runOnline(action: string, setup: string | undefined): Promise<number> {
    await client.query('SET foreign_key_checks = 1');
    await client.query('DROP TABLE IF EXISTS t');
    await client.query(
      'CREATE TABLE t (id int PRIMARY KEY, a int NOT NULL, n int, v varchar(100), KEY n_i (n)) ENGINE=InnoDB CHARSET=utf8mb4',
    );
    if (action.includes('SPATIAL')) await client.query('ALTER TABLE t ADD place point NOT NULL');
    if (setup !== undefined) await client.query(setup);
    // Options of partitions follow the others without a comma.
    const comma = /^(?:PARTITION|REMOVE)/.test(action) ? '' : ',';
    return client.query(`ALTER TABLE t LOCK=NONE${comma} ${action}`).then(
      () => 0,
      (error: mariadb.SqlError) => error.errno,
    );
  }

  it.each(HOLDS_WRITES)('$action holds writes', async ({ action, setup }) => {
    // ER_ALTER_OPERATION_NOT_SUPPORTED, with and without a reason.
    expect([1845, 1846]).toContain(await runOnline(action, setup));
  });

  it.each(ONLINE)('$action lets others write', async ({ action, setup }) => {
    expect(await runOnline(action, setup)).toBe(0);
  });
});

describe('what the rules say of these actions', () => {
  const reported = async (sql: string) => {
    const { findings } = await check(sql, { dialect: 'mariadb', path: 'x.sql' });
    return [...new Set(findings.map(({ rule }) => rule))].sort();
  };

  it.each([...HOLDS_WRITES, ...ONLINE])('$action is reported by $rules', async ({ action, rules, setup }) => {
    const before = setup?.startsWith('SET ') ? `${setup};\n` : '';
    expect(await reported(`${before}ALTER TABLE t ${action}`)).toEqual(rules);
  });

  it.each(HOLDS_WRITES)(
    '$action is not reported for its lock with LOCK=NONE, as the server refuses it',
    async ({ action, rules }) => {
      const comma = /^(?:PARTITION|REMOVE)/.test(action) ? '' : ',';
      expect(await reported(`ALTER TABLE t LOCK=NONE${comma} ${action}`)).toEqual(
        rules.filter((rule) => OF_VALUES.has(rule)),
      );
    },
  );
});
