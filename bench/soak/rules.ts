import type { RulesetFiles } from '../../src/contract/index.ts';

// Two rulesets that alternate, and queries whose verdict under each is known.

type RulesetName = 'a' | 'b';
type Verdict = 'allow' | 'warn' | 'block';

const BARE_DELETE = `  - id: no-bare-delete
    operations: [delete]
    when: 'operation.filter == "none"'
    verdict: block
    message: 'every row of {operation.target} goes'
`;
const BARE_UPDATE = `  - id: no-bare-update
    operations: [update]
    when: 'operation.filter == "none"'
    verdict: block
    message: 'every row of {operation.target} changes'
`;
const WIDE_READ = `  - id: no-wide-read
    operations: [select]
    when: 'statement.limit > 1000'
    verdict: warn
    message: 'a page of {statement.limit} rows'
`;

export const RULESETS: Readonly<Record<RulesetName, RulesetFiles>> = {
  a: rulesetOf(BARE_DELETE),
  b: rulesetOf(BARE_DELETE + BARE_UPDATE + WIDE_READ),
};

/** Different from both: the change of a pull request. */
export const EDITED: RulesetFiles = rulesetOf(BARE_DELETE + WIDE_READ.replace('1000', '8000').replace('warn', 'block'));

function rulesetOf(rules: string): RulesetFiles {
  return { files: [{ path: '.querygate/rules.yml', text: `version: 1\nrules:\n${rules}` }] };
}

export interface QueryKind {
  /** @param at varies the literals, and nothing else */
  sql(at: number): string;
  readonly verdicts: Readonly<Record<RulesetName, Verdict>>;
}

export const QUERIES: readonly QueryKind[] = [
  { sql: (at) => `SELECT id, total FROM orders WHERE id = ${at}`, verdicts: { a: 'allow', b: 'allow' } },
  { sql: () => 'DELETE FROM sessions', verdicts: { a: 'block', b: 'block' } },
  { sql: (at) => `SELECT id FROM orders WHERE id > ${at} LIMIT 5000`, verdicts: { a: 'allow', b: 'warn' } },
  { sql: (at) => `UPDATE orders SET total = ${at}`, verdicts: { a: 'allow', b: 'block' } },
];
