import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { CAN, MARIADB_CAN } from '../../src/proxy/mysql/capabilities.ts';
import { COMMAND } from '../../src/proxy/mysql/commands.ts';
import { mysql } from '../../src/proxy/mysql/index.ts';
import { packet } from '../../src/proxy/mysql/packets.ts';
import type { ProxyMode } from '../../src/proxy/types.ts';
import { command, execute, int32, type LoginOptions, prepare, query, Wire } from '../proxy/mysql/wire.ts';
import { Recorder } from '../proxy/recorder.ts';
import { startTestProxy, type TestProxy } from '../proxy/start-proxy.ts';
import { startMariadb } from './mariadb-server.ts';
import { tryStart } from './program.ts';

// The commands of the protocol, byte by byte, through the proxy to MariaDB.

const server = await tryStart('commands through the MariaDB proxy', startMariadb);
const MODES = ['observe', 'warn', 'enforce'] as const;
const recorders: Recorder[] = [];
const proxies = new Map<ProxyMode, TestProxy>();

beforeAll(async () => {
  if (!server) return;
  await server.asOwner([
    'CREATE DATABASE shop',
    'CREATE DATABASE other',
    'CREATE USER plain@localhost',
    "CREATE USER second@localhost IDENTIFIED BY ''",
    'GRANT ALL ON *.* TO plain@localhost',
    'GRANT ALL ON *.* TO second@localhost',
    ...['shop', 'other'].map((name) => `CREATE TABLE ${name}.canary (id int PRIMARY KEY, note longtext)`),
  ]);
  for (const mode of MODES) {
    const near = await Recorder.start({ path: server.socket });
    recorders.push(near);
    proxies.set(
      mode,
      await startTestProxy({ host: '127.0.0.1', port: near.port }, { mode, protocol: mysql('mariadb') }),
    );
  }
});

afterAll(async () => {
  for (const proxy of proxies.values()) await proxy.close();
  for (const recorder of recorders) recorder.close();
  await server?.stop();
});

/** The proxy of the mode, without what earlier tests have left. */
function proxyIn(mode: ProxyMode): TestProxy {
  const proxy = proxies.get(mode);
  if (!proxy) throw new Error('it was not started');
  proxy.events.queries.splice(0);
  proxy.problems.splice(0);
  return proxy;
}

async function login(proxy: TestProxy, options: LoginOptions = {}): Promise<Wire> {
  const wire = await Wire.login(proxy.port, { database: 'shop', ...options });
  onTestFinished(() => wire.close());
  return wire;
}

/** The queries of the events: outcome, verdict and text. */
function recorded({ events }: TestProxy): readonly unknown[] {
  return events.queries.map((each) => [each.outcome, each.judged?.verdict, each.text() ?? '?']);
}

async function canaries(): Promise<number> {
  const [rows] = (await server?.asOwner(['SELECT count(*) AS n FROM shop.canary'])) ?? [];
  return Number((rows as { n: bigint }[])[0]?.n);
}

async function fill(): Promise<void> {
  await server?.asOwner(['REPLACE INTO shop.canary VALUES (1, "a"), (2, "b")']);
}

const BLOCKED =
  /^error 1644 42000 blocked by Querygate: this deletes every row of canary\. Rule `no-unfiltered-delete`/;
const UNFILTERED = 'DELETE FROM canary';

