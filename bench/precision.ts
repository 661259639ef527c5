import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { configure } from './precision/configured.ts';
import { type Engine, loadEngine, lockRules, rulesInForce, treeOf } from './precision/engine.ts';
import { readJudgements } from './precision/judgements.ts';
import { type Measured, type MeasuredRepository, measure } from './precision/measure.ts';
import { dumpOperations, lostOperations } from './precision/operations.ts';
import { printed } from './precision/print.ts';
import { cloneCommand, cloneOf, type Repository, readRepositories } from './precision/repositories.ts';
import { RUNS, readResults, writeResults } from './precision/results.ts';
import { lockSample, redSample, sampleText, silentSample } from './precision/sample.ts';
import { squawkVersion } from './precision/squawk.ts';
import { summarise } from './precision/summary.ts';

// Replays the SQL commits of the repositories in bench/precision/repositories.json as pull requests, with what
// `querygate init` writes for each, and prints which of them fail or warn, beside squawk. Fetches nothing: the clones
// are in the folder that is given as argument or in QUERYGATE_BENCH_REPOSITORIES.
// `--only owner/name` (repeatable) replays some of them. `--write now` saves the numbers to
// bench/precision/results.json, from which `npm run generate` makes docs/accuracy.md. `--engine <checkout>` judges
// with the sources of another checkout. `--details <folder>` writes what each pull request and configuration gave, and
// `--from <folder>` counts what was written there instead of replaying, such as after judging by hand.
// `--sample 40 --seed 1` writes samples to judge by hand to that folder, or prints them with `--print`.
// `--operations <file>` writes what each statement of the repositories does instead; with `--compare <older file>`
// it lists the statements that have lost something.

const OWN = join(import.meta.dirname, '..');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', multiple: true },
    newest: { type: 'string' },
    write: { type: 'string' },
    engine: { type: 'string', default: OWN },
    'engine-commit': { type: 'string' },
    details: { type: 'string' },
    from: { type: 'string' },
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    print: { type: 'boolean', default: false },
    operations: { type: 'string' },
    compare: { type: 'string' },
  },
});

const folder = positionals[0] ?? process.env['QUERYGATE_BENCH_REPOSITORIES'];
if (folder === undefined) throw new Error('give the folder with the clones, or set QUERYGATE_BENCH_REPOSITORIES');
const run = RUNS.find((name) => name === values.write);
if (values.write !== undefined && !run) throw new Error(`\`--write ${values.write}\` is not one of ${RUNS.join(', ')}`);

const list = readRepositories();
const clones = clonesOf(list.repositories.filter(({ name }) => values.only?.includes(name) ?? true));
const engine = await loadEngine(resolve(values.engine));
if (values.operations === undefined) await replayAll();
else await listOperations(values.operations);

/** The clones that are there and have the listed commit; says how to get the others. */
function clonesOf(repositories: readonly Repository[]): ReadonlyMap<Repository, string> {
  const found = new Map<Repository, string>();
  for (const repository of repositories) {
    const clone = cloneOf(folder ?? '', repository);
    if (clone && hasCommit(clone, repository.commit)) found.set(repository, clone);
    else process.stdout.write(`not there: ${repository.name}\n  ${cloneCommand(folder ?? '', repository)}\n`);
  }
  return found;
}

function hasCommit(clone: string, commit: string): boolean {
  try {
    execFileSync('git', ['-C', clone, 'cat-file', '-e', `${commit}^{commit}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

async function replayAll(): Promise<void> {
  const newest = (given?: number) => Number(values.newest ?? given ?? list.newest);
  const replayed = new Map<string, readonly Measured[]>();
  for (const [repository, clone] of clones) {
    const { name } = repository;
    if (values.from !== undefined) {
      replayed.set(name, readDetails(resolve(values.from), name).slice(0, newest(repository.newest)));
      continue;
    }
    const show = (done: number, total: number) => {
      if (process.stderr.isTTY) process.stderr.write(`\r${name}: ${done} of ${total}\u001b[K`);
    };
    const measured = await measure(engine, clone, repository, newest(repository.newest), show);
    replayed.set(name, measured.pulls);
    if (values.details !== undefined) writeDetails(resolve(values.details), name, measured);
  }
  const result = summarise({
    engine:
      values['engine-commit'] ?? execFileSync('git', ['-C', OWN, 'rev-parse', 'HEAD'], { encoding: 'utf8' }).trim(),
    date: new Date().toISOString().slice(0, 10),
    squawk: squawkVersion(),
    lockRules: lockRules(engine),
    inForce: rulesInForce(engine),
    replayed,
    judgements: readJudgements(),
  });
  process.stdout.write(printed(result));
  writeSamples(replayed, engine);
  if (!run) return;
  if (clones.size < list.repositories.length) throw new Error('not written: not all repositories were replayed');
  writeResults({ ...readResults(), [run]: result });
}

function fileOf(into: string, name: string): string {
  return join(into, name.replace('/', '+'));
}

function readDetails(from: string, name: string): readonly Measured[] {
  const rows = readFileSync(`${fileOf(from, name)}.jsonl`, 'utf8')
    .split('\n')
    .filter(Boolean);
  return rows.map((row) => JSON.parse(row) as Measured);
}

function writeDetails(into: string, name: string, { configured, pulls }: MeasuredRepository): void {
  mkdirSync(into, { recursive: true });
  const file = fileOf(into, name);
  writeFileSync(`${file}.jsonl`, pulls.map((pull) => `${JSON.stringify({ repository: name, ...pull })}\n`).join(''));
  for (const [path, bytes] of configured) writeFileSync(`${file}.${path.split('/').at(-1)}`, bytes);
}

function writeSamples(replayed: Parameters<typeof redSample>[0], { rules }: Engine): void {
  if (values.sample === undefined || rules === undefined) return;
  const size = Number(values.sample);
  const seed = Number(values.seed);
  const samples = {
    red: sampleText('Red pull requests', redSample(replayed, size, seed)),
    locks: sampleText('Warnings about locks', lockSample(replayed, lockRules(engine), size, seed)),
    silent: sampleText('Reported by squawk only', silentSample(replayed, size, seed)),
  };
  for (const [name, text] of Object.entries(samples)) {
    if (values.print || values.details === undefined) process.stdout.write(`\n${text}`);
    else writeFileSync(join(resolve(values.details), `sample-${name}.md`), text);
  }
}

async function listOperations(file: string): Promise<void> {
  const configured = new Map(
    await Promise.all(
      [...clones].map(async ([repository, clone]) => {
        const tree = await treeOf(engine, clone, repository.commit);
        return [repository, { clone, configured: await configure(engine, tree, repository) }] as const;
      }),
    ),
  );
  const total = await dumpOperations(engine, configured, file);
  process.stdout.write(`${total} statements in ${file}\n`);
  if (values.compare === undefined) return;
  const { less, otherTarget } = lostOperations(values.compare, file);
  const lines = [
    ...otherTarget,
    `${otherTarget.length} statements have other targets`,
    ...less,
    `${less.length} statements do less than before`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  if (less.length > 0) process.exitCode = 1;
}
