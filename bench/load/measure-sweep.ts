import { randomUUID } from 'node:crypto';
import type { FactsEvent } from '../../src/contract/index.ts';
import { createTrafficReader } from '../../src/history/index.ts';
import { FACTS_VERSION } from '../../src/model/index.ts';
import type { EventOutcome } from '../../src/server/engine/engine.ts';
import { storedRow } from '../../src/server/engine/tasks/stored-row.ts';
import { createRecorder } from '../../src/server/queries/recorder.ts';
import { sweep } from '../../src/server/retention/sweep.ts';
import type { Database } from '../../src/server/store/database.ts';
import { openDatabase } from '../../src/server/store/open.ts';
import type { BenchOptions } from './bench-service.ts';
import { type LoadWorkspace, makeWorkspace } from './first-steps.ts';
import { type LoadRoute, measureRoute } from './measure-route.ts';
import { printFaults } from './print.ts';
import { queryRoute } from './routes.ts';
import type { ServiceProcess } from './service-process.ts';

/** Events that are older than the retention: deleting them takes longer than the measurement. */
const OLD_EVENTS = 200_000;
/** Days ago. The retention is 90 days by default. */
const AGE_DAYS = 100;
const DAY_MS = 86_400_000;
/** Events per transaction. */
const BATCH = 5_000;
const STATEMENTS = 400;

/** A proxy uses few connections, with one query at a time. */
const CONNECTIONS = 4;
const WARM_UP_SECONDS = 3;

interface Swept {
  readonly options: BenchOptions;
  readonly server: ServiceProcess;
  readonly makeKeys: (workspace: LoadWorkspace) => Promise<readonly string[]>;
}

/** A workspace of its own: its traffic begins long ago. */
const SWEPT = 'swept';

/**
 * Measures how long proxy queries wait with and without a retention sweep of their workspace. A server sweeps when it
 * starts, so both are measured after a start. Returns the number of wrong answers.
 */
export async function measureSweep({ options, server, makeKeys }: Swept): Promise<number> {
  const workspace = await makeWorkspace(options.bundle, options.store, SWEPT);
  const keys = await makeKeys(workspace);
  let requestCount = 0;
  const route = queryRoute(workspace.id, () => keys[requestCount++ % keys.length] ?? '');
  process.stdout.write(`\nproxy queries on ${CONNECTIONS} connections, with and without a retention sweep\n`);
  const whileStopped = async <T>(work: (db: Database) => Promise<T>): Promise<T> => {
    await server.end('SIGTERM');
    const db = await openDatabase(options.store);
    try {
      return await work(db);
    } finally {
      await db.close();
    }
  };
  await whileStopped((db) => addOldEvents(db, workspace.id));
  await server.start();
  let faults = await measureOnce('with', route, server, options.seconds);
  const left = await whileStopped(async (db) => {
    const rows = await countOld(db, workspace.id);
    await sweep({ db, now: () => new Date() });
    return rows;
  });
  const all = OLD_EVENTS * TABLES.length;
  const end = left === 0 ? ', and was over before the end' : '';
  process.stdout.write(`  meanwhile it deleted ${all - left} of ${all} rows of ${TABLES.join(', ')}${end}\n`);
  await server.start();
  faults += await measureOnce('without', route, server, options.seconds);
  return faults;
}

async function measureOnce(name: string, route: LoadRoute, server: ServiceProcess, seconds: number): Promise<number> {
  const settings = { url: server.url, connections: CONNECTIONS, watched: {} };
  const warm = await measureRoute(route, { ...settings, seconds: WARM_UP_SECONDS });
  const { p50, p99, perSecond, faults } = await measureRoute(route, { ...settings, seconds });
  process.stdout.write(
    `  ${name.padEnd(10)} p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${perSecond.toFixed(0)} a second\n`,
  );
  return printFaults(name, warm.faults) + printFaults(name, faults);
}

/** Tables with a row of each old event. */
const TABLES = ['queries', 'event_ids', 'audit_events'];

async function countOld(db: Database, workspace: string): Promise<number> {
  const { rows } = await db.query<{ left: number }>(
    `SELECT (SELECT count(*) FROM queries WHERE workspace_id = $1 AND at < $2)
       + (SELECT count(*) FROM event_ids WHERE workspace_id = $1 AND received_at < $2)
       + (SELECT count(*) FROM audit_events WHERE workspace_id = $1 AND at < $2) AS left`,
    [workspace, new Date(Date.now() - (AGE_DAYS - 1) * DAY_MS)],
  );
  return rows[0]?.left ?? 0;
}

/** Records events as the service did it long ago. Until the sweep of today has begun, they are still there. */
async function addOldEvents(db: Database, workspace: string): Promise<void> {
  const now = () => new Date(Date.now() - AGE_DAYS * DAY_MS);
  const recorder = createRecorder({ db, now });
  const outcomes = await readStatements();
  for (let recorded = 0; recorded < OLD_EVENTS; recorded += BATCH) {
    const events = Array.from({ length: BATCH }, (_, index) => ({
      index,
      event: oldEvent(now()),
      outcome: outcomes[index % outcomes.length] as EventOutcome,
    }));
    const actor = { kind: 'key', id: 'key_old', name: 'long ago' } as const;
    await recorder.recordEvents({ workspace, actor, databaseId: undefined, events });
  }
  await recorder.close();
  await db.query('UPDATE workspaces SET swept_on = NULL WHERE id = $1', [workspace]);
}

function oldEvent(at: Date): FactsEvent {
  const judged = { verdict: 'allow' as const, rules: [], ruleset: 1, mode: 'enforce' as const };
  return {
    ...{ id: randomUUID(), type: 'query', at: at.toISOString(), dialect: 'postgresql', judged },
    ...{ factsVersion: FACTS_VERSION, rows: [], proxy: 'proxy-1' },
  };
}

async function readStatements(): Promise<readonly EventOutcome[]> {
  const reader = await createTrafficReader('postgresql');
  const names = { user: 'shop', application: 'web', database: 'shop' };
  return Array.from({ length: STATEMENTS }, (_, at) => {
    const query = `SELECT id, total FROM orders_${at} WHERE customer_id = $1 LIMIT 20`;
    const caller = { ...names, role: undefined, tags: undefined };
    const { rows, shape } = reader.read({ query, caller, normalised: false, truncated: false });
    return { rows: rows.map(storedRow), shape, flow: rows[0]?.flow ?? '', caller: { ...names, role: undefined } };
  });
}
