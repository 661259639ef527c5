import { type Finding, type FindingStatus, type Side, stricter } from '../model/index.ts';
import type { applySuppressions, Hit } from '../rules/index.ts';
import type { JudgingRuleset } from './judging-rulesets.ts';

/** A hit that counts, or that would without its exemption. */
export interface Merged {
  readonly hit: Hit;
  readonly side: Side;
  readonly status: FindingStatus;
  readonly exemption: string | undefined;
  /** The verdict of the edited rules, if that of the rules in force is stricter. */
  readonly onceMerged?: Finding['onceMerged'];
}

/** What one ruleset says about the statements of a file. */
export interface JudgedSide {
  readonly side: JudgingRuleset['side'];
  readonly hits: readonly (readonly Hit[])[];
  readonly outcome: ReturnType<typeof applySuppressions>;
}

/**
 * The hits on one statement: with two rulesets, the stricter result; if the edited rules decide, their own hits.
 */
export function hitsOn(judged: readonly JudgedSide[], index: number, headDecides: boolean): Iterable<Merged> {
  return mergeSides(headDecides ? judged.slice(-1) : judged, index).values();
}

/** The hits of the rules in force on one statement that the edited rules, which decide, let through. */
export function letThrough(judged: readonly JudgedSide[], index: number): readonly Merged[] {
  const head = mergeSides(judged.slice(-1), index);
  const base = mergeSides(judged.slice(0, 1), index);
  return [...base.entries()].flatMap(([key, merged]) => {
    const own = head.get(key);
    if (merged.status !== 'new') return [];
    const isWeaker = own?.status !== 'new' || stricter(own.hit.verdict, merged.hit.verdict) !== own.hit.verdict;
    return isWeaker ? [merged] : [];
  });
}

/**
 * One finding for each rule and operation that either ruleset hits: the stricter verdict, exempt only if both exempt
 * it.
 */
function mergeSides(judged: readonly JudgedSide[], index: number): ReadonlyMap<string, Merged> {
  const merged = new Map<string, Merged>();
  const occurrences = judged.map(() => new Map<string, number>());
  judged.forEach(({ side, hits, outcome }, at) => {
    for (const hit of hits[index] ?? []) {
      const same = `${hit.rule.id} ${hit.operation.kind} ${hit.operation.target.text} ${hit.operation.span.start}`;
      const count = occurrences[at]?.get(same) ?? 0;
      occurrences[at]?.set(same, count + 1);
      const key = `${same} ${count}`;
      const own = { hit, side: sideName(side), ...exemptionOf(hit, outcome) };
      const other = merged.get(key);
      merged.set(key, other ? stricterOf(other, own) : own);
    }
  });
  return merged;
}

function sideName(side: JudgingRuleset['side']): Side {
  return side === 'only' ? 'both' : side;
}

function exemptionOf(
  hit: Hit,
  outcome: JudgedSide['outcome'],
): { status: FindingStatus; exemption: string | undefined } {
  if (hit.exemption) {
    const { reason, owner, until } = hit.exemption;
    return { status: 'excepted', exemption: `${reason} (${owner}, until ${until})` };
  }
  const suppression = outcome.suppressed.get(hit);
  if (suppression)
    return {
      status: 'suppressed',
      exemption: suppression.until ? `${suppression.reason} (until ${suppression.until})` : suppression.reason,
    };
  return { status: 'new', exemption: undefined };
}

function stricterOf(a: Merged, b: Merged): Merged {
  if ((a.status === 'new') !== (b.status === 'new')) return { ...(a.status === 'new' ? a : b) };
  const [worse, other] = stricter(a.hit.verdict, b.hit.verdict) === a.hit.verdict ? [a, b] : [b, a];
  const isLoosened = worse.side === 'base' && worse.status === 'new' && other.hit.verdict !== worse.hit.verdict;
  return { ...worse, side: 'both', ...(isLoosened && { onceMerged: other.hit.verdict }) };
}
