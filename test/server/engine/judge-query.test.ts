import { describe, expect, it } from 'vitest';
import type { QueryOutcome, QueryTask } from '../../../src/server/engine/engine.ts';
import { judgeQuery } from '../../../src/server/engine/tasks/judge-query.ts';
import { WorkerCache } from '../../../src/server/engine/tasks/worker-cache.ts';
import { queryTask, RECOMMENDED, rule, ruleFile, sent, toolsOver, UNKNOWN_CALLER } from './build.ts';

const kept = new WorkerCache();

const RULESETS = {
  recommended: RECOMMENDED,
  limit: sent(ruleFile(rule('no-large-limit', 'select', 'statement.limit > 1000'))),
  soft: sent(ruleFile(rule('no-large-limit', 'select', 'statement.limit > 1000', 'warn'))),
  caller: sent(ruleFile(rule('no-batch', 'select', 'caller.application == "batch"'))),
  softCaller: sent(ruleFile(rule('no-batch', 'select', 'caller.application == "batch"', 'warn'))),
  tags: sent(ruleFile(rule('no-report', 'select', 'caller.tags.exists(k, k == "job")'))),
  transaction: sent(ruleFile(rule('require-transaction', 'delete', '!statement.inTransaction'))),
  inTransaction: sent(ruleFile(rule('no-transaction', 'delete', 'statement.inTransaction'))),
  createdHere: sent(ruleFile(rule('no-made-table', 'drop_table', 'operation.createdHere'))),
  file: sent(ruleFile(rule('no-file', 'select', 'file.path == "a.sql"'))),
  excepted: sent(
    `${ruleFile(rule('no-star', 'select', 'statement.selectStar'))}exceptions:\n  - { rule: no-star, when: 'statement.tablesRead == ["t"]', reason: r, owner: o, until: 2027-01-01 }\n`,
  ),
};

interface Row {
  readonly name: string;
  readonly rules: keyof typeof RULESETS;
  readonly query: string;
  readonly more?: Partial<QueryTask>;
  readonly verdict: QueryOutcome['verdict'];
  readonly statements: number;
  /** Each as `verdict rule text-of-span`. */
  readonly findings?: readonly string[];
  readonly message?: RegExp;
}

const batch = { ...UNKNOWN_CALLER, application: 'batch' };

