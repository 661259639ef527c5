import type { QueryEffects } from '../judging/index.ts';
import { Answers, type Expected } from './answers.ts';
import { changesEncoding, changesTransaction, isBarrier, runsCode } from './effects.ts';

const NO_BARRIERS: readonly QueryEffects[] = [];

/**
 * The messages that were sent and are not answered. They are divided into stretches, each ended by Sync or a simple
 * query: within a stretch, the server skips everything after an error.
 */
export class Pipeline {
  readonly answers = new Answers();
  /**
   * Barriers are queries that may change how later messages must be read, until they are answered. For the open
   * stretch, their number by effects, so that thousands of SETs can be searched quickly.
   */
  readonly #open = new Map<QueryEffects, number>();
  /** Barriers that are answered without anything else being sent. */
  #earlier = 0;
  #stretch = 0;
  /** Something was sent since the last Sync. */
  #isOpen = false;
  /** Whether a transaction is open after what was sent in the open stretch; undefined: as the server reported. */
  #transaction: boolean | 'unknown' | undefined;
  #version = 0;
  /**
   * Since the last ReadyForQuery, a query may have changed how strings are read, or the encoding. From version 14 on, the
   * server reports settings only right before the next one.
   */
  #unreported = { strings: false, encoding: false };

  /** A query was answered. */
  ran(effects: QueryEffects): void {
    this.#unreported.strings ||= runsCode(effects);
    this.#unreported.encoding ||= changesEncoding(effects);
  }

  /** The server raised an error, which may have undone settings. */
  failed(): void {
    this.#unreported.strings = true;
    this.#unreported.encoding = true;
  }

  /** The server is ready: it has reported all settings. */
  reported(): void {
    this.#unreported.strings = false;
    this.#unreported.encoding = false;
  }

  /** Whether strings may be read in another way than the server has reported. */
  get mayReadOtherwise(): boolean {
    return this.#unreported.strings || this.answers.isRunning(runsCode);
  }

  /** Whether the encoding may be another one than the server has reported. */
  get mayEncodeOtherwise(): boolean {
    return this.#unreported.encoding || this.openEffects.some(changesEncoding);
  }

  /** The number of the stretch to which the next message belongs. */
  get stretch(): number {
    return this.#stretch;
  }

  /** Increases with each query, and each answer to a query, that may change the verdict of other queries. */
  get version(): number {
    return this.#version;
  }

  /** A message was sent. */
  push(expected: Expected): void {
    const { effects } = expected;
    const endsStretch = expected.kind === 'query' || expected.kind === 'call';
    const barrier = effects && isBarrier(effects) ? effects : undefined;
    this.answers.push(barrier ? this.#asBarrier(expected, barrier, endsStretch) : expected);
    if (barrier && !endsStretch) this.#noteTransaction(barrier);
    // It is answered at once, and what follows is not skipped if it fails.
    if (endsStretch || expected.kind === 'sync') this.#endStretch();
    else if (expected.kind !== 'copy-end') this.#isOpen = true;
  }

  #asBarrier(expected: Expected, effects: QueryEffects, endsStretch: boolean): Expected {
    const stretch = endsStretch ? undefined : this.#stretch;
    const count = (change: 1 | -1) => {
      if (stretch !== this.#stretch) {
        this.#earlier += change;
        return;
      }
      const sum = (this.#open.get(effects) ?? 0) + change;
      if (sum > 0) this.#open.set(effects, sum);
      else this.#open.delete(effects);
    };
    count(1);
    this.#version++;
    const lift = () => {
      count(-1);
      this.#version++;
    };
    return {
      ...expected,
      done: (answer) => {
        lift();
        expected.done?.(answer);
      },
      skipped: () => {
        lift();
        expected.skipped?.();
      },
    };
  }

  #noteTransaction(effects: QueryEffects): void {
    if (!changesTransaction(effects)) return;
    const { kinds } = effects;
    // COMMIT AND CHAIN begins another one.
    this.#transaction = kinds.has('begin') && !kinds.has('commit') && !kinds.has('rollback') ? true : 'unknown';
  }

  #endStretch(): void {
    this.#stretch++;
    if (this.#open.size > 0) {
      for (const count of this.#open.values()) this.#earlier += count;
      this.#open.clear();
    }
    this.#isOpen = false;
    this.#transaction = undefined;
  }

  /** Whether a barrier will be answered without anything else being sent. */
  get isBlocked(): boolean {
    return this.#earlier > 0;
  }

  /** Effects of queries in the open stretch that are not answered, each once. */
  get openEffects(): readonly QueryEffects[] {
    return this.#open.size === 0 ? NO_BARRIERS : [...this.#open.keys()];
  }

  /** Whether answers will come without anything else being sent. */
  get isSettling(): boolean {
    return !this.answers.settled && !this.#isOpen && !this.answers.copying;
  }

  /** Undefined if it is not known. Whatever else changes it is answered before: it is a barrier. */
  get inTransaction(): boolean | undefined {
    if (this.#transaction === 'unknown') return undefined;
    return this.#transaction ?? this.answers.status !== 'I';
  }
}
