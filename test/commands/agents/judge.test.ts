import { describe, expect, it } from 'vitest';
import { AgentSession, answerText } from '../../../src/commands/agents/index.ts';
import type { Dialect } from '../../../src/model/index.ts';
import { treeOf } from '../../rules/build.ts';

const NOBODY = { user: undefined, role: undefined, application: undefined, database: undefined };

/** The answer under a ruleset. */
async function answer(sql: string, rules: string, dialect: Dialect = 'postgresql', caller = {}) {
  const tree = treeOf({ '.querygate/rules.yml': rules });
  const session = await AgentSession.open({ tree, rules: { tree, entry: undefined }, dialect, caller });
  return session.check({ sql, caller: { ...NOBODY } });
}

const RULE = (id: string, kind: string, when: string, more = '') =>
  `{ id: ${id}, operations: [${kind}], when: '${when}', verdict: block, message: m, description: d${more} }`;
const LIMITED = `version: 1\nextends: []\nrules: [${RULE('require-limit', 'select', '!statement.hasLimit')}]\n`;
const READ_ONLY = "version: 1\nextends: ['querygate:read-only@1']\n";
const FILTERED = "version: 1\nextends: ['querygate:recommended@1']\n";

describe('the form with fewer effects', () => {
  it.each<[string, string, string, Dialect, object]>([
    [
      'limits a query',
      'SELECT * FROM orders',
      LIMITED,
      'postgresql',
      { kind: 'limit', sql: 'SELECT * FROM orders\nLIMIT 100' },
    ],
    ['leaves out the terminator', 'SELECT 1;', LIMITED, 'mysql', { kind: 'limit', sql: 'SELECT 1\nLIMIT 100' }],
    [
      'limits behind a comment',
      'SELECT 1 -- c',
      LIMITED,
      'sqlite',
      { kind: 'limit', sql: expect.stringMatching(/\nLIMIT 100$/) },
    ],
    [
      'plans a write',
      'DELETE FROM orders WHERE id = 1',
      READ_ONLY,
      'postgresql',
      { kind: 'dry-run', sql: 'EXPLAIN DELETE FROM orders WHERE id = 1' },
    ],
    [
      'plans a write of MariaDB',
      'UPDATE orders SET a = 1',
      READ_ONLY,
      'mariadb',
      { kind: 'dry-run', sql: 'EXPLAIN UPDATE orders SET a = 1' },
    ],
  ])('%s', async (_, sql, rules, dialect, expected) => {
    expect((await answer(sql, rules, dialect)).instead).toEqual(expected);
  });

  it.each<[string, string, string, Dialect]>([
    ['a query that passes', 'SELECT 1 LIMIT 1', LIMITED, 'postgresql'],
    ['several statements', 'SELECT 1; SELECT 2', LIMITED, 'postgresql'],
    ['a dialect without LIMIT', 'SELECT * FROM orders', LIMITED, 'transactsql'],
    ['a dialect without EXPLAIN', 'DELETE FROM orders', FILTERED, 'transactsql'],
    ['a statement without a plan', 'DROP TABLE orders', READ_ONLY, 'postgresql'],
    ['a statement that is not understood', 'SELEC * FROM orders', LIMITED, 'postgresql'],
    ['a query that a LIMIT does not mend', "SELECT nextval('s')", READ_ONLY, 'postgresql'],
    [
      'a plan that would evaluate a function of the user',
      'DELETE FROM orders WHERE id = app.purge()',
      FILTERED,
      'postgresql',
    ],
    ['EXPLAIN ANALYZE', 'EXPLAIN ANALYZE DELETE FROM orders', READ_ONLY, 'postgresql'],
  ])('does not exist for %s', async (_, sql, rules, dialect) => {
    expect((await answer(sql, rules, dialect)).instead).toBeUndefined();
  });

  it('passes under the same rules', async () => {
    const { instead } = await answer('DELETE FROM orders', READ_ONLY);
    expect(await answer(instead?.sql ?? '', READ_ONLY)).toMatchObject({ verdict: 'allow', reasons: [] });
  });
});

describe('the answer to a program', () => {
  it('names the rule, the reason, what was seen and what to do', async () => {
    const found = await answer('SELECT 1;\nDELETE FROM orders', FILTERED);
    expect(found).toMatchObject({
      verdict: 'block',
      statements: 2,
      reasons: [
        {
          rule: 'no-unfiltered-delete',
          verdict: 'block',
          seen: { operation: 'delete', target: 'orders', sql: 'DELETE FROM orders' },
          help: expect.stringMatching(/./),
        },
      ],
    });
    expect(answerText(found)).toMatch(
      /^block: 2 statements.*\n- no-unfiltered-delete \(block\): .*\n {2}seen: delete orders: /,
    );
  });

  it('shows an example of the rule that passes under all rules', async () => {
    const examples = ", examples: { block: ['SELECT 1'], pass: ['SELECT 2 LIMIT 1', 'SELECT 3 LIMIT 2'] }";
    const limit = RULE('require-limit', 'select', '!statement.hasLimit', examples);
    const rules = `version: 1\nextends: []\nrules: [${limit}, ${RULE('no-one', 'select', 'statement.limit == 1')}]\n`;
    expect((await answer('SELECT 1; SELECT 2', rules)).example).toBe('SELECT 3 LIMIT 2');
  });

  it.each([
    ['a comment that exempts', 'DROP TABLE orders -- querygate:allow no-drop-table: archived', 'block'],
    ['an empty text', '', 'unknown'],
    ['a comment alone', '-- SELECT 1', 'unknown'],
    ['what is not understood', 'SELEC 1', 'unknown'],
    ['a write behind a read', 'SELECT 1; DROP TABLE orders', 'block'],
  ])('does not let %s pass', async (_, sql, verdict) => {
    expect((await answer(sql, FILTERED)).verdict).toBe(verdict);
  });

  const BY_USER = `version: 1\nextends: []\nrules: [${RULE('no-agent', 'select', 'caller.user == "agent"')}, ${RULE('no-shop', 'select', 'caller.database == "shop"')}]\n`;

  it.each([
    ['unknown without a caller', {}, 'SELECT 1', 'unknown'],
    ['for the caller', { user: 'agent' }, 'SELECT 1', 'block'],
    ['for another caller', { user: 'app', database: 'other' }, 'SELECT 1', 'allow'],
    [
      'unknown where an earlier statement may change the database',
      { user: 'app', database: 'other' },
      'SET x = 1; SELECT 1',
      'unknown',
    ],
  ])('is %s', async (_, caller, sql, verdict) => {
    expect((await answer(sql, BY_USER, 'postgresql', caller)).verdict).toBe(verdict);
  });

  it('lets exceptions of the ruleset count', async () => {
    const exception =
      'exceptions: [{ rule: no-drop-table, when: \'operation.target.name == "old"\', reason: archived, owner: me, until: 2999-01-01 }]';
    expect((await answer('DROP TABLE old', `${FILTERED}${exception}\n`)).verdict).toBe('allow');
  });

  it('keeps what blocks if there are many reasons', async () => {
    const sql = `${'SELEC 1; '.repeat(40)}DROP TABLE orders`;
    const found = await answer(sql, FILTERED);
    expect(found.reasons[0]).toMatchObject({ rule: 'no-drop-table', verdict: 'block' });
    expect(found.reasons.length + found.more).toBe(41);
  });
});
