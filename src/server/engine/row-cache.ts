import type { EventRows } from './engine.ts';

/** Characters of cached events, as they were sent and as they are stored. */
const MAX_CHARACTERS = 16 * 1024 * 1024;
/** A larger one is not cached. */
const MAX_ENTRY = 64 * 1024;

interface Entry {
  readonly outcome: EventRows;
  readonly size: number;
  /** Since it was kept, or last spared from eviction. */
  used: boolean;
}

/** Rows of events that were read before, by the text that a client sent. Evicts the oldest of those that were not used. */
export class RowCache {
  readonly #entries = new Map<string, Entry>();
  #characters = 0;

  find(key: string): EventRows | undefined {
    const known = this.#entries.get(key);
    if (known) known.used = true;
    return known?.outcome;
  }

  keep(key: string, { rows, shape, flow, caller }: EventRows): void {
    const outcome = { rows, shape, flow, caller };
    const size = sizeOf(key, outcome);
    if (size > MAX_ENTRY || this.#entries.has(key)) return;
    this.#entries.set(key, { outcome, size, used: false });
    this.#characters += size;
    for (const [oldest, entry] of this.#entries) {
      if (this.#characters <= MAX_CHARACTERS) return;
      this.#entries.delete(oldest);
      if (entry.used) this.#entries.set(oldest, { ...entry, used: false });
      else this.#characters -= entry.size;
    }
  }
}

function sizeOf(key: string, { rows, shape }: EventRows): number {
  return rows.reduce((sum, { text }) => sum + text.length, key.length + shape.length + 500);
}
