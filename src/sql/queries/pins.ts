import { type ColumnExpression, chain, type Expression } from '../expressions/expression.ts';
import { VOLATILE } from '../expressions/functions.ts';
import { parseExpression } from '../expressions/parse/index.ts';
import { foldName, unquote } from '../text/names.ts';
import { T } from '../text/tokens.ts';
import { type Column, KnownColumns, NO_NAMES, NOTHING } from './known-columns.ts';
import { type Block, type Condition, type Item, nameKey, type Query, type Source, type Use } from './query.ts';
import type { QueryReader } from './reader.ts';
import { baseColumnsOf, columnsOf } from './source-columns.ts';

/** Rounds after which the search for pinned columns ends; what is not found by then counts as not pinned. */
const MAX_ROUNDS = 8;
/** Nesting of AND and OR up to which a part is read twice, because its operands may depend on each other. */
const TWICE_UP_TO = 4;
const MAX_DEPTH = 200;

/** Words that are values. Others of that kind may be columns somewhere. */
const VALUE_WORD =
  /^(?:CURRENT_USER|SESSION_USER|CURRENT_ROLE|CURRENT_DATE|CURRENT_TIME|CURRENT_TIMESTAMP|LOCALTIME|LOCALTIMESTAMP|CURRENT_CATALOG|CURRENT_SCHEMA)$/;
/** Functions that have many values although their arguments are given, or whose value depends on the rows. */
const OF_ROWS =
  /^(?:row|count|row_number|rank|dense_rank|percent_rank|cume_dist|ntile|generate_series|generate_subscripts)$/;

/**
 * Finds the columns that a statement's conditions restrict to given values: literals, parameters, and columns that are
 * restricted themselves. Neither the number of values nor their content matters, so that texts which differ only in
 * them have the same facts.
 *
 * A column without a qualifier is taken to belong to each table of its block: if two of them had it, the name would be
 * ambiguous, and the database would reject the statement.
 */
export class Pins {
  readonly #reader: QueryReader;
  readonly #known = new KnownColumns();
  readonly #expressions = new Map<Item, Expression | undefined>();
  /** How a column is written, by its key. */
  readonly #spelling = new Map<string, string>();

  #solved = false;

  constructor(reader: QueryReader) {
    this.#reader = reader;
  }

