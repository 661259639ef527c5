import type { Target } from '../../../model/index.ts';
import { chain, type Expression, hasPart } from '../../expressions/expression.ts';
import { truthOfCondition } from '../../expressions/truth.ts';
import { templateName } from '../../text/names.ts';
import type { Pins } from '../pins.ts';
import { type Block, keyOf, type Query, type Source, type SqlText } from '../query.ts';
import { type References, referencesOf } from '../references.ts';
import { addTied } from '../ties.ts';
import { isRequired } from './correlation.ts';

const MAX_DEPTH = 40;

/** Finds sources and queries that have every row of the target's table, so that comparing with them filters nothing. */
export class AllRows {
  readonly #text: SqlText;
  readonly #pins: Pins;
  readonly #target: Source;
  readonly #isTraffic: boolean;
  readonly #presumed: boolean;

  /**
   * @param isTraffic whether the write was recorded: then the literals in its conditions do not count
   * @param presumed whether a table is the target's if that depends on what a placeholder for a schema stands for
   */
  constructor(text: SqlText, pins: Pins, target: Source, isTraffic: boolean, presumed = false) {
    this.#text = text;
    this.#pins = pins;
    this.#target = target;
    this.#isTraffic = isTraffic;
    this.#presumed = presumed;
  }

  /** Whether a term finds each row of the target: `t.id = d.id`, `id IN (SELECT id FROM t)`. */
  findsEachRow(expression: Expression, negated: boolean, block: Block): boolean {
    if (!negated && expression.kind === 'binary' && expression.op === '=') {
      const { left, right } = expression;
      return this.#isOwnInAll(left, right, block) || this.#isOwnInAll(right, left, block);
    }
    if (expression.kind !== 'query_in' || expression.negated !== negated) return false;
    const query = this.#pins.queryAt(block, expression.from, expression.to);
    const { arg } = expression;
    const columns = arg.kind === 'call' && arg.name === 'row' ? arg.args : [arg];
    return columns.every((part, index) => {
      const column = this.#pins.columnOf(part, block);
      return query !== undefined && column?.id === this.#target.id && this.#returns(query, index, column.name, 0);
    });
  }

