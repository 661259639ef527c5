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

/** Only forbidden statements would change `guarded`. */
export const SOAK_TABLES = `
  CREATE ROLE app LOGIN SUPERUSER;
  CREATE TABLE kept (query int PRIMARY KEY);
  CREATE TABLE guarded (id int PRIMARY KEY, amount int NOT NULL);
  INSERT INTO guarded SELECT n, n FROM generate_series(1, 100) AS n`;

export const STATEMENTS: readonly Statement[] = [
  { isAllowed: true, keeps: true, text: (query) => `INSERT INTO kept (query) VALUES (${query})` },
  {
    isAllowed: true,
    keeps: true,
    text: () => 'INSERT INTO kept (query) VALUES ($1)',
    values: (query) => [query],
  },
  { isAllowed: true, text: () => 'SELECT count(*) FROM guarded WHERE amount > $1', values: () => [50] },
  { isAllowed: true, text: () => 'SELECT id, amount FROM guarded ORDER BY id LIMIT 20' },
  { isAllowed: false, text: () => 'DELETE FROM guarded' },
  { isAllowed: false, text: () => 'UPDATE guarded SET amount = 0' },
  { isAllowed: false, text: () => 'UPDATE guarded SET amount = $1', values: () => [1] },
  { isAllowed: false, text: () => 'TRUNCATE guarded' },
  { isAllowed: false, text: () => 'DROP TABLE guarded' },
  { isAllowed: false, text: () => 'SELECT 1; DELETE FROM guarded' },
  { isAllowed: false, text: () => 'DO $$ BEGIN DELETE FROM guarded; END $$' },
];

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
