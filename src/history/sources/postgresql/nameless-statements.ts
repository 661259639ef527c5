import type { StartedStatement } from '../source.ts';

/** Statements of one text that may run at the same time. */
const MAX_EQUAL = 16;

/** Statements that were logged before they ran, in a log that does not name sessions: an error names text and caller. */
export class NamelessStatements {
  readonly #max: number;
  /** By text and caller, in order. */
  readonly #started = new Map<string, StartedStatement[]>();

  /** @param max number of different texts that are remembered */
  constructor(max: number) {
    this.#max = max;
  }

  start(key: string, started: StartedStatement): void {
    const equal = this.#started.get(key) ?? [];
    this.#started.delete(key);
    if (equal.length >= MAX_EQUAL) equal.shift()?.ran();
    equal.push(started);
    this.#started.set(key, equal);
    if (this.#started.size <= this.#max) return;
    const [first] = this.#started;
    if (first) this.#started.delete(first[0]);
    for (const old of first?.[1] ?? []) old.ran();
  }

  /** One with this text and caller failed, or is logged again: the latest. */
  failed(key: string, what?: string): void {
    this.#started.get(key)?.pop()?.failed(what);
  }

  has(key: string): boolean {
    return (this.#started.get(key)?.length ?? 0) > 0;
  }

  end(): void {
    for (const equal of this.#started.values()) for (const started of equal) started.ran();
    this.#started.clear();
  }
}
