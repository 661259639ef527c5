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

/** What stands before a name until it is installed: `%PREFIX%`, `{prefix}`, `@prefix@`, and `#` of Joomla's `#__`. */
const PREFIX = /^(?:%\w+%|\{\w+\}|@\w+@|#)$/;

/**
 * The word that `wordsOf` finds wherever the name is written, in lower case: the name, or what follows a placeholder for
 * the prefix of all tables. Undefined if no single word stands for the name.
 */
export function wordOfName(name: string): string | undefined {
  const [word] = /[\p{L}_][\p{L}\p{N}_$]*$/u.exec(name) ?? [];
  if (word === undefined) return undefined;
  const before = name.slice(0, name.length - word.length);
  return before === '' || PREFIX.test(before) ? word.toLowerCase() : undefined;
}
