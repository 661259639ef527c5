import { flowCaller, type HistoryRow } from '../model/index.ts';
import { questionKey, type UseQuestion } from './question.ts';
import { type UseScope, useIn } from './row-use.ts';

/** How a history uses an object. */
export interface CountedUse {
  readonly calls: number;
  readonly writes: number;
  readonly flows: number;
  /** The names of those who used it, with their calls; most calls first. */
  readonly callers: readonly (readonly [name: string, calls: number])[];
  /** `YYYY-MM-DD`; empty if there is none. */
  readonly lastDay: string;
  /** Calls that may use it. */
  readonly unclear: number;
  readonly insertsWithoutColumn: number;
  readonly insertsWithoutList: number;
  /** The queries that use it, or INSERTs that leave it out, with their calls; most calls first. */
  readonly queries: readonly (readonly [shape: string, calls: number])[];
  /** Those that may use it. */
  readonly unclearQueries: readonly (readonly [shape: string, calls: number])[];
}

interface Tally {
  readonly question: UseQuestion;
  readonly scope: UseScope;
  calls: number;
  writes: number;
  unclear: number;
  insertsWithoutColumn: number;
  insertsWithoutList: number;
  lastDay: string;
  readonly flows: Set<string>;
  readonly callers: Map<string, number>;
  readonly examples: Record<'yes' | 'unclear', Map<string, number>>;
}

/** Texts in a line of a snapshot which show that its statement may use anything. */
const HIDDEN = ['"unreadable":', '"truncated":true', '"readable":false'] as const;

/** Counts how the rows of a history use objects. */
export class UseCounter {
  /** Calls of statements that build SQL at run time, or could not be read. */
  hidden = 0;
  readonly #tallies = new Map<string, Tally>();

  ask(question: UseQuestion, scope: UseScope): void {
    this.#tallies.set(questionKey(question), {
      ...{ question, scope, calls: 0, writes: 0, unclear: 0, insertsWithoutColumn: 0, insertsWithoutList: 0 },
      ...{ lastDay: '', flows: new Set(), callers: new Map(), examples: { yes: new Map(), unclear: new Map() } },
    });
  }

  /** Matches the lines of a snapshot that can matter. Reading the others would take longer than all else. */
  pattern(): RegExp {
    const names = [...this.#tallies.values()].flatMap(({ question, scope }) => [
      question,
      ...scope.views,
      ...(scope.routines ?? []),
    ]);
    const texts = names.map(({ name }) => JSON.stringify(name).slice(1, -1));
    const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
    return new RegExp([...new Set([...HIDDEN, ...texts])].map(literal).join('|'), 'i');
  }

  add(row: HistoryRow): void {
    const calls = Object.values(row.days).reduce((sum, count) => sum + count, 0);
    const isHidden =
      row.unreadable !== undefined || row.truncated || row.operations.some(({ readable }) => readable === false);
    if (isHidden) this.hidden += calls;
    for (const tally of this.#tallies.values()) count(tally, row, calls);
  }

  of(question: UseQuestion): CountedUse | undefined {
    const tally = this.#tallies.get(questionKey(question));
    if (!tally) return undefined;
    const { calls, writes, unclear, insertsWithoutColumn, insertsWithoutList, lastDay, flows, callers, examples } =
      tally;
    return {
      ...{ calls, writes, unclear, insertsWithoutColumn, insertsWithoutList, lastDay, flows: flows.size },
      callers: mostCalls(callers),
      queries: mostCalls(examples.yes),
      unclearQueries: mostCalls(examples.unclear),
    };
  }
}

function count(tally: Tally, row: HistoryRow, calls: number): void {
  const { uses, writes, inserts } = useIn(row, tally.question, tally.scope);
  if (inserts === 'without column') tally.insertsWithoutColumn += calls;
  if (inserts === 'without list') tally.insertsWithoutList += calls;
  const example = uses === 'no' ? inserts && 'yes' : uses;
  if (example) add(tally.examples[example], row.shape, calls);
  if (uses === 'unclear') tally.unclear += calls;
  if (uses !== 'yes' && !inserts) return;
  add(tally.callers, flowCaller(row) || 'an unnamed caller', calls);
  for (const day of Object.keys(row.days)) if (day > tally.lastDay) tally.lastDay = day;
  if (uses !== 'yes') return;
  tally.calls += calls;
  if (writes) tally.writes += calls;
  tally.flows.add(JSON.stringify([row.shape, flowCaller(row), row.caller.database]));
}

function add(counts: Map<string, number>, key: string, calls: number): void {
  counts.set(key, (counts.get(key) ?? 0) + calls);
}

function mostCalls(counts: ReadonlyMap<string, number>): readonly (readonly [string, number])[] {
  return [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
}
