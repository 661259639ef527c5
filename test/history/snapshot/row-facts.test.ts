import { describe, expect, it } from 'vitest';
import { RowReader } from '../../../src/history/snapshot/row-reader.ts';
import { plainRow } from '../build.ts';

// Facts that differ only in numbers from those of the row before are not parsed. The result must be as if they were.

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
});
