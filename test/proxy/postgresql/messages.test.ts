import { describe, expect, test } from 'vitest';
import { UTF8 } from '../../../src/proxy/postgresql/encodings.ts';
import { Framer, FramingError } from '../../../src/proxy/postgresql/framing.ts';
import { ContentReader, FRONTEND, message } from '../../../src/proxy/postgresql/messages.ts';
import { keyOfName, NameTable } from '../../../src/proxy/postgresql/names.ts';
import { readBindNames, readBindValues, readDeclaredTypes } from '../../../src/proxy/postgresql/parameters.ts';
import { ServerReader } from '../../../src/proxy/postgresql/server-reader.ts';
import { readNameStatement } from '../../../src/proxy/postgresql/sql-names.ts';
import { WAIT } from '../../../src/proxy/sessions/index.ts';
import { expectLinear } from '../../costs.ts';
import * as m from './wire.ts';

const MESSAGES = [m.query('SELECT 1'), m.copyData('x'.repeat(50)), m.sync(), m.copyData(''), m.parse('s', 'SELECT 2')];
const STREAM = Buffer.concat(MESSAGES);

describe('messages', () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 20, 1000])('are found in pieces of %i bytes, and none is lost', (piece) => {
    const framer = new Framer((type) => type !== FRONTEND.copyData);
    const out: Buffer[] = [];
    const whole: Buffer[] = [];
    for (let at = 0; at < STREAM.length; at += piece) {
      framer.push(STREAM.subarray(at, at + piece));
      while (framer.next()) {
        const bytes = Buffer.from(framer.buffer.subarray(framer.start, framer.end));
        out.push(bytes);
        if (framer.type !== FRONTEND.copyData) whole.push(bytes);
      }
    }
    expect(Buffer.concat(out).equals(STREAM)).toBe(true);
    expect(whole).toEqual([0, 2, 4].map((at) => MESSAGES[at]));
    expect(framer.held).toBe(0);
  });

  test.each([0, 3, 0x40000000, 0xffffffff])('raise an error with the length %i', (length) => {
    const framer = new Framer(() => true);
    const bytes = m.sync();
    bytes.writeUInt32BE(length, 1);
    framer.push(bytes);
    expect(() => framer.next()).toThrow(FramingError);
  });

  test.each([1, 3, 5, 8, 1000])('of a server are replaced, in pieces of %i bytes', (piece) => {
    const error = message(0x45, 'Mno\0\0');
    const other = message(0x45, 'Mnever\0\0');
    const row = message(0x44, 'x'.repeat(30));
    const reader = new ServerReader((type) => (type === 0x45 ? { before: row, instead: other } : {}));
    const bytes = Buffer.concat([row, error, row, message(0x5a, 'I')]);
    const out: Buffer[] = [];
    for (let at = 0; at < bytes.length; at += piece)
      out.push(reader.read(bytes.subarray(at, at + piece)) ?? Buffer.alloc(0));
    expect(Buffer.concat(out).equals(Buffer.concat([row, row, other, row, message(0x5a, 'I')]))).toBe(true);
    expect(reader.ready).toBe(true);
  });
});

test('an error of 100 MB is passed on as it comes', () => expectLinear((times) => passError(400 * times)));

function passError(chunks: number): void {
  const seen: number[] = [];
  const reader = new ServerReader((type, _, start, end) => {
    if (type === 0x45) seen.push(end - start);
    return type === 0x45 ? { instead: message(0x45, '\0') } : {};
  });
  const chunk = Buffer.alloc(1 << 16, 0x78);
  let passed = 0;
  const read = (bytes: Buffer) => {
    passed += reader.read(bytes)?.length ?? 0;
  };
  const head = message(0x45, 'SERROR\0C22P02\0M');
  head.writeUInt32BE(head.length - 1 + chunks * chunk.length, 1);
  read(head);
  for (let at = 0; at < chunks; at++) read(chunk);
  read(message(0x5a, 'I'));
  expect(passed).toBe(head.length + chunks * chunk.length + 6);
  expect(seen).toEqual([head.length + chunk.length]);
  expect(reader.ready).toBe(true);
}

