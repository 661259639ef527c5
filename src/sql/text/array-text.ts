/** The number of items of a PostgreSQL array as a text, `{1,2,3}`; undefined if it is not one. */
export function itemsOfArrayText(text: string): number | undefined {
  if (!/^\s*\{[\s\S]*\}\s*$/.test(text)) return undefined;
  const inner = text.trim().slice(1, -1);
  if (inner.trim() === '') return 0;
  let items = 1;
  for (let at = 0, quoted = false, depth = 0; at < inner.length; at++) {
    const character = inner.charAt(at);
    if (character === '\\') at++;
    else if (character === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (character === '{') depth++;
    else if (character === '}') depth--;
    else if (character === ',' && depth === 0) items++;
  }
  return items;
}
