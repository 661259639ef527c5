import { execFileSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { clone, hasCommit } from './corpus/clone.ts';
import { compareFindings } from './corpus/compare.ts';
import { countFixes, type FixCounts, fixLines } from './corpus/fixes.ts';
import { judgeRepository } from './corpus/judge.ts';
import { counted, differenceLines, ruleCounts } from './corpus/print.ts';
import { readSummary, writeSummary } from './corpus/summary.ts';
import { loadEngine } from './precision/engine.ts';
import { cloneCommand, cloneOf, type Repository, readRepositories } from './precision/repositories.ts';

// Judges every SQL file of public repositories with what `querygate init` configures for them, and compares the findings
// with the accepted ones in bench/corpus/findings/. Each difference is printed with its statement, and fails the run.
// `npm run corpus -- <folder of clones>`; the folder can also be given in QUERYGATE_BENCH_REPOSITORIES.
// `--clone` fetches the missing clones by git. `--only owner/name` (repeatable) judges some of them.
// `--accept "<reason>"` accepts all differences of this run, and keeps the reason in bench/corpus/accepted.md.
// `--engine <checkout>` judges with the sources of another checkout. `--all-statements` prints every difference, not
// only the first ones of each rule. `--fixes` counts how many warnings about locks in PostgreSQL have a fix.

const OWN = join(import.meta.dirname, '..');
const REASONS = join(import.meta.dirname, 'corpus', 'accepted.md');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    clone: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true },
    accept: { type: 'string' },
    engine: { type: 'string', default: OWN },
    'all-statements': { type: 'boolean', default: false },
    fixes: { type: 'boolean', default: false },
  },
});

const folder = resolve(positionals[0] ?? process.env['QUERYGATE_BENCH_REPOSITORIES'] ?? missingFolder());
if (values.accept !== undefined && values.accept.trim().length < 10)
  throw new Error('`--accept` needs the reason for the differences, in at least 10 characters');
const { repositories } = readRepositories();
const unknown = (values.only ?? []).filter((name) => !repositories.some((listed) => listed.name === name));
if (unknown.length > 0) throw new Error(`not in the list: ${unknown.join(', ')}`);
const listed = repositories.filter(({ name }) => values.only?.includes(name) ?? true);
if (values.clone) for (const repository of listed) clone(folder, repository);

const engine = await loadEngine(resolve(values.engine));
const missing: Repository[] = [];
const lost: string[] = [];
const gained: string[] = [];
const sums = { repositories: 0, files: 0, statements: 0, findings: 0 };
const fixes: FixCounts = new Map();
const start = process.cpuUsage();
for (const repository of listed) await run(repository);
const { user, system } = process.cpuUsage(start);

print(
  `${counted(sums.repositories, 'repository', 'repositories')}, ${counted(sums.files, 'file')}, ` +
    `${counted(sums.statements, 'statement')}, ${counted(sums.findings, 'finding')}; ${((user + system) / 1e6).toFixed(1)} s of CPU`,
);
if (values.fixes) for (const line of fixLines(fixes)) print(line);
print(`lost ${lost.length}${ruleCounts(lost)}`);
print(`new ${gained.length}${ruleCounts(gained)}`);
for (const repository of missing)
  print(`not judged: ${repository.name} (run with \`--clone\`, or: ${cloneCommand(folder, repository)})`);
if (lost.length + gained.length > 0 && values.accept !== undefined) keepReason(values.accept);
else if (lost.length + gained.length > 0) print('to accept the differences, run again with `--accept "<reason>"`');
// A run that judged nothing, or only a part, proves nothing.
if (missing.length > 0 || sums.repositories === 0 || (lost.length + gained.length > 0 && values.accept === undefined))
  process.exitCode = 1;

async function run(repository: Repository): Promise<void> {
  const { name, commit } = repository;
  const found = cloneOf(folder, repository);
  if (!found || !hasCommit(found, commit)) {
    missing.push(repository);
    return;
  }
  const judged = await judgeRepository(engine, found, repository);
  sums.repositories++;
  sums.files += judged.files;
  sums.statements += judged.statements;
  sums.findings += judged.findings.length;
  if (values.fixes) await countFixes(engine, found, repository, judged.findings, fixes);
  const summary = readSummary(name);
  const same = summary?.commit === commit ? summary.findings : [];
  const differences = compareFindings(same, judged.findings);
  lost.push(...differences.lost.map(({ rule, verdict }) => `${rule} ${verdict}`));
  gained.push(...differences.gained.map(({ rule, verdict }) => `${rule} ${verdict}`));
  const most = values['all-statements'] ? Number.POSITIVE_INFINITY : 5;
  // A repository that is new in the list has only new findings.
  if (summary) for (const line of await differenceLines(name, differences, judged.statementOf, most)) print(line);
  else print(`${name}: nothing accepted yet; ${counted(judged.findings.length, 'finding')}`);
  const { files, statements, findings } = judged;
  if (values.accept !== undefined) writeSummary(name, { commit, files, statements, findings });
}

function keepReason(reason: string): void {
  const head = execFileSync('git', ['-C', OWN, 'rev-parse', '--short=12', 'HEAD'], { encoding: 'utf8' }).trim();
  const day = new Date().toISOString().slice(0, 10);
  const only = values.only ? ` (${values.only.join(', ')})` : '';
  appendFileSync(
    REASONS,
    `\n## ${day}, after ${head}${only}: ${lost.length} lost, ${gained.length} new\n\n` +
      `${reason.trim()}\n\n- lost${ruleCounts(lost) || ': none'}\n- new${ruleCounts(gained) || ': none'}\n`,
  );
  print('accepted; commit bench/corpus/');
}

function missingFolder(): never {
  throw new Error('give the folder with the clones, or set QUERYGATE_BENCH_REPOSITORIES');
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
