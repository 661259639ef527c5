import type { StatementFacts } from '../../model/index.ts';
import type { KnownText, Texts } from './known-text.ts';
import type { BaseStatement } from './reading.ts';
import { FIXED, NOT_KNOWN, SLOT, SLOTS } from './slots.ts';

/** Numbers of a class that are remembered (pages of a table, lengths of lists). */
const MAX_VARIANTS = 1000;

/** Texts with one key: their facts are the same but for the literal facts, which `values` of each text tell. */
export class TextClass {
  readonly #statements: readonly BaseStatement[];
  readonly #texts: Texts;
  /** Lists that the source had shortened, so that their lengths are not known. */
  readonly #squashed: boolean;
  #last: readonly number[] = [];
  #lastText: KnownText | undefined;
  #others = new Map<string, KnownText>();

  constructor(statements: readonly BaseStatement[], texts: Texts, squashed: boolean) {
    this.#statements = statements;
    this.#texts = texts;
    this.#squashed = squashed;
  }

  /** @param values SLOTS numbers for each statement */
  of(values: readonly number[]): KnownText {
    if (this.#lastText && same(values, this.#last)) return this.#lastText;
    const key = values.join();
    let text = this.#others.get(key);
    if (!text) {
      text = this.#texts.of(this.#statements.map((statement, index) => this.#filled(statement, values, index * SLOTS)));
      if (this.#others.size >= MAX_VARIANTS) this.#others.clear();
      this.#others.set(key, text);
    }
    this.#last = values.slice();
    this.#lastText = text;
    return text;
  }

  #filled(statement: BaseStatement, values: readonly number[], at: number): BaseStatement {
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

function same(a: readonly number[], b: readonly number[]): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false;
  return true;
}

type LiteralFacts = Pick<
  StatementFacts,
  'hasLimit' | 'limit' | 'offset' | 'longestInList' | 'valuesRows' | 'leadingWildcard'
>;

function literalFacts(values: readonly number[], at: number): LiteralFacts {
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

/** Whether the lexer found what the full reading found: else the text is of a form that it does not know. */
export function agree(statements: readonly BaseStatement[], values: readonly number[]): boolean {
  if (statements.length * SLOTS !== values.length) return false;
  return statements.every(({ facts }, index) => {
    if (values[index * SLOTS] === FIXED) return true;
    const found = literalFacts(values, index * SLOTS);
    return (Object.keys(found) as (keyof LiteralFacts)[]).every((name) => found[name] === facts[name]);
  });
}
