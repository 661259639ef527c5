import { parseArgs } from 'node:util';
import { fuzzProxy, prepareFuzzing } from '../test/databases/fuzz-proxy.ts';
import { startPostgresql } from '../test/databases/postgresql-server.ts';

// Sends random messages through the PostgreSQL proxy: see test/databases/fuzz-proxy.ts. A failure names the seed of its
// session: `npm run bench -- fuzz-proxy --seed 123 --messages 1` plays that one.

const { values } = parseArgs({
  options: { messages: { type: 'string', default: '1000000' }, seed: { type: 'string', default: '1' } },
});
const server = await startPostgresql();
if (typeof server === 'string') throw new Error(server);
try {
  await prepareFuzzing(server);
  const { failures, ...counts } = await fuzzProxy(server, {
    messages: Number(values.messages),
    seed: Number(values.seed),
    progress: ({ sessions, messages }) => process.stderr.write(`\r${sessions} sessions, ${messages} messages `),
  });
  process.stdout.write(`\n${JSON.stringify(counts)}\n${failures.map((failure) => `${failure}\n`).join('')}`);
  process.exitCode = failures.length > 0 ? 1 : 0;
} finally {
  await server.stop();
}
