import { crc32 } from 'node:zlib';

// A segment is a file of events that was only appended to: a head, then records. A record is the length of its text and a
// CRC-32 of all that follows it (4 bytes each), the time of the event (8 bytes), and the text (JSON in UTF-8).

export const SEGMENT_HEAD = Buffer.from('QGEVENT1');
const LENGTH = 4;
const CHECKSUM = 4;
const TIME = 8;
export const RECORD_HEAD = LENGTH + CHECKSUM + TIME;
/** A longer text is damage: no event that can be sent is longer. */
const MAX_TEXT = 64 * 1024 * 1024;

const NAME = /^events-(\d{12})\.log$/;

export function segmentName(number: number): string {
  return `events-${String(number).padStart(12, '0')}.log`;
}

/** The number of a segment; undefined if the file is something else. */
export function segmentNumber(name: string): number | undefined {
  const [, digits] = NAME.exec(name) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

export interface EventText {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly json: string;
}

export function encodeRecord({ at, json }: EventText): Buffer {
  const length = Buffer.byteLength(json);
  const record = Buffer.allocUnsafe(RECORD_HEAD + length);
  record.writeUInt32LE(length, 0);
  record.writeDoubleLE(at, LENGTH + CHECKSUM);
  record.write(json, RECORD_HEAD);
  record.writeUInt32LE(crc32(record.subarray(LENGTH + CHECKSUM)), LENGTH);
  return record;
}

/** A record in bytes; `end` is the offset after it. */
export interface FoundRecord {
  readonly at: number;
  readonly text: Buffer;
  readonly end: number;
}

/** The record at an offset; `cut` if the bytes end within it; `damaged` if they are not a record. */
function recordAt(bytes: Buffer, offset: number): FoundRecord | 'cut' | 'damaged' {
  if (bytes.length - offset < RECORD_HEAD) return 'cut';
  const length = bytes.readUInt32LE(offset);
  if (length > MAX_TEXT) return 'damaged';
  const end = offset + RECORD_HEAD + length;
  if (end > bytes.length) return 'cut';
  if (crc32(bytes.subarray(offset + LENGTH + CHECKSUM, end)) !== bytes.readUInt32LE(offset + LENGTH)) return 'damaged';
  return { at: bytes.readDoubleLE(offset + LENGTH + CHECKSUM), text: bytes.subarray(offset + RECORD_HEAD, end), end };
}

/** The whole records from an offset on, up to one that is cut or damaged. */
export function* recordsOf(bytes: Buffer, from = 0): Iterable<FoundRecord> {
  for (let at = from; ; ) {
    const found = recordAt(bytes, at);
    if (typeof found === 'string') return;
    yield found;
    at = found.end;
  }
}

/** How many bytes a read must have to hold the record at an offset. */
export function bytesOfRecord(bytes: Buffer, offset: number): number {
  return bytes.length - offset < LENGTH ? RECORD_HEAD : RECORD_HEAD + Math.min(bytes.readUInt32LE(offset), MAX_TEXT);
}
