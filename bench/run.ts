import { fileURLToPath } from 'node:url';
import { suggestion } from '../src/model/nearest-name.ts';

// Starts a program that takes minutes, or needs clones, servers or other tools: `npm run bench -- <name> [options]`.
// Without a name it lists them.

interface Bench {
  readonly purpose: string;
  /** Imports the program, which reads the options of the process and does its work at once. */
  readonly run: () => Promise<unknown>;
}

export const BENCHES: Readonly<Record<string, Bench>> = {
  bounds: {
    purpose: 'CPU, memory and report size of `check` on the largest files',
    run: () => import('./bounds.ts'),
  },
  check: {
    purpose: 'CPU and memory of `check`, beside bare Node.js and other programs',
    run: () => import('./check/bench.ts'),
  },
  editor: {
    purpose: 'CPU of judging a file again in a warm language server, by that of parsing it',
    run: () => import('./editor.ts'),
  },
  guard: {
    purpose: 'what passes the packs for programs, and the checks of other packages',
    run: () => import('./guard.ts'),
  },
  history: {
    purpose: 'CPU of reading logs, as ratios to simpler programs',
    run: () => import('./run-history.ts'),
  },
  ingest: {
    purpose: 'events per second and their CPU, as ratios to another commit and to COPY',
    run: () => import('./ingest.ts'),
  },
  lists: {
    purpose: 'database time of the lists of the service, with millions of rows',
    run: () => import('./lists.ts'),
  },
  peers: {
    purpose: 'findings of Querygate and other tools on the same statements',
    run: () => import('./peers.ts'),
  },
  precision: {
    purpose: 'findings in the pull requests of public repositories',
    run: () => import('./precision.ts'),
  },
  proxy: {
    purpose: 'CPU per transaction of the proxy, a bare pipe and pgbouncer',
    run: () => import('./proxy.ts'),
  },
  'proxy-mariadb': {
    purpose: 'CPU per transaction of the proxy in front of MariaDB, and a bare pipe',
    run: () => import('./proxy-mariadb.ts'),
  },
  record: {
    purpose: 'time of migrations without the recorder, behind it, and with measured locks',
    run: () => import('./record.ts'),
  },
  'record-peers': {
    purpose: 'hazards that recordings, the SQL of frameworks and pgfence show',
    run: () => import('./record-peers.ts'),
  },
  replay: {
    purpose: 'CPU of a simulation, without reading its snapshot',
    run: () => import('./replay.ts'),
  },
  service: {
    purpose: 'requests per second of the service, beside a bare route',
    run: () => import('./service.ts'),
  },
  size: {
    purpose: 'bytes of the store for a recorded query, by table and index',
    run: () => import('./size.ts'),
  },
  uses: {
    purpose: 'CPU of asking a snapshot who uses a table or column',
    run: () => import('./uses.ts'),
  },
  exactness: {
    purpose: 'compares facts by class of text with facts of a full reading',
    run: () => import('../scripts/exactness.ts'),
  },
  'grammar-mutations': {
    purpose: "compares reading with and without PostgreSQL's grammar",
    run: () => import('../test/corpus/plain-mutations.ts'),
  },
  'proxy-regression': {
    purpose: "compares PostgreSQL's own regression tests without and through the proxy",
    run: () => import('./proxy-regression.ts'),
  },
  'proxy-versions': {
    purpose: 'tests of the proxy against PostgreSQL 14 to 18',
    run: () => import('./proxy-versions.ts'),
  },
  'fuzz-proxy': {
    purpose: 'random messages through the proxy to a PostgreSQL',
    run: () => import('./fuzz-proxy.ts'),
  },
  'fuzz-proxy-mariadb': {
    purpose: 'changed packets and random commands through the proxy to a MariaDB',
    run: () => import('./fuzz-proxy-mariadb.ts'),
  },
  'soak-proxy': {
    purpose: 'allowed and forbidden queries through the proxy, while programs are killed',
    run: () => import('./soak-proxy.ts'),
  },
  'soak-service': {
    purpose: 'load on servers that are killed, and a count of what they acknowledged',
    run: () => import('./soak.ts'),
  },
};

async function start(name: string | undefined): Promise<void> {
  const names = Object.keys(BENCHES);
  if (name === undefined) {
    const width = Math.max(...names.map(({ length }) => length));
    const lines = Object.entries(BENCHES).map(([each, { purpose }]) => `  ${each.padEnd(width)}  ${purpose}\n`);
    process.stdout.write(`npm run bench -- <name> [options]\n\n${lines.join('')}`);
    return;
  }
  const bench = Object.hasOwn(BENCHES, name) ? BENCHES[name] : undefined;
  if (!bench) {
    process.stderr.write(`no benchmark \`${name}\`${suggestion(name, names)}; \`npm run bench\` lists them\n`);
    process.exitCode = 2;
    return;
  }
  // The program finds its options where it would if it had been started itself.
  process.argv.splice(2, 1);
  await bench.run();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await start(process.argv[2]);
