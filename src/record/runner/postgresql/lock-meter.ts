import type pg from 'pg';
import { compareText } from '../../../model/index.ts';
import { LOCK_MODES, type RecordedStatement } from '../../../model/schemas/index.ts';

/** What a statement was measured to do. */
export type Measured = Pick<RecordedStatement, 'locks' | 'rewritten'>;

type LockMode = (typeof LOCK_MODES)[number];

/** A statement whose answer the client does not have yet. */
export interface MeasuredQuery {
  /** Id of the server's process. */
  readonly backend: number;
  /** Whether its transaction is still open. */
  readonly isOpen: boolean;
}

interface HeldLock {
  readonly oid: string;
  readonly mode: string;
  /** Null for a relation that only the open transaction sees. */
  readonly table: string | null;
}

/** Relations below are the server's own. */
const FIRST_USER_OID = 16384;
const HELD = `SELECT l.relation::text AS oid, l.mode, CASE WHEN c.oid IS NOT NULL THEN format('%s.%s', n.nspname, c.relname) END AS table
  FROM pg_locks l LEFT JOIN pg_class c ON c.oid = l.relation LEFT JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE l.pid = $1 AND l.locktype = 'relation' AND l.granted AND l.relation >= ${FIRST_USER_OID}
    AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND (c.oid IS NULL OR c.relkind IN ('r', 'p', 'm') AND NOT c.relispartition AND c.relpersistence <> 't')`;
const FILES = `SELECT format('%s.%s', n.nspname, c.relname) AS table, c.oid::text AS oid, c.relfilenode::text AS file
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'm') AND c.oid >= ${FIRST_USER_OID} AND c.relpersistence <> 't' AND n.nspname <> 'pg_toast'`;

/** What one open transaction has done so far. */
interface OpenTransaction {
  /** The strongest lock on each table. */
  readonly held: Map<string, LockMode>;
  /** By the id of a relation that only the transaction sees: the statement that made it. */
  readonly made: Map<string, object>;
}

interface TableFile {
  readonly table: string;
  readonly file: string;
}

/**
 * Measures what statements lock and rewrite, while their clients wait. PostgreSQL rewrites a table into a new relation, which
 * no other session sees, and whose id becomes the table's file when the transaction commits.
 */
export class LockMeter {
  readonly #client: pg.Client;
  readonly #open = new Map<number, OpenTransaction>();
  /** The files of tables, by the id of the table. */
  #files: ReadonlyMap<string, TableFile>;

  private constructor(client: pg.Client, files: ReadonlyMap<string, TableFile>) {
    this.#client = client;
    this.#files = files;
  }

  /** @param client a connection that is idle */
  static async create(client: pg.Client): Promise<LockMeter> {
    // A session that locks the catalog must not wait for its own measurement.
    await client.query("SET lock_timeout = '5s'");
    return new LockMeter(client, await filesOf(client));
  }

  /**
   * Measures what a statement did.
   *
   * @param statement identifies it
   * @returns its new locks, and what the transaction that ended with it rewrote, by statement
   */
  async measure<T extends object>(
    statement: T,
    { backend, isOpen }: MeasuredQuery,
  ): Promise<{ readonly locks: Measured['locks']; readonly rewritten: ReadonlyMap<T, readonly string[]> }> {
    if (isOpen) return { locks: await this.#locks(statement, backend), rewritten: new Map() };
    const transaction = this.#open.get(backend);
    this.#open.delete(backend);
    return { locks: undefined, rewritten: await this.#rewritten(statement, transaction) };
  }

  async #locks(statement: object, backend: number): Promise<Measured['locks']> {
    const transaction = this.#open.get(backend) ?? { held: new Map(), made: new Map() };
    this.#open.set(backend, transaction);
    const { rows } = await this.#client.query<HeldLock>(HELD, [backend]);
    const stronger = new Map<string, LockMode>();
    for (const { oid, mode, table } of rows) {
      if (table === null) {
        if (!transaction.made.has(oid)) transaction.made.set(oid, statement);
        continue;
      }
      const name = modeOf(mode);
      const before = transaction.held.get(table);
      if (!name || (before && LOCK_MODES.indexOf(before) >= LOCK_MODES.indexOf(name))) continue;
      transaction.held.set(table, name);
      stronger.set(table, name);
    }
    if (stronger.size === 0) return undefined;
    return [...stronger].map(([table, mode]) => ({ table, mode })).sort((a, b) => compareText(a.table, b.table));
  }

  async #rewritten<T extends object>(
    statement: T,
    transaction: OpenTransaction | undefined,
  ): Promise<ReadonlyMap<T, readonly string[]>> {
    const before = this.#files;
    this.#files = await filesOf(this.#client);
    const found = new Map<T, string[]>();
    for (const [oid, { table, file }] of this.#files) {
      const old = before.get(oid);
      if (!old || old.file === file) continue;
      // A new file without such a relation is TRUNCATE's, unless no transaction was open to look into.
      const by = transaction ? transaction.made.get(file) : statement;
      if (by) found.set(by as T, [...(found.get(by as T) ?? []), table]);
    }
    return found;
  }
}

async function filesOf(client: pg.Client): Promise<ReadonlyMap<string, TableFile>> {
  const { rows } = await client.query<TableFile & { oid: string }>(FILES);
  return new Map(rows.map(({ oid, table, file }) => [oid, { table, file }]));
}

/** `AccessExclusiveLock` as SQL names it; undefined for a lock that lets others write. */
function modeOf(mode: string): LockMode | undefined {
  const name = mode
    .replace(/Lock$/, '')
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toUpperCase();
  return LOCK_MODES.find((each) => each === name);
}