describe.skipIf(!server)('in mode enforce', () => {
  it.each<[string, Uint8Array]>([
    ['alone', query(UNFILTERED)],
    ['as the last of several statements', query(`SELECT 1; ${UNFILTERED}`)],
    ['as the first of several statements', query(`${UNFILTERED}; SELECT 1`)],
    ['in an executable comment', query(`/*!50000 ${UNFILTERED} */`)],
    ['in a comment of MariaDB', query(`/*M!100000 ${UNFILTERED} */`)],
    ['to be prepared', prepare(UNFILTERED)],
  ])('a forbidden statement %s is refused, and nothing runs', async (_, bytes) => {
    await fill();
    const proxy = proxyIn('enforce');
    const wire = await login(proxy);
    expect(await wire.ask(bytes)).toEqual([expect.stringMatching(BLOCKED)]);
    expect(await wire.ask(command(COMMAND.ping))).toEqual(['ok']);
    expect(await canaries()).toBe(2);
    expect(proxy.events.queries.map(({ outcome, sqlstate }) => [outcome, sqlstate])).toEqual([['blocked', '42000']]);
  });

  it.each([
    ['PREPARE s FROM @text', 'SQL is built at run time'],
    ["EXECUTE IMMEDIATE 'DELETE FROM canary'", 'this deletes every row'],
    ['BEGIN NOT ATOMIC DELETE FROM canary; END', 'this deletes every row'],
    ["SET SESSION sql_mode = 'NO_BACKSLASH_ESCAPES'; SELECT 'a\\'; DELETE FROM canary; -- '", 'deletes every row'],
    ['EXECUTE nothing', 'the prepared statement `nothing` is not known here'],
    ['nonsense', 'could not be read'],
  ])('%s is refused: %s', async (text, reason) => {
    await fill();
    const wire = await login(proxyIn('enforce'));
    expect(await wire.ask(query(text))).toEqual([expect.stringContaining(reason)]);
    expect(await canaries()).toBe(2);
  });

  it('a long reason leaves room for the rule and the event', async () => {
    const wire = await login(proxyIn('enforce'));
    const [error = ''] = await wire.ask(query(`DELETE FROM ${'é'.repeat(60)}; ${'DELETE FROM canary; '.repeat(50)}`));
    expect(error).toMatch(/Rule `no-unfiltered-delete`.* Event event-\d+ has the details\./);
    expect(Buffer.byteLength(error.slice('error 1644 42000 '.length))).toBeLessThanOrEqual(511);
  });

  it('the error is in ASCII for a client of another character set', async () => {
    const wire = await login(proxyIn('enforce'), { collation: 8 });
    const [error] = await wire.ask(query('DELETE FROM caf\xe9; SELECT 1'.replace('\xe9', '')));
    expect(error).toMatch(/this deletes every row of caf/);
    expect(await wire.ask(query(Buffer.from('DELETE FROM caf\xe9', 'latin1')))).toEqual([
      expect.stringMatching(/this deletes every row of caf\?\. Rule/),
    ]);
  });

  it('the word in the place of a refused query is rejected in every SQL mode', async () => {
    const wire = await login(proxyIn('enforce'));
    for (const mode of ['', 'ANSI', 'ORACLE', 'NO_BACKSLASH_ESCAPES', 'MSSQL', 'DB2', 'MAXDB', 'POSTGRESQL']) {
      expect(await wire.ask(query(`SET sql_mode = '${mode}'`))).toEqual(['ok']);
      expect(await wire.ask(query(UNFILTERED))).toEqual([expect.stringMatching(BLOCKED)]);
    }
  });

  it('the greeting does not offer what cannot be judged', async () => {
    const wire = await login(proxyIn('enforce'));
    const refused = CAN.compress | CAN.zstd | CAN.localFiles | CAN.queryAttributes | CAN.optionalMetadata;
    expect((wire.greeting?.capabilities ?? -1) & refused).toBe(0);
    const direct = await login(proxyIn('observe'));
    expect((direct.greeting?.capabilities ?? 0) & refused).toBe(CAN.compress | CAN.localFiles);
  });

  it.each([
    ['compression', CAN.compress],
    ['query attributes', CAN.queryAttributes],
    ['results without metadata', CAN.optionalMetadata],
  ])('a client that claims %s all the same is understood by proxy and server alike', async (_, capabilities) => {
    await fill();
    const wire = await login(proxyIn('enforce'), { capabilities });
    expect(await wire.ask(query(UNFILTERED))).toEqual([expect.stringMatching(BLOCKED)]);
    expect(await canaries()).toBe(2);
  });

  it('a file of the client cannot be loaded, whatever the client claims', async () => {
    const proxy = proxyIn('enforce');
    const wire = await login(proxy, { capabilities: CAN.localFiles });
    expect(await wire.ask(query("LOAD DATA LOCAL INFILE '/x' INTO TABLE canary"))).toEqual([
      expect.stringMatching(/^error 4166 HY000 /),
    ]);
    expect(recorded(proxy)).toEqual([['failed', 'allow', "LOAD DATA LOCAL INFILE '/x' INTO TABLE canary"]]);
  });

  it.each([
    ['COM_REFRESH', 0x07],
    ['COM_BINLOG_DUMP', 0x12],
    ['COM_TABLE_DUMP', 0x13],
    ['COM_REGISTER_SLAVE', 0x15],
    ['COM_BINLOG_DUMP_GTID', 0x1e],
    ['COM_MULTI', 0xfe],
    ['0x0d', 0x0d],
    ['0x55', 0x55],
  ])('the command %s is refused, and the session goes on', async (name, code) => {
    const proxy = proxyIn('enforce');
    const wire = await login(proxy);
    const [answer] = await wire.ask(command(code, int32(4), int32(0), int32(7)));
    expect(answer).toBe(
      `error 1047 08S01 Querygate: the command ${name} is not supported by the proxy, and mode enforce refuses what it cannot judge`,
    );
    expect(await wire.ask(query('DO 1'))).toEqual(['ok']);
    expect(recorded(proxy)).toEqual([
      ['blocked', 'unknown', '?'],
      ['ok', 'allow', 'DO 1'],
    ]);
  });

  it.each([
    ['COM_PROCESS_KILL', command(COMMAND.processKill, int32(1)), 'KILL 1'],
    ['COM_SHUTDOWN', command(COMMAND.shutdown, 0), 'SHUTDOWN'],
    ['COM_DROP_DB', command(COMMAND.dropDb, 'shop'), 'DROP DATABASE `shop`'],
  ])('the command %s is judged as %s', async (_, bytes, text) => {
    const proxy = proxyIn('enforce');
    const wire = await login(proxy);
    expect(await wire.ask(bytes)).toEqual([expect.stringMatching(/^error 1644 42000 /)]);
    expect(recorded(proxy)).toEqual([['blocked', 'block', text]]);
  });

  it.each<[string, Uint8Array]>([
    ['with a wrong sequence number', packet(1, Buffer.from([COMMAND.query]), 'DO 1')],
    ['that is cut short', command(COMMAND.statementExecute, 1)],
    ['without a payload', packet(0)],
  ])('a command %s ends the session', async (_, bytes) => {
    const proxy = proxyIn('enforce');
    const wire = await login(proxy);
    wire.send(bytes);
    await wire.ended();
    expect(proxy.problems).toEqual([expect.any(String)]);
  });

  it('a query that is sent before the change of the user has ended is judged as one of the new user', async () => {
    await fill();
    const proxy = proxyIn('enforce');
    const wire = await login(proxy);
    wire.send(command(COMMAND.changeUser, 'second\0', 0, 'shop\0', Buffer.from([45, 0]), 'mysql_native_password\0'));
    const { sequence, payload } = await wire.next();
    // The server asks for the password again.
    expect([sequence, payload[0]]).toEqual([1, 0xfe]);
    wire.send(packet(2), query(UNFILTERED));
    expect(await wire.read(2)).toEqual(['ok', expect.stringMatching(BLOCKED)]);
    expect(proxy.events.queries[0]?.caller.user).toBe('second');
    expect(await canaries()).toBe(2);
  });
});

