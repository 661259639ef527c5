import { DIALECTS } from '../../model/index.ts';
import { LEXICAL } from '../../sql/index.ts';
import type { LoggedStatement } from '../../traffic/index.ts';
import { ByteLines } from '../input/byte-lines.ts';
import { decode } from '../input/byte-text.ts';
import { readInstant } from './instant.ts';
import { StringModes } from './postgresql/string-mode.ts';
import {
  blankStatement,
  type LogReader,
  partOf,
  type ReaderOptions,
  type SourceFormat,
  type StatementSink,
} from './source.ts';

/**
 * Our own JSON Lines, one statement per line, for every source without a reader of its own. See
 * docs/history-sources.md.
 */
export const jsonl: SourceFormat = {
  kind: 'jsonl',
  dialects: DIALECTS,
  notCarried: [],
  sniff: (head) => {
    const { line, isCut } = firstLine(head);
    const value = parsed(line);
    if (value !== undefined) return typeof value['sql'] === 'string' ? 0.97 : 0;
    return isCut && /^\s*\{/.test(line) && /[{,]\s*"sql"\s*:\s*"/.test(line) ? 0.9 : 0;
  },
  reportsFailures: true,
  open: (sink, options) => new JsonLinesReader(sink, options),
};

/** The first line with text, and whether the head may end within it. */
function firstLine(head: Uint8Array): { readonly line: string; readonly isCut: boolean } {
  const lines = Buffer.from(head)
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .split('\n');
  const at = lines.findIndex((text) => text.trim() !== '');
  return { line: lines[at] ?? '', isCut: at === lines.length - 1 };
}

const KEYS = new Set([
  'sql',
  'calls',
  'user',
  'application',
  'database',
  'at',
  'session',
  'binds',
  'normalised',
  'truncated',
  'outcome',
  // The proxy writes these for users; they do not affect the facts of the query.
  ...['id', 'sqlstate', 'durationMs', 'inTransaction', 'judged'],
]);
/** Outcomes of statements that did not take effect, and how they are counted. */
const WITHOUT_EFFECT: ReadonlyMap<unknown, string> = new Map([
  ['failed', 'failed statement'],
  ['blocked', 'blocked statement'],
]);
/** Number of unknown keys that are named. */
const MAX_NAMED = 20;

type Line = Readonly<Record<string, unknown>>;

function parsed(text: string): Line | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Line) : undefined;
  } catch {
    return undefined;
  }
}

class JsonLinesReader implements LogReader {
  readonly #sink: StatementSink;
  readonly #options: ReaderOptions;
  readonly #lines: ByteLines;
  readonly #unknown = new Set<string>();
  #more = false;
  #undated = 0;
  #unzoned = false;
  #unbound = 0;
  #ordinal = 0;
  #bytes = Buffer.allocUnsafe(64 * 1024);
  readonly #modes: StringModes | undefined;
  readonly #statement: LoggedStatement;

