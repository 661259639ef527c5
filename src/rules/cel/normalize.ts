const TOKEN =
  /\/\/[^\n]*|[rRbB]?(?:"""(?:[^\\]|\\[\s\S])*?"""|'''(?:[^\\]|\\[\s\S])*?'''|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|[A-Za-z0-9_.]+|\s+|[\s\S]/g;

/**
 * One spelling for conditions that differ only in white space and comments, without loading the language.
 * Two conditions that come out equal mean the same; two that mean the same need not come out equal.
 */
export function normalizeCondition(text: string): string {
  const tokens = (text.match(TOKEN) ?? []).filter((token) => !/^(?:\s|\/\/)/.test(token));
  return tokens.join(' ');
}
