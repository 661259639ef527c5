import { describe, expect, it } from 'vitest';
import { RowProblem, RowReader } from '../../../src/history/snapshot/row-reader.ts';

// Facts are read with their numbers cut out, since they are the same for all executions of a shape but for these.

const line = (facts: string) =>
  `{"shape":"select a from b","dialect":"postgresql","facts":${facts},"operations":[{"kind":"select"}],"caller":{"user":"app"},"days":{"2026-11-19":4}}`;
/** The same row with a key that only the other way of reading takes. */
const read = (reader: RowReader, facts: string) => reader.read(line(facts)).facts;
const slowly = (facts: string) =>
  new RowReader().read(line(facts).replace(',"days"', ',"truncated":false,"days"')).facts;

describe('facts with numbers', () => {
  it.each([
    '{"tablesRead":["b"],"hasLimit":true,"limit":10}',
    '{"tablesRead":["b"],"hasLimit":true,"limit":20}',
    '{"tablesRead":["b"],"hasLimit":true,"limit":20,"hasOffset":true,"offset":40,"longestInList":3,"valuesRows":2}',
    '{"tablesRead":["b"],"hasLimit":true,"limit":20,"hasOffset":true,"offset":41,"longestInList":30,"valuesRows":2}',
    '{"longestInList":3}',
    '{"tablesRead":["b"],"longestInList":3,"leadingWildcard":true,"notCarried":["limit"]}',
    '{"tablesRead":["b"],"longestInList":4,"leadingWildcard":true,"notCarried":["limit"]}',
    '{"tablesRead":["b,\\"limit\\":9"],"limit":3}',
    '{"tablesRead":["b"],"limit":0}',
    '{"tablesRead":["b"],"limit":-1}',
    '{"tablesRead":["b"],"limit":1e2}',
    '{"tablesRead":["b"],"limit":9007199254740991}',
    '{"tablesRead":["b"],"limit":1,"limit":2}',
    '{"tablesRead":["b"],"limit":1,"offset":5,"limit":2}',
    '{"tablesRead":["b"],"offset":5,"limit":2}',
  ])('%s are read as without cutting', (facts) => {
    const reader = new RowReader();
    const first = read(reader, '{"tablesRead":["b"],"hasLimit":true,"limit":1}');
    const expected = slowly(facts);
    for (let time = 0; time < 4; time++) expect(read(reader, facts)).toEqual(expected);
    expect(Object.keys(read(reader, facts))).toEqual(Object.keys(expected));
    expect(first.limit).toBe(1);
  });

  it.each([
    '{"tablesRead":["b"],"limit":007}',
    '{"tablesRead":["b"],"limit":1.5}',
    '{"tablesRead":["b"],"limit":12 3}',
    '{"tablesRead":["b"],"limit":12x}',
    '{"tablesRead":["b"],"limit":}',
    '{"tablesRead":["b"],"limit":9007199254740993}',
    '{"tablesRead":["b"],"limit":3,"notCarried":["limit"]}',
    '{"tablesRead":{"a":1,"limit":3}}',
    '{"tablesRead":["b"],"limit":5',
  ])('%s are refused', (facts) => {
    expect(() => read(new RowReader(), facts)).toThrow(RowProblem);
  });

  it('share all that is the same', () => {
    const reader = new RowReader();
    const facts = [1, 2, 3, 2].map((limit) => read(reader, `{"tablesRead":["b"],"hasLimit":true,"limit":${limit}}`));
    expect(facts.map(({ limit }) => limit)).toEqual([1, 2, 3, 2]);
    expect(new Set(facts.map(({ tablesRead }) => tablesRead)).size).toBe(1);
    expect(facts[3]).toBe(facts[1]);
  });
});
