import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { benchService } from './load/bench-service.ts';
import { bundleIn, type Store } from './load/bundle.ts';
import { startLoadDatabase } from './load/postgresql.ts';

// Measures what one machine can do: dry runs, proxy queries and ingested events per second, compared with a bare route
// of the same framework in the same run; and how proxy queries fare while the engine has large work. It never fails
// because of slow times, and always on a wrong answer.
// `npm run bench -- service --store embedded|postgresql|both --seconds 10 --connections 16 --only <part of a route's name> --server <folder of the bundle> --cpu-prof <folder>`

const { values } = parseArgs({
  options: {
    store: { type: 'string', default: 'both' },
    seconds: { type: 'string', default: '10' },
    connections: { type: 'string', default: '16' },
    only: { type: 'string', default: '' },
    server: { type: 'string' },
    'cpu-prof': { type: 'string' },
  },
});

const kinds = values.store === 'both' ? (['postgresql', 'embedded'] as const) : [values.store];
const [seconds, connections] = [positive('seconds'), positive('connections')];
const bundle = bundleIn(values.server);
const [cpu] = cpus();
process.stdout.write(`${cpus().length} cores (${cpu?.model.trim() ?? 'unknown model'}), shared with the load\n`);

// Started processes end with this program.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

let faults = 0;
for (const kind of kinds) {
  const found = await openStore(kind);
  if (typeof found === 'string') {
    process.stdout.write(`skipped: ${kind} (${found})\n`);
    faults += values.store === 'both' ? 0 : 1;
    continue;
  }
  try {
    const profiles = values['cpu-prof'];
    faults += await benchService({ bundle, ...found, seconds, connections, profiles, only: values.only });
  } finally {
    await found.close();
  }
}
process.exitCode = faults === 0 ? 0 : 1;

async function openStore(
  kind: string,
): Promise<
  | { readonly store: Store; readonly databasePid: number | undefined; readonly what: string; close(): Promise<void> }
  | string
> {
  if (kind === 'postgresql') {
    const database = await startLoadDatabase();
    if (typeof database === 'string') return database;
    const { url, pid, version } = database;
    return {
      store: { kind, url },
      databasePid: pid,
      what: `PostgreSQL ${version} on the same machine, with fsync`,
      close: () => database.stop(),
    };
  }
  if (kind !== 'embedded') throw new Error(`\`--store ${kind}\` is unknown: use embedded, postgresql or both`);
  const folder = mkdtempSync(join(tmpdir(), 'querygate-load-'));
  return {
    store: { kind, folder: join(folder, 'data') },
    databasePid: undefined,
    what: 'the embedded store',
    close: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

function positive(name: 'seconds' | 'connections'): number {
  const number = Number(values[name]);
  if (!Number.isInteger(number) || number < 1) throw new Error(`\`--${name}\` must be a positive integer`);
  return number;
}
