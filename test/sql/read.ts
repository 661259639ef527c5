import {
  DIALECTS,
  type Dialect,
  type FileContext,
  type FileRun,
  type Operation,
  type SqlScript,
} from '../../src/model/index.ts';
import { createSqlReader, type SqlReader } from '../../src/sql/index.ts';

const readers = new Map<Dialect, SqlReader>();
for (const dialect of DIALECTS) readers.set(dialect, await createSqlReader(dialect));

export function read(dialect: Dialect, sql: string, path = 'x.sql', context?: FileContext, run?: FileRun): SqlScript {
  const reader = readers.get(dialect);
  if (!reader) throw new Error(`no reader for ${dialect}`);
  return reader.read(sql, { path, context, run });
}

/** Reads a file that runs as the configuration says. */
export function readRun(dialect: Dialect, sql: string, run: FileRun, path = 'x.sql'): SqlScript {
  return read(dialect, sql, path, undefined, run);
}

/**
 * An operation in one line: `delete users none @cte`, `drop_table s.t +cascade +ifExists`. An empty target, the place
 * `statement` and false flags are left out.
 */
export function show(operation: Operation): string {
  const flags = (
    [
      'cascade',
      'ifExists',
      'ifNotExists',
      'orReplace',
      'concurrently',
      'temporary',
      'createdHere',
      'grantOption',
    ] as const
  ).filter((flag) => operation[flag]);
  return [
    operation.kind,
    operation.target.text,
    operation.filter === undefined ? 'filter?' : operation.filter,
    operation.place === 'statement' ? '' : `@${operation.place}`,
    operation.readable === false ? 'unreadable' : '',
    ...flags.map((flag) => `+${flag}`),
  ]
    .filter((part) => part !== '')
    .join(' ');
}

/** The operations of a file, one line each. */
export function operationsOf(dialect: Dialect, sql: string): string[] {
  return read(dialect, sql).statements.flatMap(({ operations }) => operations.map(show));
}

/** The reasons why parts of a file could not be read. */
export function unreadableOf(dialect: Dialect, sql: string): string[] {
  const script = read(dialect, sql);
  return [...script.unreadable, ...script.statements.flatMap(({ unreadable }) => unreadable)].map(
    ({ reason }) => reason,
  );
}

/** The text of each statement of a file. */
export function statementsOf(dialect: Dialect, sql: string): string[] {
  return read(dialect, sql).statements.map(({ span }) => sql.slice(span.start, span.end));
}

/** How the last write of a text filters; `no write` if there is none. */
export function filterOf(dialect: Dialect, sql: string): string {
  const operations = read(dialect, sql).statements.flatMap((statement) => statement.operations);
  const write = operations.findLast(({ filter }) => filter !== '');
  return write ? (write.filter ?? 'unknown') : 'no write';
}
