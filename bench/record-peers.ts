// The hazards of the recorder's tests, found by a recording, in the SQL that frameworks print, and by pgfence.
// Usage: QUERYGATE_TEST_FRAMEWORKS=<folder> npm run bench -- record-peers [--pgfence <folder>] [--write]
// Needs PostgreSQL, Debian's Django and Alembic, npm's Knex and TypeORM, and pgfence with typescript-estree in a folder.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { repository } from '../test/ci/repository.ts';
import { CONFIG } from '../test/commands/build.ts';
import { ALEMBIC } from '../test/databases/frameworks/alembic.ts';
import { DJANGO } from '../test/databases/frameworks/django.ts';
import { type Framework, FrameworkProject, type Report } from '../test/databases/frameworks/framework.ts';
import { KNEX } from '../test/databases/frameworks/knex.ts';
import { TYPEORM } from '../test/databases/frameworks/typeorm.ts';
import { type PostgresqlServer, startPostgresql } from '../test/databases/postgresql-server.ts';
import { NODE, packaged } from '../test/e2e/packaged.ts';
import { type Count, RESULTS, type Results } from './record-peers/results.ts';

const { values } = parseArgs({ options: { pgfence: { type: 'string' }, write: { type: 'boolean', default: false } } });
const PYTHON = '/usr/bin/python3';

/** The rules or checks that report each migration, by its path; undefined where a tool reads nothing. */
type Found = ReadonlyMap<string, readonly string[] | undefined>;

function run(command: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv, allowed = [0]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, env, encoding: 'utf8', maxBuffer: 1e8 });
  if (!allowed.includes(status ?? -1)) throw new Error(`${command} ${args.join(' ')}: ${stderr}`);
  return stdout;
}

function foundIn({ findings }: Report, nameOf: (path: string) => string, paths: readonly string[]): Found {
  return new Map(
    paths.map((path) => [path, findings.filter((each) => each.path === nameOf(path)).map(({ rule }) => rule)]),
  );
}

/** Whether a migration was found, for each of a framework. A hazard counts by any of its rules, or by any check of another tool. */
function countOf({ change }: Framework, found: Found, isOwn: boolean): Count {
  const count = { reported: 0, falsely: 0, unread: 0 };
  for (const { path, rules } of change) {
    const reports = found.get(path);
    if (reports === undefined) count.unread++;
    else if (rules.length === 0) count.falsely += reports.length > 0 ? 1 : 0;
    else if (reports.some((each) => !isOwn || rules.includes(each))) count.reported++;
  }
  return count;
}

