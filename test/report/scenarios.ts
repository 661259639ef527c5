import type { CheckReport, FileReport } from '../../src/model/index.ts';
import { finding, report, suppression } from './build.ts';

const REPEAT = 'git fetch --quiet origin 1a2b3c4d\nnode ~/.cache/querygate/v0.1.0/dist/cli.js check --since 1a2b3c4d';

function file(path: string, statements: number, verdict: FileReport['verdict'], changes: Partial<FileReport> = {}) {
  return {
    path,
    previousPath: undefined,
    dialect: 'postgresql',
    status: 'added',
    statements,
    verdict,
    ...changes,
  } as const satisfies FileReport;
}

const DROP = 'db/migrations/0042_drop_users.sql';
const DROP_SQL = `-- This way to sign in is no longer used.
BEGIN;
DROP TABLE users CASCADE;
UPDATE accounts
   SET state = 'closed'
 WHERE true;
ALTER TABLE accounts DISABLE ROW LEVEL SECURITY;
COMMIT;
`;
const OLD = 'db/migrations/0007_old.sql';
const OLD_SQL = 'DROP TABLE sessions;\nDROP TABLE tokens;\nDELETE FROM audit;\n';

function blocked(): CheckReport {
  return report({
    verdict: 'block',
    exitCode: 1,
    conclusion: 'failed: 3 findings blocked',
    findings: [
      finding(DROP, DROP_SQL, 'DROP TABLE users CASCADE', {
        message: 'dropping users and everything that depends on it loses its rows',
      }),
      finding(DROP, DROP_SQL, "UPDATE accounts\n   SET state = 'closed'\n WHERE true", {
        rule: 'no-unfiltered-update',
        operation: { kind: 'update', target: 'accounts', place: 'statement' },
        message: 'the filter of this UPDATE of accounts matches every row',
        help: "Say which rows:\n\n- by a column of the table, or\n- in batches\n\n```sql\nUPDATE accounts SET state = 'closed' WHERE id BETWEEN 1 AND 1000;\n```\n",
        docs: 'rules/no-unfiltered-update',
      }),
      finding(DROP, DROP_SQL, 'DISABLE ROW LEVEL SECURITY', {
        rule: 'no-disable-row-security',
        operation: { kind: 'disable_row_security', target: 'public.accounts', place: 'statement' },
        message: 'without row security every role sees all rows of public.accounts',
        help: 'Change the policy instead.',
        suppressible: false,
        docs: 'rules/no-disable-row-security',
      }),
      finding(OLD, OLD_SQL, 'DELETE FROM audit', {
        rule: 'no-unfiltered-delete',
        verdict: 'warn',
        operation: { kind: 'delete', target: 'audit', place: 'do_block' },
        message: 'DELETE of every row of audit',
        help: '',
        docs: undefined,
        section: 'down',
        side: 'base',
      }),
      finding(OLD, OLD_SQL, 'DROP TABLE sessions', { status: 'existing', message: 'dropping sessions loses its rows' }),
      finding(OLD, OLD_SQL, 'DROP TABLE tokens', { status: 'existing', message: 'dropping tokens loses its rows' }),
      finding(OLD, OLD_SQL, 'DROP TABLE tokens', {
        rule: 'no-cascade',
        status: 'excepted',
        exemption: 'archived, OPS-142',
        message: 'CASCADE drops more than the statement names',
      }),
    ],
    files: [file(DROP, 5, 'block'), file(OLD, 3, 'warn', { status: 'modified' })],
    judges: [
      {
        side: 'base',
        sources: ['querygate:recommended@1', '.querygate/rules.yml'],
        commit: '1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d',
        hash: 'ab'.repeat(32),
        rules: 24,
        notApplied: [
          { rule: 'no-app-ddl', reason: 'reads caller.application, and no caller is given' },
          { rule: 'no-app-truncate', reason: 'reads caller.application, and no caller is given' },
        ],
      },
      {
        side: 'head',
        sources: ['querygate:recommended@1', '.querygate/rules.yml'],
        commit: '9f8e7d6c5b4a39281706f5e4d3c2b1a09f8e7d6c',
        hash: 'cd'.repeat(32),
        rules: 23,
        notApplied: [],
      },
    ],
    notices: [
      {
        level: 'warning',
        message: 'this change edits the workflow that runs Querygate: review it as you review the rules',
        path: '.github/workflows/sql.yml',
        location: undefined,
      },
    ],
    repeat: REPEAT,
  });
}

function clean(): CheckReport {
  return report({
    files: [file('db/migrations/0043_add_index.sql', 1, 'allow'), file('db/seeds/plans.sql', 12, 'allow')],
    repeat: REPEAT,
  });
}

