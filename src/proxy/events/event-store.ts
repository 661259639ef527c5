import { open, readdir, readFile, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { writeAtomically } from '../atomic-file.ts';
import type { Log } from '../log.ts';
import {
  bytesOfRecord,
  type EventText,
  recordsOf,
  SEGMENT_HEAD,
  segmentName,
  segmentNumber,
} from './segment-format.ts';
import { SegmentWriter } from './segment-writer.ts';

export interface EventStoreOptions {
  /** An existing folder that only this process uses. */
  readonly folder: string;
  /** Bytes of all events that wait. */
  readonly maxBytes: number;
  /** Milliseconds for which events are collected before they are written and synced together. Default: 20. */
  readonly commitEvery?: number | undefined;
  readonly log: Log;
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
}

const DEFAULT_COMMIT_MS = 20;
const MAX_SEGMENT_BYTES = 8 * 1024 * 1024;
/** Bytes of one read, and of one that looks for the next event only. */
const CHUNK_BYTES = 1024 * 1024;
const LOOK_BYTES = 16 * 1024;
/** Bytes in memory if the disk fails or is slow. */
const MAX_PENDING_BYTES = 32 * 1024 * 1024;
const POSITION = 'position.json';
const positionSchema = z.object({ segment: z.int().nonnegative(), offset: z.int().nonnegative() });

/** Everything before it was sent. */
type Position = z.output<typeof positionSchema>;

interface Segment {
  readonly number: number;
  /** Bytes that are known to be on disk. */
  end: number;
  /** Events that are not sent. */
  left: number;
}

/** Events in the order in which they were recorded. */
export interface EventBatch {
  readonly events: readonly EventText[];
  readonly end: Position;
  /** How many of them are in each segment. */
  readonly taken: ReadonlyMap<number, number>;
}

/**
 * Events that wait to be sent: a queue on disk in append-only segments. It survives `kill -9` without losing an event that
 * was on disk, and is read again from the last acknowledged position, so a batch can be sent twice but not lost.
 */
export class EventStore {
  readonly #options: EventStoreOptions;
  readonly #writer: SegmentWriter;
  /** Oldest first, as far as they are not sent. */
  readonly #segments: Segment[];
  #position: Position;
  #oldestAt: number | undefined;
  #dropped = 0;
  #damagedBytes = 0;
  #wake: () => void = () => {};

  /** Opens the folder: cuts off what a crash left half written, and counts what waits. */
  static async open(options: EventStoreOptions): Promise<EventStore> {
    const { folder, log } = options;
    const numbers = (await readdir(folder)).flatMap((name) => segmentNumber(name) ?? []).sort((a, b) => a - b);
    const saved = await readPosition(folder, log);
    const segments: Segment[] = [];
    for (const number of numbers) {
      if (number < saved.segment) await rm(join(folder, segmentName(number)));
      else segments.push({ number, end: (await stat(join(folder, segmentName(number)))).size, left: 0 });
    }
    const [first] = segments;
    const position = first && first.number > saved.segment ? startOf(first.number) : saved;
    const store = new EventStore(options, segments, position);
    await store.#count();
    return store;
  }

  private constructor(options: EventStoreOptions, segments: Segment[], position: Position) {
    this.#options = options;
    this.#segments = segments;
    this.#position = position;
    this.#writer = new SegmentWriter({
      folder: options.folder,
      next: Math.max(position.segment, segments.at(-1)?.number ?? 0) + 1,
      segmentBytes: Math.min(MAX_SEGMENT_BYTES, Math.ceil(options.maxBytes / 16)),
      commitEvery: options.commitEvery ?? DEFAULT_COMMIT_MS,
      log: options.log,
      now: options.now ?? Date.now,
      onCommitted: (segment, end, events) => this.#committed(segment, end, events),
    });
  }

  /** Whether there is no room for more events. */
  get full(): boolean {
    return this.used >= 1 || this.#writer.pendingBytes >= MAX_PENDING_BYTES;
  }

  /** Share of the room that is used; can exceed 1 by what was recorded at once. */
  get used(): number {
    const stored = this.#segments.reduce((sum, { end }) => sum + end, 0);
    return (stored + this.#writer.pendingBytes) / this.#options.maxBytes;
  }

  /** Events that are not sent. */
  get buffered(): number {
    return this.#stored + this.#writer.pending;
  }

  /** Events on disk that are not sent. */
  get #stored(): number {
    return this.#segments.reduce((sum, { left }) => sum + left, 0);
  }

  /** When the oldest event that is not sent was made; undefined if there is none. */
  get oldestAt(): number | undefined {
    return this.#oldestAt ?? this.#writer.oldest?.at;
  }

  /** Events that were not recorded because there was no room. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Bytes that could not be read back. */
  get damagedBytes(): number {
    return this.#damagedBytes;
  }

  /** Whether the disk fails. */
  get isFailing(): boolean {
    return this.#writer.isFailing;
  }

  /** Records an event; returns false if there is no room for it. It is on disk a few milliseconds later. */
  append(event: EventText): boolean {
    if (this.full) {
      this.#dropped++;
      return false;
    }
    this.#writer.append(event);
    return true;
  }

  /** Resolves when everything that was recorded before is on disk. */
  async flushed(): Promise<void> {
    await this.#writer.flushed();
  }

  /** Resolves when there may be events to read. */
  async changed(signal: AbortSignal): Promise<void> {
    if (this.#stored > 0 || signal.aborted) return;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
  }

  /** The next events on disk, oldest first; undefined if there are none. */
  async read({
    events: most,
    bytes,
  }: {
    readonly events: number;
    readonly bytes: number;
  }): Promise<EventBatch | undefined> {
    const events: EventText[] = [];
    const taken = new Map<number, number>();
    let held = 0;
    let position = this.#position;
    const isFull = () => events.length >= most || held >= bytes;
    for (const segment of this.#segments) {
      let offset = segment.number === position.segment ? position.offset : 0;
      offset = Math.max(offset, SEGMENT_HEAD.length);
      let count = 0;
      while (!isFull() && offset < segment.end) {
        const chunk = await this.#readChunk(segment, offset, most === 1 ? LOOK_BYTES : CHUNK_BYTES);
        let at = 0;
        for (const found of recordsOf(chunk)) {
          count++;
          events.push({ at: found.at, json: found.text.toString() });
          held += found.text.length;
          at = found.end;
          if (isFull()) break;
        }
        // If a chunk ends within a record, the next chunk starts at that record. A chunk without a complete record at
        // its start is damaged.
        if (at === 0) this.#skipDamage(segment, offset, count);
        offset += at;
      }
      if (count > 0) taken.set(segment.number, count);
      position = { segment: segment.number, offset };
      if (offset < segment.end) break;
    }
    return events.length === 0 ? undefined : { events, end: position, taken };
  }

  /** The events of a batch were sent: they are not read again, and segments without others are deleted. */
  async advance({ end, taken }: EventBatch): Promise<void> {
    const { folder } = this.#options;
    await writeAtomically(join(folder, POSITION), JSON.stringify(end));
    this.#position = end;
    for (const segment of this.#segments) segment.left -= taken.get(segment.number) ?? 0;
    for (let [first] = this.#segments; first; [first] = this.#segments) {
      const isSent = first.number < end.segment || (first.number === end.segment && end.offset >= first.end);
      if (!isSent || !this.#writer.isComplete(first.number)) break;
      this.#segments.shift();
      await rm(join(folder, segmentName(first.number)), { force: true });
    }
    const next = this.#stored > 0 ? await this.read({ events: 1, bytes: 1 }) : undefined;
    this.#oldestAt = next?.events[0]?.at;
  }

  /** Writes what is pending, for at most the given milliseconds, and closes the files. */
  async close(timeout: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, timeout);
    });
    await Promise.race([this.#writer.flushed(), late]);
    clearTimeout(timer);
    await this.#writer.close();
    this.#wake();
  }

  #committed(number: number, end: number, events: readonly EventText[]): void {
    const last = this.#segments.at(-1);
    if (last?.number === number) {
      last.end = end;
      last.left += events.length;
    } else this.#segments.push({ number, end, left: events.length });
    this.#oldestAt ??= events[0]?.at;
    this.#wake();
  }

  /** Bytes from an offset on: at least one whole record, if the segment has it. */
  async #readChunk(segment: Segment, offset: number, size: number): Promise<Buffer> {
    const file = await open(join(this.#options.folder, segmentName(segment.number)), 'r');
    try {
      const left = segment.end - offset;
      const read = async (length: number) => {
        const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, offset);
        return buffer.subarray(0, bytesRead);
      };
      const chunk = await read(Math.min(left, size));
      const needed = Math.min(left, bytesOfRecord(chunk, 0));
      return needed > chunk.length ? await read(needed) : chunk;
    } finally {
      await file.close();
    }
  }

  /** Gives up the rest of a segment, which cannot be read. */
  #skipDamage(segment: Segment, offset: number, taken: number): void {
    const rest = segment.end - offset;
    this.#damagedBytes += rest;
    segment.end = offset;
    segment.left = taken;
    this.#writer.roll();
    this.#reportDamage(segment.number, rest);
  }

  #reportDamage(segment: number, bytes: number): void {
    const path = join(this.#options.folder, segmentName(segment));
    this.#options.log('error', `${bytes} bytes of \`${path}\` are damaged; the events in them are lost`);
  }

  /** Counts the events that wait, and cuts off the end of the last segment if a crash left it half written. */
  async #count(): Promise<void> {
    const { folder, log } = this.#options;
    const last = this.#segments.at(-1);
    for (const segment of [...this.#segments]) {
      const path = join(folder, segmentName(segment.number));
      const bytes = await readFile(path);
      const { offset, count, firstAt } = scan(
        bytes,
        segment.number === this.#position.segment ? this.#position.offset : 0,
      );
      segment.left = count;
      segment.end = Math.min(offset, bytes.length);
      this.#oldestAt ??= firstAt;
      const rest = bytes.length - segment.end;
      if (rest > 0 && segment === last)
        log(
          'warn',
          `the last ${rest} bytes of \`${path}\` were only half written when the proxy ended; they are cut off`,
        );
      else if (rest > 0) {
        this.#damagedBytes += rest;
        this.#reportDamage(segment.number, rest);
      }
      if (count === 0) {
        this.#segments.splice(this.#segments.indexOf(segment), 1);
        await rm(path);
      } else if (rest > 0) await truncate(path, segment.end);
    }
    if (this.#stored > 0) log('info', `${this.#stored} events of an earlier run are still to be sent`);
  }
}

/** Counts the records of a segment from an offset on. The returned offset is after the last one that can be read. */
function scan(bytes: Buffer, from: number) {
  const isSegment = bytes.subarray(0, SEGMENT_HEAD.length).equals(SEGMENT_HEAD);
  let offset = isSegment ? Math.max(from, SEGMENT_HEAD.length) : 0;
  let count = 0;
  let firstAt: number | undefined;
  for (const found of isSegment ? recordsOf(bytes, offset) : []) {
    firstAt ??= found.at;
    offset = found.end;
    count++;
  }
  return { offset, count, firstAt };
}

function startOf(segment: number): Position {
  return { segment, offset: 0 };
}

/** The saved position; without one, nothing was sent yet. */
async function readPosition(folder: string, log: Log): Promise<Position> {
  const path = join(folder, POSITION);
  try {
    return positionSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      log('warn', `\`${path}\` cannot be read; all stored events are sent again, and none is counted twice`);
    return startOf(0);
  }
}
