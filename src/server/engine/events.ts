import type { EventOutcome, EventTask, EventTasks } from './engine.ts';
import type { EngineLimits } from './limits.ts';
import { runInParts } from './parts.ts';
import type { Pool } from './pool.ts';
import type { RowCache } from './row-cache.ts';
import { rulesetFiles } from './ruleset-keys.ts';
import { describeExit, engineError } from './worker-failure.ts';

/** A task for a thread. */
interface Unread {
  readonly index: number;
  readonly task: EventTask;
  /** Characters. */
  readonly size: number;
  /** Key of its rows in the cache. */
  readonly key: string | undefined;
}

/** Events of one request: those whose rows were read before, and the rest. */
export interface SortedEvents {
  readonly outcomes: readonly (EventOutcome | undefined)[];
  readonly unread: readonly Unread[];
  readonly characters: number;
}

/** Looks events with rows up in the cache: production repeats itself, and rows are expensive to validate. */
export function sortEvents(tasks: readonly EventTask[], cache: RowCache): SortedEvents {
  const unread: Unread[] = [];
  let characters = 0;
  const outcomes = tasks.map((task, index) => {
    const text = 'rows' in task ? `${task.dialect} ${JSON.stringify(task.rows)}` : task.query;
    const key = 'rows' in task ? text : undefined;
    const known = key === undefined || task.judge ? undefined : cache.find(key);
    if (known) return known;
    unread.push({ index, task, size: text.length, key });
    characters += text.length;
    return undefined;
  });
  return { outcomes, unread, characters };
}

/** Reads the rest in a thread; returns one outcome for each event. */
export async function readEvents(
  pool: Pool,
  { outcomes, unread }: SortedEvents,
  { workspace, active, today }: Omit<EventTasks, 'tasks'>,
  limits: EngineLimits,
  cache: RowCache,
): Promise<readonly EventOutcome[]> {
  const times = { ready: limits.ruleset, item: limits.event };
  const files = active && rulesetFiles([active]);
  const all = [...outcomes];
  try {
    const read = await runInParts(pool, {
      workspace,
      items: unread,
      sizeOf: ({ size }) => size,
      // The queries of a session stay together, in their order.
      groupOf: ({ task }) => ('session' in task ? task.session?.name : undefined),
      jobOf: (some) => ({
        kind: 'events',
        input: { tasks: some.map(({ task }) => task), active: active?.key, today },
        limits: times,
        files,
      }),
      insteadOf: (_, end): EventOutcome => ({
        tooCostly: `reading the query ${describeExit(end, limits.event)}; send a shorter one`,
      }),
      // One thread per call, so that an expensive call leaves the other threads to others.
      atOnce: 1,
    });
    for (const [at, { index, key }] of unread.entries()) {
      const outcome = read[at] as EventOutcome;
      all[index] = outcome;
      if (key !== undefined && 'rows' in outcome) cache.keep(key, outcome);
    }
    return all as readonly EventOutcome[];
  } catch (error) {
    throw engineError(error, 'reading the events', times);
  }
}
