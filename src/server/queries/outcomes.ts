import { QUERY_OUTCOMES, type QueryOutcome } from '../../contract/index.ts';

/** The outcome of an event, as it is stored, for each outcome of a query; NULL is stored for what was only advised. */
const STORED: Readonly<Record<Exclude<QueryOutcome, 'advised'>, string>> = {
  ran: 'ok',
  failed: 'failed',
  refused: 'blocked',
};

/** What happened to a query, from what is stored. */
export function outcomeOf(stored: string | null | undefined): QueryOutcome {
  if (stored == null) return 'advised';
  return QUERY_OUTCOMES.find((outcome) => outcome !== 'advised' && STORED[outcome] === stored) ?? 'ran';
}

/** SQL of the outcome, from the column that stores it. */
export function outcomeSql(column: string): string {
  const cases = Object.entries(STORED).map(([outcome, stored]) => `WHEN ${column} = '${stored}' THEN '${outcome}'`);
  return `CASE ${cases.join(' ')} ELSE 'advised' END`;
}

/** The chosen outcomes of a parameter such as `ran,failed`; undefined if all are. */
export function chosenOutcomes(parameter: string | undefined): readonly QueryOutcome[] | undefined {
  const chosen = parameter?.split(',');
  return chosen && QUERY_OUTCOMES.filter((outcome) => chosen.includes(outcome));
}
