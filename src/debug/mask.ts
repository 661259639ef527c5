/** Replaces a key or a part of one. */
export const MASK = '***';
/** Shorter parts reveal too little to hide, and could be ordinary words. */
export const MIN_MASKED = 12;

/**
 * Returns a function that removes an API key from texts: the whole key or a part of it (at least 12 consecutive
 * characters), plain, in base64, and in any letter case (as in a host name). A server may send the key back, by mistake
 * or to make it appear in a public log.
 */
export function masker(key: string): (text: string) => string {
  const secrets = [key, ...base64Forms(key)].map(asciiLowerCase);
  const windows = new Set(secrets.flatMap((secret) => [...windowsOf(secret)]));
  // Any 12 consecutive characters of a secret contain one of these blocks, so a text without them needs no further
  // search.
  const blocks = secrets.flatMap((secret) => secret.match(/.{6}/g) ?? []);
  return (text) => {
    const lower = asciiLowerCase(text);
    return blocks.some((block) => lower.includes(block)) ? withoutWindows(text, lower, windows) : text;
  };
}

/** Lower-cases ASCII letters only, so that the offsets of all characters stay the same. */
function asciiLowerCase(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

function* windowsOf(secret: string): Generator<string> {
  for (let at = 0; at + MIN_MASKED <= secret.length; at++) yield secret.slice(at, at + MIN_MASKED);
}

/** The base64 forms of the key. They depend on the offset of the key in the encoded text, modulo 3. */
function base64Forms(key: string): readonly string[] {
  return [0, 1, 2].flatMap((offset) => {
    const encoded = Buffer.from('\0'.repeat(offset) + key).toString('base64');
    // The first group mixes with the text before the key, the last with the text after it.
    const middle = encoded.slice(offset === 0 ? 0 : 4, -4);
    return [middle, middle.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

/** @param lower the text in lower case */
function withoutWindows(text: string, lower: string, windows: ReadonlySet<string>): string {
  let masked = '';
  let copied = 0;
  for (let at = 0; at + MIN_MASKED <= lower.length; at++) {
    if (!windows.has(lower.slice(at, at + MIN_MASKED))) continue;
    let end = at + MIN_MASKED;
    while (windows.has(lower.slice(end - MIN_MASKED + 1, end + 1))) end++;
    masked += text.slice(copied, at) + MASK;
    copied = end;
    at = end - 1;
  }
  return masked + text.slice(copied);
}

/** A copy of a JSON value with all strings and keys masked. The caller must bound the depth. */
export function maskJson<T>(value: T, mask: (text: string) => string): T {
  return maskAny(value, mask) as T;
}

function maskAny(value: unknown, mask: (text: string) => string): unknown {
  if (typeof value === 'string') return mask(value);
  if (Array.isArray(value)) return value.map((item) => maskAny(item, mask));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [mask(name), maskAny(item, mask)]));
}

/** User and password of a URL: up to the last `@` before white space, since a password may hold `/` and `@`. */
const CREDENTIALS = /(:\/\/)[^\s'"`]*@/g;
/** Values in the query of a URL that are secrets by their names. */
const SECRET_PARAMETERS =
  /([?&;](?:[\w-]*[_-])?(?:token|key|secret|password|passwd|pwd|sig|signature|code)=)[^\s&;'"`]+/gi;

/** Removes users, passwords and tokens from the URLs in a text. */
export function withoutCredentials(text: string): string {
  return text.replaceAll(CREDENTIALS, '$1').replaceAll(SECRET_PARAMETERS, `$1${MASK}`);
}