function nothing(): CheckReport {
  return report({
    headline:
      'judged by querygate:recommended@1 (24 rules) over 0 changed SQL files of pull_request (refs/pull/7/merge at 9f8e7d6 against main at 1a2b3c4)',
    conclusion: 'passed: nothing to check, since the change touches no SQL file',
    repeat: REPEAT,
  });
}

const CHANGED = '2 changed SQL files of pull_request (refs/pull/7/merge at 4ead4ea against main at ba5eba5)';

/** A service checked the files, and the change edits the rules of the repository. */
function service(): CheckReport {
  return report({
    headline: `judged by workspace \`acme\`, ruleset version 7 (24 rules), and .querygate/rules.yml at 4ead4ead as edited by the change (23 rules) (the stricter verdict decides) over ${CHANGED}`,
    verdict: 'block',
    exitCode: 1,
    conclusion: 'failed: 2 findings blocked',
    service: { workspace: 'acme', rulesetVersion: 7 },
    findings: [
      finding(DROP, DROP_SQL, 'DROP TABLE users CASCADE', { side: 'base' }),
      finding(DROP, DROP_SQL, 'DISABLE ROW LEVEL SECURITY', {
        rule: 'no-disable-row-security',
        operation: { kind: 'disable_row_security', target: 'public.accounts', place: 'statement' },
        message: 'without row security every role sees all rows of public.accounts',
        help: 'Change the policy instead.',
        suppressible: false,
        docs: undefined,
      }),
    ],
    files: [file(DROP, 5, 'block'), file(OLD, 3, 'allow', { status: 'modified' })],
    judges: [
      {
        side: 'base',
        sources: ['querygate:recommended@1', 'policy/all.yml'],
        commit: undefined,
        hash: 'ab'.repeat(32),
        rules: 24,
        notApplied: [],
      },
      {
        side: 'head',
        sources: ['querygate:recommended@1', '.querygate/rules.yml'],
        commit: '4ead'.repeat(10),
        hash: 'cd'.repeat(32),
        rules: 23,
        notApplied: [],
      },
    ],
    notices: [
      {
        level: 'notice',
        message:
          'the active ruleset of workspace `acme` (version 7) differs from that of the base branch: `no-drop-table` (verdict: off -> block); the active one judged',
        path: undefined,
        location: undefined,
      },
      {
        level: 'notice',
        message: 'the API key expires on 2026-11-30; rotate it',
        path: undefined,
        location: undefined,
      },
    ],
    repeat: `${REPEAT} --base-url https://querygate.example.com --workspace acme`,
  });
}

/** A service did not answer. */
function silent(): CheckReport {
  const why =
    'no response from the service at `https://querygate.example.com`: the connection was refused (8 attempts)';
  return report({
    headline: `nothing was judged, because the service did not answer (workspace \`acme\`): ${CHANGED}`,
    verdict: 'unknown',
    exitCode: 4,
    conclusion: 'failed: nothing was judged, because the service did not answer',
    service: { workspace: 'acme', rulesetVersion: undefined },
    findings: [
      finding('.', '', undefined, {
        rule: 'service',
        verdict: 'unknown',
        operation: undefined,
        message: `nothing was judged: ${why}`,
        help: '',
        docs: undefined,
        owner: undefined,
        suppressible: false,
      }),
    ],
    files: [file(DROP, 0, 'unknown'), file(OLD, 0, 'unknown', { status: 'modified' })],
    judges: [],
    repeat: `${REPEAT} --base-url https://querygate.example.com --workspace acme`,
  });
}

const ODD = 'db/migrations/0050_odd.sql';
const ODD_SQL = "DO $$ BEGIN EXECUTE 'DROP TABLE ' || tbl; END $$;\nSELEC 1;\n";

function unknown(): CheckReport {
  return report({
    verdict: 'unknown',
    exitCode: 5,
    conclusion: 'failed: 3 findings could not be decided (`on-unknown: fail`)',
    findings: [
      finding(ODD, ODD_SQL, "EXECUTE 'DROP TABLE ' || tbl", {
        rule: 'no-unreadable-dynamic-sql',
        verdict: 'unknown',
        operation: { kind: 'execute_dynamic', target: '', place: 'do_block' },
        message: 'this EXECUTE runs text that cannot be read here',
        help: 'Write the statement out, or use format() with %I and a list of names.',
        docs: 'rules/no-unreadable-dynamic-sql',
        suppressible: false,
        owner: undefined,
      }),
      finding(ODD, ODD_SQL, 'SELEC 1', {
        rule: 'unreadable',
        verdict: 'unknown',
        operation: undefined,
        message: 'this statement could not be understood: syntax error at `SELEC`',
        help: 'Correct it, or set the dialect of the file in .querygate/config.yml.',
        docs: undefined,
        owner: undefined,
        suppressible: false,
      }),
      finding('db/dump.sql', '', undefined, {
        rule: 'unreadable',
        verdict: 'unknown',
        operation: undefined,
        message: 'the file is not valid UTF-8',
        help: 'Save it as UTF-8.',
        docs: undefined,
        owner: undefined,
        suppressible: false,
      }),
    ],
    files: [file(ODD, 2, 'unknown'), file('db/dump.sql', 0, 'unknown')],
    repeat: REPEAT,
  });
}

