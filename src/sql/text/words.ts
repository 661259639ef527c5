const WORD = /[\p{L}_][\p{L}\p{N}_$]*/gu;

/** All words of a text in lower case, including those in comments and strings. Every plain name in it is one. */
export function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(WORD) ?? []);
}
