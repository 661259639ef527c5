import { searchSnapshot } from '../../../history/index.ts';
import { type AskedUse, type FoundUse, foundUse, scopeOf, UseCounter } from '../../../use/index.ts';
import type { TaskTools } from './worker-cache.ts';

export interface UsesJob {
  readonly asked: readonly AskedUse[];
  /** A snapshot (docs/history-format.md), gzip, that the server wrote. */
  readonly history: Uint8Array;
  readonly unusedDays: number | undefined;
  /** `YYYY-MM-DD`, UTC. */
  readonly today: string;
}

/** What a history says about each question; undefined if it has no source. */
export async function countUses(
  { asked, history, unusedDays, today }: UsesJob,
  tools: TaskTools,
): Promise<readonly (FoundUse | undefined)[] | undefined> {
  tools.begin(0);
  const counter = new UseCounter();
  for (const each of asked) counter.ask(each.question, scopeOf(each));
  const pattern = counter.pattern();
  const header = await searchSnapshot(
    { name: 'the history', bytes: history },
    { row: (row) => counter.add(row), wants: (line) => pattern.test(line) },
  );
  if (header.sources.length === 0) return undefined;
  return asked.map((each) => foundUse(counter, each, header, { unusedDays, today, shown: 'numbers' }));
}
