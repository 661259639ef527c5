import { changesTransaction, type QueryEffects } from '../judging/index.ts';

const NONE: readonly QueryEffects[] = [];

/**
 * Queries on their way that may change how later messages must be read or judged, until they are answered. What is sent
 * is divided into stretches: within a stretch, the server skips everything after an error. Where nothing is ever
 * skipped, each query ends its stretch.
 */
export class Barriers {
  /** For the open stretch, their number by effects, so that thousands of SETs can be searched quickly. */
  readonly #open = new Map<QueryEffects, number>();
  /** Those that are answered without anything else being sent. */
  #earlier = 0;
  #stretch = 0;
  #version = 0;
  /** Whether a transaction is open after what was sent in the open stretch; undefined: as the server reported. */
  #transaction: boolean | 'unknown' | undefined;

  /**
   * A query is sent whose effects make it a barrier: see `isBarrier`.
   *
   * @param endsStretch it is answered at once, and what follows is not skipped if it fails
   * @returns to be called once when it is answered or skipped
   */
  add(effects: QueryEffects, endsStretch: boolean): () => void {
    const stretch = endsStretch ? undefined : this.#stretch;
    this.#count(effects, stretch, 1);
    if (!endsStretch) this.#noteTransaction(effects);
    return () => this.#count(effects, stretch, -1);
  }

  #count(effects: QueryEffects, stretch: number | undefined, change: 1 | -1): void {
    this.#version++;
    if (stretch !== this.#stretch) {
      this.#earlier += change;
      return;
    }
    const sum = (this.#open.get(effects) ?? 0) + change;
    if (sum > 0) this.#open.set(effects, sum);
    else this.#open.delete(effects);
  }

  #noteTransaction(effects: QueryEffects): void {
    if (!changesTransaction(effects)) return;
    const { kinds } = effects;
    // COMMIT AND CHAIN begins another one.
    this.#transaction = kinds.has('begin') && !kinds.has('commit') && !kinds.has('rollback') ? true : 'unknown';
  }

  endStretch(): void {
    this.#stretch++;
    if (this.#open.size > 0) {
      for (const count of this.#open.values()) this.#earlier += count;
      this.#open.clear();
    }
    this.#transaction = undefined;
  }

  /** The number of the stretch to which the next message belongs. */
  get stretch(): number {
    return this.#stretch;
  }

  /** Increases with each barrier, and each answer to one. */
  get version(): number {
    return this.#version;
  }

  /** Whether one of them will be answered without anything else being sent. */
  get isBlocked(): boolean {
    return this.#earlier > 0;
  }

  /** Effects of those in the open stretch, each once. */
  get openEffects(): readonly QueryEffects[] {
    return this.#open.size === 0 ? NONE : [...this.#open.keys()];
  }

  /**
   * Undefined if it is not known. Whatever else changes it is answered before: it is a barrier.
   *
   * @param reported as the server reported it last
   */
  inTransaction(reported: boolean): boolean | undefined {
    if (this.#transaction === 'unknown') return undefined;
    return this.#transaction ?? reported;
  }
}