describe.skipIf(!server)('a prepared statement', () => {
  /** The id in the answer to a PREPARE, which is read whole. */
  async function prepared(wire: Wire, text: string, more: number): Promise<number> {
    wire.send(prepare(text));
    const { payload } = await wire.next();
    await wire.read(more);
    return payload.readUInt32LE(1);
  }

  const LIMITED = 'UPDATE canary SET note = ? WHERE id > 0 LIMIT ?';

  it.each([
    ['enforce', '1000', 'error'],
    ['enforce', '5', 'ok'],
    ['observe', '1000', 'ok'],
  ] as const)('is judged with its values: in mode %s with LIMIT %s: %s', async (mode, limit, expected) => {
    const rules = `version: 1
extends: []
rules:
  - id: no-large-batch
    operations: [update]
    when: statement.limit > 100
    verdict: block
    message: too many rows at once
`;
    const upstream = { host: '127.0.0.1', port: recorders[0]?.port ?? 0 };
    const proxy = await startTestProxy(upstream, { mode, rules, protocol: mysql('mariadb') });
    onTestFinished(() => proxy.close());
    const wire = await login(proxy, { capabilities: CAN.noEof });
    const id = await prepared(wire, LIMITED, 2);
    const [answer] = await wire.ask(execute(id, ['x', limit]));
    expect(answer).toMatch(
      expected === 'ok' ? /^ok/ : /^error 1644 42000 blocked by Querygate: too many rows at once\./,
    );
    const [event] = proxy.events.queries;
    expect([event?.binds, event?.judged?.verdict, event?.text()]).toEqual([
      ['x', limit],
      limit === '5' ? 'allow' : 'block',
      LIMITED,
    ]);
    // Drivers do not send the types again: those of an execution that was refused are then added.
    const again = Buffer.concat([
      Buffer.from([0, 0]),
      Buffer.from([1]),
      Buffer.from('y'),
      Buffer.from([1]),
      Buffer.from('5'),
    ]);
    expect(await wire.ask(command(COMMAND.statementExecute, int32(id), 0, int32(1), again))).toEqual(['ok']);
    expect(proxy.events.queries[1]?.binds).toEqual(['y', '5']);
  });

  it('that is refused keeps no values that the client sent before', async () => {
    await fill();
    let closed: string | undefined;
    const upstream = { host: '127.0.0.1', port: recorders[0]?.port ?? 0 };
    const proxy = await startTestProxy(upstream, { closed: () => closed, protocol: mysql('mariadb') });
    onTestFinished(() => proxy.close());
    const wire = await login(proxy, { capabilities: CAN.noEof });
    const id = await prepared(wire, 'UPDATE canary SET note = ? WHERE id = 1', 1);
    const longData = (text: string) => command(COMMAND.statementSendLongData, int32(id), 0, 0, text);
    const run = command(COMMAND.statementExecute, int32(id), 0, int32(1), 0, 1, 0xfc, 0);
    closed = 'closed for a test';
    wire.send(longData('one'));
    expect(await wire.ask(run)).toEqual([expect.stringContaining('closed for a test')]);
    closed = undefined;
    wire.send(longData('two'));
    expect(await wire.ask(run)).toEqual(['ok']);
    expect(await server?.asOwner(['SELECT note FROM shop.canary WHERE id = 1'])).toEqual([[{ note: 'two' }]]);
    expect(proxy.events.queries.map(({ outcome, binds }) => [outcome, binds])).toEqual([
      ['blocked', undefined],
      ['ok', undefined],
    ]);
  });

  it('of an id that was not prepared or was closed gets the answer of the server', async () => {
    const proxy = proxyIn('enforce');
    const wire = await login(proxy, { capabilities: CAN.noEof });
    const id = await prepared(wire, 'SELECT 1', 1);
    wire.send(command(COMMAND.statementClose, int32(id)));
    for (const each of [id, 77, 0xffffffff])
      expect(await wire.ask(execute(each))).toEqual([expect.stringMatching(/^error 1243 HY000 /)]);
    expect(proxy.problems).toEqual([]);
  });

  it.each([
    ['older clients', 0, 6],
    ['newer clients', CAN.noEof, 4],
  ])('runs with a cursor for %s', async (_, capabilities, rows) => {
    const proxy = proxyIn('enforce');
    const wire = await login(proxy, { capabilities });
    const id = await prepared(wire, 'SELECT seq FROM seq_1_to_3', capabilities ? 1 : 2);
    const READ_ONLY = 1;
    const opened = await wire.ask(execute(id, [], READ_ONLY), 3);
    expect(opened.at(-1)).not.toMatch(/^error/);
    await wire.ask(command(COMMAND.statementFetch, int32(id), int32(2)), 3);
    await wire.ask(command(COMMAND.statementFetch, int32(id), int32(2)), 2);
    expect(await wire.ask(command(COMMAND.statementReset, int32(id)))).toEqual(['ok']);
    expect(await wire.ask(query('DO 1'))).toEqual(['ok']);
    expect(proxy.problems).toEqual([]);
    expect(rows).toBeGreaterThan(0);
    expect(recorded(proxy)).toEqual([
      ['ok', 'allow', 'SELECT seq FROM seq_1_to_3'],
      ['ok', 'allow', 'DO 1'],
    ]);
  });

  it('is forgotten when the session is reset', async () => {
    const wire = await login(proxyIn('enforce'), { capabilities: CAN.noEof });
    const id = await prepared(wire, 'SELECT 1', 1);
    expect(await wire.ask(command(COMMAND.resetConnection))).toEqual(['ok']);
    expect(await wire.ask(execute(id))).toEqual([expect.stringMatching(/^error 1243 /)]);
  });

  it('of SQL is judged again when its name is executed', async () => {
    const proxy = proxyIn('observe');
    const wire = await login(proxy);
    const texts = [
      "PREPARE s FROM 'DELETE FROM canary'",
      'EXECUTE s',
      'DEALLOCATE PREPARE s',
      "PREPARE `S` FROM 'SELECT 1'",
    ];
    for (const text of texts) expect(await wire.ask(query(text))).toEqual(['ok']);
    await wire.ask(query('execute s'), 5);
    expect(proxy.events.queries.map(({ judged }) => judged?.verdict)).toEqual([
      'block',
      'block',
      'allow',
      'allow',
      'allow',
    ]);
  });
});