  constructor(sink: StatementSink, options: ReaderOptions) {
    this.#sink = sink;
    this.#options = options;
    this.#modes = LEXICAL[options.dialect].stringSetting === 'obeyed' ? new StringModes() : undefined;
    this.#lines = new ByteLines({
      line: (bytes, start, end, number) => this.#line(bytes, start, end, number),
      overlong: (number) => this.#unread('line longer than 64 MiB', number),
    });
    this.#statement = blankStatement(this.#bytes);
  }

  write(chunk: Uint8Array): void {
    this.#lines.write(chunk);
  }

  end(): void {
    this.#lines.end();
  }

  #line(bytes: Buffer, start: number, end: number, number: number): void {
    const text = decode(bytes, start, end);
    const json = number === 1 ? text.replace(/^\ufeff/, '') : text;
    if (json.trim() === '') return;
    const line = parsed(json);
    if (!line) {
      this.#unread('line is not a JSON object', number);
      return;
    }
    const { sql } = line;
    if (typeof sql !== 'string') {
      this.#unread('line without `sql`', number);
      return;
    }
    const calls = countOf(line['calls']);
    if (calls === undefined) {
      this.#unread('line whose `calls` is not a positive integer', number);
      return;
    }
    const invalid = ['user', 'application', 'database'].find((key) => !isName(line[key]));
    if (invalid !== undefined) {
      this.#unread(`line whose \`${invalid}\` is not a string`, number);
      return;
    }
    for (const key in line) if (!KEYS.has(key)) this.#ignore(key);
    const binds = this.#binds(line['binds']);
    const at = this.#at(line['at']);
    const session = sessionOf(line['session']);
    const { part } = this.#options;
    const turn = session === '' ? this.#ordinal++ % part.of : partOf(session, part);
    if (turn !== part.index) return;
    const skipped = WITHOUT_EFFECT.get(line['outcome']);
    if (skipped !== undefined) {
      this.#sink.skipped(skipped);
      if (session !== '') this.#sink.failed?.(session);
      return;
    }
    const statement = this.#statement;
    this.#encode(sql);
    statement.at = at;
    statement.calls = calls;
    statement.user = nameOf(line['user']);
    statement.application = nameOf(line['application']);
    statement.database = nameOf(line['database']);
    statement.session = session;
    statement.binds = binds;
    statement.truncated = isSet(line['truncated']);
    statement.normalised = isSet(line['normalised']);
    statement.mode = this.#modes?.of(session);
    this.#sink.statement(statement);
    this.#modes?.ran(session, statement);
  }

  #encode(sql: string): void {
    // UTF-8 takes at most three bytes per UTF-16 code unit.
    if (sql.length * 3 > this.#bytes.length) this.#bytes = Buffer.allocUnsafe(sql.length * 3);
    this.#statement.bytes = this.#bytes;
    this.#statement.end = this.#bytes.write(sql);
  }

  #at(value: unknown): number {
    if (value === undefined || value === null) return Number.NaN;
    const { at, zoned } = readInstant(value);
    if (Number.isNaN(at)) this.#undated++;
    else if (!zoned) this.#unzoned = true;
    return at;
  }

  #binds(value: unknown): readonly (string | null)[] | undefined {
    if (value === undefined || value === null) return undefined;
    if (!Array.isArray(value) || !value.every(isScalar)) {
      this.#unbound++;
      return undefined;
    }
    return value.map((bind) => (bind === null ? null : String(bind)));
  }

  #ignore(key: string): void {
    if (this.#unknown.has(key)) return;
    // A key can be anything, so only names are repeated.
    if (this.#unknown.size < MAX_NAMED && /^[A-Za-z][\w.-]{0,39}$/.test(key)) this.#unknown.add(key);
    else this.#more = true;
  }

  #unread(reason: string, line: number): void {
    const { of, index } = this.#options.part;
    if (this.#ordinal++ % of === index) this.#sink.unread(reason, line, 1);
  }

  notes(): readonly string[] {
    const notes: string[] = [];
    const keys = [...this.#unknown].sort().map((key) => `\`${key}\``);
    if (keys.length > 0 || this.#more) {
      notes.push(`ignored keys: ${[...keys, ...(this.#more ? ['others'] : [])].join(', ')}`);
    }
    if (this.#undated > 0)
      notes.push(`lines counted without a day because \`at\` is not a valid timestamp: ${this.#undated}`);
    if (this.#unzoned) notes.push('times without a time zone are read as UTC');
    if (this.#unbound > 0)
      notes.push(`lines whose \`binds\` were ignored because they are not a list of values: ${this.#unbound}`);
    return notes;
  }
}

function isName(value: unknown): boolean {
  return value === undefined || value === null || typeof value === 'string';
}

function nameOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function sessionOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/**
 * Databases write booleans in several ways. Anything that is not clearly false is true, which claims less about the
 * statement.
 */
function isSet(value: unknown): boolean {
  return ![undefined, null, false, 0, '', '0', 'f', 'false', 'no', 'N', 'FALSE', 'False'].some((no) => no === value);
}

/** Exports write large numbers as strings. */
function countOf(value: unknown): number | undefined {
  if (value === undefined || value === null) return 1;
  const count = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value;
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 1 ? count : undefined;
}

function isScalar(value: unknown): value is string | number | boolean | null {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}
