import { COMMAND } from '../../../../src/proxy/mysql/commands.ts';
import { HEADER, MAX_PAYLOAD } from '../../../../src/proxy/mysql/packets.ts';
import type { Random } from '../../../simulation/random.ts';
import { command, prepare, query } from '../wire.ts';

// Random changes of packets: bytes, lengths, numbers and their order.

/** Texts that the rules block. */
export const FORBIDDEN = [
  'DELETE FROM canary',
  'UPDATE canary SET hit = 1',
  'TRUNCATE canary',
  'DROP TABLE shop.canary',
  'DO 1; DELETE FROM canary',
  '/*!50000 DELETE */ FROM canary',
  '/*M!100100 DELETE FROM canary */',
  "PREPARE s FROM 'DELETE FROM canary'",
] as const;

const LENGTHS = [0, 1, 2, 3, 4, 5, 8, 11, 12, 13, 250, 251, 0xffff, 0x10000, MAX_PAYLOAD - 1, MAX_PAYLOAD] as const;
const BYTES = [0, 1, 2, 0x7f, 0x80, 0xfa, 0xfb, 0xfc, 0xfd, 0xfe, 0xff] as const;

/** A packet that differs from the given one in one way. */
export function changed(packet: Buffer, random: Random): Buffer {
  const bytes = Buffer.from(packet);
  const payload = bytes.length - HEADER;
  switch (random.below(7)) {
    case 0:
      bytes.writeUIntLE(random.pick(LENGTHS), 0, 3);
      return bytes;
    case 1:
      bytes.writeUIntLE(Math.max(0, payload + random.pick([-2, -1, 1, 2])), 0, 3);
      return bytes;
    case 2:
      bytes[3] = random.pick([0, 1, 2, 255, random.below(256)]);
      return bytes;
    case 3:
      return withLength(bytes.subarray(0, HEADER + random.below(payload + 1)));
    case 4:
      return withLength(Buffer.concat([bytes, junk(random)]));
    default: {
      if (payload === 0) return bytes;
      // The first bytes decide what the packet is.
      const at = HEADER + (random.chance(0.4) ? random.below(Math.min(payload, 12)) : random.below(payload));
      bytes[at] = random.chance(0.5) ? random.pick(BYTES) : random.below(256);
      return bytes;
    }
  }
}

function withLength(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeUIntLE(copy.length - HEADER, 0, 3);
  return copy;
}

function junk(random: Random): Buffer {
  return Buffer.from(Array.from({ length: 1 + random.below(20) }, () => random.below(256)));
}

/** Changes some of the packets, and their order. `others` are packets to add. */
export function mutated(
  packets: readonly Buffer[],
  others: readonly Buffer[],
  changes: number,
  random: Random,
): readonly Buffer[] {
  const result = [...packets];
  for (let left = changes; left > 0 && result.length > 0; left--) {
    const at = random.below(result.length);
    const one = result[at] as Buffer;
    const kind = random.below(8);
    if (kind === 0) result.splice(at, 1);
    else if (kind === 1) result.splice(at, 0, one);
    else if (kind === 2) result.splice(at, 0, ...result.splice(random.below(result.length), 1));
    else if (kind === 3) result.splice(at, 0, random.pick(others));
    else result[at] = changed(one, random);
  }
  return result;
}

/** A command that no client should send, or that is forbidden. */
export function hostileCommand(random: Random): Buffer {
  if (random.chance(0.6)) {
    const text = random.pick(FORBIDDEN);
    return random.chance(0.7) ? query(text) : prepare(text);
  }
  const code = random.chance(0.5) ? random.below(256) : random.pick(Object.values(COMMAND));
  return command(code, junk(random));
}

/** The bytes in pieces of random lengths. */
export function inPieces(bytes: Buffer, random: Random): readonly Buffer[] {
  const longest = random.pick([1, 3, 7, 100, 1 << 30, 1 << 30]);
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const length = 1 + random.below(Math.min(longest, bytes.length - at));
    // Each read of a socket has a buffer of its own.
    pieces.push(Buffer.from(bytes.subarray(at, at + length)));
    at += length;
  }
  return pieces;
}
