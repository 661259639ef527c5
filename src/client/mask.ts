/** Stands where a key, or a part of one, was. */
export const MASK = '***';
/** A shorter part tells nothing worth hiding, and might be an ordinary word. */
const SHORTEST = 12;

/**
 * A function that takes an API key out of texts: whole or in part (at least 12 characters of it in a row), as it is, in
 * base64, and with the case of its letters lost, as it is in the name of a host. What a server sends may hold it, by mistake or to make it appear in a public log.
 */
export function masker(key: string): (text: string) => string {
  const secrets = [key, ...base64Forms(key)].map(lowered);
  const windows = new Set(secrets.flatMap((secret) => [...windowsOf(secret)]));
  // Any 12 characters in a row of a secret hold one of these whole, so a text without them needs no closer look.
  const blocks = secrets.flatMap((secret) => secret.match(/.{6}/g) ?? []);
  return (text) => {
    const low = lowered(text);
    return blocks.some((block) => low.includes(block)) ? withoutWindows(text, low, windows) : text;
  };
}

/** Letters of ASCII in lower case, and nothing else: every character stays at its place. */
function lowered(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

function* windowsOf(secret: string): Generator<string> {
  for (let at = 0; at + SHORTEST <= secret.length; at++) yield secret.slice(at, at + SHORTEST);
}

/** Base64 of the key wherever it stands in what is encoded: its characters depend on the offset modulo 3. */
function base64Forms(key: string): readonly string[] {
  return [0, 1, 2].flatMap((offset) => {
    const encoded = Buffer.from('\0'.repeat(offset) + key).toString('base64');
    // The first group mixes with what stands before, the last with what stands behind.
    const middle = encoded.slice(offset === 0 ? 0 : 4, -4);
    return [middle, middle.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

/** @param low the text in lower case */
function withoutWindows(text: string, low: string, windows: ReadonlySet<string>): string {
  let masked = '';
  let kept = 0;
  for (let at = 0; at + SHORTEST <= low.length; at++) {
    if (!windows.has(low.slice(at, at + SHORTEST))) continue;
    let end = at + SHORTEST;
    while (windows.has(low.slice(end - SHORTEST + 1, end + 1))) end++;
    masked += text.slice(kept, at) + MASK;
    kept = end;
    at = end - 1;
  }
  return masked + text.slice(kept);
}

/** A copy of a JSON value with every text of it, names of keys too, masked. The depth must be bounded by the caller. */
export function maskJson<T>(value: T, mask: (text: string) => string): T {
  return maskAny(value, mask) as T;
}

function maskAny(value: unknown, mask: (text: string) => string): unknown {
  if (typeof value === 'string') return mask(value);
  if (Array.isArray(value)) return value.map((item) => maskAny(item, mask));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [mask(name), maskAny(item, mask)]));
}