describe.skipIf(!server)('in mode observe', () => {
  it('a file of the client is loaded, and the session goes on', async () => {
    const proxy = proxyIn('observe');
    const wire = await login(proxy, { capabilities: CAN.localFiles });
    await server?.asOwner(['CREATE OR REPLACE TABLE shop.loaded (id int)']);
    const [name] = await wire.ask(query("LOAD DATA LOCAL INFILE '/some/file' INTO TABLE loaded"));
    expect(name).toBe('\xfb/some/file');
    // Data that looks like a command.
    wire.send(packet(2, '1\n2\n'), packet(3, Buffer.from([COMMAND.query]), 'DROP TABLE canary\n'), packet(4));
    expect(await wire.read(1)).toEqual(['ok']);
    expect(await wire.ask(query('DO 1'))).toEqual(['ok']);
    expect(recorded(proxy)).toEqual([
      ['ok', 'allow', "LOAD DATA LOCAL INFILE '/some/file' INTO TABLE loaded"],
      ['ok', 'allow', 'DO 1'],
    ]);
  });

  it('what cannot be read is passed on, and recorded as unknown', async () => {
    const proxy = proxyIn('observe');
    const wire = await login(proxy, { capabilities: CAN.compress });
    // A compressed packet that is not compressed: its length, number, length before compression, then the packet.
    const ping = command(COMMAND.ping);
    wire.send(Buffer.from([ping.length, 0, 0, 0, 0, 0, 0]), ping);
    const answer = await wire.next();
    expect(answer.payload.length).toBeGreaterThan(0);
    expect(recorded(proxy)).toEqual([['ok', 'unknown', '?']]);
    expect(proxy.problems).toEqual(['the client uses compression, which the proxy cannot read; connect without it']);
  });

  it('a binary log is passed on, and recorded as unknown', async () => {
    const proxy = proxyIn('observe');
    const wire = await login(proxy);
    expect(await wire.ask(command(0x12, int32(4), Buffer.alloc(2), int32(7)))).toEqual([
      expect.stringMatching(/^error 1236 HY000 /),
    ]);
    expect(recorded(proxy)).toEqual([['ok', 'unknown', '?']]);
    expect(proxy.problems).toEqual(['the command COM_BINLOG_DUMP is not supported by the proxy']);
  });
});

