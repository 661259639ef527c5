// Runs PostgreSQL's own regression tests (src/test/regress of its source) with psql, without and with the proxy in
// mode `observe`, and compares what psql prints. Files that differ from run to run without a proxy are named.
// Usage: npm run build:server && npm run bench -- proxy-regression <folder src/test/regress> [--only <name>]
// The source has to fit the version of the server: on Debian, `apt-get source postgresql-15`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type PostgresqlServer, startPostgresql } from '../test/databases/postgresql-server.ts';
import { until } from '../test/databases/program.ts';
import { bundleIn } from './load/bundle.ts';
import { freePort } from './load/service-process.ts';

const { values, positionals } = parseArgs({
  options: { only: { type: 'string' }, keep: { type: 'string' } },
  allowPositionals: true,
});
const [given] = positionals;
if (given === undefined || !existsSync(join(given, 'parallel_schedule')))
  throw new Error('name the folder src/test/regress of the source of PostgreSQL');
const source = resolve(given);
const folder = values.keep === undefined ? mkdtempSync(join(tmpdir(), 'querygate-regression-')) : resolve(values.keep);
/** Milliseconds for one file. */
const TIMEOUT = 300_000;
/** As pg_regress sets them. */
const SETTINGS = ['lc_messages', 'lc_monetary', 'lc_numeric', 'lc_time']
  .map((name) => `ALTER DATABASE regression SET ${name} TO 'C'`)
  .concat(`ALTER DATABASE regression SET bytea_output TO 'hex'`)
  .concat(`ALTER DATABASE regression SET timezone_abbreviations TO 'Default'`);

try {
  const names = [...readFileSync(join(source, 'parallel_schedule'), 'utf8').matchAll(/^test: (.+)$/gm)]
    .flatMap(([, group = '']) => group.trim().split(/\s+/))
    .filter((name) => existsSync(join(source, 'sql', `${name}.sql`)));
  const last = values.only === undefined ? names.length : names.indexOf(values.only) + 1;
  const wanted = names.slice(0, last);
  const direct = await run('direct', wanted, startPipe);
  const again = await run('again', wanted, startPipe);
  const proxied = await run('proxied', wanted, startProxy);
  const compared = wanted.map((name) => ({
    name,
    isStable: direct.get(name) === again.get(name),
    isEqual: proxied.get(name) === direct.get(name) || proxied.get(name) === again.get(name),
  }));
  const differing = compared.filter(({ isEqual }) => !isEqual);
  const report = (what: string, list: readonly { readonly name: string }[]) =>
    `${what}: ${list.length}${list.length > 0 ? ` (${list.map(({ name }) => name).join(', ')})` : ''}\n`;
  process.stdout.write(`files: ${compared.length}\n`);
  process.stdout.write(`equal: ${compared.filter(({ isEqual }) => isEqual).length}\n`);
  process.stdout.write(
    report(
      'differ from run to run, without a proxy too',
      differing.filter(({ isStable }) => !isStable),
    ),
  );
  const changed = differing.filter(({ isStable }) => isStable);
  process.stdout.write(report('differ through the proxy', changed));
  process.exitCode = changed.length === 0 ? 0 : 1;
} finally {
  if (values.keep === undefined) rmSync(folder, { recursive: true, force: true });
}

type Way = (server: PostgresqlServer, port: number) => ReturnType<typeof spawn>;

/** What psql prints for each file, in a server of their own: the files build on each other. */
async function run(name: string, files: readonly string[], start: Way): Promise<ReadonlyMap<string, string>> {
  const server = await startPostgresql({ max_prepared_transactions: '0', max_connections: '100' });
  if (typeof server === 'string') throw new Error(server);
  const port = await freePort();
  const way = start(server, port);
  const outputs = new Map<string, string>();
  try {
    await server.asOwner('postgres', [
      'CREATE ROLE postgres SUPERUSER LOGIN',
      "CREATE DATABASE regression TEMPLATE template0 ENCODING 'UTF8' OWNER postgres",
      ...SETTINGS,
    ]);
    const results = join(folder, name);
    mkdirSync(results, { recursive: true });
    await until(name, async () => (await psql(server, port, ['-c', 'SELECT 1'], undefined)) === 0);
    for (const [at, file] of files.entries()) {
      const output = join(results, `${file}.out`);
      await psql(server, port, [], { input: join(source, 'sql', `${file}.sql`), output });
      outputs.set(file, readFileSync(output, 'latin1'));
      process.stderr.write(`\r${name}: ${at + 1} of ${files.length} `);
    }
    process.stderr.write('\n');
  } finally {
    way.kill('SIGKILL');
    await server.stop();
  }
  return outputs;
}

async function psql(
  { programs }: PostgresqlServer,
  port: number,
  args: readonly string[],
  files: { readonly input: string; readonly output: string } | undefined,
): Promise<number> {
  const out = files ? openSync(files.output, 'w') : 'ignore';
  const child = spawn(
    programs.psql,
    ['-X', '-a', '-q', '-v', 'HIDE_TABLEAM=on', '-v', 'HIDE_TOAST_COMPRESSION=on', ...args],
    {
      cwd: folder,
      stdio: [files ? openSync(files.input, 'r') : 'ignore', out, out],
      timeout: TIMEOUT,
      env: {
        PATH: process.env['PATH'],
        ...{ PGHOST: '127.0.0.1', PGPORT: String(port), PGUSER: 'postgres', PGDATABASE: 'regression' },
        ...{
          PGSSLMODE: 'disable',
          PGGSSENCMODE: 'disable',
          PGTZ: 'PST8PDT',
          PGDATESTYLE: 'Postgres, MDY',
          LC_ALL: 'C',
        },
        ...{ PG_ABS_SRCDIR: source, PG_ABS_BUILDDIR: folder, PG_LIBDIR: folder, PG_DLSUFFIX: '.so' },
      },
    },
  );
  const [code] = await once(child, 'exit');
  return code ?? -1;
}

function startPipe({ folder: socket, port: to }: PostgresqlServer, port: number) {
  const script = join(import.meta.dirname, 'load/pipe.mjs');
  return spawn(process.execPath, [script, String(port), `${socket}/.s.PGSQL.${to}`], { stdio: 'inherit' });
}

function startProxy({ folder: socket, port: to }: PostgresqlServer, port: number) {
  const rules = join(folder, 'rules.yml');
  writeFileSync(rules, 'version: 1\nextends: [querygate:recommended@1, querygate:availability@1]\n');
  const { node, program } = bundleIn(undefined);
  const args = [
    '--upstream',
    `${socket}:${to}`,
    '--listen',
    `127.0.0.1:${port}`,
    '--mode',
    'observe',
    '--rules',
    rules,
  ];
  const own = ['--data', join(folder, 'data'), '--events', join(folder, 'events.jsonl'), '--log-level', 'error'];
  return spawn(node, [program, 'proxy', ...args, ...own], { stdio: 'inherit' });
}
