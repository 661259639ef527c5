import { DAY_MS } from '../../model/index.ts';
import type { ObservedQuery } from '../types.ts';
import type { Executions } from './event-json.ts';

/** Distinct sums at a time; more are written earlier. */
const MAX_SUMS = 10_000;

type Sum = { -readonly [Key in keyof Executions]: Executions[Key] };

/**
 * Adds up equal queries: those of the same rows, outcome and verdict on one day (UTC), since a history counts by day.
 * Only allowed queries are summed; each of the others is an event of its own.
 */
export class Sums {
  readonly #emit: (sum: Executions) => void;
  readonly #newId: () => string;
  readonly #open = new Map<string, Sum>();

  constructor(emit: (sum: Executions) => void, newId: () => string) {
    this.#emit = emit;
    this.#newId = newId;
  }

  /** Number of events that are not written yet. */
  get size(): number {
    return this.#open.size;
  }

  /** When the first query of the oldest sum ran; undefined if there is none. */
  get oldestAt(): number | undefined {
    const [oldest] = this.#open.values();
    return oldest?.firstAt;
  }

  static canSum({ judged }: ObservedQuery): boolean {
    return judged?.verdict === 'allow';
  }

  /** Returns the id of the sum. `text` is undefined if it must not be stored. */
  add(query: ObservedQuery, text: string | undefined): string {
    const key = keyOf(query);
    const known = this.#open.get(key);
    if (known && dayNumber(known.firstAt) === dayNumber(query.at)) {
      known.calls++;
      known.firstAt = Math.min(known.firstAt, query.at);
      known.lastAt = Math.max(known.lastAt, query.at);
      known.durationMs += query.durationMs;
      if (known.session !== query.session) known.session = undefined;
      if (known.text !== text) known.text = undefined;
      return known.id;
    }
    if (known) this.#close(key, known);
    else if (this.#open.size >= MAX_SUMS) this.flush();
    const { at, durationMs, session } = query;
    const id = this.#newId();
    this.#open.set(key, { id, first: query, firstAt: at, lastAt: at, calls: 1, durationMs, session, text });
    return id;
  }

  flush(): void {
    for (const [key, sum] of this.#open) this.#close(key, sum);
  }

  #close(key: string, sum: Sum): void {
    this.#open.delete(key);
    this.#emit(sum);
  }
}

function keyOf({ rows, outcome, sqlstate = '', judged }: ObservedQuery): string {
  // Rows are JSON, in which no line end occurs.
  const head = [outcome, sqlstate, judged?.ruleset ?? '', judged?.mode ?? '', ...(judged?.rules ?? [])].join(' ');
  return [head, ...rows].join('\n');
}

function dayNumber(at: number): number {
  return Math.floor(at / DAY_MS);
}
