import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Simulation, simulationSchema } from '../../src/contract/index.ts';
import type { BenchOptions } from './bench-service.ts';
import { writeBigHistory } from './big-history.ts';
import { dryRunBody, migrationOfSize } from './bodies.ts';
import { admin } from './bundle.ts';
import type { LoadWorkspace } from './first-steps.ts';
import { measureRoute } from './measure-route.ts';
import { printFaults } from './print.ts';
import { queryRoute } from './routes.ts';
import type { ServiceProcess } from './service-process.ts';
import type { Wire } from './wire.ts';

const HISTORY_ROWS = 60_000;
/** A workspace that only imports. */
const IMPORTING = 'importing';
const FILE_CHARACTERS = 2_000_000;
/** A proxy uses few connections, with one query at a time. */
const CONNECTIONS = 4;

const RULES = `version: 1
extends: ['querygate:recommended@1']
rules:
  - id: no-wide-read
    operations: [select]
    when: 'statement.limit > 8000'
    verdict: block
    message: 'a page of {statement.limit} rows'
`;

interface Busy {
  readonly options: BenchOptions;
  readonly server: ServiceProcess;
  readonly wire: Wire;
  readonly workspace: LoadWorkspace;
  readonly keys: readonly string[];
}

/** Measures how long proxy queries wait with no other work, during simulations, and while large files are judged. */
export async function measureBusy(busy: Busy): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'querygate-history-'));
  try {
    return await measureBeside(busy, join(folder, 'history.jsonl.gz'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function measureBeside(busy: Busy, history: string): Promise<number> {
  const { options, server, workspace, keys } = busy;
  const { bundle, store } = options;
  writeBigHistory(history, HISTORY_ROWS, new Date());
  await admin(bundle, store, ['history', 'import', history, '--workspace', workspace.id]);
  await admin(bundle, store, ['workspace', 'create', IMPORTING]);
  let requestCount = 0;
  const route = queryRoute(workspace.id, () => keys[requestCount++ % keys.length] ?? '');
  const settings = { url: server.url, connections: CONNECTIONS, seconds: options.seconds, watched: {} };
  process.stdout.write(`\nproxy queries on ${CONNECTIONS} connections, while the service also has other work\n`);
  const work: readonly (readonly [string, string, (() => Promise<string | undefined>) | undefined])[] = [
    ['nothing else', '', undefined],
    [`simulations of ${HISTORY_ROWS} rows`, 'simulations', () => simulateOnce(busy)],
    ['dry runs of 2 MB', 'dry runs', () => judgeOnce(busy)],
    [`imports of ${HISTORY_ROWS} rows`, 'imports', () => importOnce(options, history)],
  ];
  let faults = 0;
  for (const [name, unit, once] of work) {
    const other = repeat(once);
    const { p50, p99, perSecond, faults: wrong } = await measureRoute(route, settings);
    const { times, faults: also } = await other.end();
    const mean = times.reduce((sum, each) => sum + each, 0) / times.length / 1000;
    const beside = unit === '' ? '' : `; ${times.length} ${unit} beside, ${mean.toFixed(1)} s each`;
    process.stdout.write(
      `  ${name.padEnd(32)} p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${perSecond.toFixed(0)} a second${beside}\n`,
    );
    faults += printFaults(name, wrong) + printFaults(name, also);
  }
  return faults;
}

/** Imports the history into another workspace, and removes it. */
async function importOnce({ bundle, store }: BenchOptions, path: string): Promise<undefined> {
  const workspace = ['--workspace', IMPORTING];
  const printed = await admin(bundle, store, ['history', 'import', path, ...workspace]);
  await admin(bundle, store, ['history', 'forget', /imp_\w+/.exec(printed)?.[0] ?? '', ...workspace]);
}

/** Repeats something until it is stopped; a started repetition is awaited. */
function repeat(once: (() => Promise<string | undefined>) | undefined) {
  const times: number[] = [];
  const faults = new Map<string, number>();
  let over = once === undefined;
  const running = (async () => {
    while (!over && once) {
      const begun = performance.now();
      const wrong = await once().catch((error: unknown) => String(error));
      times.push(performance.now() - begun);
      if (wrong !== undefined) faults.set(wrong, (faults.get(wrong) ?? 0) + 1);
    }
  })();
  return {
    end: async () => {
      over = true;
      await running;
      return { times, faults };
    },
  };
}

async function simulateOnce({ server, wire, workspace, keys }: Busy): Promise<string | undefined> {
  const [bearer] = keys;
  const body = { workspace: workspace.id, head: { files: [{ path: '.querygate/rules.yml', text: RULES }] } };
  const started = await wire.send(server.url, { method: 'POST', path: '/ci/rules/simulate', bearer, body });
  if (started.status !== 202) return `simulation start answered ${started.status}: ${JSON.stringify(started.body)}`;
  const { id } = started.body as { readonly id: string };
  for (;;) {
    await sleep(100);
    const { status, body: now } = await wire.send(server.url, {
      method: 'GET',
      path: `/ci/rules/simulations/${id}`,
      bearer,
    });
    const state = (now as { readonly status?: string }).status;
    if (status !== 200 || state === 'failed') return `a simulation ended as ${JSON.stringify(now).slice(0, 300)}`;
    if (state === 'done') {
      const { result } = simulationSchema.parse(now) as Extract<Simulation, { outcome: 'simulated' }>;
      // A flow reads pages of several sizes.
      return result.totals.partlyBlocked.flows > 0 ? undefined : 'a simulation found no query that the new rule blocks';
    }
  }
}

const LARGE = migrationOfSize(FILE_CHARACTERS);

async function judgeOnce({ server, wire, workspace, keys }: Busy): Promise<string | undefined> {
  const body = dryRunBody(workspace.id, LARGE);
  const answer = await wire.send(server.url, { method: 'POST', path: '/ci/dry-run', bearer: keys[1], body });
  if (answer.status !== 200) return `dry run answered ${answer.status}`;
  const { files } = answer.body as { files: readonly { findings: readonly { rule: string }[] }[] };
  const found = files.flatMap(({ findings }) => findings.map(({ rule }) => rule));
  return found.includes('no-drop-table') ? undefined : `a large dry run found ${found.slice(0, 3).join() || 'nothing'}`;
}