describe.skipIf(!server)('commands of the protocol', () => {
  it.each(MODES)('are followed in mode %s', async (mode) => {
    const proxy = proxyIn(mode);
    const wire = await login(proxy);
    expect(await wire.ask(command(COMMAND.ping))).toEqual(['ok']);
    expect(await wire.ask(command(COMMAND.statistics))).toEqual([expect.stringMatching(/^Uptime/)]);
    expect(await wire.ask(command(COMMAND.setOption, 1, 0))).toEqual(['end']);
    expect(await wire.ask(command(COMMAND.setOption, 0, 0))).toEqual(['end']);
    expect((await wire.ask(command(COMMAND.fieldList, 'canary\0', '%'), 3)).at(-1)).toBe('end');
    expect(await wire.ask(command(COMMAND.fieldList, 'nothing\0'))).toEqual([expect.stringMatching(/^error 1146/)]);
    expect(await wire.ask(command(COMMAND.initDb, 'other'))).toEqual(['ok']);
    expect(await wire.ask(command(COMMAND.initDb, 'nothing'))).toEqual([expect.stringMatching(/^error 1049/)]);
    expect(await wire.ask(query('DO 1'))).toEqual(['ok']);
    expect(await wire.ask(command(COMMAND.resetConnection))).toEqual(['ok']);
    wire.send(command(COMMAND.quit));
    await wire.ended();
    expect(recorded(proxy)).toEqual([['ok', 'allow', 'DO 1']]);
    expect(proxy.events.queries[0]?.caller.database).toBe('other');
    expect(proxy.problems).toEqual([]);
  });

  it.each([
    ['older clients', 0],
    ['newer clients', CAN.noEof],
  ])('that call a procedure with a cursor of its own are followed to their end for %s', async (_, capabilities) => {
    await server?.asOwner([
      `CREATE OR REPLACE PROCEDURE shop.counted() BEGIN
        DECLARE one int;
        DECLARE c CURSOR FOR SELECT seq FROM seq_1_to_3;
        OPEN c;
        FETCH c INTO one;
        SELECT one;
        CLOSE c;
        SELECT 2;
      END`,
    ]);
    const proxy = proxyIn('enforce');
    const wire = await login(proxy, { capabilities });
    const NO_CURSOR = 0;
    const READ_ONLY = 1;
    for (const bytes of [
      [query('CALL counted()')],
      [prepare('CALL counted()'), execute(0xffffffff, [], NO_CURSOR)],
      [prepare('CALL counted()'), execute(0xffffffff, [], READ_ONLY)],
    ]) {
      wire.send(...bytes, command(COMMAND.statistics));
      await wire.readUntil('Uptime');
    }
    expect(proxy.problems).toEqual([]);
    expect(recorded(proxy)).toEqual(Array(3).fill(['ok', 'allow', 'CALL counted()']));
  });

  it('are read whole, whatever pieces they come in', async () => {
    await fill();
    const wire = await login(proxyIn('enforce'));
    for (const byte of Buffer.concat([query(UNFILTERED), query('DO 1')])) {
      wire.send(Buffer.from([byte]));
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await wire.read(2)).toEqual([expect.stringMatching(BLOCKED), 'ok']);
    expect(await canaries()).toBe(2);
  });

  it('of more than 16 MB are joined', async () => {
    await fill();
    await server?.asOwner(['SET GLOBAL max_allowed_packet = 64 << 20']);
    onTestFinished(async () => void (await server?.asOwner(['SET GLOBAL max_allowed_packet = 16 << 20'])));
    const upstream = { host: '127.0.0.1', port: recorders[0]?.port ?? 0 };
    const proxy = await startTestProxy(upstream, { limits: { message: 64 << 20 }, protocol: mysql('mariadb') });
    onTestFinished(() => proxy.close());
    const wire = await login(proxy);
    const long = (text: string) => {
      const payload = Buffer.concat([Buffer.from([COMMAND.query]), Buffer.from(text)]);
      return [packet(0, payload.subarray(0, 0xffffff)), packet(1, payload.subarray(0xffffff))];
    };
    const text = 'x'.repeat(17 << 20);
    wire.send(...long(`UPDATE canary SET note = '${text}' WHERE id = 1`));
    expect(await wire.read(1)).toEqual(['ok']);
    wire.send(...long(`UPDATE canary SET note = '${text}' WHERE id = 2; DELETE FROM canary`));
    expect(await wire.read(1)).toEqual([expect.stringMatching(/^error 1644 /)]);
    // The row does not fit into one packet either.
    const rows = await wire.ask(query('SELECT note FROM canary WHERE id = 1'), 6);
    expect(rows.map(({ length }) => length)).toEqual([
      1,
      expect.any(Number),
      3,
      0xffffff,
      (17 << 20) + 9 - 0xffffff,
      3,
    ]);
    expect(
      createHash('md5')
        .update(rows[3] ?? '')
        .digest('hex'),
    ).toBeTruthy();
    expect(await canaries()).toBe(2);
  });

  it('of MariaDB that report their progress are followed', async () => {
    const proxy = proxyIn('enforce');
    const wire = await login(proxy, { capabilities: 1 << 29 });
    expect(MARIADB_CAN.progress).toBe(1);
    expect(await wire.ask(query('SET progress_report_time = 1'))).toEqual(['ok']);
    expect(proxy.problems).toEqual([]);
  });
});

