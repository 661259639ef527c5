import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { collectHistory, collectSnapshot, withPatterns } from '../../../src/history/collect/history.ts';
import { ShapeMasks } from '../../../src/history/collect/statement-names.ts';
import { COLLECT_TOOLS } from '../../../src/history/collect/tools.ts';
import { TooManyRows } from '../../../src/history/snapshot/write.ts';
import { flowId, type NameMask } from '../../../src/model/index.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const TENANTS = Array.from({ length: 30 }, (_, at) => at + 1);
const LOG = TENANTS.flatMap((tenant) => [
  `SELECT o.id FROM tenant_${tenant}.orders o WHERE o.id = ${tenant} LIMIT ${tenant}`,
  `INSERT INTO tenant_${tenant}.events_2026_${tenant} VALUES (1)`,
  `SET ROLE tenant_${tenant}`,
])
  .map(
    (sql) =>
      `${JSON.stringify({ sql, user: 'app', application: 'web', database: 'shop', at: '2026-11-19T10:00:00Z' })}\n`,
  )
  .join('');
const INPUT = { name: 'a.jsonl', bytes: Buffer.from(LOG) };
const OPTIONS = { dialect: 'postgresql', now: NOW } as const;
const MASKS: readonly NameMask[] = [{ schema: 'tenant_*' }, { table: 'events_*' }, { role: 'tenant_*' }];

test.each<[NameMask, string, string]>([
  [{ schema: 'tenant_*' }, 'select a from tenant_5.t', 'select a from tenant_*.t'],
  [
    { schema: 'tenant_*' },
    'select "tenant-5"."t".a from "tenant_5"."t"',
    'select "tenant-5"."t".a from "tenant_*"."t"',
  ],
  [{ schema: 'tenant_*' }, 'select tenant_5 from t', 'select tenant_5 from t'],
  [{ table: 'events_*' }, 'select events_1.a from s.events_1, other', 'select events_*.a from s.events_*, other'],
  [{ table: 'events_*' }, 'select `a` from `events_1`', 'select `a` from `events_*`'],
  [{ role: 'tenant_*' }, 'set role tenant_5', 'set role tenant_*'],
  [{ role: 'tenant_*' }, 'select tenant_5 from t', 'select tenant_5 from t'],
])('%j masks %s', (mask, shape, masked) => {
  expect(new ShapeMasks([mask]).of(shape)).toBe(masked);
});

describe('names of tenants in statements', () => {
  test('make no flows of their own if they are masked, and stay in the facts', async () => {
    const { rows } = await collectHistory([INPUT], { ...OPTIONS, nameMasks: MASKS }, COLLECT_TOOLS);
    expect([...new Set(rows.map(({ shape }) => shape))].sort()).toEqual([
      'insert into tenant_*.events_* values (?)',
      'select o.id from tenant_*.orders o where o.id = ? limit ?',
      'set role tenant_*',
    ]);
    expect(new Set(rows.map(flowId)).size).toBe(3);
    const tables = rows.flatMap(({ facts }) => facts.tablesRead ?? []);
    expect(tables.sort()).toEqual(TENANTS.map((tenant) => `tenant_${tenant}.orders`).sort());
    const unmasked = await collectHistory([INPUT], OPTIONS, COLLECT_TOOLS);
    expect(new Set(unmasked.rows.map(flowId)).size).toBe(90);
  });

  test('become unknown if a flow has too many of them', async () => {
    const options = { ...OPTIONS, nameMasks: MASKS, maxVariants: 5 };
    const { rows, header } = await collectHistory([INPUT], options, COLLECT_TOOLS);
    const [read] = rows.filter(({ shape }) => shape.startsWith('select'));
    expect([read?.facts.tablesRead, read?.facts.limit, read?.facts.hasLimit]).toEqual([undefined, undefined, true]);
    expect(header.statements).toBe(90);
  });

  test.each<[string, readonly NameMask[], readonly string[]]>([
    ['are proposed as patterns', [], ['table=events_*_* 30', 'role=tenant_* 30', 'schema=tenant_* 30']],
    ['are not proposed if they are masked', MASKS, []],
    [
      'are proposed if only others are masked',
      [{ schema: 'tenant_*' }, { table: 'tenant_*' }],
      ['table=events_*_* 30', 'role=tenant_* 30'],
    ],
  ])('%s', async (_, nameMasks, expected) => {
    const folder = mkdtempSync(join(tmpdir(), 'querygate-names-'));
    try {
      const options = { ...OPTIONS, nameMasks };
      const collected = await collectSnapshot([INPUT], join(folder, 'h.jsonl.gz'), options, COLLECT_TOOLS);
      expect(collected.proposals.masks.map(({ fact, pattern, count }) => `${fact}=${pattern} ${count}`)).toEqual(
        expected,
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('are named if the history has too many rows', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'querygate-names-'));
    try {
      const { proposals } = await collectSnapshot([INPUT], join(folder, 'h.jsonl.gz'), OPTIONS, COLLECT_TOOLS);
      const error = new TooManyRows('the history has more than 20 rows: lower `--max-variants`');
      expect(withPatterns(error, proposals).message).toBe(
        "the history has more than 20 rows: names that change give each query many rows, so pass `--name-pattern 'table=events_*_*'` (30 names), `--name-pattern 'role=tenant_*'` (30 names), `--name-pattern 'schema=tenant_*'` (30 names); or lower `--max-variants`",
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
