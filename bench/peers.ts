import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installPeers } from './peers/install.ts';
import { type Results, readResults, type ToolResult, writeResults } from './peers/results.ts';
import { measure, runOnSamples } from './peers/run.ts';
import { readSamples } from './peers/statements.ts';
import { querygate, sqlfluff, type Tool } from './peers/tools.ts';

// Runs Querygate and other tools over the statements of bench/peers/statements.yml, and writes bench/peers/results.json,
// from which `npm run generate` makes the tables of docs/comparison.md.
// `--migrations <folder>` (a clone of LemmyNet/lemmy) measures its `up.sql` files too. `--pgfence <folder>` adds a built
// clone of pgfence. `--own` runs Querygate only and keeps the other results. `--no-write` prints only.

const { values } = parseArgs({
  options: {
    migrations: { type: 'string' },
    pgfence: { type: 'string' },
    own: { type: 'boolean', default: false },
    'no-write': { type: 'boolean', default: false },
    cli: { type: 'string', default: join(import.meta.dirname, '../dist/cli.js') },
  },
});

const work = mkdtempSync(join(tmpdir(), 'querygate-peers-'));
try {
  const own = querygate(process.env['QUERYGATE_BENCH_NODE'] ?? 'node', values.cli);
  if (values.own) save(withOwn(readResults(), own));
  else save(measured([own, ...peers()]));
} finally {
  rmSync(work, { recursive: true, force: true });
}

function save(results: Results): void {
  for (const tool of results.tools) print(tool);
  if (!values['no-write']) writeResults(results);
}

function peers(): readonly Tool[] {
  const fluff = sqlfluff();
  if (!fluff) process.stdout.write('sqlfluff: not run: it is not installed (`apt-get install sqlfluff`)\n');
  return [...installPeers(work, values.pgfence), ...(fluff ? [fluff] : [])];
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}

/** The `up.sql` files of a clone, and which commit it is of. */
function migrationsOf(folder: string) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('/up.sql'))
    .map((name) => join(folder, name))
    .sort();
  const git = (...args: readonly string[]) => execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8' }).trim();
  const bytes = files.reduce((sum, path) => sum + statSync(path).size, 0);
  return {
    files,
    about: { repository: 'LemmyNet/lemmy', commit: git('rev-parse', 'HEAD'), files: files.length, bytes },
  };
}

function measured(tools: readonly Tool[]): Results {
  const samples = readSamples();
  const migrations = values.migrations ? migrationsOf(values.migrations) : undefined;
  const small = join(work, 'small.sql');
  writeFileSync(small, `${samples.find(({ name }) => name === 'add a nullable column')?.sql}\n`);
  const found = tools.map(
    (tool): ToolResult => ({
      ...about(tool),
      ...runOnSamples(tool, samples, work),
      small: null,
      migrations: null,
    }),
  );
  const costs = measure(tools, small, migrations?.files ?? [], work);
  const rows = found.map((row, index) => ({ ...row, ...costs[index] }));
  return { migrations: migrations?.about ?? null, tools: rows };
}

function about({ name, version, source, shown }: Tool) {
  return { name, version, source, date: today(), command: shown };
}

/** Replaces what Querygate did with the statements; the times stay, since they are relative to those of the same run. */
function withOwn(results: Results, own: Tool): Results {
  const found = { ...about(own), ...runOnSamples(own, readSamples(), work) };
  return {
    ...results,
    tools: results.tools.map((tool) => (tool.name === own.name ? { ...tool, ...found } : tool)),
  };
}

function print({ name, version, source, dangerous, harmless, locks, small, migrations }: ToolResult): void {
  const count = (group: ToolResult['dangerous']) =>
    `${Object.keys(group.reported).length} reported, ${group.failed.length} fail, ${group.unread.length} not read`;
  process.stdout.write(
    [
      `${name} ${version} (${source})`,
      `  dangerous: ${count(dangerous)}`,
      `  harmless:  ${count(harmless)}`,
      `  locks:     ${count(locks)}`,
      `  one small file: ${small ? `${small.seconds} s, ${small.ratio}x` : 'not measured'}`,
      `  migrations: ${migrations ? `${migrations.unread} not read, ${migrations.skipped} files skipped, ${migrations.cpu.seconds} s, ${migrations.cpu.ratio}x` : 'not run'}`,
      '',
    ].join('\n'),
  );
}