describe.skipIf(!server)('the state of a session', () => {
  const facts = (proxy: TestProxy) =>
    proxy.events.queries.map((each) => [each.text() ?? '?', each.caller.database, each.inTransaction]);

  it.each([
    ['that the server reports', CAN.sessionTrack],
    ['that only statements show', 0],
  ])('%s is recorded with each query', async (_, capabilities) => {
    const proxy = proxyIn('enforce');
    const wire = await login(proxy, { capabilities });
    const steps = [
      'DO 1',
      'START TRANSACTION',
      'USE other',
      'DO 2',
      'SELECT nothing FROM canary',
      'COMMIT',
      'SET autocommit = 0',
      'DO 3',
      'SET autocommit = 1',
      'DO 4; BEGIN; DO 5',
      'DO 6',
      'ROLLBACK',
      'USE `shop`; DO 7',
      'DO 8',
    ];
    for (const step of steps) await wire.ask(query(step), step.split(';').length);
    const last = capabilities ? 'shop' : undefined;
    expect(facts(proxy)).toEqual([
      ['DO 1', 'shop', false],
      ['START TRANSACTION', 'shop', false],
      ['USE other', 'shop', true],
      ['DO 2', 'other', true],
      ['SELECT nothing FROM canary', 'other', true],
      ['COMMIT', 'other', undefined],
      ['SET autocommit = 0', 'other', false],
      ['DO 3', 'other', true],
      ['SET autocommit = 1', 'other', true],
      ['DO 4; BEGIN; DO 5', 'other', false],
      ['DO 6', 'other', true],
      ['ROLLBACK', 'other', true],
      ['USE `shop`; DO 7', 'other', false],
      ['DO 8', last, false],
    ]);
    expect(proxy.problems).toEqual([]);
  });

  it.each([
    [['CREATE TEMPORARY TABLE own (id int)', 'DELETE FROM own'], 'ok'],
    [['CREATE TABLE IF NOT EXISTS made (id int)', 'DELETE FROM made'], 'blocked'],
    [["SET @text = 'SELECT 1'", 'PREPARE s FROM @text', 'EXECUTE s'], 'ok'],
    [["SET @text = 'SELECT 1'", "PREPARE s FROM 'SELECT 2'", 'PREPARE t FROM @text', "SELECT 'naïve'"], 'ok'],
    [['SET NAMES latin1', 'SET NAMES utf8mb4', "SELECT 'naïve'"], 'ok'],
    [['SET STATEMENT max_statement_time = 5 FOR SELECT 1', "SELECT 'naïve'"], 'ok'],
    [["SET @@SESSION.sql_mode = CONCAT(@@sql_mode, ',STRICT_ALL_TABLES'), NAMES utf8mb4", "SELECT 'naïve'"], 'ok'],
    [['SET character_set_client = gbk', "SELECT 'naïve'"], 'blocked'],
    [["SET sql_mode = 'ANSI_QUOTES'", 'SELECT "id" FROM canary'], 'ok'],
  ])('%j: the last one is %s', async (texts, outcome) => {
    const proxy = proxyIn('enforce');
    const wire = await login(proxy);
    for (const text of texts) wire.send(query(text));
    wire.send(command(COMMAND.statistics));
    await wire.readUntil('Uptime');
    expect(proxy.events.queries.at(-1)?.outcome).toBe(outcome);
  });
});

