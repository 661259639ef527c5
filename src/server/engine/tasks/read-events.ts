import type { EventOutcome, EventTask } from '../engine.ts';
import { storedRows, TOO_MANY_ROWS } from './stored-row.ts';
import type { TaskTools } from './worker-cache.ts';

/** Reads events; reports one part per event: what it adds to the history. */
export async function readEvents({ tasks }: { readonly tasks: readonly EventTask[] }, tools: TaskTools): Promise<void> {
  // Load the readers first, so that loading does not count against the time of an event.
  for (const dialect of new Set(tasks.map((task) => task.dialect))) await tools.traffic(dialect);
  for (const [index, { query, dialect, caller, normalised, truncated }] of tasks.entries()) {
    const reader = await tools.traffic(dialect);
    tools.begin(index);
    const { rows, shape } = reader.read({ query, caller, normalised, truncated });
    const stored = storedRows(rows);
    const outcome: EventOutcome = stored ? { rows: stored, shape } : { tooCostly: TOO_MANY_ROWS };
    tools.part(index, outcome);
  }
}
