/** Milliseconds for which a broken limit is remembered. */
const REMEMBERED = 60_000;

interface Suspect {
  /** Characters of the smallest job that broke a limit. */
  readonly size: number;
  readonly until: number;
}

/** Whose jobs broke a limit lately: the like of them wait behind all others. */
export class Quarantine {
  readonly #known = new Map<string, Suspect>();

  /** A job of so many characters broke a limit. */
  add(lane: string, size: number): void {
    this.#known.set(lane, {
      size: Math.min(size, this.#of(lane)?.size ?? size),
      until: performance.now() + REMEMBERED,
    });
  }

  /** Whether a job is like one that did: that others of the lane are small and quick is not held against them. */
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
