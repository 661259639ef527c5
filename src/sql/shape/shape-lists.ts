/** A token of a shape as it is written. */
export interface ShapePart {
  readonly text: string;
  /** An unquoted word in upper case, or an operator; empty for anything else. */
  readonly word: string;
  /** `value` stands for a literal (`?`), `param` for a value that is given at run time. */
  readonly kind: 'value' | 'param' | 'other';
}

/** State of a level of parentheses or brackets. */
interface Level {
  /** Whether it is a list (of IN, of ARRAY): its items fold. */
  readonly list: boolean;
  /** Whether it is a row after VALUES. */
  readonly row: boolean;
  /** Whether it is such a row, or an item of a list: `IN ((1, 2), (3, 4))`. */
  readonly tuple: boolean;
  /** Whether it is in a list or a row, so that parameters are values. */
  readonly inList: boolean;
  /** Where its current item begins, or the row itself. */
  start: number;
  /** Where the current value of a tuple begins. */
  value: number;
  /** The item before it, or the row before the next one; -1 if there is none. */
  previousStart: number;
  previousEnd: number;
  /** Whether VALUES precedes at this level, and rows may follow. */
  rows: boolean;
}

const QUERIES = new Set(['SELECT', 'WITH', 'VALUES', 'TABLE', ')']);
const VALUE_WORDS = new Set(['NULL', 'TRUE', 'FALSE', 'DEFAULT']);
const VALUE = { text: '?', word: '', kind: 'value' } as const;

/**
 * Folds lists, so that the parts do not depend on their length. Consecutive items of an IN list or an ARRAY that differ only
 * in their values become one, and so do rows of VALUES: `IN ($1, $2)` becomes `in (?)`, `VALUES ($1::int, 'x'), ($2::int, 'y')`
 * becomes `values (?::int, ?)`. After a folded list, parameters are numbered in the order in which they occur, because its length
 * would change their numbers.
 */
export function foldLists<Part extends ShapePart>(parts: readonly Part[]): readonly Part[] {
  return new ListFolder(parts).fold();
}

class ListFolder<Part extends ShapePart> {
  readonly #parts: readonly Part[];
  readonly #out: Part[] = [];
  readonly #levels: Level[] = [levelOf({ list: false, row: false, tuple: false, inList: false, start: 0 })];
  /** Whether a parameter became a value. */
  #replaced = false;

  constructor(parts: readonly Part[]) {
    this.#parts = parts;
  }

  fold(): readonly Part[] {
    for (let at = 0; at < this.#parts.length; at++) at = this.#add(at);
    // The length of a list changes the numbers of parameters after it.
    return this.#replaced ? numbered(this.#out) : this.#out;
  }

  /** Adds the part at `at`; returns the last part that it took. */
  #add(at: number): number {
    const part = this.#parts[at] as Part;
    const level = this.#levels.at(-1) as Level;
    const opens = part.word === '(' || part.word === '[';
    if (level.rows && !opens && part.word !== ',') level.rows = false;
    if (opens) this.#open(at, level);
    else if (part.word === ')' || part.word === ']') this.#close(part, level);
    else if (part.word === ',') {
      if (level.list) this.#endItem(level);
      else if (level.tuple) this.#simplifyValue(level.value);
      this.#out.push(part);
      level.value = this.#out.length;
      if (level.list) level.start = this.#out.length;
    } else if (level.inList && part.kind === 'param') this.#value(part);
    else if (level.inList && this.#isNamed(at)) {
      this.#value(part);
      return at + 1;
    } else {
      this.#out.push(part);
      if (!level.list && isValues(part.word)) {
        level.rows = true;
        level.previousStart = -1;
      }
    }
    return at;
  }