  #solve(): void {
    if (this.#solved) return;
    this.#solved = true;
    for (let round = 0; round < MAX_ROUNDS; round++) {
      let more = false;
      for (const block of this.#reader.blocks) if (this.#pinBlock(block)) more = true;
      if (!more) break;
    }
  }

  /** The pinned columns of a source, as they are written. */
  columnsOf({ source, block }: Use): ReadonlySet<string> {
    if (source.columns) return NO_NAMES;
    this.#solve();
    return this.#spelled([...this.#known.of(source.id), ...this.#known.of(block.id)]);
  }

  /** The columns of a source that a condition alone pins. */
  columnsIn(condition: Expression, { source, block }: Use): ReadonlySet<string> {
    // How a column is written where it is pinned comes first.
    this.#solve();
    const found = this.#pinned(condition, block, undefined, NOTHING, 0);
    return this.#spelled(found.filter(({ id }) => id === source.id).map(({ name }) => name));
  }

  #spelled(names: readonly string[]): ReadonlySet<string> {
    return new Set(names.map((name) => this.#spelling.get(name) ?? name));
  }

  #pinBlock(block: Block): boolean {
    let more = false;
    const add = (column: { readonly id: number; readonly name: string }) => {
      if (this.#known.add(column)) more = true;
    };
    for (const { expression, restricts } of block.conditions) {
      for (const column of this.#pinned(expression, block, restricts, this.#known, 0)) add(column);
    }
    for (const { column, from, to } of block.links) {
      if (this.#known.has({ id: from, name: column, block })) add({ id: to, name: column });
    }
    for (const source of block.sources) {
      if (!source.query || source.recursive) continue;
      for (const name of this.#given(source, source.query)) add({ id: source.id, name });
      for (const column of this.#passedOn(source, source.query, block)) add(column);
    }
    return more;
  }

  /** The columns of a derived table or CTE that its query restricts. */
  #given(source: Source, query: Query): readonly string[] {
    const [first] = query.blocks;
    const items = first?.items;
    if (!first || !items) return [];
    const columns = source.columns ?? query.columns;
    if (items.some(({ star }) => star !== undefined)) {
      const starred = columns || query.blocks.length > 1 ? undefined : starOf(first);
      if (!starred) return [];
      return [...this.#known.of(starred.id), ...this.#known.of(first.id)].filter((name) => !isItem(first, name));
    }
    const names = columns ?? items.map(({ name }) => name);
    return names.filter(
      (name, index): name is string =>
        name !== undefined &&
        names.indexOf(name) === names.lastIndexOf(name) &&
        this.#returnsGiven(query, index, this.#known),
    );
  }

  /** The columns inside a query that a condition on its result restricts. */
  #passedOn(source: Source, query: Query, outer: Block): readonly Column[] {
    if (query.references > 1 || query.blocks.some(({ reduced }) => reduced)) return [];
    const names = [...this.#known.of(source.id), ...this.#known.of(outer.id)];
    const [first] = query.blocks;
    if (names.length === 0 || !first?.items) return [];
    const columns = source.columns ?? query.columns;
    if (first.items.some(({ star }) => star !== undefined)) {
      const starred = columns || query.blocks.length > 1 ? undefined : starOf(first);
      if (!starred) return [];
      return names
        .filter((name) => !isItem(first, name))
        .map((name) => ({ id: starred.id, name, block: first, certain: true }));
    }
    const all = columns ?? first.items.map(({ name }) => name);
    return names.flatMap((name) => {
      const index = all.indexOf(name);
      if (index < 0 || index !== all.lastIndexOf(name)) return [];
      return query.blocks.flatMap((block) => this.#ownColumn(block.items?.[index], block) ?? []);
    });
  }

  /** The column of the block itself that an item is. */
  #ownColumn(item: Item | undefined, block: Block): Column | undefined {
    const expression = item?.star === undefined ? this.expressionOf(item) : undefined;
    if (expression?.kind !== 'column' || expression.converted) return undefined;
    const column = this.resolve(expression, block);
    return column && isOwn(column, block) ? column : undefined;
  }

  expressionOf(item: Item | undefined): Expression | undefined {
    if (!item) return undefined;
    if (!this.#expressions.has(item)) {
      const { tokens, lexical } = this.#reader.text;
      this.#expressions.set(item, parseExpression(tokens, item.from, item.to, lexical));
    }
    return this.#expressions.get(item);
  }

  /** Whether a column of the result, by its position, has given values only. */
  #returnsGiven(query: Query, index: number, known: KnownColumns): boolean {
    return (
      query.blocks.length > 0 &&
      query.blocks.every((block) => {
        const items = block.items ?? [];
        if (items.some(({ star }) => star !== undefined)) return false;
        const expression = this.expressionOf(items[index]);
        return expression !== undefined && this.#isGiven(expression, block, known, 0);
      })
    );
  }

  /** The columns of the block that a condition restricts to given values. */
  #pinned(
    expression: Expression,
    block: Block,
    restricts: Condition['restricts'],
    known: KnownColumns,
    depth: number,
  ): readonly Column[] {
    if (depth > MAX_DEPTH) return [];
    switch (expression.kind) {
      case 'binary':
        if (expression.op === 'AND') return this.#pinnedByAll(expression, block, restricts, known, depth);
        if (expression.op === 'OR') return this.#pinnedByEach(expression, block, restricts, known, depth);
        if (expression.op !== '=' && expression.op !== '<=>') return [];
        return this.#equal(expression.left, expression.right, expression.op === '=', block, restricts, known);
      case 'in': {
        if (expression.negated) return [];
        const { arg, items } = expression;
        return this.#where(arg, block, restricts, (index) =>
          items.every((item) => {
            const value = index < 0 ? item : partOf(item, index);
            return value !== undefined && this.#isGiven(value, block, known, 0);
          }),
        );
      }
      case 'any':
        return this.#where(expression.arg, block, restricts, (index) => {
          return index < 0 && this.#isGiven(expression.operand, block, known, 0);
        });
      case 'query_in': {
        const query = expression.negated ? undefined : this.queryAt(block, expression.from, expression.to);
        if (!query) return [];
        return this.#where(expression.arg, block, restricts, (index) =>
          this.#returnsGiven(query, Math.max(index, 0), known),
        );
      }
      default:
        return [];
    }
  }

