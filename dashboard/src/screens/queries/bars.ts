import type { Answer } from '../../api/call.ts';

export type Counts = Answer<'countQueries'>['items'][number];
export interface Bar extends Omit<Counts, 'at'> {
  /** Start, in milliseconds since 1970. */
  readonly at: number;
}

/** Sums counts into bars of equal length; bars without calls are there, with zeros. */
export function barsOf(counts: readonly Counts[], from: number, to: number, length: number): readonly Bar[] {
  const start = Math.floor(from / length) * length;
  const bars = Array.from({ length: Math.max(1, Math.ceil((to - start) / length)) }, (_, index) => ({
    at: start + index * length,
    allow: 0,
    warn: 0,
    unknown: 0,
    block: 0,
  }));
  for (const { at, allow, warn, unknown, block } of counts) {
    const bar = bars[Math.floor((Date.parse(at) - start) / length)];
    if (!bar) continue;
    bar.allow += allow;
    bar.warn += warn;
    bar.unknown += unknown;
    bar.block += block;
  }
  return bars;
}

export function totalsOf(bars: readonly Bar[]): Omit<Bar, 'at'> {
  const sum = (verdict: keyof Omit<Bar, 'at'>) => bars.reduce((total, bar) => total + bar[verdict], 0);
  return { allow: sum('allow'), warn: sum('warn'), unknown: sum('unknown'), block: sum('block') };
}
