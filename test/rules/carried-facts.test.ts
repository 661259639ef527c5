import { expect, test } from 'vitest';
import { ConfigError } from '../../src/model/index.ts';
import { loadRuleset } from '../../src/rules/index.ts';
import { treeOf } from './build.ts';

const MAIN = '.querygate/rules.yml';

async function errorOf(text: string): Promise<string> {
  try {
    await loadRuleset({ tree: treeOf({ [MAIN]: text }) });
    return 'accepted';
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    expect(error.others).toEqual([]);
    return error.toLine().replace(`${MAIN}:`, '');
  }
}

const rule = (operations: string, when: string): string =>
  `version: 1\nrules:\n  - id: no-a\n    operations: [${operations}]\n    verdict: block\n    message: m\n    when: '${when}'\n`;

test.each([
  [
    'insert',
    'operation.cascade',
    '7:12: `operation.cascade` is never set on `insert`: it is a fact of `drop`, `truncate`, `truncate_partition`, `grant` and `revoke`; correct the `operations` of the rule, or remove this part',
  ],
  [
    'drop_table',
    'operation.notValid',
    '7:12: `operation.notValid` is never set on `drop_table`: it is a fact of `add_constraint`; correct',
  ],
  ['drop_table', '!operation.notValid', '7:13: `operation.notValid` is never set on `drop_table`'],
  ['insert', 'operation.filter == "none"', '7:12: `operation.filter` is never set on `insert`'],
  [
    'insert, select',
    'operation.target.name == "t" && operation.cascade',
    '7:44: `operation.cascade` is never set on `insert` or `select`',
  ],
  ['insert', '"id" in operation.pinnedColumns', '7:20: `operation.pinnedColumns` is never set on `insert`'],
  ['delete', 'operation.columns.exists(c, c == "id")', '7:12: `operation.columns` is never set on `delete`'],
  ['insert', 'operation.columns.exists(c, operation.cascade)', '7:40: `operation.cascade` is never set on `insert`'],
  ['select', '"ssn" in operation.columns', 'and 36 more; write `statement.columnsRead` for what is read'],
  [
    'read',
    'operation.maintenance == "vacuum"',
    '`operation.maintenance` is never set on `select`, `copy_to`, `show`, `explain` or `cursor`',
  ],
  [
    'drop',
    'operation.grantOption',
    '`operation.grantOption` is never set on the operations of this rule: it is a fact of `grant`',
  ],
])(
  'for operations [%s], the condition %s is an error, as no operation has the fact',
  async (operations, when, error) => {
    expect(await errorOf(rule(operations, when))).toContain(error);
  },
);

test.each([
  ['any', 'operation.cascade'],
  ['ddl', 'operation.notValid'],
  ['write', 'operation.filter == "none"'],
  ['drop', 'operation.cascade && operation.rebuilt'],
  ['insert, truncate', 'operation.cascade'],
  ['insert', 'operation.createdHere || operation.temporary || operation.deferred || !operation.readable'],
  ['insert', 'statement.pinnedColumns.exists(c, c == "orders.id")'],
  ['add_constraint', 'operation.inline && operation.hasDefault'],
])('for operations [%s], the condition %s is accepted', async (operations, when) => {
  expect(await errorOf(rule(operations, when))).toBe('accepted');
});

const PACK = 'version: 1\nextends: [querygate:recommended@1]\n';

test.each([
  [
    'an exception to a rule about DROP TABLE that reads a fact of constraints',
    `${PACK}exceptions:\n  - { rule: no-drop-table, when: operation.notValid, reason: r, owner: o, until: 2030-01-01 }\n`,
    '`operation.notValid` is never set on `drop_table`',
  ],
  [
    'an override of the condition that keeps the operations',
    `${PACK}rules:\n  - id: no-drop-table\n    when: operation.notValid\n`,
    '`operation.notValid` is never set on `drop_table`',
  ],
  [
    'an override of the condition that has operations with the fact',
    `${PACK}rules:\n  - id: no-drop-table\n    operations: [drop_table, add_constraint]\n    when: operation.notValid\n`,
    'accepted',
  ],
])('%s is judged by the operations of the rule', async (_, text, error) => {
  expect(await errorOf(text)).toContain(error);
});
