import { seeded } from '../traffic/exactness.ts';

/** A dialect's spelling of what the generator writes. */
interface Spelling {
  readonly length: string;
  readonly random: string;
  readonly month: (date: string) => string;
  readonly distinct: (a: string, b: string) => string;
  readonly isTrue: string;
  readonly like: readonly string[];
  readonly concat: (a: string, b: string) => string;
  readonly bits: boolean;
  readonly emptyList: boolean;
  readonly arrays: boolean;
}

const SPELLING: Readonly<Record<'postgresql' | 'mariadb' | 'sqlite', Spelling>> = {
  postgresql: {
    length: 'length',
    random: 'random()',
    month: (date) => `extract(month from ${date})`,
    distinct: (a, b) => `${a} IS NOT DISTINCT FROM ${b}`,
    isTrue: 'IS TRUE',
    like: ['LIKE', 'NOT LIKE', 'ILIKE'],
    concat: (a, b) => `${a} || ${b}`,
    bits: true,
    emptyList: false,
    arrays: true,
  },
  mariadb: {
    length: 'char_length',
    random: 'rand()',
    month: (date) => `month(${date})`,
    distinct: (a, b) => `${a} <=> ${b}`,
    isTrue: 'IS TRUE',
    like: ['LIKE', 'NOT LIKE'],
    concat: (a, b) => `concat(${a}, ${b})`,
    bits: true,
    emptyList: false,
    arrays: false,
  },
  sqlite: {
    length: 'length',
    random: 'abs(random() % 10) / 10.0',
    // Its date functions return texts, whose values are not known.
    month: () => 'length(s)',
    distinct: (a, b) => `${a} IS ${b}`,
    isTrue: 'IS TRUE',
    like: ['LIKE', 'NOT LIKE'],
    concat: (a, b) => `${a} || ${b}`,
    bits: true,
    emptyList: true,
    arrays: false,
  },
};

/** Conditions over the columns `a` and `b` (whole numbers), `s` and `r` (texts), `f` (boolean) and `d` (date) of a table. */
export class FilterExpressions {
  readonly #spelling: Spelling;
  readonly #random: () => number;

  constructor(dialect: keyof typeof SPELLING, seed: number) {
    this.#spelling = SPELLING[dialect];
    this.#random = seeded(seed);
  }

