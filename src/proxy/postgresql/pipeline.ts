import type { QueryEffects } from '../judging/index.ts';
import { Answers, type Expected } from './answers.ts';
import { changesTransaction, isBarrier } from './effects.ts';

/** A query that may change how later messages must be understood, until it is answered. */
interface Barrier {
  /** Number of the stretch in which it was sent; -1 if it is answered without a Sync. */
  readonly stretch: number;
  readonly effects: QueryEffects;
}

const NO_BARRIERS: readonly QueryEffects[] = [];

/**
 * What was sent and is not answered. It consists of stretches, which Sync or a simple query ends: within a stretch, the
 * server skips everything after an error.
 */
export class Pipeline {
  readonly answers = new Answers();
  readonly #barriers = new Set<Barrier>();
  #stretch = 0;
  /** Something was sent since the last Sync. */
  #isOpen = false;
  /** Whether a transaction is open after what was sent in the open stretch; undefined: as the server reported. */
  #transaction: boolean | 'unknown' | undefined;
  #version = 0;

  /** The number of the stretch to which the next message belongs. */
  get stretch(): number {
    return this.#stretch;
  }

  /** Another number after each query, and each answer to one, that may change the verdict of others. */
  get version(): number {
    return this.#version;
  }

  /** A message was sent. */
  push(expected: Expected): void {
    const { effects } = expected;
    const endsStretch = expected.kind === 'query' || expected.kind === 'call';
    this.answers.push(
      effects && isBarrier(effects) ? this.#asBarrier(expected, effects, endsStretch ? -1 : this.#stretch) : expected,
    );
    if (effects && !endsStretch) this.#noteTransaction(effects);
    // It is answered at once, and what follows is not skipped if it fails.
    if (endsStretch || expected.kind === 'sync') this.#endStretch();
    else if (expected.kind !== 'copy-end') this.#isOpen = true;
  }

  #asBarrier(expected: Expected, effects: QueryEffects, stretch: number): Expected {
    const barrier = { stretch, effects };
    this.#barriers.add(barrier);
    this.#version++;
    const lift = () => {
      this.#barriers.delete(barrier);
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
    this.#isOpen = false;
    this.#transaction = undefined;
  }

  /** Whether a barrier will be answered without anything else being sent. */
  get isBlocked(): boolean {
    for (const { stretch } of this.#barriers) if (stretch !== this.#stretch) return true;
    return false;
  }

  /** Effects of queries in the open stretch that are not answered. */
  get openEffects(): readonly QueryEffects[] {
    if (this.#barriers.size === 0) return NO_BARRIERS;
    return [...this.#barriers].filter(({ stretch }) => stretch === this.#stretch).map(({ effects }) => effects);
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
