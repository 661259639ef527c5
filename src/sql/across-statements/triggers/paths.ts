import { parseExpression } from '../../expressions/parse/index.ts';
import type { SqlText } from '../../queries/query.ts';
import { runsIf } from './bodies.ts';

/** What a trigger function gives back for a row. `passed`: the new or the old row, or another value that is not followed. */
export type Returned = 'new' | 'old' | 'null' | 'passed';

/** Assigns a value to a column of the new row, or to the whole row if `column` is undefined. */
export interface Assigned {
  /** In lower case. */
  readonly column: string | undefined;
  readonly from: number;
  readonly to: number;
}

/** What a PL/pgSQL trigger function does, on all paths that raise no error. */
export interface TriggerPaths {
  readonly returned: ReadonlySet<Returned>;
  /** The assignments that are made whatever the row is. */
  readonly assigned: readonly Assigned[];
  /** The first token of each statement that does something else. */
  readonly actions: readonly (readonly [from: number, to: number])[];
}

const MAX_DEPTH = 100;
const LOOPS = /^(?:LOOP|FOR|FOREACH|WHILE)$/;
const ENDS_LIST = /^(?:END|ELSE|ELSIF|ELSEIF|EXCEPTION|WHEN)$/;

/**
 * Follows the statements of a body, a text of its own. Undefined if it is not understood.
 *
 * @param nulls the variables that are NULL, in lower case
 */
export function trackPaths(text: SqlText, nulls: ReadonlySet<string>): TriggerPaths | undefined {
  let begin = 0;
  while (begin < text.tokens.length && text.tokens.word(begin) !== 'BEGIN') begin++;
  if (begin >= text.tokens.length) return undefined;
  const tracker = new Tracker(text, nulls);
  const end = tracker.list(begin + 1, true, 0);
  if (end < 0 || tracker.isLost) return undefined;
  return tracker;
}

