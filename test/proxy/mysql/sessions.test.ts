import { describe, expect, it, onTestFinished } from 'vitest';
import { CAN } from '../../../src/proxy/mysql/capabilities.ts';
import { COMMAND } from '../../../src/proxy/mysql/commands.ts';
import { mysql } from '../../../src/proxy/mysql/index.ts';
import { errorPayload, packet } from '../../../src/proxy/mysql/packets.ts';
import type { ProxyMode } from '../../../src/proxy/types.ts';
import { startTestProxy, type TestProxy } from '../start-proxy.ts';
import { greetingOf, okPacket, ScriptedServer } from './scripted-server.ts';
import { command, query, shown, Wire } from './wire.ts';

// What only MySQL does, with a server that sends what MySQL's documentation says.

interface Parties {
  readonly server: ScriptedServer;
  readonly proxy: TestProxy;
  readonly wire: Wire;
}

async function start(mode: ProxyMode, greeting = greetingOf('8.0.36')): Promise<Parties> {
  const server = await ScriptedServer.start(greeting);
  onTestFinished(() => server.close());
  const proxy = await startTestProxy({ host: '127.0.0.1', port: server.port }, { mode, protocol: mysql('mysql') });
  onTestFinished(() => proxy.close());
  const wire = await Wire.open(proxy.port);
  onTestFinished(() => wire.close());
  return { server, proxy, wire };
}

/** Logs in with the fast way of `caching_sha2_password`. */
async function login(parties: Parties, capabilities = 0): Promise<void> {
  const { server, wire } = parties;
  const answer = wire.answerGreeting({ capabilities: capabilities | CAN.noEof });
  await server.received(1);
  server.send(packet(2, Buffer.from([1, 3])), okPacket(3));
  expect((await answer).payload).toEqual(Buffer.from([1, 3]));
  expect(await wire.read(1)).toEqual(['ok']);
}

/** Answers a query as the server does: a syntax error that quotes it, or OK. */
function answerQuery(server: ScriptedServer): string {
  const text = server.packets.at(-1)?.payload.toString('latin1', 1) ?? '';
  const isWord = text.startsWith('querygate_');
  const error = { code: 1064, sqlstate: '42000', message: `You have an error near '${text}' at line 1` };
  server.send(isWord ? packet(1, errorPayload(error)) : okPacket(1));
  return isWord ? 'a word' : text;
}

describe('the login of caching_sha2_password', () => {
  it.each(['observe', 'enforce'] as const)('is passed through with its key exchange in mode %s', async (mode) => {
    const { server, wire, proxy } = await start(mode);
    const answer = wire.answerGreeting({ capabilities: CAN.noEof });
    await server.received(1);
    server.send(packet(2, Buffer.from([1, 4])));
    await answer;
    wire.send(packet(3, Buffer.from([2])));
    await server.received(2);
    server.send(packet(4, Buffer.from([1]), '-----BEGIN PUBLIC KEY-----'));
    expect((await wire.next()).payload.toString()).toContain('BEGIN PUBLIC KEY');
    const secret = Buffer.alloc(256, 7);
    wire.send(packet(5, secret));
    await server.received(3);
    expect(server.packets.map(({ sequence }) => sequence)).toEqual([1, 3, 5]);
    expect(server.packets[2]?.payload).toEqual(secret);
    server.send(okPacket(6));
    expect(await wire.read(1)).toEqual(['ok']);
    expect(proxy.problems).toEqual([]);
  });

  it('holds a command back until the server has accepted the client', async () => {
    const { server, wire, proxy } = await start('enforce');
    const answer = wire.answerGreeting({ capabilities: CAN.noEof });
    await server.received(1);
    // The server would read it as a command: it does not wait for more of the login.
    wire.send(query('DELETE FROM orders'));
    server.send(packet(2, Buffer.from([1, 3])));
    await answer;
    expect(server.packets).toHaveLength(1);
    server.send(okPacket(3));
    await server.received(2);
    expect(answerQuery(server)).toBe('a word');
    expect(await wire.read(2)).toEqual(['ok', expect.stringMatching(/^error 1644 42000 blocked by Querygate/)]);
    expect(proxy.events.queries.map(({ outcome }) => outcome)).toEqual(['blocked']);
  });
});

