import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bundleIn } from './load/bundle.ts';
import { startMariadbUpstream } from './soak/proxy/mariadb.ts';
import { startPostgresqlUpstream } from './soak/proxy/postgresql.ts';
import { printProxySoak } from './soak/proxy/print.ts';
import { runProxySoak } from './soak/proxy/run.ts';

// Sends allowed and forbidden statements through the proxy while it, the service and the database are killed at random:
// nothing forbidden may run, and each acknowledged query must be in the audit trail once.
// `npm run bench -- soak-proxy --database mariadb --minutes 10 --kill-every 20 --server <folder of the bundle>` Exits 1 on any
// fault.

const DATABASES = { postgresql: startPostgresqlUpstream, mariadb: startMariadbUpstream } as const;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    'kill-every': { type: 'string', default: '20' },
    server: { type: 'string' },
    database: { type: 'string', default: 'postgresql' },
  },
});

const write = (text: string) => void process.stdout.write(text);
// Started processes end with this program.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const { database } = values;
if (!Object.hasOwn(DATABASES, database))
  throw new Error(`\`--database\` must be one of ${Object.keys(DATABASES).join(', ')}`);
const upstream = await DATABASES[database as keyof typeof DATABASES]();
if (typeof upstream === 'string') throw new Error(`the database is not available: ${upstream}`);
const folder = mkdtempSync(join(tmpdir(), 'querygate-soak-'));
try {
  const result = await runProxySoak({
    bundle: bundleIn(values.server),
    store: { kind: 'embedded', folder: join(folder, 'data') },
    upstream,
    minutes: numberOf('minutes'),
    killEvery: numberOf('kill-every'),
    print: (line) => write(`${line}\n`),
  });
  process.exitCode = printProxySoak(result, write) === 0 ? 0 : 1;
} finally {
  await upstream.stop();
  rmSync(folder, { recursive: true, force: true });
}

function numberOf(name: 'minutes' | 'kill-every'): number {
  const number = Number(values[name]);
  if (!(number > 0)) throw new Error(`\`--${name}\` must be a positive number`);
  return number;
}
