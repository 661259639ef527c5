import { createRowTextReader, type RowTextReader, type TrafficReader } from '../../../history/index.ts';
import type { Dialect } from '../../../model/index.ts';
import type { Ruleset } from '../../../rules/index.ts';
import { isWrittenShape } from '../../../sql/index.ts';
import type { EventOutcome, EventTask, RowsTask, TextTask } from '../engine.ts';
import { activeRuleset } from './active-ruleset.ts';
import { judgeEventText, judgeFacts, judgeRows } from './judge-event.ts';
import { isPlainText } from './plain-text.ts';
import { flowOfText, storedRows, TOO_MANY_ROWS } from './stored-row.ts';
import type { TaskTools } from './worker-cache.ts';

export interface EventsJob {
  readonly tasks: readonly EventTask[];
  /** Key of the ruleset; undefined if no task is judged. */
  readonly active: string | undefined;
  readonly today: string;
}

interface ReadingTools {
  readonly ruleset: Ruleset | undefined;
  readonly sessions: FollowedSessions;
  readonly rows: RowTextReader;
  readonly today: string;
}

/** Outcomes in one message, and the milliseconds after which it is sent anyway. */
const BATCH = 50;
const BATCH_MS = 50;

/** Reads events; reports one part per event: what it adds to the history, and its verdict. */
export async function readEvents({ tasks, active, today }: EventsJob, tools: TaskTools): Promise<undefined> {
  const ruleset = active === undefined ? undefined : await activeRuleset(active, tools);
  // Load the readers first, so that loading does not count against the time of an event.
  const readers = new Map<Dialect, TrafficReader>();
  for (const dialect of new Set(tasks.map((task) => task.dialect))) {
    const reader = await tools.traffic(dialect);
    reader.startSessions();
    readers.set(dialect, reader);
    await tools.reader(dialect);
  }
  const reading = { ruleset, sessions: new FollowedSessions(), rows: await createRowTextReader(), today };
  let values: EventOutcome[] = [];
  let since = performance.now();
  for (const [index, task] of tasks.entries()) {
    tools.begin(index);
    const reader = readers.get(task.dialect) ?? (await tools.traffic(task.dialect));
    values.push('rows' in task ? readRows(task, reading) : await readText(task, index, reader, reading, tools));
    if (values.length < BATCH && index < tasks.length - 1 && performance.now() - since < BATCH_MS) continue;
    tools.parts(index + 1 - values.length, values);
    values = [];
    since = performance.now();
  }
}

async function readText(
  task: TextTask,
  index: number,
  reader: TrafficReader,
  { ruleset, sessions, today }: ReadingTools,
  tools: TaskTools,
): Promise<EventOutcome> {
  const { dialect, judge, ...text } = task;
  const session = sessions.follow(task, reader);
  const read = reader.read({ ...text, session });
  const rows = storedRows(read.rows);
  if (!rows) return { tooCostly: TOO_MANY_ROWS };
  const { shape } = read;
  const outcome = { rows, shape, flow: flowOfText(rows, { dialect, shape, caller: text.caller }) };
  if (!judge || !ruleset) return outcome;
  const { caller } = text;
  if (session !== undefined) return { ...outcome, judged: judgeFacts(ruleset, { caller, today }, [read]) };
  if (!isPlainText(task)) {
    // Such a text is incomplete: read alone, it can show fewer or different facts.
    const alone = reader.read({ ...text, session: `event ${index}` });
    return { ...outcome, judged: judgeFacts(ruleset, { caller, today }, [read, alone]) };
  }
  const judged = judgeEventText(await tools.reader(dialect), ruleset, { query: text.query, caller, today }, read);
  return { ...outcome, ...judged };
}

function readRows({ rows, dialect, judge }: RowsTask, { ruleset, rows: reader, today }: ReadingTools): EventOutcome {
  const read = [];
  for (const [at, value] of rows.entries()) {
    const each = reader.read(value);
    if ('problem' in each) return { invalid: `\`/rows/${at}\`: ${each.problem.slice(0, 300)}` };
    if (each.row.dialect !== dialect) return { invalid: `\`/rows/${at}/dialect\`: must be the dialect of the event` };
    if (!isWrittenShape(each.row.shape, dialect))
      return { invalid: `\`/rows/${at}/shape\`: must have \`?\` for each literal, and no comments` };
    read.push(each);
  }
  const stored = storedRows(read.map(({ text }) => text));
  if (!stored) return { tooCostly: TOO_MANY_ROWS };
  const { user, role, application, database } = read[0]?.row.caller ?? {};
  const caller = { user, role, application, database };
  const shape = read.map(({ row }) => row.shape).join('; ');
  return {
    rows: stored,
    shape,
    flow: flowOfText(stored, { dialect, shape, caller }),
    caller,
    ...(judge &&
      ruleset && {
        judged: judgeRows(
          ruleset,
          read.map(({ row }) => row),
          today,
        ),
      }),
  };
}

/**
 * The sessions of one job. Objects that a session created are known only if the job has all its queries from the first
 * on: a query in another request, or on another server, may have dropped them.
 */
class FollowedSessions {
  /** Number of the last query of each session whose queries were all read so far. */
  readonly #last = new Map<string, number>();

  /**
   * The session under which the reader reads the query; undefined if its earlier queries are not all known. After a
   * query that failed, the objects that the session created may be gone.
   */
  follow({ session, dialect, failed }: TextTask, reader: TrafficReader): string | undefined {
    if (session === undefined) return undefined;
    const name = `${dialect} ${session.name}`;
    const last = this.#last.get(name);
    // A second first query would continue what the reader knows of the first session.
    const continues = last === undefined ? session.statement === 1 : session.statement === last + 1;
    this.#last.set(name, continues ? session.statement : Number.NaN);
    if (!continues) return undefined;
    if (!failed) return name;
    reader.failed(name);
    return undefined;
  }
}
