import { parseArgs } from 'node:util';
import { startMariadb } from '../test/databases/mariadb-server.ts';
import { recordConversations } from '../test/proxy/mysql/fuzz/conversations.ts';
import { prepareFuzzing } from '../test/proxy/mysql/fuzz/prepare.ts';
import { fuzzReader } from '../test/proxy/mysql/fuzz/reader.ts';
import { fuzzSessions } from '../test/proxy/mysql/fuzz/sessions.ts';
import { Recorder } from '../test/proxy/recorder.ts';

// Changed conversations through the reader of the MySQL protocol, and random sessions through the proxy to a MariaDB: see
// test/proxy/mysql/fuzz. A failure names its seed: `npm run bench -- fuzz-proxy-mariadb --seed 123 --conversations 1 --commands 1`
// plays that one again.

const { values } = parseArgs({
  options: {
    conversations: { type: 'string', default: '300000' },
    commands: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
  },
});
const server = await startMariadb();
if (typeof server === 'string') throw new Error(server);
const near = await Recorder.start({ path: server.socket });
const seed = Number(values.seed);
const progress = (text: string) => process.stderr.write(`\r${text} `);
const print = ({ failures, ...counts }: { readonly failures: readonly string[] }) => {
  process.stdout.write(`\n${JSON.stringify(counts)}\n${failures.map((failure) => `${failure}\n`).join('')}`);
  if (failures.length > 0) process.exitCode = 1;
};
try {
  await prepareFuzzing(server);
  print(
    await fuzzReader({
      conversations: await recordConversations(near.port),
      count: Number(values.conversations),
      seed,
      progress: ({ conversations }) => progress(`${conversations} conversations`),
    }),
  );
  print(
    await fuzzSessions(server, {
      port: near.port,
      commands: Number(values.commands),
      seed,
      progress: ({ sessions, commands }) => progress(`${sessions} sessions, ${commands} commands`),
    }),
  );
} finally {
  near.close();
  await server.stop();
}
