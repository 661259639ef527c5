import { parseArgs } from 'node:util';
import pg from 'pg';
import { proxyRows } from './load/bodies.ts';
import { bundleOf } from './load/build-bundle.ts';
import { type Bundle, bundleIn } from './load/bundle.ts';
import { measureCopy } from './load/copy-rate.ts';
import { makeKey, makeWorkspace, signIn } from './load/first-steps.ts';
import { measureRoute, quantile } from './load/measure-route.ts';
import { startLoadDatabase } from './load/postgresql.ts';
import { printFaults } from './load/print.ts';
import { PROXY_EVENTS, routes } from './load/routes.ts';
import { freePort, ServiceProcess } from './load/service-process.ts';
import { Wire } from './load/wire.ts';

// Compares the ingestion of events with that of another commit, in turn, each time in a new database, and with psql's
// COPY into the same tables. Read the ratios: the times are those of the machine. It fails on wrong answers only.
// `npm run bench -- ingest --against 23a41574 --pairs 5 --seconds 5 --connections 16 --route 'events, 100'`

const { values } = parseArgs({
  options: {
    against: { type: 'string' },
    pairs: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '16' },
    route: { type: 'string', default: PROXY_EVENTS },
    server: { type: 'string' },
  },
});
const { against } = values;
const WARM_UP_SECONDS = 3;
const WORKSPACE = 'bench';
/** Events that COPY writes. */
const COPIED = 30_000;

interface Rate {
  readonly perSecond: number;
  /** CPU milliseconds of a thousand events; undefined if unknown. */
  readonly service: number | undefined;
  readonly database: number | undefined;
}
interface Pair {
  readonly now: Rate;
  readonly former: Rate | undefined;
  readonly copy: Rate | undefined;
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const started = await startLoadDatabase();
if (typeof started === 'string') {
  process.stdout.write(`skipped: ${started}\n`);
  process.exit(0);
}
const database = started;
const wire = new Wire(4);
let faults = 0;
try {
  const bundle = bundleIn(values.server);
  const other = against === undefined ? undefined : await bundleOf(against);
  process.stdout.write(
    `PostgreSQL ${database.version} on the same machine; ${values.route}; ${values.connections} connections; ms: CPU of a thousand\n`,
  );
  const pairs: Pair[] = [];
  while (pairs.length < Number(values.pairs)) {
    const former = other && (await ingest(other, `former_${pairs.length}`, false)).rate;
    const { rate: now, copy } = await ingest(bundle, `now_${pairs.length}`, true);
    pairs.push({ now, former, copy });
    const rates = { ...(former && { [`${against}`]: former }), now, ...(copy && { COPY: copy }) };
    process.stdout.write(`${Object.entries(rates).map(lineOf).join('')}\n`);
  }
  if (against !== undefined) printRatios(`to ${against}`, pairs, ({ former }) => former);
  printRatios('to COPY', pairs, ({ copy }) => copy);
} finally {
  await wire.close();
  await database.stop();
}
process.exitCode = faults === 0 ? 0 : 1;

/** Ingests into a new database, which is dropped afterwards; `copies`: then measures COPY of the same rows, too. */
async function ingest(
  bundle: Bundle,
  name: string,
  copies: boolean,
): Promise<{ readonly rate: Rate; readonly copy: Rate | undefined }> {
  await inServer(`CREATE DATABASE ${name}`);
  const place = new URL(database.url);
  place.pathname = `/${name}`;
  const store = { kind: 'postgresql', url: place.href } as const;
  const server = new ServiceProcess(name, bundle, { store, port: await freePort() });
  try {
    await server.start();
    const workspace = await makeWorkspace(bundle, store, WORKSPACE);
    const token = await signIn(wire, server.url, workspace);
    const key = await makeKey(wire, server.url, { workspace: WORKSPACE, token, name: 'load' });
    const route = routes(WORKSPACE, [key], await proxyRows()).find((each) => each.name.startsWith(values.route));
    if (!route) throw new Error(`no route begins with \`${values.route}\``);
    const options = { url: server.url, connections: Number(values.connections) };
    const watched = { service: server.pid, database: database.pid };
    const warm = await measureRoute(route, { ...options, watched, seconds: WARM_UP_SECONDS });
    await inServer('CHECKPOINT');
    const measured = await measureRoute(route, { ...options, watched, seconds: Number(values.seconds) });
    for (const each of [warm, measured]) faults += printFaults(name, each.faults);
    await server.end('SIGTERM');
    const events = measured.requests * route.items;
    const thousand = (cpu: number | undefined) => (cpu === undefined ? undefined : (cpu * 1e6) / events);
    const rate: Rate = {
      perSecond: measured.perSecond * route.items,
      service: thousand(measured.cpu['service']),
      database: thousand(measured.cpu['database']),
    };
    return { rate, copy: copies ? await copy(bundle, store.url) : undefined };
  } finally {
    await server.end('SIGTERM');
    server.forget();
    await inServer(`DROP DATABASE ${name} WITH (FORCE)`);
  }
}

async function copy(bundle: Bundle, url: string): Promise<Rate | undefined> {
  const copied = await measureCopy(bundle, url, WORKSPACE, { events: COPIED, databasePid: database.pid });
  if (typeof copied !== 'string') return { perSecond: copied.perSecond, service: undefined, database: copied.cpu };
  process.stdout.write(`not compared with COPY: ${copied}\n`);
  return undefined;
}

async function inServer(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

function lineOf([name, { perSecond, service, database: ofDatabase }]: [string, Rate]): string {
  const cpu = (milliseconds: number | undefined) =>
    milliseconds === undefined ? '-' : `${milliseconds.toFixed(1)} ms`;
  return `  ${name.padEnd(10)} ${perSecond.toFixed(0)} a second, service ${cpu(service)}, database ${cpu(ofDatabase)}\n`;
}

/** The median of the ratios of all pairs, and the least and the greatest. */
function printRatios(what: string, pairs: readonly Pair[], otherOf: (pair: Pair) => Rate | undefined): void {
  const ratio = (measure: (rate: Rate) => number | undefined) => {
    const all = pairs.flatMap((pair) => {
      const rate = otherOf(pair);
      const [own, other] = [measure(pair.now), rate && measure(rate)];
      return own === undefined || other === undefined ? [] : own / other;
    });
    const [least, middle, greatest] = [0, 0.5, 1].map((share) =>
      quantile(
        all.sort((a, b) => a - b),
        share,
      ).toFixed(2),
    );
    return all.length === 0 ? '-' : `${middle} (${least} to ${greatest})`;
  };
  const both = ({ service, database }: Rate) =>
    service === undefined || database === undefined ? undefined : service + database;
  const ratios = [
    `events a second ${ratio(({ perSecond }) => perSecond)}`,
    `CPU of the service ${ratio(({ service }) => service)}`,
    `of the database ${ratio(({ database }) => database)}`,
    `of both ${ratio(both)}`,
  ];
  process.stdout.write(`ratio ${what}: ${ratios.join(', ')}\n`);
}
