import { type FileHandle, open, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from '../atomic-file.ts';
import { FaultLog, type Log } from '../log.ts';
import { type EventText, encodeRecord, SEGMENT_HEAD, segmentName } from './segment-format.ts';

export interface SegmentWriterOptions {
  readonly folder: string;
  /** Number of the first segment that it writes. */
  readonly next: number;
  /** Bytes after which a new segment starts. */
  readonly segmentBytes: number;
  /** Milliseconds for which events are collected before they are written and synced together. */
  readonly commitEvery: number;
  readonly log: Log;
  readonly now: () => number;
  /** These events are on disk now, in this order. */
  readonly onCommitted: (segment: number, end: number, events: readonly EventText[]) => void;
}

/** Milliseconds until events are written again after the disk has failed. */
const RETRY_MS = 1_000;

interface Waiting {
  readonly upTo: number;
  readonly resolve: () => void;
}

/**
 * Appends events to segments. Many events share one write and one `fsync`. What cannot be written stays in memory and is
 * tried again, in a new segment: after a failed `fsync`, nothing says which pages of a file are on disk.
 */
export class SegmentWriter {
  readonly #options: SegmentWriterOptions;
  readonly #faults: FaultLog;
  #pending: EventText[] = [];
  /** The write in progress. */
  #writing: readonly EventText[] = [];
  #pendingBytes = 0;
  #appended = 0;
  #committed = 0;
  #waiting: Waiting[] = [];
  #file: { readonly handle: FileHandle; readonly number: number; end: number } | undefined;
  #next: number;
  #timer: NodeJS.Timeout | undefined;
  #isCommitting = false;
  #isFailing = false;
  #isLeaving = false;

  constructor(options: SegmentWriterOptions) {
    this.#options = options;
    this.#next = options.next;
    this.#faults = new FaultLog(options.log, options.now);
  }

  /** Characters that are not on disk yet. */
  get pendingBytes(): number {
    return this.#pendingBytes;
  }

  get pending(): number {
    return this.#appended - this.#committed;
  }

  /** The oldest event that is not on disk yet. */
  get oldest(): EventText | undefined {
    return this.#writing[0] ?? this.#pending[0];
  }

  /** The last write failed. */
  get isFailing(): boolean {
    return this.#isFailing;
  }

  append(event: EventText): void {
    this.#pending.push(event);
    this.#pendingBytes += event.json.length;
    this.#appended++;
    this.#schedule(this.#options.commitEvery);
  }

  /** Resolves when everything that was appended before is on disk. */
  async flushed(): Promise<void> {
    if (this.#committed === this.#appended) return;
    const upTo = this.#appended;
    const written = new Promise<void>((resolve) => this.#waiting.push({ upTo, resolve }));
    this.#schedule(0);
    await written;
  }

  /** The next write starts a new segment. */
  roll(): void {
    this.#isLeaving = true;
  }

  /**
   * Whether the segment is complete: nothing is appended to it any more. A full segment that is still open is closed
   * first.
   */
  isComplete(segment: number): boolean {
    const file = this.#file;
    if (file?.number !== segment) return true;
    if (this.#isCommitting || file.end < this.#options.segmentBytes) return false;
    void this.#leave();
    return true;
  }

  /** Stops writing. Pending data is lost unless it was flushed. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#leave();
  }

  #schedule(after: number): void {
    if (this.#isCommitting || this.#pending.length === 0) return;
    if (this.#timer !== undefined) {
      if (after > 0 || this.#isFailing) return;
      clearTimeout(this.#timer);
    }
    this.#timer = setTimeout(() => void this.#commit(), this.#isFailing ? RETRY_MS : after);
  }

  /** Never raises. */
  async #commit(): Promise<void> {
    this.#timer = undefined;
    this.#isCommitting = true;
    const events = this.#pending;
    this.#pending = [];
    this.#writing = events;
    try {
      const { number, end } = await this.#write(Buffer.concat(events.map(encodeRecord)));
      this.#isFailing = false;
      this.#committed += events.length;
      for (const { json } of events) this.#pendingBytes -= json.length;
      this.#options.onCommitted(number, end, events);
      this.#faults.ended('events are written to disk again');
    } catch (error) {
      this.#isFailing = true;
      this.#pending = [...events, ...this.#pending];
      const { code = String(error) } = error as NodeJS.ErrnoException;
      this.#faults.failed(
        'error',
        `events cannot be written to \`${this.#options.folder}\` (${code}); they wait in memory`,
      );
    }
    this.#isCommitting = false;
    this.#writing = [];
    const done = this.#waiting.filter(({ upTo }) => upTo <= this.#committed);
    this.#waiting = this.#waiting.filter(({ upTo }) => upTo > this.#committed);
    for (const { resolve } of done) resolve();
    this.#schedule(this.#waiting.length > 0 ? 0 : this.#options.commitEvery);
  }

  async #write(records: Buffer): Promise<{ readonly number: number; readonly end: number }> {
    if (this.#isLeaving || (this.#file && this.#file.end >= this.#options.segmentBytes)) await this.#leave();
    this.#file ??= await this.#create();
    const file = this.#file;
    try {
      for (let done = 0; done < records.length; ) {
        const { bytesWritten } = await file.handle.write(records, done, records.length - done, file.end + done);
        done += bytesWritten;
      }
      await file.handle.datasync();
    } catch (error) {
      await this.#leave();
      // The records are written again elsewhere; without the cut, a reader would report damage here.
      await truncate(join(this.#options.folder, segmentName(file.number)), file.end).catch(() => undefined);
      throw error;
    }
    file.end += records.length;
    return file;
  }

  async #create() {
    const number = this.#next++;
    const handle = await open(join(this.#options.folder, segmentName(number)), 'wx', 0o600);
    try {
      await handle.write(SEGMENT_HEAD);
      await handle.datasync();
      await syncFolder(this.#options.folder);
    } catch (error) {
      await handle.close().catch(() => undefined);
      throw error;
    }
    return { handle, number, end: SEGMENT_HEAD.length };
  }

  async #leave(): Promise<void> {
    this.#isLeaving = false;
    const file = this.#file;
    this.#file = undefined;
    await file?.handle.close().catch(() => undefined);
  }
}
