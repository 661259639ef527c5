/** One word, or any of several; in upper case, as tokens have them. */
export type Words = string | ReadonlySet<string>;

export function isOneOf(word: string, words: Words): boolean {
  return typeof words === 'string' ? word === words : words.has(word);
}

const WORD = /[\p{L}_][\p{L}\p{N}_$]*/gu;

/** All words of a text in lower case, including those in comments and strings. Every plain name in it is one. */
export function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(WORD) ?? []);
}
