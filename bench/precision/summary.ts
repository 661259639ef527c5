import { isStillReported, JUDGED, type Judgement } from './judgements.ts';
import { LOCK_ANSWERS, type LockComparison } from './locks.ts';
import type { Measured } from './measure.ts';
import type { RunResult } from './results.ts';
import { SQUAWK_LOCK_RULES } from './squawk.ts';

export interface SummaryInput {
  readonly engine: string;
  readonly date: string;
  readonly squawk: string;
  readonly lockRules: ReadonlySet<string>;
  /** Rules that are counted even if they report nothing. */
  readonly inForce: readonly string[];
  /** By name of the repository. */
  readonly replayed: ReadonlyMap<string, readonly Measured[]>;
  readonly judgements: readonly Judgement[];
}

/** The rules that make a pull request red. */
export function redRules({ red, findings }: Measured): readonly string[] {
  return red ? unique(findings.filter(({ verdict }) => verdict !== 'warn').map(({ rule }) => rule)) : [];
}

/** The rules about locks that warn about a pull request. */
export function lockWarnings({ findings }: Measured, lockRules: ReadonlySet<string>): readonly string[] {
  return unique(findings.map(({ rule }) => rule).filter((rule) => lockRules.has(rule)));
}

export function summarise(input: SummaryInput): RunResult {
  const { engine, date, squawk, lockRules, inForce, replayed, judgements } = input;
  const pulls = [...replayed.values()].flat();
  const warns = (pull: Measured) => lockWarnings(pull, lockRules).length > 0;
  const judged = (of: Judgement['of']) => {
    const held = judgements.filter(
      (each) => each.of === of && isStillReported(each, replayed.get(each.repository) ?? []),
    );
    return countsOf(
      JUDGED,
      held.map(({ verdict }) => verdict),
    );
  };
  return {
    engine,
    date,
    repositories: [...replayed].map(([name, own]) => ({
      name,
      pulls: own.length,
      from: own.at(-1)?.pull.day ?? '',
      to: own[0]?.pull.day ?? '',
      checked: own.filter(({ files }) => files > 0).length,
      red: own.filter(({ red }) => red).length,
      locks: own.filter(warns).length,
      errors: own.filter(({ error }) => error !== undefined).length,
    })),
    rules: counted(
      pulls.map(({ findings }) => unique(findings.map(({ rule }) => rule))),
      inForce,
    ),
    alone: counted(pulls.map(redRules).filter(({ length }) => length === 1)),
    kinds: counted(pulls.map(redKinds)),
    judged: { red: judged('red'), lock: judged('lock') },
    squawk: besideSquawk(squawk, pulls, warns),
  };
}

function redKinds({ red, findings }: Measured): readonly string[] {
  if (!red) return [];
  const counting = findings.filter(({ verdict }) => verdict !== 'warn');
  return unique(counting.map(({ rule, kind, place }) => [rule, kind, place].filter(Boolean).join(' ')));
}

function besideSquawk(
  version: string,
  all: readonly Measured[],
  warns: (pull: Measured) => boolean,
): RunResult['squawk'] {
  const pulls = all.filter(({ postgresqlFiles }) => postgresqlFiles > 0);
  const locks = pulls.filter(({ squawk }) => squawk.some((rule) => SQUAWK_LOCK_RULES.includes(rule)));
  const rows = pulls.flatMap((pull) => pull.locks);
  const answers = (rule: string) => rows.filter(({ squawk }) => squawk.includes(rule)).map(({ answer }) => answer);
  const own: readonly LockComparison[] = rows.filter(({ squawk }) => squawk.length === 0);
  return {
    version,
    pulls: pulls.length,
    red: pulls.filter(({ squawk }) => squawk.length > 0).length,
    querygateRed: pulls.filter(({ red }) => red).length,
    locks: locks.length,
    querygateLocks: pulls.filter(warns).length,
    bothLocks: locks.filter(warns).length,
    rules: Object.fromEntries(SQUAWK_LOCK_RULES.map((rule) => [rule, countsOf(LOCK_ANSWERS, answers(rule))])),
    onlyQuerygate: counted(own.map(({ rules }) => rules)),
  };
}

function unique(names: readonly string[]): readonly string[] {
  return [...new Set(names)].sort();
}

/** How many lists have each name, most frequent first; 0 for a name of `all` that none has. */
function counted(lists: readonly (readonly string[])[], all: readonly string[] = []): Record<string, number> {
  const sums = new Map(all.map((name) => [name, 0]));
  for (const name of lists.flat()) sums.set(name, (sums.get(name) ?? 0) + 1);
  return Object.fromEntries([...sums].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)));
}

function countsOf<T extends string>(names: readonly T[], found: readonly T[]): Record<T, number> {
  return Object.fromEntries(names.map((name) => [name, found.filter((each) => each === name).length])) as Record<
    T,
    number
  >;
}
