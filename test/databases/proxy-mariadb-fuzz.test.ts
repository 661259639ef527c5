import { afterAll, beforeAll, expect, it } from 'vitest';
import { recordConversations } from '../proxy/mysql/fuzz/conversations.ts';
import { prepareFuzzing } from '../proxy/mysql/fuzz/prepare.ts';
import { fuzzReader } from '../proxy/mysql/fuzz/reader.ts';
import { fuzzSessions } from '../proxy/mysql/fuzz/sessions.ts';
import { Recorder } from '../proxy/recorder.ts';
import { startMariadb } from './mariadb-server.ts';
import { tryStart } from './program.ts';

const server = await tryStart('random messages to the MariaDB proxy', startMariadb);
const near = server && (await Recorder.start({ path: server.socket }));

afterAll(async () => {
  near?.close();
  await server?.stop();
});

beforeAll(async () => {
  if (server) await prepareFuzzing(server);
});

// Many more: `npm run bench -- fuzz-proxy-mariadb`.
it.skipIf(!server)('of three thousand changed conversations, none confuses the reader', async () => {
  if (!near) return;
  const conversations = await recordConversations(near.port);
  const result = await fuzzReader({ conversations, count: 3000, seed: 1 });
  expect(result.failures).toEqual([]);
  expect(result.refused).toBeGreaterThan(300);
  expect(result.ended).toBeGreaterThan(300);
});

it.skipIf(!server)('a thousand random commands run nothing forbidden, and get the answers of the server', async () => {
  if (!server || !near) return;
  const result = await fuzzSessions(server, { port: near.port, commands: 1000, seed: 1 });
  expect(result.failures).toEqual([]);
  expect(result.refused).toBeGreaterThan(10);
});
