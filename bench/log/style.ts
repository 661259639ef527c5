import type { Random } from './random.ts';
import type { Column, Table } from './schema.ts';

/** How a library writes SQL. */
export interface Style {
  readonly quote: '"' | '`' | '';
  readonly upper: boolean;
  /** How columns are listed, and named in conditions. */
  readonly columns: 'star' | 'qualified' | 'aliased' | 'labelled' | 'bare';
  /** Text between clauses. */
  readonly break: ' ' | '\n' | ' \n';
  /** Whether each table has a schema. */
  readonly schema: boolean;
  /** How a column is compared with a list; `any` binds the list as one value. */
  readonly lists: 'in' | 'any';
}

/** A table as one query names it. */
export class Source {
  readonly table: Table;
  readonly #style: Style;
  readonly #alias: string;

  constructor(table: Table, style: Style, at = 0) {
    this.table = table;
    this.#style = style;
    this.#alias = style.columns === 'aliased' ? `${table.name.slice(0, 1)}${at + 1}_0` : table.name;
  }

  /** Its form after FROM or INTO. */
  get reference(): string {
    const name = this.#quoted(this.table.name);
    const full = this.#style.schema ? `${this.#quoted('public')}.${name}` : name;
    return this.#style.columns === 'aliased' ? `${full} ${this.#alias}` : full;
  }

  /** The name alone. */
  get name(): string {
    return this.#quoted(this.table.name);
  }

  column({ name }: Column): string {
    if (this.#style.columns === 'bare') return this.#quoted(name);
    const table = this.#style.columns === 'aliased' ? this.#alias : this.#quoted(this.#alias);
    const schema = this.#style.schema ? `${this.#quoted('public')}.` : '';
    return `${schema}${table}.${this.#quoted(name)}`;
  }

  /** Its columns, as a select list. */
  selected(random: Random): string {
    const { columns } = this.#style;
    if (columns === 'star') return `${this.#quoted(this.#alias)}.*`;
    // Libraries usually select all columns.
    const selected = random.chance(0.6)
      ? this.table.columns
      : [this.id, ...random.sample(this.table.columns.slice(1), random.between(1, 6))];
    if (columns !== 'labelled')
      return selected.map((column) => this.column(column)).join(columns === 'aliased' ? ',' : ', ');
    return selected.map((column) => `${this.column(column)} AS ${this.table.name}_${column.name}`).join(', ');
  }

  bare({ name }: Column): string {
    return this.#quoted(name);
  }

  get id(): Column {
    return this.#at(0);
  }

  get tenant(): Column {
    return this.#at(1);
  }

  #at(place: number): Column {
    const column = this.table.columns[place];
    if (!column) throw new RangeError(`\`${this.table.name}\` has no column ${place}`);
    return column;
  }

  #quoted(name: string): string {
    return `${this.#style.quote}${name}${this.#style.quote}`;
  }
}
