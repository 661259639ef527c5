/** A query that was asked about, by the id of its request. */
export interface AskedQuery {
  /** Which of QUERIES. */
  readonly kind: number;
  /** Undefined where no answer came. */
  answer: { readonly id: string; readonly verdict: string; readonly version: number } | undefined;
}

/** An event that was sent, by its id. */
export interface SentEvent {
  readonly calls: number;
  readonly outcome: 'ok' | 'failed' | 'blocked';
}

/** What the load knows: what it asked for, and what was acknowledged. */
export class Journal {
  readonly queries = new Map<string, AskedQuery>();
  /** By the id of the request; the id that was answered, or undefined where no answer came. */
  readonly dryRuns = new Map<string, string | undefined>();
  /** Those whose batch was acknowledged as accepted, or as duplicates after an answer was lost. */
  readonly events = new Map<string, SentEvent>();
  /** Batches that nobody acknowledged when the run ended: they may be there, or not. */
  readonly openEvents = new Map<string, SentEvent>();
  /** Id by `Idempotency-Key`. */
  readonly simulations = new Map<string, string>();
  /** Keys whose making was acknowledged: id, and whether they hold. */
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

  /** What must not be. The same text is kept once, with its count. */
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
