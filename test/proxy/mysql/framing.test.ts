import { describe, expect, it } from 'vitest';
import { CommandFramer } from '../../../src/proxy/mysql/framing.ts';
import { commandOf, MAX_PAYLOAD } from '../../../src/proxy/mysql/packets.ts';

const LENGTHS = [1, 5, 300, MAX_PAYLOAD - 1, MAX_PAYLOAD, MAX_PAYLOAD + 1, 2 * MAX_PAYLOAD + 7];

function payloadOf(length: number): Buffer {
  return Buffer.alloc(length, `${length} bytes `);
}

describe('commands', () => {
  it.each([1 << 16, 1 << 24, 1 << 30])('come whole, whatever their length, in chunks of %i bytes', (chunk) => {
    const framer = new CommandFramer(
      () => true,
      () => undefined,
    );
    const bytes = Buffer.concat(LENGTHS.map((length) => commandOf(payloadOf(length))));
    const found: Buffer[] = [];
    for (let at = 0; at < bytes.length; at += chunk) {
      framer.push(bytes.subarray(at, at + chunk));
      while (framer.next()) found.push(framer.payload());
    }
    expect(found.map(({ length }) => length)).toEqual(LENGTHS);
    expect(found.every((payload) => payload.equals(payloadOf(payload.length)))).toBe(true);
    expect(framer.held).toBe(0);
  });

  it.each([1 << 16, 1 << 24, 1 << 30])('that are too long come in pieces, in chunks of %i bytes', (chunk) => {
    const framer = new CommandFramer(
      (length) => length <= 1000,
      () => undefined,
    );
    const bytes = Buffer.concat(LENGTHS.map((length) => commandOf(payloadOf(length))));
    const pieces: Buffer[] = [];
    const begins: number[] = [];
    let ends = 0;
    for (let at = 0; at < bytes.length; at += chunk) {
      framer.push(bytes.subarray(at, at + chunk));
      while (framer.next()) {
        if (framer.first) begins.push(framer.command);
        if (framer.last) ends++;
        pieces.push(framer.buffer.subarray(framer.start, framer.end));
      }
    }
    expect(begins).toEqual(LENGTHS.map((length) => payloadOf(length)[0]));
    expect(ends).toBe(LENGTHS.length);
    expect(Buffer.concat(pieces).equals(bytes)).toBe(true);
  });

  it('in single bytes are found too', () => {
    const framer = new CommandFramer(
      () => true,
      () => undefined,
    );
    const bytes = Buffer.concat([commandOf(payloadOf(3)), commandOf(payloadOf(20))]);
    const found: string[] = [];
    for (const byte of bytes) {
      framer.push(Buffer.from([byte]));
      while (framer.next()) found.push(framer.payload().toString());
    }
    expect(found).toEqual([payloadOf(3).toString(), payloadOf(20).toString()]);
  });

  it('after which nothing can be read raise an error, and are given out as they are', () => {
    const framer = new CommandFramer(
      () => true,
      () => 'compressed',
    );
    framer.push(Buffer.from([1, 2, 3]));
    expect(() => framer.next()).toThrow('compressed');
    expect(framer.takeRest()).toEqual(Buffer.from([1, 2, 3]));
  });
});
