import { compareText, type ErrorPlace, type OperationKind, type RuleChange } from '../../model/index.ts';
import { normalizeCondition } from '../cel/normalize.ts';
import { ALWAYS, type Formula, NEVER } from '../conditions/formula.ts';
import { truthPairs } from '../conditions/truth-pairs.ts';
import { DECIDING_KEYS, type DecidingKey, type Exception, type Rule, type Ruleset } from '../ruleset/types.ts';
import { exceptionsInForce } from './statement.ts';

/** A rule that is not off, with the exceptions that apply today. */
export interface RuleInForce {
  readonly rule: Rule;
  readonly exceptions: readonly Exception[];
}

/** A rule whose text differs between the two sides in a way that can change verdicts. */
export interface RuleDifference extends Omit<RuleChange, 'exercised' | 'newlyBlocked' | 'newlyAllowed' | 'unknown'> {
  /** Undefined if that side does not have the rule, or has it `off`. */
  readonly base: RuleInForce | undefined;
  readonly head: RuleInForce | undefined;
}

export interface RulesetComparison {
  /** Both give the same verdicts, today and later. Descriptive texts, order and file names are ignored. */
  readonly equal: boolean;
  readonly differences: readonly RuleDifference[];
  /** The rules that are the same on both sides, in the order of the base. */
  readonly same: readonly RuleInForce[];
}

/**
 * Compares two rulesets, rule by rule, on a day (`YYYY-MM-DD`, UTC). A rule that is `off` equals a missing one, and an
 * exception that has expired on both sides is ignored. Kinds, condition (except white space and comments), verdict and
 * exceptions are compared; messages, help texts, owners, `suppressible` and `final` are not.
 */
export function compareRulesets(base: Ruleset, head: Ruleset, today: string): RulesetComparison {
  const before = new Map(base.rules.map((rule) => [rule.id, rule]));
  const after = new Map(head.rules.map((rule) => [rule.id, rule]));
  const differences: RuleDifference[] = [];
  const same: RuleInForce[] = [];
  for (const id of new Set([...before.keys(), ...after.keys()])) {
    const old = before.get(id);
    const now = after.get(id);
    const oldInForce = inForce(base, old, today);
    const nowInForce = inForce(head, now, today);
    if (!oldInForce && !nowInForce) continue;
    const texts = differencesOf(old, now, oldInForce, nowInForce);
    if (texts.length === 0 && oldInForce) {
      same.push(oldInForce);
      continue;
    }
    differences.push({
      rule: id,
      change: old === undefined ? 'added' : now === undefined ? 'removed' : 'edited',
      differences: texts,
      effect: effectOf(oldInForce, nowInForce),
      place: now && placeOf(old, now, oldInForce, nowInForce),
      basePlace: old?.place,
      owner: (now ?? old)?.owner,
      base: oldInForce,
      head: nowInForce,
    });
  }
  return { equal: differences.length === 0, differences, same };
}

function inForce(ruleset: Ruleset, rule: Rule | undefined, today: string): RuleInForce | undefined {
  if (!rule || rule.verdict === 'off') return undefined;
  return { rule, exceptions: exceptionsInForce(ruleset, rule.id, today) };
}

function differencesOf(
  old: Rule | undefined,
  now: Rule | undefined,
  oldInForce: RuleInForce | undefined,
  nowInForce: RuleInForce | undefined,
): string[] {
  if (!old)
    return [`new rule, verdict ${now?.verdict ?? ''}`, ...exceptionDifferences([], nowInForce?.exceptions ?? [])];
  if (!now) return [`rule removed, verdict was ${old.verdict}`];
  const texts: string[] = [];
  if (old.verdict !== now.verdict) texts.push(`verdict: ${old.verdict} -> ${now.verdict}`);
  // If the rule is off on one side, the verdict is the only difference that matters.
  if (!oldInForce || !nowInForce) return texts;
  if (!sameKinds(old.kinds, now.kinds)) {
    texts.push(`operations: ${old.operations.join(', ')} -> ${now.operations.join(', ')}`);
  }
  const [oldText, nowText] = [conditionText(old), conditionText(now)];
  if (oldText !== nowText) {
    texts.push(oldText === undefined ? 'condition added' : nowText === undefined ? 'condition removed' : 'condition');
  }
  return [...texts, ...exceptionDifferences(oldInForce.exceptions, nowInForce.exceptions)];
}

function conditionText(rule: Rule): string | undefined {
  return rule.condition && normalizeCondition(rule.condition.text);
}

function sameKinds(a: ReadonlySet<OperationKind>, b: ReadonlySet<OperationKind>): boolean {
  return a.size === b.size && [...a].every((kind) => b.has(kind));
}

function exceptionKey(exception: Exception): string {
  return normalizeCondition(exception.condition.text);
}

/** The exceptions by condition; of several with the same condition, the one that applies longest. */
function byCondition(exceptions: readonly Exception[]): Map<string, Exception> {
  const longest = new Map<string, Exception>();
  for (const exception of exceptions) {
    const key = exceptionKey(exception);
    const current = longest.get(key);
    if (!current || current.until < exception.until) longest.set(key, exception);
  }
  return longest;
}

