import type { Draft } from './draft.ts';
import type { Type } from './tables.ts';

/** Writes a column of a type that the leaf does not use yet; undefined if there is none. */
export type TakeColumn = (type: Type) => string | undefined;

/** Tests of at least one column against constants and other columns; never of a column against itself. */
export class Expressions {
  readonly #draft: Draft;
  readonly #take: TakeColumn;

  constructor(draft: Draft, take: TakeColumn) {
    this.#draft = draft;
    this.#take = take;
  }

  /** Undefined if no column of the type is left. */
  test(type: Type): string | undefined {
    const column = this.#take(type);
    if (column === undefined) return undefined;
    if (this.#draft.chance(0.15)) return `${column} IS ${this.#not()}NULL`;
    return this[type](column);
  }

  number(column: string): string {
    const { arrays, isNotDistinct } = this.#draft.dialect;
    const tests: (() => string)[] = [
      () => `${column} = ${this.#digit()}`,
      () => `${column} ${this.#compare()} ${this.#digit()}`,
      () => `${this.#calculated(column)} ${this.#compare()} ${this.#digit()}`,
      () => `${this.#calculated(column)} ${this.#compare()} ${this.#calculated(this.#take('number') ?? this.#digit())}`,
      () => `${column} ${this.#not()}IN (${this.#digit()}, ${this.#digit()})`,
      () => `${column} ${this.#not()}BETWEEN ${this.#digit()} AND ${this.#digit()}`,
      () => isNotDistinct(column, this.#digit()),
      () => `coalesce(${column} ${this.#compare()} ${this.#digit()}, ${this.#draft.pick(['true', 'false'])})`,
    ];
    if (arrays)
      tests.push(
        () =>
          `${column} ${this.#draft.pick(['<> ALL', '= ANY', '>= ALL', '< ANY'])} (ARRAY[${this.#digit()}, ${this.#digit()}])`,
      );
    return this.#draft.pick(tests)();
  }

  text(column: string): string {
    const { dialect } = this.#draft;
    const tests: (() => string)[] = [
      () => `${column} = ${this.#word()}`,
      () => `${column} <> ${this.#word()}`,
      () => `${column} ${this.#not()}IN (${this.#word()}, ${this.#word()})`,
      () => `${column} ${this.#draft.pick(dialect.like)} ${this.#draft.pick(["'a%'", "'%d'", "'_'", "'old'"])}`,
      () => `${this.#draft.pick(['lower', 'upper'])}(${column}) = ${this.#word()}`,
      () => `${dialect.concat(column, this.#word())} <> ${this.#take('text') ?? this.#word()}`,
      () => `${dialect.length}(${column}) ${this.#compare()} ${this.#digit()}`,
    ];
    return this.#draft.pick(tests)();
  }

  flag(column: string): string {
    return this.#draft.pick([
      column,
      `NOT ${column}`,
      `${column} = true`,
      `${column} <> true`,
      `${column} IS NOT FALSE`,
    ]);
  }

  date(column: string): string {
    const { month } = this.#draft.dialect;
    if (month && this.#draft.chance(0.3)) return `${month(column)} ${this.#compare()} ${this.#digit()}`;
    const year = this.#draft.pick(['2000', '2021', '2023', '2999']);
    return `${column} ${this.#draft.pick(['<', '>', '<=', '>='])} '${year}-01-01'`;
  }

  #calculated(column: string): string {
    const digit = this.#digit();
    const forms: (() => string)[] = [
      () => column,
      () => column,
      () => `(${column} ${this.#draft.pick(['+', '-', '*'])} ${digit})`,
      () => `(${column} - ${this.#take('number') ?? digit})`,
      () => `(${column} % 3)`,
      () => `abs(${column})`,
      () => `-${column}`,
      () => `coalesce(${column}, ${digit})`,
      () => `nullif(${column}, ${digit})`,
      () => `(${column} & 1)`,
      () => `CASE WHEN ${column} > ${digit} THEN ${this.#digit()} ELSE ${this.#digit()} END`,
    ];
    return this.#draft.pick(forms)();
  }

  #compare(): string {
    return this.#draft.pick(['=', '<>', '<', '>', '<=', '>=']);
  }

  #digit(): string {
    const digit = this.#draft.between(-1, 7);
    return digit < 0 ? `(${digit})` : String(digit);
  }

  #word(): string {
    return this.#draft.pick(["'old'", "'new'", "'a'", "'ab'", "''", "'zzz'"]);
  }

  #not(): string {
    return this.#draft.pick(['', '', 'NOT ']);
  }
}
