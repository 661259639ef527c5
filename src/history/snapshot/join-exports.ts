import { counted, type HistorySource, SUMMED_SOURCES } from '../../model/index.ts';
import type { Run, RunLine } from './runs.ts';

/** What was left out because a log has it too. */
export interface JoinCount {
  rows: number;
  calls: number;
}

type Name = string | undefined;

interface Names {
  readonly user: Name;
  readonly application: Name;
  readonly database: Name;
}

/**
 * Joins exports that hold sums (`pg_stat_statements`, digests) with logs of the same server: a query that a log has counts once,
 * with the values, callers and days of the log. The exports give the queries that no log has. A row of an export has no days, and
 * lacks a name of the caller that the row of the log has; the other names are equal.
 *
 * @param count receives the totals; complete once all lines have been iterated
 */
export function joinExports(lines: Run, sources: readonly HistorySource[], count: JoinCount): Run {
  const kinds = sources.map(({ kind }) => (SUMMED_SOURCES as ReadonlySet<string>).has(kind));
  return kinds.includes(true) && kinds.includes(false) ? joined(lines, count) : lines;
}

function* joined(lines: Run, count: JoinCount): Generator<RunLine> {
  let group: RunLine[] = [];
  let query = '';
  for (const line of lines) {
    // Lines are sorted by the query first.
    const own = queryOf(line.flow);
    if (own !== query) {
      yield* withoutExported(group, count);
      group = [];
    }
    query = own;
    group.push(line);
  }
  yield* withoutExported(group, count);
}

/** Shape and dialect, which are two JSON strings at the beginning of a flow. */
function queryOf(flow: string): string {
  return /^"(?:[^"\\]|\\.)*""[^"]*"/.exec(flow)?.[0] ?? flow;
}

const UNDATED = /^\{"":(\d+)\}$/;

function* withoutExported(group: readonly RunLine[], count: JoinCount): Generator<RunLine> {
  const logged = group.filter(({ days }) => !UNDATED.test(days)).map(namesOf);
  for (const line of group) {
    const calls = UNDATED.exec(line.days)?.[1];
    if (calls === undefined || logged.length === 0) {
      yield line;
      continue;
    }
    const own = namesOf(line);
    if (logged.some((names) => has(names, own))) {
      count.rows++;
      count.calls += Number(calls);
    } else yield line;
  }
}

function namesOf({ body }: RunLine): Names {
  const { caller } = JSON.parse(`${body}}`) as { readonly caller: Record<string, unknown> };
  const unknown = (caller['notCarried'] ?? []) as readonly string[];
  const name = (fact: string): Name => (unknown.includes(fact) ? undefined : ((caller[fact] as Name) ?? ''));
  return { user: name('user'), application: name('application'), database: name('database') };
}

/** Whether a row of a log has all that is known of a row of an export, and more. */
function has(log: Names, own: Names): boolean {
  const facts = ['user', 'application', 'database'] as const;
  return (
    facts.every((fact) => own[fact] === undefined || own[fact] === log[fact]) &&
    facts.some((fact) => own[fact] === undefined && log[fact] !== undefined)
  );
}

/** The sources, with a note on the exports if something was left out. */
export function withJoinNotes(sources: readonly HistorySource[], { rows, calls }: JoinCount): readonly HistorySource[] {
  if (rows === 0) return sources;
  const note = `${counted(rows, 'row')} of the exports (${counted(calls, 'execution')}) ${rows === 1 ? 'is' : 'are'} in a log too, and ${rows === 1 ? 'counts' : 'count'} there`;
  return sources.map((source) =>
    (SUMMED_SOURCES as ReadonlySet<string>).has(source.kind) ? { ...source, notes: [...source.notes, note] } : source,
  );
}
