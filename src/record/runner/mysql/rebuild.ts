import type { Dialect } from '../../../model/index.ts';
import type { RecordedStatement } from '../../../model/schemas/index.ts';
import { createLazySqlReader, loadingGrammar } from '../../../sql/index.ts';
import { type Comparison, compareLines } from '../scratch.ts';
import { type MysqlConnection, MysqlError } from './connection.ts';
import { executedAgain } from './executed-again.ts';
import { type Database, quoted, schemaOf, userTables } from './schema.ts';
import { databasesCreated, forSecond } from './second-names.ts';
import { outcomesOf, type SentText } from './sent-text.ts';

/** The second databases, on the same server. */
export interface SecondDatabases {
  readonly dialect: Dialect;
  /** The databases that there were before the command. */
  readonly before: readonly Database[];
  /** A session of the recorder's own. */
  readonly client: MysqlConnection;
  connect(): Promise<MysqlConnection>;
  /** The name of the second database of one that the command uses. It is dropped at the end. */
  nameOf(database: string): string;
}

/** What is known of the statements once they were executed again. */
interface Rebuilt {
  readonly statements: readonly RecordedStatement[];
  readonly comparison: Comparison;
}

/** One statement of a text. */
interface Piece {
  readonly thread: number;
  readonly sql: string;
  readonly recorded: RecordedStatement;
  /** Whether `recorded` says what came of it. */
  readonly isKnown: boolean;
}

/** One statement runs at a time, so a session that waits for a lock of another one would never end. Seconds. */
const LIMITS = 'SET SESSION lock_wait_timeout = 10, innodb_lock_wait_timeout = 10';
/** ER_DBACCESS_DENIED_ERROR. */
const DATABASE_DENIED = 1044;
const GRANT = 'let the user create second databases, by `GRANT ALL ON `querygate\\_%`.* TO …`';
/** A wait that ended, a deadlock, a query that was ended. */
const TIMED_OUT: ReadonlySet<number> = new Set([1205, 1213, 1317, 1969, 3024]);
const RUN = { runBy: 'driver', transaction: false } as const;

/** The statements of the texts, without those that did not run because of one before them that failed. */
export async function piecesOf(texts: readonly SentText[], dialect: Dialect): Promise<readonly (readonly Piece[])[]> {
  const reader = await createLazySqlReader(dialect);
  const numbers = new Map<number, number>();
  const found: (readonly Piece[])[] = [];
  for (const { thread, database, sql, outcome } of texts) {
    const session = numbers.get(thread) ?? numbers.size + 1;
    numbers.set(thread, session);
    const { statements } = await loadingGrammar(() => reader.read(sql, { path: 'recorded.sql', run: RUN }));
    const parts = statements.length < 2 ? [sql] : statements.map(({ span }) => sql.slice(span.start, span.end));
    const outcomes = outcome && outcomesOf(parts, outcome, dialect);
    found.push(
      parts.slice(0, outcomes?.length).map((part, at) => ({
        thread,
        sql: part,
        recorded: { session, ...(database !== undefined && { database }), sql: part, ...outcomes?.[at] },
        isKnown: outcomes !== undefined,
      })),
    );
  }
  return found;
}

/**
 * Executes the statements on second databases, and compares what they make with what the command left. Where it is not known
 * what came of a statement: if it fails again, and the same schema is made without it, it failed the first time.
 */
export async function rebuild(texts: readonly (readonly Piece[])[], second: SecondDatabases): Promise<Rebuilt> {
  const recorded = texts.flatMap((pieces) => pieces.map((piece) => piece.recorded));
  const notCompared = (why: string): Rebuilt => ({
    statements: recorded,
    comparison: { kind: 'not compared', why },
  });
  const execution = new Execution(second);
  try {
    for (const { name, characterSet, collation } of second.before)
      await second.client.query(
        `CREATE DATABASE ${quoted(execution.secondOf(name))} CHARACTER SET ${characterSet} COLLATE ${collation}`,
      );
    for (const pieces of texts) await execution.run(pieces);
    const names = [...execution.names];
    const tables = await userTables(second.client);
    const same = names.find(([name]) => tables.some((table) => table.name.toLowerCase() === name.toLowerCase()));
    if (same) return notCompared(`a table has the name of the database \`${same[0]}\`; give the database another name`);
    // Databases that are in neither are of no use here.
    const left = await schemaOf(
      second.client,
      names.map(([name]) => [name, name]),
    );
    const comparison = compareLines(
      left,
      await schemaOf(
        second.client,
        names.map(([name, again]) => [again, name]),
      ),
    );
    return { statements: comparison.kind === 'equal' ? execution.statements : recorded, comparison };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const isDenied = error instanceof MysqlError && error.errno === DATABASE_DENIED;
    return notCompared(isDenied ? `${why}; ${GRANT}` : why);
  } finally {
    execution.end();
  }
}

/** Executes statements again, each session in one of its own. */
class Execution {
  readonly names = new Map<string, string>();
  /** Those that were executed, with what became of them. */
  readonly statements: RecordedStatement[] = [];
  readonly #second: SecondDatabases;
  readonly #sessions = new Map<number, MysqlConnection>();
  readonly #databases = new Map<number, string | undefined>();

  constructor(second: SecondDatabases) {
    this.#second = second;
  }

  secondOf(database: string): string {
    const name = this.names.get(database) ?? this.#second.nameOf(database);
    this.names.set(database, name);
    return name;
  }

  /** Executes the statements of one text: the server stops at the first that fails. */
  async run(pieces: readonly Piece[]): Promise<void> {
    for (const piece of pieces) {
      const { sql, recorded, isKnown } = piece;
      const again = executedAgain(sql, this.#second.dialect);
      const result = again === 'no' ? undefined : await this.#executeOrFail(piece);
      const hasFailed = result instanceof MysqlError;
      if (isKnown || result === undefined) this.statements.push(recorded);
      // What makes no schema is judged in any case.
      else if (again === 'data') this.statements.push({ ...recorded, rows: hasFailed ? 0 : result });
      else this.statements.push(again === 'schema' && hasFailed ? { ...recorded, failed: result.sqlstate } : recorded);
      if (hasFailed && !isKnown) return;
    }
  }

  /** Returns the rows that a write found, or the error of the server. */
  async #executeOrFail(piece: Piece): Promise<number | MysqlError> {
    try {
      return await this.#execute(piece);
    } catch (error) {
      if (error instanceof MysqlError && !TIMED_OUT.has(error.errno)) return error;
      throw error;
    }
  }

  async #execute({ thread, sql, recorded: { database } }: Piece): Promise<number> {
    for (const name of databasesCreated(sql, this.#second.dialect)) this.secondOf(name);
    const client = this.#sessions.get(thread) ?? (await this.#begin(thread));
    if (database !== this.#databases.get(thread)) {
      this.#databases.set(thread, database);
      if (database !== undefined) await client.query(`USE ${quoted(this.secondOf(database))}`);
    }
    const { affected } = await client.query(forSecond(sql, this.names, this.#second.dialect));
    return affected;
  }

  async #begin(thread: number): Promise<MysqlConnection> {
    const client = await this.#second.connect();
    this.#sessions.set(thread, client);
    await client.query(LIMITS);
    return client;
  }

  end(): void {
    for (const client of this.#sessions.values()) client.end();
  }
}
