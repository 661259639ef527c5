import type { Expression } from '../expressions/expression.ts';
import { isSameForm } from '../expressions/form.ts';
import { parseExpression } from '../expressions/parse/index.ts';
import { T, type TokenList } from '../text/tokens.ts';
import { isInOpenLoop } from './loops.ts';
import { nameKey, type SqlText } from './query.ts';
import { closing, splitAt } from './words.ts';

/** Maximum tokens between the name of a variable and its value. */
const MAX_TYPE = 8;
/** Tokens behind a call in which FROM is looked for. */
const MAX_QUERY = 500;
const BEFORE_VARIABLE = /^(?:DECLARE|SET|SELECT|DIAGNOSTICS|;|BEGIN|THEN|ELSE|LOOP|DO|,|\()$/;
const MODES = /^(?:IN|OUT|INOUT|VARIADIC)$/;
/** What may follow a value that is complete. */
const ENDS = /^(?:[;,)]|)$/;
/** Different constants that are tried for one parameter. */
const MAX_PASSED = 16;
const NO_VALUES: readonly Expression[] = [];
const NO_ROUTINES: ReadonlyMap<string, readonly string[]> = new Map();

/**
 * What a text gives its variables and parameters: constants, with which a condition can be decided, or a value of each of
 * many rows.
 */
export class GivenConstants {
  readonly #values = new Map<string, { value: Expression | undefined }>();
  /** By parameter: the constants that calls pass. */
  readonly #passed = new Map<string, Expression[]>();
  /** Parameters of routines that are called for each of many rows, or in a loop. */
  readonly #each = new Set<string>();
  readonly #text: SqlText;

  private constructor(text: SqlText) {
    this.#text = text;
    const { tokens } = text;
    const routines = this.#readRoutines();
    const prepared = text.lexical.routines.prepares === 'statement' ? this.#readPrepared() : NO_PREPARED;
    for (let at = 1; at < tokens.length; at++) {
      const word = tokens.word(at);
      if (word === '=' && /^[-+]$/.test(tokens.word(at - 1))) this.#readIncrement(at - 2, at + 1);
      else if (word === ':=' || word === '=') this.#readAssignment(at);
      else if (word === 'DEFAULT') this.#assign(this.#variableBefore(at), at + 1);
      else if (word === 'INTO') this.#readInto(at);
      else if (/^(?:OUTPUT|OUT)$/.test(word) && tokens.kind(at - 1) === T.param)
        this.#give(this.#key(at - 1), undefined);
      else if (word === 'EXECUTE' && prepared.size > 0) this.#readExecute(at + 1, prepared);
      else if (routines.size > 0) this.#readCall(at, routines);
    }
    if (routines.size > 0) this.#readUses(routines);
    if (text.lexical.routines.prepares === 'text') this.#readUsing();
  }

  /** Functions of aggregates and operators run for each row; so do those that a body calls in a query. */
  #readUses(routines: ReadonlyMap<string, readonly string[]>): void {
    const { tokens } = this.#text;
    const addAll = (name: string) => {
      for (const parameter of routines.get(name) ?? []) this.#each.add(parameter);
    };
    const names = [...routines.keys()].filter(isPlain).slice(0, MAX_ROUTINES);
    const calls = new RegExp(`\\b(${names.join('|')})\\s*\\([^;]{0,300}?\\bFROM\\b`, 'gi');
    for (let at = 1; at < tokens.length; at++) {
      if (/^(?:SFUNC|FUNCTION|PROCEDURE)$/.test(tokens.word(at)) && tokens.word(at + 1) === '=')
        addAll(nameKey(this.#text, at + 2));
      if (names.length === 0 || tokens.kind(at) !== T.dollar || tokens.end(at) - tokens.start(at) > MAX_BODY) continue;
      for (const [, name = ''] of tokens.raw(at).matchAll(calls)) addAll(name.toLowerCase());
    }
  }

  static of(text: SqlText): GivenConstants {
    let known = byText.get(text.tokens);
    if (!known) {
      known = new GivenConstants(text);
      byText.set(text.tokens, known);
    }
    return known;
  }

  /** The text in a string or body of another one, whose calls give values to its parameters. */
  static nest(inner: TokenList, outer: SqlText): void {
    outerTexts.set(inner, outer);
  }

  get #outer(): GivenConstants | undefined {
    const outer = outerTexts.get(this.#text.tokens);
    return outer && GivenConstants.of(outer);
  }

  /**
   * The constants that a variable or parameter, by its key, certainly has at some time: the only one that the text assigns,
   * and those that calls pass.
   */
  valuesOf(name: string): readonly Expression[] {
    const own = this.#values.get(name);
    const passed = this.#passed.get(name);
    if (!own && !passed) return this.#outer?.valuesOf(name) ?? NO_VALUES;
    return [...(own?.value ? [own.value] : []), ...(passed ?? [])];
  }

  /** Whether it is a parameter that takes a value of each of many rows. */
  isEach(name: string): boolean {
    return this.#each.has(name) || this.#outer?.isEach(name) === true;
  }

  #key(at: number): string {
    const { tokens } = this.#text;
    return tokens.kind(at) === T.param ? tokens.raw(at).toLowerCase() : nameKey(this.#text, at);
  }

  /** The variable of the declaration or assignment that ends before the token; -1 if there is none. */
  #variableBefore(at: number): number {
    const { tokens } = this.#text;
    for (let name = at - 1; name > 0 && name >= at - MAX_TYPE; name--) {
      const kind = tokens.kind(name);
      const before = tokens.word(name - 1);
      const isName = kind === T.param || kind === T.word;
      if (isName && (BEFORE_VARIABLE.test(before) || tokens.kind(name - 1) === T.terminator)) return name;
      if (kind === T.param) return this.#isFirstParameter(name) ? name : -1;
      if (kind === T.terminator || tokens.word(name) === ';') return -1;
    }
    return -1;
  }

