import { CALLERS, type DemoFlow, FLOWS } from './flows.ts';

/** A query of the made-up shop, and how often it ran in an hour. */
export interface DemoRun {
  readonly flow: DemoFlow;
  readonly query: string;
  readonly caller: (typeof CALLERS)[DemoFlow['caller']];
  readonly at: Date;
  readonly lastAt: Date;
  readonly calls: number;
}

const HOUR = 3_600_000;
export const HOURS = 7 * 24;

/** Share of a day's calls for each hour (UTC): customers sleep at night, and come after work. */
const RHYTHM = [2, 1, 1, 1, 1, 2, 3, 5, 7, 8, 8, 8, 9, 8, 7, 7, 8, 9, 11, 12, 11, 9, 6, 4];

/** Always the same numbers from 0 to 1 (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** What ran in the week before `now`, by time. The same week gives the same numbers. */
export function weekOfTraffic(now: Date): readonly DemoRun[] {
  const random = randomNumbers(20_261_120);
  const start = Math.floor(now.getTime() / HOUR) * HOUR - HOURS * HOUR;
  const hours = Array.from({ length: HOURS }, (_, at) => new Date(start + at * HOUR));
  const runs: DemoRun[] = [];
  for (const flow of FLOWS)
    for (const [value, share] of flow.values ?? [['', 1] as const]) {
      const weights = hours.map((hour) => weightOf(flow, hour));
      const sum = weights.reduce((all, one) => all + one, 0);
      // The remainder is carried over to the next hour, so that the week has exactly its number of calls.
      let left = 0;
      for (const [index, hour] of hours.entries()) {
        left += (flow.calls * share * (weights[index] ?? 0) * (0.8 + 0.4 * random())) / sum;
        const calls = Math.floor(left);
        if (calls < 1) continue;
        left -= calls;
        const at = new Date(hour.getTime() + Math.floor(random() * 0.4 * HOUR));
        const lastAt = new Date(at.getTime() + Math.floor(random() * 0.5 * HOUR) + 1);
        runs.push({ flow, query: flow.sql.replace('{}', value), caller: CALLERS[flow.caller], at, lastAt, calls });
      }
    }
  return runs.sort((a, b) => a.at.getTime() - b.at.getTime());
}

function weightOf({ hours }: DemoFlow, at: Date): number {
  const hour = at.getUTCHours();
  if (hours) return hours.includes(hour) ? 1 : 0;
  const weekend = at.getUTCDay() % 6 === 0;
  return (RHYTHM[hour] ?? 1) * (weekend ? 0.7 : 1);
}
