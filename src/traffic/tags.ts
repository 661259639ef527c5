/**
 * The tags that a history records; all others (`traceparent`, `db_driver`, …) change from call to call or do not
 * identify the caller.
 */
const RECORDED: ReadonlySet<string> = new Set(['application', 'framework', 'controller', 'action', 'route', 'job']);
type TagMap = Readonly<Record<string, string>>;

/** The tags of a text, and whether some of the recorded tags were left out or masked. */
export interface KnownTags {
  readonly tags: TagMap;
  readonly inPart: boolean;
}

const NONE: KnownTags = { tags: Object.freeze({}), inPart: false };
const MAX_COMMENT = 4096;
const MAX_VALUE = 120;
const MAX_KNOWN = 10_000;
const MAX_COMMENTS = 2_000;
/** A tag of sqlcommenter that is unique per call. */
const TRACE = 'traceparent=';

/** A value that is a name or a route; any other value is dropped. */
const PLAIN = /^[\w./:\-#<>{}*?@()[\]|+^$\\]+$/;
/** Parts of a value that identify one object or person, or may be secret: they become `*`. */
const IDS =
  /[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\beyJ[\w-]+(?:\.[\w-]*)*|(?<!\w)(?=\w*\d)(?=\w*[a-z])(?=\w*[A-Z])\w{20,}(?!\w)|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|(?<![A-Za-z0-9])(?:0x)?(?=[0-9a-f]*\d)[0-9a-f]{8,}(?![A-Za-z0-9])|(?<![A-Za-z0-9])\d+(?![A-Za-z0-9])|\d{5,}/gi;

/**
 * Reads the tags of comments as sqlcommenter (`key='value',key='value'`, URL-encoded) and Rails (`key:value,key:value`)
 * write them. In a value, e-mail addresses, numbers that stand alone or are long, UUIDs, tokens and long hexadecimal
 * words become `*`; a value that still is not a name or route is dropped.
 */
export class Tags {
  #read: KnownTags = NONE;
  readonly #known = new Map<string, KnownTags>();
  /** Tags by comment, without the parts that differ in each. */
  readonly #comments = new Map<string, KnownTags>();

  /** Tags of the last text; the same object for the same tags. */
  get current(): TagMap {
    return this.#read.tags;
  }

  /** What was read of the last text, for `again`. */
  get latest(): KnownTags {
    return this.#read;
  }

  /** The text was read before, with these tags. */
  again(read: KnownTags): void {
    this.#read = read;
  }

  /** Whether some of its tags are left out or masked: always the same for one object of tags. */
  get inPart(): boolean {
    return this.#read.inPart;
  }

  /**
   * @param comments start and end of each, with their marks, alternating
   * @param more whether the text has more comments
   * @param before how many numbers of `comments` are of comments before those
   */
  read(bytes: Uint8Array, comments: readonly number[], more: boolean, before = comments.length): void {
    this.#read = NONE;
    if (comments.length === 0 && !more) return;
    let all = '';
    let unread = more;
    for (let at = 0; at < comments.length; at += 2) {
      const start = (comments[at] ?? 0) + 2;
      const end = (comments[at + 1] ?? 0) - 2;
      const isLong = end - start > MAX_COMMENT;
      // A comment that is not read may give the tags of those before it other values.
      if (isLong || (more && at === before)) all = '';
      if (isLong) unread = true;
      else if (end - start > 3) all += `${latin1(bytes, start, end)},`;
    }
    if (more && before === comments.length) all = '';
    const trace = all.indexOf(TRACE);
    if (trace >= 0) all = all.slice(0, trace) + all.slice(Math.max(trace, all.indexOf(',', trace)));
    if (unread) all += UNREAD;
    this.#read = this.#comments.get(all) ?? this.#readAll(all, unread);
  }

  #readAll(comments: string, unread: boolean): KnownTags {
    const found = new Map<string, string>();
    const complete = collect(comments, found);
    const tags = this.#intern(found, unread || !complete);
    if (this.#comments.size >= MAX_COMMENTS) this.#comments.clear();
    this.#comments.set(comments, tags);
    return tags;
  }

  /**
   * Reads a text that was not lexed to its end: the comments at its beginning and end, and whether there may be more.
   */
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
    const before = comments.length;
    if (bytes[last - 1] === SLASH && bytes[last - 2] === STAR) {
      for (let at = last - 4; at >= Math.max(first, last - MAX_COMMENT); at--) {
        if (bytes[at] !== SLASH || bytes[at + 1] !== STAR) continue;
        comments.push(at, last);
        break;
      }
    }
    this.read(bytes, comments, countOpened(bytes, start, end) > comments.length / 2, before);
  }

  #intern(found: ReadonlyMap<string, string>, inPart: boolean): KnownTags {
    if (found.size === 0 && !inPart) return NONE;
    const sorted = [...found].sort(([a], [b]) => (a < b ? -1 : 1));
    const key = `${inPart ? '*' : ''}\n${sorted.map(([name, value]) => `${name}=${value}`).join('\n')}`;
    let known = this.#known.get(key);
    if (!known) {
      known = { tags: Object.freeze(Object.fromEntries(sorted)), inPart };
      if (this.#known.size >= MAX_KNOWN) this.#known.clear();
      this.#known.set(key, known);
    }
    return known;
  }
}

/**
 * Filters tags that a client gives by name in the same way as those of a comment; also returns whether some were left
 * out or masked.
 */
export function recordedTags(given: TagMap): { readonly tags: TagMap; readonly inPart: boolean } {
  const found: [string, string][] = [];
  let inPart = false;
  for (const name of Object.keys(given).sort()) {
    if (!RECORDED.has(name)) continue;
    const written = given[name] ?? '';
    const value = plainValue(written);
    if (value !== undefined) found.push([name, value]);
    if (value !== written) inPart = true;
  }
  return { tags: Object.fromEntries(found), inPart };
}

/** Never part of a comment, so a cached comment is not confused with a text that has more comments. */
const UNREAD = '/*';

const SLASH = 47;
const STAR = 42;

/** White space or `;`. */
function isEdge(byte: number): boolean {
  return byte <= 32 || byte === 59;
}

function latin1(bytes: Uint8Array, start: number, end: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('latin1');
}

/** Number of comments that may begin in it. */
function countOpened(bytes: Uint8Array, start: number, end: number): number {
  let count = 0;
  for (let at = start; at + 1 < end; at++) if (bytes[at] === SLASH && bytes[at + 1] === STAR) count++;
  return count;
}

/** Finds the recorded tags, of equal names the last one; false if a value is dropped or masked. */
function collect(comment: string, found: Map<string, string>): boolean {
  let complete = true;
  for (const part of comment.split(',')) {
    const sign = part.search(/[=:]/);
    if (sign < 0) continue;
    const name = part.slice(0, sign).trim();
    if (!RECORDED.has(name)) continue;
    const written = writtenValue(part.slice(sign + 1).trim(), part[sign] === '=');
    const value = written === undefined ? undefined : plainValue(written);
    if (value === undefined) found.delete(name);
    else found.set(name, value);
    if (value !== written || value === undefined) complete = false;
  }
  return complete;
}

/** Undefined if it cannot be decoded. */
function writtenValue(raw: string, quoted: boolean): string | undefined {
  if (!quoted) return raw;
  if (raw.length < 2 || !raw.startsWith("'") || !raw.endsWith("'")) return undefined;
  try {
    return decodeURIComponent(raw.slice(1, -1).replaceAll("\\'", "'"));
  } catch {
    return undefined;
  }
}

/** Undefined if it is dropped. */
function plainValue(text: string): string | undefined {
  if (text === '' || text.length > MAX_VALUE || !PLAIN.test(text)) return undefined;
  return text.replace(IDS, '*');
}