describe.skipIf(!server)('the start of a session', () => {
  it('is refused if the server is of the other kind', async () => {
    const upstream = { host: '127.0.0.1', port: recorders[0]?.port ?? 0 };
    const proxy = await startTestProxy(upstream, { mode: 'observe', protocol: mysql('mysql') });
    onTestFinished(() => proxy.close());
    const wire = await Wire.open(proxy.port);
    onTestFinished(() => wire.close());
    await wire.next();
    expect(await wire.read(1)).toEqual([
      expect.stringMatching(
        /^error 1053 08S01 the database is MariaDB \(.*\): start the proxy with --upstream mariadb:/,
      ),
    ]);
  });

  it('is refused as by the server, if the server refuses it', async () => {
    const proxy = proxyIn('enforce');
    await expect(Wire.login(proxy.port, { user: 'nobody' })).rejects.toThrow(
      /^error 1045 28000 Access denied for user/,
    );
    await expect(Wire.login(proxy.port, { database: 'nothing' })).rejects.toThrow(/^error 1049 42000 /);
    expect(proxy.problems).toEqual([]);
  });

  it('is refused before the greeting while there are no rules', async () => {
    const upstream = { host: '127.0.0.1', port: recorders[0]?.port ?? 0 };
    const proxy = await startTestProxy(upstream, { protocol: mysql('mariadb') });
    onTestFinished(() => proxy.close());
    proxy.rules.current = undefined;
    const wire = await Wire.open(proxy.port);
    onTestFinished(() => wire.close());
    expect(await wire.read(1)).toEqual(['error 1053 HY000 the proxy has no rules yet; try again in a moment']);
  });

  it('is refused if the server cannot be reached', async () => {
    const proxy = await startTestProxy({ host: '/nowhere', port: 1 }, { protocol: mysql('mariadb') });
    onTestFinished(() => proxy.close());
    const wire = await Wire.open(proxy.port);
    onTestFinished(() => wire.close());
    expect(await wire.read(1)).toEqual([
      expect.stringMatching(/^error 1105 HY000 the database at .* cannot be reached/),
    ]);
  });

  it('can be probed without counting as a failed client', async () => {
    const folder = server?.socket.replace(/\/[^/]*$/, '') ?? '';
    const upstream = { host: folder, port: 3306, tls: undefined, timeout: 5000 };
    await mysql('mariadb').probe(upstream);
    await expect(mysql('mariadb').probe({ ...upstream, host: '/nowhere' })).rejects.toThrow('cannot be reached');
  });

  it('ends with an error that the client can read, as the proxy shuts down', async () => {
    const upstream = { host: '127.0.0.1', port: recorders[0]?.port ?? 0 };
    const proxy = await startTestProxy(upstream, { protocol: mysql('mariadb') });
    const idle = await login(proxy);
    const busy = await login(proxy);
    busy.send(query('SELECT SLEEP(10)'));
    await proxy.close();
    expect(await idle.next()).toMatchObject({ sequence: 0 });
    expect(await busy.read(1)).toEqual(['error 1053 08S01 the proxy is shutting down']);
    await Promise.all([idle.ended(), busy.ended()]);
  });
});
