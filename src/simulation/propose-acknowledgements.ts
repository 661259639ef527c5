import { counted, countsAsBroken, type FlowReport, grouped, type SimulationResult } from '../model/index.ts';
import { toLine } from '../rules/index.ts';

const MAX_SHAPE = 100;
const MAX_NAME = 60;
/** A longer list would not be read. A change that breaks more needs another rule, or a condition. */
const MAX_ENTRIES = 1_000;

/**
 * The YAML of an `acknowledge:` list for all broken flows, ready to paste into a rule file. It has one entry for each group
 * that one condition covers, and one for each other flow and rule, up to 1,000; a comment counts the rest. Undefined if
 * nothing breaks. The owner defaults to the owner of the rule. The reason, and a missing owner, are placeholders `<…>`,
 * which a rule file must not contain: the user who pastes the list fills them in.
 *
 * @param until `YYYY-MM-DD`, UTC, last day on which the entries apply
 */
export function proposeAcknowledgements(
  { flows, groups = [], ruleChanges }: Pick<SimulationResult, 'flows' | 'groups' | 'ruleChanges'>,
  { owner, until }: { readonly owner?: string | undefined; readonly until: string },
): string | undefined {
  const owners = new Map(ruleChanges.map((change) => [change.rule, change.owner]));
  const broken = new Map(flows.filter(countsAsBroken).map((flow) => [flow.id, flow]));
  const covered = new Set<string>();
  const entries: string[] = [];
  let count = 0;
  const add = (about: string, rule: string, which: readonly string[], calls: number): void => {
    if (++count > MAX_ENTRIES) return;
    entries.push(
      `  # ${about}`,
      `  - rule: ${quote(rule)}`,
      ...which.map((line) => `    ${line}`),
      `    reason: ${quote(`<why ${counted(calls, 'recorded call')} may stop>`)}`,
      `    owner: ${quote(owner ?? (owners.get(rule) || '<owner>'))}`,
      `    until: ${quote(until)}`,
    );
  };
  for (const { rule, acknowledgement, calls, flows: ids } of groups) {
    const worst = broken.get(ids[0] ?? '');
    if (acknowledgement === undefined || !worst) continue;
    for (const id of ids) covered.add(`${rule} ${id}`);
    const which = [`when: ${quote(acknowledgement)}`, `max-flows: ${ids.length}`];
    add(`${counted(ids.length, 'flow')}, for example ${describe(worst)}`, rule, which, calls);
  }
  for (const flow of broken.values()) {
    for (const rule of new Set(flow.causes.map((cause) => cause.rule))) {
      if (covered.has(`${rule} ${flow.id}`)) continue;
      add(describe(flow), rule, [`flow: ${quote(flow.id)}`], flow.affectedCalls);
    }
  }
  if (count === 0) return undefined;
  if (count > MAX_ENTRIES)
    entries.push(
      `  # ${grouped(count - MAX_ENTRIES)} more are left out: narrow the rule, or cover many flows with one entry by \`when\` and \`max-flows\``,
    );
  return `${['acknowledge:', ...entries].join('\n')}\n`;
}

/** A comment that describes the flow. Names and shapes are untrusted, and a comment ends with its line. */
function describe({ shape, caller }: FlowReport): string {
  const name = caller.application || caller.user || 'unknown caller';
  return `${plain(name, MAX_NAME)}: ${plain(shape, MAX_SHAPE)}`;
}

function plain(text: string, limit: number): string {
  return toLine(text.slice(0, limit * 4).replace(/[^\p{L}\p{N}\p{P}\p{S} ]+/gu, ' '), limit);
}

/** A double-quoted YAML string. JSON's quotes and escapes are valid YAML; invisible characters are escaped. */
function quote(text: string): string {
  return JSON.stringify(text).replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, (character) =>
    [...Array(character.length).keys()]
      .map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}
