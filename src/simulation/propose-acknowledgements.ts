import type { FlowReport, SimulationResult } from '../model/index.ts';
import { toLine } from '../rules/index.ts';
import { quantity } from './counts.ts';

const MAX_SHAPE = 100;
const MAX_NAME = 60;

/**
 * The YAML of an `acknowledge:` list for all that breaks, ready to paste into a rule file: one entry for each flow
 * and rule. Undefined where nothing breaks. The owner is the rule's where none is given; the reason is for whoever
 * pastes it to put into words.
 *
 * @param until `YYYY-MM-DD`, UTC, last day on which the entries hold
 */
export function proposeAcknowledgements(
  { flows, ruleChanges }: Pick<SimulationResult, 'flows' | 'ruleChanges'>,
  { owner, until }: { readonly owner?: string | undefined; readonly until: string },
): string | undefined {
  const owners = new Map(ruleChanges.map((change) => [change.rule, change.owner]));
  const broken = flows.filter(
    (flow) =>
      (flow.class === 'newly_blocked' || flow.class === 'partly_blocked') &&
      flow.leftOut === undefined &&
      flow.acknowledged === undefined,
  );
  const entries = broken.flatMap((flow) =>
    [...new Set(flow.causes.map(({ rule }) => rule))].flatMap((rule) => [
      `  # ${describe(flow)}`,
      `  - rule: ${quote(rule)}`,
      `    flow: ${quote(flow.id)}`,
      `    reason: ${quote(`stops ${quantity(flow.affectedCalls, 'recorded call')}; say here why that is meant`)}`,
      `    owner: ${quote(owner ?? owners.get(rule) ?? 'say here who answers for it')}`,
      `    until: ${quote(until)}`,
    ]),
  );
  return entries.length === 0 ? undefined : `${['acknowledge:', ...entries].join('\n')}\n`;
}

/** The flow for whoever reads the file: names and shapes come from strangers, and a comment ends with its line. */
function describe({ shape, caller }: FlowReport): string {
  const who = caller.application || caller.user || 'caller not known';
  return `${plain(who, MAX_NAME)}: ${plain(shape, MAX_SHAPE)}`;
}

function plain(text: string, limit: number): string {
  return toLine(text.slice(0, limit * 4).replace(/[^\p{L}\p{N}\p{P}\p{S} ]+/gu, ' '), limit);
}

/** JSON's quotes and escapes are YAML's too; what is not plainly visible is escaped. */
function quote(text: string): string {
  return JSON.stringify(text).replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, (character) =>
    [...Array(character.length).keys()]
      .map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}
