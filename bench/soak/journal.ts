/** An evaluated query, by request id. */
export interface AskedQuery {
  /** Index in QUERIES. */
  readonly kind: number;
  /** Undefined if no answer arrived. */
  answer: { readonly id: string; readonly verdict: string; readonly version: number } | undefined;
}

/** A sent event, by its id. */
export interface SentEvent {
  readonly calls: number;
  readonly outcome: 'ok' | 'failed' | 'blocked';
}

/** What the load knows: its requests, and what was acknowledged. */
export class Journal {
  readonly queries = new Map<string, AskedQuery>();
  /** By request id; the returned id, or undefined if no answer arrived. */
  readonly dryRuns = new Map<string, string | undefined>();
  /** Events whose batch was acknowledged as accepted, or as duplicates after a lost answer. */
  readonly events = new Map<string, SentEvent>();
  /** Batches without acknowledgement at the end of the run: they may exist or not. */
  readonly openEvents = new Map<string, SentEvent>();
  /** Id by `Idempotency-Key`. */
  readonly simulations = new Map<string, string>();
  /** Keys whose creation was acknowledged: id and state. */
  readonly keys = new Map<string, 'active' | 'revoked'>();
  /** Keys whose revocation was acknowledged. */
  readonly revoked: { readonly id: string; readonly secret: string }[] = [];
  /** Name of the ruleset by acknowledged version. */
  readonly activations = new Map<number, 'a' | 'b'>();

  readonly #answers = new Map<string, number>();
  readonly #faults = new Map<string, number>();
  lost = 0;
  kills = 0;

  answered(what: string, status: number): void {
    add(this.#answers, `${what} ${status}`);
  }

  /** Records a fault. Equal texts are stored once, with a count. */
  fault(text: string): void {
    add(this.#faults, text);
  }

  /** Counts of answers by call and status, sorted. */
  get answers(): readonly (readonly [string, number])[] {
    return [...this.#answers].sort();
  }

  get faults(): ReadonlyMap<string, number> {
    return this.#faults;
  }
}

function add(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
