import { chain, type Expression } from '../../expressions/expression.ts';
import { type Definition, Definitions } from '../definitions.ts';
import { holdsForGroups } from '../groups.ts';
import type { Column } from '../known-columns.ts';
import { isInOpenLoop } from '../loops.ts';
import { Pins } from '../pins.ts';
import {
  type Block,
  type Item,
  keyOf,
  NO_CTES,
  NOT_UNDERSTOOD,
  nameKey,
  type Query,
  type Source,
  type SqlText,
} from '../query.ts';
import { QueryReader } from '../reader.ts';
import { statementNames } from '../statement-names.ts';
import { isAboutOthers, isWithin } from '../ties.ts';
import { splitAt } from '../words.ts';
import { readWrite } from '../write.ts';
import { type EmptyContext, isEmptyBlock, isEmptyQuery } from './empty-queries.ts';
import { holdsForSameRow } from './same-row.ts';
import { keepsItself, takesAllAway } from './set-operations.ts';
import { columnsOf, copiesOf } from './source-columns.ts';
import { holdsForRanks, isVoid } from './void-conditions.ts';

const MAX_DEPTH = 200;
/** Aggregates that make a list of the values of all rows. */
const LISTS = /^(?:array_agg|string_agg|jsonb?_agg|group_concat|jsonb?_object_agg|json_group_array|json_arrayagg)$/;
/** Views that one query goes through. */
const MAX_VIEWS = 8;
/** Finds queries that return a column of a table for every row of it, so that comparing with them filters nothing. */
export class WholeTable {
  readonly #text: SqlText;
  readonly #pins: Pins;
  readonly #target: Source;
  /** The block of the write. */
  readonly #block: Block;
  readonly #views: number;
  readonly #state: { isCut: boolean };
  readonly #isTraffic: boolean;

  constructor(
    text: SqlText,
    pins: Pins,
    target: Source,
    block: Block,
    { views = 0, state = { isCut: false }, isTraffic = false } = {},
  ) {
    this.#text = text;
    this.#pins = pins;
    this.#target = target;
    this.#block = block;
    this.#views = views;
    this.#state = state;
    this.#isTraffic = isTraffic;
  }

  get text(): SqlText {
    return this.#text;
  }

  get target(): Source {
    return this.#target;
  }

  get pins(): Pins {
    return this.#pins;
  }

  /** Returns what `decide` does, but `cut` for `yes` if a definition was not read because of a limit. */
  bounded<Answer>(decide: () => Answer, yes: Answer, cut: Answer): Answer {
    this.#state.isCut = false;
    const answer = decide();
    return answer === yes && this.#state.isCut ? cut : answer;
  }

