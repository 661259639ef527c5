import { type BareRoute, startBareRoute } from './bare-route.ts';
import { proxyRows } from './bodies.ts';
import type { Bundle, Store } from './bundle.ts';
import { measureCopy } from './copy-rate.ts';
import { type LoadWorkspace, makeKey, makeWorkspace, signIn } from './first-steps.ts';
import { measureBusy } from './measure-busy.ts';
import { type LoadRoute, measureRoute } from './measure-route.ts';
import { measureSweep } from './measure-sweep.ts';
import { printFaults, printHead, printRow } from './print.ts';
import { type NamedRoute, PROXY_EVENTS, routes } from './routes.ts';
import { freePort, ServiceProcess } from './service-process.ts';
import { Wire } from './wire.ts';

/** Each key may make 600 dry runs a minute, and the load of one machine represents many pipelines. */
const KEYS = 60;
const WARM_UP_SECONDS = 3;

export interface BenchOptions {
  readonly bundle: Bundle;
  readonly store: Store;
  readonly databasePid: number | undefined;
  /** Name of the store in the output. */
  readonly what: string;
  readonly seconds: number;
  readonly connections: number;
  /** Only the routes whose name contains this text. */
  readonly only: string;
  /** Folder for CPU profiles of the server. */
  readonly profiles: string | undefined;
}

/** Measures one store, prints the results, and returns the number of wrong answers. */
export async function benchService(options: BenchOptions): Promise<number> {
  const { bundle, store, profiles } = options;
  const nodeOptions = profiles === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profiles}`];
  const server = new ServiceProcess('service', bundle, { store, port: await freePort(), nodeOptions });
  const bare = await startBareRoute(bundle);
  const wire = new Wire(4);
  try {
    await server.start();
    const workspace = await makeWorkspace(bundle, store, 'bench');
    const keys = await makeKeys(wire, server.url, workspace);
    process.stdout.write(`\n${options.what}; ${options.connections} connections, ${options.seconds} s each\n`);
    let faults = 0;
    printHead();
    for (const route of routes(workspace.id, keys, await proxyRows()).filter(({ name }) => name.includes(options.only)))
      faults += await compareRoute(route, { options, server, bare, wire });
    if ('busy'.startsWith(options.only)) faults += await measureBusy({ options, server, wire, workspace, keys });
    if ('sweep'.startsWith(options.only))
      faults += await measureSweep({ options, server, makeKeys: (swept) => makeKeys(wire, server.url, swept) });
    return faults;
  } finally {
    await wire.close();
    await server.end('SIGTERM');
    await bare.end();
  }
}

interface Compared {
  readonly options: BenchOptions;
  readonly server: ServiceProcess;
  readonly bare: BareRoute;
  readonly wire: Wire;
}

async function compareRoute(route: NamedRoute, { options, server, bare, wire }: Compared): Promise<number> {
  const { connections, seconds, databasePid } = options;
  const watched = { server: server.pid, ...(databasePid !== undefined && { database: databasePid }) };
  const bytes = await answerBytes(wire, server.url, route);
  const there = { url: server.url, connections, watched };
  const warm = await measureRoute(route, { ...there, seconds: WARM_UP_SECONDS });
  const real = await measureRoute(route, { ...there, seconds });
  const plain: LoadRoute = {
    path: `/api/v1/bare/${bytes}`,
    next: () => ({
      ...route.next(),
      check: (body) => (body.length === bytes ? undefined : 'an answer of a different length'),
    }),
  };
  const here = { url: bare.url, connections, watched: { server: bare.pid } };
  await measureRoute(plain, { ...here, seconds: 1 });
  const floor = await measureRoute(plain, { ...here, seconds });
  printRow(route, real, floor);
  if (route.name === PROXY_EVENTS) await compareWithCopy(options, real.perSecond * route.items);
  return [warm, real, floor].reduce((sum, { faults }) => sum + printFaults(route.name, faults), 0);
}

/** Rows of the comparison with COPY. */
const COPIED = 100_000;

async function compareWithCopy({ bundle, store, databasePid }: BenchOptions, perSecond: number): Promise<void> {
  if (store.kind !== 'postgresql') return;
  const copy = await measureCopy(bundle, store.url, 'bench', { events: COPIED, databasePid });
  const text =
    typeof copy === 'string'
      ? `not compared with COPY: ${copy}`
      : `psql's COPY of the last ${copy.events} into the same tables, in the same ${copy.batches} transactions: ${copy.perSecond.toFixed(0)} a second; ratio ${(perSecond / copy.perSecond).toFixed(2)}; CPU of the DB ${copy.cpu?.toFixed(2) ?? '-'} ms a thousand`;
  process.stdout.write(`  ${text}\n`);
}

/** Length of an answer; the bare route returns the same length. */
async function answerBytes(wire: Wire, url: string, route: LoadRoute): Promise<number> {
  const { body, bearer, check } = route.next();
  const path = route.path.replace('/api/v1', '');
  const answer = await wire.send(url, { method: 'POST', path, bearer, body: JSON.parse(body) });
  const text = JSON.stringify(answer.body);
  const wrong = answer.status === 200 ? check(text) : `answer ${answer.status}: ${text}`;
  if (wrong !== undefined) throw new Error(`${route.path}: ${wrong}`);
  return text.length;
}

async function makeKeys(wire: Wire, url: string, workspace: LoadWorkspace): Promise<readonly string[]> {
  const token = await signIn(wire, url, workspace);
  const keys: string[] = [];
  while (keys.length < KEYS)
    keys.push(await makeKey(wire, url, { workspace: workspace.id, token, name: `load ${keys.length}` }));
  return keys;
}