  #pinnedByAll(
    expression: Expression,
    block: Block,
    restricts: Condition['restricts'],
    known: KnownColumns,
    depth: number,
  ): readonly Column[] {
    const inner = new KnownColumns(known);
    const found: Column[] = [];
    const terms = chain(expression, 'AND');
    for (let pass = 0; pass < (depth > 0 && depth <= TWICE_UP_TO ? 2 : 1); pass++) {
      for (const term of terms) {
        for (const column of this.#pinned(term, block, restricts, inner, depth + 1)) {
          if (inner.add(column)) found.push(column);
        }
      }
    }
    return found;
  }

  #pinnedByEach(
    expression: Expression,
    block: Block,
    restricts: Condition['restricts'],
    known: KnownColumns,
    depth: number,
  ): readonly Column[] {
    let common: readonly Column[] | undefined;
    for (const term of chain(expression, 'OR')) {
      const found = this.#pinned(term, block, restricts, known, depth + 1);
      const both = new Set(found.map(({ id, name }) => `${id} ${name}`));
      common = (common ?? found).filter(({ id, name }) => both.has(`${id} ${name}`));
      if (common.length === 0) return [];
    }
    return common ?? [];
  }

  #equal(
    left: Expression,
    right: Expression,
    plain: boolean,
    block: Block,
    restricts: Condition['restricts'],
    known: KnownColumns,
  ): readonly Column[] {
    // `IS NOT DISTINCT FROM` another column also matches where both are NULL.
    const values = plain ? known : NOTHING;
    const found: Column[] = [];
    for (const [one, other] of [
      [left, right],
      [right, left],
    ] as const) {
      const query = other.kind === 'query' ? this.queryAt(block, other.from, other.to) : undefined;
      const columns = this.#where(one, block, restricts, (index) => {
        if (query) return this.#returnsGiven(query, Math.max(index, 0), values);
        const value = index < 0 ? other : partOf(other, index);
        return value !== undefined && this.#isGiven(value, block, values, 0);
      });
      for (const column of columns) found.push(column);
    }
    return found;
  }

  /**
   * The columns that `expression` is, one or those of a row, for which the test holds. It gets the position in the row,
   * or -1 if the expression is not a row.
   */
  #where(
    expression: Expression,
    block: Block,
    restricts: Condition['restricts'],
    test: (index: number) => boolean,
  ): readonly Column[] {
    const isRow = expression.kind === 'call' && expression.name === 'row';
    const parts = isRow ? expression.args : [expression];
    const found: Column[] = [];
    for (const [index, part] of parts.entries()) {
      if (part.kind !== 'column' || part.converted) continue;
      const column = this.resolve(part, block);
      if (!column || !isOwn(column, block) || (restricts && !restricts.has(column.id))) continue;
      if (test(isRow ? index : -1)) found.push(column);
    }
    return found;
  }

  /** Whether the value does not depend on a row, other than by columns with given values. */
  #isGiven(expression: Expression, block: Block, known: KnownColumns, depth: number): boolean {
    if (depth > MAX_DEPTH) return false;
    switch (expression.kind) {
      case 'constant':
        return true;
      case 'opaque':
        return expression.given && !this.#reader.names.isAssigned(expression.from);
      case 'column': {
        if (this.isValueWord(expression)) return true;
        const column = this.resolve(expression, block);
        return column !== undefined && known.has(column);
      }
      case 'unary':
        return expression.op === '-' && this.#isGiven(expression.arg, block, known, depth + 1);
      case 'binary':
        return (
          ARITHMETIC.has(expression.op) &&
          this.#isGiven(expression.left, block, known, depth + 1) &&
          this.#isGiven(expression.right, block, known, depth + 1)
        );
      case 'call':
        if (OF_ROWS.test(expression.name) || VOLATILE.test(expression.name)) return false;
        return expression.args.every((arg) => this.#isGiven(arg, block, known, depth + 1));
      case 'query': {
        const query = this.queryAt(block, expression.from, expression.to);
        return query !== undefined && this.#returnsGiven(query, 0, known);
      }
      default:
        return false;
    }
  }

  /** The expression in tokens `from` to `to`. Raises NOT_UNDERSTOOD. */
  parsed(from: number, to: number): Expression {
    return this.#reader.parsed(from, to);
  }

  /** The arguments of a function in a FROM list that can be read, and the sources that they may name. */
  argumentsOf({ args, id }: Source, block: Block): { readonly args: readonly Expression[]; readonly block: Block } {
    const { tokens, lexical } = this.#reader.text;
    const index = block.sources.findIndex((source) => source.id === id);
    return {
      args: (args ?? []).flatMap(([from, to]) => parseExpression(tokens, from, to, lexical) ?? []),
      block: { ...block, sources: block.sources.slice(0, Math.max(index, 0)) },
    };
  }

  /** The query in tokens `from` to `to`, which begin and end with parentheses. */
  queryAt(block: Block, from: number, to: number): Query | undefined {
    const { tokens } = this.#reader.text;
    for (let at = from; tokens.word(at) === '('; at++) {
      const query = block.subqueries.get(at);
      if (query) return query.to + 1 + (at - from) === to ? query : undefined;
    }
    return undefined;
  }

  /** The column that an expression is; undefined for any other one. */
  columnOf(expression: Expression, block: Block): Column | undefined {
    return expression.kind === 'column' ? this.resolve(expression, block) : undefined;
  }

  /** The column that a name refers to; undefined if that is not known. */
  resolve(expression: ColumnExpression, block: Block): Column | undefined {
    if (this.isValueWord(expression)) return undefined;
    const { from, to } = expression;
    const { text } = this.#reader;
    const parts: string[] = [];
    for (let at = from; at < to; at += 2) parts.push(nameKey(text, at));
    const name = parts.pop();
    if (name === undefined || parts.length > 2) return undefined;
    if (!this.#spelling.has(name)) this.#spelling.set(name, this.#folded(to - 1));
    const [first, second] = parts;
    if (first === undefined) return this.#resolveBare(name, block);
    for (let scope: Block | undefined = block; scope; scope = scope.parent) {
      const found = scope.sources.filter(({ alias, table }) =>
        second === undefined
          ? alias === first
          : alias === second && table?.schema?.toLowerCase() === first.toLowerCase(),
      );
      if (found.length > 1) return undefined;
      if (found[0]) return { id: found[0].id, name, block: scope, certain: true };
    }
    return undefined;
  }

  /** The innermost source that has the column, or that may have it as far as columns are known. */
  #resolveBare(name: string, block: Block): Column | undefined {
    if (this.#reader.names.isVariable(name)) return undefined;
    let inner: Column | undefined;
    let isFromBase = false;
    for (let scope: Block | undefined = block; scope; scope = scope.parent) {
      const { sources } = scope;
      const [only] = sources;
      if (!only) continue;
      const { text } = this.#reader;
      const known = sources.map((source) => columnsOf(source, text) ?? baseColumnsOf(source, text));
      const owners = sources.filter((_, index) => known[index]?.includes(name));
      const [owner] = owners;
      if (owner && owners.length === 1) return { id: owner.id, name, block: scope, certain: true };
      const found = { id: sources.length > 1 ? scope.id : only.id, name, block: scope, certain: false };
      // A name that no table has is an error of the statement.
      inner ??= found;
      if (owners.length > 0 || known.includes(undefined)) return isFromBase ? inner : found;
      isFromBase ||= sources.some((source) => !columnsOf(source, text));
    }
    return inner;
  }

  /** Whether it is a bare name that a variable or parameter of the routine has, which hides a column. */
  isVariable({ from, to }: ColumnExpression): boolean {
    return to === from + 1 && this.#reader.names.isVariable(nameKey(this.#reader.text, from));
  }

  isValueWord({ from, to }: ColumnExpression): boolean {
    const { tokens } = this.#reader.text;
    return to === from + 1 && tokens.kind(from) === T.word && VALUE_WORD.test(tokens.word(from));
  }

  #folded(at: number): string {
    const { tokens, lexical } = this.#reader.text;
    const raw = tokens.raw(at);
    return tokens.kind(at) === T.quoted ? foldName(unquote(raw), true, lexical) : foldName(raw, false, lexical);
  }
}

const ARITHMETIC = new Set(['+', '-', '*', '/', '%', '||', 'DIV', 'MOD', '&', '|']);

function partOf(expression: Expression, index: number): Expression | undefined {
  return expression.kind === 'call' && expression.name === 'row' ? expression.args[index] : undefined;
}

/** Whether it is a column of the block itself, not of one around it. */
function isOwn({ id }: Column, block: Block): boolean {
  return id === block.id || block.sources.some((source) => source.id === id);
}

/** The source that the only `*` of a select list stands for. */
export function starOf(block: Block): Source | undefined {
  const [only, ...others] = (block.items ?? []).filter(({ star }) => star !== undefined);
  if (!only || others.length > 0) return undefined;
  if (only.star === '') return block.sources.length === 1 ? block.sources[0] : undefined;
  return block.sources.find(({ alias }) => alias === only.star);
}

/** Whether an item beside the `*` has that name too. */
function isItem(block: Block, name: string): boolean {
  return block.items?.some((item) => item.name === name) ?? false;
}
