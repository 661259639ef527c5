// The change that scripts/render-picture.ts shows of `simulate`: what a shop's production ran, and an edit of its rules.

/** The rule file's path, which the picture shows. */
export const RULES_PATH = '.querygate/rules.yml';

const HEAD = `version: 1
extends: [querygate:recommended@1]
rules:
  - id: limit-page-size
    operations: [select]
`;
const REST = `    verdict: block
    message: '{statement.limit} rows at once hold up everybody else'
    owner: data-platform
`;

export const RULES_BEFORE = `${HEAD}    when: statement.limit > 5000
${REST}`;

export const RULES_AFTER = `${HEAD}    when: statement.limit > 1000
${REST}  - id: require-limit-on-events
    operations: [select]
    when: '"events" in statement.tablesRead && !statement.hasLimit'
    verdict: block
    message: 'events has 900 million rows: say how many are wanted'
    owner: data-platform
`;

export const CONFIG = 'version: 1\ndialect: postgresql\n';

/** One line of the JSON Lines that `querygate history collect` reads. */
interface Line {
  readonly sql: string;
  readonly calls: number;
  readonly user: string;
  readonly application: string;
  readonly database: string;
  readonly at: string;
}

interface Query {
  readonly application: string;
  readonly user: string;
  /** Calls a day by the SQL that was sent. */
  readonly sent: Readonly<Record<string, number>>;
}

const QUERIES: readonly Query[] = [
  {
    application: 'web',
    user: 'shop',
    sent: {
      'SELECT id, name, price FROM products WHERE category_id = 4 ORDER BY rank LIMIT 24': 31_204,
      "SELECT id, quantity FROM cart_items WHERE cart_id = '9f1c'": 18_412,
      "INSERT INTO events (account_id, kind) VALUES (7, 'view')": 5_230,
      'UPDATE carts SET touched_at = now() WHERE id = 12': 2_118,
    },
  },
  {
    application: 'report-builder',
    user: 'reporting',
    sent: {
      "SELECT id, email, region FROM customers WHERE region = 'eu' ORDER BY created_at LIMIT 500": 96,
      "SELECT id, email, region FROM customers WHERE region = 'us' ORDER BY created_at LIMIT 2000": 8,
      "SELECT id, email, region FROM customers WHERE region = 'uk' ORDER BY created_at LIMIT 5000": 3,
    },
  },
  {
    application: 'nightly-export',
    user: 'export',
    sent: { 'SELECT id, total, placed_at FROM orders WHERE id > 5000 ORDER BY id LIMIT 5000': 40 },
  },
  {
    application: 'fraud-scoring',
    user: 'scoring',
    sent: { 'SELECT kind, seen_at FROM events WHERE account_id = 7': 212 },
  },
];

const DAY = 24 * 60 * 60 * 1000;

/** What ran on each of the 30 days before `today`, as JSON Lines. */
export function productionLog(today: Date): string {
  const lines: Line[] = [];
  for (let ago = 30; ago >= 1; ago--) {
    const at = new Date(today.getTime() - ago * DAY).toISOString();
    for (const { application, user, sent } of QUERIES) {
      for (const [sql, calls] of Object.entries(sent))
        lines.push({ sql, calls, user, application, database: 'shop', at });
    }
  }
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}
