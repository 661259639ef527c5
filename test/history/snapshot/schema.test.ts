import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { readHeader } from '../../../src/history/snapshot/header-reader.ts';
import { RowReader } from '../../../src/history/snapshot/row-reader.ts';
import { bodyOf, callerText, lineOf, RowWriter } from '../../../src/history/snapshot/row-text.ts';
import { RowProblem } from '../../../src/history/snapshot/row-values.ts';
import type { HistoryRow } from '../../../src/model/index.ts';
import { historyHeaderSchema, historyRowSchema } from '../../../src/model/schemas/index.ts';
import { callerFacts, history, operation, row, source, statementFacts, target } from '../build.ts';

// The snapshot reader is written by hand, for speed. It must accept and reject exactly the same as the schema.

function lineOfRow(one: HistoryRow): string {
  return lineOf(
    bodyOf(new RowWriter().tuple(one), callerText(one.caller, one.callerPatterns)),
    JSON.stringify(one.days),
  );
}

const ROWS = [
  row(),
  row({
    shape: 'delete from t where a = ? returning "x"',
    dialect: 'mysql',
    unreadable: 'cut off',
    truncated: true,
    caller: callerFacts({ application: undefined, tags: { action: 'a', controller: 'b' } }),
    callerPatterns: ['user', 'tags'],
    operations: [
      operation({ kind: 'delete', target: target('s.t'), filter: 'conditional', filterColumns: ['a'], place: 'cte' }),
      operation({
        kind: 'drop_table',
        target: { ...target('t'), schema: undefined, quoted: true },
        createdHere: undefined,
      }),
    ],
    facts: statementFacts({ limit: 5, hasLimit: true, offset: undefined, functions: ['now'] }),
    days: { '': 3, '2026-11-01': 4 },
  }),
];

const HEADER = history([row()], {
  unread: { 'odd line': 3 },
  passedOver: { connection: 2 },
  notCarried: ['caller.role'],
  notes: ['a'],
}).header;
const HEADERS = [
  HEADER,
  { ...HEADER, from: undefined, sources: [source({ to: undefined, gaps: ['top-n', 'sampled'] }), source()] },
].map((header) => JSON.stringify(header));

/** Replacement values. */
const ODD: readonly unknown[] = [
  null,
  true,
  false,
  0,
  1,
  -1,
  2,
  1.5,
  1e300,
  '',
  'x',
  'postgresql',
  '2026-11-01',
  '2026-13-41T99:00:00Z',
  [],
  ['limit'],
  ['sampled'],
  ['x'],
  [1],
  {},
  { notCarried: ['limit'] },
  { '': 1 },
  { '2026-02-30': 1 },
  { a: 'b' },
  { 'not a tag': 'b' },
  JSON.parse('{"__proto__": "x"}'),
  JSON.parse('{"__proto__": 1}'),
  { constructor: 1 },
];
const ODD_KEYS = [
  'x',
  '__proto__',
  'constructor',
  'toString',
  'notCarried',
  'limit',
  'kind',
  'text',
  'from',
  'truncated',
];

type Path = readonly (string | number)[];

function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, [...path, key]))];
}

function at(value: unknown, path: Path): unknown {
  return path.reduce((inner: unknown, key) => (inner as Record<string, unknown>)[key], value);
}

function set(object: object, key: string | number, value: unknown): void {
  Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
}

/** Each value replaced by each replacement, left out, and combined with an unknown key. */
function* mutations(line: string): Generator<string> {
  for (const path of pathsOf(JSON.parse(line))) {
    const [last] = path.slice(-1);
    for (const odd of ODD) {
      const changed: unknown = JSON.parse(line);
      if (last === undefined) yield JSON.stringify(odd);
      else {
        set(at(changed, path.slice(0, -1)) as object, last, odd);
        yield JSON.stringify(changed);
      }
    }
    const without: unknown = JSON.parse(line);
    const parent = at(without, path.slice(0, -1));
    if (last !== undefined && !Array.isArray(parent)) {
      delete (parent as Record<string, unknown>)[last];
      yield JSON.stringify(without);
    }
    for (const key of ODD_KEYS) {
      for (const value of [1, 'x', ['name'], { a: 'b' }]) {
        const more: unknown = JSON.parse(line);
        const inner = at(more, path);
        if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) continue;
        set(inner, key, value);
        yield JSON.stringify(more);
      }
    }
  }
}

function takes(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(RowProblem);
    return false;
  }
}

function compare(
  lines: readonly string[],
  schema: { safeParse(value: unknown): { readonly success: boolean } },
  read: (line: string) => unknown,
) {
  const count = { taken: 0, refused: 0 };
  for (const line of lines) {
    expect(takes(() => read(line))).toBe(true);
    for (const mutated of new Set(mutations(line))) {
      // zod ignores this key where keys are free; none of our keys has this name.
      const wanted = !mutated.includes('"__proto__"') && schema.safeParse(JSON.parse(mutated)).success;
      if (takes(() => read(mutated)) !== wanted) expect.fail(`the schema ${wanted ? 'takes' : 'refuses'} ${mutated}`);
      count[wanted ? 'taken' : 'refused']++;
    }
  }
  return count;
}

describe('the snapshot reader accepts and rejects the same as its schema', () => {
  it('for rows', () => {
    const { taken, refused } = compare(ROWS.map(lineOfRow), historyRowSchema, (line) => new RowReader().read(line));
    expect(taken).toBeGreaterThan(100);
    expect(refused).toBeGreaterThan(2000);
  });

  it('for headers', () => {
    const { taken, refused } = compare(HEADERS, historyHeaderSchema, readHeader);
    expect(taken).toBeGreaterThan(50);
    expect(refused).toBeGreaterThan(2000);
  });
});

it('the published schema accepts both kinds of lines', () => {
  const file = fileURLToPath(new URL('../../../schemas/history.v1.json', import.meta.url));
  const validate = new Ajv2020({ strict: false }).compile(JSON.parse(readFileSync(file, 'utf8')) as object);
  for (const line of [...HEADERS, ...ROWS.map(lineOfRow)])
    expect([validate(JSON.parse(line)), validate.errors]).toEqual([true, null]);
  for (const line of ['{}', '{"shape":"x"}']) expect(validate(JSON.parse(line))).toBe(false);
});
