import { isBarrier, type QueryEffects } from '../judging/index.ts';
import { Barriers, type Unanswered } from '../sessions/index.ts';
import { Answers, type Expected } from './answers.ts';
import { changesEncoding, runsCode } from './effects.ts';

/** The messages that were sent and are not answered. A stretch of them is ended by Sync or a simple query. */
export class Pipeline implements Unanswered {
  readonly answers = new Answers();
  readonly #barriers = new Barriers();
  /** Something was sent since the last Sync. */
  #isOpen = false;
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
    return this.#barriers.stretch;
  }

  get version(): number {
    return this.#barriers.version;
  }

  /** A message was sent. */
  push(expected: Expected): void {
    const { effects } = expected;
    const endsStretch = expected.kind === 'query' || expected.kind === 'call';
    this.answers.push(effects && isBarrier(effects) ? this.#asBarrier(expected, effects, endsStretch) : expected);
    // It is answered at once, and what follows is not skipped if it fails.
    if (endsStretch || expected.kind === 'sync') {
      this.#barriers.endStretch();
      this.#isOpen = false;
    } else if (expected.kind !== 'copy-end') this.#isOpen = true;
  }

  #asBarrier(expected: Expected, effects: QueryEffects, endsStretch: boolean): Expected {
    const lift = this.#barriers.add(effects, endsStretch);
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

  get isBlocked(): boolean {
    return this.#barriers.isBlocked;
  }

  get openEffects(): readonly QueryEffects[] {
    return this.#barriers.openEffects;
  }

  get isSettling(): boolean {
    return !this.answers.settled && !this.#isOpen && !this.answers.copying;
  }

  get inTransaction(): boolean | undefined {
    return this.#barriers.inTransaction(this.answers.status !== 'I');
  }
}