/** Hostile text of every kind; test/report/hostile.test.ts looks for each in every output. */
export const HOSTILE =
  '::error file=a.sql,line=1::forged\r\n::stop-commands::x\n##[set-output name=verdict]allow \u001b[2K\u001b[1A\u009b31m' +
  '\u202egnp.exe\u2066 zero\u200bwidth @octocat #12 octo/repo#3 GH-4 https://evil.example/x www.evil.example ' +
  '[link](https://evil.example) ![image](https://evil.example/a.png) <img src=x onerror=alert(1)> <!-- gone --> ' +
  '</details></code></pre><h1>big</h1> ``` ~~~ ` `` | a | b | *bold* _em_ ~~gone~~ $x^2$ :tada: &lt; \\| \\ /close';
export const HOSTILE_PATH = `::warning::db/${HOSTILE.replaceAll('/', '∕')}.sql`;

function hostile(): CheckReport {
  const sql = `/label ~x\t${HOSTILE.replaceAll(/[\r\n]/g, '\u2028')} DROP TABLE "evil"; -- ${'`'.repeat(5)}`;
  const hostileFinding = finding(HOSTILE_PATH, sql, 'DROP TABLE "evil"', {
    rule: 'no-drop-table',
    operation: { kind: 'drop_table', target: `evil'"${HOSTILE}`, place: 'statement' },
    message: HOSTILE,
    help: `${HOSTILE}\n\n- /close\n- ::error::x\n\n\`\`\`\n::error::y\n\`\`\`\``,
    docs: `rules/${HOSTILE}`,
    owner: HOSTILE,
  });
  return report({
    headline: `::error::judged by ${HOSTILE}`,
    verdict: 'block',
    exitCode: 1,
    conclusion: `/close ${HOSTILE}`,
    judges: [
      {
        side: 'only',
        sources: ['querygate:recommended@1', HOSTILE],
        commit: undefined,
        hash: 'ab'.repeat(32),
        rules: 24,
        notApplied: [{ rule: 'no-x', reason: HOSTILE }],
      },
    ],
    findings: [
      hostileFinding,
      { ...hostileFinding, suppressible: false, fingerprint: `${'e'.repeat(64)}/v1` },
      { ...hostileFinding, location: undefined, excerpt: '', verdict: 'unknown', rule: 'unreadable' },
      { ...hostileFinding, status: 'existing', exemption: HOSTILE },
      { ...hostileFinding, status: 'suppressed', exemption: HOSTILE },
    ],
    files: [file(HOSTILE_PATH, 1, 'block', { previousPath: HOSTILE })],
    suppressions: [suppression(HOSTILE_PATH, sql, 'DROP TABLE', { reason: HOSTILE })],
    notices: [{ level: 'warning', message: HOSTILE, path: HOSTILE_PATH, location: hostileFinding.location }],
    repeat: `/close ::error::x ${HOSTILE}`,
  });
}

function many(): CheckReport {
  const lines = Array.from({ length: 40 }, (_, i) => `DROP TABLE t${i + 1};`);
  const text = lines.join('\n');
  const path = 'db/migrations/0099_clean_up.sql';
  const drops = lines.map((line, i) =>
    finding(path, text, line.slice(0, -1), {
      verdict: i < 17 ? 'block' : i < 29 ? 'warn' : 'unknown',
      operation: { kind: 'drop_table', target: `t${i + 1}`, place: 'statement' },
      message: `dropping t${i + 1} loses its rows`,
    }),
  );
  const rank = { block: 0, unknown: 1, warn: 2 };
  return report({
    verdict: 'block',
    exitCode: 1,
    conclusion: 'failed: 17 findings blocked; 11 findings could not be decided',
    findings: drops.sort((a, b) => rank[a.verdict] - rank[b.verdict]),
    files: [file(path, 40, 'block')],
    suppressions: lines.slice(0, 13).map((line) => suppression(path, text, line, { until: undefined })),
    notices: [
      { level: 'notice', message: 'more history was fetched for this checkout', path: undefined, location: undefined },
    ],
    repeat: REPEAT,
  });
}

