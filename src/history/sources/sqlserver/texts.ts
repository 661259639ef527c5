const SPACE = /\s/;

/** The index after a parenthesis that `start` opens, skipping strings and nested parentheses; -1 if it is not closed. */
function afterParenthesis(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const letter = text[at];
    if (letter === "'") {
      at = text.indexOf("'", at + 1);
      if (at < 0) return -1;
    } else if (letter === '(') depth++;
    else if (letter === ')' && --depth === 0) return at + 1;
  }
  return -1;
}

/** The text without the declarations of its parameters: `(@1 int)SELECT …`, as SQL Server stores it. */
export function withoutDeclarations(text: string): string {
  if (!/^\(\s*@/.test(text)) return text;
  const end = afterParenthesis(text, 0);
  return end < 0 ? text : text.slice(end);
}

/** The string that begins at `start`, as `N'…'` or `'…'`, and the index after it. */
function stringAt(text: string, start: number): { readonly value: string; readonly end: number } | undefined {
  const quote = text[start] === 'N' || text[start] === 'n' ? start + 1 : start;
  if (text[quote] !== "'") return undefined;
  let at = quote + 1;
  for (;;) {
    at = text.indexOf("'", at);
    if (at < 0) return undefined;
    if (text[at + 1] !== "'") break;
    at += 2;
  }
  return { value: text.slice(quote + 1, at).replaceAll("''", "'"), end: at + 1 };
}

/** What `exec sp_executesql N'…', N'@p int', @p = 1` runs; any other text as it is. */
export function executedText(text: string): string {
  const call =
    /^\s*(?:exec(?:ute)?\s+)?(?:sys\.|\[sys\]\.)?(?:sp_executesql|\[sp_executesql\])\s+(?:@(?:stmt|statement)\s*=\s*)?/i.exec(
      text,
    );
  if (!call) return text;
  const inner = stringAt(text, call[0].length);
  if (!inner) return text;
  let after = inner.end;
  while (after < text.length && SPACE.test(text[after] ?? '')) after++;
  return after >= text.length || text[after] === ',' || text[after] === ';' ? inner.value : text;
}