describe('the values of a Bind', () => {
  const read = (bytes: Buffer, types: readonly number[] = []) => {
    const content = new ContentReader(bytes);
    return readBindNames(content) && readBindValues(content, types, UTF8);
  };
  const eight = Buffer.from([0, 0, 0, 0, 0, 1, 0x86, 0xa0]);

  test.each([
    ['no values', m.bind('', ''), [], 'unknown'],
    ['text and NULL', m.bind('p', 's', ['a', null, '']), [], ['a', null, '']],
    ['text in binary', m.bind('', '', ['é'], [1]), [25], ['é']],
    ['a bigint in binary', m.bind('', '', [eight], [1]), [20], ['100000']],
    ['a boolean in binary', m.bind('', '', [Buffer.from([1])], [1]), [16], ['t']],
    ['formats of each', m.bind('', '', ['a', eight], [0, 1]), [0, 20], ['a', '100000']],
    ['binary of no declared type', m.bind('', '', [eight], [1]), [], 'unknown'],
    ['binary of another length than its type', m.bind('', '', [eight], [1]), [23], 'unknown'],
  ])('%s', (_, bytes, types, expected) => {
    expect(read(bytes, types)).toEqual(expected);
  });

  test('as many as a driver can send', () => {
    const values = Array.from({ length: 65_535 }, String);
    expect(read(m.bind('', '', values))).toEqual(values);
    const types = new ContentReader(m.parse('', '', values.map(Number)), 7);
    expect(readDeclaredTypes(types)?.length).toBe(65_535);
  });

  test('a Bind that is cut off is malformed', () => {
    const bytes = m.bind('p', 's', ['abc'], [0]);
    for (let end = 5; end < bytes.length - 2; end++) expect(read(bytes.subarray(0, end))).toBe(undefined);
  });
});

describe('names', () => {
  test.each([
    ['a', 'b', false],
    ['a', 'A', false],
    ['n'.repeat(63), `${'n'.repeat(63)}x`, true],
    ['n'.repeat(62), 'n'.repeat(63), false],
  ])('%s and %s are one: %s', (one, other, expected) => {
    expect(keyOfName(Buffer.from(one)) === keyOfName(Buffer.from(other))).toBe(expected);
  });

  test('a name beyond ASCII is not followed', () => {
    expect(keyOfName(Buffer.from('é'))).toBe(undefined);
  });

  test('a name changes when the server accepts the change', () => {
    const table = new NameTable<string>((value) => value.length);
    const change = (value: string | undefined, stretch: number) => table.send('s', value, stretch);
    const first = change('first', 0);
    expect([table.find('s', 0), table.find('s', 1)]).toEqual(['first', WAIT]);
    table.settle(first, true);
    const second = change('second', 1);
    const third = change(undefined, 2);
    expect([table.find('s', 1), table.find('s', 2), table.find('t', 1)]).toEqual([WAIT, undefined, undefined]);
    table.settle(second, false);
    table.settle(third, false);
    expect(table.find('s', 3)).toBe('first');
    expect(table.bytes).toBe('first'.length);
    table.clear();
    expect(table.bytes).toBe(0);
  });

  test.each([
    ['PREPARE a AS SELECT 1', { kind: 'prepare', name: 'a', query: 'SELECT 1' }],
    ['prepare "A b" (int, text) as select $1', { kind: 'prepare', name: 'A b', query: 'select $1' }],
    ['DEALLOCATE A;', { kind: 'deallocate', name: 'a' }],
    ['DEALLOCATE PREPARE "all"', { kind: 'deallocate', name: 'all' }],
    ['DEALLOCATE prepare', { kind: 'deallocate', name: 'prepare' }],
    ['deallocate all', { kind: 'deallocate-all' }],
    ['DISCARD ALL', { kind: 'deallocate-all' }],
    ['EXECUTE a(1)', { kind: 'execute', name: 'a' }],
    ['EXECUTE "a""b"', { kind: 'execute', name: 'a"b' }],
    ['/**/EXECUTE a', undefined],
    ['EXECUTE/**/a', undefined],
    ['EXECUTE U&"a"', undefined],
    ['SELECT 1', undefined],
  ])('%s', (text, expected) => {
    expect(readNameStatement(text)).toEqual(expected);
  });
});
