import type { CompletedDryRun } from '../../client/index.ts';
import { type Change, counted, type Judge, type NewFlow } from '../../model/index.ts';
import { type Ruleset, rulesThatApply } from '../../rules/index.ts';
import type { CheckRequest } from '../inputs/check-request.ts';
import type { Sides } from '../inputs/sides.ts';

/** What the service did for the run. */
export type ServiceOutcome =
  | { readonly kind: 'judged'; readonly done: CompletedDryRun }
  /** There was nothing to judge. */
  | { readonly kind: 'nothing' }
  /** `reason`: why there is no verdict, such as `the service did not answer`. */
  | { readonly kind: 'unanswered'; readonly reason: string };

interface HeadlineCounts {
  readonly files: number;
  readonly recorded?: number | undefined;
  readonly leftOut?: number | undefined;
  readonly newFlows?: readonly NewFlow[] | undefined;
}

/**
 * First line of every report: which ruleset judged what. Not escaped: each format does that.
 *
 * @param files how many files were judged, with recorded migrations
 * @param recorded how many of them are migrations in code that were recorded
 * @param leftOut how many changed SQL files the configuration leaves out
 * @param newFlows undefined if no tests were compared
 * @param outcome undefined if the repository's own rules judged
 */
export function headline(
  request: CheckRequest,
  sides: Sides,
  { files, recorded = 0, leftOut = 0, newFlows }: HeadlineCounts,
  outcome: ServiceOutcome | undefined = undefined,
): string {
  const { change } = request;
  const left = leftOut === 0 ? '' : ` (${leftOut} more not checked, by \`paths\` and \`ignore\`)`;
  const sqlFiles = files - recorded;
  const judged = [
    ...(sqlFiles > 0 || recorded === 0 ? [`${counted(sqlFiles, 'changed SQL file')}${left}`] : []),
    ...(recorded > 0 ? [`${counted(recorded, 'recorded migration')}${sqlFiles > 0 ? '' : left}`] : []),
  ].join(' and ');
  const over = change
    ? `${judged}${newFlows ? ` and ${counted(newFlows.length, 'new query flow')}` : ''}${comparison(change)}`
    : counted(files, 'SQL file');
  const parts = [outcome ? openingOf(request, outcome, over) : `judged by ${rulesetsOf(request, sides)} over ${over}`];
  if (request.trustedRules && !outcome) parts.push('the rules come from a separate checkout');
  if (sides.introduces && !outcome)
    parts.push(
      'the base has no rules or configuration yet, so those of the change are used together with the built-in rules',
    );
  if (sides.problems.some(({ kind }) => kind === 'unknown'))
    parts.push('the rules in force could not be read, so it is not known whether these are the rules that apply');
  if (change?.fork) parts.push('the head comes from a fork');
  const { workspace, baseUrl } = request.service;
  if (workspace && !outcome)
    parts.push(
      `workspace \`${workspace}\` was not asked: ${baseUrl ? 'there is no API key' : 'no service is configured'}`,
    );
  return parts.join('; ');
}

/** A request names itself; of other events, the kind is named too. */
function comparison({ event, headLabel, baseLabel }: Change): string {
  if (/^(?:pull request|merge request|merge group) /.test(headLabel)) return ` of ${headLabel} against ${baseLabel}`;
  return `${event === 'local' ? '' : ` of ${event}`} (${headLabel} against ${baseLabel})`;
}

function openingOf(request: CheckRequest, outcome: ServiceOutcome, over: string): string {
  const named = request.service.workspace;
  const workspace = named ? `workspace \`${named}\`` : 'the service';
  switch (outcome.kind) {
    case 'judged':
      return `judged by ${activeOf(outcome.done, request)} over ${over}`;
    case 'nothing':
      return `${workspace} was not asked, because there is nothing to judge: ${over}`;
    case 'unanswered':
      return `nothing was judged, because ${outcome.reason}${named ? ` (${workspace})` : ''}: ${over}`;
  }
}

/** The active ruleset, and the edited one if it judged too. */
function activeOf({ workspace, ruleset, judges }: CompletedDryRun, { change }: CheckRequest): string {
  const [first, second] = judges;
  const active = `workspace \`${workspace}\`, ruleset version ${ruleset.version} (${contentOf(first)})`;
  if (!second) return active;
  const edited = namesOf(second, placeOf(change, second.side));
  return decidedBy(`${active}, and ${edited}`, false);
}

function rulesetsOf(request: CheckRequest, { rules, headDecides }: Sides): string {
  const [first, second] = rules;
  if (!first) return 'no ruleset';
  if (!second) return nameOf(first.ruleset, placeOf(request.change, first.side));
  const both = `${nameOf(first.ruleset, placeOf(request.change, first.side))} and ${nameOf(second.ruleset, placeOf(request.change, second.side))}`;
  return decidedBy(both, headDecides);
}

function decidedBy(both: string, headDecides: boolean): string {
  return headDecides ? `${both} (the edited rules decide)` : `${both} (the stricter verdict decides)`;
}

function placeOf(change: Change | undefined, side: Judge['side']): string {
  if (!change || side === 'only') return '';
  return side === 'base' ? ' in force' : ' as edited by the change';
}

/** The line is for people; `judges` in the report names every source. */
const MAX_NAMES = 3;

function nameOf(ruleset: Ruleset, where: string): string {
  const { sources, commit, extendsNoPack } = ruleset;
  return namesOf({ sources, commit, extendsNoPack, rules: rulesThatApply(ruleset) }, where);
}

type Named = Pick<Judge, 'sources' | 'commit' | 'rules' | 'extendsNoPack'>;

/** `.querygate/rules.yml (24 rules)`: the repository's own files, or the pack if there are none. */
export function namesOf(judge: Named, where: string): string {
  const { sources, commit } = judge;
  const own = sources.filter((source) => !source.startsWith('querygate:'));
  const all = own.length > 0 ? own : sources;
  const names =
    all.slice(0, MAX_NAMES).join(', ') + (all.length > MAX_NAMES ? `, and ${all.length - MAX_NAMES} more` : '');
  const at = commit === undefined ? '' : ` at ${commit.slice(0, 8)}`;
  return `${names}${at}${where} (${contentOf(judge)})`;
}

/** The number of rules. Without a pack, rules that most readers expect are not among them. */
function contentOf(judge: Pick<Judge, 'rules' | 'extendsNoPack'> | undefined): string {
  const rules = judge?.rules ?? 0;
  return `${rules} rule${rules === 1 ? '' : 's'}${judge?.extendsNoPack ? ', without the built-in ones: it extends no pack' : ''}`;
}