/** What Querygate says of the SQL that a framework prints of its migrations; those without a statement are not read. */
function judgePrinted(base: string, printed: ReadonlyMap<string, string>): Found {
  const folder = mkdtempSync(join(tmpdir(), 'record-peers-'));
  try {
    const git = repository(folder);
    const nameOf = (path: string) => `db/${basename(path)}.sql`;
    git.git('init', '--quiet', '--initial-branch=main');
    git.commit({ [CONFIG]: 'version: 1\ndialect: postgresql\n', 'db/0.sql': base }, 'Base');
    git.git('checkout', '--quiet', '-b', 'change');
    git.commit(Object.fromEntries([...printed].map(([path, sql]) => [nameOf(path), sql])), 'Change');
    const args = [packaged('cli.js'), 'check', '--since', 'main', '--format', 'json'];
    const report = JSON.parse(run(NODE, args, folder, process.env, [0, 1, 5])) as Report;
    const found = foundIn(report, nameOf, [...printed.keys()]);
    return new Map([...found].map(([path, rules]) => [path, hasSql(printed.get(path) ?? '') ? rules : undefined]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Whether there is a statement besides the transaction and what the framework notes of itself. */
function hasSql(text: string): boolean {
  const statements = text.replace(/--.*$/gm, '').split(';');
  return statements.some((each) => !/^\s*(?:|BEGIN|COMMIT|UPDATE alembic_version\b[^;]*)\s*$/i.test(each));
}

interface Fence {
  readonly results: readonly {
    readonly checks: readonly { readonly ruleId: string; readonly risk: string }[];
    readonly statementCount: number;
    readonly extractionWarnings?: readonly unknown[];
  }[];
}

/** What pgfence says of texts; one without a statement, or of which it says that it does not read a part, is not read. */
function fence(folder: string, format: string, texts: ReadonlyMap<string, string>): Found {
  const at = mkdtempSync(join(tmpdir(), 'record-peers-'));
  const found = new Map<string, readonly string[] | undefined>();
  for (const [path, text] of texts) {
    const file = join(at, format === 'sql' ? `${basename(path)}.sql` : basename(path));
    writeFileSync(file, text);
    const options = ['--format', format, '--output', 'json', '--no-lock-timeout', '--no-statement-timeout'];
    const args = [join(folder, 'node_modules/.bin/pgfence'), 'analyze', file, ...options];
    const { status, stdout } = spawnSync(process.execPath, args, { cwd: at, encoding: 'utf8' });
    // It ends with an error at SQL that its parser does not read.
    const { results } = status === 0 ? (JSON.parse(stdout) as Fence) : { results: [] };
    const checks = results.flatMap((each) => each.checks.filter(({ risk }) => !/^(?:SAFE|LOW)$/.test(risk)));
    const isRead =
      results.length > 0 &&
      results.every((each) => each.statementCount > 0 && (each.extractionWarnings ?? []).length === 0);
    found.set(path, checks.length > 0 || isRead ? checks.map(({ ruleId }) => ruleId) : undefined);
  }
  rmSync(at, { recursive: true });
  return found;
}

/** The SQL that a framework prints of the base, and of each migration of the change when the ones before it have run. */
type Print = (project: FrameworkProject, env: NodeJS.ProcessEnv) => [base: string, change: ReadonlyMap<string, string>];

const printDjango: Print = ({ folder }, env) => {
  const manage = (...args: readonly string[]) => run(PYTHON, ['manage.py', ...args], folder, env);
  const nameOf = (path: string) => basename(path, '.py');
  const print = (path: string) => {
    const sql = manage('sqlmigrate', 'shop', nameOf(path));
    manage('migrate', 'shop', nameOf(path));
    return sql;
  };
  const base = Object.keys(DJANGO.base).map(print).join('\n');
  return [base, new Map(DJANGO.change.map(({ path }) => [path, print(path)]))];
};

const printAlembic: Print = ({ folder }, env) => {
  const alembic = (...args: readonly string[]) => run(PYTHON, ['-m', 'alembic.config', ...args], folder, env);
  const idOf = (text: string, name: string) => new RegExp(`^${name} = '(\\w+)'`, 'm').exec(text)?.[1] ?? 'base';
  const print = (text: string) => {
    const id = idOf(text, 'revision');
    const { status, stdout } = spawnSync(
      PYTHON,
      ['-m', 'alembic.config', 'upgrade', `${idOf(text, 'down_revision')}:${id}`, '--sql'],
      { cwd: folder, env, encoding: 'utf8' },
    );
    alembic('upgrade', id);
    // It fails where a migration reads rows.
    return status === 0 ? stdout : '';
  };
  const base = Object.values(ALEMBIC.base).map((text) => print(String(text)));
  return [base.join('\n'), new Map(ALEMBIC.change.map(({ path, text }) => [path, print(text)]))];
};

const PRINTS = new Map<Framework, readonly [name: string, Print]>([
  [DJANGO, ['`sqlmigrate`', printDjango]],
  [ALEMBIC, ['`--sql`', printAlembic]],
]);
const FENCED = new Map<Framework, string>([
  [KNEX, 'knex'],
  [TYPEORM, 'typeorm'],
]);

async function compare(framework: Framework, server: PostgresqlServer, pgfence: string | undefined) {
  const project = await FrameworkProject.create(framework);
  if (typeof project === 'string') throw new Error(`${framework.name}: ${project}`);
  try {
    await project.record();
    const { change } = framework;
    const paths = change.map(({ path }) => path);
    const counts: Record<string, Count> = {
      record: countOf(
        framework,
        foundIn(await project.check(), (path) => path, paths),
        true,
      ),
    };
    const print = PRINTS.get(framework);
    if (print) {
      const database = framework.name.toLowerCase();
      await server.asOwner('postgres', [`CREATE DATABASE ${database}`]);
      const { folder: host, port } = server;
      const env = {
        ...{ ...server.environment('owner', database, 'bench'), PGPORT: String(port), LANG: 'C.UTF-8' },
        DATABASE_URL: `postgresql://owner@/${database}?host=${host}&port=${port}`,
      };
      const [base, printed] = print[1](project, env);
      counts['printed'] = countOf(framework, judgePrinted(base, printed), true);
      const withSql = new Map([...printed].filter(([, sql]) => hasSql(sql)));
      if (pgfence) counts['pgfence'] = countOf(framework, fence(pgfence, 'sql', withSql), false);
    }
    const format = FENCED.get(framework);
    const sources = new Map(change.map(({ path, text }) => [path, text]));
    if (format && pgfence) counts['pgfence'] = countOf(framework, fence(pgfence, format, sources), false);
    const hazards = change.filter(({ rules }) => rules.length > 0).length;
    return { framework: framework.name, hazards, harmless: change.length - hazards, counts };
  } finally {
    project.remove();
  }
}

const server = await startPostgresql();
if (typeof server === 'string') throw new Error(server);
try {
  const rows: Results['rows'] = [];
  for (const framework of [DJANGO, ALEMBIC, KNEX, TYPEORM]) {
    const row = await compare(framework, server, values.pgfence);
    process.stdout.write(`${JSON.stringify(row)}\n`);
    rows.push(row);
  }
  const python = (code: string) => run(PYTHON, ['-c', code], '/', process.env).trim();
  const versions = {
    Django: python('import django; print(django.get_version())'),
    Alembic: python('import alembic; print(alembic.__version__)'),
    ...(values.pgfence && {
      pgfence: run(process.execPath, [join(values.pgfence, 'node_modules/.bin/pgfence'), '--version'], '/', {}).trim(),
    }),
  };
  const results: Results = { date: new Date().toISOString().slice(0, 10), versions, rows };
  if (values.write) writeFileSync(RESULTS, `${JSON.stringify(results, undefined, 2)}\n`);
} finally {
  await server.stop();
}
