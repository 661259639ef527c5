import type { Expression } from '../expressions/expression.ts';
import { parseExpression } from '../expressions/parse/index.ts';
import { readName } from '../text/names.ts';
import { T } from '../text/tokens.ts';
import { afterModifiers, readItems } from './items.ts';
import {
  type Block,
  type Condition,
  type Ctes,
  keyOf,
  MAX_BATCH,
  NOT_UNDERSTOOD,
  nameKey,
  type Query,
  type Source,
  type SqlText,
  type Use,
  type Write,
} from './query.ts';
import type { StatementNames } from './statement-names.ts';
import { CLAUSES, clauseAfter, closing, QUERY_WORDS, SET_OPERATORS, splitAt } from './words.ts';

const COMMA = new Set([',']);
const FROM = new Set(['FROM']);
const CTE_END = new Set('SELECT INSERT UPDATE DELETE MERGE VALUES TABLE REPLACE ('.split(' '));
/** Words that may follow a table in a FROM list and are not its alias. */
const NOT_ALIASES = new Set(
  `ON USING JOIN INNER LEFT RIGHT FULL CROSS NATURAL STRAIGHT_JOIN OUTER APPLY SET WITH TABLESAMPLE PARTITION USE FORCE IGNORE
   INDEXED NOT PIVOT UNPIVOT LATERAL MATCH_RECOGNIZE VALUES SELECT DEFAULT OVERRIDING`.split(/\s+/),
);
const JOIN_WORDS = new Set(['JOIN', 'INNER', 'CROSS', 'NATURAL', 'STRAIGHT_JOIN']);
const SIDES = new Set(['LEFT', 'RIGHT', 'FULL', 'OUTER']);
const JOIN_HINTS = new Set(['OUTER', 'HASH', 'LOOP', 'MERGE', 'REMOTE']);
const TABLE_HINT = /^(?:NOLOCK|READPAST|UPDLOCK|HOLDLOCK|ROWLOCK|TABLOCKX?|PAGLOCK|XLOCK|READUNCOMMITTED|INDEX)$/;

/** Functions that count from one number to another. */
export const SERIES = /^(?:GENERATE_SERIES|GENERATE_SUBSCRIPTS)$/i;
/** Tables of MariaDB's Sequence engine. */
const SEQUENCE_TABLE = /^seq_\d+_to_\d+(?:_step_\d+)?$/;

/** Nesting of queries and joins; deeper ones are not understood. */
const MAX_DEPTH = 40;
/** Tables and queries of one statement. */
const MAX_SOURCES = 2000;
/** Tables and queries of one FROM list. */
const MAX_JOINED = 200;

/** Reads the write at `from`. Passed along to avoid a circular import. */
export type ReadWrite = (reader: QueryReader, from: number, to: number, parent: Block | undefined, ctes: Ctes) => Write;

/** Reads queries into blocks and sources. Throws NOT_UNDERSTOOD. */
export class QueryReader {
  readonly text: SqlText;
  /** Names in the statement that do not stand for a column or a given value. */
  readonly names: StatementNames;
  readonly blocks: Block[] = [];
  readonly uses: Use[] = [];
  readonly writes: Write[] = [];
  /** The tokens at which the name of a table or CTE was read in a FROM list. */
  readonly seen = new Set<number>();
  #ids = 0;
  #depth = 0;
  readonly #readWrite: ReadWrite;

  constructor(text: SqlText, names: StatementNames, readWrite: ReadWrite) {
    this.text = text;
    this.names = names;
    this.#readWrite = readWrite;
  }

  #nested<Result>(read: () => Result): Result {
    if (this.#depth >= MAX_DEPTH || this.#ids > MAX_SOURCES) throw NOT_UNDERSTOOD;
    this.#depth++;
    try {
      return read();
    } finally {
      this.#depth--;
    }
  }

  newBlock(parent: Block | undefined): Block {
    const block: Block = {
      id: this.#ids++,
      parent,
      sources: [],
      conditions: [],
      links: [],
      items: undefined,
      subqueries: new Map(),
      reduced: false,
      limited: false,
      groups: undefined,
      having: [],
      isEmpty: false,
    };
    this.blocks.push(block);
    return block;
  }

