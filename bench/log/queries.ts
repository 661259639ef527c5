import type { Random } from './random.ts';
import type { Column, Table } from './schema.ts';
import { Source, type Style } from './style.ts';
import { Template } from './template.ts';
import type { ValueKind } from './values.ts';

/** Features that only some servers have. */
export interface Server {
  readonly returning: boolean;
  readonly upsert: 'conflict' | 'duplicate';
}

const PAGES = [10, 20, 25, 50, 100];
/** Kinds of columns that a filter compares with a value. */
const COMPARED: ReadonlySet<string> = new Set([
  'id',
  'bigId',
  'status',
  'small',
  'code',
  'uuid',
  'slug',
  'email',
  'bool',
]);

/** Generates random statements in the style of one library. */
export class Queries {
  readonly #random: Random;
  readonly #tables: readonly Table[];
  readonly #style: Style;
  readonly #server: Server;

  constructor(random: Random, tables: readonly Table[], style: Style, server: Server) {
    this.#random = random;
    this.#tables = tables;
    this.#style = style;
    this.#server = server;
  }

  /** SELECT … FROM, with the given number of joined tables. */
  #selectFrom(joined: number): { readonly template: Template; readonly source: Source } {
    const random = this.#random;
    const template = new Template();
    const source = new Source(random.pick(this.#tables), this.#style);
    template.text(
      `${this.#word('SELECT ')}${source.selected(random)}${this.#break}${this.#word('FROM')} ${source.reference}`,
    );
    for (let at = 1; at <= joined; at++) {
      const other = new Source(random.pick(this.#tables), this.#style, at);
      const kind = random.chance(0.6) ? 'INNER JOIN' : 'LEFT OUTER JOIN';
      const key = random.pick(source.table.columns);
      template.text(
        `${this.#break}${this.#word(kind)} ${other.reference} ${this.#word('ON')} ${source.column(key)} = ${other.column(other.id)}`,
      );
    }
    return { template, source };
  }

  byId(): Template {
    const { template, source } = this.#selectFrom(0);
    this.#where(template, `${source.column(source.id)} = `).value('id');
    if (this.#random.chance(0.6)) this.#clause(template, 'LIMIT 1');
    return template;
  }

  byIds(): Template {
    const { template, source } = this.#selectFrom(0);
    this.#where(template, '');
    this.#among(template, source.column(source.id), this.#random.pick(['id', 'id', 'uuid'] as const), 100);
    return template;
  }

  page(): Template {
    const random = this.#random;
    const { template, source } = this.#selectFrom(random.pick([0, 0, 0, 1, 1, 2]));
    this.#filter(template, source, random.between(1, 4));
    this.#order(template, source);
    const size = random.pick(PAGES);
    this.#clause(template, 'LIMIT ').limit(random.chance(0.8) ? [size] : PAGES);
    if (random.chance(0.6)) template.text(this.#word(' OFFSET ')).offset(size);
    return template;
  }

  search(): Template {
    const random = this.#random;
    const { template, source } = this.#selectFrom(0);
    this.#filter(template, source, random.between(0, 2));
    const column = random.pick(source.table.columns);
    template
      .text(`${this.#word(' AND')} ${source.column(column)} ${this.#word('LIKE')} `)
      .value(random.chance(0.6) ? 'prefix' : 'pattern');
    this.#order(template, source);
    this.#clause(template, 'LIMIT ').limit([random.pick(PAGES)]);
    return template;
  }

  count(): Template {
    const random = this.#random;
    const source = new Source(random.pick(this.#tables), this.#style);
    const what = random.chance(0.7) ? 'COUNT(*)' : 'SUM(COALESCE(';
    const template = new Template().text(this.#word(`SELECT ${what}`));
    if (what !== 'COUNT(*)')
      template
        .text(`${source.column(random.pick(source.table.columns))}, `)
        .value('small')
        .text('))');
    template.text(`${this.#break}${this.#word('FROM')} ${source.reference}`);
    this.#filter(template, source, random.between(1, 4));
    return template;
  }

  exists(): Template {
    const source = new Source(this.#random.pick(this.#tables), this.#style);
    const template = new Template().text(`${this.#word('SELECT 1 AS one FROM')} ${source.reference}`);
    this.#filter(template, source, this.#random.between(1, 3));
    this.#clause(template, 'LIMIT 1');
    return template;
  }

  joined(): Template {
    const random = this.#random;
    const { template, source } = this.#selectFrom(random.between(2, 5));
    this.#filter(template, source, random.between(2, 6));
    this.#order(template, source);
    return template;
  }

  report(): Template {
    const random = this.#random;
    const source = new Source(random.pick(this.#tables), this.#style);
    const other = new Source(random.pick(this.#tables), this.#style, 1);
    const measure = random.pick(source.table.columns);
    const group = random.pick(source.table.columns);
    const template = new Template()
      .text(`-- ${random.pick(['weekly', 'monthly', 'daily'])} numbers of ${source.table.name}, asked by user `)
      .value('small')
      .text(
        `\nWITH picked AS (\n  SELECT ${source.column(source.id)}, ${source.column(measure)} AS measure, ${source.column(group)} AS grp\n  FROM ${source.reference}\n  WHERE ${source.column(source.tenant)} = `,
      )
      .value('id')
      .text(`\n    AND created_at BETWEEN `)
      .value('time')
      .text(' AND ')
      .value('time')
      .text(
        `\n), ranked AS (\n  SELECT picked.*, row_number() OVER (PARTITION BY grp ORDER BY measure DESC) AS place\n  FROM picked\n)\n`,
      )
      .text(`SELECT grp, count(*) AS many, sum(CASE WHEN measure > `)
      .value('money')
      .text(
        ` THEN 1 ELSE 0 END) AS large, max(measure) AS top\nFROM ranked\nJOIN ${other.reference} ON ${other.column(other.id)} = ranked.id\nWHERE place <= `,
      )
      .value('small')
      .text('\n  AND grp IN ')
      .list('status', 6)
      .text('\nGROUP BY grp\nHAVING count(*) > ')
      .value('small')
      .text('\nORDER BY many DESC\nLIMIT ')
      .limit([random.pick([100, 500, 1000, 5000])]);
    return template;
  }

  insert(max: number): Template {
    const random = this.#random;
    const source = new Source(random.pick(this.#tables), this.#style);
    const columns = random.chance(0.7)
      ? source.table.columns.slice(1)
      : [source.tenant, ...random.sample(source.table.columns.slice(2), random.between(2, 8))];
    const template = new Template()
      .text(
        `${this.#word('INSERT INTO')} ${source.name} (${columns.map((column) => source.bare(column)).join(', ')}) ${this.#word('VALUES')} `,
      )
      .rows(
        columns.map(({ kind }) => kind),
        max,
      );
    if (random.chance(0.3)) this.#upsert(template, source, columns);
    if (this.#server.returning && random.chance(0.7)) this.#clause(template, `RETURNING ${source.bare(source.id)}`);
    return template;
  }

  #upsert(template: Template, source: Source, columns: readonly Column[]): void {
    const set = columns.slice(1, 4).map((column) => source.bare(column));
    if (this.#server.upsert === 'conflict') {
      const excluded = set.map((name) => `${name} = EXCLUDED.${name}`).join(', ');
      this.#clause(template, `ON CONFLICT (${source.bare(source.tenant)}) DO UPDATE SET ${excluded}`);
    } else {
      const given = set.map((name) => `${name} = VALUES(${name})`).join(', ');
      this.#clause(template, `ON DUPLICATE KEY UPDATE ${given}`);
    }
  }

  update(): Template {
    const random = this.#random;
    const source = new Source(random.pick(this.#tables), { ...this.#style, columns: 'bare', schema: false });
    const template = new Template().text(`${this.#word('UPDATE')} ${source.reference} ${this.#word('SET')} `);
    for (const [at, column] of random.sample(source.table.columns.slice(2), random.between(1, 5)).entries()) {
      template.text(`${at > 0 ? ', ' : ''}${source.bare(column)} = `).value(column.kind);
    }
    if (random.chance(0.15)) {
      this.#where(template, '');
      this.#among(template, source.column(source.id), 'id', 60);
    } else {
      this.#where(template, `${source.column(source.id)} = `).value('id');
      if (random.chance(0.3)) template.text(`${this.#word(' AND')} ${source.column(source.tenant)} = `).value('id');
    }
    return template;
  }

  delete(): Template {
    const random = this.#random;
    const source = new Source(random.pick(this.#tables), { ...this.#style, columns: 'bare', schema: false });
    const template = new Template().text(`${this.#word('DELETE FROM')} ${source.reference}`);
    if (random.chance(0.6)) this.#where(template, `${source.column(source.id)} = `).value('id');
    else this.#filter(template, source, random.between(1, 2));
    return template;
  }

  /** A worker takes the next job. */
  queue(): Template {
    const source = new Source(this.#random.pick(this.#tables), { ...this.#style, columns: 'bare', schema: false });
    const wait = this.#server.returning ? ' FOR UPDATE SKIP LOCKED' : ' FOR UPDATE';
    const template = new Template();
    if (this.#server.returning)
      template
        .text(`${this.#word('UPDATE')} ${source.name} ${this.#word('SET')} updated_at = `)
        .value('time')
        .text(`${this.#word(' WHERE')} id = (`);
    template.text(`${this.#word('SELECT')} id ${this.#word('FROM')} ${source.name}`);
    this.#filter(template, source, 2);
    template.text(`${this.#word(' ORDER BY')} created_at ${this.#word(`LIMIT 1${wait}`)}`);
    if (this.#server.returning) template.text(`) ${this.#word('RETURNING')} *`);
    return template;
  }

  // Parts

  get #break(): string {
    return this.#style.break;
  }

  #word(words: string): string {
    return this.#style.upper ? words : words.toLowerCase();
  }

  #clause(template: Template, text: string): Template {
    return template.text(`${this.#break}${this.#word(text)}`);
  }

  #where(template: Template, text: string): Template {
    return template.text(`${this.#break}${this.#word('WHERE')} ${text}`);
  }

  #filter(template: Template, source: Source, conditions: number): void {
    const random = this.#random;
    const columns = source.table.columns.slice(2).filter(({ kind }) => COMPARED.has(kind));
    this.#where(template, `${source.column(source.tenant)} = `).value('id');
    for (const column of random.sample(columns, conditions))
      this.#condition(template.text(this.#word(' AND ')), source, column);
    if (random.chance(0.3)) {
      const created = `${source.column({ name: 'created_at', kind: 'time' })} ${random.pick(['>=', '<', '>'])} `;
      template.text(this.#word(' AND ') + created).value('time');
    }
  }

  #condition(template: Template, source: Source, column: Column): void {
    const random = this.#random;
    const name = source.column(column);
    if (random.chance(0.12)) this.#among(template, name, column.kind, random.pick([5, 20, 200]));
    else if (random.chance(0.1)) template.text(`${name} ${this.#word(random.chance(0.5) ? 'IS NULL' : 'IS NOT NULL')}`);
    else if (random.chance(0.08))
      template
        .text(`(${name} = `)
        .value(column.kind)
        .text(`${this.#word(' OR ')}${name} ${this.#word('IS NULL')})`);
    else template.text(`${name} ${random.pick(['=', '=', '=', '<>', '>'])} `).value(column.kind);
  }

  #among(template: Template, name: string, kind: ValueKind, max: number): void {
    if (this.#style.lists === 'in') template.text(`${name} ${this.#word('IN')} `).list(kind, max);
    else template.text(`${name} = ANY (`).array(kind, max).text(')');
  }

  #order(template: Template, source: Source): void {
    const column = this.#random.pick(source.table.columns);
    this.#clause(template, 'ORDER BY ').text(
      `${source.column(column)} ${this.#word(this.#random.chance(0.5) ? 'ASC' : 'DESC')}`,
    );
  }
}