class Tracker implements TriggerPaths {
  readonly returned = new Set<Returned>();
  readonly assigned: Assigned[] = [];
  readonly actions: (readonly [number, number])[] = [];
  /** Whether it has something that is not followed. */
  isLost = false;
  readonly #text: SqlText;
  readonly #nulls: ReadonlySet<string>;
  /** What variables stand for. */
  readonly #rows = new Map<string, Returned>([
    ['NEW', 'new'],
    ['OLD', 'old'],
    ['NULL', 'null'],
  ]);
  /** Whether all paths so far have ended. */
  #isOver = false;
  /** Whether some have. What follows does not run for each row. */
  #someEnded = false;

  constructor(text: SqlText, nulls: ReadonlySet<string>) {
    this.#text = text;
    this.#nulls = nulls;
  }

  /** Follows a list of statements; returns the token that ends it. `sure`: it runs for each row. */
  list(from: number, sure: boolean, depth: number): number {
    const { tokens } = this.#text;
    let at = from;
    while (at < tokens.length && !ENDS_LIST.test(tokens.word(at))) {
      if (depth > MAX_DEPTH) this.isLost = true;
      if (this.isLost) return -1;
      at = this.#statement(at, sure, depth);
    }
    return tokens.word(at) === 'EXCEPTION' ? this.#handlers(at, depth) : at;
  }

  #statement(at: number, sure: boolean, depth: number): number {
    const { tokens } = this.#text;
    const word = tokens.word(at);
    if (word === 'IF') return this.#if(at, sure, depth);
    if (word === 'BEGIN') return this.#afterEnd(this.list(at + 1, sure, depth + 1));
    if (LOOPS.test(word)) return this.#loop(at, depth);
    if (word === 'DECLARE') return this.#next(at, 'BEGIN');
    if (word === 'CASE' || word === '<<') {
      this.isLost = true;
      return at;
    }
    const end = this.#next(at, ';');
    if (!this.#isOver) this.#simple(at, end, sure);
    return end + 1;
  }

  #afterEnd(end: number): number {
    return this.#next(Math.max(0, end), ';') + 1;
  }

  /** The next token with the word, or the end of the text. */
  #next(from: number, word: string): number {
    const { tokens } = this.#text;
    let at = from;
    while (at < tokens.length && tokens.word(at) !== word) at++;
    return at;
  }

  /** FOR … LOOP … END LOOP, which may run for no row. */
  #loop(at: number, depth: number): number {
    const before = this.#isOver;
    const end = this.list(this.#next(at, 'LOOP') + 1, false, depth + 1);
    this.#isOver = before;
    return this.#afterEnd(end);
  }

  /** EXCEPTION WHEN … THEN …, up to the END of the block. What they return is for an error. */
  #handlers(from: number, depth: number): number {
    const { tokens } = this.#text;
    const [isOver, someEnded, returned] = [this.#isOver, this.#someEnded, [...this.returned]];
    let at = from;
    while (at >= 0 && /^(?:EXCEPTION|WHEN)$/.test(tokens.word(at))) {
      this.#isOver = false;
      at = this.list(this.#next(at, 'THEN') + 1, false, depth + 1);
    }
    [this.#isOver, this.#someEnded] = [isOver, someEnded];
    this.returned.clear();
    for (const row of returned) this.returned.add(row);
    return at;
  }

  /** IF … THEN … ELSIF … ELSE … END IF. */
  #if(at: number, sure: boolean, depth: number): number {
    const { tokens } = this.#text;
    const before = this.#isOver;
    /** Whether all branches so far have ended. */
    let allOver = true;
    /** Whether a branch before runs for each row. */
    let decided = before;
    let next = at;
    for (;;) {
      const word = tokens.word(next);
      const isElse = word === 'ELSE';
      let then = next;
      for (; !isElse && then < tokens.length && tokens.word(then) !== 'THEN'; then++)
        if (tokens.word(then) === 'CASE') this.isLost = true;
      const runs = isElse ? 'always' : runsIf(this.#text, next + 1, then);
      this.#isOver = decided || runs === 'never';
      const end = this.list(then + 1, sure && runs === 'always' && allOver, depth + 1);
      if (end < 0 || end >= tokens.length) {
        this.isLost = true;
        return tokens.length;
      }
      if (!decided && runs !== 'never') allOver &&= this.#isOver;
      decided ||= runs === 'always';
      if (tokens.word(end) === 'END') {
        next = end;
        break;
      }
      next = end;
    }
    this.#isOver = before || (decided && allOver);
    return this.#afterEnd(next);
  }

  /** A statement without others in it. */
  #simple(from: number, to: number, reached: boolean): void {
    const { tokens } = this.#text;
    const word = tokens.word(from);
    const sure = reached && !this.#someEnded;
    if (word === 'RETURN') {
      this.returned.add(this.#rowIn(from + 1, to));
      this.#isOver = true;
      this.#someEnded ||= !sure;
    } else if (word === 'RAISE') {
      const level = tokens.word(from + 1);
      this.#isOver = !/^(?:DEBUG|LOG|INFO|NOTICE|WARNING)$/.test(level);
    } else if (/^(?:NULL|ASSERT)$/.test(word)) return;
    else if (word === 'SELECT' && this.#selectsInto(from, to, sure)) return;
    else if (!this.#assigns(from, to, sure)) this.actions.push([from, to]);
  }

  #assigns(from: number, to: number, sure: boolean): boolean {
    const { tokens } = this.#text;
    const isField = tokens.word(from + 1) === '.';
    const operator = isField ? from + 3 : from + 1;
    if (!/^:?=$/.test(tokens.word(operator))) return false;
    const variable = tokens.word(from);
    if (variable === 'NEW') {
      const column = isField
        ? tokens
            .raw(from + 2)
            .toLowerCase()
            .replaceAll('"', '')
        : undefined;
      if (sure) this.assigned.push({ column, from: operator + 1, to });
      if (!isField) this.#rows.set('NEW', sure ? this.#rowIn(operator + 1, to) : 'passed');
    } else if (!isField) this.#rows.set(variable, sure ? this.#rowIn(operator + 1, to) : 'passed');
    return true;
  }

  /** `SELECT 'a', 'b' INTO NEW.x, NEW.y`, without FROM. */
  #selectsInto(from: number, to: number, sure: boolean): boolean {
    const { tokens } = this.#text;
    let into = from;
    while (into < to && tokens.word(into) !== 'INTO') into++;
    for (let at = from; at < to; at++) if (tokens.word(at) === 'FROM') return false;
    if (into >= to) return false;
    const values = this.#parts(from + 1, into);
    const targets = this.#parts(into + 1, to);
    for (const [at, [first]] of targets.entries()) {
      const value = values[at];
      if (!value || tokens.word(first) !== 'NEW' || tokens.word(first + 1) !== '.') continue;
      const column = tokens.raw(first + 2).toLowerCase();
      if (sure) this.assigned.push({ column, from: value[0], to: value[1] });
    }
    return true;
  }

  /** The parts between commas outside of parentheses. */
  #parts(from: number, to: number): readonly (readonly [number, number])[] {
    const { tokens } = this.#text;
    const parts: [number, number][] = [];
    let start = from;
    let depth = 0;
    for (let at = from; at <= to; at++) {
      const word = at < to ? tokens.word(at) : ',';
      if (word === '(') depth++;
      else if (word === ')') depth--;
      if (at < to && (word !== ',' || depth > 0)) continue;
      parts.push([start, at]);
      start = at + 1;
    }
    return parts;
  }

  #rowIn(from: number, to: number): Returned {
    const { tokens, lexical } = this.#text;
    if (to !== from + 1) {
      const value = parseExpression(tokens, from, to, lexical);
      return value?.kind === 'constant' && value.value === null ? 'null' : 'passed';
    }
    const known = this.#rows.get(tokens.word(from));
    return known ?? (this.#nulls.has(tokens.raw(from).toLowerCase()) ? 'null' : 'passed');
  }
}
