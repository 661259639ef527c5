import { createHash } from 'node:crypto';
import { sqlState } from './database.ts';

/** Maximum prepared statements per connection: the server never forgets one. */
const MAX_NAMES = 200;

/**
 * No such prepared statement, it exists already, and its result has another type since a migration. Behind a pooler that
 * changes the server's connection between transactions (PgBouncer before 1.21), names of one connection meet another.
 */
const NOT_KEPT = new Set(['26000', '42P05', '0A000']);

/** Names of prepared statements. Equal names always mean equal statements, even if two clients share a connection. */
export class PreparedStatements {
  readonly #names = new Map<string, string>();
  #usable = true;

  /** Undefined if the statement is not to be prepared. */
  nameOf(sql: string): string | undefined {
    if (!this.#usable) return undefined;
    const known = this.#names.get(sql);
    if (known !== undefined || this.#names.size >= MAX_NAMES) return known;
    const name = `querygate_${createHash('sha256').update(sql).digest('hex').slice(0, 32)}`;
    this.#names.set(sql, name);
    return name;
  }

  /**
   * Whether an error shows that the server does not keep prepared statements. From then on none is prepared, and the
   * transaction can be tried again.
   */
  refusedBy(error: unknown): boolean {
    if (!this.#usable || !NOT_KEPT.has(sqlState(error))) return false;
    this.#usable = false;
    return true;
  }
}
