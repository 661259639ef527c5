import {
  DAY_MS,
  type Dialect,
  type DifferingSql,
  type KindChange,
  OPERATION_KINDS,
  type OpenKind,
  type OperationKind,
  type RulesetComparisonResult,
} from '../model/index.ts';
import { compareRulesets, type Ruleset, type RulesetComparison } from '../rules/index.ts';
import { Conditions, loosenings, OutOfSteps, SearchBudget } from '../rules/proof/index.ts';
import { ExampleFinder } from './example-finder.ts';
import { type Change, callerIn, type JudgedSample, SampleJudge } from './judge.ts';
import { Samples } from './samples.ts';

interface ComparisonInput {
  readonly base: Ruleset;
  readonly head: Ruleset;
  /** `YYYY-MM-DD`, UTC. Days after it count too, as exceptions end on some. */
  readonly today: string;
  /** Of the history, if there is one: SQL in them is tried before other SQL, whose parsers are then seldom loaded. */
  readonly dialects?: ReadonlySet<Dialect> | undefined;
}

/** Steps for one kind and direction: about a tenth of a second. */
const STEPS = 200_000;
/** Steps of all searches together. */
const ALL_STEPS = 4_000_000;
/**
 * How many combinations of facts are turned into SQL: for one kind, and with all samples that are changed for them. Where the
 * head may be looser, more is tried: that answers a question, while the others are only shown.
 */
const EFFORT = { looser: { worlds: 24, changes: 1500 }, stricter: { worlds: 4, changes: 300 } } as const;
/** Maximum number of days to compare besides today: those on which exceptions of differing rules end. */
const MAX_DAYS = 20;

/**
 * Compares two rulesets by themselves: which kinds of operation they judge differently, each with SQL that shows it, and
 * whether the head is somewhere looser. That it is nowhere looser is proved from the conditions; that it is looser is
 * shown by SQL that both judge. Everything else is not decided. Suppressions are not compared.
 */
export async function compareByThemselves({
  base,
  head,
  today,
  dialects,
}: ComparisonInput): Promise<RulesetComparisonResult> {
  const { days: forward, more } = daysOf(base, head, today);
  const backward = forward.map(({ day }) => ({ day, comparison: compareRulesets(head, base, day) }));
  const differing = new Set(forward.flatMap(({ comparison }) => comparison.differences.map(({ rule }) => rule)));
  const conditions = await Conditions.load();
  const finder = new ExampleFinder(new SampleJudge(base, head), await Samples.from(base, head, differing));
  const kinds: KindChange[] = [];
  const open: OpenKind[] = [];
  const searches = [
    { change: 'looser', days: forward },
    { change: 'stricter', days: backward },
  ] as const;
  let left = ALL_STEPS;
  for (const { change, days } of searches) {
    finder.changes = EFFORT[change].changes;
    for (const kind of kindsThatDiffer(days)) {
      const budget = new SearchBudget(Math.min(STEPS, left));
      const outcome = await compareKind(kind, change, days, { conditions, finder, budget, today, dialects });
      left -= budget.taken;
      if (outcome.example) kinds.push({ kind, change, example: outcome.example });
      else if (change === 'looser' && outcome.open) open.push({ kind, ...outcome.open });
    }
  }
  const [first] = kindsThatDiffer(forward);
  if (more && first) open.push({ kind: first, rule: undefined, why: `exceptions end on more than ${MAX_DAYS} days` });
  const isLooser = kinds.some(({ change }) => change === 'looser');
  return {
    kinds,
    looser: isLooser ? 'yes' : open.length > 0 ? 'not_decided' : 'no',
    open: isLooser ? [] : open,
  };
}

interface Day {
  readonly day: string;
  readonly comparison: Pick<RulesetComparison, 'differences' | 'same'>;
}

/** Today, and each day from which an exception of a rule that differs is over. */
function daysOf(
  base: Ruleset,
  head: Ruleset,
  today: string,
): { readonly days: readonly Day[]; readonly more: boolean } {
  const days: Day[] = [{ day: today, comparison: compareRulesets(base, head, today) }];
  const ends = new Set<string>();
  for (const { base: before, head: after } of days[0]?.comparison.differences ?? []) {
    for (const { until } of [...(before?.exceptions ?? []), ...(after?.exceptions ?? [])]) ends.add(until);
  }
  for (const end of [...ends].sort().slice(0, MAX_DAYS)) {
    const day = new Date(Date.parse(`${end}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);
    days.push({ day, comparison: compareRulesets(base, head, day) });
  }
  return { days, more: ends.size > MAX_DAYS };
}

/** In the order of docs/facts.md. */
function kindsThatDiffer(days: readonly Day[]): readonly OperationKind[] {
  const kinds = new Set<OperationKind>();
  for (const { comparison } of days) {
    for (const { base } of comparison.differences) for (const kind of base?.rule.kinds ?? []) kinds.add(kind);
  }
  return (Object.keys(OPERATION_KINDS) as OperationKind[]).filter((kind) => kinds.has(kind));
}

interface Search {
  readonly conditions: Conditions;
  readonly finder: ExampleFinder;
  readonly budget: SearchBudget;
  readonly today: string;
  readonly dialects: ReadonlySet<Dialect> | undefined;
}

interface KindOutcome {
  readonly example?: DifferingSql | undefined;
  readonly open?: Omit<OpenKind, 'kind'> | undefined;
}

async function compareKind(
  kind: OperationKind,
  change: Change,
  days: readonly Day[],
  { conditions, finder, budget, today, dialects }: Search,
): Promise<KindOutcome> {
  let open: KindOutcome['open'];
  try {
    let tried = 0;
    for (const { day, comparison } of days) {
      const { differences, same } = comparison;
      const sides = {
        base: differences.flatMap(({ base }) => base ?? []),
        head: differences.flatMap(({ head }) => head ?? []),
        same,
      };
      for (const loosening of loosenings(sides, kind, conditions, budget, change === 'looser')) {
        const example = tried === 0 ? await finder.first(loosening, change, day, dialects) : undefined;
        const { found, why } = example ? { found: example, why: '' } : await finder.withFacts(loosening, change, day);
        if (found) return { example: exampleOf(found, day === today ? undefined : day) };
        open ??= { rule: loosening.rule, why };
        if (++tried >= EFFORT[change].worlds) return { open };
      }
    }
  } catch (error) {
    if (!(error instanceof OutOfSteps)) throw error;
    open ??= { rule: undefined, why: 'the conditions have too many combinations' };
  }
  return { open };
}

function exampleOf({ sample, surroundings, base, head, rules }: JudgedSample, from: string | undefined): DifferingSql {
  const { sql, dialect, path, serverVersion, history } = sample;
  const caller = callerIn(sample, surroundings);
  const { tags, ...names } = caller ?? {};
  const facts = Object.entries({ ...names, ...(caller && !tags ? { tags: undefined } : {}) });
  const known = Object.entries(tags ?? {}).map(([name, value]) => [`tags.${name}`, value] as const);
  return {
    sql,
    dialect,
    base,
    head,
    rules,
    path: surroundings.file ? path : undefined,
    caller:
      caller &&
      Object.fromEntries(
        [...facts, ...known].filter(([, value]) => value !== '').map(([name, value]) => [name, value ?? null]),
      ),
    serverVersion,
    history: surroundings.file ? history : undefined,
    from,
  };
}
