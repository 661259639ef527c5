import type { Statement } from '../../model/index.ts';
import type { RecordedStatement } from '../../model/schemas/index.ts';
import { createLazySqlReader, lastPartOf, loadingGrammar } from '../../sql/index.ts';
import type { Recording } from '../recording/index.ts';
import {
  type Bookkeeping,
  type BookkeepingRow,
  bookkeepingOf,
  type MigrationTables,
  mayKeepBooks,
} from './bookkeeping.ts';
import { measuredPart } from './measured.ts';
import { rowsWritten } from './rows.ts';
import { sourceComment } from './source-line.ts';

/** A migration that a framework notes as applied. */
export interface NotedMigration {
  readonly bookkeeping: Bookkeeping;
  /** Its table, in lower case. */
  readonly table: string;
  readonly row: BookkeepingRow;
}

/** One statement that a migration executed. */
export interface MigrationStatement extends RecordedStatement {
  /** The tables that it creates, in lower case, without their schema. */
  readonly creates?: readonly string[];
}

/** What one migration executed. */
export interface RecordedMigration extends NotedMigration {
  readonly statements: readonly MigrationStatement[];
  /** The settings that its sessions made in earlier parts of the recording, in order. */
  readonly settings: readonly RecordedStatement[];
  /** Statements that failed, so that they are not among the others. */
  readonly failed: readonly RecordedStatement[];
  /** The framework noted several at once: it loaded a schema, and ran none of them. */
  readonly isLoaded: boolean;
}

/** A recording by migration. */
export interface SplitRecording {
  /** In the order in which they ran. */
  readonly migrations: readonly RecordedMigration[];
  /** Statements after the last migration. */
  readonly rest: readonly RecordedStatement[];
  /** Whether migrations were taken back, so that some may have run twice. */
  readonly hasReverts: boolean;
}

/** A recording whose statements are read. */
interface ReadRecording {
  /** Every row that looks like one of a framework, in order. */
  readonly noted: readonly NotedMigration[];
  /**
   * Splits it at the rows that the framework wrote. What it reads or writes for itself is left out, and so is what it took
   * back.
   *
   * @param isMigration whether such a row is one: a migration may write into the same table itself
   */
  split(isMigration: (noted: NotedMigration) => boolean): SplitRecording;
}

/** One statement of a recorded text. */
interface Piece {
  readonly statement: Statement;
  readonly recorded: MigrationStatement;
  readonly noted: readonly NotedMigration[];
  /** The bookkeeping table of which it deletes rows, in lower case. */
  readonly unnotes: string | undefined;
}

/** The program that sent the statements, one by one. */
const RUN = { runBy: 'driver', transaction: false } as const;

/** Reads the statements of a recording. `tables`: tables of migrations with names of their own. */
export async function readRecorded({ header, statements }: Recording, tables: MigrationTables): Promise<ReadRecording> {
  const { dialect } = header;
  const reader = await createLazySqlReader(dialect);
  const texts: (readonly Piece[])[] = [];
  const made = new MadeTables(header.fresh === true);
  for (const recorded of statements) {
    const { sql } = recorded;
    const script = await loadingGrammar(() => reader.read(sql, { path: 'recorded.sql', run: RUN }));
    const parts = script.statements.map(({ span }) => sql.slice(span.start, span.end));
    texts.push(
      script.statements.map((statement, at) => {
        const { operations } = statement;
        const text = withSource(parts[at] ?? '', parts.length === 1 ? sql : '');
        const own: MigrationStatement = {
          ...recorded,
          ...measuredPart(recorded, at, parts),
          sql: recorded.failed === undefined ? made.text(text, statement) : text,
          creates: operations.flatMap(({ kind, target }) =>
            kind === 'create_table' ? (target.name?.toLowerCase() ?? []) : [],
          ),
        };
        const keeping = operations.filter(({ target, columns = [] }) => mayKeepBooks(target.name, columns, tables));
        const written = keeping.find(({ kind }) => kind === 'insert' || kind === 'update')?.target.name;
        const noted =
          written === undefined || recorded.failed !== undefined || recorded.rows === 0
            ? []
            : rowsWritten(own.sql, recorded.values, dialect).flatMap((row): readonly NotedMigration[] => {
                const bookkeeping = bookkeepingOf(written, row, tables);
                return bookkeeping ? [{ bookkeeping, table: written.toLowerCase(), row }] : [];
              });
        return {
          statement,
          recorded: own,
          noted,
          // A clean-up of rows that are not there takes nothing back.
          unnotes:
            recorded.rows === 0
              ? undefined
              : operations.find(({ kind }) => kind === 'delete')?.target.name?.toLowerCase(),
        };
      }),
    );
  }
  return {
    noted: texts.flatMap((pieces) => pieces.flatMap(({ noted }) => noted)),
    split: (isMigration) => new Splitter(isMigration, texts).split(),
  };
}

