/** The tags that a history keeps; all others (`traceparent`, `db_driver`, …) change from call to call or say nothing of who calls. */
const KEPT: ReadonlySet<string> = new Set(['application', 'framework', 'controller', 'action', 'route', 'job']);
const NONE: Readonly<Record<string, string>> = Object.freeze({});
const MAX_COMMENT = 4096;
const MAX_VALUE = 120;
const MAX_KNOWN = 10_000;
const MAX_COMMENTS = 2_000;
/** What sqlcommenter adds that no two calls have in common. */
const TRACE = 'traceparent=';

/** A value that is a name or a route; anything else is dropped. */
const PLAIN = /^[\w./:\-#<>{}*?@()[\]|+^$\\]+$/;
/** Parts of a value that name one thing of many: they become `*`. */
const IDS =
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|(?<![A-Za-z0-9])(?:0x)?(?=[0-9a-f]*\d)[0-9a-f]{8,}(?![A-Za-z0-9])|(?<![A-Za-z0-9])\d+(?![A-Za-z0-9])|\d{5,}/gi;

/**
 * The tags of comments as sqlcommenter (`key='value',key='value'`, URL-encoded) and Rails (`key:value,key:value`) write
 * them. Of a value, numbers that stand alone or are long, UUIDs and long hexadecimal words become `*`; a value that is
 * no name or route all the same is dropped.
 */
export class Tags {
  current: Readonly<Record<string, string>> = NONE;
  readonly #known = new Map<string, Readonly<Record<string, string>>>();
  /** Tags by comment, without what differs in each. */
  readonly #comments = new Map<string, Readonly<Record<string, string>>>();

  /** @param comments start and end of each, with their marks, by turns */
  read(bytes: Uint8Array, comments: readonly number[]): void {
    this.current = NONE;
    if (comments.length === 0) return;
    let all = '';
    for (let at = 0; at < comments.length; at += 2) {
      const start = (comments[at] ?? 0) + 2;
      const end = (comments[at + 1] ?? 0) - 2;
      if (end - start > 3 && end - start <= MAX_COMMENT) all += `${latin1(bytes, start, end)},`;
    }
    const trace = all.indexOf(TRACE);
    if (trace >= 0) all = all.slice(0, trace) + all.slice(Math.max(trace, all.indexOf(',', trace)));
    this.current = this.#comments.get(all) ?? this.#readAll(all);
  }

  #readAll(comments: string): Readonly<Record<string, string>> {
    const found: [string, string][] = [];
    collect(comments, found);
    const tags = found.length > 0 ? this.#intern(found) : NONE;
    if (this.#comments.size >= MAX_COMMENTS) this.#comments.clear();
    this.#comments.set(comments, tags);
    return tags;
  }

  /** Of a text that was not read to its end: the comments that it begins and ends with. */
  readEnds(bytes: Uint8Array, start: number, end: number): void {
    let first = start;
    let last = end;
    while (first < last && isEdge(bytes[first] as number)) first++;
    while (last > first && isEdge(bytes[last - 1] as number)) last--;
    const comments: number[] = [];
    if (bytes[first] === SLASH && bytes[first + 1] === STAR) {
      for (let at = first + 2; at + 1 < last && at < first + MAX_COMMENT; at++) {
        if (bytes[at] !== STAR || bytes[at + 1] !== SLASH) continue;
        comments.push(first, at + 2);
        break;
      }
    }
    if (bytes[last - 1] === SLASH && bytes[last - 2] === STAR) {
      for (let at = last - 4; at >= Math.max(first, last - MAX_COMMENT); at--) {
        if (bytes[at] !== SLASH || bytes[at + 1] !== STAR) continue;
        comments.push(at, last);
        break;
      }
    }
    this.read(bytes, comments);
  }

  #intern(found: readonly (readonly [string, string])[]): Readonly<Record<string, string>> {
    const tags = Object.fromEntries(found);
    const sorted = Object.keys(tags).sort();
    const key = sorted.map((name) => `${name}=${tags[name]}`).join('\n');
    let known = this.#known.get(key);
    if (!known) {
      known = Object.freeze(Object.fromEntries(sorted.map((name) => [name, tags[name] ?? ''])));
      if (this.#known.size >= MAX_KNOWN) this.#known.clear();
      this.#known.set(key, known);
    }
    return known;
  }
}

const SLASH = 47;
const STAR = 42;

/** White space or `;`. */
function isEdge(byte: number): boolean {
  return byte <= 32 || byte === 59;
}

function latin1(bytes: Uint8Array, start: number, end: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('latin1');
}

function collect(comment: string, found: [string, string][]): void {
  for (const part of comment.split(',')) {
    const sign = part.search(/[=:]/);
    if (sign < 0) continue;
    const name = part.slice(0, sign).trim();
    if (!KEPT.has(name)) continue;
    const value = plainValue(part.slice(sign + 1).trim(), part[sign] === '=');
    if (value !== undefined) found.push([name, value]);
  }
}

function plainValue(raw: string, quoted: boolean): string | undefined {
  let text = raw;
  if (quoted) {
    if (text.length < 2 || !text.startsWith("'") || !text.endsWith("'")) return undefined;
    try {
      text = decodeURIComponent(text.slice(1, -1).replaceAll("\\'", "'"));
    } catch {
      return undefined;
    }
  }
  if (text === '' || text.length > MAX_VALUE || !PLAIN.test(text)) return undefined;
  return text.replace(IDS, '*');
}
