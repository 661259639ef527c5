import type { HistoryRow, OperationKind } from '../../model/index.ts';

/** They stand between the statements of a cleaner. */
const BETWEEN: ReadonlySet<OperationKind> = new Set([
  ...(['begin', 'commit', 'rollback', 'savepoint', 'set', 'show', 'reset_sequence'] as const),
  ...(['disable_trigger', 'enable_trigger', 'alter_sequence'] as const),
]);
/** One table that is emptied may be what the application does. */
const MIN_TABLES = 2;

interface Run {
  readonly texts: Set<string>;
  readonly tables: Set<string>;
}

/**
 * Finds what cleaners run between tests: they empty table after table, by TRUNCATE or by DELETE without a filter.
 * A statement is a cleaner's if it always ran among others that empty other tables.
 */
export class Cleaners {
  readonly #runs = new Map<string, Run>();
  readonly #among = new Set<string>();
  readonly #alone = new Set<string>();

  /** @param text identifies the row */
  add(session: string, text: string, { operations }: HistoryRow): void {
    if (operations.length > 0 && operations.every(isEmptying)) {
      const run = this.#runs.get(session) ?? { texts: new Set(), tables: new Set() };
      this.#runs.set(session, run);
      run.texts.add(text);
      for (const { target } of operations) run.tables.add(JSON.stringify([target.schema, target.name]));
    } else if (!(operations.length > 0 && operations.every(({ kind }) => BETWEEN.has(kind)))) this.#end(session);
  }

  /** The texts of the rows that only cleaners ran. */
  texts(): ReadonlySet<string> {
    for (const session of [...this.#runs.keys()]) this.#end(session);
    return new Set([...this.#among].filter((text) => !this.#alone.has(text)));
  }

  #end(session: string): void {
    const run = this.#runs.get(session);
    if (!run) return;
    this.#runs.delete(session);
    const texts = run.tables.size >= MIN_TABLES ? this.#among : this.#alone;
    for (const text of run.texts) texts.add(text);
  }
}

function isEmptying({ kind, filter }: HistoryRow['operations'][number]): boolean {
  return kind === 'truncate' || (kind === 'delete' && filter === 'none');
}