describe('query attributes', () => {
  /** COM_QUERY with one attribute: `trace` is `id-1`. */
  const withAttribute = (text: string) => command(COMMAND.query, 1, 1, 0, 1, 0xfd, 0, 5, 'trace', 4, 'id-1', text);

  it.each(['SELECT 1', 'DELETE FROM orders'])('are read before the text %s in mode observe', async (text) => {
    const parties = await start('observe');
    const { server, wire, proxy } = parties;
    await login(parties, CAN.queryAttributes);
    wire.send(withAttribute(text), command(COMMAND.ping));
    await server.received(2);
    expect(server.packets[1]?.payload).toEqual(withAttribute(text).subarray(4));
    server.send(okPacket(1));
    expect(await wire.read(1)).toEqual(['ok']);
    expect(proxy.events.queries.map((each) => each.text())).toEqual([text]);
  });

  it('are not used in mode enforce, even if the client claims them', async () => {
    const parties = await start('enforce');
    const { server, wire } = parties;
    await login(parties, CAN.queryAttributes);
    expect((wire.greeting?.capabilities ?? 0) & CAN.queryAttributes).toBe(0);
    expect((server.packets[0]?.payload.readUInt32LE() ?? 0) & CAN.queryAttributes).toBe(0);
  });
});

describe('double quotes', () => {
  it.each([
    // Strings for one SQL mode, names and a statement for the other.
    ['SELECT 1 AS "\\"; DELETE FROM orders; -- "', 'a word'],
    ['SELECT "a", \'b\'', 'SELECT "a", \'b\''],
    ["SET sql_mode = 'STRICT_TRANS_TABLES'", "SET sql_mode = 'STRICT_TRANS_TABLES'"],
  ])('in %s are read both ways, because MySQL does not report its SQL mode', async (text, sent) => {
    const parties = await start('enforce');
    await login(parties);
    parties.wire.send(query(text));
    await parties.server.received(2);
    expect(answerQuery(parties.server)).toBe(sent);
  });

  it('are read in one way once the session has set its SQL mode', async () => {
    const parties = await start('enforce');
    await login(parties);
    const { server, wire } = parties;
    wire.send(query("SET SESSION sql_mode = 'STRICT_TRANS_TABLES'"));
    await server.received(2);
    answerQuery(server);
    const text = 'SELECT 1 AS "\\"; DELETE FROM orders; -- "';
    wire.send(query(text));
    await server.received(3);
    expect(answerQuery(server)).toBe(text);
  });
});

describe('the greeting', () => {
  it('that is an error is passed on', async () => {
    const blocked = packet(0, Buffer.from([0xff, 0x69, 0x04]), 'Host is blocked');
    const { wire } = await start('enforce', blocked);
    expect(await wire.read(1)).toEqual(['error 1129 HY000 Host is blocked']);
  });

  it('of another protocol ends the session', async () => {
    const { wire, proxy } = await start('enforce', packet(0, Buffer.from([9]), '3.23\0'));
    await wire.ended();
    expect(proxy.problems).toEqual(['a malformed packet']);
  });

  it('loses TLS, if the proxy has no certificate, and nothing else in mode observe', async () => {
    const offered = CAN.tls | CAN.compress | CAN.localFiles;
    const { wire } = await start('observe', greetingOf('8.0.36', offered));
    const { payload } = await wire.next();
    expect(payload).toEqual(greetingOf('8.0.36', CAN.compress | CAN.localFiles).subarray(4));
  });
});

describe('packets of the server', () => {
  it.each([
    ['that answer nothing', okPacket(0)],
    ['that are cut short', packet(1, Buffer.from([0]))],
  ])('%s end the session in mode enforce', async (_, bytes) => {
    const parties = await start('enforce');
    await login(parties);
    const { server, wire, proxy } = parties;
    if (bytes[3] === 1) {
      wire.send(command(COMMAND.ping));
      await server.received(2);
    }
    server.send(bytes);
    expect(shown(await wire.next())).toMatch(/^error 1047 08S01 Querygate cannot follow the protocol/);
    await wire.ended();
    expect(proxy.problems).toHaveLength(1);
  });

  it('reach the client whole, if a command that comes in the middle of one cannot be followed', async () => {
    const parties = await start('observe');
    await login(parties);
    const { server, wire, proxy } = parties;
    const error = packet(0, errorPayload({ code: 1927, sqlstate: '70100', message: 'Connection was killed' }));
    wire.send(command(COMMAND.ping));
    await server.received(2);
    server.send(okPacket(1), error.subarray(0, 12));
    expect(await wire.read(1)).toEqual(['ok']);
    wire.send(packet(7, Buffer.from([COMMAND.ping])));
    await server.received(3);
    expect(proxy.problems).toEqual(['a command with a wrong sequence number']);
    server.send(error.subarray(12));
    expect(await wire.read(1)).toEqual(['error 1927 70100 Connection was killed']);
  });

  it('that run a refused query all the same end the session', async () => {
    const parties = await start('enforce');
    await login(parties);
    const { server, wire, proxy } = parties;
    wire.send(query('DELETE FROM orders'));
    await server.received(2);
    server.send(okPacket(1));
    expect(await wire.read(1)).toEqual([expect.stringContaining('did not reject the text')]);
    await wire.ended();
    expect(proxy.events.queries.map(({ outcome }) => outcome)).toEqual(['blocked']);
  });
});
