import type { Change, Judge } from '../model/index.ts';
import type { Ruleset } from '../rules/index.ts';
import type { CheckRequest } from './check-request.ts';
import type { Sides } from './sides.ts';

/** First line of every report: which ruleset judged, over what. Raw: formats make it harmless. */
export function headline(request: CheckRequest, sides: Sides, files: number): string {
  const { change } = request;
  const over = change
    ? `${files} changed SQL file${files === 1 ? '' : 's'} of ${change.event} (${change.headLabel} against ${change.baseLabel})`
    : `${files} SQL file${files === 1 ? '' : 's'}`;
  const parts = [`judged by ${rulesetsOf(request, sides)} over ${over}`];
  if (request.trustedRules) parts.push('the rules are a checkout of their own');
  if (sides.introduces)
    parts.push(
      'the base has no rules or configuration yet, so the change’s own are used together with the built-in ones',
    );
  if (sides.problems.some(({ kind }) => kind === 'unknown'))
    parts.push('what is in force could not be read, so this is not known to be what decides');
  if (change?.fork) parts.push('the head comes from a fork');
  const { workspace } = request.service;
  if (workspace) parts.push(`workspace \`${workspace}\` was not asked: no service is set`);
  return parts.join('; ');
}

function rulesetsOf(request: CheckRequest, { rules, headDecides }: Sides): string {
  const [first, second] = rules;
  if (!first) return 'no ruleset';
  if (!second) return nameOf(first.ruleset, placeOf(request.change, first.side));
  const both = `${nameOf(first.ruleset, placeOf(request.change, first.side))} and ${nameOf(second.ruleset, placeOf(request.change, second.side))}`;
  return headDecides ? `${both}, of which the edited one decides` : `${both}, the stricter decides`;
}

function placeOf(change: Change | undefined, side: Judge['side']): string {
  if (!change || side === 'only') return '';
  return side === 'base' ? ' in force' : ' as edited by the change';
}

/** The line is for people; the report's `judges` name every source. */
const MAX_NAMES = 3;

function nameOf({ rules, sources, commit }: Ruleset, where: string): string {
  return namesOf(sources, commit, where, rules.filter((rule) => rule.verdict !== 'off').length);
}

/** `.querygate/rules.yml (24 rules)`: the own files, or the pack where there are none. */
export function namesOf(sources: readonly string[], commit: string | undefined, where: string, active: number): string {
  const own = sources.filter((source) => !source.startsWith('querygate:'));
  const all = own.length > 0 ? own : sources;
  const names =
    all.slice(0, MAX_NAMES).join(', ') + (all.length > MAX_NAMES ? `, and ${all.length - MAX_NAMES} more` : '');
  const at = commit === undefined ? '' : ` at ${commit.slice(0, 8)}`;
  return `${names}${at}${where} (${active} rule${active === 1 ? '' : 's'})`;
}
