import { ConfigError, type HistoryGap } from '../../../model/index.ts';
import type { Gaps } from '../gaps.ts';
import { readInstant } from '../instant.ts';
import type { EarlierReading } from './earlier-reading.ts';
import { callsOf, entryKey, type StatColumn } from './stat-columns.ts';

/** What an entry ran between two readings. */
export interface Ran {
  readonly calls: number;
  /** Time of the later reading, ms since 1970 UTC; NaN if it was not exported. */
  readonly at: number;
}

const ENTRY = 'entry that was reset or evicted between the two readings: what it ran before that is lost';
const RESET = 'reset of all entries between the two readings: what ran before it is lost';
const EVICTION = 'eviction between the two readings (`dealloc`): what evicted entries ran is lost';

/** Subtracts an earlier reading of `pg_stat_statements` from a later one, entry by entry. */
export class Difference {
  readonly #earlier: EarlierReading;
  readonly #missing: Set<string>;
  #at = Number.NaN;
  #isReset = false;
  #evictions = 0;
  /** Entries whose count began again. */
  #restarted = 0;

  constructor(earlier: EarlierReading) {
    this.#earlier = earlier;
    this.#missing = new Set(earlier.calls.keys());
  }

  /** Takes the next row of the later reading. Raises ConfigError if that is in truth the earlier one. */
  take(text: (column: StatColumn) => string | undefined): Ran | undefined {
    const calls = callsOf(text('calls') ?? '');
    if (calls === undefined) return undefined;
    const { at: before, dealloc, reset } = this.#earlier;
    const { at } = readInstant(text('read') ?? '');
    if (at < before)
      throw new ConfigError('`--since` names a later reading than the one to collect: swap the two files');
    this.#at = at;
    const [nowReset, nowDealloc] = [text('reset'), text('dealloc')];
    if (reset !== undefined && nowReset !== undefined && nowReset !== reset) this.#isReset = true;
    if (dealloc !== undefined && nowDealloc !== undefined)
      this.#evictions = Math.max(this.#evictions, Number(nowDealloc) - dealloc);
    return { calls: this.#callsSince(calls, text), at };
  }

  #callsSince(calls: number, text: (column: StatColumn) => string | undefined): number {
    const key = entryKey(text);
    this.#missing.delete(key);
    const counted = this.#earlier.calls.get(key);
    if (counted === undefined || this.#isReset) return calls;
    // `stats_since` is exported by PostgreSQL 17 and newer.
    const isNew = readInstant(text('since') ?? '').at > this.#earlier.at;
    if (!isNew && calls >= counted) return calls - counted;
    this.#restarted++;
    return calls;
  }

  /** What ran between the readings but is in neither: reasons and counts, one for each entry or event. */
  lost(): readonly (readonly [reason: string, count: number])[] {
    const entries = this.#restarted + (this.#isReset ? 0 : this.#missing.size);
    const counts = [
      [RESET, this.#isReset ? 1 : 0],
      [ENTRY, entries],
      [EVICTION, this.#evictions],
      ['row of the earlier reading that cannot be read', this.#earlier.unread],
    ] as const;
    return counts.filter(([, count]) => count > 0);
  }

  gaps(): Gaps {
    const { dealloc } = this.#earlier;
    const isReset = this.#isReset || this.#restarted > 0 || this.#missing.size > 0;
    const shown: HistoryGap[] = [
      ...(isReset && this.#evictions === 0 ? (['sampled'] as const) : []),
      ...(this.#evictions > 0 ? (['top-n'] as const) : []),
    ];
    return { shown, assumed: dealloc === undefined ? ['top-n'] : [] };
  }

  notes(): readonly string[] {
    const { at, dealloc, reset } = this.#earlier;
    const unseen = [...(reset === undefined ? ['`stats_reset`'] : []), ...(dealloc === undefined ? ['`dealloc`'] : [])];
    const day = (time: number) => (Number.isNaN(time) ? 'an unknown time' : new Date(time).toISOString());
    return [
      `calls between ${day(at)} and ${day(this.#at)}, counted on the day of the later reading`,
      ...(unseen.length > 0
        ? [`the readings have no ${unseen.join(' and ')}: a reset or eviction may not be noticed`]
        : []),
    ];
  }
}
