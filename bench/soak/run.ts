import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeBigHistory } from '../load/big-history.ts';
import { admin, type Bundle, type Store } from '../load/bundle.ts';
import { makeKey, makeWorkspace, signIn } from '../load/first-steps.ts';
import { freePort, ServiceProcess } from '../load/service-process.ts';
import { Wire } from '../load/wire.ts';
import { judgeFile } from './actors/dry-runs.ts';
import { sendBatch } from './actors/events.ts';
import { liveAndDie } from './actors/keys.ts';
import { evaluateQuery } from './actors/queries.ts';
import { activate } from './actors/rulesets.ts';
import { simulate, simulateOnce } from './actors/simulations.ts';
import { type Checked, checkAll } from './checks.ts';
import { Fleet, pause } from './fleet.ts';
import { Journal } from './journal.ts';
import { RULESETS } from './rules.ts';
import { ownerToken, type Soak } from './soak.ts';

export interface SoakOptions {
  readonly bundle: Bundle;
  readonly store: Store;
  readonly minutes: number;
  /** Seconds; 0: no server is killed. */
  readonly killEvery: number;
  /** Rows of the replayed history, so that simulations take long enough to be killed. */
  readonly historyRows: number;
  readonly print: (line: string) => void;
}

export interface SoakResult {
  readonly checks: readonly Checked[];
  readonly journal: Journal;
  readonly memory: Fleet['memory'];
  /** Output of `querygate admin audit verify`. */
  readonly verified: string;
  /** Error lines of the server logs, without times and ids, with their counts. */
  readonly errors: ReadonlyMap<string, number>;
}

const READERS = 4;
/** All requests come from one address, and every revoked key is tried again. */
const SERVE_OPTIONS = ['--rate', 'refused=100000'];

/**
 * Loads the servers of one store for a given time while they are killed in turn; then compares the store with what was
 * acknowledged.
 */
export async function runSoak(options: SoakOptions): Promise<SoakResult> {
  const { bundle, store, print } = options;
  const names = store.kind === 'postgresql' ? ['A', 'B'] : ['A'];
  const servers: ServiceProcess[] = [];
  for (const name of names)
    servers.push(new ServiceProcess(name, bundle, { store, port: await freePort(), serveOptions: SERVE_OPTIONS }));
  const fleet = new Fleet(servers);
  const wire = new Wire(64);
  try {
    // One creates the tables, the other waits for them.
    await Promise.all(servers.map((server) => server.start()));
    const over = new AbortController();
    const soak = await prepare({ bundle, store, fleet, wire, over: over.signal });
    await importHistory(options, soak.workspace.id);
    const baseline = await simulateOnce(soak);
    const importedCalls = baseline?.result.totals.replayed.calls ?? 0;
    print(`${names.length} servers, a history of ${importedCalls} calls; starting the load`);
    await load(options, soak, over);
    print(`the load is over after ${soak.journal.kills} kills; checking what was acknowledged`);
    const checks = await checkAll(soak, importedCalls);
    const verified = await admin(bundle, store, ['audit', 'verify', '--workspace', soak.workspace.id]).catch(
      (error: unknown) => {
        soak.journal.fault(`the audit trail does not verify: ${String(error).slice(0, 500)}`);
        return String(error);
      },
    );
    const errors = errorsIn(servers.map(({ log }) => log).join(''));
    return { checks, journal: soak.journal, memory: fleet.memory, verified: verified.trim(), errors };
  } finally {
    await wire.close();
    await fleet.end();
  }
}

