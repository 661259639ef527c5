const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPENS: ReadonlySet<number> = new Set([0x5b, 0x7b]);

/** The number of commas and opening brackets outside of strings, by which the service limits the values of a body. */
export function countValues(json: string): number {
  let count = 0;
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) at = endOfString(json, at + 1);
    else if (code === COMMA || OPENS.has(code)) count++;
  }
  return count;
}

/** Index of the closing quote. */
function endOfString(json: string, start: number): number {
  for (let at = start; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at++;
  }
  return json.length;
}
