import { type FileHandle, open } from 'node:fs/promises';
import type { ProxySettings } from '../../contract/index.ts';
import { ConfigError } from '../../model/index.ts';
import { FaultLog, type Log } from '../log.ts';
import type { EventSink, ObservedQuery } from '../types.ts';
import { eventIds } from './event-ids.ts';
import { EventLines } from './event-lines.ts';

export interface FileEventsOptions {
  readonly path: string;
  readonly proxy: string;
  /** Which texts may be stored now. Without `full`, lines have no `sql`. */
  readonly queryText: () => ProxySettings['queryText'];
  readonly log: Log;
  /** Characters of lines in memory if the disk fails or is slow. Default: 32 Mi. */
  readonly maxWaiting?: number | undefined;
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
}

const DEFAULT_MAX_WAITING = 32 * 1024 * 1024;
/** Milliseconds until lines are written again after the disk has failed. */
const RETRY_MS = 1_000;
/** Milliseconds for which lines are collected before they are written together, as events for the service are. */
const COLLECT_MS = 20;
/** Lines of one write. */
const MAX_LINES = 5_000;

interface Line {
  readonly at: number;
  readonly text: string;
}

/** Writes queries to a file of JSON Lines, which `querygate history collect` reads. */
export class FileEvents implements EventSink {
  readonly #options: FileEventsOptions;
  readonly #newId: () => string;
  readonly #faults: FaultLog;
  readonly #roomFaults: FaultLog;
  readonly #lines = new EventLines();
  #file: FileHandle;
  #waiting: Line[] = [];
  #waitingCharacters = 0;
  #dropped = 0;
  #writing: Promise<void> | undefined;
  #endCollecting: (() => void) | undefined;
  /** Callers that wait for everything to be written. */
  #flushes = 0;
  #isReopening = false;
  #closed = false;

  /** Opens the file, or creates it with mode 0600. Raises ConfigError. */
  static async open(options: FileEventsOptions): Promise<FileEvents> {
    try {
      return new FileEvents(options, await openFile(options.path));
    } catch (error) {
      if (error instanceof ConfigError) throw error;
      const { code = String(error) } = error as NodeJS.ErrnoException;
      throw new ConfigError(
        `events cannot be written to \`${options.path}\` (${code}); give a path in a writable folder`,
      );
    }
  }

  private constructor(options: FileEventsOptions, file: FileHandle) {
    const { log, now = Date.now, proxy } = options;
    this.#options = options;
    this.#newId = eventIds(proxy);
    this.#faults = new FaultLog(log, now);
    this.#roomFaults = new FaultLog(log, now);
    this.#file = file;
  }

  get full(): boolean {
    return this.#waitingCharacters >= (this.#options.maxWaiting ?? DEFAULT_MAX_WAITING);
  }

  /** Queries that were not written because there was no room. */
  get dropped(): number {
    return this.#dropped;
  }

  record(query: ObservedQuery): string {
    const id = this.#newId();
    if (this.full) {
      this.#dropped++;
      this.#roomFaults.failed('error', 'there is no room for events: they are not written');
      return id;
    }
    this.#roomFaults.ended('there is room for events again');
    const withText = this.#options.queryText() === 'full';
    const text = this.#lines.of(id, query, withText);
    this.#waiting.push({ at: query.at, text });
    this.#waitingCharacters += text.length;
    this.#write();
    return id;
  }

  backlog(now: number): { readonly buffered: number; readonly lagMs: number } {
    const [oldest] = this.#waiting;
    return { buffered: this.#waiting.length, lagMs: oldest ? Math.max(0, now - oldest.at) : 0 };
  }

  /** Opens the path again (SIGHUP), after a program has renamed the file. */
  reopen(): void {
    this.#isReopening = true;
    this.#write();
  }

  /** Resolves when everything that was recorded before was written. */
  async flushed(): Promise<void> {
    this.#flushes++;
    this.#endCollecting?.();
    while (this.#writing) await this.#writing;
    this.#flushes--;
  }

  async close(timeout: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, timeout);
    });
    await Promise.race([this.flushed(), late]);
    clearTimeout(timer);
    this.#closed = true;
    await this.#file.sync().catch(() => undefined);
    await this.#file.close().catch(() => undefined);
  }

  #write(): void {
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = undefined;
      if ((this.#waiting.length > 0 || this.#isReopening) && !this.#closed) this.#write();
    });
  }

  /** Never raises. */
  async #writeAll(): Promise<void> {
    while ((this.#waiting.length > 0 || this.#isReopening) && !this.#closed) {
      try {
        await this.#collect();
        if (this.#isReopening) await this.#openAgain();
        await this.#writeSome();
        this.#faults.ended('events are written again');
      } catch (error) {
        const { code = String(error) } = error as NodeJS.ErrnoException;
        this.#faults.failed(
          'error',
          `events cannot be written to \`${this.#options.path}\` (${code}); they wait in memory`,
        );
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  }

  async #collect(): Promise<void> {
    if (this.#flushes > 0 || this.#waiting.length >= MAX_LINES) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, COLLECT_MS);
      this.#endCollecting = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#endCollecting = undefined;
  }

  async #openAgain(): Promise<void> {
    const file = await openFile(this.#options.path);
    this.#isReopening = false;
    const old = this.#file;
    this.#file = file;
    await old.close();
  }

  async #writeSome(): Promise<void> {
    const lines = this.#waiting.slice(0, MAX_LINES);
    if (lines.length === 0) return;
    const bytes = Buffer.from(lines.map(({ text }) => text).join(''));
    const start = (await this.#file.stat()).size;
    try {
      await this.#file.appendFile(bytes);
    } catch (error) {
      // What was half written is written again.
      await this.#file.truncate(start).catch(() => undefined);
      throw error;
    }
    this.#waiting.splice(0, lines.length);
    for (const { text } of lines) this.#waitingCharacters -= text.length;
  }
}

async function openFile(path: string): Promise<FileHandle> {
  return open(path, 'a', 0o600);
}
