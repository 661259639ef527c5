import { afterAll, expect, it } from 'vitest';
import { fuzzProxy, prepareFuzzing } from './fuzz-proxy.ts';
import { startPostgresql } from './postgresql-server.ts';
import { tryStart } from './program.ts';

const server = await tryStart('random messages to the PostgreSQL proxy', startPostgresql);

afterAll(async () => {
  await server?.stop();
});

// A million: `npm run bench -- fuzz-proxy`.
it.skipIf(!server)('a thousand random messages run nothing forbidden, and get the answers of the server', async () => {
  if (!server) return;
  await prepareFuzzing(server);
  const result = await fuzzProxy(server, { messages: 1000, seed: 1 });
  expect(result.failures).toEqual([]);
  expect(result.refused).toBeGreaterThan(10);
});
