import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bundleIn, type Store } from './load/bundle.ts';
import { startLoadDatabase } from './load/postgresql.ts';
import { printSoak } from './soak/print.ts';
import { runSoak } from './soak/run.ts';

// Runs a mixed load for minutes while servers are killed repeatedly: everything acknowledged must exist once at the
// end.
// `npm run bench -- soak-service --store postgresql|embedded --minutes 10 --kill-every 60 --server <folder of the bundle>` On
// PostgreSQL, two servers share the store and are killed in turn. Exits 1 on any loss.

const { values } = parseArgs({
  options: {
    store: { type: 'string', default: 'postgresql' },
    minutes: { type: 'string', default: '10' },
    'kill-every': { type: 'string', default: '60' },
    'history-rows': { type: 'string', default: '20000' },
    server: { type: 'string' },
  },
});

const write = (text: string) => void process.stdout.write(text);
// Started processes end with this program.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const { store, close } = await openStore(values.store);
try {
  const result = await runSoak({
    bundle: bundleIn(values.server),
    store,
    minutes: numberOf('minutes'),
    killEvery: numberOf('kill-every'),
    historyRows: numberOf('history-rows'),
    print: (line) => write(`${line}\n`),
  });
  process.exitCode = printSoak(result, write) === 0 ? 0 : 1;
} finally {
  await close();
}

async function openStore(kind: string): Promise<{ readonly store: Store; close(): Promise<void> }> {
  if (kind === 'postgresql') {
    const database = await startLoadDatabase();
    if (typeof database === 'string') throw new Error(`PostgreSQL is not available: ${database}`);
    return { store: { kind, url: database.url }, close: () => database.stop() };
  }
  if (kind !== 'embedded') throw new Error(`\`--store ${kind}\` is unknown: use postgresql or embedded`);
  const folder = mkdtempSync(join(tmpdir(), 'querygate-soak-'));
  return {
    store: { kind, folder: join(folder, 'data') },
    close: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

function numberOf(name: 'minutes' | 'kill-every' | 'history-rows'): number {
  const number = Number(values[name]);
  if (!(number >= 0)) throw new Error(`\`--${name}\` must be a number`);
  return number;
}
