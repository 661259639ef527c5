/** Form of a reason or a kind of record: one short line, written by us. */
export const REASON = /^[A-Za-z0-9][^\p{Cc}]{0,199}$/u;

/** Counts by reason. Reasons come from a small fixed set and contain nothing of the input. */
export class ReasonCounts {
  readonly counts = new Map<string, number>();

  add(reason: string, count: number): void {
    const key = REASON.test(reason) ? reason : 'another reason';
    this.counts.set(key, (this.counts.get(key) ?? 0) + count);
  }
}
