import type { ErrorPlace, OperationKind, RuleChange } from '../../model/index.ts';
import { normalizeCondition } from '../cel/normalize.ts';
import { ALWAYS, type Formula, NEVER } from '../conditions/formula.ts';
import { truthPairs } from '../conditions/truth-pairs.ts';
import { DECIDING_KEYS, type DecidingKey, type Exception, type Rule, type Ruleset } from '../ruleset/types.ts';
import { exceptionsInForce } from './statement.ts';

/** A rule that says something, and the exceptions to it that hold today. */
export interface RuleInForce {
  readonly rule: Rule;
  readonly exceptions: readonly Exception[];
}

/** A rule that does not judge alike on both sides, as far as the texts tell. */
export interface RuleDifference extends Omit<RuleChange, 'exercised' | 'newlyBlocked' | 'newlyAllowed' | 'unknown'> {
  /** Undefined where that side has no such rule, or has it `off`. */
  readonly base: RuleInForce | undefined;
  readonly head: RuleInForce | undefined;
}

export interface RulesetComparison {
  /** Both judge every statement alike, today and later: texts for people, order and file names do not count. */
  readonly equal: boolean;
  readonly differences: readonly RuleDifference[];
  /** The rules that are the same on both sides, in the order of the base. */
  readonly same: readonly RuleInForce[];
}

/**
 * Compares what two rulesets say, rule by rule, on a day (`YYYY-MM-DD`, UTC). A rule that is `off` or gone says
 * nothing; an exception that ran out on both sides is no difference. Kinds, condition (but for white space and
 * comments), verdict and exceptions count; messages, helps, owners, suppressibility and finality do not.
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
    const words = differencesOf(old, now, oldInForce, nowInForce);
    if (words.length === 0 && oldInForce) {
      same.push(oldInForce);
      continue;
    }
    differences.push({
      rule: id,
      change: old === undefined ? 'added' : now === undefined ? 'removed' : 'edited',
      differences: words,
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
  if (!old) return [`new rule, verdict ${now?.verdict ?? ''}`, ...exceptionWords([], nowInForce?.exceptions ?? [])];
  if (!now) return [`rule removed, verdict was ${old.verdict}`];
  const words: string[] = [];
  if (old.verdict !== now.verdict) words.push(`verdict: ${old.verdict} -> ${now.verdict}`);
  // Of a rule that says nothing on one side, the verdict says it all.
  if (!oldInForce || !nowInForce) return words;
  if (!sameKinds(old.kinds, now.kinds)) {
    words.push(`operations: ${old.operations.join(', ')} -> ${now.operations.join(', ')}`);
  }
  const [oldText, nowText] = [conditionText(old), conditionText(now)];
  if (oldText !== nowText) {
    words.push(oldText === undefined ? 'condition added' : nowText === undefined ? 'condition removed' : 'condition');
  }
  return [...words, ...exceptionWords(oldInForce.exceptions, nowInForce.exceptions)];
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

/** By condition, the exception that holds longest. */
function byCondition(exceptions: readonly Exception[]): Map<string, Exception> {
  const longest = new Map<string, Exception>();
  for (const exception of exceptions) {
    const key = exceptionKey(exception);
    const other = longest.get(key);
    if (!other || other.until < exception.until) longest.set(key, exception);
  }
  return longest;
}

function exceptionWords(old: readonly Exception[], now: readonly Exception[]): string[] {
  const words: string[] = [];
  const [before, after] = [byCondition(old), byCondition(now)];
  for (const [key, { owner, until }] of after) {
    const earlier = before.get(key);
    if (!earlier) words.push(`exception added (${owner}, until ${until})`);
    else if (earlier.until !== until) {
      const how = earlier.until < until ? 'extended' : 'shortened';
      words.push(`exception ${how} (${owner}, until ${earlier.until} -> ${until})`);
    }
  }
  for (const [key, { owner, until }] of before) {
    if (!after.has(key)) words.push(`exception removed (${owner}, until ${until})`);
  }
  return words;
}

/**
 * In the head: the first key that differs; of a new rule, or where that key is not written, the rule; where only
 * exceptions differ, the first that the base has not.
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
  const fresh = after.exceptions.find((exception) => known.get(exceptionKey(exception))?.until !== exception.until);
  return fresh?.place ?? now.place;
}

function keysThatDiffer(old: Rule, now: Rule): readonly DecidingKey[] {
  const differ: Record<DecidingKey, boolean> = {
    operations: !sameKinds(old.kinds, now.kinds),
    when: conditionText(old) !== conditionText(now),
    verdict: old.verdict !== now.verdict,
  };
  return DECIDING_KEYS.filter((key) => differ[key]);
}

/** A key that only came to light in another file, since an override of it is gone, is not what was edited. */
function keyPlaceOf(key: DecidingKey, old: Rule, now: Rule): ErrorPlace[] {
  const place = now.keyPlaces[key];
  const known = [now.place.file, old.keyPlaces[key]?.file];
  return place && known.includes(place.file) ? [place] : [];
}

function inOrder(a: ErrorPlace, b: ErrorPlace): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0);
}

const LEVELS = { off: 0, warn: 1, block: 2 } as const;

/** The condition, less the exceptions. */
export function formulaOfRule({ rule, exceptions }: RuleInForce): Formula {
  const exempt = exceptions.map(({ condition }) => ({ op: 'not', part: condition.formula() }) as const);
  return { op: 'all', parts: [rule.condition?.formula() ?? ALWAYS, ...exempt] };
}

/** Conditions of more open questions than these worlds hold are taken for either: rule files come from strangers. */
const MAX_WORLDS = 256;

/** What the texts alone tell: whether some operation could fare worse than before, or better. */
function effectOf(base: RuleInForce | undefined, head: RuleInForce | undefined): RuleChange['effect'] {
  let stricter = false;
  let looser = false;
  const note = (before: number, after: number): void => {
    if (after > before) stricter = true;
    if (after < before) looser = true;
  };
  const looked = new Set<string>();
  for (const kind of new Set([...(base?.rule.kinds ?? []), ...(head?.rule.kinds ?? [])])) {
    const before = base?.rule.kinds.has(kind) ? base : undefined;
    const after = head?.rule.kinds.has(kind) ? head : undefined;
    const which = `${before ? 'base' : ''} ${after ? 'head' : ''}`;
    if (looked.has(which)) continue;
    looked.add(which);
    const pairs = truthPairs(
      before ? formulaOfRule(before) : NEVER,
      after ? formulaOfRule(after) : NEVER,
      () => undefined,
      MAX_WORLDS,
    );
    for (let bit = 0; bit < 4; bit++) {
      if ((pairs >> bit) & 1) note(bit & 1 ? levelOf(before) : 0, bit & 2 ? levelOf(after) : 0);
    }
    if (stricter && looser) return 'either';
  }
  const [before, after] = [byCondition(base?.exceptions ?? []), byCondition(head?.exceptions ?? [])];
  for (const [key, { until }] of after) {
    const earlier = before.get(key)?.until;
    if (earlier !== undefined && earlier < until) looser = true;
    if (earlier !== undefined && earlier > until) stricter = true;
  }
  return stricter === looser ? 'either' : stricter ? 'stricter' : 'looser';
}

function levelOf(side: RuleInForce | undefined): number {
  return side ? LEVELS[side.rule.verdict] : 0;
}
