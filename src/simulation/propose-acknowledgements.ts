import type { FlowReport, SimulationResult } from '../model/index.ts';
import { toLine } from '../rules/index.ts';
import { grouped, quantity } from './counts.ts';

const MAX_SHAPE = 100;
const MAX_NAME = 60;
/** More of them are no list that somebody reads; a change that breaks as much needs another rule, or a condition. */
const MAX_ENTRIES = 1_000;

/**
 * The YAML of an `acknowledge:` list for all that breaks, ready to paste into a rule file: one entry for each flow
 * and rule, as far as 1,000 go; how many are left out is said in a comment. Undefined where nothing breaks. The owner is
 * the rule's where none is given. Reason, and owner where there is none, stand as `<…>`, which no rule file may hold: they
 * are for whoever pastes it to put into words.
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
  const entries: string[] = [];
  let count = 0;
  for (const flow of broken) {
    for (const rule of new Set(flow.causes.map((cause) => cause.rule))) {
      if (++count > MAX_ENTRIES) continue;
      entries.push(
        `  # ${describe(flow)}`,
        `  - rule: ${quote(rule)}`,
        `    flow: ${quote(flow.id)}`,
        `    reason: ${quote(`<why ${quantity(flow.affectedCalls, 'recorded call')} may stop>`)}`,
        `    owner: ${quote(owner ?? (owners.get(rule) || '<who answers for it>'))}`,
        `    until: ${quote(until)}`,
      );
    }
  }
  if (count === 0) return undefined;
  if (count > MAX_ENTRIES)
    entries.push(
      `  # ${grouped(count - MAX_ENTRIES)} more are left out: narrow the rule, or cover many flows with one entry by \`when\` and \`max-flows\``,
    );
  return `${['acknowledge:', ...entries].join('\n')}\n`;
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
