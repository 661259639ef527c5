import type { StatementFacts } from '../model/index.ts';
import type { BaseStatement } from './reading.ts';
import { FIXED, NOT_KNOWN, SLOT, SLOTS } from './slot-roles.ts';
import type { KnownText, TextBase, TextTable } from './text-facts.ts';

/** Number of variants of a class that are cached (pages of a table, lengths of lists). */
const MAX_VARIANTS = 1000;

interface Variant {
  readonly values: Float64Array;
  readonly text: KnownText;
}

/** Texts with one key: their facts are the same except for the literal facts, which come from `values` of each text. */
export class TextClass {
  readonly #statements: readonly BaseStatement[];
  readonly #texts: TextTable;
  /** Whether the source shortened lists, so that their lengths are not known. */
  readonly #squashed: boolean;
  #last: Float64Array = new Float64Array(0);
  #lastText: KnownText | undefined;
  /** By a hash of the values. */
  readonly #variants = new Map<number, Variant>();
  #base: TextBase | undefined;

  constructor(statements: readonly BaseStatement[], texts: TextTable, squashed: boolean) {
    this.#statements = statements;
    this.#texts = texts;
    this.#squashed = squashed;
  }

  /** @param all SLOTS numbers for each statement, in its first `length` places */
  of(all: Float64Array, length: number): KnownText {
    if (this.#lastText && same(all, this.#last, length)) return this.#lastText;
    const hash = hashOf(all, length);
    let variant = this.#variants.get(hash);
    if (!variant || !same(all, variant.values, length)) {
      const values = all.slice(0, length);
      variant = { values, text: this.#textOf(values) };
      if (this.#variants.size >= MAX_VARIANTS) this.#variants.clear();
      this.#variants.set(hash, variant);
    }
    this.#last = variant.values;
    this.#lastText = variant.text;
    return variant.text;
  }

  #textOf(values: Float64Array): KnownText {
    this.#base ??= this.#texts.base(
      this.#statements.map((statement, index) => withoutLiteralFacts(statement, values, index * SLOTS)),
    );
    return this.#texts.variant(this.#base, `${this.#squashed ? 's' : ''}${values.join()}`, () =>
      this.#statements.map((statement, index) => this.#filled(statement, values, index * SLOTS)),
    );
  }

  #filled(statement: BaseStatement, values: Float64Array, at: number): BaseStatement {
    const hasLimit = values[at + SLOT.hasLimit] ?? FIXED;
    let facts = statement.facts;
    if (hasLimit !== FIXED) facts = { ...facts, ...literalFacts(values, at) };
    if (this.#squashed) {
      facts = {
        ...facts,
        longestInList: facts.longestInList === 0 ? 0 : undefined,
        valuesRows: facts.valuesRows === 0 ? 0 : undefined,
      };
    }
    return { ...statement, facts };
  }
}

/** The common facts of a class: if a statement's numbers are fixed for one text, they are fixed for all. */
function withoutLiteralFacts(statement: BaseStatement, values: Float64Array, at: number): BaseStatement {
  if ((values[at + SLOT.hasLimit] ?? FIXED) === FIXED) return statement;
  return { ...statement, facts: { ...statement.facts, ...NO_LITERAL_FACTS } };
}

function same(a: Float64Array, b: Float64Array, length: number): boolean {
  for (let at = 0; at < length; at++) if (a[at] !== b[at]) return false;
  return true;
}

function hashOf(values: Float64Array, length: number): number {
  let hash = 0;
  for (let at = 0; at < length; at++) hash = (Math.imul(hash, 0x01000193) ^ ((values[at] as number) % 0x7fffffff)) | 0;
  return hash;
}

type LiteralFacts = Pick<
  StatementFacts,
  'hasLimit' | 'limit' | 'offset' | 'longestInList' | 'valuesRows' | 'leadingWildcard'
>;

const NO_LITERAL_FACTS: LiteralFacts = {
  hasLimit: undefined,
  limit: undefined,
  offset: undefined,
  longestInList: undefined,
  valuesRows: undefined,
  leadingWildcard: undefined,
};

function literalFacts(values: Float64Array, at: number): LiteralFacts {
  const number = (slot: number) => {
    const value = values[at + slot] ?? NOT_KNOWN;
    return value === NOT_KNOWN ? undefined : value;
  };
  const wildcard = number(SLOT.leadingWildcard);
  return {
    hasLimit: number(SLOT.hasLimit) === 1,
    limit: number(SLOT.limit),
    offset: number(SLOT.offset),
    longestInList: number(SLOT.longestInList),
    valuesRows: number(SLOT.valuesRows),
    leadingWildcard: wildcard === undefined ? undefined : wildcard === 1,
  };
}

/** Whether the lexer found the same as the full reading; otherwise the lexer does not support this form of text. */
export function agree(statements: readonly BaseStatement[], values: Float64Array, length: number): boolean {
  if (statements.length * SLOTS !== length) return false;
  return statements.every(({ facts }, index) => {
    if (values[index * SLOTS] === FIXED) return true;
    const found = literalFacts(values, index * SLOTS);
    return (Object.keys(found) as (keyof LiteralFacts)[]).every((name) => found[name] === facts[name]);
  });
}
