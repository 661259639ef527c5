import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shownKey } from '../../../test/e2e/service-program.ts';
import { admin, type Bundle, type Store } from '../../load/bundle.ts';
import { makeWorkspace, signIn } from '../../load/first-steps.ts';
import { freePort, ServiceProcess } from '../../load/service-process.ts';
import { Wire } from '../../load/wire.ts';
import type { Checked } from '../checks.ts';
import { Fleet, pause } from '../fleet.ts';
import { Journal } from '../journal.ts';
import type { Soak } from '../soak.ts';
import { checkProxy, drained } from './checks.ts';
import { type SentQuery, sendStatements } from './clients.ts';
import { type Killable, KillableProcess } from './killable.ts';
import type { Kill, Unwritten } from './records.ts';
import { SOAK_RULES } from './statements.ts';
import type { SoakUpstream } from './upstream.ts';

export interface ProxySoakOptions {
  readonly bundle: Bundle;
  readonly store: Store;
  /** Just started; it gets the tables of the load. */
  readonly upstream: SoakUpstream;
  readonly minutes: number;
  /** Seconds between two kills of the same process, on average. */
  readonly killEvery: number;
  readonly print: (line: string) => void;
}

export interface ProxySoakResult {
  readonly checks: readonly Checked[];
  readonly unwritten: Unwritten;
  /** By the name of the process. */
  readonly kills: ReadonlyMap<string, number>;
  readonly faults: ReadonlyMap<string, number>;
  /** Output of `querygate admin audit verify`. */
  readonly verified: string;
}

const CLIENTS = 5;
const WORKSPACE = 'soak';

/**
 * Sends allowed and forbidden statements through the proxy while the proxy, the service and the database are killed and
 * restarted at random; then compares what is found with what was acknowledged.
 */
export async function runProxySoak(options: ProxySoakOptions): Promise<ProxySoakResult> {
  const { bundle, store, upstream, print } = options;
  const folder = mkdtempSync(join(tmpdir(), 'querygate-soak-proxy-'));
  const service = new ServiceProcess('service', bundle, { store, port: await freePort() });
  const wire = new Wire(8);
  let proxy: Proxy | undefined;
  try {
    await service.start();
    const workspace = await makeWorkspace(bundle, store, WORKSPACE);
    const key = await configure(options, folder);
    await upstream.prepare();
    const guarded = await upstream.guardedRows();
    proxy = await proxyOf(options, folder, { url: service.url, key });
    await proxy.process.start();
    const over = new AbortController();
    const journal = new Journal();
    const sent = new Map<number, SentQuery>();
    const kills = new Map<string, Kill[]>();
    print('the proxy is ready; starting the load');
    await load(options, [proxy.process, service, upstream.process], {
      kills,
      over,
      clients: { upstream, sent, journal, port: proxy.port, over: over.signal },
    });
    print(`the load is over after ${sent.size} queries; waiting for the events`);
    await drained(`${proxy.probes}/metrics`);
    const readers = [await signIn(wire, service.url, workspace)];
    const soak: Soak = { fleet: new Fleet([service]), wire, journal, workspace, key: '', readers, over: over.signal };
    const proxyKills = kills.get('proxy') ?? [];
    const { checks, unwritten } = await checkProxy({ soak, sent, upstream, guarded, proxyKills });
    const verified = await admin(bundle, store, ['audit', 'verify', '--workspace', WORKSPACE]).catch((error) => {
      journal.fault(`the audit trail does not verify: ${String(error).slice(0, 500)}`);
      return String(error);
    });
    return {
      checks,
      unwritten,
      kills: new Map([...kills].map(([name, times]) => [name, times.length])),
      faults: journal.faults,
      verified: verified.trim(),
    };
  } finally {
    await proxy?.process.end('SIGTERM');
    proxy?.process.forget();
    await wire.close();
    await service.end('SIGTERM');
    service.forget();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Activates the rules, lets full texts be stored, and returns the proxy's key. */
async function configure({ bundle, store }: ProxySoakOptions, folder: string): Promise<string> {
  const rules = join(folder, 'rules.yml');
  writeFileSync(rules, SOAK_RULES);
  const on = ['--workspace', WORKSPACE];
  await admin(bundle, store, ['ruleset', 'activate', rules, ...on, '--reason', 'the first']);
  await admin(bundle, store, ['policy', 'set', ...on, '--query-text', 'full']);
  return shownKey(await admin(bundle, store, ['keys', 'create', ...on, '--name', 'proxy', '--preset', 'tcp-proxy']));
}

interface Proxy {
  readonly process: KillableProcess;
  readonly port: number;
  /** URL of the probes. */
  readonly probes: string;
}

async function proxyOf(
  { bundle, upstream }: ProxySoakOptions,
  folder: string,
  { url, key }: { readonly url: string; readonly key: string },
): Promise<Proxy> {
  const [port, probesPort] = [await freePort(), await freePort()];
  const probes = `http://127.0.0.1:${probesPort}`;
  const { PATH } = process.env;
  const args = ['proxy', '--mode', 'enforce', '--upstream', upstream.address, '--data', join(folder, 'proxy')];
  const addresses = ['--listen', `127.0.0.1:${port}`, '--probes', `127.0.0.1:${probesPort}`];
  return {
    port,
    probes,
    process: new KillableProcess({
      name: 'proxy',
      program: bundle.node,
      args: [bundle.program, ...args, ...addresses],
      env: { PATH, SERVICE_BASE_URL: url, SERVICE_WORKSPACE_ID: WORKSPACE, SERVICE_API_KEY: key },
      isReady: () =>
        fetch(`${probes}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        ),
    }),
  };
}

/** Runs the clients and kills processes until the time is over; at the end, all processes are ready. */
async function load(
  { minutes, killEvery, print }: ProxySoakOptions,
  processes: readonly Killable[],
  run: {
    readonly kills: Map<string, Kill[]>;
    readonly over: AbortController;
    readonly clients: Parameters<typeof sendStatements>[0];
  },
): Promise<void> {
  const { kills, over, clients } = run;
  const timer = setTimeout(() => over.abort(), minutes * 60_000);
  const parts = [
    ...processes.map((process) => killRepeatedly(process, killEvery, kills, over.signal)),
    ...Array.from({ length: CLIENTS }, (_, at) => sendStatements(clients, `client ${at + 1}`)),
    printMinutes(),
  ];
  try {
    await Promise.all(parts);
  } finally {
    clearTimeout(timer);
    over.abort();
    await Promise.allSettled(parts);
  }

  async function printMinutes(): Promise<void> {
    for (let minute = 1; !over.signal.aborted; minute++) {
      await pause(60_000, over.signal);
      const counts = [...kills].map(([name, times]) => `${name} ${times.length}`).join(', ');
      print(
        `minute ${minute}: ${clients.sent.size} queries, ${clients.journal.faults.size} kinds of faults, kills: ${counts}`,
      );
    }
  }
}

/** Each process on its own, so that several are away at the same time now and then. */
async function killRepeatedly(
  process: Killable,
  everySeconds: number,
  kills: Map<string, Kill[]>,
  over: AbortSignal,
): Promise<void> {
  const times: Kill[] = [];
  kills.set(process.name, times);
  for (;;) {
    await pause((0.5 + Math.random()) * everySeconds * 1000, over);
    if (over.aborted) return;
    const sentAt = performance.now();
    await process.end('SIGKILL');
    times.push({ sentAt, endedAt: performance.now() });
    await pause(200 + Math.random() * 2000, over);
    // Also after the run has ended, because the checks need all of them.
    await process.start();
  }
}