  isTarget(source: Source | undefined): boolean {
    const [one, other] = [source?.table, this.#target.table];
    if (!one || !other || one.name === undefined || other.name === undefined) return false;
    const { lexical } = this.#text;
    const schemaOf = ({ schema }: { readonly schema?: string | undefined }) =>
      schema?.toLowerCase() || lexical.queries.defaultSchema;
    return keyOf(one.name, lexical) === keyOf(other.name, lexical) && schemaOf(one) === schemaOf(other);
  }

  /** Whether the result's column, by its position, holds that column of every row of the target's table. */
  returnsAll(query: Query, index: number, name: string, depth = 0): boolean {
    if (depth > MAX_DEPTH || this.#isNarrowed(query, index, name, depth)) return false;
    return query.blocks.some((block) => this.blockReturnsAll(query, block, index, name, depth));
  }

  /** The same for one part of the query. */
  blockReturnsAll(query: Query, block: Block, index: number, name: string, depth = 0): boolean {
    const item = block.items?.[index];
    if (!item || this.leavesOut(block, query)) return false;
    if (block.items?.some(({ star }) => star !== undefined)) return this.#starReturnsAll(block, name, depth);
    if (block.sources.length + block.conditions.length === 0 && this.#listsArray(item, name)) return true;
    const column = this.#columnBehind(this.#pins.expressionOf(item), block);
    if (!column) return false;
    // `SELECT t.id`, of the row itself.
    if (column.id === this.#target.id || this.#isOfTarget(column, item, block))
      return column.name === name && block.conditions.every(({ expression }) => isWithin(expression, block, this));
    const source = block.sources.find(({ id }) => id === column.id);
    return source !== undefined && this.holdsAll(source, column.name, name, block, depth);
  }

  /** Whether the item is `unnest(ids)` of an array with the column of every row. */
  #listsArray(item: Item, name: string): boolean {
    const call = this.#pins.expressionOf(item);
    const [array] = call?.kind === 'call' && call.name === 'unnest' ? call.args : [];
    if (array?.kind !== 'column' || array.to !== array.from + 1) return false;
    return this.valueTakesAll(nameKey(this.#text, array.from), array.from, name);
  }

  /** Whether EXCEPT or INTERSECT takes rows away. Without rows, the other part takes none. */
  #isNarrowed(query: Query, index: number, name: string, depth: number): boolean {
    const { narrowed, blocks, operators } = query;
    if (!narrowed || blocks.slice(1).every((block) => this.isEmptyPart(block))) return false;
    const intersects = operators.length > 0 && operators.every((operator) => operator === 'INTERSECT');
    return !intersects || !blocks.every((block) => this.blockReturnsAll(query, block, index, name, depth));
  }

  /** The column whose values an expression returns: `id`, `unnest(array_agg(id))`, `max(id)` of groups by `id`. */
  #columnBehind(expression: Expression | undefined, block: Block): Column | undefined {
    if (expression?.kind === 'column') {
      const column = this.#pins.resolve(expression, block);
      return column && (!block.groups || this.#isGroupedBy(column, block)) ? column : undefined;
    }
    const [arg, ...others] = expression?.kind === 'call' ? expression.args : [];
    if (expression?.kind !== 'call' || !arg || others.length > 0) return undefined;
    if (expression.name === 'unnest' || (expression.name === 'array_agg' && !block.groups))
      return this.#columnBehind(arg, block);
    return block.groups && /^(?:max|min|any_value)$/.test(expression.name) ? this.#columnBehind(arg, block) : undefined;
  }

  /** Whether each value of the column has a group. */
  #isGroupedBy({ id, name }: Column, block: Block): boolean {
    const [from, to] = block.groups ?? [0, 0];
    return splitAt(this.#text, from, to, ',').some(([first, end]) => {
      const column = this.#pins.columnOf(this.#pins.parsed(first, end), block);
      return column?.id === id && column.name === name;
    });
  }

  /** Whether a name in a subquery is a column of the target, since the table there has none of that name. */
  #isOfTarget({ name }: Column, item: Item, block: Block): boolean {
    const [source, ...others] = block.sources;
    if (!source || others.length > 0 || item.to !== item.from + 1) return false;
    const columns = columnsOf(source, this);
    return columns !== undefined && !columns.includes(name);
  }

  /** Whether the block returns some of its rows only. A loop repeats a LIMIT until no rows are left. */
  leavesOut(block: Block, query: Query): boolean {
    if (block.limited && !isInOpenLoop(this.#text, query.from)) return true;
    return block.having.some(([from, to]) => !holdsForGroups(this.#pins.parsed(from, to), this.#text));
  }

  #starReturnsAll(block: Block, name: string, depth: number): boolean {
    const [source, ...others] = block.sources;
    if (!source || others.length > 0 || block.items?.some((item) => item.name === name)) return false;
    return this.holdsAll(source, name, name, block, depth);
  }

  /** Whether every row of the target's table has one in the block, with its column `name` as the source's `column`. */
  holdsAll(source: Source, column: string, name: string, block: Block, depth: number): boolean {
    if (source.recursive || !block.conditions.every((condition) => this.#spares(condition, source, block)))
      return false;
    if (this.isTarget(source)) return column === name;
    return this.columnReturnsAll(source, column, name, depth + 1);
  }

  /** The same for a column of a derived table, CTE or view, by its name. */
  columnReturnsAll(source: Source, column: string, name: string, depth = 0): boolean {
    const { query, array } = source;
    if (array !== undefined && (source.columns?.[0] ?? source.alias) === column)
      return this.valueTakesAll(nameKey(this.#text, array), array, name);
    if (source.recursive || source.columns) return false;
    if (!query) return this.#viewReturnsAll(source, column, name);
    const [first] = query.blocks;
    if (first?.items?.some(({ star }) => star !== undefined))
      return column === name && this.returnsAll(query, 0, name, depth);
    const names = query.columns ?? first?.items?.map((inner) => inner.name) ?? [];
    const at = names.indexOf(column);
    return at >= 0 && this.returnsAll(query, at, name, depth);
  }

  #viewReturnsAll({ table }: Source, column: string, name: string): boolean {
    if (table?.name === undefined) return false;
    const key = keyOf(table.name, this.#text.lexical);
    if (copiesOf(key, this.#text).some((copy) => this.#copyReturnsAll(copy, column, name))) return true;
    return this.#definedReturnsAll(key, ['view'], Number.MAX_SAFE_INTEGER, { column }, name);
  }

  #copyReturnsAll(copy: Definition, column: string, name: string): boolean {
    const index = copy.columns?.indexOf(column);
    return this.inDefinition(copy, (query, inner) => {
      if (index !== undefined) return index >= 0 && inner.returnsAll(query, index, name);
      const source: Source = { id: -1, table: undefined, alias: '', query, recursive: false, columns: undefined };
      return inner.columnReturnsAll(source, column, name);
    });
  }

  /**
   * Whether a loop's variable, or one that a cursor was fetched into, takes that column of every row: `r.id`, `v`.
   *
   * @param parts the keys of the parts of the variable's name
   * @param at the first token of the variable
   */
  variableTakesAll(parts: readonly string[], at: number, name: string): boolean {
    const [first = '', column] = parts;
    if (parts.length === 2 && column !== undefined) {
      if (this.#definedReturnsAll(first, ['loop'], at, { column }, name)) return true;
      const cursor = this.#definitions.cursorOf(first, at);
      return cursor !== undefined && this.#definedReturnsAll(cursor.name, ['cursor'], at, { column }, name);
    }
    if (parts.length > 1) return false;
    if (this.#definedReturnsAll(first, ['loop'], at, { index: 0 }, name)) return true;
    const fetched = this.#definitions.fetched(first, at);
    if (!fetched) return false;
    return this.#definedReturnsAll(fetched.cursor.name, ['cursor'], at, { index: fetched.index }, name);
  }

  /** Whether the array in a variable has the column of every row: `ids := ARRAY(SELECT id FROM t)`. */
  valueTakesAll(variable: string, at: number, name: string): boolean {
    return this.#definedReturnsAll(variable, ['value', 'copy'], at, { index: 0 }, name);
  }

  /** Whether a variable took a list of a column of every row, of which the condition may search each. */
  listsEachRow(variable: string, at: number): boolean {
    const found = this.#definitions.find(variable, ['value', 'copy'], at);
    if (!found) return false;
    return this.inDefinition(found, ({ blocks: [block, ...others], narrowed }, inner) => {
      const [source, ...joined] = block?.sources ?? [];
      if (!block || narrowed || others.length + joined.length > 0 || block.conditions.length > 0 || block.limited)
        return false;
      const item = inner.pins.expressionOf(block.items?.[Number(found.takes ?? 0)]);
      const isArray = this.#text.tokens.word(found.from - 2) === 'ARRAY';
      return this.isTarget(source) && (isArray || (item?.kind === 'call' && LISTS.test(item.name)));
    });
  }

  /** Whether the cursor of WHERE CURRENT OF passes every row of the target. */
  cursorPassesAll(cursor: string, at: number): boolean {
    const found = this.#definitions.find(cursor, ['cursor', 'loop'], at);
    if (!found) return false;
    return this.inDefinition(found, (query, inner) => inner.passesAll(query));
  }

  /** Whether the query selects every row of the target's table, and nothing else. */
  passesAll(query: Query): boolean {
    if (query.narrowed) return false;
    return query.blocks.some((block) => {
      if (this.leavesOut(block, query) || block.groups) return false;
      return block.sources.some((source) => {
        if (block.links.some(({ to }) => to === source.id)) return false;
        if (!block.conditions.every((condition) => this.#spares(condition, source, block))) return false;
        return this.isTarget(source) || this.#sourcePassesAll(source);
      });
    });
  }

  #sourcePassesAll({ query, table, recursive }: Source): boolean {
    if (recursive) return false;
    if (query) return this.#views < MAX_VIEWS && this.#nested().passesAll(query);
    if (table?.name === undefined) return false;
    const key = keyOf(table.name, this.#text.lexical);
    const view = this.#definitions.find(key, ['view'], Number.MAX_SAFE_INTEGER);
    return [...copiesOf(key, this.#text), ...(view ? [view] : [])].some((one) =>
      this.inDefinition(one, (inner, whole) => whole.passesAll(inner)),
    );
  }

  /** The same, one level deeper. */
  #nested(): WholeTable {
    const options = { views: this.#views + 1, isTraffic: this.#isTraffic };
    return new WholeTable(this.#text, this.#pins, this.#target, this.#block, options);
  }

  get #definitions(): Definitions {
    return Definitions.of(this.#text);
  }

  #definedReturnsAll(
    name: string,
    kinds: Parameters<Definitions['find']>[1],
    before: number,
    of: { readonly column: string } | { readonly index: number },
    wanted: string,
  ): boolean {
    const found = this.#definitions.find(name, kinds, before);
    if (!found) return false;
    const taken = 'index' in of ? (found.takes ?? of.index) : of.column;
    return this.inDefinition(found, (query, inner) => {
      if (typeof taken === 'number') return inner.returnsAll(query, taken, wanted);
      const source: Source = { id: -1, table: undefined, alias: '', query, recursive: false, columns: undefined };
      return inner.columnReturnsAll(source, taken, wanted);
    });
  }

  /** Reads the query of a definition by itself, so that what is known of the statement stays as it is. */
  inDefinition(
    { from, to }: { from: number; to: number },
    test: (query: Query, inner: WholeTable) => boolean,
  ): boolean {
    if (this.#views >= MAX_VIEWS || !this.#definitions.mayRead()) {
      this.#state.isCut = true;
      return false;
    }
    const reader = new QueryReader(this.#text, statementNames(this.#text, false, from, to), readWrite, this.#views + 1);
    try {
      const query = reader.query(from, to, undefined, NO_CTES);
      const pins = new Pins(reader);
      const options = { views: this.#views + 1, state: this.#state, isTraffic: this.#isTraffic };
      return test(query, new WholeTable(this.#text, pins, this.#target, this.#block, options));
    } catch (error) {
      if (error === NOT_UNDERSTOOD) return false;
      throw error;
    }
  }

  get #emptiness(): EmptyContext {
    return { text: this.#text, pins: this.#pins, block: this.#block, isTraffic: this.#isTraffic };
  }

  isEmptyPart(block: Block): boolean {
    return isEmptyBlock(block, this.#emptiness);
  }

  /** Whether the query returns no rows, whatever the data. */
  isEmpty(query: Query): boolean {
    return isEmptyQuery(query, this.#emptiness) || takesAllAway(query, this);
  }

  /** The only row that a subquery gives: `(SELECT min(id) FROM` the target's table `)`. */
  keepsOneRow(query: Query, names: readonly string[]): boolean {
    const [block, ...others] = query.blocks;
    const [source, ...joined] = block?.sources ?? [];
    if (!block || others.length > 0 || !source || joined.length > 0 || block.groups) return false;
    // MySQL cannot read the table that it writes but through a derived table.
    if (source.query && block.conditions.length === 0) return this.keepsOneRow(source.query, names);
    if (!this.isTarget(source)) return false;
    const [only, ...items] = block.items ?? [];
    const value = only && items.length === 0 ? this.#pins.expressionOf(only) : undefined;
    if (value?.kind !== 'call' || !/^(?:min|max)$/.test(value.name)) return false;
    const column = value.args[0] && this.#pins.columnOf(value.args[0], block);
    return column !== undefined && names.includes(column.name);
  }

  /** Whether EXISTS holds for each row of the target because that row itself is found. */
  findsItself(query: Query): boolean {
    if (query.narrowed) return keepsItself(query, this);
    return query.blocks.some((block) => {
      const [source, ...others] = block.sources;
      if (!source || others.length > 0 || this.leavesOut(block, query) || !this.isTarget(source)) return false;
      return block.conditions.every(({ expression }) => this.#matchesItself(expression, block, 0));
    });
  }

  #matchesItself(expression: Expression, block: Block, depth: number): boolean {
    if (expression.kind === 'binary' && expression.op === 'AND' && depth < MAX_DEPTH)
      return chain(expression, 'AND').every((term) => this.#matchesItself(term, block, depth + 1));
    if (isVoid(expression, block, this.#pins)) return true;
    const own = block.sources[0]?.id;
    const here = { text: this.#text, pins: this.#pins, block, isTraffic: this.#isTraffic };
    return holdsForSameRow(expression, here, (id) => id === own || id === this.#target.id);
  }

  /** Whether a condition drops no row of the source, or all of them. */
  #spares({ expression, restricts }: Block['conditions'][number], source: Source, block: Block): boolean {
    if (restricts && !restricts.has(source.id)) return true;
    if (isAboutOthers(expression, source, block, this)) return true;
    return chain(expression, 'AND').every((term) => {
      if (isVoid(term, block, this.#pins) || holdsForRanks(term, block, this.#pins, this.#text.lexical)) return true;
      if (term.kind !== 'binary' || term.op !== '=') return false;
      const [one, other] = [this.#pins.columnOf(term.left, block), this.#pins.columnOf(term.right, block)];
      if (!one || !other || one.name !== other.name || one.id === other.id) return false;
      return [one.id, other.id].every((id) => this.isTarget(block.sources.find((each) => each.id === id)));
    });
  }
}

/** The keys of the parts of a name. */
export function partsOfName(
  text: SqlText,
  { from, to }: { readonly from: number; readonly to: number },
): readonly string[] {
  const parts: string[] = [];
  for (let at = from; at < to; at += 2) parts.push(nameKey(text, at));
  return parts;
}
