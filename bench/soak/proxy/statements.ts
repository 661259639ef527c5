// What the clients send. Each text names its query, so that its event is found.

/** A statement, and whether the rules of the soak allow it. */
export interface Statement {
  readonly isAllowed: boolean;
  /** Adds a row to the table `kept` if it runs. */
  readonly keeps?: boolean;
  /** @param query number of the query, unique in the run */
  text(query: number): string;
  values?(query: number): readonly unknown[];
}

export const SOAK_RULES = 'version: 1\nextends: [querygate:recommended@1]\n';

const MARK = /^\/\* query (\d+) \*\//;

/** The text with the number of its query. */
export function marked(statement: Statement, query: number): string {
  return `/* query ${query} */ ${statement.text(query)}`;
}

/** The number of the query in a reported text. */
export function queryOf(text: string | undefined): number | undefined {
  const number = MARK.exec(text ?? '')?.[1];
  return number === undefined ? undefined : Number(number);
}
