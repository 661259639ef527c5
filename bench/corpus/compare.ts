import type { CorpusFinding } from './judge.ts';

export interface Differences<Now extends CorpusFinding> {
  /** Accepted findings that are gone. */
  readonly lost: readonly CorpusFinding[];
  /** Findings that were not accepted. */
  readonly gained: readonly Now[];
}

/** Compares findings by file, statement, rule and verdict; equal ones are counted. */
export function compareFindings<Now extends CorpusFinding>(
  accepted: readonly CorpusFinding[],
  now: readonly Now[],
): Differences<Now> {
  return { lost: missing(accepted, now), gained: missing(now, accepted) };
}

function missing<Kept extends CorpusFinding>(from: readonly Kept[], others: readonly CorpusFinding[]): readonly Kept[] {
  const left = new Map<string, number>();
  for (const other of others) left.set(keyOf(other), (left.get(keyOf(other)) ?? 0) + 1);
  return from.filter((finding) => {
    const count = left.get(keyOf(finding)) ?? 0;
    left.set(keyOf(finding), count - 1);
    return count <= 0;
  });
}

function keyOf({ path, statement, rule, verdict }: CorpusFinding): string {
  return JSON.stringify([path, statement, rule, verdict]);
}
