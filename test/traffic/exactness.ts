import { type Dialect, STATEMENT_FACTS } from '../../src/model/index.ts';
import { createSqlReader, type LexicalMode, type SqlReader } from '../../src/sql/index.ts';
import { createFactReader } from '../../src/traffic/fact-reader.ts';
import type { LoggedStatement } from '../../src/traffic/index.ts';
import { type BaseStatement, readInFull } from '../../src/traffic/reading.ts';
import type { FactReader, ReadText } from '../../src/traffic/types.ts';

const encoder = new TextEncoder();

/** A logged text: in a session of its own, without bind values, complete. */
export function logged(text: string | Uint8Array, other: Partial<LoggedStatement> = {}): LoggedStatement {
  const bytes = typeof text === 'string' ? encoder.encode(text) : text;
  return {
    bytes,
    start: 0,
    end: bytes.length,
    at: Number.NaN,
    calls: 1,
    user: '',
    application: '',
    database: '',
    session: 'x',
    binds: undefined,
    truncated: false,
    normalised: false,
    mode: undefined,
    ...other,
  };
}

export interface Difference {
  readonly text: string;
  readonly fast: string;
  readonly full: string;
}

/** Reads texts by class and in full, and compares the results. */
export class Exactness {
  compared = 0;
  readonly differences: Difference[] = [];
  readonly #fast: FactReader;
  readonly #sql: SqlReader;
  readonly #fresh: () => Promise<FactReader>;

  private constructor(fast: FactReader, sql: SqlReader) {
    this.#fast = fast;
    this.#sql = sql;
    this.#fresh = () => createFactReader(sql.dialect);
  }

  /** @param shared what other readers found of classes */
  static async of(dialect: Dialect, shared?: SharedArrayBuffer): Promise<Exactness> {
    return new Exactness(await createFactReader(dialect, undefined, shared), await createSqlReader(dialect));
  }

  /** Number of full readings of the fast path. */
  get readings(): number {
    return this.#fast.readings;
  }

  async compare(text: string, mode?: LexicalMode): Promise<boolean> {
    this.compared++;
    this.#fast.startInput?.();
    const statement = logged(text, { mode });
    const fast = told(this.#fast.read(statement));
    let full = inFull(this.#sql, text, mode);
    // Only the fast path tracks objects that the text itself creates.
    if (fast !== full && /\bcreate\b|\binto\b/i.test(text)) full = told((await this.#fresh()).read(statement));
    if (fast === full) return true;
    this.differences.push({ text, fast, full });
    return false;
  }
}

function told(text: ReadText): string {
  return show(text.tuples);
}

function inFull(sql: SqlReader, text: string, mode: LexicalMode | undefined): string {
  const statements = readInFull(sql, text, { mode, truncated: false, validUtf8: true });
  return show(statements);
}

function show(statements: readonly Pick<BaseStatement, 'shape' | 'operations' | 'facts' | 'unreadable'>[]): string {
  return JSON.stringify(
    statements.map(({ shape, operations, facts, unreadable }) => ({
      shape,
      unreadable: unreadable ?? null,
      facts: Object.keys(STATEMENT_FACTS).map((name) => [name, facts[name as keyof typeof facts] ?? null]),
      operations: operations.map((operation) => ({ ...operation, objectClass: undefined })),
    })),
  );
}

/** Numbers from 0 to below 1, the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function pick<Item>(random: () => number, items: readonly Item[]): Item {
  return items[Math.floor(random() * items.length)] as Item;
}
