import type { Dialect } from '../../src/model/index.ts';
import { pick } from './exactness.ts';

/** Generates random statements like those of applications, from a small grammar. */
export class Generator {
  readonly #random: () => number;
  readonly #dialect: Dialect;
  #depth = 0;

  constructor(dialect: Dialect, random: () => number) {
    this.#dialect = dialect;
    this.#random = random;
  }

  /** A write whose condition repeats the same few columns, operators and literals. */
  condition(): string {
    const write = pick(this.#random, [
      'DELETE FROM t WHERE',
      'UPDATE t SET a = 1 WHERE',
      'WITH x AS (DELETE FROM t WHERE a = 1) DELETE FROM t WHERE',
    ]);
    return `${write} ${this.#dense(0)}${this.#maybe(0.1, () => ' LIMIT 5')}`;
  }

  #dense(depth: number): string {
    const more = () => this.#dense(depth + 1);
    const chance = depth > 3 ? 0 : this.#random();
    const column = () => pick(this.#random, ['a', 'a', 'b', 't.a', 'f(a)', 'a::int']);
    const literal = () => pick(this.#random, ['1', '1', '2', "'a'", "'b'", '1::int', '(1)', "interval '1 d'"]);
    const operator = () => pick(this.#random, ['=', '=', '<>', '<', '>=', '<=', '!=']);
    if (chance < 0.35) return `${column()} ${operator()} ${literal()}`;
    if (chance < 0.55) return `${more()} OR ${more()}`;
    if (chance < 0.68) return `${more()} AND ${more()}`;
    if (chance < 0.78) return `(${more()})`;
    if (chance < 0.83) return `NOT ${more()}`;
    if (chance < 0.86) return `${column()} ${this.#maybe(0.4, () => 'NOT ')}IN (${this.#many(2, literal, ', ')})`;
    if (chance < 0.89) return `${column()} ${this.#maybe(0.4, () => 'NOT ')}BETWEEN ${literal()} AND ${literal()}`;
    if (chance < 0.91)
      return `${column()} ${this.#maybe(0.4, () => 'NOT ')}LIKE ${pick(this.#random, ["'a'", "'%'", "'b'"])}`;
    if (chance < 0.93) return `(${more()}) ${operator()} (${more()})`;
    if (chance < 0.95) return `${literal()} ${operator()} ${pick(this.#random, [column, literal])()}`;
    if (chance < 0.96) return `${more()} ${pick(this.#random, ['XOR', '||', '&&', '+', '='])} ${more()}`;
    if (chance < 0.97) return `EXISTS (SELECT 1 ${this.#maybe(0.5, () => 'FROM u ')}WHERE ${more()})`;
    if (chance < 0.98) return `CASE WHEN ${more()} THEN ${more()} ELSE ${more()} END`;
    if (chance < 0.99) return `coalesce(${more()}, ${literal()}) ${operator()} ${literal()}`;
    return `${column()} IN (SELECT ${literal()} FROM u WHERE ${more()})`;
  }

  text(): string {
    const one = this.statement();
    const chance = this.#random();
    if (chance < 0.05) return `${one}; ${this.statement()}`;
    if (chance < 0.08) return `BEGIN; ${one}; COMMIT`;
    if (chance < 0.1) return `SET x = ${this.#literal()}; ${one};`;
    if (chance < 0.15) return `${one};`;
    return one;
  }

  statement(): string {
    this.#depth = 0;
    const chance = this.#random();
    if (chance < 0.25) return this.#select();
    if (chance < 0.45) return this.#insert();
    if (chance < 0.65) return this.#update();
    if (chance < 0.85) return this.#delete();
    if (chance < 0.93) return this.#with();
    if (chance < 0.95 && this.#dialect === 'postgresql') return this.#merge();
    return pick(this.#random, [
      `SET x = ${this.#literal()}`,
      `CALL p(${this.#literal()}, ${this.#literal()})`,
      `EXPLAIN ${this.#select()}`,
      `(${this.#select()}) UNION (${this.#select()})`,
      `TRUNCATE ${this.#table()}`,
      `DROP TABLE IF EXISTS ${this.#table()}`,
      `CREATE TABLE x (a int DEFAULT ${this.#literal()})`,
      `ALTER TABLE ${this.#table()} ADD COLUMN c text DEFAULT ${this.#literal()}`,
      `VALUES ${this.#rows()}`,
      `COMMIT`,
      `SET LOCAL ${pick(this.#random, ['a.b', 'role', 'session_replication_role', '"session_replication_role"', 'search_path'])} ${pick(this.#random, ['=', 'TO'])} ${pick(this.#random, ["'replica'", "'origin'", 'replica', this.#literal()])}`,
      `SET a = ${this.#literal()}, b = ${this.#value()}`,
      `SELECT set_config(${pick(this.#random, ["'a.b'", "'role'", "'session_replication_role'", "E'role'", '$1'])}, ${pick(this.#random, ["'replica'", "'origin'", this.#value()])}, true)`,
      `CALL p(${this.#value()}, ${this.#value()})`,
      `EXECUTE s${Math.floor(this.#random() * 9)} (${this.#value()})`,
      `EXECUTE IMMEDIATE ${pick(this.#random, ["'DELETE FROM t'", "'SELECT 1'"])}`,
      `NOTIFY c, ${this.#literal()}`,
      `FETCH ${Math.floor(this.#random() * 9)} FROM c${Math.floor(this.#random() * 9)}`,
      `SAVEPOINT ${pick(this.#random, ['sp_', 'S', '"a-b_'])}${Math.floor(this.#random() * 9)}`,
      `ROLLBACK TO SAVEPOINT sp_${Math.floor(this.#random() * 9)}`,
      `DECLARE c${Math.floor(this.#random() * 9)} CURSOR FOR ${this.#random() < 0.7 ? this.#select() : this.#delete()}`,
      `PREPARE s${Math.floor(this.#random() * 9)} AS ${this.#delete()}`,
      `SET STATEMENT a = ${this.#literal()} FOR ${this.#delete()}`,
    ]);
  }

  #maybe(chance: number, text: () => string): string {
    return this.#random() < chance ? text() : '';
  }

  #many(most: number, one: () => string, separator: string): string {
    return Array.from({ length: 1 + Math.floor(this.#random() * most) }, one).join(separator);
  }

  #table(): string {
    return pick(this.#random, ['t', 'users', 'app.orders', this.#dialect === 'postgresql' ? '"Q t"' : '`q`']);
  }

  #column(): string {
    return pick(this.#random, [
      'a',
      'b',
      'c',
      't.a',
      'users.b',
      'date',
      this.#dialect === 'postgresql' ? '"5"' : '`5`',
    ]);
  }

  #literal(): string {
    return pick(this.#random, ['1', '2', '5', '0', '1.5', "'a'", "'b'", "'%'", "'x%'", "''", '10', "'2020-01-01'"]);
  }

  #value(): string {
    this.#depth++;
    const chance = this.#depth > 6 ? 0 : this.#random();
    const text = this.#valueOf(chance);
    this.#depth--;
    return text;
  }

  #valueOf(chance: number): string {
    if (chance < 0.5) return this.#literal();
    if (chance < 0.7) return this.#column();
    if (chance < 0.75) return this.#param();
    if (chance < 0.8)
      return `${pick(this.#random, ['lower', 'coalesce', 'now', 'f', 'date', 'if', 'abs'])}(${this.#many(2, () => this.#value(), ', ')})`;
    if (chance < 0.83) return `${this.#value()} ${pick(this.#random, ['+', '-', '*', '||', '%'])} ${this.#value()}`;
    if (chance < 0.86) return pick(this.#random, ['NULL', 'TRUE', 'FALSE', 'CURRENT_DATE', 'DEFAULT']);
    if (chance < 0.89)
      return this.#dialect === 'postgresql'
        ? `${this.#value()}::${pick(this.#random, ['int', 'text', 'numeric(10, 2)', 'date', 'int[]', 'timestamp'])}`
        : 'now() - INTERVAL 5 DAY';
    if (chance < 0.92) return `CASE WHEN ${this.#condition()} THEN ${this.#value()} ELSE ${this.#value()} END`;
    if (chance < 0.95) return `(${this.#select()})`;
    if (chance < 0.97) return `now() - interval '1 day'`;
    if (chance < 0.98) return `-${this.#literal()}`;
    return `(${this.#value()})`;
  }

  #param(): string {
    return this.#dialect === 'postgresql' ? `$${1 + Math.floor(this.#random() * 3)}` : '?';
  }

  #condition(): string {
    this.#depth++;
    const chance = this.#depth > 6 ? 0 : this.#random();
    const text = this.#conditionOf(chance);
    this.#depth--;
    return text;
  }

  #conditionOf(chance: number): string {
    const operator = () => pick(this.#random, ['=', '=', '=', '<>', '<', '>', '<=', '>=', '!=']);
    if (chance < 0.3) return `${this.#column()} ${operator()} ${this.#literal()}`;
    if (chance < 0.36) return `${this.#value()} ${operator()} ${this.#value()}`;
    if (chance < 0.5) return `${this.#condition()} AND ${this.#condition()}`;
    if (chance < 0.6) return `${this.#condition()} OR ${this.#condition()}`;
    if (chance < 0.66) return `(${this.#condition()})`;
    if (chance < 0.7) return `NOT ${this.#condition()}`;
    const not = this.#maybe(0.2, () => 'NOT ');
    if (chance < 0.78) return `${this.#column()} ${not}IN (${this.#many(4, () => this.#literal(), ', ')})`;
    if (chance < 0.8) return `${this.#value()} ${not}IN (${this.#many(3, () => this.#value(), ',')})`;
    if (chance < 0.83) return `${this.#column()} ${not}IN (${this.#select()})`;
    if (chance < 0.88) return `${this.#column()} ${not}LIKE ${this.#literal()}${this.#maybe(0.1, () => " ESCAPE '!'")}`;
    if (chance < 0.93) return `${this.#column()} ${not}BETWEEN ${this.#literal()} AND ${this.#literal()}`;
    if (chance < 0.94) return `${this.#value()} BETWEEN ${this.#value()} AND ${this.#value()}`;
    if (chance < 0.96) return `${this.#column()} IS ${not}NULL`;
    if (chance < 0.98) return `EXISTS (${this.#select()})`;
    return this.#value();
  }

  #where(chance: number): string {
    return this.#maybe(chance, () => ` WHERE ${this.#condition()}`);
  }

  #select(): string {
    this.#depth++;
    const rich = this.#depth < 4;
    const text = [
      `SELECT ${this.#many(2, () => (this.#random() < 0.2 ? '*' : this.#value()), ', ')}`,
      this.#maybe(0.9, () => ` FROM ${this.#table()}`),
      rich ? this.#maybe(0.2, () => ` JOIN ${this.#table()} ON ${this.#condition()}`) : '',
      this.#where(rich ? 0.7 : 0.3),
      this.#maybe(0.1, () => ` ORDER BY ${this.#column()}`),
      this.#limit(0.3),
    ].join('');
    this.#depth--;
    return text;
  }

  #limit(chance: number): string {
    return this.#maybe(chance, () =>
      pick(this.#random, [
        ` LIMIT ${this.#literal()}`,
        ` LIMIT ${this.#literal()} OFFSET ${this.#literal()}`,
        ` LIMIT ${this.#literal()}, ${this.#literal()}`,
        ` LIMIT ${this.#param()} OFFSET ${this.#param()}`,
        ` LIMIT 10 + 5`,
        ` OFFSET 5 ROWS FETCH FIRST ${this.#literal()} ROWS ONLY`,
        ' LIMIT ALL',
        ' FETCH NEXT ROW ONLY',
      ]),
    );
  }

  #rows(): string {
    return this.#many(3, () => `(${this.#many(2, () => this.#value(), ', ')})`, ', ');
  }

  #insert(): string {
    const into = `INSERT INTO ${this.#table()}${this.#maybe(0.5, () => ' (a, b)')} `;
    if (this.#random() < 0.2) return into + this.#select();
    const rows =
      this.#random() < 0.5 ? this.#many(4, () => `(${this.#literal()}, ${this.#literal()})`, ',') : this.#rows();
    const conflict = this.#maybe(0.2, () =>
      this.#dialect === 'postgresql'
        ? ` ON CONFLICT (a) DO UPDATE SET b = ${this.#value()}${this.#where(0.3)}`
        : ` ON DUPLICATE KEY UPDATE b = VALUES(b), c = ${this.#value()}`,
    );
    return `${into}VALUES ${rows}${conflict}${this.#returning()}`;
  }

  #returning(): string {
    return this.#dialect === 'postgresql' ? this.#maybe(0.1, () => ` RETURNING ${this.#value()}`) : '';
  }

  #update(): string {
    const sets = this.#many(3, () => `${pick(this.#random, ['a', 'b', 'c'])} = ${this.#value()}`, ', ');
    if (this.#dialect !== 'postgresql') {
      const join = this.#maybe(0.2, () => ` JOIN users ON ${this.#condition()}`);
      return `UPDATE t${join} SET ${sets}${this.#where(0.9)}${this.#maybe(0.1, () => ` LIMIT ${this.#literal()}`)}`;
    }
    const from = this.#maybe(0.2, () => ` FROM (VALUES ${this.#rows()}) AS v (x, y)`);
    return `UPDATE ${this.#table()} SET ${sets}${from}${this.#where(0.9)}${this.#returning()}`;
  }

  #delete(): string {
    if (this.#dialect !== 'postgresql' && this.#random() < 0.2)
      return `DELETE t FROM t JOIN users ON ${this.#condition()}${this.#where(0.5)}`;
    const using = this.#dialect === 'postgresql' ? this.#maybe(0.1, () => ` USING (${this.#select()}) AS u`) : '';
    return `DELETE FROM ${this.#table()}${using}${this.#where(0.9)}${this.#returning()}`;
  }

  #with(): string {
    const inner = pick(this.#random, [
      () => this.#select(),
      () => this.#delete(),
      () => this.#update(),
      () => `VALUES ${this.#rows()}`,
    ])();
    const outer = pick(this.#random, [
      () => this.#select(),
      () => this.#delete(),
      () => this.#update(),
      () => this.#insert(),
    ])();
    return `WITH x AS (${inner}) ${outer}`;
  }

  #merge(): string {
    const branch = () =>
      pick(this.#random, [
        `WHEN MATCHED AND ${this.#condition()} THEN DELETE`,
        'WHEN MATCHED THEN DELETE',
        `WHEN MATCHED THEN UPDATE SET a = ${this.#value()}`,
        `WHEN NOT MATCHED THEN INSERT VALUES (${this.#value()})`,
      ]);
    return `MERGE INTO t USING ${pick(this.#random, ['s', `(${this.#select()}) AS s`, `(VALUES ${this.#rows()}) AS s (x)`])} ON ${this.#condition()} ${this.#many(2, branch, ' ')}`;
  }
}
