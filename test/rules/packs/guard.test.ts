import { beforeAll, describe, expect, it } from 'vitest';
import { type Refusals, refusalsUnder } from '../../../bench/guard/judge.ts';
import { corpusRows, type Row } from '../../../bench/guard/rows.ts';
import { ABOUT_CATALOGS } from '../../../bench/guard/rulesets.ts';
import { withBase } from '../../../src/repository/index.ts';
import { GUARD_PACKS, loadPacks, loadRuleset, testRuleset } from '../../../src/rules/index.ts';
import { createSqlReader } from '../../../src/sql/index.ts';
import { treeOf } from '../build.ts';

/** Loads a rule file that extends this. */
function load(...extended: readonly unknown[]) {
  const text = JSON.stringify({ version: 1, extends: extended });
  return loadRuleset({ tree: treeOf({ 'r.yml': text }), entry: 'r.yml' });
}

describe.each([...GUARD_PACKS.values()])('$name', (pack) => {
  const values = Object.entries(pack.exampleValues).map(([name, names]) => [
    name,
    pack.parameters[name]?.type === 'name' ? names[0] : names,
  ]);
  const use = { pack: pack.name, with: Object.fromEntries(values) };

  it('keeps the promises of its examples', async () => {
    const ruleset = await load(use);
    const results = ruleset ? await testRuleset(ruleset, withBase(createSqlReader)) : [];
    expect(results.length).toBeGreaterThan(5);
    const failed = results.filter(({ passed }) => !passed);
    expect(failed.map(({ rule, sql, problem }) => `${rule.id}: ${sql}: ${problem}`)).toEqual([]);
  });

  it('has complete texts, and rules that no comment exempts', async () => {
    for (const rule of (await load(use))?.rules ?? []) {
      expect(rule.id).toMatch(/^(?:no|require)-[a-z-]+$/);
      expect(rule.description.length, rule.id).toBeGreaterThan(60);
      expect(rule.help.default.length, rule.id).toBeGreaterThan(20);
      expect([rule.suppressible, rule.verdict, rule.docs], rule.id).toEqual([false, 'block', pack.docs]);
    }
  });

  it('has another hash for other values', async () => {
    const [name = '', names] = values[0] ?? [];
    const other = Array.isArray(names) ? [...names, 'x'] : 'x';
    const changed = await load({ ...use, with: { ...use.with, [String(name)]: other } });
    expect(changed?.hash).not.toBe((await load(use))?.hash);
  });

  it('can be split into its conditions', async () => {
    for (const { condition } of (await load(use))?.rules ?? []) expect(condition?.formula()).toBeDefined();
  });
});

describe('values for a pack', () => {
  const tables = 'querygate:tables@1';
  it.each([
    [
      tables,
      `\`${tables}\` needs \`tables\`; write \`{ pack: '${tables}', with: { tables: [orders, app.customers] } }\``,
    ],
    [{ pack: tables }, 'needs `tables`'],
    [
      { pack: tables, with: { table: ['a'] } },
      'has no parameter `table` (did you mean `tables`?); use `tables`, `columns`',
    ],
    [{ pack: tables, with: { tables: 'orders' } }, '`tables` of `querygate:tables@1` must be a list of names; write'],
    [{ pack: tables, with: { tables: [] } }, '`tables` of `querygate:tables@1` must not be empty'],
    [
      { pack: tables, with: { tables: ["a'b"] } },
      'contains `"a\'b"`, which is not the name of a table, as in `orders`',
    ],
    [{ pack: tables, with: { tables: ['a'], columns: ['t.id'] } }, 'is not the name of a column without its table'],
    [
      { pack: tables, with: { tables: Array.from({ length: 401 }, (_, i) => `t${i}`) } },
      'has 401 names, and at most 400',
    ],
    [{ pack: 'querygate:tenant@1', with: { column: ['a'] } }, '`column` of `querygate:tenant@1` must be a single name'],
    [{ pack: 'querygate:read-only@1', with: { operators: ['abc'] } }, 'which is not an operator, as in `<=>`'],
    [{ pack: 'querygate:recommended@1', with: { tables: ['a'] } }, '`querygate:recommended@1` has no parameters'],
    [{ pack: 'querygate:table@1' }, 'there is no pack `querygate:table@1` (did you mean `querygate:tables@1`?)'],
    [{ pack: 'other.yml', with: { a: 'b' } }, '`with` and `users` are for packs, and `other.yml` is a file'],
    [{ pack: tables, width: {} }, 'unknown key `width`'],
  ])('%j is refused: %s', async (use, message) => {
    await expect(load(use)).rejects.toThrow(message);
    await expect(load(use)).rejects.toMatchObject({ place: { file: 'r.yml', line: 1 } });
  });

  it('may be given twice if they are the same', async () => {
    const use = { pack: tables, with: { tables: ['a'] } };
    expect((await load(use, use))?.sources).toEqual([tables, 'r.yml']);
    await expect(load(use, { pack: tables, with: { tables: ['b'] } })).rejects.toThrow('is extended twice');
  });

  it('may be 400 names', async () => {
    const names = Array.from({ length: 400 }, (_, i) => `schema_${i}.table_${i}`);
    const ruleset = await load({
      pack: tables,
      with: { tables: names, columns: names.map((name) => name.slice(-9).replace('.', '_')) },
    });
    expect(ruleset?.rules).toHaveLength(6);
  });

  it('are optional for `read-only`, which can be named without a file', async () => {
    expect((await loadPacks('querygate:read-only@1')).rules.map(({ id }) => id)).toEqual([
      'require-read-only',
      'no-unlisted-effect',
    ]);
    await expect(loadPacks(tables)).rejects.toThrow('needs `tables`');
  });
});

describe('the corpus', () => {
  const ROWS = corpusRows();
  let readOnly: Refusals;
  let tables: Refusals;
  beforeAll(async () => {
    readOnly = await refusalsUnder('read-only');
    tables = await refusalsUnder('tables');
  });

  /** The rows that are judged otherwise than they should be. */
  async function wrong(refusals: Refusals, rows: readonly Row[], pass: boolean): Promise<readonly string[]> {
    expect(rows.length).toBeGreaterThan(50);
    const lines: string[] = [];
    for (const { dialect, sql } of rows) {
      const found = await refusals(dialect, sql);
      if ((found.length === 0) !== pass) lines.push(`${dialect}: ${sql} (${found.join(', ')})`);
    }
    return lines;
  }

  it('has 1,500 different statements', () => {
    expect(new Set(ROWS.map(({ dialect, sql }) => `${dialect} ${sql}`)).size).toBe(ROWS.length);
    expect(ROWS.length).toBeGreaterThanOrEqual(1500);
  });

  it('`read-only` lets pass nothing that does more than read', async () => {
    expect(
      await wrong(
        readOnly,
        ROWS.filter(({ expected }) => expected === 'not'),
        false,
      ),
    ).toEqual([]);
  });

  it('`tables` lets pass nothing that does more than read listed tables', async () => {
    const rows = ROWS.filter(({ expected }) => expected === 'not' || expected === 'outside');
    expect(await wrong(tables, rows, false)).toEqual([]);
  });

  it('`read-only` refuses no read', async () => {
    expect(
      await wrong(
        readOnly,
        ROWS.filter(({ expected }) => expected === 'read' || expected === 'costly'),
        true,
      ),
    ).toEqual([]);
  });

  it('`tables` refuses no read of listed tables', async () => {
    const rows = ROWS.filter(({ expected, kind }) => expected === 'read' && !ABOUT_CATALOGS.has(kind));
    expect(await wrong(tables, rows, true)).toEqual([]);
  });
});
