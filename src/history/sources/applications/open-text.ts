/** Words that begin a line in the middle of a statement. */
const CLAUSE =
  /^(?:from|where|and|or|on|set|values|order\s+by|group\s+by|having|limit|offset|fetch|for|union|intersect|except|join|left|right|inner|full|cross|natural|lateral|using|returning|when|then|else|end|case|as|select|into|not|in|exists|between|like|ilike|is|window|do)\b|^(?:[),(]|--|\/\*|\|\|)/i;
/** Ends of a line that must go on. */
const UNFINISHED =
  /(?:[,(=<>+*/|-]|\b(?:select|distinct|from|where|and|or|on|set|by|in|values|join|as|not|like|into|between|limit|offset|case|when|then|else|insert|update|delete|table))$/i;
const QUOTES = new Set(["'", '"', '`']);

/**
 * Follows a statement over several lines, in a log that does not mark where a record begins: whether a further line
 * belongs to it. A line that only may belong to it does not, because it could hold anything.
 */
export class OpenText {
  /** The open quote, or `*` in a comment. */
  #within = '';
  #depth = 0;
  #last = '';

  add(line: string): void {
    for (let at = 0; at < line.length; at++) {
      const [letter = '', pair] = [line[at], line.slice(at, at + 2)];
      if (this.#within === '*') {
        if (pair === '*/') this.#within = '';
      } else if (this.#within !== '') {
        if (letter === this.#within) this.#within = '';
      } else if (pair === '--') break;
      else if (pair === '/*') this.#within = '*';
      else if (QUOTES.has(letter)) this.#within = letter;
      else if (letter === '(') this.#depth++;
      else if (letter === ')') this.#depth--;
    }
    if (line.trim() !== '') this.#last = line.trimEnd();
  }

  /** @param other lines that the program writes between statements */
  continuesWith(line: string, other: RegExp): boolean {
    if (this.#within !== '' || this.#last === '') return true;
    if (other.test(line) || line.trim() === '') return false;
    return this.#depth > 0 || CLAUSE.test(line.trimStart()) || UNFINISHED.test(this.#last);
  }
}
