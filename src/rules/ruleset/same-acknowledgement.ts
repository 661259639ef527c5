import { normalizeCondition } from '../cel/normalize.ts';
import type { Acknowledgement } from './types.ts';

/**
 * Returns a function that checks whether one of these acknowledgements equals a given one in rule, flow or condition
 * (except white space and comments), `max-flows`, reason, owner and last day. Its position in a file is ignored.
 */
export function includesAcknowledgement(
  acknowledgements: readonly Acknowledgement[],
): (given: Acknowledgement) => boolean {
  const keys = new Set(acknowledgements.map(keyOf));
  return (given) => keys.has(keyOf(given));
}

function keyOf({ rule, flow, condition, maxFlows, reason, owner, until }: Acknowledgement): string {
  const when = condition && normalizeCondition(condition.text);
  return JSON.stringify([rule, flow ?? null, when ?? null, maxFlows ?? null, reason, owner, until]);
}