const ROWS: readonly Row[] = [
  {
    name: 'what no rule names',
    rules: 'recommended',
    query: 'SELECT 1',
    verdict: 'allow',
    statements: 1,
    findings: [],
  },
  {
    name: 'a broken rule, where it stands',
    rules: 'recommended',
    query: "SELECT 'DROP TABLE a'; DROP TABLE users",
    verdict: 'block',
    statements: 2,
    findings: ['block no-drop-table DROP TABLE users'],
  },
  {
    name: 'what the text itself created, which may be gone at its end',
    rules: 'recommended',
    query: 'CREATE TABLE t (id int PRIMARY KEY); DROP TABLE t',
    verdict: 'allow',
    statements: 2,
    findings: [],
  },
  {
    name: 'the strictest of all statements',
    rules: 'recommended',
    query: 'SELEC 1; DROP TABLE users',
    verdict: 'block',
    statements: 2,
    findings: ['unknown unreadable SELEC 1', 'block no-drop-table DROP TABLE users'],
  },
  {
    name: 'what cannot be read',
    rules: 'recommended',
    query: 'SELEC 1',
    verdict: 'unknown',
    statements: 1,
    findings: ['unknown unreadable SELEC 1'],
    message: /^could not be read: /,
  },
  {
    name: 'a text that is not closed',
    rules: 'recommended',
    query: "SELECT 'x",
    verdict: 'unknown',
    statements: 1,
    message: /^could not be read: /,
  },
  {
    name: 'a literal within a limit',
    rules: 'limit',
    query: 'SELECT a FROM t LIMIT 5',
    verdict: 'allow',
    statements: 1,
  },
  {
    name: 'a literal beyond it',
    rules: 'limit',
    query: 'SELECT a FROM t LIMIT 5000',
    verdict: 'block',
    statements: 1,
    findings: ['block no-large-limit SELECT a FROM t LIMIT 5000'],
  },
  {
    name: 'a literal that is given later',
    rules: 'limit',
    query: 'SELECT a FROM t LIMIT $1',
    verdict: 'unknown',
    statements: 1,
    findings: ['unknown no-large-limit SELECT a FROM t LIMIT $1'],
    message: /^could not be decided \(/,
  },
  {
    name: 'the same where the rule only warns: nothing depends on it',
    rules: 'soft',
    query: 'SELECT a FROM t LIMIT $1',
    verdict: 'warn',
    statements: 1,
    findings: ['warn no-large-limit SELECT a FROM t LIMIT $1'],
  },
  {
    name: 'a caller that is named',
    rules: 'caller',
    query: 'SELECT 1',
    more: { caller: batch },
    verdict: 'block',
    statements: 1,
  },
  {
    name: 'another caller',
    rules: 'caller',
    query: 'SELECT 1',
    more: { caller: { ...batch, application: 'web' } },
    verdict: 'allow',
    statements: 1,
  },
  { name: 'a caller that is not given', rules: 'caller', query: 'SELECT 1', verdict: 'unknown', statements: 1 },
  { name: 'the same with a rule that warns', rules: 'softCaller', query: 'SELECT 1', verdict: 'warn', statements: 1 },
  { name: 'a tag of a comment', rules: 'tags', query: "SELECT 1 /* job='nightly' */", verdict: 'block', statements: 1 },
  { name: 'no tag', rules: 'tags', query: 'SELECT 1', verdict: 'allow', statements: 1 },
  {
    name: 'a tag that the client gives, in the place of those of comments',
    rules: 'tags',
    query: "SELECT 1 /* job='nightly' */",
    more: { caller: { ...UNKNOWN_CALLER, tags: { controller: 'orders' } } },
    verdict: 'allow',
    statements: 1,
  },
  {
    name: 'a rule that breaks where the query stands alone',
    rules: 'transaction',
    query: 'DELETE FROM t WHERE a = 1',
    verdict: 'block',
    statements: 1,
  },
  {
    name: 'the same in a transaction of its own',
    rules: 'transaction',
    query: 'BEGIN; DELETE FROM t WHERE a = 1; COMMIT',
    verdict: 'allow',
    statements: 3,
  },
  {
    name: 'the same behind one',
    rules: 'transaction',
    query: 'BEGIN; COMMIT; DELETE FROM t WHERE a = 1',
    verdict: 'block',
    statements: 3,
  },
  {
    name: 'a rule that the session before could break',
    rules: 'inTransaction',
    query: 'DELETE FROM t WHERE a = 1',
    verdict: 'unknown',
    statements: 1,
  },
  {
    name: 'a rule that depends on what the session created',
    rules: 'createdHere',
    query: 'DROP TABLE t',
    verdict: 'unknown',
    statements: 1,
  },
  { name: 'a rule about files', rules: 'file', query: 'SELECT 1', verdict: 'allow', statements: 1, findings: [] },
  {
    name: 'an exception that holds',
    rules: 'excepted',
    query: 'SELECT * FROM t',
    verdict: 'allow',
    statements: 1,
    findings: ['block no-star SELECT * FROM t (excepted)'],
  },
  {
    name: 'an exception that ran out',
    rules: 'excepted',
    query: 'SELECT * FROM t',
    more: { today: '2027-01-02' },
    verdict: 'block',
    statements: 1,
  },
  {
    name: 'an exemption in a comment, which a query cannot give itself',
    rules: 'recommended',
    query: 'DROP TABLE users -- querygate:allow no-drop-table: because',
    verdict: 'block',
    statements: 1,
  },
  {
    name: 'nothing at all',
    rules: 'recommended',
    query: ' -- nothing\n;',
    verdict: 'allow',
    statements: 0,
    findings: [],
  },
  {
    name: 'what a comment makes a server run',
    rules: 'recommended',
    query: '/*! DROP TABLE users */',
    more: { dialect: 'mysql' },
    verdict: 'block',
    statements: 1,
  },
];

describe('a query', () => {
  it.each(ROWS)('$name: $verdict', async ({ rules, query, more, verdict, statements, findings, message }) => {
    const { tools, reports } = toolsOver(RULESETS, kept);
    const { outcome } = await judgeQuery({ ...queryTask(query, more), active: rules }, tools);
    const found = outcome.findings.map(
      (finding) =>
        `${finding.verdict} ${finding.rule} ${query.slice(finding.span.start, finding.span.end)}${finding.excepted ? ' (excepted)' : ''}`,
    );
    expect({ verdict: outcome.verdict, statements: outcome.statements, found }).toMatchObject({ verdict, statements });
    if (findings) expect(found).toEqual(findings);
    if (message) expect(outcome.findings[0]?.message).toMatch(message);
    expect(reports.started).toEqual([0]);
    expect(outcome.rows).toHaveLength(statements);
  });

  it('leaves no literal in its rows and its shape', async () => {
    const { tools } = toolsOver(RULESETS, kept);
    const query = "SELECT a FROM t WHERE b = 'geheim' AND c = 424242; DELETE FROM t WHERE x = E'geheim'";
    const { rows, shape } = (await judgeQuery({ ...queryTask(query), active: 'recommended' }, tools)).outcome;
    const all = JSON.stringify([rows.map(({ text }) => text), shape]);
    expect(all).not.toMatch(/geheim|424242/);
    expect(shape).toBe('select a from t where b = ? and c = ?; delete from t where x = ?');
  });

  it('with more statements than can be recorded is unknown', async () => {
    const { tools } = toolsOver(RULESETS, kept);
    const wide = Array.from({ length: 200 }, (_, i) => `column_number_${i}_of_a_wide_table`).join();
    const query = Array.from({ length: 120 }, (_, i) => `SELECT ${wide}, a${i} FROM t${i}`).join(';');
    const { verdict, findings, rows } = (await judgeQuery({ ...queryTask(query), active: 'recommended' }, tools))
      .outcome;
    expect({ verdict, said: findings.map((finding) => finding.message), rows: rows.length }).toEqual({
      verdict: 'allow',
      said: [],
      rows: 120,
    });
    const larger = Array.from({ length: 1400 }, (_, i) => `SELECT ${wide.slice(0, 6000)}, a${i} FROM t${i}`).join(';');
    const { outcome } = await judgeQuery({ ...queryTask(larger), active: 'recommended' }, tools);
    expect(outcome.verdict).toBe('unknown');
    expect(outcome.rows).toEqual([]);
    expect(outcome.findings.at(-1)?.message).toMatch(/too many statements/);
  });

  it('asks for the files of a ruleset once', async () => {
    const { tools, reports } = toolsOver(RULESETS);
    for (const active of ['limit', 'limit', 'caller', 'limit'])
      await judgeQuery({ ...queryTask('SELECT 1'), active }, tools);
    expect(reports.requested).toEqual(['limit', 'caller']);
  });
});