const LEGACY = 'db/migrations/0044_archive.sql';
const LEGACY_SQL = `-- querygate:allow no-drop-table until 2027-01-31: archived, OPS-142
DROP TABLE events_2019;
-- querygate:allow no-cascade: left over
SELECT 1;
-- querygate:allow no-drop-table until 2026-01-31: old
DROP TABLE old;
-- querygate:allow no-disable-row-security: please
ALTER TABLE a DISABLE ROW LEVEL SECURITY;
`;

function suppressions(): CheckReport {
  const directive = (part: string) => LEGACY_SQL.split('\n').find((line) => line.includes(part)) ?? '';
  return report({
    docsRoot: undefined,
    verdict: 'warn',
    conclusion: 'passed, with 1 warning',
    findings: [
      finding(LEGACY, LEGACY_SQL, 'DROP TABLE old', { verdict: 'warn', message: 'dropping old loses its rows' }),
      finding(LEGACY, LEGACY_SQL, 'DROP TABLE events_2019', {
        status: 'suppressed',
        exemption: 'archived, OPS-142',
        message: 'dropping events_2019 loses its rows',
      }),
    ],
    files: [file(LEGACY, 4, 'warn')],
    suppressions: [
      suppression(LEGACY, LEGACY_SQL, directive('OPS-142')),
      suppression(LEGACY, LEGACY_SQL, directive('left over'), {
        rules: ['no-cascade'],
        reason: 'left over',
        until: undefined,
        state: 'unused',
        holds: 0,
        added: false,
      }),
      suppression(LEGACY, LEGACY_SQL, directive('2026-01-31'), {
        reason: 'old',
        until: '2026-01-31',
        state: 'expired',
        holds: 0,
        added: false,
      }),
      suppression(LEGACY, LEGACY_SQL, directive('please'), {
        rules: ['no-disable-row-security'],
        reason: 'please',
        until: undefined,
        state: 'refused',
        holds: 0,
      }),
    ],
    repeat: REPEAT,
  });
}

const LOCKS = 'db/migrations/0043_orders.sql';
const LOCKS_SQL = `ALTER TABLE orders
  ADD CONSTRAINT total_given CHECK (total IS NOT NULL),
  ADD CONSTRAINT total_positive CHECK (total > 0),
  ADD UNIQUE (number),
  DROP COLUMN state;
CREATE INDEX orders_customer ON orders (customer_id);
`;

/** One ALTER TABLE with a block and three warnings, two of them the same, and another statement. */
function locks(): CheckReport {
  const onAlter = {
    statementOffset: 0,
    verdict: 'warn',
    help: 'Add it as `NOT VALID`, and validate it later.',
  } as const;
  const check = {
    ...onAlter,
    rule: 'require-not-valid-check',
    docs: 'rules/require-not-valid-check',
    message: 'queries on orders wait until every row has been checked',
  };
  return report({
    verdict: 'block',
    conclusion: 'failed: 1 statement is blocked',
    findings: [
      finding(LOCKS, LOCKS_SQL, 'ADD CONSTRAINT total_given CHECK (total IS NOT NULL)', check),
      finding(LOCKS, LOCKS_SQL, 'ADD CONSTRAINT total_positive CHECK (total > 0)', check),
      finding(LOCKS, LOCKS_SQL, 'ADD UNIQUE (number)', {
        ...onAlter,
        rule: 'require-constraint-using-index',
        docs: 'rules/require-constraint-using-index',
        message: 'queries on orders wait until the index of the constraint is built',
        help: 'Build the index with `CONCURRENTLY` first, and attach it with `USING INDEX`.',
      }),
      finding(LOCKS, LOCKS_SQL, 'DROP COLUMN state', {
        statementOffset: 0,
        rule: 'no-drop-column',
        message: 'dropping state of orders loses its values',
      }),
      finding(LOCKS, LOCKS_SQL, 'CREATE INDEX orders_customer', {
        verdict: 'warn',
        rule: 'require-concurrent-index',
        docs: 'rules/require-concurrent-index',
        message: 'writes to the table wait until index orders_customer is built',
        help: 'Build the index with `CONCURRENTLY`.',
      }),
    ],
    files: [file(LOCKS, 2, 'block')],
    exitCode: 1,
  });
}

/** One report for each situation that every format must handle. */
export const SCENARIOS: Readonly<Record<string, CheckReport>> = {
  blocked: blocked(),
  clean: clean(),
  nothing: nothing(),
  unknown: unknown(),
  hostile: hostile(),
  many: many(),
  suppressions: suppressions(),
  service: service(),
  silent: silent(),
  locks: locks(),
};