  /** T-SQL's `CREATE PROCEDURE dbo.p @a int = 1`. */
  #isFirstParameter(at: number): boolean {
    const { tokens } = this.#text;
    let name = at - 1;
    while (tokens.word(name - 1) === '.') name -= 2;
    return /^(?:PROCEDURE|PROC)$/.test(tokens.word(name - 1));
  }

  #readAssignment(at: number): void {
    const { tokens } = this.#text;
    if (tokens.word(at) === ':=') return this.#assign(this.#variableBefore(at), at + 1);
    const name = this.#variableBefore(at);
    if (name < 0) return;
    // `SET a = 1` of an UPDATE assigns a column.
    if (tokens.kind(name) !== T.param) {
      if (tokens.word(name - 1) === 'SET' && this.#isCount(name, at + 1)) this.#each.add(this.#key(name));
      // PL/pgSQL's `x = …` and MySQL's `SET x = …`.
      if (name === at - 1) this.#give(this.#key(name), undefined);
      return;
    }
    this.#assign(name, at + 1);
  }

  /** T-SQL's `SET @i += 1`. */
  #readIncrement(name: number, value: number): void {
    const { tokens } = this.#text;
    if (tokens.kind(name) !== T.param) return;
    if (tokens.kind(value) === T.number && isInOpenLoop(this.#text, name)) this.#each.add(this.#key(name));
    this.#give(this.#key(name), undefined);
  }

  #assign(name: number, from: number): void {
    if (name < 0) return;
    if (this.#isCount(name, from)) this.#each.add(this.#key(name));
    this.#give(this.#key(name), this.#constantAt(from));
  }

  /** `i = i + 1` in a loop. */
  #isCount(name: number, from: number): boolean {
    const { tokens } = this.#text;
    const counts = /^[-+]$/.test(tokens.word(from + 1)) && tokens.kind(from + 2) === T.number;
    return counts && this.#key(from) === this.#key(name) && isInOpenLoop(this.#text, name);
  }

  #pass(parameter: string, value: Expression): void {
    const known = this.#passed.get(parameter);
    if (!known) this.#passed.set(parameter, [value]);
    else if (known.length < MAX_PASSED && !known.some((one) => isSameForm(one, value))) known.push(value);
  }

  #give(key: string, value: Expression | undefined): void {
    const known = this.#values.get(key);
    // With a second value, it varies.
    if (known) known.value = undefined;
    else this.#values.set(key, { value });
  }

  /** `SELECT … INTO x, y`, `FETCH … INTO x`. */
  #readInto(at: number): void {
    const { tokens } = this.#text;
    for (let name = at + 1; name < tokens.length; name += 2) {
      this.#give(this.#key(name), undefined);
      if (tokens.word(name + 1) !== ',') return;
    }
  }

  #constantAt(from: number): Expression | undefined {
    const { tokens, lexical } = this.#text;
    let to = from;
    if (tokens.word(to) === '-') to++;
    const kind = tokens.kind(to);
    if (kind !== T.number && kind !== T.string && !/^(?:NULL|TRUE|FALSE)$/.test(tokens.word(to))) return undefined;
    to++;
    const isComplete = to >= tokens.length || tokens.kind(to) !== T.op || ENDS.test(tokens.word(to));
    return isComplete ? parseExpression(tokens, from, to, lexical) : undefined;
  }

  /** MySQL's `EXECUTE p USING @x`: the only value of a statement with one `?`. */
  #readUsing(): void {
    const { tokens } = this.#text;
    for (let at = 2; at + 1 < tokens.length; at++) {
      if (tokens.word(at) !== 'USING' || tokens.word(at - 2) !== 'EXECUTE' || tokens.kind(at + 1) !== T.param) continue;
      if (tokens.word(at + 2) === ',') continue;
      for (const value of this.valuesOf(this.#key(at + 1))) this.#pass('?', value);
    }
  }

  /** PostgreSQL's prepared statements; a text with one only, because all call their parameters `$1`. */
  #readPrepared(): ReadonlySet<string> {
    const { tokens } = this.#text;
    const names = new Set<string>();
    for (let at = 0; at < tokens.length; at++)
      if (tokens.word(at) === 'PREPARE' && tokens.word(at + 1) !== 'TRANSACTION')
        names.add(nameKey(this.#text, at + 1));
    return names.size === 1 ? names : NO_PREPARED;
  }

  #readExecute(at: number, prepared: ReadonlySet<string>): void {
    if (!prepared.has(nameKey(this.#text, at)) || this.#text.tokens.word(at + 1) !== '(') return;
    for (const [index, [from]] of this.#argumentsAt(at + 1).entries()) {
      const value = this.#constantAt(from);
      if (value) this.#pass(`$${index + 1}`, value);
    }
  }

  /** The routines that the text creates: names of their parameters, by the key of the routine's name. */
  #readRoutines(): ReadonlyMap<string, readonly string[]> {
    const { tokens } = this.#text;
    let routines: Map<string, readonly string[]> | undefined;
    for (let at = 1; at < tokens.length; at++) {
      if (!/^(?:FUNCTION|PROCEDURE|PROC)$/.test(tokens.word(at)) || !CREATES.test(tokens.word(at - 1))) continue;
      let name = at + 1;
      if (tokens.word(name) === 'IF') name += 3;
      while (tokens.word(name + 1) === '.') name += 2;
      routines ??= new Map();
      routines.set(nameKey(this.#text, name), this.#parametersAt(name + 1));
    }
    return routines ?? NO_ROUTINES;
  }

  #parametersAt(from: number): readonly string[] {
    const { tokens } = this.#text;
    const open = tokens.word(from) === '(';
    let end = open ? closing(this.#text, from, tokens.length) : from;
    if (!open) while (end < tokens.length && tokens.word(end) !== 'AS' && tokens.kind(end) !== T.terminator) end++;
    if (end === from) return [];
    return splitAt(this.#text, open ? from + 1 : from, end, ',').map(([first]) =>
      this.#key(MODES.test(tokens.word(first)) ? first + 1 : first),
    );
  }

  #readCall(at: number, routines: ReadonlyMap<string, readonly string[]>): void {
    const { tokens } = this.#text;
    const kind = tokens.kind(at);
    if ((kind !== T.word && kind !== T.quoted) || tokens.word(at + 1) === '.') return;
    const parameters = routines.get(nameKey(this.#text, at));
    if (!parameters || parameters.length === 0 || this.#isDefinition(at)) return;
    const args = this.#argumentsAt(at + 1);
    for (const [index, [from, to]] of args.entries()) {
      const named = tokens.kind(from) === T.param && tokens.word(from + 1) === '=';
      const parameter = named ? this.#key(from) : parameters[index];
      if (parameter === undefined) continue;
      const value = this.#constantAt(named ? from + 2 : from);
      if (value) this.#pass(parameter, value);
      else if (to > from && this.#isRepeated(at)) this.#each.add(parameter);
    }
  }

  #isDefinition(at: number): boolean {
    const { tokens } = this.#text;
    let first = at;
    while (tokens.word(first - 1) === '.') first -= 2;
    return /^(?:FUNCTION|PROCEDURE|PROC|EXISTS)$/.test(tokens.word(first - 1));
  }

  /** The arguments in parentheses, or those of T-SQL's EXEC. */
  #argumentsAt(from: number): readonly (readonly [number, number])[] {
    const { tokens } = this.#text;
    if (tokens.word(from) === '(') {
      const end = closing(this.#text, from, tokens.length);
      return end === from + 1 ? [] : splitAt(this.#text, from + 1, end, ',');
    }
    let end = from;
    while (end < tokens.length && tokens.kind(end) !== T.terminator && (tokens.kind(end) !== T.word || end === from))
      end++;
    return end === from ? [] : splitAt(this.#text, from, end, ',');
  }

  /** Whether the call is in a loop, or in a query of rows. */
  #isRepeated(at: number): boolean {
    if (isInOpenLoop(this.#text, at)) return true;
    const { tokens } = this.#text;
    for (
      let next = at;
      next < Math.min(tokens.length, at + MAX_QUERY) && tokens.kind(next) !== T.terminator && tokens.word(next) !== ';';
      next++
    )
      if (tokens.word(next) === 'FROM') return true;
    return false;
  }
}

/** Characters of a body in which calls are looked for. */
const MAX_BODY = 1 << 16;
/** Routines of one text whose calls are looked for in bodies. */
const MAX_ROUTINES = 200;
const isPlain = (name: string) => /^\w+$/.test(name);
const CREATES = /^(?:CREATE|REPLACE|ALTER)$/;
const NO_PREPARED: ReadonlySet<string> = new Set();
const outerTexts = new WeakMap<TokenList, SqlText>();
const byText = new WeakMap<TokenList, GivenConstants>();
