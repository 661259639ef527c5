import { T, type TokenList } from '../text/tokens.ts';
import { wordOfName, wordsOf } from '../text/words.ts';

/** Where a file first names things, whatever they are: in names and in texts, but not in comments, nor in those on objects. */
export class Mentions {
  readonly #tokens: TokenList;
  #found: { readonly first: ReadonlyMap<string, number>; readonly unknownFrom: number } | undefined;

  constructor(tokens: TokenList) {
    this.#tokens = tokens;
  }

  /** Whether something before the offset has the name, or a placeholder there may stand for it. */
  isBefore(name: string, offset: number): boolean {
    this.#found ??= mentionsOf(this.#tokens);
    const { first, unknownFrom } = this.#found;
    return Math.min(unknownFrom, first.get(keyOf(name)) ?? Number.POSITIVE_INFINITY) < offset;
  }

  /** Whether something before the offset has the name itself. */
  isWrittenBefore(name: string, offset: number): boolean {
    this.#found ??= mentionsOf(this.#tokens);
    return (this.#found.first.get(keyOf(name)) ?? Number.POSITIVE_INFINITY) < offset;
  }
}

function keyOf(name: string): string {
  return wordOfName(name) ?? name.toLowerCase();
}

function mentionsOf(tokens: TokenList) {
  const first = new Map<string, number>();
  let unknownFrom = Number.POSITIVE_INFINITY;
  let describes = false;
  for (let at = 0; at < tokens.length; at++) {
    const kind = tokens.kind(at);
    if (at === 0 || tokens.kind(at - 1) === T.terminator) describes = tokens.word(at) === 'COMMENT';
    // `COMMENT ON TABLE t IS 'one row for each u'`
    if (describes && (kind === T.string || kind === T.dollar)) continue;
    const raw = tokens.raw(at);
    const isUnknown = kind === T.placeholder || kind === T.param || kind === T.unreadable || /^U&"/i.test(raw);
    if (isUnknown) unknownFrom = Math.min(unknownFrom, tokens.start(at));
    if (kind === T.op || kind === T.number) continue;
    for (const word of wordsOf(raw)) if (!first.has(word)) first.set(word, tokens.start(at));
  }
  return { first, unknownFrom };
}
