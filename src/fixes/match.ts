import type { FormPart } from '../rules/index.ts';
import { T, type TokenList } from '../sql/index.ts';

/** The parts of a statement that a form names: tokens from, inclusive, to, exclusive. */
export type Captures = ReadonlyMap<string, TokenRange>;

export interface TokenRange {
  readonly from: number;
  readonly to: number;
}

/** A statement with more tokens is not matched, so that no form takes long. */
const MAX_TOKENS = 5_000;

/** The parts of the statement in `range` if it has the form; undefined if not. */
export function matchForm(parts: readonly FormPart[], tokens: TokenList, range: TokenRange): Captures | undefined {
  if (range.to - range.from > MAX_TOKENS) return undefined;
  return new Matcher(tokens, range.to).match(parts, range.from, new Map());
}

class Matcher {
  readonly #tokens: TokenList;
  readonly #end: number;

  constructor(tokens: TokenList, end: number) {
    this.#tokens = tokens;
    this.#end = end;
  }

  match(parts: readonly FormPart[], at: number, known: Captures): Captures | undefined {
    const [part, ...rest] = parts;
    if (!part) return at === this.#end ? known : undefined;
    switch (part.kind) {
      case 'word':
        return at < this.#end && this.#tokens.word(at) === part.word ? this.match(rest, at + 1, known) : undefined;
      case 'words': {
        const { length } = part.words;
        const isWritten = at + length <= this.#end && part.words.every((word, i) => this.#tokens.word(at + i) === word);
        const to = isWritten ? at + length : at;
        return this.match(rest, to, new Map(known).set(part.name, { from: at, to }));
      }
      case 'optional':
        return this.match([...part.parts, ...rest], at, known) ?? this.match(rest, at, known);
      case 'name': {
        const to = this.#endOfName(at);
        const before = known.get(part.name);
        if (to === undefined || (before && !this.#isSame(before, { from: at, to }))) return undefined;
        return this.match(rest, to, new Map(known).set(part.name, { from: at, to }));
      }
      case 'text':
        return this.#matchText(part, rest, at, known);
    }
  }

  /** As little as possible, at least one token. */
  #matchText(
    { name, commas }: { readonly name: string; readonly commas: boolean },
    rest: readonly FormPart[],
    from: number,
    known: Captures,
  ): Captures | undefined {
    for (let to = from; to < this.#end; ) {
      const word = this.#tokens.word(to);
      if (word === ')' || word === ';' || (word === ',' && !commas)) return undefined;
      const closing = word === '(' ? this.#tokens.closing(to) : to;
      if (closing < 0 || closing >= this.#end) return undefined;
      to = closing + 1;
      const found = this.match(rest, to, new Map(known).set(name, { from, to }));
      if (found) return found;
    }
    return undefined;
  }

  /** Whether both are the same name, perhaps with other quotes. */
  #isSame(one: TokenRange, other: TokenRange): boolean {
    const nameOf = ({ from, to }: TokenRange) =>
      this.#tokens.text
        .slice(this.#tokens.start(from), this.#tokens.end(to - 1))
        .replaceAll(/["`[\]]/g, '')
        .toLowerCase();
    return nameOf(one) === nameOf(other);
  }

  #endOfName(from: number): number | undefined {
    let at = from;
    for (;;) {
      const kind = this.#tokens.kind(at);
      if (at >= this.#end || (kind !== T.word && kind !== T.quoted)) return undefined;
      at++;
      if (at >= this.#end || this.#tokens.word(at) !== '.') return at;
      at++;
    }
  }
}
