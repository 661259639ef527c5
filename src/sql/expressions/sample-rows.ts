import type { Lexical } from '../text/dialects.ts';
import { evaluateCondition, isEvaluated, TooDeep } from './evaluate.ts';
import { chain, type Expression } from './expression.ts';
import { canonicalForm } from './form.ts';
import { isNeverEmpty, isNeverNull, type Range, rangeOf } from './functions.ts';
import { SampleValues, type Term } from './sample-values.ts';
import { type Constant, isComparison, not, type Truth } from './values.ts';

const MAX_DEPTH = 300;
/** Rows tried, times the number of expressions in the condition. */
const MAX_STEPS = 400_000;
/** System columns, which are never NULL. */
const SYSTEM_COLUMNS: Partial<Record<Lexical['values']['systemColumns'], RegExp>> = {
  ctid: /^(?:ctid|xmin|xmax|cmin|cmax|tableoid)$/,
  rowid: /^_?rowid_?$/,
};

/** A comparison, with what it compares. */
interface Comparison {
  readonly terms: Set<Term>;
  numeric: boolean;
  textual: boolean;
  logical: boolean;
}

const NULLS = ['ignored', 'handled', 'asked'] as const;

/** Where an expression stands. */
interface Place {
  readonly boolean: boolean;
  readonly nulls: Term['nulls'];
}

/**
 * The rows in which conditions can have different values: each column takes the constants of the conditions, values
 * around them, and some that are unlike any of them. That decides comparisons with constants exactly, for whole numbers,
 * and finds a row that other conditions leave out, if there is one.
 */
export class SampleRows {
  /** Expressions that are terms; equal ones share a key. */
  readonly #keys = new Map<Expression, string>();
  readonly #terms = new Map<string, Term>();
  readonly #values: SampleValues;
  #size = 0;
  #comparison: Comparison | undefined;
  readonly #lexical: Lexical;
  readonly #conditions: readonly Expression[];
  readonly #negated: boolean;

  /** @param negated whether the conditions are to be false */
  constructor(conditions: readonly Expression[], negated: boolean, lexical: Lexical) {
    this.#conditions = conditions;
    this.#negated = negated;
    this.#lexical = lexical;
    this.#values = new SampleValues(lexical.values.booleans);
    for (const condition of conditions) this.#read(condition, CONDITION, 0);
  }

  /** The conditions, in groups that share a term. */
  static groups(
    conditions: readonly Expression[],
    negated: boolean,
    lexical: Lexical,
  ): readonly (readonly Expression[])[] {
    const groups: Expression[][] = [];
    const groupOf = new Map<string, number>();
    const parents: number[] = [];
    const find = (at: number): number => {
      let root = at;
      while (parents[root] !== root) root = parents[root] as number;
      return root;
    };
    for (const [at, condition] of conditions.entries()) {
      parents.push(at);
      for (const key of new SampleRows([condition], negated, lexical).#terms.keys()) {
        const other = groupOf.get(key);
        if (other === undefined) groupOf.set(key, at);
        else parents[find(other)] = find(at);
      }
    }
    const byRoot = new Map<number, Expression[]>();
    for (const [at, condition] of conditions.entries()) {
      const root = find(at);
      const group = byRoot.get(root);
      if (group) group.push(condition);
      else {
        const added = [condition];
        byRoot.set(root, added);
        groups.push(added);
      }
    }
    return groups;
  }

