/** A version of the made-up shop's rules. */
export interface DemoRuleset {
  readonly daysAgo: number;
  readonly by: 'owner' | 'admin';
  readonly reason: string;
  readonly rules: readonly string[];
  /** Restores an earlier version instead. */
  readonly restores?: number;
}

const LARGE_PAGE = (limit: number) => `  - id: no-large-page
    operations: [select]
    when: statement.limit > ${limit}
    verdict: block
    message: '{statement.limit} rows at once hold up everybody else'
    owner: data-platform`;
const SELECT_STAR = `  - id: no-select-star
    operations: [select]
    when: statement.selectStar
    verdict: warn
    message: select * breaks when a column is added, and reads columns that are not needed
    owner: web-team`;
const LONG_LIST = (items: number) => `  - id: no-long-list
    operations: [select]
    when: statement.longestInList > ${items}
    verdict: warn
    message: a list of {statement.longestInList} items is planned anew each time
    owner: web-team`;
const WILDCARD = `  - id: no-leading-wildcard
    operations: [select]
    when: statement.leadingWildcard
    verdict: block
    message: a pattern that begins with a wildcard reads the whole table
    owner: data-platform`;
const ROUTINE = `  - id: no-routine-as-superuser
    operations: [call, do_block]
    when: caller.role == "postgres"
    verdict: block
    message: as a superuser this may change anything
    owner: data-platform`;
const GRANT = `  - id: no-grant
    verdict: block`;
const TRUNCATE = `  - id: no-truncate
    verdict: warn`;
const RENAME = `  - id: no-rename
    verdict: block`;
const VIEW = `  - id: no-drop-materialized-view
    verdict: block`;

const NOW = [LARGE_PAGE(5000), GRANT, ROUTINE, SELECT_STAR, LONG_LIST(100)];

/** After the first version, which the workspace starts with. */
export const RULESETS: readonly DemoRuleset[] = [
  { daysAgo: 131, by: 'owner', reason: 'Start with the recommended rules', rules: [] },
  { daysAgo: 124, by: 'admin', reason: 'Grants are reviewed', rules: [GRANT] },
  { daysAgo: 110, by: 'admin', reason: 'Try a limit for pages', rules: [LARGE_PAGE(50_000), GRANT] },
  { daysAgo: 103, by: 'admin', reason: 'Limit pages to 20000 rows', rules: [LARGE_PAGE(20_000), GRANT] },
  { daysAgo: 92, by: 'owner', reason: 'Block renames during the move', rules: [LARGE_PAGE(20_000), GRANT, RENAME] },
  { daysAgo: 81, by: 'owner', reason: 'The move is over', rules: [LARGE_PAGE(20_000), GRANT] },
  { daysAgo: 66, by: 'admin', reason: 'Limit pages to 10000 rows', rules: [LARGE_PAGE(10_000), GRANT] },
  { daysAgo: 52, by: 'admin', reason: 'Keep materialized views', rules: [LARGE_PAGE(10_000), GRANT, VIEW] },
  { daysAgo: 44, by: 'owner', reason: 'Views are rebuilt each night', rules: [LARGE_PAGE(10_000), GRANT] },
  { daysAgo: 29, by: 'admin', reason: 'Limit pages to 5000 rows', rules: [LARGE_PAGE(5000), GRANT, ROUTINE] },
  {
    daysAgo: 15.2,
    by: 'admin',
    reason: 'Block short lists too',
    rules: [LARGE_PAGE(5000), GRANT, ROUTINE, LONG_LIST(10)],
  },
  { daysAgo: 15, by: 'owner', reason: 'Restore version 11', rules: [], restores: 11 },
  { daysAgo: 3.1, by: 'admin', reason: 'Warn about select * and long lists', rules: NOW },
];

/** A change of the rules that CI simulates. */
export interface DemoSimulation {
  readonly daysAgo: number;
  readonly event: 'pull_request' | 'push';
  readonly ref: string;
  readonly commit: string;
  readonly defaultBranch: boolean;
  readonly rules: readonly string[];
}

/** A pull request, and what was merged in the end. */
export const SIMULATIONS: readonly DemoSimulation[] = [
  {
    daysAgo: 1.4,
    event: 'pull_request',
    ref: 'refs/pull/57/merge',
    commit: '8c02e41b77d9f5a3016e2c94b8d7a6f5e4c3b2a1',
    defaultBranch: false,
    rules: [LARGE_PAGE(1000), GRANT, ROUTINE, SELECT_STAR, LONG_LIST(100)],
  },
  {
    daysAgo: 0.9,
    event: 'push',
    ref: 'refs/heads/main',
    commit: '1f897273d0c2b5a4e6f8091a2b3c4d5e6f708192',
    defaultBranch: true,
    rules: [LARGE_PAGE(1000), GRANT, ROUTINE, SELECT_STAR, LONG_LIST(100), WILDCARD, TRUNCATE],
  },
];

export function rulesFile(rules: readonly string[]) {
  const text = [
    'version: 1',
    'extends: [querygate:recommended@1]',
    ...(rules.length > 0 ? ['rules:', ...rules] : []),
    '',
  ]
    .join('\n')
    .replaceAll(/\n(?= {2}- id: )/g, '\n');
  return { path: '.querygate/rules.yml', text };
}
