import type { Remember, VerdictCache } from '../../traffic/index.ts';
import type { EventOutcome, EventRows, EventTask, EventTasks, QueryOutcome } from './engine.ts';
import type { EngineLimits } from './limits.ts';
import { runInParts } from './parts.ts';
import type { Pool } from './pool.ts';
import type { RowCache } from './row-cache.ts';
import { rulesetFiles } from './ruleset-keys.ts';
import { isPlainText } from './tasks/plain-text.ts';
import { charactersOfRows, textRequest } from './verdict-requests.ts';
import { describeExit, engineError } from './worker-failure.ts';

/** Outcomes of earlier events and queries. */
export interface KnownOutcomes {
  readonly rows: RowCache;
  readonly verdicts: VerdictCache<QueryOutcome>;
}

/** A task for a thread. */
interface Unread {
  readonly index: number;
  readonly task: EventTask;
  /** Characters. */
  readonly size: number;
  /** Keeps its outcome for equal events. */
  readonly keep: ((outcome: EventRows) => void) | undefined;
}

/** Events of one request: those that are known, and the rest. */
export interface SortedEvents {
  readonly outcomes: readonly (EventOutcome | undefined)[];
  readonly unread: readonly Unread[];
  readonly characters: number;
}

/** Looks events up in the caches: production repeats itself, and rows and texts are expensive to read. */
export function sortEvents({ tasks, active, today }: EventTasks, { rows, verdicts }: KnownOutcomes): SortedEvents {
  const unread: Unread[] = [];
  let characters = 0;
  const outcomes = tasks.map((task, index) => {
    const known = 'rows' in task ? knownRows(task, rows) : knownText(task, { active, today }, verdicts);
    if (known.outcome) return known.outcome;
    unread.push({ index, task, size: known.characters, keep: known.keep });
    characters += known.characters;
    return undefined;
  });
  return { outcomes, unread, characters };
}

interface Known {
  readonly characters: number;
  readonly outcome?: EventRows;
  readonly keep?: Unread['keep'];
}

function knownRows({ rows, dialect, judge }: Extract<EventTask, { rows: unknown }>, cache: RowCache): Known {
  const key = `${dialect} ${JSON.stringify(rows)}`;
  const characters = key.length;
  const outcome = judge ? undefined : cache.find(key);
  return outcome ? { outcome, characters } : { characters, keep: (read) => cache.keep(key, read) };
}

const ALLOWED = { verdict: 'allow', rules: [] } as const;

/** A text is judged as a query over HTTP is, if nothing else was sent of what happened around it. */
function knownText(
  task: Exclude<EventTask, { rows: unknown }>,
  { active, today }: Pick<EventTasks, 'active' | 'today'>,
  verdicts: VerdictCache<QueryOutcome>,
): Known {
  const { query, dialect, caller } = task;
  const characters = query.length;
  if (!task.judge || !active || task.session !== undefined || !isPlainText(task)) return { characters };
  const known = verdicts.find(textRequest({ active, query, dialect, caller, today }));
  if (typeof known === 'object') {
    const { rows, shape, flow } = known.outcome;
    return { characters, outcome: { rows, shape, flow, judged: ALLOWED } };
  }
  return known ? { characters, keep: (read) => rememberText(known, read) } : { characters };
}

function rememberText(remember: Remember<QueryOutcome>, { rows, shape, flow, allowed }: EventRows): void {
  if (!allowed) return;
  const outcome: QueryOutcome = {
    ...{ verdict: 'allow', statements: allowed.statements, findings: [], rows, shape, flow },
  };
  remember({ outcome, byClass: allowed.byClass, characters: charactersOfRows(outcome) });
}

/** Reads the rest in a thread; returns one outcome for each event. */
export async function readEvents(
  pool: Pool,
  { outcomes, unread }: SortedEvents,
  { workspace, active, today }: Omit<EventTasks, 'tasks'>,
  limits: EngineLimits,
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
    for (const [at, { index, keep }] of unread.entries()) {
      const outcome = read[at] as EventOutcome;
      all[index] = outcome;
      if ('rows' in outcome) keep?.(outcome);
    }
    return all as readonly EventOutcome[];
  } catch (error) {
    throw engineError(error, 'reading the events', times);
  }
}