  /** Whether one side is a column of the target, and the other the same column of a source that has each of its rows. */
  #isOwnInAll(own: Expression, other: Expression, block: Block): boolean {
    const column = this.#pins.columnOf(own, block);
    const found = this.#pins.columnOf(other, block);
    if (column?.id !== this.#target.id || !found || found.id === column.id) return false;
    const source = block.sources.find(({ id }) => id === found.id);
    if (!source || this.#isFilteredByOuterJoin(source, block)) return false;
    return this.has(source, found.name, column.name);
  }

  /** Whether the condition of an outer join leaves out rows of the source, and none of the target. */
  #isFilteredByOuterJoin({ id }: Source, { conditions }: Block): boolean {
    return conditions.some(
      ({ restricts, expression }) => restricts?.has(id) && !restricts.has(this.#target.id) && !this.#isTrue(expression),
    );
  }

  /** Whether a column of the source has the values of that column of the target in all its rows. */
  has(source: Source | undefined, column: string, wanted: string, depth = 0): boolean {
    if (!source || source.recursive || depth > MAX_DEPTH) return false;
    if (this.#isTarget(source)) return !source.columns && column === wanted;
    const { query } = source;
    const [first] = query?.blocks ?? [];
    if (!query || !first?.items) return false;
    if (first.items.some(({ star }) => star !== undefined))
      return !source.columns && !query.columns && column === wanted && this.#returns(query, 0, wanted, depth);
    const names = source.columns ?? query.columns ?? first.items.map(({ name }) => name);
    const index = names.indexOf(column);
    return index >= 0 && this.#returns(query, index, wanted, depth);
  }

  /** Whether the result's column, by its position, has that column of every row of the target's table. */
  #returns({ blocks, narrowed }: Query, index: number, wanted: string, depth: number): boolean {
    if (narrowed || depth > MAX_DEPTH) return false;
    return blocks.some((block) => {
      const item = block.items?.[index];
      if (!item || block.limited || block.groups || block.having.length > 0) return false;
      const only = block.sources.length === 1 ? block.sources[0] : undefined;
      if (block.items?.some(({ star }) => star !== undefined))
        return only !== undefined && this.#keepsAll(only, block) && this.has(only, wanted, wanted, depth + 1);
      const expression = this.#pins.expressionOf(item);
      const column = expression && this.#pins.columnOf(expression, block);
      if (column?.id === this.#target.id) return column.name === wanted && !this.#restrictsTarget(block);
      const source = block.sources.find(({ id }) => id === column?.id);
      if (!column || !source) return false;
      return this.#keepsAll(source, block) && this.has(source, column.name, wanted, depth + 1);
    });
  }

  /** Whether EXISTS holds for each row of the target because that row itself is found. */
  findsItself({ blocks, narrowed }: Query): boolean {
    if (narrowed) return false;
    return blocks.some((block) => {
      const [source, ...others] = block.sources;
      if (!source || others.length > 0 || block.limited || block.having.length > 0 || !this.#isTarget(source))
        return false;
      return block.conditions.every(({ expression }) =>
        chain(expression, 'AND').every((term) => this.#isTrue(term) || this.#comparesItself(term, source, block)),
      );
    });
  }

  /** `x.id = t.id`, of the target and another use of its table. */
  #comparesItself(term: Expression, { id }: Source, block: Block): boolean {
    if (term.kind !== 'binary' || term.op !== '=') return false;
    const one = this.#pins.columnOf(term.left, block);
    const other = this.#pins.columnOf(term.right, block);
    if (!one || !other || one.name !== other.name) return false;
    return [one.id, other.id].includes(id) && [one.id, other.id].includes(this.#target.id);
  }

  /** Whether the query selects every row of the target's table. */
  passesAll({ blocks, narrowed }: Query): boolean {
    if (narrowed) return false;
    return blocks.some((block) => {
      if (block.limited || block.groups || block.having.length > 0) return false;
      return block.sources.some(
        (source) =>
          !source.recursive &&
          this.#keepsAll(source, block) &&
          (this.#isTarget(source) || (source.query !== undefined && this.passesAll(source.query))),
      );
    });
  }

  /** Whether no join and no condition of the block leaves out rows of the source: they are about others, tied to nothing. */
  #keepsAll({ id }: Source, block: Block): boolean {
    if (block.links.some(({ to }) => to === id) || this.#hasDependent(id, block)) return false;
    const restricting = block.conditions.filter(({ restricts }) => restricts === undefined || restricts.has(id));
    if (restricting.length === 0) return true;
    const tied = new Set([id]);
    addTied(tied, block, (term) => this.#referencesOf(term, block).ids);
    return restricting.every(({ expression }) =>
      chain(expression, 'AND').every((term) => this.#isTrue(term) || this.#isAboutOthers(term, tied, block)),
    );
  }

  /** Whether a query or function in the FROM list depends on the row of the source, and may have no row for it. */
  #hasDependent(id: number, block: Block): boolean {
    const context = { text: this.#text, pins: this.#pins, block, tied: new Set([id]), isTraffic: this.#isTraffic };
    return block.sources.some((source) => isRequired(source, context));
  }

  #isAboutOthers(term: Expression, tied: ReadonlySet<number>, block: Block): boolean {
    const { ids, unqualified, opaque, variable, queries } = this.#referencesOf(term, block);
    if (unqualified || opaque || variable || queries.length > 0 || ids.size === 0) return false;
    return [...ids].every((id) => !tied.has(id) && block.sources.some((source) => source.id === id));
  }

  /** Whether a condition of the block names the target, or may name it. */
  #restrictsTarget(block: Block): boolean {
    return block.conditions.some(({ expression }) => {
      const { ids, unqualified, opaque, variable, queries } = this.#referencesOf(expression, block);
      return unqualified || opaque || variable || queries.length > 0 || ids.has(this.#target.id);
    });
  }

  #referencesOf(term: Expression, block: Block): References {
    return referencesOf(term, { pins: this.#pins, block });
  }

  #isTrue(expression: Expression): boolean {
    if (this.#isTraffic && hasPart(expression, ({ kind }) => kind === 'constant')) return false;
    return truthOfCondition(expression, this.#text.lexical) === 'true';
  }

  #isTarget({ table }: Source): boolean {
    const other = this.#target.table;
    return table !== undefined && other !== undefined && (isSameTable(table, other, this.#text) ?? this.#presumed);
  }
}

/** Whether two names are of one table; undefined if that depends on what a placeholder for a schema stands for. */
function isSameTable(one: Target, other: Target, { lexical }: SqlText): boolean | undefined {
  if (one.name === undefined || other.name === undefined) return false;
  if (keyOf(one.name, lexical) !== keyOf(other.name, lexical)) return false;
  if (one.schema === undefined || other.schema === undefined) {
    const [written, otherWritten] = [one, other].map((each) => templateName(each)?.replaceAll(' ', '').toLowerCase());
    // Two placeholders stand for two schemas: `DELETE FROM ${app}.a WHERE id IN (SELECT id FROM ${archive}.a)`.
    return written === undefined || otherWritten === undefined ? undefined : written === otherWritten;
  }
  const schemaOf = ({ schema }: Target) => schema?.toLowerCase() || lexical.queries.defaultSchema;
  const [database, otherDatabase] = [databaseOf(one), databaseOf(other)];
  if (schemaOf(one) !== schemaOf(other)) return false;
  // The current one, in SQL projects.
  if (database !== otherDatabase && /\$\(databasename\)/.test(database + otherDatabase)) return undefined;
  return database === otherDatabase;
}

/** The database that a name of three parts begins with; empty if it has none. */
function databaseOf({ name, schema, text }: Target): string {
  const rest = `.${schema}.${name}`;
  return schema !== '' && text.endsWith(rest) ? text.slice(0, -rest.length).toLowerCase() : '';
}
