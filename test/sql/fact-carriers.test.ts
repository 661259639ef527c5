import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { canCarry, DIALECTS, OPERATION_FACTS, type Operation } from '../../src/model/index.ts';
import { PACKS } from '../../src/rules/index.ts';
import { makeOperation } from '../../src/sql/reader/operation.ts';
import { read } from './read.ts';

const FACTS = Object.keys(OPERATION_FACTS) as (keyof typeof OPERATION_FACTS)[];
const DEFAULTS = makeOperation('select', 'statement', { start: 0, end: 0 }, {});

const ROOT = new URL('../../', import.meta.url);

function filesBelow(folder: string, name: RegExp): string[] {
  return readdirSync(new URL(folder, ROOT), { recursive: true, encoding: 'utf8' })
    .filter((path) => name.test(path))
    .map((path) => readFileSync(new URL(`${folder}/${path}`, ROOT), 'utf8'));
}

/** Texts in quotes of test files that start like SQL. */
function sqlStrings(source: string): string[] {
  return [...source.matchAll(/'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g)]
    .map(([, single, double, template]) => (single ?? double ?? template ?? '').replaceAll('\\n', '\n'))
    .filter((text) => /^\s*[A-Z]{2,}\s/i.test(text) && text.length > 8);
}

/** Facts that an operation has, and that its kind cannot carry. */
function denied(operation: Operation): string[] {
  return FACTS.filter((fact) => {
    const value = operation[fact];
    if (value === undefined || canCarry(operation.kind, fact)) return false;
    return JSON.stringify(value) !== JSON.stringify(DEFAULTS[fact]);
  }).map((fact) => `${operation.kind} has ${fact}`);
}

const SOURCES: [name: string, texts: () => string[]][] = [
  ['the examples of the packs', () => examplesOfPacks()],
  ['the example repositories', () => filesBelow('examples', /\.sql$/)],
  [
    'the SQL blocks of the docs',
    () =>
      filesBelow('docs', /\.md$/).flatMap((page) =>
        [...page.matchAll(/^```sql\n(.*?)^```/gms)].map(([, text = '']) => text),
      ),
  ],
  ['the SQL in the tests of the readers', () => filesBelow('test/sql', /\.test\.ts$/).flatMap(sqlStrings)],
];

function examplesOfPacks(): string[] {
  return [...PACKS.values()].flatMap((rules) =>
    rules.flatMap(({ examples }) =>
      examples.flatMap(({ block = [], pass = [] }) =>
        [...block, ...pass].flatMap((example) => (typeof example === 'string' ? [example] : [])),
      ),
    ),
  );
}

describe.each(SOURCES)('%s', (_, texts) => {
  let all: readonly string[];
  beforeAll(() => {
    all = [...new Set(texts())];
  });

  test.each(DIALECTS)('no operation of %s has a fact that its kind cannot carry', (dialect) => {
    const found = new Set<string>();
    let operations = 0;
    for (const text of all) {
      for (const operation of read(dialect, text).statements.flatMap((statement) => statement.operations)) {
        operations++;
        for (const problem of denied(operation)) found.add(`${problem}: ${text.slice(0, 100)}`);
      }
    }
    expect([...found]).toEqual([]);
    expect(operations).toBeGreaterThan(20);
  });
});
