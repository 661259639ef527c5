import type { CheckReport, Dialect, Finding } from '../../src/model/index.ts';
import { type Configured, configure, dialectOf } from './configured.ts';
import { type Engine, lockRules, treeOf } from './engine.ts';
import { compareLocks, type LockComparison } from './locks.ts';
import { type Pull, pullsOf } from './pulls.ts';
import { isRed, newFindings, replay } from './replay.ts';
import type { Repository } from './repositories.ts';
import { runSquawk, type SquawkFinding } from './squawk.ts';
import { type StatementLines, statementAt, statementsOf } from './statements.ts';

/** A finding that counts, with what a person needs to judge it. */
export interface Reported {
  readonly rule: string;
  readonly verdict: Finding['verdict'];
  readonly message: string;
  readonly file: string;
  /** From 1; 0 for a whole file. */
  readonly line: number;
  /** Kind and place of the operation; empty for a whole file. */
  readonly kind: string;
  readonly place: string;
  /** The statement, cut where it is long; empty for a whole file. */
  readonly text: string;
}

/** One replayed pull request. */
export interface Measured {
  readonly pull: Pull;
  /** SQL files of the change that the check read. */
  readonly files: number;
  readonly postgresqlFiles: number;
  readonly red: boolean;
  /** Why the check did not run; undefined if it did. */
  readonly error: string | undefined;
  readonly findings: readonly Reported[];
  /** squawk's rules with findings in the PostgreSQL files, each once. */
  readonly squawk: readonly string[];
  readonly locks: readonly LockComparison[];
}

export interface MeasuredRepository {
  /** At the listed commit. */
  readonly configured: Configured;
  readonly pulls: readonly Measured[];
}

/** Replays one repository. `onPull` is called before each pull request. */
export async function measure(
  engine: Engine,
  clone: string,
  repository: Repository,
  newest: number,
  onPull: (done: number, total: number) => void,
): Promise<MeasuredRepository> {
  const configured = await configure(engine, await treeOf(engine, clone, repository.commit), repository);
  const pulls = pullsOf(clone, repository.commit, newest);
  const checked: Checked[] = [];
  for (const pull of pulls) {
    onPull(checked.length, pulls.length);
    const own = await configuredFor(engine, clone, pull, repository, configured);
    checked.push(await checkPull(engine, clone, pull, own));
  }
  // In one go, since each start costs more than a file.
  const bySquawk = runSquawk(checked.flatMap(({ postgresql }) => postgresql.map(({ bytes }) => bytes)));
  const measured: Measured[] = [];
  let from = 0;
  for (const each of checked) {
    measured.push(await measurePull(engine, each, bySquawk.slice(from, from + each.postgresql.length)));
    from += each.postgresql.length;
  }
  return { configured, pulls: measured };
}

/**
 * What `init` writes at the head of the change, as if it had landed just before: the base does not name a folder that the
 * change opens, and later commits, or those of long ago, say nothing of it. Where `init` asks for the default dialect, the
 * user names that of today.
 */
async function configuredFor(
  engine: Engine,
  clone: string,
  { head }: Pull,
  repository: Repository,
  today: Configured,
): Promise<Configured> {
  const tree = await treeOf(engine, clone, head);
  const files = await configure(engine, tree, repository);
  const dialect = dialectOf(files) === undefined ? dialectOf(today) : undefined;
  return dialect ? configure(engine, tree, { ...repository, dialect }) : files;
}

/** A file of a change that the check read. */
interface ReadFile {
  readonly path: string;
  readonly dialect: Dialect | undefined;
  readonly bytes: Uint8Array;
}

interface Checked {
  readonly pull: Pull;
  /** Undefined if the check did not run. */
  readonly report: CheckReport | undefined;
  readonly error: string | undefined;
  readonly files: readonly ReadFile[];
  readonly postgresql: readonly ReadFile[];
}

async function checkPull(engine: Engine, clone: string, pull: Pull, configured: Configured): Promise<Checked> {
  const replayed = await replay(engine, clone, pull, configured).catch((error: unknown) => {
    // Of the engine's own class, which differs between engines.
    if (error instanceof Error && error.constructor.name === 'ConfigError') return error;
    throw error;
  });
  if (replayed instanceof Error) return { pull, report: undefined, error: replayed.message, files: [], postgresql: [] };
  const { report, head } = replayed;
  const files: ReadFile[] = [];
  for (const { path, dialect, status } of report.files) {
    if (status === 'deleted' || status === 'skipped') continue;
    const entry = await head.read(path);
    if (entry.kind === 'file') files.push({ path, dialect, bytes: entry.bytes });
  }
  const error = isRed(report) || report.exitCode === 0 ? undefined : report.conclusion;
  return { pull, report, error, files, postgresql: files.filter(({ dialect }) => dialect === 'postgresql') };
}

async function measurePull(
  engine: Engine,
  { pull, report, error, files, postgresql }: Checked,
  squawk: readonly (readonly SquawkFinding[])[],
): Promise<Measured> {
  const found = report ? newFindings(report) : [];
  const bySquawk = new Map(postgresql.map(({ path }, index) => [path, squawk[index] ?? []]));
  const statements = new Map<string, readonly StatementLines[]>();
  for (const { path, dialect, bytes } of files) {
    if (!dialect) continue;
    if ((bySquawk.get(path) ?? []).length > 0 || found.some((finding) => finding.path === path))
      statements.set(path, await statementsOf(engine, dialect, path, bytes));
  }
  const rules = lockRules(engine);
  return {
    pull,
    files: files.length,
    postgresqlFiles: postgresql.length,
    red: report !== undefined && isRed(report),
    error,
    findings: found.map((finding) => reported(finding, statements)),
    squawk: [...new Set(squawk.flat().map(({ rule }) => rule))].sort(),
    locks: postgresql.flatMap(({ path }) =>
      compareLocks(path, statements.get(path) ?? [], bySquawk.get(path) ?? [], report?.findings ?? [], rules),
    ),
  };
}

/** A procedure may have thousands of lines, and a finding in each. */
const MAX_TEXT = 4000;

function reported(finding: Finding, statements: ReadonlyMap<string, readonly StatementLines[]>): Reported {
  const { rule, verdict, message, path, location, operation } = finding;
  const line = location?.start.line ?? 0;
  return {
    rule,
    verdict,
    message,
    file: path,
    line,
    kind: operation?.kind ?? '',
    place: operation?.place ?? '',
    text: (statementAt(statements.get(path) ?? [], line)?.text ?? '').slice(0, MAX_TEXT),
  };
}
