import {
  completenessText,
  counted,
  EXIT,
  HISTORY_GAPS,
  type HistoryReport,
  historyGaps,
  type Judge,
  type SimulationReport,
} from '../../model/index.ts';
import type { SimulateRequest } from '../inputs/simulate-request.ts';
import { namesOf } from '../report-parts/headline.ts';

type Unnamed = Omit<SimulationReport, 'headline' | 'provenance'>;

interface ServiceAnswer {
  readonly workspace: string;
  readonly ruleset: { readonly version: number };
}

/**
 * First line of the report in every format: who judged, over what, as short as possible. The result follows it. Not
 * escaped: each format does that.
 */
export function simulationHeadline(
  request: SimulateRequest,
  report: Unnamed,
  answer: ServiceAnswer | undefined,
  isWithoutHistory = false,
): string {
  const { change, service } = request;
  const parts = [shortOpening(request, report, answer)];
  if (isWithoutHistory && report.outcome === 'no_effective_change')
    parts.push('the configuration says `simulate.history: none`');
  if ([report.base, report.head].some((judge) => judge?.extendsNoPack)) parts.push('without the built-in rules');
  if (!change && !request.given) parts.push(`the event \`${request.event}\` has no change to compare`);
  if (service.workspace && !answer) parts.push(`workspace \`${service.workspace}\` ${whyNot(request, report)}`);
  return parts.join('; ');
}

function shortOpening(
  { given }: SimulateRequest,
  { base, head, outcome, history }: Unnamed,
  answer: ServiceAnswer | undefined,
): string {
  const active = answer && `workspace \`${answer.workspace}\`, ruleset version ${answer.ruleset.version},`;
  const inForce = active ?? `${shortName(base)} (in force)`;
  // The same file is not named twice.
  const isSame = !active && filesOf(base) === filesOf(head) && !hasNone(head) && head?.commit !== undefined;
  const wouldBe = `${isSame ? (head?.commit ?? '').slice(0, 8) : shortName(head)} (${given ? 'as given' : 'once merged'})`;
  const both = `${inForce} and ${wouldBe}`;
  if (outcome === 'no_effective_change') return `not replayed, since nothing changes: ${both}`;
  if (outcome === 'not_simulated') return `not simulated: ${both}`;
  return `judged by ${both} over ${callsOf(history)}`;
}

/** `1,204 calls from 2026-11-18 to 2026-11-19 and 34 calls in tests of 2026-11-20`. */
function callsOf(history: HistoryReport | undefined): string {
  const sources = history?.sources ?? [];
  const origins = history?.origins ?? [{ origin: 'production', statements: 0, ...history }];
  return origins
    .map((part) => {
      const where = part.origin === 'tests' ? ' in tests' : '';
      const gaps = historyGaps(sources.filter(({ origin = 'production' }) => origin === part.origin));
      const holds = gaps.length === 0 ? '' : ` (${gaps.map((gap) => HISTORY_GAPS[gap]).join(', ')})`;
      return `${counted(part.statements, 'call')}${where}${periodOf(part)}${holds}`;
    })
    .join(' and ');
}

/** ` from 2026-11-18 to 2026-11-19`, ` of 2026-11-19`; empty if it is not known. */
function periodOf({ firstSeen, lastSeen }: Partial<HistoryReport> = {}): string {
  if (firstSeen === undefined || lastSeen === undefined) return '';
  const [first, last] = [firstSeen.slice(0, 10), lastSeen.slice(0, 10)];
  return first === last ? ` of ${first}` : ` from ${first} to ${last}`;
}

/** The repository's own files, or the packs if there are none. */
function filesOf(judge: Judge | undefined): string {
  const sources = judge?.sources ?? [];
  const own = sources.filter((source) => !source.startsWith('querygate:'));
  const [first = '', ...more] = own.length > 0 ? own : sources;
  return more.length === 0 ? first : `${first} and ${counted(more.length, 'more file')}`;
}

function shortName(judge: Judge | undefined): string {
  if (!judge) return 'an unreadable ruleset';
  if (hasNone(judge)) return 'no ruleset';
  return `${filesOf(judge)}${judge.commit === undefined ? '' : ` at ${judge.commit.slice(0, 8)}`}`;
}

/** Where both rulesets and the history come from, in full. Not escaped. */
export function simulationProvenance(
  request: SimulateRequest,
  report: Unnamed,
  answer: ServiceAnswer | undefined,
): string {
  const parts = [
    opening(
      request,
      report,
      answer && `active in workspace \`${answer.workspace}\`, ruleset version ${answer.ruleset.version}`,
    ),
  ];
  if (request.trustedRules) parts.push('the rules come from a separate checkout, which the change cannot edit');
  if (request.change?.fork) parts.push('the head comes from a fork');
  return parts.join('; ');
}

function whyNot({ service }: SimulateRequest, { problems }: Unnamed): string {
  if (!service.baseUrl && !service.apiKey) return 'was not asked: no service is configured';
  const isAsked = problems.some(({ kind, exitCode }) => kind === 'service' && exitCode !== EXIT.unknown);
  return isAsked ? 'did not answer' : 'was not asked';
}

function opening(
  request: SimulateRequest,
  { base, head, outcome, history }: Unnamed,
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
      return `${wouldBe} against ${inForce}`;
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
  const { from, side, firstSeen, lastSeen, statements, origins, sources } = history;
  const names = from.length > MAX_NAMES ? [...from.slice(0, MAX_NAMES), `${from.length - MAX_NAMES} more`] : from;
  const window =
    firstSeen === undefined || lastSeen === undefined ? '' : `, ${firstSeen.slice(0, 10)} to ${lastSeen.slice(0, 10)}`;
  const whose = side === 'base' ? ' of the base branch' : '';
  const holds = `, ${completenessText(historyGaps(sources))}`;
  const calls = origins ? callsOf(history) : `${counted(statements, 'call')}${window}${holds}`;
  return `${names.join(', ')}${whose} (${calls})`;
}

const MAX_NAMES = 3;
