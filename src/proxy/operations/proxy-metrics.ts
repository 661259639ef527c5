import type { Verdict } from '../../model/index.ts';
import type { ObservedQuery, ProxyMode } from '../types.ts';

/** What the code on the wire counts. Each call costs well below a microsecond, and none raises. */
export interface ProxyMetrics {
  connectionOpened(): void;
  connectionClosed(): void;
  connectionRefused(): void;
  /** A query ended. Undefined: there were no rules to judge it. */
  query(verdict: Verdict | undefined, mode: ProxyMode | undefined, outcome: ObservedQuery['outcome']): void;
  /** Milliseconds that the proxy added to a query. */
  added(milliseconds: number): void;
  /** A session could not be followed or judged. */
  problem(): void;
  /** Bytes that were read. */
  bytes(fromClient: number, fromServer: number): void;
}

/** Label of a query without verdict. */
const NONE = 'none';

/** Counts queries by verdict, mode and outcome: at most 45 counters. */
export class QueryCounts {
  readonly #counts = new Map<string, Map<string, Map<string, number>>>();

  add(verdict: string = NONE, mode: string = NONE, outcome: string): void {
    const modes = entry(this.#counts, verdict, () => new Map());
    const outcomes = entry(modes, mode, () => new Map<string, number>());
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  }

  *all() {
    for (const [verdict, modes] of this.#counts)
      for (const [mode, outcomes] of modes)
        for (const [outcome, count] of outcomes) yield { labels: { verdict, mode, outcome }, count };
  }
}

function entry<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