  #value(part: Part): void {
    this.#out.push({ ...part, ...VALUE });
    this.#replaced = true;
  }

  /** Whether an item begins with `:name`, which is a parameter in the texts of many drivers. */
  #isNamed(at: number): boolean {
    const before = this.#parts[at - 1]?.word;
    const named = this.#parts[at]?.word === ':' && /^\w/.test(this.#parts[at + 1]?.word ?? '');
    return named && (before === '(' || before === '[' || before === ',');
  }

  #open(at: number, level: Level): void {
    const before = this.#parts[at - 1]?.word ?? '';
    const bracket = this.#parts[at]?.word === '[';
    const next = this.#parts[at + 1]?.word ?? '';
    const list = bracket ? before === 'ARRAY' : before === 'IN' && !QUERIES.has(next);
    const row = !bracket && level.rows && (before === ',' || isValues(before));
    const tuple = row || (!bracket && level.list && (before === ',' || before === '('));
    level.rows = row;
    const start = this.#out.length;
    this.#out.push(this.#parts[at] as Part);
    this.#levels.push(
      levelOf({ list, row, tuple, inList: level.inList || list || row, start: row ? start : start + 1 }),
    );
  }

  #close(part: Part, level: Level): void {
    if (level.list) this.#endItem(level);
    else if (level.tuple) this.#simplifyValue(level.value);
    this.#out.push(part);
    if (this.#levels.length === 1) return;
    this.#levels.pop();
    if (level.row) this.#compare(level.start, this.#levels.at(-1) as Level);
  }

  #endItem(level: Level): void {
    this.#simplify(level.start);
    this.#compare(level.start, level);
  }

  /** MySQL's `...` (a list in a digest) is a value like any other. In a row, it stands for all values of the row. */
  #simplify(start: number): void {
    const out = this.#out;
    const dots = out.length - start === 3 && out.slice(start).every((part) => part.word === '.');
    if (dots) this.#replace(start);
    else this.#simplifyValue(start);
  }

  /** NULL, DEFAULT and a negative number are values like any other. */
  #simplifyValue(start: number): void {
    const [first, second] = [this.#out[start], this.#out[start + 1]];
    const length = this.#out.length - start;
    const word = length === 1 && VALUE_WORDS.has(first?.word ?? '');
    const negative = length === 2 && first?.word === '-' && second?.kind === 'value';
    if (word || negative) this.#replace(start);
  }

  #replace(start: number): void {
    const first = this.#out[start] as Part;
    this.#out.length = start;
    this.#out.push({ ...first, ...VALUE });
  }

  /** Ends an item, or a row, that begins at `start`; one like the one before it is left out, with its comma. */
  #compare(start: number, level: Level): void {
    const { previousStart, previousEnd } = level;
    if (previousStart >= 0 && this.#isSame(previousStart, previousEnd, start)) {
      this.#out.length = previousEnd;
      return;
    }
    level.previousStart = start;
    level.previousEnd = this.#out.length;
  }

  /** Whether the parts from `start` on are those of the item before, and contain a value. */
  #isSame(previousStart: number, previousEnd: number, start: number): boolean {
    const out = this.#out;
    if (out.length - start !== previousEnd - previousStart) return false;
    let values = false;
    for (let at = start; at < out.length; at++) {
      if (out[at]?.text !== out[previousStart + at - start]?.text) return false;
      values ||= out[at]?.kind === 'value';
    }
    return values;
  }
}

function isValues(word: string): boolean {
  return word === 'VALUES' || word === 'VALUE';
}

function levelOf(level: Pick<Level, 'list' | 'row' | 'tuple' | 'inList' | 'start'>): Level {
  const value = level.row ? level.start + 1 : level.start;
  return { ...level, value, previousStart: -1, previousEnd: -1, rows: false };
}

/** Numbers parameters whose name ends in a number (`@p7`) by first occurrence: drivers count them through. */
function numbered<Part extends ShapePart>(parts: Part[]): readonly Part[] {
  const numbers = new Map<string, Map<string, number>>();
  for (const [at, part] of parts.entries()) {
    if (part.kind !== 'param') continue;
    const [, prefix = '', number] = /^(.*?)(\d+)$/s.exec(part.text) ?? [];
    if (number === undefined) continue;
    const known = numbers.get(prefix) ?? new Map<string, number>();
    numbers.set(prefix, known);
    const own = known.get(number) ?? known.size + 1;
    known.set(number, own);
    parts[at] = { ...part, text: `${prefix}${own}` };
  }
  return parts;
}