function exceptionDifferences(old: readonly Exception[], now: readonly Exception[]): string[] {
  const texts: string[] = [];
  const [before, after] = [byCondition(old), byCondition(now)];
  for (const [key, { owner, until }] of after) {
    const earlier = before.get(key);
    if (!earlier) texts.push(`exception added (${owner}, until ${until})`);
    else if (earlier.until !== until) {
      const how = earlier.until < until ? 'extended' : 'shortened';
      texts.push(`exception ${how} (${owner}, until ${earlier.until} -> ${until})`);
    }
  }
  for (const [key, { owner, until }] of before) {
    if (!after.has(key)) texts.push(`exception removed (${owner}, until ${until})`);
  }
  return texts;
}

/**
 * Returns the position of a difference in the head: the first key that differs; the rule itself if it is new or that
 * key is not written; if only exceptions differ, the first one that the base does not have.
 */
function placeOf(
  old: Rule | undefined,
  now: Rule,
  before: RuleInForce | undefined,
  after: RuleInForce | undefined,
): ErrorPlace {
  if (!old) return now.place;
  const keys = keysThatDiffer(old, now);
  if (keys.length > 0) return keys.flatMap((key) => keyPlaceOf(key, old, now)).sort(inOrder)[0] ?? now.place;
  if (!before || !after) return now.place;
  const known = byCondition(before.exceptions);
  const added = after.exceptions.find((exception) => known.get(exceptionKey(exception))?.until !== exception.until);
  return added?.place ?? now.place;
}

function keysThatDiffer(old: Rule, now: Rule): readonly DecidingKey[] {
  const differ: Record<DecidingKey, boolean> = {
    operations: !sameKinds(old.kinds, now.kinds),
    when: conditionText(old) !== conditionText(now),
    verdict: old.verdict !== now.verdict,
  };
  return DECIDING_KEYS.filter((key) => differ[key]);
}

/** Skips a key in another file that only applies because an override was removed: it was not edited. */
function keyPlaceOf(key: DecidingKey, old: Rule, now: Rule): ErrorPlace[] {
  const place = now.keyPlaces[key];
  const known = [now.place.file, old.keyPlaces[key]?.file];
  return place && known.includes(place.file) ? [place] : [];
}

function inOrder(a: ErrorPlace, b: ErrorPlace): number {
  if (a.file !== b.file) return compareText(a.file, b.file);
  return (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0);
}

const LEVELS = { off: 0, warn: 1, block: 2 } as const;

/** The condition of the rule, without the cases that exceptions exempt. */
export function formulaOfRule({ rule, exceptions }: RuleInForce): Formula {
  const exempt = exceptions.map(({ condition }) => ({ op: 'not', part: condition.formula() }) as const);
  return { op: 'all', parts: [rule.condition?.formula() ?? ALWAYS, ...exempt] };
}

/** Maximum combinations of answers to compare; with more, the effect is `either`. Rule files are untrusted input. */
const MAX_WORLDS = 1024;

/** Derives from the texts alone whether the change can only make verdicts stricter, only looser, or either. */
function effectOf(base: RuleInForce | undefined, head: RuleInForce | undefined): RuleChange['effect'] {
  let stricter = false;
  let looser = false;
  for (const [before, after] of [...levels(base, head), ...datesOfExceptions(base, head)]) {
    stricter ||= after > before;
    looser ||= after < before;
    if (stricter && looser) return 'either';
  }
  return stricter === looser ? 'either' : stricter ? 'stricter' : 'looser';
}

/** The levels on both sides of every pair of answers that the two conditions can give for one kind of operation. */
function* levels(base: RuleInForce | undefined, head: RuleInForce | undefined): Iterable<readonly [number, number]> {
  const compared = new Set<string>();
  for (const kind of [base, head].flatMap((side) => [...(side?.rule.kinds ?? [])])) {
    const [before, after] = [base, head].map((side) => (side?.rule.kinds.has(kind) ? side : undefined));
    const sides = `${before ? 'base' : ''} ${after ? 'head' : ''}`;
    if (compared.has(sides)) continue;
    compared.add(sides);
    const formulas = [before ? formulaOfRule(before) : NEVER, after ? formulaOfRule(after) : NEVER] as const;
    const pairs = truthPairs(...formulas, () => undefined, MAX_WORLDS);
    for (let bit = 0; bit < 4; bit++) {
      if ((pairs >> bit) & 1) yield [bit & 1 ? levelOf(before) : 0, bit & 2 ? levelOf(after) : 0];
    }
  }
}

/** For each exception whose last day moves, which side is stricter: the one that ends earlier. */
function* datesOfExceptions(
  base: RuleInForce | undefined,
  head: RuleInForce | undefined,
): Iterable<readonly [number, number]> {
  const before = byCondition(base?.exceptions ?? []);
  for (const [key, { until }] of byCondition(head?.exceptions ?? [])) {
    const earlier = before.get(key)?.until;
    if (earlier !== undefined && earlier !== until) yield earlier < until ? [1, 0] : [0, 1];
  }
}

function levelOf(side: RuleInForce | undefined): number {
  return side ? LEVELS[side.rule.verdict] : 0;
}
