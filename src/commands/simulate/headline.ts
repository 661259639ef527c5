import { EXIT, type HistoryReport, type Judge, type SimulationReport } from '../../model/index.ts';
import type { SimulateRequest } from '../inputs/simulate-request.ts';
import { namesOf } from '../report-parts/headline.ts';

/** First line of the report in every format: which rulesets, over which history. Not escaped: each format does that. */
export function simulationHeadline(
  request: SimulateRequest,
  report: Omit<SimulationReport, 'headline'>,
  answer: { readonly workspace: string; readonly ruleset: { readonly version: number } } | undefined,
): string {
  const { change, service } = request;
  const parts = [
    opening(
      request,
      report,
      answer && `active in workspace \`${answer.workspace}\`, ruleset version ${answer.ruleset.version}`,
    ),
  ];
  if (request.trustedRules) parts.push('the rules come from a separate checkout, which the change cannot edit');
  if (!change && !request.given) parts.push(`the event \`${request.event}\` has no change to compare`);
  if (change?.fork) parts.push('the head comes from a fork');
  if (service.workspace && !answer) parts.push(`workspace \`${service.workspace}\` ${whyNot(request, report)}`);
  return parts.join('; ');
}

function whyNot({ service }: SimulateRequest, { problems }: Omit<SimulationReport, 'headline'>): string {
  if (!service.baseUrl && !service.apiKey) return 'was not asked: no service is configured';
  const isAsked = problems.some(({ kind, exitCode }) => kind === 'service' && exitCode !== EXIT.unknown);
  return isAsked ? 'did not answer' : 'was not asked';
}

function opening(
  request: SimulateRequest,
  { base, head, outcome, history }: Omit<SimulationReport, 'headline'>,
  active: string | undefined,
): string {
  const inForce = sideName(base, active ?? 'in force');
  const wouldBe = sideName(head, request.given ? 'as given' : 'once merged');
  switch (outcome) {
    case 'no_effective_change':
      if (hasNone(base) && hasNone(head))
        return 'no effective change: there is no ruleset, neither in force nor once merged, so no history was replayed';
      return base?.hash === head?.hash
        ? `no effective change: ${wouldBe} judges as ${inForce} does (both have the hash ${head?.hash.slice(0, 12) ?? ''}), so no history was replayed`
        : `no effective change: ${wouldBe} judges as ${inForce} does today (rule by rule), so no history was replayed`;
    case 'simulated':
      return `simulated ${wouldBe} against ${inForce}, over ${historyName(history)}`;
    case 'not_simulated':
      return `not simulated: ${wouldBe} against ${inForce}`;
  }
}

function sideName(judge: Judge | undefined, what: string): string {
  if (!judge) return `a ruleset that could not be read ${what}`;
  if (hasNone(judge)) return `no ruleset ${what}`;
  return namesOf(judge, ` ${what}`);
}

function hasNone(judge: Judge | undefined): boolean {
  return judge?.sources.length === 0;
}

function historyName(history: HistoryReport | undefined): string {
  if (!history) return 'no history';
  const { from, side, firstSeen, lastSeen, statements } = history;
  const names = from.length > MAX_NAMES ? [...from.slice(0, MAX_NAMES), `${from.length - MAX_NAMES} more`] : from;
  const window =
    firstSeen === undefined || lastSeen === undefined ? '' : `, ${firstSeen.slice(0, 10)} to ${lastSeen.slice(0, 10)}`;
  const whose = side === 'base' ? ' of the base branch' : '';
  return `${names.join(', ')}${whose} (${statements.toLocaleString('en')} call${statements === 1 ? '' : 's'}${window})`;
}

const MAX_NAMES = 3;
