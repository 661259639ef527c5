import { flowId } from '../../src/model/index.ts';
import { HISTORY, RAN } from '../commands/simulate/build.ts';
import { snapshotOf } from '../commands/snapshot.ts';
import type { SimulationCase } from './cases.ts';
import { rule, ruleFile } from './engine/build.ts';

const STAR = rule('no-select-star', 'select', 'statement.selectStar');
const LIMIT = rule('no-large-limit', 'select', 'statement.hasLimit && statement.limit > 1000');
const FILTER = rule('no-unfiltered-delete', 'delete', 'operation.filter != "conditional"');
const OLD = ruleFile(FILTER);
const EXPORT = 'caller.application == "nightly-export"';

const UNREAD = await snapshotOf(RAN, { unread: 40, records: 5 });
const NORMALISED = await snapshotOf([{ sql: 'SELECT id FROM orders LIMIT 5', normalised: true }, ...RAN]);
const ONCE = await snapshotOf([{ sql: 'DROP TABLE old_orders', calls: 2 }, ...RAN], { days: ['2026-11-18'] });
const EMPTY = await snapshotOf([]);

const STAR_FLOW = flowId({
  shape: 'select * from orders',
  dialect: 'postgresql',
  caller: { user: 'export', application: 'nightly-export', database: 'shop' },
});

const flow = (name: string, sql: string, more = '') => `  - { name: ${name}, owner: shop, sql: "${sql}"${more} }\n`;
const flows = (...list: readonly string[]) => `version: 1\nflows:\n${list.join('')}`;

/** Pull requests that edit rules, over a history. */
export const SIMULATION_CASES: readonly SimulationCase[] = [
  { name: 'a rule that breaks a flow', active: OLD, head: ruleFile(FILTER, STAR), history: HISTORY },
  { name: 'a rule that breaks a part of a flow', active: OLD, head: ruleFile(FILTER, LIMIT), history: HISTORY },
  {
    name: 'a rule that only warns',
    active: OLD,
    head: ruleFile(FILTER, STAR.replace('block', 'warn')),
    history: HISTORY,
  },
  { name: 'a loosening', active: ruleFile(FILTER, STAR), head: OLD, history: HISTORY },
  { name: 'all rules deleted', active: OLD, head: undefined, history: HISTORY },
  { name: 'a first ruleset', active: undefined, head: OLD, history: HISTORY },
  { name: 'an edit of form alone', active: OLD, head: `# why\n${OLD}`, history: HISTORY },
  { name: 'no rules on either side', active: undefined, head: undefined, history: HISTORY },
  {
    name: 'a rule of which the history has nothing',
    active: OLD,
    head: ruleFile(FILTER, rule('no-truncate', 'truncate', undefined)),
    history: HISTORY,
  },
  {
    name: 'a rule that reads files, which no flow has',
    active: OLD,
    head: ruleFile(FILTER, STAR, rule('no-file', 'select', 'file.path == "a.sql"')),
    history: HISTORY,
  },
  { name: 'literals that the history does not carry', active: OLD, head: ruleFile(FILTER, LIMIT), history: NORMALISED },
  { name: 'entries that could not be read', active: OLD, head: ruleFile(FILTER, STAR), history: UNREAD },
  {
    name: 'what ran on one day',
    active: OLD,
    head: ruleFile(FILTER, rule('no-drop-table', 'drop_table', undefined)),
    history: ONCE,
  },
  {
    name: 'an exception that saves the flow',
    active: OLD,
    head: `${ruleFile(FILTER, STAR)}exceptions:\n  - { rule: no-select-star, when: '${EXPORT}', reason: r, owner: o, until: 2027-01-01 }\n`,
    history: HISTORY,
  },
  {
    name: 'a break that is acknowledged',
    active: OLD,
    head: `${ruleFile(FILTER, STAR)}acknowledge:\n  - { rule: no-select-star, flow: ${STAR_FLOW}, reason: r, owner: o, until: 2027-01-01 }\n`,
    history: HISTORY,
  },
  {
    name: 'flows that do not count',
    active: OLD,
    head: ruleFile(FILTER, STAR, LIMIT),
    history: HISTORY,
    settings: { 'min-calls': 50, 'min-days': 2, 'ignore-callers': [{ application: 'nightly-*' }] },
  },
  {
    name: 'declared flows of both sides',
    active: OLD,
    head: ruleFile(FILTER, STAR),
    history: HISTORY,
    dialect: 'postgresql',
    flows: {
      base: flows(flow('cart', 'SELECT * FROM carts WHERE id = $1'), flow('gone', 'SELECT * FROM gone')),
      head: flows(
        flow('cart', 'SELECT id FROM carts'),
        flow('new', 'SELECT * FROM new', ', caller: { application: web }'),
        flow('other', 'SELECT `a` FROM `t`', ', dialect: mysql'),
      ),
    },
  },
  {
    name: 'rules that say `extends`, and a folder of files',
    active: {
      '.querygate/rules.yml': `version: 1\nextends: [../shared/base.yml, querygate:recommended@1]\n`,
      'shared/base.yml': OLD,
    },
    head: { '.querygate/rules/a.yml': OLD, '.querygate/rules/b.yml': ruleFile(STAR) },
    history: HISTORY,
  },
  {
    name: 'the built-in pack',
    active: OLD,
    head: 'version: 1\nextends: [querygate:recommended@1]\n',
    history: await snapshotOf([{ sql: 'UPDATE orders SET a = 1' }, { sql: 'GRANT ALL ON t TO PUBLIC' }, ...RAN]),
  },
  { name: 'a history without rows', active: OLD, head: ruleFile(FILTER, STAR), history: EMPTY },
];
