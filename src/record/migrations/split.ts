import type { Dialect, Operation, Statement } from '../../model/index.ts';
import type { RecordedStatement } from '../../model/schemas/index.ts';
import { createLazySqlReader, loadingGrammar } from '../../sql/index.ts';
import type { Recording } from '../recording/index.ts';
import { type Bookkeeping, type BookkeepingRow, bookkeepingOf, isBookkeeping } from './bookkeeping.ts';
import { rowsWritten } from './rows.ts';

/** What one migration executed. */
export interface RecordedMigration {
  readonly bookkeeping: Bookkeeping;
  readonly row: BookkeepingRow;
  readonly statements: readonly RecordedStatement[];
  /** The framework noted several at once: it loaded a schema, and ran none of them. */
  readonly isLoaded: boolean;
}

/** A recording by migration. */
export interface SplitRecording {
  /** In the order in which they ran. */
  readonly migrations: readonly RecordedMigration[];
  /** Statements after the last migration. */
  readonly rest: readonly RecordedStatement[];
}

/** The program that sent the statements, one by one. */
const RUN = { runBy: 'driver', transaction: false } as const;

/**
 * Splits what a framework executed at the rows that it writes for each migration that it has applied. What it reads or
 * writes for itself is left out.
 */
export async function splitMigrations({ header, statements }: Recording): Promise<SplitRecording> {
  const { dialect } = header;
  const reader = await createLazySqlReader(dialect);
  const migrations: (RecordedMigration & { statements: RecordedStatement[] })[] = [];
  let current: RecordedStatement[] = [];
  for (const recorded of statements) {
    // A statement that failed did nothing. If the command went on, it expected that.
    if (recorded.failed !== undefined) continue;
    const { sql } = recorded;
    const script = await loadingGrammar(() => reader.read(sql, { path: 'recorded.sql', run: RUN }));
    const own: RecordedStatement[] = [];
    const applied: Applied[] = [];
    for (const statement of script.statements) {
      const text = sql.slice(statement.span.start, statement.span.end);
      const { operations } = statement;
      if (operations.some(({ target }) => isBookkeeping(target.name)))
        applied.push(...appliedBy(operations, text, recorded, dialect));
      else if (!isCatalogRead(statement)) own.push({ ...recorded, sql: text });
    }
    const last = migrations.at(-1);
    // The transaction of a migration ends after its row.
    if (last && current.length === 0 && own.length === 1 && ENDS_TRANSACTION.test(sql)) last.statements.push(...own);
    else current.push(...(script.statements.length < 2 ? own : together(own, recorded)));
    for (const each of applied) {
      migrations.push({ ...each, statements: current, isLoaded: applied.length > 1 });
      current = [];
    }
  }
  return { migrations, rest: current };
}

type Applied = Pick<RecordedMigration, 'bookkeeping' | 'row'>;

/** The migrations that a statement notes as applied. */
function appliedBy(
  operations: readonly Operation[],
  text: string,
  { values }: RecordedStatement,
  dialect: Dialect,
): readonly Applied[] {
  const table = operations.find(({ kind, target }) => WRITES.has(kind) && isBookkeeping(target.name))?.target.name;
  if (table === undefined) return [];
  return rowsWritten(text, values, dialect).flatMap((row) => {
    const bookkeeping = bookkeepingOf(table, row);
    return bookkeeping ? [{ bookkeeping, row }] : [];
  });
}

const WRITES: ReadonlySet<string> = new Set(['insert', 'update']);

const ENDS_TRANSACTION = /^\s*(?:COMMIT|END)\b/i;
const OWN_TRANSACTION = /^\s*(?:BEGIN|START\s+TRANSACTION|COMMIT|END|ROLLBACK|ABORT)\b/i;

/** Statements that were sent as one text run in one transaction, unless one is open or they begin their own. */
function together(statements: readonly RecordedStatement[], text: RecordedStatement): readonly RecordedStatement[] {
  const isOwn = statements.some(({ sql }) => OWN_TRANSACTION.test(sql));
  if (text.transaction !== false || isOwn || statements.length < 2) return statements;
  return [
    { ...text, sql: 'BEGIN' },
    ...statements.map((each) => ({ ...each, transaction: true })),
    { ...text, sql: 'COMMIT' },
  ];
}

const CATALOG = /^(?:pg_catalog\.|information_schema\.|pg_|mysql\.|performance_schema\.|sys\.)/i;
/** Functions that frameworks call to know the server, and to lock out a second process. */
const HARMLESS =
  /^(?:pg_(?:try_)?advisory_\w+|pg_is_in_recovery|pg_backend_pid|version|current_\w+|to_reg\w+|get_lock|release_lock|database|schema|now)$/i;

/** Whether a statement only asks what exists. */
function isCatalogRead({ operations, facts }: Statement): boolean {
  if (!operations.every(({ kind }) => kind === 'select' || kind === 'show')) return false;
  const { tablesRead, functions } = facts;
  if (tablesRead === undefined || functions === undefined) return false;
  return tablesRead.length > 0
    ? tablesRead.every((table) => CATALOG.test(table))
    : functions.every((name) => HARMLESS.test(name));
}