  /** The query in tokens `from` to `to`. */
  query(from: number, to: number, parent: Block | undefined, ctes: Ctes): Query {
    const query: Query = { blocks: [], from, to, references: 1, columns: undefined, narrowed: false };
    this.#nested(() => this.#fill(query, from, to, parent, ctes));
    return query;
  }

  #fill(query: Query, from: number, to: number, parent: Block | undefined, outer: Ctes): void {
    const { text } = this;
    const { tokens } = text;
    let ctes = outer;
    let start = from;
    if (tokens.word(start) === 'WITH') [start, ctes] = this.ctes(start, to, parent, outer);
    const first = tokens.word(start);
    if (/^(?:INSERT|UPDATE|DELETE|MERGE|REPLACE)$/.test(first)) {
      this.write(start, to, parent, ctes);
      return;
    }
    const parts = splitAt(text, start, to, SET_OPERATORS);
    const before = query.blocks.length;
    for (const [index, [begin, end]] of parts.entries()) {
      if (index > 0 && tokens.word(begin - 1) !== 'UNION') query.narrowed = true;
      const at = index > 0 && /^(?:ALL|DISTINCT)$/.test(tokens.word(begin)) ? begin + 1 : begin;
      this.#part(query, at, end, parent, ctes);
    }
    // A LIMIT behind a UNION belongs to all its parts.
    if (parts.length > 1 && query.blocks.at(-1)?.reduced) {
      const limited = query.blocks.at(-1)?.limited === true;
      for (const block of query.blocks.slice(before)) {
        block.reduced = true;
        block.limited ||= limited;
      }
    }
  }

  #part(query: Query, from: number, to: number, parent: Block | undefined, ctes: Ctes): void {
    const { tokens } = this.text;
    const word = tokens.word(from);
    if (word === '(') {
      const close = closing(this.text, from, to);
      const before = query.blocks.length;
      this.#nested(() => this.#fill(query, from + 1, close, parent, ctes));
      if (close + 1 >= to) return;
      const block = query.blocks.at(-1);
      if (!block || query.blocks.length === before) throw NOT_UNDERSTOOD;
      for (const inner of query.blocks.slice(before)) {
        inner.reduced = true;
        inner.limited = true;
      }
      this.subqueries(block, close + 1, to, ctes);
      return;
    }
    const block = this.newBlock(parent);
    query.blocks.push(block);
    if (word === 'TABLE') {
      this.#table(block, from + 1, to, ctes);
      block.items = [{ name: undefined, star: '', from, to: from }];
    } else if (word === 'VALUES') this.#values(block, from, to, ctes);
    else if (word === 'SELECT') this.#select(block, from, to, ctes);
    else throw NOT_UNDERSTOOD;
  }

  #select(block: Block, from: number, to: number, ctes: Ctes): void {
    const { text } = this;
    const { tokens } = text;
    const list = clauseAfter(text, from + 1, to, FROM);
    const end = clauseAfter(text, from + 1, list);
    if (end < list && list < to && tokens.word(end) !== 'INTO') throw NOT_UNDERSTOOD;
    const { at, reduced, limited, isEmpty, on } = afterModifiers(text, from + 1, end);
    block.reduced = reduced;
    block.limited = limited;
    block.isEmpty = isEmpty;
    block.groups = on;
    for (let next = at; next < end; next++) block.reduced ||= tokens.word(next) === 'OVER';
    block.items = readItems(text, at, end);
    const rest = list < to ? list : end;
    this.subqueries(block, from + 1, rest, ctes);
    this.clauses(block, rest, to, ctes);
  }

  /** A FROM list, if there is one at `from`, and what follows it. */
  clauses(block: Block, from: number, to: number, ctes: Ctes): void {
    const { text } = this;
    let at = from;
    if (text.tokens.word(from) === 'FROM') {
      at = clauseAfter(text, from + 1, to);
      this.fromList(block, from + 1, at, ctes);
    }
    while (at < to) {
      const word = text.tokens.word(at);
      const end = clauseAfter(text, at + 1, to);
      if (word === 'WHERE') this.condition(block, at + 1, end, undefined, ctes);
      else {
        if (word === 'INTO' && text.tokens.word(end) === 'FROM') throw NOT_UNDERSTOOD;
        if (/^(?:GROUP|HAVING|LIMIT|OFFSET|FETCH|WINDOW|QUALIFY)$/.test(word)) block.reduced = true;
        if (word === 'HAVING') block.having.push([at + 1, end]);
        else if (word === 'GROUP') block.groups = [at + 2, end];
        else if (word === 'LIMIT') block.limited ||= !this.#passesAll(at + 1, end);
        else if (word === 'QUALIFY') block.limited = true;
        else if (word === 'OFFSET') block.limited ||= text.tokens.raw(at + 1) !== '0';
        else if (word === 'FETCH') block.limited ||= !this.#passesAll(at + 2, at + 3);
        if (word === 'LIMIT' && end === at + 2 && text.tokens.raw(at + 1) === '0') block.isEmpty = true;
        this.subqueries(block, at, end, ctes);
      }
      at = end;
    }
  }

  /** Whether a LIMIT passes all rows: `ALL`, SQLite's `-1`, or more than a batch. */
  #passesAll(from: number, to: number): boolean {
    const { tokens, lexical } = this.text;
    if (to !== from + 1) return lexical.family === 'sqlite' && to === from + 2 && tokens.word(from) === '-';
    return tokens.word(from) === 'ALL' || (tokens.kind(from) === T.number && Number(tokens.raw(from)) >= MAX_BATCH);
  }

  /** VALUES with one row has the columns of that. */
  #values(block: Block, from: number, to: number, ctes: Ctes): void {
    const { text } = this;
    this.subqueries(block, from, to, ctes);
    const close = text.tokens.word(from + 1) === '(' ? closing(text, from + 1, to) : to;
    if (close + 1 === to) block.items = readItems(text, from + 2, close);
  }

  /** A condition in tokens `from` to `to`; for `restricts`, see Condition. */
  condition(block: Block, from: number, to: number, restricts: Condition['restricts'], ctes: Ctes): void {
    this.subqueries(block, from, to, ctes);
    block.conditions.push({ expression: this.parsed(from, to), restricts });
  }

  parsed(from: number, to: number): Expression {
    const expression = parseExpression(this.text.tokens, from, to, this.text.lexical);
    if (!expression) throw NOT_UNDERSTOOD;
    return expression;
  }

  /** Reads the queries in expressions, each of which may refer to the block. */
  subqueries(block: Block, from: number, to: number, ctes: Ctes): void {
    const { text } = this;
    for (let at = from; at < to; at++) {
      // SQLite's `x IN t` reads every row of a table.
      if (text.lexical.family === 'sqlite' && text.tokens.word(at) === 'IN' && isName(text, at + 1, to))
        throw NOT_UNDERSTOOD;
      if (text.tokens.word(at) !== '(' || !QUERY_WORDS.has(text.tokens.word(at + 1))) continue;
      const next = text.tokens.kind(at + 2);
      // A column that is named `table` or `values`.
      if (next === T.op && /^[,)=.]$/.test(text.tokens.word(at + 2))) continue;
      const close = closing(text, at, to);
      block.subqueries.set(at, this.query(at + 1, close, block, ctes));
      at = close;
    }
  }

  /** The CTEs of a WITH clause, and the token after them. */
  ctes(from: number, to: number, parent: Block | undefined, outer: Ctes): [number, Ctes] {
    const { text } = this;
    const { tokens, lexical } = text;
    const ctes = new Map(outer);
    let at = from + 1;
    const recursive = tokens.word(at) === 'RECURSIVE' || lexical.family === 'sqlcmd' || lexical.family === 'sqlite';
    if (tokens.word(at) === 'RECURSIVE') at++;
    for (;;) {
      const name = nameKey(text, at);
      if (tokens.kind(at) !== T.word && tokens.kind(at) !== T.quoted) throw NOT_UNDERSTOOD;
      at++;
      const query: Query = { blocks: [], from: at, to, references: 0, columns: undefined, narrowed: false };
      if (tokens.word(at) === '(') {
        const close = closing(text, at, to);
        query.columns = splitAt(text, at + 1, close, COMMA).map(([first]) => nameKey(text, first));
        at = close + 1;
      }
      if (tokens.word(at) !== 'AS') throw NOT_UNDERSTOOD;
      at++;
      while (/^(?:NOT|MATERIALIZED)$/.test(tokens.word(at))) at++;
      if (tokens.word(at) !== '(') throw NOT_UNDERSTOOD;
      const close = closing(text, at, to);
      if (close >= to) throw NOT_UNDERSTOOD;
      const own = recursive ? new Map([...ctes, [name, { query, building: true }]]) : ctes;
      const open = at;
      this.#nested(() => this.#fill(query, open + 1, close, parent, own));
      ctes.set(name, { query, building: false });
      at = close + 1;
      if (tokens.word(at) !== ',') break;
      at++;
    }
    if (!CTE_END.has(tokens.word(at))) throw NOT_UNDERSTOOD;
    return [at, ctes];
  }

  /** The tables of a FROM list. Returns the ids of its sources. */
  fromList(block: Block, from: number, to: number, ctes: Ctes): readonly number[] {
    const ids: number[] = [];
    let at = from;
    for (;;) {
      const read = this.#nested(() => this.#joins(block, at, to, ctes));
      for (const id of read.ids) ids.push(id);
      at = read.next;
      if (at >= to) return ids;
      if (this.text.tokens.word(at) !== ',') throw NOT_UNDERSTOOD;
      at++;
    }
  }

  #joins(block: Block, from: number, to: number, ctes: Ctes): { ids: number[]; next: number } {
    const { tokens, lexical } = this.text;
    const left = this.#primary(block, from, to, ctes);
    let at = left.next;
    while (at < to && tokens.word(at) !== ',') {
      let kind = tokens.word(at);
      if (kind === 'NATURAL') throw NOT_UNDERSTOOD;
      let apply = false;
      if (kind !== 'JOIN' && kind !== 'STRAIGHT_JOIN') {
        if (!JOIN_WORDS.has(kind) && !SIDES.has(kind)) throw NOT_UNDERSTOOD;
        at++;
        while (JOIN_HINTS.has(tokens.word(at))) at++;
        apply = tokens.word(at) === 'APPLY';
        if (!apply && tokens.word(at) !== 'JOIN') throw NOT_UNDERSTOOD;
      } else if (kind === 'JOIN') kind = 'INNER';
      const right = this.#primary(block, at + 1, to, ctes, apply);
      at = right.next;
      const both = new Set([...left.ids, ...right.ids]);
      if (tokens.word(at) === 'ON') {
        const end = this.#joinEnd(at + 1, to);
        const sides = { LEFT: new Set(right.ids), RIGHT: new Set(left.ids), FULL: new Set<number>() };
        this.condition(block, at + 1, end, sides[kind as keyof typeof sides] ?? both, ctes);
        at = end;
      } else if (tokens.word(at) === 'USING' && tokens.word(at + 1) === '(') {
        const close = closing(this.text, at + 1, to);
        for (const [name] of splitAt(this.text, at + 2, close, COMMA)) {
          this.#using(block, kind, nameKey(this.text, name), left.ids, right.ids);
        }
        at = close + 1;
        if (tokens.word(at) === 'AS') at += 2;
      } else {
        const bare = apply || kind === 'CROSS' || (kind !== 'LEFT' && kind !== 'RIGHT' && kind !== 'FULL');
        const needsOn = kind === 'INNER' && (lexical.family === 'psql' || lexical.family === 'sqlcmd');
        if (!bare || needsOn) throw NOT_UNDERSTOOD;
      }
      if (at < to && (tokens.word(at) === 'ON' || tokens.word(at) === 'USING')) throw NOT_UNDERSTOOD;
      for (const id of right.ids) left.ids.push(id);
    }
    return { ids: left.ids, next: at };
  }

  #using(block: Block, kind: string, column: string, left: readonly number[], right: readonly number[]): void {
    const [inner] = right;
    if (inner === undefined || right.length > 1) return;
    // Which of several tables has the column is known only if a USING joined them by it before.
    const joined = left.find((id) => block.links.some((link) => link.column === column && link.to === id));
    const outer = left.length === 1 ? left[0] : joined;
    if (outer === undefined || kind === 'FULL') return;
    if (kind !== 'RIGHT') block.links.push({ column, from: outer, to: inner });
    if (kind !== 'LEFT') block.links.push({ column, from: inner, to: outer });
  }

  /** The end of the condition of a join. */
  #joinEnd(from: number, to: number): number {
    const { text } = this;
    const { tokens } = text;
    for (let at = from; at < to; at++) {
      const word = tokens.word(at);
      if (word === '(') at = closing(text, at, to);
      else if (word === ',' || word === 'ON' || word === 'USING') return at;
      else if (JOIN_WORDS.has(word) && tokens.word(at - 1) !== '.') return at;
      else if (SIDES.has(word) && (tokens.word(at + 1) === 'JOIN' || JOIN_HINTS.has(tokens.word(at + 1)))) return at;
      else if (word === 'OUTER' && tokens.word(at + 1) === 'APPLY') return at;
    }
    return to;
  }

  #primary(block: Block, from: number, to: number, ctes: Ctes, apply = false): { ids: number[]; next: number } {
    const { text } = this;
    const { tokens } = text;
    let at = from;
    let lateral = apply;
    for (; /^(?:ONLY|LATERAL)$/.test(tokens.word(at)); at++) lateral ||= tokens.word(at) === 'LATERAL';
    if (tokens.word(at) !== '(') return this.#table(block, at, to, ctes);
    const close = closing(text, at, to);
    if (close >= to) throw NOT_UNDERSTOOD;
    if (!this.#holdsQuery(at, close)) {
      const ids = this.fromList(block, at + 1, close, ctes);
      const next = close + 1;
      if (tokens.word(next) === 'AS' || this.#isAlias(next, to)) throw NOT_UNDERSTOOD;
      return { ids: [...ids], next };
    }
    const query = this.query(at + 1, close, lateral ? block : block.parent, ctes);
    return this.#aliased(block, close + 1, to, { query, lateral, recursive: false, table: undefined, alias: '' });
  }

  /** Whether the parenthesis holds a query, not joined tables. */
  #holdsQuery(open: number, close: number): boolean {
    const { tokens } = this.text;
    let at = open + 1;
    while (tokens.word(at) === '(') {
      const end = closing(this.text, at, close);
      if (end + 1 < close && !SET_OPERATORS.has(tokens.word(end + 1)) && !CLAUSES.has(tokens.word(end + 1)))
        return false;
      at++;
    }
    return QUERY_WORDS.has(tokens.word(at));
  }

  #table(block: Block, from: number, to: number, ctes: Ctes): { ids: number[]; next: number } {
    const { text } = this;
    const { tokens, lexical } = text;
    const { target, next } = readName(tokens, from, lexical);
    if (next === from) throw NOT_UNDERSTOOD;
    if (tokens.word(next) === '(' && !(lexical.family === 'sqlcmd' && TABLE_HINT.test(tokens.word(next + 1)))) {
      const close = closing(text, next, to);
      this.subqueries(block, next, close, ctes);
      let after = close + 1;
      if (tokens.word(after) === 'WITH')
        after = tokens.word(after + 1) === '(' ? closing(text, after + 1, to) + 1 : after + 2;
      const series = SERIES.test(tokens.word(next - 1));
      const alias = series ? nameKey(text, next - 1) : '';
      return this.#aliased(block, after, to, { query: undefined, recursive: false, table: undefined, alias, series });
    }
    if (target.name === undefined || target.schema === undefined) throw NOT_UNDERSTOOD;
    this.seen.add(from);
    const alias = keyOf(target.name, lexical);
    const cte = target.schema === '' ? ctes.get(alias) : undefined;
    if (cte && !cte.building) cte.query.references++;
    const about = cte
      ? { query: cte.query, recursive: cte.building, table: undefined, alias }
      : { query: undefined, recursive: false, table: target, alias, series: SEQUENCE_TABLE.test(alias) };
    return this.#aliased(block, next, to, about);
  }

  /** Reads what may follow a table or query, and adds the source. */
  #aliased(
    block: Block,
    from: number,
    to: number,
    about: Pick<Source, 'table' | 'query' | 'recursive' | 'alias' | 'series' | 'lateral'>,
  ): { ids: number[]; next: number } {
    const { text } = this;
    const { tokens } = text;
    let { alias } = about;
    let columns: readonly string[] | undefined;
    let at = this.#skipHints(from, to);
    const named = tokens.word(at) === 'AS';
    if (named) at++;
    if (named || this.#isAlias(at, to)) {
      alias = tokens.word(at) === '(' ? alias : nameKey(text, at);
      if (tokens.word(at) !== '(') at++;
    }
    if (tokens.word(at) === '(' && at < to && !TABLE_HINT.test(tokens.word(at + 1))) {
      const close = closing(text, at, to);
      columns = splitAt(text, at + 1, close, COMMA).map(([first]) => nameKey(text, first));
      at = close + 1;
    }
    at = this.#skipHints(at, to);
    if (block.sources.length >= MAX_JOINED) throw NOT_UNDERSTOOD;
    const source: Source = { ...about, id: this.#ids++, alias, columns };
    block.sources.push(source);
    if (source.table) this.uses.push({ source, block });
    return { ids: [source.id], next: at };
  }

  #isAlias(at: number, to: number): boolean {
    const { tokens } = this.text;
    if (at >= to) return false;
    const kind = tokens.kind(at);
    return kind === T.quoted || (kind === T.word && !NOT_ALIASES.has(tokens.word(at)) && !CLAUSES.has(tokens.word(at)));
  }

  #skipHints(from: number, to: number): number {
    const { text } = this;
    const { tokens } = text;
    let at = from;
    for (;;) {
      const word = tokens.word(at);
      if (at >= to) return at;
      if (word === '*') at++;
      else if (word === '(' && TABLE_HINT.test(tokens.word(at + 1))) at = closing(text, at, to) + 1;
      else if ((word === 'WITH' || word === 'PARTITION') && tokens.word(at + 1) === '(')
        at = closing(text, at + 1, to) + 1;
      else if (word === 'WITH' && tokens.word(at + 1) === 'ORDINALITY') at += 2;
      else if (word === 'TABLESAMPLE') {
        const open = tokens.word(at + 1) === '(' ? at + 1 : at + 2;
        at = closing(text, open, to) + 1;
        if (tokens.word(at) === 'REPEATABLE') at = closing(text, at + 1, to) + 1;
      } else if (/^(?:USE|FORCE|IGNORE)$/.test(word) && /^(?:INDEX|KEY)$/.test(tokens.word(at + 1))) {
        at += 2;
        while (at < to && tokens.word(at) !== '(') at++;
        at = closing(text, at, to) + 1;
      } else if (word === 'INDEXED' && tokens.word(at + 1) === 'BY') at += 3;
      else if (word === 'NOT' && tokens.word(at + 1) === 'INDEXED') at += 2;
      else return at;
    }
  }

  /** The INSERT, UPDATE, DELETE or MERGE at `from`. */
  write(from: number, to: number, parent: Block | undefined, ctes: Ctes): Write {
    const write = this.#readWrite(this, from, to, parent, ctes);
    this.writes.push(write);
    return write;
  }
}

function isName({ tokens }: SqlText, at: number, to: number): boolean {
  return at < to && (tokens.kind(at) === T.word || tokens.kind(at) === T.quoted);
}
