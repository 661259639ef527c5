const TOKEN =
  /\/\/[^\n]*|[rRbB]?(?:"""(?:[^\\]|\\[\s\S])*?"""|'''(?:[^\\]|\\[\s\S])*?'''|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|[A-Za-z0-9_.]+|\s+|[\s\S]/g;

/**
 * Normalizes white space and comments in a condition, without loading the expression language.
 * Equal results mean equal conditions; equivalent conditions can still have different results.
 */
export function normalizeCondition(text: string): string {
  const tokens = (text.match(TOKEN) ?? []).filter((token) => !/^(?:\s|\/\/)/.test(token));
  return tokens.join(' ');
}
