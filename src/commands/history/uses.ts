import {
  COMMON_NAME,
  ConfigError,
  completenessText,
  counted,
  DIALECTS,
  type Dialect,
  EXIT,
  grouped,
  HISTORY_FILE,
  type HistoryHeader,
  historyGaps,
  historyOrigin,
} from '../../model/index.ts';
import { ANYWHERE, type CountedUse, type ObjectName, UseCounter, type UseQuestion } from '../../use/index.ts';
import type { CommandResult } from '../command-result.ts';

/** A table, or a column of one. */
interface Asked extends ObjectName {
  readonly column?: string | undefined;
}

/** Queries and callers that the text lists; JSON has all. */
const MAX_LISTED = 20;
const MAX_SHOWN = 300;

/** `querygate uses`: who uses a table or column, according to a snapshot. Raises ConfigError. */
export async function usesCommand(request: {
  /** `table`, `table.column`, `schema.table` or `schema.table.column`. */
  readonly object: string;
  /** Path of a snapshot. */
  readonly file?: string | undefined;
  readonly json: boolean;
}): Promise<CommandResult> {
  const { object, file = HISTORY_FILE, json } = request;
  const { searchSnapshot } = await import('../../history/index.ts');
  const counter = new UseCounter();
  const readings = readingsOf(object);
  const ask = (asked: Asked) => {
    const questions = FAMILIES.map((dialect): UseQuestion => ({ kind: 'table', change: 'removed', dialect, ...asked }));
    for (const question of questions) counter.ask(question, ANYWHERE);
    return questions;
  };
  const asked = readings.map((reading) => ({
    questions: ask(reading),
    ofTable: ask({ schema: reading.schema, name: reading.name }),
  }));
  const pattern = counter.pattern();
  const header = await searchSnapshot(file, {
    row: (row) => counter.add(row),
    wants: (line) => pattern.test(line),
  });
  const inAll = (questions: readonly UseQuestion[]) =>
    questions.flatMap((question) => counter.of(question, ANYWHERE) ?? []).reduce(together);
  // `a.b` is a column if the history has a table `a`, and otherwise the table of a schema.
  const known = asked.find(({ ofTable }) => callsOf(inAll(ofTable)) > 0);
  const use = inAll((known ?? (asked[0] as (typeof asked)[0])).questions);
  const found = { object, from: header.from, to: header.to, ...use };
  const text = json
    ? `${JSON.stringify(asObjects(found), undefined, 2)}\n`
    : textOf(object, use, { header, file, isKnown: known !== undefined });
  return { text, exitCode: EXIT.ok };
}

/** MySQL and MariaDB are often recorded as each other. */
const FAMILIES: readonly Dialect[] = [...new Set(DIALECTS.map((dialect) => COMMON_NAME[dialect]))];

/** The uses of one name on servers of two kinds. */
function together(a: CountedUse, b: CountedUse): CountedUse {
  const sum = (of: (use: CountedUse) => number) => of(a) + of(b);
  const joined = (of: (use: CountedUse) => readonly (readonly [string, number])[]) => {
    const counts = new Map(of(a));
    for (const [name, calls] of of(b)) counts.set(name, (counts.get(name) ?? 0) + calls);
    return [...counts].sort(([, x], [, y]) => y - x);
  };
  return {
    calls: sum(({ calls }) => calls),
    writes: sum(({ writes }) => writes),
    flows: sum(({ flows }) => flows),
    unclear: sum(({ unclear }) => unclear),
    named: sum(({ named }) => named ?? 0),
    insertsWithoutColumn: sum((use) => use.insertsWithoutColumn),
    insertsWithoutList: sum((use) => use.insertsWithoutList),
    lastDay: [a.lastDay, b.lastDay].sort()[1] ?? '',
    callers: joined(({ callers }) => callers),
    queries: joined(({ queries }) => queries),
    unclearQueries: joined(({ unclearQueries }) => unclearQueries),
  };
}

function callsOf({ calls, unclear }: CountedUse): number {
  return calls + unclear;
}

/** What the name of an object may mean. Raises ConfigError if it cannot be one. */
function readingsOf(text: string): readonly [Asked, ...Asked[]] {
  const parts = text.match(/"[^"]+"|`[^`]+`|\[[^\]]+\]|[^.]+/g) ?? [];
  const [first = '', second, third, ...more] = parts.map((part) => part.replace(/^["`[]|["`\]]$/g, ''));
  if (first === '' || more.length > 0 || parts.join('.') !== text)
    throw new ConfigError(
      `\`${text}\` is neither a table nor a column: write \`table\`, \`table.column\` or \`schema.table.column\``,
    );
  if (second === undefined) return [{ schema: '', name: first }];
  if (third !== undefined) return [{ schema: first, name: second, column: third }];
  return [
    { schema: '', name: first, column: second },
    { schema: first, name: second },
  ];
}

/** With names instead of pairs. */
function asObjects({ callers, queries, unclearQueries, ...use }: CountedUse & { readonly object: string }) {
  const named = (pairs: readonly (readonly [string, number])[], key: string) =>
    pairs.map(([name, calls]) => ({ [key]: name, calls }));
  return {
    ...use,
    callers: named(callers, 'caller'),
    queries: named(queries, 'shape'),
    unclearQueries: named(unclearQueries, 'shape'),
  };
}

interface Answered {
  readonly header: HistoryHeader;
  readonly file: string;
  /** Whether a recorded statement uses the table at all. */
  readonly isKnown: boolean;
}

function textOf(object: string, use: CountedUse, { header, file, isKnown }: Answered): string {
  const { from, to, statements, sources, unread, truncated } = header;
  const { calls, writes, flows, unclear, lastDay, callers, queries, unclearQueries } = use;
  const last = lastDay === '' ? '' : `, last on ${lastDay}`;
  const window = from && to ? `, ${from.slice(0, 10)} to ${to.slice(0, 10)}` : '';
  const lines = [
    calls === 0
      ? `${object}: no use${isKnown ? '' : ', as no recorded statement has such a table'}`
      : `${object}: ${counted(calls, 'call')} in ${counted(flows, 'flow')}${writes > 0 ? `, of which ${grouped(writes)} write` : ''}${last}`,
    ...(unclear > 0 ? [`${counted(unclear, 'more call')} may use it: the column may be of another table`] : []),
    `history: ${file}${window}, ${counted(statements, 'statement')}, ${completenessText(historyGaps(sources))}`,
    ...(historyOrigin(sources) === 'tests' ? ['it is of tests, which do not show what production uses'] : []),
    ...(unread + truncated > 0 ? [`${counted(unread + truncated, 'statement')} of it could not be read`] : []),
    'views and code inside the database are not followed here; `check` follows those in the SQL of the base branch',
    ...listOf('callers', callers),
    ...listOf('queries', queries),
    ...listOf('queries that may use it', unclearQueries),
  ];
  return `${lines.join('\n')}\n`;
}

function listOf(heading: string, pairs: readonly (readonly [string, number])[]): readonly string[] {
  if (pairs.length === 0) return [];
  const listed = pairs.slice(0, MAX_LISTED);
  const width = Math.max(...listed.map(([, calls]) => grouped(calls).length));
  const more = pairs.length - listed.length;
  return [
    '',
    `${heading}, by calls:`,
    ...listed.map(([name, calls]) => {
      const text = name.length > MAX_SHOWN ? `${name.slice(0, MAX_SHOWN)}…` : name;
      return `  ${grouped(calls).padStart(width)}  ${text.replace(/\s+/g, ' ')}`;
    }),
    ...(more > 0 ? [`  and ${grouped(more)} more: --format json lists all`] : []),
  ];
}