  /** Whether one of the conditions holds in every row; undefined if there are too many rows to try. */
  hold(): boolean | undefined {
    const terms = [...this.#terms];
    const fresh = new Map(terms.map(([key, term], at) => [key, this.#values.fresh(term, at)]));
    if (this.#fails(fresh)) return false;
    const pools = terms.map(([, term], at) => [this.#values.fresh(term, at), ...this.#values.of(term)]);
    const rows = pools.reduce((product, pool) => product * pool.length, 1);
    if (rows * this.#size > MAX_STEPS) return this.#search(terms, pools) ? false : undefined;
    for (let row = 1; row < rows; row++) {
      const values = new Map<string, Constant>();
      let rest = row;
      for (const [at, [key]] of terms.entries()) {
        const pool = pools[at] as readonly Constant[];
        values.set(key, pool[rest % pool.length] as Constant);
        rest = Math.floor(rest / pool.length);
      }
      if (this.#fails(values)) return false;
    }
    return true;
  }

  /** Looks for a row that is left out: from each of some rows, changes one column at a time so that fewer hold. */
  #search(terms: readonly (readonly [string, Term])[], pools: readonly (readonly Constant[])[]): boolean {
    let steps = 0;
    for (const start of [0, 1, 2, 3]) {
      const values = new Map(terms.map(([key], at) => [key, atOf(pools[at] as readonly Constant[], start)]));
      let held = this.#held(values);
      for (const [at, [key]] of terms.entries()) {
        let best = values.get(key) as Constant;
        for (const value of pools[at] as readonly Constant[]) {
          steps += this.#size;
          if (steps > MAX_STEPS * 4) return false;
          values.set(key, value);
          if (this.#fails(values)) return true;
          const now = this.#held(values);
          if (now < held) [held, best] = [now, value];
        }
        values.set(key, best);
      }
    }
    return false;
  }

  /** How many of the conditions hold. */
  #held(values: ReadonlyMap<string, Constant>): number {
    return this.#conditions.filter((condition) => this.#truth(condition, values) === true).length;
  }

  #truth(condition: Expression, values: ReadonlyMap<string, Constant>): Truth {
    const truth = evaluateCondition(condition, {
      valueOf: (term) => values.get(this.#keys.get(term) ?? ''),
      lexical: this.#lexical,
    });
    return this.#negated ? not(truth) : truth;
  }

  /** Whether none of the conditions holds in the row, or that is not known. */
  #fails(values: ReadonlyMap<string, Constant>): boolean {
    let isNull = false;
    let unknown = false;
    for (const condition of this.#conditions) {
      const truth = this.#truth(condition, values);
      if (truth === true) return false;
      isNull ||= truth === null;
      unknown ||= truth === undefined;
    }
    if (unknown || !isNull) return true;
    for (const [key, value] of values) if (value === null && this.#terms.get(key)?.nulls !== 'asked') return false;
    return true;
  }

  #add(expression: Expression, { boolean, nulls }: Place, range?: Range, neverNull = false, neverEmpty = false): void {
    const key = canonicalForm(expression) ?? `#${this.#keys.size}`;
    this.#keys.set(expression, key);
    const term = this.#terms.get(key);
    if (term) {
      term.boolean ||= boolean;
      term.value ||= !boolean;
      if (NULLS.indexOf(nulls) > NULLS.indexOf(term.nulls)) term.nulls = nulls;
    } else {
      const added = {
        boolean,
        value: !boolean,
        nulls,
        range,
        neverNull,
        neverEmpty,
        numeric: false,
        textual: false,
        logical: false,
      };
      this.#terms.set(key, added);
    }
    const known = this.#terms.get(key);
    if (known) this.#comparison?.terms.add(known);
  }

  /** Reads the operands of a comparison, which have one type. */
  #compared(read: () => void): void {
    const outer = this.#comparison;
    const comparison: Comparison = { terms: new Set(), numeric: false, textual: false, logical: false };
    this.#comparison = comparison;
    read();
    for (const term of comparison.terms) {
      term.numeric ||= comparison.numeric;
      term.textual ||= comparison.textual;
      term.logical ||= comparison.logical;
    }
    this.#comparison = outer;
  }

  /** Finds the terms and constants of an expression. */
  #read(expression: Expression, place: Place, depth: number): void {
    if (depth > MAX_DEPTH) throw new TooDeep();
    this.#size++;
    const value: Place = { boolean: false, nulls: place.nulls };
    const read = (part: Expression, where: Place) => this.#read(part, where, depth + 1);
    switch (expression.kind) {
      case 'constant':
        return this.#addConstant(expression.value);
      case 'unary':
        if (expression.op === '-') this.#calculate();
        return read(expression.arg, expression.op === 'not' ? { ...place, boolean: true } : value);
      case 'binary':
        return this.#readBinary(expression, place, depth);
      case 'is':
        return read(expression.arg, { boolean: expression.what !== 'NULL', nulls: 'asked' });
      case 'in':
        return this.#compared(() => {
          read(expression.arg, value);
          for (const item of expression.items) read(item, value);
        });
      case 'between':
        return this.#compared(() => {
          for (const part of [expression.arg, expression.low, expression.high]) read(part, value);
        });
      case 'like':
        this.#values.matches = true;
        return this.#compared(() => {
          read(expression.arg, value);
          read(expression.pattern, value);
        });
      case 'exists':
        if (expression.where) return read(expression.where, { ...place, boolean: true });
        if (!expression.always) this.#add(expression, { boolean: true, nulls: 'ignored' }, undefined, true);
        return;
      case 'any':
      case 'query_in':
        return this.#add(expression, { ...place, boolean: true });
      case 'case': {
        const { operand, whens, otherwise } = expression;
        if (operand) read(operand, value);
        for (const { when, result } of whens) {
          read(when, { boolean: !operand, nulls: place.nulls });
          read(result, place);
        }
        if (otherwise) read(otherwise, place);
        return;
      }
      case 'call':
        return this.#readCall(expression, place, depth);
      case 'column': {
        const name = expression.text.slice(expression.text.lastIndexOf('.') + 1);
        const systemColumns = SYSTEM_COLUMNS[this.#lexical.values.systemColumns];
        return this.#add(expression, place, undefined, systemColumns?.test(name) === true);
      }
      default:
        return this.#add(expression, place);
    }
  }

