import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { newId } from '../src/server/context/ids.ts';
import { createRecorder } from '../src/server/queries/recorder.ts';
import { migrate } from '../src/server/store/migrate.ts';
import { openDatabase } from '../src/server/store/open.ts';
import { createWorkspace } from '../src/server/workspaces/create.ts';
import { startLoadDatabase } from './load/postgresql.ts';
import { proxyTraffic, type TrafficEvent } from './load/proxy-traffic.ts';
import { cpuSeconds } from './load/usage.ts';

// Records queries as a proxy sends them, and prints the bytes of each table and index for one query.
// `npm run bench -- size --events 1000000 --shapes 2000`

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '100000' },
    shapes: { type: 'string', default: '2000' },
    rate: { type: 'string', default: '100' },
  },
});
const [events, shapes, perSecond] = [values.events, values.shapes, values.rate].map(Number) as [number, number, number];
/** Events of one request, and requests that wait at the same time. */
const BATCH = 200;
const AT_ONCE = 4;
const WORKSPACE = 'acme';

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const server = await startLoadDatabase();
if (typeof server === 'string') {
  process.stdout.write(`skipped: ${server}\n`);
  process.exit(0);
}
try {
  const db = await openDatabase({ url: server.url });
  await migrate(db);
  const from = new Date(Date.now() - (events * 1000) / perSecond);
  let now = from;
  const ctx = { db, now: () => now };
  const actor = { kind: 'key', id: newId('key'), name: 'db-proxy-1' } as const;
  await createWorkspace(
    ctx,
    { loadRuleset: async () => ({ hash: '', sources: [], rules: 0 }) },
    { id: WORKSPACE, name: WORKSPACE },
    actor,
  );
  const before = await sizes(server.url);
  const recorder = createRecorder(ctx);
  let waiting: Promise<unknown>[] = [];
  let batch: TrafficEvent[] = [];
  const begun = performance.now();
  const cpu = { own: process.cpuUsage(), database: cpuSeconds(server.pid) ?? 0 };
  const send = async () => {
    now = new Date(batch.at(-1)?.event.at ?? now);
    const numbered = batch.map((each, index) => ({ index, ...each }));
    const request = { workspace: WORKSPACE, actor, requestId: randomUUID(), databaseId: 'shop' };
    waiting.push(recorder.recordEvents({ ...request, events: numbered }));
    batch = [];
    if (waiting.length < AT_ONCE) return;
    await Promise.all(waiting);
    waiting = [];
  };
  for (const each of await proxyTraffic({ events, shapes, from, perSecond })) {
    batch.push(each);
    if (batch.length === BATCH) await send();
  }
  if (batch.length > 0) await send();
  await Promise.all(waiting);
  const seconds = (performance.now() - begun) / 1000;
  const { user, system } = process.cpuUsage(cpu.own);
  const ms = { own: (user + system) / 1000, database: ((cpuSeconds(server.pid) ?? 0) - cpu.database) * 1000 };
  await recorder.close();
  await db.query('VACUUM (ANALYZE)');
  const after = await sizes(server.url);
  process.stdout.write(
    `PostgreSQL ${server.version}: ${events} queries of ${shapes} shapes, ${(events / seconds).toFixed(0)} a second; CPU of a thousand: recorder ${((ms.own * 1000) / events).toFixed(0)} ms, database ${((ms.database * 1000) / events).toFixed(0)} ms\n`,
  );
  print(before, after);
  await db.close();
} finally {
  await server.stop();
}

interface Size {
  readonly bytes: number;
  readonly indexes: Readonly<Record<string, number>>;
}

/** By table: what it takes with its indexes (`pg_total_relation_size`), and each of its indexes. */
async function sizes(connectionString: string): Promise<ReadonlyMap<string, Size>> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string; bytes: string; indexes: Record<string, number> | null }>(
      `SELECT c.relname AS name, pg_total_relation_size(c.oid) AS bytes,
         (SELECT jsonb_object_agg(i.indexrelid::regclass, pg_relation_size(i.indexrelid)) FROM pg_index i
          WHERE i.indrelid = c.oid) AS indexes
       FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace`,
    );
    return new Map(rows.map(({ name, bytes, indexes }) => [name, { bytes: Number(bytes), indexes: indexes ?? {} }]));
  } finally {
    await client.end();
  }
}

function print(before: ReadonlyMap<string, Size>, after: ReadonlyMap<string, Size>): void {
  const line = (name: string, bytes: number) =>
    process.stdout.write(`${(bytes / events).toFixed(1).padStart(9)}  ${name}\n`);
  let all = 0;
  const tables = [...after].map(([name, size]) => ({
    name,
    ...size,
    grown: size.bytes - (before.get(name)?.bytes ?? 0),
  }));
  process.stdout.write('bytes a query\n');
  for (const { name, grown, indexes } of tables.sort((a, b) => b.grown - a.grown)) {
    all += grown;
    if (grown / events < 0.1) continue;
    line(name, grown);
    for (const [index, bytes] of Object.entries(indexes).sort(([, a], [, b]) => b - a)) line(`  ${index}`, bytes);
  }
  line('all tables with their indexes', all);
}
