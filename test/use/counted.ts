import { callerText } from '../../src/history/snapshot/row-text.ts';
import type { Dialect, HistoryRow } from '../../src/model/index.ts';
import { createSqlReader } from '../../src/sql/index.ts';
import { ANYWHERE, questionOf, UseCounter } from '../../src/use/index.ts';

/** A recorded statement. */
export interface Ran {
  readonly sql: string;
  readonly user?: string | undefined;
  readonly database?: string | undefined;
  readonly more?: Partial<HistoryRow>;
}

/** What a history says about an object. */
export type Counted = 'not asked' | 'used' | 'unclear' | 'not used';

export const ran = (sql: string): Ran => ({ sql });

/** What the traffic says about the use of what the first operation of a migration takes away. */
export async function counted(migration: string, traffic: Ran, dialect: Dialect = 'postgresql'): Promise<Counted> {
  const reader = await createSqlReader(dialect);
  const [operation] = reader.read(migration, { path: 'a.sql' }).statements.flatMap(({ operations }) => operations);
  const question = operation && questionOf(operation, dialect);
  if (!question) return 'not asked';
  const { sql, more } = traffic;
  const { user, database } = { user: 'web', database: 'shop', ...traffic };
  const [statement] = reader.readTraffic(sql).statements;
  if (!statement) throw new Error(`no statement in ${sql}`);
  const { shape, facts, operations, unreadable } = statement;
  const row: HistoryRow = {
    ...{ shape, dialect, facts, operations, unreadable: unreadable[0]?.reason, truncated: false },
    caller: { user, role: undefined, application: 'app', database, tags: {} },
    days: { '2026-11-18': 5 },
    ...more,
  };
  const counter = new UseCounter();
  counter.ask(question, ANYWHERE);
  // A row that the search of a snapshot leaves out is not counted.
  const line = JSON.stringify({ ...row, facts: undefined }) + callerText(row.caller, row.callerPatterns).json;
  if (counter.pattern().test(line)) counter.add(row);
  const use = counter.of(question, ANYWHERE);
  if (!use) throw new Error('the question is not known');
  return use.calls > 0 ? 'used' : use.unclear > 0 ? 'unclear' : 'not used';
}
