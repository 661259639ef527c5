import { describe, expect, it } from 'vitest';
import { listRules } from '../../../src/commands/rules/list.ts';
import { judgeStatement, loadRuleset, type Ruleset } from '../../../src/rules/index.ts';
import { createSqlReader } from '../../../src/sql/index.ts';
import { treeOf } from '../build.ts';

const RULES = `version: 1
extends:
  - querygate:recommended@1
  - { pack: 'querygate:read-only@1', users: [agent, 'o"brien'] }
rules:
  - id: require-read-only
    verdict: warn
`;

async function load(text: string): Promise<Ruleset> {
  const ruleset = await loadRuleset({ tree: treeOf({ 'r.yml': text }), entry: 'r.yml' });
  if (!ruleset) throw new Error('no ruleset');
  return ruleset;
}

/** The rules that a statement of a user breaks, or leaves undecided; without a user, of a file. */
async function rulesBroken(ruleset: Ruleset, sql: string, user: string | undefined): Promise<readonly string[]> {
  const { statements } = (await createSqlReader('postgresql')).readTraffic(sql);
  const caller = user === undefined ? undefined : { user, role: '', application: '', database: 'shop', tags: {} };
  const file = { path: 'a.sql', section: '' };
  return statements.flatMap((statement) =>
    judgeStatement(ruleset, statement, { file: caller ? undefined : file, caller, today: '2026-01-01' }).map(
      ({ rule, verdict }) => `${verdict} ${rule.id}`,
    ),
  );
}

describe('a pack for named users', () => {
  it.each([
    ['agent', 'INSERT INTO orders (id) VALUES (1)', ['warn require-read-only']],
    ['o"brien', 'INSERT INTO orders (id) VALUES (1)', ['warn require-read-only']],
    ['app', 'INSERT INTO orders (id) VALUES (1)', []],
    ['agent2', 'INSERT INTO orders (id) VALUES (1)', []],
    [undefined, 'INSERT INTO orders (id) VALUES (1)', []],
    ['agent', 'SELECT id FROM orders WHERE id = 1', []],
    ['app', 'DELETE FROM orders', ['block no-unfiltered-delete']],
    ['agent', 'DELETE FROM orders', ['block no-unfiltered-delete', 'warn require-read-only']],
  ] as const)('of %s judges %s: %j', async (user, sql, expected) => {
    const ruleset = await load(RULES);
    expect(await rulesBroken(ruleset, sql, user)).toEqual(expected);
  });

  it('stays theirs if a rule of it gets another condition', async () => {
    const ruleset = await load(`${RULES}    when: operation.kind == "insert"\n`);
    const sql = 'INSERT INTO orders (id) VALUES (1)';
    expect(await rulesBroken(ruleset, sql, 'agent')).toContain('warn require-read-only');
    expect(await rulesBroken(ruleset, sql, 'app')).toEqual([]);
  });

  it('may be one without parameters', async () => {
    const ruleset = await load(
      "version: 1\nextends: [{ pack: 'querygate:recommended@1', users: [agent] }]\nrules: []\n",
    );
    expect(await rulesBroken(ruleset, 'DELETE FROM orders', 'agent')).toEqual(['block no-unfiltered-delete']);
    expect(await rulesBroken(ruleset, 'DELETE FROM orders', 'app')).toEqual([]);
    expect(ruleset.extendsNoPack).toBe(true);
  });

  it('is listed with them', async () => {
    const list = listRules(await load(RULES));
    expect(list).toMatch(/^block no-unlisted-effect +any {2}\(querygate:read-only@1, for agent, o"brien\)$/m);
    expect(list).toMatch(/\(querygate:recommended@1\)$/m);
  });

  it('has another hash for other users', async () => {
    expect((await load(RULES)).hash).not.toBe((await load(RULES.replace('agent', 'other'))).hash);
  });

  it.each([
    ['querygate:recommended@1, { pack: querygate:recommended@1, users: [a] }', 'is extended twice, with other `users`'],
    [
      '{ pack: querygate:recommended@1, users: [a] }, { pack: querygate:recommended@1, users: [b, a] }',
      'is extended twice, with other `users`; leave `a` out of one of the two',
    ],
    ['{ pack: other.yml, users: [a] }', '`with` and `users` are for packs, and `other.yml` is a file'],
    ['{ pack: querygate:read-only@1, users: [] }', 'users'],
  ])('is refused as %s: %s', async (extended, message) => {
    await expect(load(`version: 1\nextends: [${extended}]\n`)).rejects.toThrow(message);
  });
});

describe('a pack with other values for other users', () => {
  const TWO = `version: 1
extends:
  - { pack: 'querygate:tables@1', users: [support], with: { tables: [tickets] } }
  - { pack: 'querygate:tables@1', users: [finance], with: { tables: [invoices] } }
rules: []
`;
  it.each([
    ['support', 'SELECT id FROM tickets', false],
    ['support', 'SELECT id FROM invoices', true],
    ['finance', 'SELECT id FROM invoices', false],
    ['finance', 'SELECT id FROM tickets', true],
    ['app', 'SELECT id FROM anything', false],
    [undefined, 'SELECT id FROM anything', false],
  ] as const)('judges, for %s, %s: breaks a rule: %s', async (user, sql, breaks) => {
    expect((await rulesBroken(await load(TWO), sql, user)).length > 0).toBe(breaks);
  });

  it('lists each rule once, with all users', async () => {
    const { rules } = await load(TWO);
    expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
    expect(new Set(rules.map(({ users }) => users?.join()))).toEqual(new Set(['support,finance']));
  });

  it('overrides a rule for all of them', async () => {
    const ruleset = await load(TWO.replace('rules: []', 'rules: [{ id: no-unlisted-table, verdict: warn }]'));
    const broken = await Promise.all(
      (['support', 'finance'] as const).map((user) => rulesBroken(ruleset, 'SELECT id FROM others', user)),
    );
    expect(broken.map((rules) => rules.includes('warn no-unlisted-table'))).toEqual([true, true]);
  });

  it('is refused if a file between them may override its rules', async () => {
    const other = { 'b.yml': "version: 1\nextends: [{ pack: 'querygate:read-only@1', users: [a] }]\n" };
    const text = "version: 1\nextends: [b.yml, { pack: 'querygate:read-only@1', users: [b] }]\n";
    const loading = loadRuleset({ tree: treeOf({ 'r.yml': text, ...other }), entry: 'r.yml' });
    await expect(loading).rejects.toThrow('name both in the `extends` of one file');
  });
});
