import type { Operation } from '../../model/index.ts';
import type { ObjectName } from '../objects/object-classes.ts';

interface Tables {
  add(table: ObjectName): void;
  remove(table: ObjectName): boolean;
  clear(): void;
}

/**
 * Tracks which tables the open blocks (`BEGIN … END`) of a T-SQL batch created. A block may be skipped, but a statement
 * in it runs only after the CREATE TABLE before it in the same block, or in one around it. After the END, the table may
 * be older than the file: `IF NOT EXISTS (…) BEGIN CREATE TABLE … END` skips its block if it is.
 */
export class Blocks {
  readonly #tables: Tables;
  /** The tables that each open block created, those of the innermost block last. */
  #open: ObjectName[][] = [];
  /** An IF, ELSE or WHILE decides whether the next statement runs. */
  #decides = false;
  #isDecided = false;
  /** A GOTO or a label is in the batch: a statement may run without those before it in its block. */
  #jumps = false;

  /** @param tables gets the tables, and loses them where their block ends */
  constructor(tables: Tables) {
    this.#tables = tables;
  }

  startStatement(): void {
    this.#isDecided = this.#decides;
    this.#decides = false;
  }

  /** Follows control flow. */
  follow({ objectClass }: Operation): void {
    switch (objectClass) {
      case 'branch':
        this.#decides = true;
        return;
      case 'jump':
        this.#jumps = true;
        this.#tables.clear();
        return;
      case 'block':
        this.#open.push([]);
        return;
      case 'end of block':
        for (const table of this.#open.pop() ?? []) this.#tables.remove(table);
    }
  }

  create(operation: Operation, table: ObjectName): void {
    const block = this.#open.at(-1);
    if (!block || this.#isDecided || this.#jumps) return;
    if (operation.ifNotExists || operation.orReplace || operation.temporary) return;
    block.push(table);
    this.#tables.add(table);
  }

  endBatch(): void {
    this.#open = [];
    this.#decides = false;
    this.#jumps = false;
    this.#tables.clear();
  }
}
