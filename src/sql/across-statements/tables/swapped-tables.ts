import { type Renamed, readRenames } from '../../reader/ddl/index.ts';
import { qualified } from '../../text/names.ts';
import { changeFacts, type FollowedStatement, type Follower, followStatements } from '../followed-statement.ts';
import type { ScriptReading } from '../script-reading.ts';

/**
 * Marks each rename of a table whose old name the file then gives to another table or to a view (`recreated`), as tools for
 * online changes of MySQL swap tables: code that uses the name still finds it. So is the rename of the table that takes
 * the name, if it is a copy by its own name, such as `_orders_gho`, or has that name from the file.
 */
export function markSwappedTables(statements: readonly FollowedStatement[], reading: ScriptReading): void {
  if (!reading.kinds.has('rename_table')) return;
  const { ranges, tokens, lexical } = reading;
  const renames = new Map(
    statements.map((statement, index): [FollowedStatement, readonly Renamed[] | undefined] => {
      const [range, isRename] = [ranges[index], statement.operations.every(({ kind }) => kind === 'rename_table')];
      return [statement, range && isRename ? readRenames({ tokens, lexical, ...range }) : undefined];
    }),
  );
  followStatements(statements, new SwappedTables(renames));
}

interface Rename {
  readonly statement: FollowedStatement;
  /** Of the operation in the statement. */
  readonly index: number;
}

class SwappedTables implements Follower {
  readonly #renames: ReadonlyMap<FollowedStatement, readonly Renamed[] | undefined>;
  /** By old name: the rename of a table whose name no other one has yet. */
  readonly #gone = new Map<string, Rename>();
  /** Names that tables have from the file. */
  readonly #given = new Set<string>();
  #marked: Rename[] = [];

  constructor(renames: ReadonlyMap<FollowedStatement, readonly Renamed[] | undefined>) {
    this.#renames = renames;
  }

  startSection(): void {
    this.#marked = [];
    this.forget();
  }

  forget(): void {
    this.#gone.clear();
    this.#given.clear();
  }

  rollBack(): void {
    for (const { statement, index } of this.#marked) changeFacts(statement, index, { recreated: false });
    this.startSection();
  }

  skip(): void {
    this.forget();
  }

  follow(statement: FollowedStatement): void {
    const renames = this.#renames.get(statement);
    if (renames?.length === statement.operations.length) {
      for (const [index, renamed] of renames.entries()) this.#rename({ statement, index }, renamed);
      return;
    }
    for (const { kind, place, target } of statement.operations) {
      const name = qualified(target);
      if (kind === 'create_view' && place === 'statement' && name !== undefined) this.#replace(name);
    }
  }

  #rename(rename: Rename, renamed: Renamed): void {
    const from = qualified(renamed.from);
    const to = qualified(renamed.to);
    if (from === undefined || to === undefined) return this.forget();
    const copies = this.#replace(to) && (this.#given.has(from) || isCopyOf(renamed));
    if (copies) this.#mark(rename);
    else this.#gone.set(from, rename);
    this.#given.delete(from);
    this.#given.add(to);
  }

  /** Whether a table had the name until the file took it away. */
  #replace(name: string): boolean {
    const gone = this.#gone.get(name);
    if (gone) this.#mark(gone);
    return this.#gone.delete(name);
  }

  #mark(rename: Rename): void {
    changeFacts(rename.statement, rename.index, { recreated: true });
    this.#marked.push(rename);
  }
}

/** `_orders_gho`, `_orders_new` and `orders_new` are copies of `orders`. */
function isCopyOf({ from, to }: Renamed): boolean {
  const name = to.name?.toLowerCase() ?? '';
  return name !== '' && from.name !== to.name && (from.name ?? '').toLowerCase().includes(name);
}
