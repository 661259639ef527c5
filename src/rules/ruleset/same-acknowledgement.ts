import { normalizeCondition } from '../cel/normalize.ts';
import type { Acknowledgement } from './types.ts';

/**
 * Tells whether one of these says all that an acknowledgement says: rule, flow or condition (but for white space and
 * comments), bound, reason, owner and last day. Where it is written does not count.
 */
export function includesAcknowledgement(others: readonly Acknowledgement[]): (given: Acknowledgement) => boolean {
  const said = new Set(others.map(wordsOf));
  return (given) => said.has(wordsOf(given));
}

function wordsOf({ rule, flow, condition, maxFlows, reason, owner, until }: Acknowledgement): string {
  const when = condition && normalizeCondition(condition.text);
  return JSON.stringify([rule, flow ?? null, when ?? null, maxFlows ?? null, reason, owner, until]);
}