  #readBinary(expression: Expression & { kind: 'binary' }, place: Place, depth: number): void {
    const { op, left, right } = expression;
    if (op === 'AND' || op === 'OR' || op === 'XOR') {
      const terms = op === 'XOR' ? [left, right] : chain(expression, op);
      for (const term of terms) this.#read(term, { ...place, boolean: true }, depth + 1);
      return;
    }
    const nulls = op === '<=>' || op === '<!=>' ? 'asked' : place.nulls;
    const read = () => {
      for (const side of [left, right]) this.#read(side, { boolean: false, nulls }, depth + 1);
    };
    if (isComparison(op)) return this.#compared(read);
    if (op === '||') this.#values.matches = true;
    else this.#calculate();
    read();
  }

  #calculate(): void {
    this.#values.arithmetic = true;
    if (this.#comparison) this.#comparison.numeric = true;
  }

  #readCall(expression: Expression & { kind: 'call' }, place: Place, depth: number): void {
    const { name, args } = expression;
    if (name !== 'row' && !isEvaluated(expression)) {
      const [field] = args;
      const range = rangeOf(name, field?.kind === 'constant' ? field.value : undefined, args.length, this.#lexical);
      return this.#add(expression, place, range, isNeverNull(name), isNeverEmpty(name));
    }
    if (name === 'concat') this.#values.matches = true;
    const isNullTest = name === 'isnull' && args.length === 1;
    const nulls = isNullTest ? 'asked' : name === 'row' || place.nulls === 'asked' ? place.nulls : 'handled';
    for (const [at, arg] of args.entries())
      this.#read(arg, { boolean: at === 0 && (name === 'if' || name === 'iif'), nulls }, depth + 1);
  }

  #addConstant(value: Constant): void {
    if (typeof value === 'number') {
      this.#values.numbers.add(value);
      if (this.#comparison) this.#comparison.numeric = true;
    } else if (typeof value === 'string') {
      this.#values.texts.add(value);
      if (this.#comparison) this.#comparison.textual = true;
    }
    if (typeof value === 'boolean') {
      this.#values.booleans = true;
      if (this.#comparison) this.#comparison.logical = true;
    }
  }
}

const CONDITION: Place = { boolean: true, nulls: 'ignored' };

function atOf(pool: readonly Constant[], at: number): Constant {
  return pool[at % pool.length] as Constant;
}
