import { beforeAll, describe, expect, test } from 'vitest';
import { NO_USE } from '../../../src/model/index.ts';
import { compileCondition, loadConditionEngine } from '../../../src/rules/cel/engine.ts';
import { RuleFacts } from '../../../src/rules/cel/fact-views.ts';
import { checkedCondition } from '../../../src/rules/conditions/compile.ts';
import { decideFormula } from '../../../src/rules/conditions/formula.ts';
import { operationOf, statementFactsOf } from '../build.ts';

const NAMES = ['users', 'public.users', 'dbo.users', 'app.users', 'orders'];

/** For which of the names a condition is true, if the statement reads, writes, pins and indexes a table of that name. */
function matched(text: string): string {
  const condition = checkedCondition(text);
  const found = NAMES.filter((name) => {
    const operation = operationOf({ kind: 'create_index', table: name, lockedTables: [name] });
    const statement = statementFactsOf({
      tablesRead: [name],
      tablesWritten: [name],
      pinnedColumns: [`${name}.tenant_id`],
    });
    const facts = () => new RuleFacts({ operation, statement, use: NO_USE, caller: undefined, file: undefined });
    expect(decideFormula(condition.formula(), facts())).toBe(condition.decide(facts()));
    return condition.decide(facts()) === true;
  });
  return found.join(' ');
}

const USERS = 'users public.users dbo.users';

beforeAll(() => loadConditionEngine(['true']));

describe('a condition compares tables, not spellings', () => {
  test.each([
    ['statement.tablesRead.exists(t, t == "users")', USERS],
    ['statement.tablesRead.exists(t, "users" == t)', USERS],
    ['statement.tablesWritten.exists(t, t in ["users", "carts"])', USERS],
    ['"users" in statement.tablesRead', USERS],
    ['"users.tenant_id" in statement.pinnedColumns', USERS],
    ['"users" in operation.lockedTables', USERS],
    ['operation.table == "users"', USERS],
    ['operation.table in ["users"]', USERS],
    ['!("users" in statement.tablesRead)', 'app.users orders'],
    ['statement.tablesRead.all(t, t != "users")', 'app.users orders'],
    ['operation.table != "users"', 'app.users orders'],
    ['"public.users" in statement.tablesRead', 'users public.users'],
    ['"public.users.tenant_id" in statement.pinnedColumns', 'users public.users'],
    ['statement.tablesRead.exists(t, t == "app.users")', 'app.users'],
    ['statement.tablesRead.exists(t, (t + ".tenant_id") in statement.pinnedColumns)', NAMES.join(' ')],
    // As they are written.
    ['statement.tablesRead == ["users"]', 'users'],
    ['statement.tablesRead.exists(t, t.startsWith("public."))', 'public.users'],
    ['statement.tablesRead.exists(t, t.contains("."))', 'public.users dbo.users app.users'],
    // A variable of the same name that goes through another list.
    ['["x"].exists(t, t == "users") || statement.functions.exists(t, t == "users")', ''],
  ])('%s', (text, expected) => {
    expect(matched(text)).toBe(expected);
  });

  test('a list of names as long as allowed is compared', () => {
    const names = Array.from({ length: 99 }, (_, at) => `"t${at}"`);
    expect(matched(`statement.tablesRead.exists(t, t in [${names.join(', ')}, "users"])`)).toBe(USERS);
  });

  test('its text and its cost stay those of the rule file', () => {
    const text = '"users" in statement.tablesRead';
    expect(checkedCondition(text).text).toBe(text);
    expect(compileCondition(text).cost).toBe(compileCondition('"users" in statement.functions').cost);
  });
});
