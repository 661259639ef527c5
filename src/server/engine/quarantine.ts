/** Milliseconds for which an exceeded limit is remembered. */
const REMEMBER_MS = 60_000;

interface Suspect {
  /** Characters of the smallest job that exceeded a limit. */
  readonly size: number;
  readonly until: number;
}

/** Lanes whose jobs recently exceeded a limit: similar jobs run after all others. */
export class Quarantine {
  readonly #known = new Map<string, Suspect>();

  /** Records a job that exceeded a limit. `size`: its characters. */
  add(lane: string, size: number): void {
    this.#known.set(lane, {
      size: Math.min(size, this.#of(lane)?.size ?? size),
      until: performance.now() + REMEMBER_MS,
    });
  }

  /** Whether a job is similar to a recorded one. Much smaller jobs of the lane are not affected. */
  has(lane: string, size: number): boolean {
    const known = this.#of(lane);
    return known !== undefined && size >= known.size / 2;
  }

  #of(lane: string): Suspect | undefined {
    const known = this.#known.get(lane);
    if (known && known.until > performance.now()) return known;
    this.#known.delete(lane);
    return undefined;
  }
}