  #pick<Value>(values: readonly Value[]): Value {
    return values[Math.floor(this.#random() * values.length)] as Value;
  }

  condition(depth = 0): string {
    const chance = this.#random();
    if (depth < 3 && chance < 0.22) return `(${this.condition(depth + 1)} OR ${this.condition(depth + 1)})`;
    if (depth < 3 && chance < 0.34) return `(${this.condition(depth + 1)} AND ${this.condition(depth + 1)})`;
    if (depth < 3 && chance < 0.42) return `NOT (${this.condition(depth + 1)})`;
    if (depth < 3 && chance < 0.46)
      return `(${this.condition(depth + 1)}) ${this.#pick([this.#spelling.isTrue, 'IS NOT TRUE', 'IS FALSE', 'IS NOT FALSE', 'IS NULL', 'IS NOT NULL'])}`;
    if (depth < 2 && chance < 0.5)
      return `CASE WHEN ${this.condition(depth + 1)} THEN ${this.condition(depth + 2)} ELSE ${this.condition(depth + 2)} END`;
    return this.#leaf();
  }

  #leaf(): string {
    const { like, distinct, emptyList, arrays } = this.#spelling;
    const compare = () => this.#pick(['=', '<>', '<', '>', '<=', '>=']);
    const not = this.#pick(['', '', 'NOT ']);
    switch (Math.floor(this.#random() * 14)) {
      case 0:
      case 1:
      case 2:
        return `${this.#number()} ${compare()} ${this.#number()}`;
      case 3:
        return `${this.#column()} ${compare()} ${this.#digit()}`;
      case 4:
        return `${this.#pick(['a', 'b', 's', 'f', 'd'])} IS ${not}NULL`;
      case 5:
        return `${this.#number()} ${not}IN (${this.#digit()}, ${this.#number()})`;
      case 6:
        return `${this.#column()} ${not}BETWEEN ${this.#digit()} AND ${this.#digit()}`;
      case 7:
        return `${this.#text()} ${this.#pick(like)} ${this.#pick(["'%'", "'a%'", "'%b'", "'_'", "'ab'", "'%%'"])}`;
      case 8:
        return `${this.#text()} ${this.#pick(['=', '<>'])} ${this.#text()}`;
      case 9:
        return this.#pick(['f', 'NOT f', 'f = true', 'f <> f', 'f = f', 'f IS NOT FALSE']);
      case 10:
        return distinct(this.#number(), this.#number());
      case 11:
        if (emptyList && this.#random() < 0.3) return `a ${not}IN ()`;
        return `${this.#spelling.month('d')} ${compare()} ${this.#digit()}`;
      case 12:
        if (arrays)
          return `a ${this.#pick(['<> ALL', '= ANY', '>= ALL', '< ANY'])} (ARRAY[${this.#digit()}, ${this.#number()}]::int[])`;
        return `coalesce(${this.#column()}, ${this.#digit()}) ${compare()} ${this.#digit()}`;
      default:
        return `coalesce(${this.#column()} ${compare()} ${this.#digit()}, ${this.#pick(['true', 'false', 'f'])})`;
    }
  }

  #column(): string {
    return this.#pick(['a', 'b']);
  }

  #digit(): string {
    return String(Math.floor(this.#random() * 8) - 2);
  }

  #number(depth = 0): string {
    const { length, bits } = this.#spelling;
    const chance = this.#random();
    if (chance < 0.4) return this.#column();
    if (chance < 0.6 || depth > 1) return this.#digit();
    const inner = () => this.#number(depth + 1);
    switch (Math.floor(this.#random() * 9)) {
      case 0:
        return `(${inner()} ${this.#pick(['+', '-', '*'])} ${inner()})`;
      case 1:
        return `(${this.#column()} % 3)`;
      case 2:
        return `abs(${inner()})`;
      case 3:
        return `${length}(${this.#pick(['s', 'r'])})`;
      case 4:
        return `coalesce(${this.#column()}, ${inner()})`;
      case 5:
        return `nullif(${inner()}, ${this.#digit()})`;
      case 6:
        return `CASE WHEN a > ${this.#digit()} THEN ${inner()} ELSE ${inner()} END`;
      case 7:
        return bits ? `(${this.#column()} ${this.#pick(['&', '|'])} ${this.#pick(['0', '1', '3'])})` : '0';
      default:
        return `-${this.#column()}`;
    }
  }

  #text(): string {
    const chance = this.#random();
    if (chance < 0.5) return this.#pick(['s', 'r']);
    if (chance < 0.75) return this.#pick(["'a'", "'ab'", "''", "'b'"]);
    if (chance < 0.9) return this.#spelling.concat('s', this.#pick(["'b'", "''", 'r']));
    return `${this.#pick(['lower', 'upper'])}(${this.#pick(['s', 'r'])})`;
  }
}

/** Rows of each table. */
export const ROWS = 3_000;

/** Statements that make the tables `full` (no NULL) and `nulls`, with the same rows otherwise, in every of the dialects. */
export function filterTables(): readonly string[] {
  const random = seeded(7);
  const one = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)] as Value;
  const numbers = [-1_000_003, 1_000_003, ...Array.from({ length: 25 }, (_, at) => at - 12)];
  const texts = ['', ' ', 'a', 'A', 'ab', 'aB', 'b', 'zz', 'a%', 'ABB', 'abcd', 'abcde', 'ababab'];
  const row = (nullable: boolean) => {
    const value = (text: string) => (nullable && random() < 0.3 ? 'NULL' : text);
    const date = `'20${10 + Math.floor(random() * 20)}-${String(1 + Math.floor(random() * 12)).padStart(2, '0')}-15'`;
    const text = () => value(`'${one(texts)}'`);
    const values = [one(numbers), one(numbers)].map((number) => value(String(number)));
    return `(${[...values, text(), text(), value(one(['true', 'false'])), value(date)].join(', ')})`;
  };
  const rows = (nullable: boolean) => Array.from({ length: ROWS }, () => row(nullable)).join(', ');
  return ['full', 'nulls'].flatMap((name) => [
    `CREATE TABLE ${name}_rows (a int, b int, s varchar(20), r varchar(20), f boolean, d date)`,
    `INSERT INTO ${name}_rows VALUES ${rows(name === 'nulls')}`,
  ]);
}
