import type { OperationKind, SqlScript, Statement } from '../../model/index.ts';
import { LEXICAL, type SqlReader } from '../../sql/index.ts';

/** SQL that does less than the SQL that was judged. */
export interface SafeForm {
  /** `limit`: the same query with a LIMIT. `dry-run`: the plan of the statement, which does not run. */
  readonly kind: 'limit' | 'dry-run';
  readonly sql: string;
}

/** Rows of the form with a LIMIT. */
const ROWS = 100;

/**
 * A form of a single statement with provably fewer effects that passes; undefined if there is none. It never has another
 * filter: a filter that selects more rows, or others, would not do less.
 */
export function fewerEffects(
  { text, statements, unreadable }: SqlScript,
  reader: SqlReader,
  passes: (sql: string) => boolean,
): SafeForm | undefined {
  const [statement] = statements;
  if (!statement || statements.length > 1 || unreadable.length > 0 || statement.unreadable.length > 0) return undefined;
  // A comment at the end of the statement must not hide what follows.
  const sql = text.slice(statement.span.start, statement.span.end);
  const forms: readonly SafeForm[] = [
    { kind: 'limit', sql: `${sql}\nLIMIT ${ROWS}` },
    { kind: 'dry-run', sql: `EXPLAIN ${sql}` },
  ];
  return forms.find((form) => isLess(form, statement, reader) && passes(form.sql));
}

/** Whether the form reads back as what it is meant to be. */
function isLess({ kind, sql }: SafeForm, before: Statement, reader: SqlReader): boolean {
  const { statements, unreadable } = reader.readTraffic(sql);
  const [after] = statements;
  if (!after || statements.length > 1 || unreadable.length > 0 || after.unreadable.length > 0) return false;
  if (kind === 'dry-run') return isPlan(after) && before.operations.some((operation) => WRITES.has(operation.kind));
  if (!LEXICAL[reader.dialect].queries.limitClause) return false;
  const isQuery = (each: Statement) => each.operations.every((operation) => operation.kind === 'select');
  return isQuery(before) && isQuery(after) && before.facts.hasLimit === false && after.facts.limit === ROWS;
}

const WRITES: ReadonlySet<OperationKind> = new Set(['insert', 'update', 'delete', 'merge']);

/** EXPLAIN alone: nothing is run, and no function that it may evaluate has an effect. */
function isPlan({ operations, facts }: Statement): boolean {
  return operations.every(({ kind }) => kind === 'explain') && facts.readOnly === true && facts.effects?.length === 0;
}
