import { describe, expect, it } from 'vitest';
import { RowReader } from '../../../src/history/snapshot/row-reader.ts';
import { STATEMENT_FACTS } from '../../../src/model/index.ts';
import { plainRow } from '../build.ts';

// Facts that differ only in numbers from those of the row before are not parsed. The result must be as if they were.

const NUMBER_FACTS = Object.entries(STATEMENT_FACTS).flatMap(([name, { type }]) => (type === 'int' ? [name] : []));
const OPERATIONS = '[{"kind":"select"}]';
const line = (facts: string) =>
  `{"shape":"select ?","dialect":"postgresql","facts":${facts},"operations":${OPERATIONS},"caller":{"user":"app"},"days":{"2026-11-19":1}}`;
/** The same row in a notation that is always parsed as a whole. */
const parsedWhole = (facts: string) =>
  `{"days":{"2026-11-19":1},"caller":{"user":"app"},"operations":${OPERATIONS},"facts":${facts},"dialect":"postgresql","shape":"select ?"}`;

function outcome(reader: RowReader, text: string): unknown {
  try {
    return plainRow(reader.read(text));
  } catch (error) {
    return (error as Error).message;
  }
}

const FACTS = [
  '{"tablesRead":["a"],"hasLimit":true,"limit":20,"hasOffset":true,"offset":100}',
  '{"tablesRead":["a"],"hasLimit":true,"limit":5,"hasOffset":true,"offset":0}',
  '{"tablesRead":["a"],"hasLimit":true,"limit":999999999999999,"hasOffset":true,"offset":7}',
  '{"tablesRead":["b"],"hasLimit":true,"limit":20,"hasOffset":true,"offset":100}',
  '{"tablesRead":["a"],"hasLimit":true,"limit":20}',
  '{"tablesRead":["a"],"hasLimit":true,"limit":20,"notCarried":["offset"]}',
  '{"tablesRead":["a"],"hasLimit":true,"limit":21,"notCarried":["offset"]}',
  '{"longestInList":3,"valuesRows":4,"joinedTables":5}',
  '{"longestInList":30,"valuesRows":41,"joinedTables":52}',
  '{"columnsRead":["\\"limit\\":20,"],"limit":1}',
  '{"columnsRead":["\\"limit\\":20,"],"limit":2}',
  '{"columnsRead":["\\"limit\\":21,"],"limit":2}',
  '{"columnsRead":[":20,","größe","表","😀"],"limit":2}',
  '{"columnsRead":[":20,","größe","表","😀"],"limit":3}',
  '{"limit":1,"limit":2}',
  '{"limit":3,"limit":4}',
  '{}',
  JSON.stringify(Object.fromEntries(NUMBER_FACTS.map((name, at) => [name, at + 7]))),
  JSON.stringify(Object.fromEntries(NUMBER_FACTS.map((name, at) => [name, at + 70]))),
  // JSON.parse takes the last of equal keys, however it is written, and nothing inside a value that is replaced.
  '{"limit":5,"limit":-3}',
  '{"limit":5,"limit":1e3}',
  '{"limit":5,"limit":5 }',
  '{"limit":6,"limit":5 }',
  '{"limit":5,"limi\\u0074":7}',
  '{"limit":5,"limit":7 }',
  '{"tablesRead":{"limit":5},"tablesRead":[]}',
  '{"notCarried":{"limit":5},"notCarried":["limit"]}',
];
/** Each is as one of the above, but not valid, or not in our notation. */
const ODD = [
  '{"limit":01}',
  '{"limit":}',
  '{"limit":-5}',
  '{"limit":1.5}',
  '{"limit":1e3}',
  '{"limit":9999999999999999}',
  '{"limit":99999999999999999999}',
  '{"limit":1 }',
  '{"limit": 1}',
  '{"limit":"1"}',
  '{"limit":1,"unknown":2}',
  '{"limit":1',
  '{"limit":1}}',
  '{"limit":1},"extra":{}',
  '{"limit":1,"notCarried":["limit"]}',
  '{"tablesRead":["a"],"hasLimit":1,"limit":20}',
  '{"columnsRead":["a\u0000"],"limit":2}',
  '{"limit":\u0000}',
  '{"limit":1,"operations":[]}',
  '[]',
  'null',
  '',
];

describe('the facts of a row', () => {
  it.each([...FACTS, ...ODD])('%j are the same, whichever row came before', (facts) => {
    const alone = outcome(new RowReader(), parsedWhole(facts));
    for (const before of [...FACTS, ...ODD]) {
      const reader = new RowReader();
      outcome(reader, line(before));
      expect(outcome(reader, line(facts)), `after ${before}`).toEqual(alone);
    }
  });

  it('are those of each row of a long history', () => {
    const reader = new RowReader();
    for (let at = 0; at < 3000; at++) {
      const number = `${(at * 104_729) % 10 ** (at % 15)}`;
      const facts = (FACTS[(at * 7919) % FACTS.length] as string).replaceAll(/(?<=[a-z]":)\d+(?=[,}])/g, number);
      expect(outcome(reader, line(facts)), facts).toEqual(outcome(new RowReader(), parsedWhole(facts)));
    }
  });

  it('are one object for rows that differ in their callers only, also if two texts take turns', () => {
    const reader = new RowReader();
    const both = ['{"limit":1}', '{"offset":1}'].map(line);
    const rows = Array.from({ length: 20 }, (_, at) => reader.read(both[at % 2] as string));
    expect(new Set(rows.map(({ facts }) => facts)).size).toBe(2);
    const unreadable = both.map((text) => text.replace(',"facts"', ',"unreadable":"x","facts"'));
    const others = Array.from({ length: 20 }, (_, at) => reader.read(unreadable[at % 2] as string));
    expect(new Set(others.map(({ facts }) => facts)).size).toBe(2);
  });
});

describe('the caller of a row', () => {
  const row = (caller: string) => line('{}').replace('{"user":"app"}', caller);

  it.each(['[{"user":"a"},null]', '[{"user":"a"}]', '"a"', '{"user":"a"},"callerPatterns":["x"]'])(
    '%s is refused, whichever row came before',
    (caller) => {
      const alone = outcome(new RowReader(), row(caller));
      expect(alone).toBeTypeOf('string');
      for (const before of ['{"user":"a"}', '{"user":"a"},"callerPatterns":["user"]', caller]) {
        const reader = new RowReader();
        const { shape, ...others } = JSON.parse(row(before)) as { shape: string };
        outcome(reader, JSON.stringify({ ...others, shape }));
        outcome(reader, row(before));
        expect(outcome(reader, row(caller)), before).toBe(alone);
      }
    },
  );

  it('is one object, in whichever order the keys of its rows are', () => {
    const reader = new RowReader();
    for (const caller of ['{"user":"a"}', '{"user":"b"},"callerPatterns":["user"]']) {
      const { shape, ...others } = JSON.parse(row(caller)) as { shape: string };
      expect(reader.read(row(caller)).caller).toBe(reader.read(JSON.stringify({ ...others, shape })).caller);
    }
  });
});
