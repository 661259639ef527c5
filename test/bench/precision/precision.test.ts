import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withIgnored } from '../../../bench/precision/configured.ts';
import type { Engine } from '../../../bench/precision/engine.ts';
import { readJudgements } from '../../../bench/precision/judgements.ts';
import { compareLocks, type LockAnswer } from '../../../bench/precision/locks.ts';
import { lostOperations } from '../../../bench/precision/operations.ts';
import { readRepositories } from '../../../bench/precision/repositories.ts';
import { readResults } from '../../../bench/precision/results.ts';
import { sampled } from '../../../bench/precision/sample.ts';
import { readSquawk } from '../../../bench/precision/squawk.ts';
import { statementsOf } from '../../../bench/precision/statements.ts';
import type { Finding, FindingStatus, Section } from '../../../src/model/index.ts';
import * as sql from '../../../src/sql/index.ts';

describe('the files of bench/precision', () => {
  it('are valid, and list each repository once', () => {
    const names = readRepositories().repositories.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(readJudgements().filter(({ repository }) => !names.includes(repository))).toEqual([]);
    for (const run of Object.values(readResults()))
      expect((run?.repositories ?? []).filter(({ name }) => !names.includes(name))).toEqual([]);
  });
});

describe('withIgnored', () => {
  it.each([
    ['extends a list', "version: 1\nignore:\n  - 'a'\n", "version: 1\nignore:\n  - 'x/**'\n  - 'a'\n"],
    ['adds a list', "version: 1\n# ignore:\n#   - 'a'\n", "version: 1\n# ignore:\n#   - 'a'\nignore:\n  - 'x/**'\n"],
  ])('%s', (_, before, after) => {
    expect(withIgnored(before, ['x/**'])).toBe(after);
  });
});

describe('readSquawk', () => {
  it('counts lines from 1', () => {
    const row = { file: 'a.sql', line: 2, column: 0, level: 'Warning', rule_name: 'ban-drop-table' };
    expect(readSquawk(JSON.stringify([row]), '')).toEqual([{ file: 'a.sql', rule: 'ban-drop-table', line: 3 }]);
  });

  it('refuses an output that is not a report', () => {
    expect(() => readSquawk('', 'cannot read a.sql')).toThrow('squawk printed no report: `cannot read a.sql`');
  });
});

describe('compareLocks', () => {
  const SQUAWK = [{ rule: 'require-concurrent-index-creation', line: 3 }];
  const CREATED = { first: 1, last: 2, text: 'CREATE TABLE "public"."t" (id int)', section: '' as Section };

  function answer(table: string, section: Section, found?: { rule: string; status: FindingStatus }): LockAnswer {
    const statements = [
      { ...CREATED, operations: [{ kind: 'create_table', target: '"public"."t"' }] },
      {
        first: 3,
        last: 4,
        text: `CREATE INDEX i ON ${table} (a)`,
        section,
        operations: [{ kind: 'create_index', target: 'i' }],
      },
    ];
    const location = { start: { offset: 0, line: 4, column: 1 }, end: { offset: 1, line: 4, column: 2 } };
    const findings = found ? [{ ...found, path: 'a.sql', location } as Finding] : [];
    const rows = compareLocks('a.sql', statements, SQUAWK, findings, new Set(['require-concurrent-index']));
    return rows[0]?.answer as LockAnswer;
  }

  it.each([
    ['warned', 'u', '', { rule: 'require-concurrent-index', status: 'new' }],
    ['exempt', 'u', '', { rule: 'require-concurrent-index', status: 'spared' }],
    ['other', 'u', '', { rule: 'no-drop-table', status: 'new' }],
    ['exempt', 'u', '', { rule: 'no-drop-table', status: 'existing' }],
    ['silent', 'u', '', undefined],
    ['down', 'u', 'down', undefined],
    ['new table', 't', '', undefined],
    ['new table', 'PUBLIC.t', '', undefined],
    ['new table', '/* the schema */ t', '', undefined],
  ] as const)('answers `%s` for an index on %s in the section `%s` with %o', (expected, table, section, found) => {
    expect(answer(table, section, found)).toBe(expected);
  });
});

describe('the result of compareLocks for an added column', () => {
  it.each([
    ['instant', 'adding-foreign-key-constraint', 'ADD COLUMN a int REFERENCES u (id)'],
    ['instant', 'adding-foreign-key-constraint', 'ADD COLUMN a int REFERENCES u (id), DROP CONSTRAINT c'],
    ['silent', 'adding-foreign-key-constraint', 'ADD COLUMN a int DEFAULT 1 REFERENCES u (id)'],
    [
      'silent',
      'adding-foreign-key-constraint',
      'ADD COLUMN a int REFERENCES u (id), ADD FOREIGN KEY (b) REFERENCES u (id)',
    ],
    ['silent', 'adding-foreign-key-constraint', 'ADD FOREIGN KEY (b) REFERENCES u (id)'],
    ['instant', 'adding-field-with-default', 'ADD COLUMN a int NOT NULL DEFAULT -1'],
    ['silent', 'adding-field-with-default', 'ADD COLUMN a uuid DEFAULT gen_random_uuid()'],
    ['silent', 'constraint-missing-not-valid', 'ADD COLUMN a int REFERENCES u (id)'],
  ])('answers `%s` if no rule reports what %s does: %s', async (expected, rule, actions) => {
    const bytes = new TextEncoder().encode(`ALTER TABLE t ${actions}`);
    const statements = await statementsOf({ sql } as unknown as Engine, 'postgresql', 'a.sql', bytes);
    expect(compareLocks('a.sql', statements, [{ rule, line: 1 }], [], new Set())[0]?.answer).toBe(expected);
  });
});

describe('sampled', () => {
  const items = Array.from({ length: 50 }, (_, at) => `item ${at}`);
  const pick = (list: readonly string[], seed: number) => sampled(list, (item) => item, 10, seed);

  it('picks the same items for the same seed, and others for another seed', () => {
    expect(pick(items, 1)).toEqual(pick([...items].reverse(), 1));
    expect(pick(items, 1)).not.toEqual(pick(items, 2));
  });

  it('keeps the chosen items that are left when others disappear', () => {
    const fewer = items.filter((_, at) => at % 2 === 0);
    const kept = pick(items, 1).filter((item) => fewer.includes(item));
    expect(pick(fewer, 1)).toEqual(expect.arrayContaining(kept));
  });
});

describe('lostOperations', () => {
  it('lists the statements that do less than before, that are gone, or that have another target', () => {
    const folder = mkdtempSync(join(tmpdir(), 'querygate-operations-'));
    const write = (name: string, rows: readonly object[]) => {
      writeFileSync(join(folder, name), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
      return join(folder, name);
    };
    const row = (at: string, operations: object) => ({ at, text: `text of ${at}`, operations });
    try {
      const older = write('older', [
        row('same', { 'drop_table t': 1 }),
        row('less', { 'drop_table t': 2 }),
        row('alias', { 'update u': 1 }),
        row('gone', {}),
      ]);
      const newer = write('newer', [
        row('same', { 'drop_table t': 1, select: 1 }),
        row('less', { 'drop_table t': 1 }),
        row('alias', { 'update users': 1 }),
      ]);
      expect(lostOperations(older, newer)).toEqual({
        less: ['less: lost drop_table t; has drop_table t: text of less', 'gone: the statement is gone: text of gone'],
        otherTarget: ['alias: lost update u; has update users: text of alias'],
      });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
