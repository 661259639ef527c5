import type { QueryOutcome, VERDICTS } from '../../../../src/contract/index.ts';
import { counted, integer } from '../../format/number.ts';

export type { QueryOutcome };
export type Verdict = (typeof VERDICTS)[number];

/** Verdicts; what needs attention comes first. */
export const ALL_VERDICTS: readonly Verdict[] = ['block', 'warn', 'unknown', 'allow'];

/** What happened to queries; what ran comes first. */
export const ALL_OUTCOMES: readonly QueryOutcome[] = ['ran', 'refused', 'failed', 'advised'];

export const OUTCOME_WORDS: Readonly<Record<QueryOutcome, string>> = {
  ran: 'Ran',
  refused: 'Refused',
  failed: 'Failed',
  advised: 'Advised',
};

export type OutcomeCalls = Readonly<Record<QueryOutcome, number>>;

/** What happened to the calls of some verdicts. */
export function outcomesOfVerdicts(
  outcomes: Readonly<Record<Verdict, OutcomeCalls>>,
  verdicts: readonly Verdict[],
): OutcomeCalls {
  const sumOf = (outcome: QueryOutcome) => verdicts.reduce((sum, verdict) => sum + outcomes[verdict][outcome], 0);
  return { ran: sumOf('ran'), refused: sumOf('refused'), failed: sumOf('failed'), advised: sumOf('advised') };
}

/** What happened to some calls: `Ran`, or `50 ran, 4 refused`. */
export function outcomesText(outcomes: OutcomeCalls): string {
  const [only, ...more] = ALL_OUTCOMES.filter((outcome) => outcomes[outcome] > 0);
  if (only === undefined) return 'Not known';
  if (more.length === 0) return OUTCOME_WORDS[only];
  return [only, ...more]
    .map((outcome) => `${integer(outcomes[outcome])} ${OUTCOME_WORDS[outcome].toLowerCase()}`)
    .join(', ');
}

/** The same as a sentence without its period: `1,000 calls ran, 1 call was refused`; empty if it is not known. */
export function outcomesSentence(outcomes: OutcomeCalls): string {
  return ALL_OUTCOMES.filter((outcome) => outcomes[outcome] > 0)
    .map((outcome) => happened(outcome, outcomes[outcome]))
    .join(', ');
}

function happened(outcome: QueryOutcome, calls: number): string {
  const what = counted(calls, 'call');
  const were = calls === 1 ? 'was' : 'were';
  const they = calls === 1 ? 'it' : 'they';
  return {
    ran: `${what} ran`,
    failed: `${what} failed`,
    refused: `${what} ${were} refused`,
    advised: `${what} ${were} asked about before ${they} ran`,
  }[outcome];
}

/** What the rules say about a flow, which is not what happened: only refused calls were blocked. */
export function verdictPhrase(verdict: Verdict, { refused }: OutcomeCalls): string {
  if (verdict === 'block') return refused > 0 ? 'Blocked' : 'Would be blocked';
  return { allow: 'Allowed', warn: 'Warned about', unknown: 'Undecided' }[verdict];
}
