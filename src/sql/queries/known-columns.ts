import type { Block } from './query.ts';

/** A column of a source. One without a qualifier belongs to its block if that has several sources. */
export interface Column {
  readonly id: number;
  readonly name: string;
  readonly block: Block;
  /** Whether its source is named, or known to have the column; false if the name is only taken for a column of it. */
  readonly certain: boolean;
}

/** Columns that are restricted to given values, by the id of their source. */
export class KnownColumns {
  readonly #columns = new Map<number, Set<string>>();
  readonly #outer: KnownColumns | undefined;

  constructor(outer?: KnownColumns) {
    this.#outer = outer;
  }

  has({ id, name, block }: Omit<Column, 'certain'>): boolean {
    if (this.#columns.get(id)?.has(name) || this.#columns.get(block.id)?.has(name)) return true;
    return this.#outer?.has({ id, name, block }) ?? false;
  }

  /** Whether the column was not known before. */
  add({ id, name }: { readonly id: number; readonly name: string }): boolean {
    let columns = this.#columns.get(id);
    if (!columns) {
      columns = new Set();
      this.#columns.set(id, columns);
    }
    if (columns.has(name)) return false;
    columns.add(name);
    return true;
  }

  of(id: number): ReadonlySet<string> {
    return this.#columns.get(id) ?? NO_NAMES;
  }
}

export const NO_NAMES: ReadonlySet<string> = new Set();
export const NOTHING = new KnownColumns();
