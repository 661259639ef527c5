/** What a reason, or a kind of record, looks like: one short line of ours. */
export const REASON = /^[A-Za-z0-9][^\p{Cc}]{0,199}$/u;

/** Counts by reason; what it is given is one of few texts that hold nothing of the input. */
export class ReasonCounts {
  readonly counts = new Map<string, number>();

  add(reason: string, count: number): void {
    const key = REASON.test(reason) ? reason : 'another reason';
    this.counts.set(key, (this.counts.get(key) ?? 0) + count);
  }
}
