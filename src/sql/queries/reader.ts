import type { Expression } from '../expressions/expression.ts';
import { parseCondition, parseExpression } from '../expressions/parse/index.ts';
import { T } from '../text/tokens.ts';
import { readFromList, readTable, type SourceReader } from './from-list.ts';
import { afterModifiers, readItems } from './items.ts';
import {
  type Block,
  type Condition,
  type Ctes,
  MAX_BATCH,
  NOT_UNDERSTOOD,
  nameKey,
  type Query,
  type SqlText,
  type Use,
  type Write,
} from './query.ts';
import type { StatementNames } from './statement-names.ts';
import { clauseAfter, closing, QUERY_WORDS, SET_OPERATORS, splitAt } from './words.ts';

const CTE_END = new Set('SELECT INSERT UPDATE DELETE MERGE VALUES TABLE REPLACE ('.split(' '));
/** Clauses that turn the selected rows into groups, or return only some of them. */
const REDUCES = /^(?:GROUP|HAVING|LIMIT|OFFSET|FETCH|WINDOW|QUALIFY)$/;

/** Nesting of queries and joins; deeper ones are not understood. */
const MAX_DEPTH = 40;
/** Tables and queries of one statement. */
const MAX_SOURCES = 2000;

/** More ids than one reader gives away: one for each source and block. */
const MAX_IDS = 1_000_000;

/** Reads the write at `from`. Passed along to avoid a circular import. */
export type ReadWrite = (reader: QueryReader, from: number, to: number, parent: Block | undefined, ctes: Ctes) => Write;

/** Reads queries into blocks and sources. Raises NOT_UNDERSTOOD. */
export class QueryReader implements SourceReader {
  readonly text: SqlText;
  /** Names in the statement that do not stand for a column or a given value. */
  readonly names: StatementNames;
  readonly blocks: Block[] = [];
  readonly uses: Use[] = [];
  readonly writes: Write[] = [];
  /** The tokens at which the name of a table or CTE was read in a FROM list. */
  readonly seen = new Set<number>();
  /** A condition compares something in a part that is not understood: what it restricts is not known. */
  comparesUnread = false;
  #ids = 0;
  #depth = 0;
  readonly #readWrite: ReadWrite;
  readonly #firstId: number;

  /**
   * @param level of a reader for a definition that another one goes into: the ids of its sources are others than those of
   *   the lower levels
   */
  constructor(text: SqlText, names: StatementNames, readWrite: ReadWrite, level = 0) {
    this.text = text;
    this.names = names;
    this.#readWrite = readWrite;
    this.#firstId = level * MAX_IDS;
  }

  /** Reads one level deeper. */
  nested<Result>(read: () => Result): Result {
    if (this.#depth >= MAX_DEPTH || this.#ids > MAX_SOURCES) throw NOT_UNDERSTOOD;
    this.#depth++;
    try {
      return read();
    } finally {
      this.#depth--;
    }
  }

  newId(): number {
    return this.#firstId + this.#ids++;
  }

  newBlock(parent: Block | undefined): Block {
    const block: Block = {
      id: this.newId(),
      parent,
      sources: [],
      conditions: [],
      links: [],
      optional: new Set(),
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
    const query: Query = { blocks: [], from, to, references: 1, columns: undefined, narrowed: false, operators: [] };
    this.nested(() => this.#fill(query, from, to, parent, ctes));
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
    if (query.blocks.length === parts.length) query.operators = parts.slice(1).map(([begin]) => tokens.word(begin - 1));
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
      this.nested(() => this.#fill(query, from + 1, close, parent, ctes));
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
      readTable(this, block, from + 1, to, ctes);
      block.items = [{ name: undefined, star: '', from, to: from }];
    } else if (word === 'VALUES') this.#values(block, from, to, ctes);
    else if (word === 'SELECT') this.#select(block, from, to, ctes);
    else throw NOT_UNDERSTOOD;
  }

  #select(block: Block, from: number, to: number, ctes: Ctes): void {
    const { text } = this;
    const { tokens } = text;
    const list = clauseAfter(text, from + 1, to, 'FROM');
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
        this.#applyClause(block, at, end);
        this.subqueries(block, at, end, ctes);
      }
      at = end;
    }
  }

  /** Notes what a clause behind WHERE does with the rows of the block. */
  #applyClause(block: Block, at: number, end: number): void {
    const { tokens } = this.text;
    const word = tokens.word(at);
    block.reduced ||= REDUCES.test(word);
    switch (word) {
      case 'HAVING':
        block.having.push([at + 1, end]);
        break;
      case 'GROUP':
        block.groups = [at + 2, end];
        break;
      case 'LIMIT':
        block.limited ||= !this.#passesAll(at + 1, end);
        block.isEmpty ||= end === at + 2 && tokens.raw(at + 1) === '0';
        break;
      case 'QUALIFY':
        block.limited = true;
        break;
      case 'OFFSET':
        block.limited ||= tokens.raw(at + 1) !== '0';
        break;
      case 'FETCH':
        block.limited ||= !this.#passesAll(at + 2, at + 3);
    }
  }

  /** Whether a LIMIT passes all rows: `ALL`, SQLite's `-1`, or more than a batch. */
  #passesAll(from: number, to: number): boolean {
    const { tokens, lexical } = this.text;
    if (to !== from + 1) return lexical.queries.negativeLimit && to === from + 2 && tokens.word(from) === '-';
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
    const understood = parseCondition(this.text.tokens, from, to, this.text.lexical);
    if (!understood) this.comparesUnread = true;
    block.conditions.push({ expression: understood ?? this.parsed(from, to), restricts });
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
      if (text.lexical.queries.inTable && text.tokens.word(at) === 'IN' && isName(text, at + 1, to))
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
    const recursive = tokens.word(at) === 'RECURSIVE' || lexical.queries.impliedRecursion;
    if (tokens.word(at) === 'RECURSIVE') at++;
    for (;;) {
      const name = nameKey(text, at);
      if (tokens.kind(at) !== T.word && tokens.kind(at) !== T.quoted) throw NOT_UNDERSTOOD;
      at++;
      const query: Query = {
        blocks: [],
        from: at,
        to,
        references: 0,
        columns: undefined,
        narrowed: false,
        operators: [],
      };
      if (tokens.word(at) === '(') {
        const close = closing(text, at, to);
        query.columns = splitAt(text, at + 1, close, ',').map(([first]) => nameKey(text, first));
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
      this.nested(() => this.#fill(query, open + 1, close, parent, own));
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
    return readFromList(this, block, from, to, ctes);
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