async function prepare({
  bundle,
  store,
  fleet,
  wire,
  over,
}: Pick<SoakOptions, 'bundle' | 'store'> & Pick<Soak, 'fleet' | 'wire' | 'over'>): Promise<Soak> {
  const workspace = await makeWorkspace(bundle, store, 'soak');
  const { url } = await fleet.next();
  const token = await signIn(wire, url, workspace);
  const common = { workspace: workspace.id, token };
  const key = await makeKey(wire, url, { ...common, name: 'load' });
  const readers: string[] = [];
  while (readers.length < READERS)
    readers.push(await makeKey(wire, url, { ...common, name: `reader ${readers.length}`, scopes: ['audit:read'] }));
  const path = `/workspaces/${workspace.id}/ruleset`;
  const now = await wire.send(url, { method: 'GET', path, bearer: key });
  const { status } = await wire.send(url, {
    method: 'PUT',
    path,
    bearer: token,
    headers: { 'if-match': String(now.headers['etag']) },
    body: { ruleset: RULESETS.a, reason: 'the first' },
  });
  if (status !== 200) throw new Error(`activating the first ruleset answered ${status}`);
  const journal = new Journal();
  journal.activations.set(2, 'a');
  return { fleet, wire, journal, workspace, key, readers, over };
}

async function importHistory({ bundle, store, historyRows }: SoakOptions, workspace: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'querygate-history-'));
  try {
    const path = join(folder, 'history.jsonl.gz');
    writeBigHistory(path, historyRows, new Date());
    await admin(bundle, store, ['history', 'import', path, '--workspace', workspace]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Runs all actors at once until the time is over; each one finishes what it began. */
async function load(options: SoakOptions, soak: Soak, over: AbortController): Promise<void> {
  const token = await ownerToken(soak);
  const actors: readonly (readonly [times: number, milliseconds: number, act: () => Promise<void>])[] = [
    [3, 30, () => evaluateQuery(soak)],
    [2, 250, () => sendBatch(soak)],
    [1, 200, () => judgeFile(soak)],
    [1, 500, () => simulate(soak)],
    [1, 3000, () => liveAndDie(soak, token)],
    [1, 3000, () => activate(soak, token)],
  ];
  const timer = setTimeout(() => over.abort(), options.minutes * 60_000);
  const side = [
    options.killEvery > 0 ? soak.fleet.kill(soak.journal, options.killEvery, over.signal) : Promise.resolve(),
    soak.fleet.watch(over.signal),
    printMinutes(options, soak),
  ];
  const running = actors.flatMap(([times, milliseconds, act]) =>
    Array.from({ length: times }, () => repeat(soak, milliseconds, act)),
  );
  try {
    await Promise.all([...running, ...side]);
  } finally {
    clearTimeout(timer);
    over.abort();
    await Promise.allSettled([...running, ...side]);
  }
}

async function repeat({ journal, over }: Soak, milliseconds: number, act: () => Promise<void>): Promise<void> {
  while (!over.aborted) {
    await act().catch((error: unknown) => journal.fault(error instanceof Error ? error.message : String(error)));
    await pause(milliseconds, over);
  }
}

async function printMinutes({ print, minutes }: SoakOptions, { journal, fleet, over }: Soak): Promise<void> {
  for (let minute = 1; minute <= minutes; minute++) {
    await pause(60_000, over);
    const last = fleet.servers.map(({ name }) => fleet.memory.findLast(({ server }) => server === name));
    const memory = last.map((sample) => (sample ? `${sample.server} ${Math.round(sample.bytes / 2 ** 20)} MiB` : ''));
    print(
      `minute ${minute}: ${journal.kills} kills, ${journal.queries.size} queries, ${journal.events.size} events, ` +
        `${journal.dryRuns.size} dry runs, ${journal.simulations.size} simulations, ${journal.revoked.length} revocations, ` +
        `${journal.lost} answers lost, ${journal.faults.size} kinds of faults; memory ${memory.join(', ')}`,
    );
  }
}

/** A killed server logs nothing about it, so each line here is an error that a server noticed. */
function errorsIn(log: string): ReadonlyMap<string, number> {
  const errors = new Map<string, number>();
  for (const line of log.split('\n')) {
    if (!/"level":"?(error|fatal|50|60)\b/.test(line)) continue;
    const { error, msg, err } = JSON.parse(line) as Readonly<Record<string, unknown>>;
    const text = `${String(msg)}: ${JSON.stringify(error ?? err ?? '').slice(0, 400)}`.replaceAll(
      /_[0-9A-Za-z]{10,}/g,
      '_…',
    );
    errors.set(text, (errors.get(text) ?? 0) + 1);
  }
  return errors;
}