/** The statement with the comment of the whole text that says where it comes from, which stands before or after it. */
function withSource(statement: string, whole: string): string {
  const comment = sourceComment(whole);
  return comment === undefined || statement.includes(comment) ? statement : `${statement} ${comment}`;
}

/** Which names of tables were taken, on a database that began empty. */
class MadeTables {
  readonly #names = new Set<string>();
  #isKnown: boolean;

  constructor(isEmpty: boolean) {
    this.#isKnown = isEmpty;
  }

  /** The text of a statement that ran: `CREATE TABLE IF NOT EXISTS` of a name that was never taken makes the table. */
  text(sql: string, { operations }: Statement): string {
    let text = sql;
    for (const { kind, target, ifNotExists } of operations) {
      if (kind === 'rename_table' || kind === 'set_schema') this.#isKnown = false;
      if (kind !== 'create_table' || !this.#isKnown) continue;
      const name = target.name?.toLowerCase() ?? '';
      if (ifNotExists && !this.#names.has(name)) text = text.replace(/\bIF\s+NOT\s+EXISTS\b/i, '');
      this.#names.add(name);
    }
    return text;
  }
}

/** Goes through a recording, and gathers the statements of each migration. */
class Splitter {
  readonly #isMigration: (noted: NotedMigration) => boolean;
  readonly #texts: readonly (readonly Piece[])[];
  /** The tables of the frameworks in use. */
  readonly #tables: ReadonlySet<string>;
  readonly #migrations: (RecordedMigration & { statements: MigrationStatement[] })[] = [];
  /** By session and setting. */
  readonly #settings = new Map<string, RecordedStatement>();
  readonly #names = new Set<string>();
  #hasReverts = false;
  #current: MigrationStatement[] = [];
  #failed: RecordedStatement[] = [];
  /** The settings before the current migration. */
  #before: readonly RecordedStatement[] = [];
  /** What a deleted row took back, until it is clear that no other row takes its place. */
  #reverted: MigrationStatement[] = [];

  constructor(isMigration: (noted: NotedMigration) => boolean, texts: readonly (readonly Piece[])[]) {
    this.#isMigration = isMigration;
    this.#texts = texts;
    const noted = texts.flatMap((pieces) => pieces.flatMap((piece) => piece.noted)).filter(isMigration);
    this.#tables = new Set(
      noted.flatMap(({ table, bookkeeping: { others = [] } }) => [table, `${table}_lock`, ...others]),
    );
  }

  split(): SplitRecording {
    for (const pieces of this.#texts) this.#add(pieces);
    return { migrations: this.#migrations, rest: this.#current, hasReverts: this.#hasReverts };
  }

  #add(pieces: readonly Piece[]): void {
    const own: MigrationStatement[] = [];
    for (const { statement, recorded } of pieces) {
      if (this.#isOwn(statement) || isCatalogRead(statement)) continue;
      if (recorded.failed === undefined || mayRunElsewhere(statement, recorded.failed)) own.push(recorded);
      else this.#failed.push(recorded);
      const [, setting] = SETTING.exec(recorded.sql) ?? [];
      if (recorded.failed === undefined && setting !== undefined)
        this.#settings.set(`${recorded.session} ${setting.toLowerCase()}`, recorded);
    }
    const [first] = pieces;
    const kept = first && pieces.length > 1 ? together(own, first.recorded) : own;
    const last = this.#migrations.at(-1);
    const endsLast =
      last && this.#current.length === 0 && kept.length === 1 && ENDS_TRANSACTION.test(kept[0]?.sql ?? '');
    // The transaction of a migration ends after its row.
    if (endsLast) last.statements.push(...kept);
    else if (kept.length > 0) {
      this.#reverted = [];
      this.#current.push(...kept);
    }
    this.#note(pieces);
  }

  #note(pieces: readonly Piece[]): void {
    const noted = pieces.flatMap((piece) => piece.noted).filter(this.#isMigration);
    if (noted.length === 0) {
      if (!pieces.some(({ unnotes = '' }) => this.#tables.has(unnotes))) return;
      // A migration was taken back: the next one did not do that.
      this.#reverted = this.#current;
      this.#hasReverts = true;
      return this.#begin();
    }
    if (this.#current.length === 0) this.#current = this.#reverted;
    this.#reverted = [];
    for (const each of noted) {
      const name = `${each.bookkeeping.tool} ${each.bookkeeping.name(each.row)}`;
      // Alembic notes the version before the one that was taken back.
      const isReturn = each.bookkeeping.tool === 'Alembic' && this.#names.has(name);
      this.#names.add(name);
      if (isReturn) this.#hasReverts = true;
      if (!isReturn)
        this.#migrations.push({
          ...each,
          statements: this.#current,
          settings: this.#before,
          failed: this.#failed,
          isLoaded: noted.length > 1,
        });
      this.#begin();
    }
  }

  #begin(): void {
    this.#current = [];
    this.#failed = [];
    this.#before = [...this.#settings.values()];
  }

  /** Whether a statement concerns nothing but tables that the framework keeps for itself, and drops none. */
  #isOwn({ operations, facts }: Statement): boolean {
    if (operations.some(({ kind }) => kind.startsWith('drop_') || kind === 'truncate')) return false;
    const { tablesRead = [], tablesWritten = [] } = facts;
    const targets = operations.flatMap(({ target, table }) => [target.name ?? '', table ?? '']);
    const names = [...targets, ...tablesRead, ...tablesWritten].filter((name) => name !== '' && !CATALOG.test(name));
    const isFrameworks = (name: string) =>
      this.#tables.has(lastPartOf(name).toLowerCase()) ||
      operations.some(({ kind, target }) => kind === 'create_index' && target.name === name);
    return names.length > 0 && names.every(isFrameworks);
  }
}

const ENDS_TRANSACTION = /^\s*(?:COMMIT|END)\b/i;
const OWN_TRANSACTION = /^\s*(?:BEGIN|START\s+TRANSACTION|COMMIT|END|ROLLBACK|ABORT)\b/i;
/** Settings of a session that decide how its later statements run. */
const SETTING =
  /^\s*SET\s+(?:SESSION\s+|@@(?:SESSION\.)?)?(lock_timeout|statement_timeout|transaction_timeout|search_path|(?:innodb_)?lock_wait_timeout|max_statement_time|sql_mode)\b/i;

/** What failed because something is missing may run where that exists. */
const MISSING: ReadonlySet<string> = new Set(['42P01', '42703', '42704', '42883', '3F000', '42S02', '42S22']);

function mayRunElsewhere({ operations }: Statement, sqlstate: string): boolean {
  return MISSING.has(sqlstate) && operations.some(({ kind }) => kind !== 'select');
}

/** Statements that were sent as one text run in one transaction, unless one is open or they begin their own. */
function together(statements: readonly MigrationStatement[], text: RecordedStatement): readonly MigrationStatement[] {
  const isOwn = statements.some(({ sql }) => OWN_TRANSACTION.test(sql));
  if (text.transaction !== false || isOwn || statements.length < 2) return statements;
  return [
    { ...text, sql: 'BEGIN' },
    ...statements.map((each) => ({ ...each, transaction: true })),
    { ...text, sql: 'COMMIT' },
  ];
}

const CATALOG = /^(?:pg_catalog\.|information_schema\.|pg_|mysql\.|performance_schema\.|sys\.)/i;
/** Functions that frameworks call to know the server and its catalogs, and to lock out a second process. */
const HARMLESS =
  /^(?:pg_(?:try_)?advisory_\w+|pg_is_in_recovery|pg_backend_pid|pg_get_\w+|pg_\w+_is_visible|version|current_\w+|to_reg\w+|get_lock|release_lock|is_(?:free|used)_lock|connection_id|(?:session_|system_)?user|found_rows|if|concat|group_concat|database|schema|now|format_type|(?:obj|col)_description|has_\w+_privilege|array_\w+|string_agg|json_agg|unnest|generate_\w+|coalesce|count|max|min|lower|upper|exists|quote_ident|any|row_number)$/i;

/** Whether a statement only asks what exists. */
function isCatalogRead({ operations, facts }: Statement): boolean {
  if (!operations.every(({ kind }) => kind === 'select' || kind === 'show')) return false;
  const { tablesRead, functions } = facts;
  if (tablesRead === undefined || functions === undefined) return false;
  return tablesRead.every((table) => CATALOG.test(table)) && functions.every((name) => HARMLESS.test(name));
}
