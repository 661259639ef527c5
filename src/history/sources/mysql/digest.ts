import type { LoggedStatement } from '../../../traffic/index.ts';
import { ByteLines } from '../../input/byte-lines.ts';
import { decode } from '../../input/byte-text.ts';
import { type CsvFields, CsvReader } from '../../input/csv.ts';
import { type Gaps, NO_GAPS } from '../gaps.ts';
import {
  blankStatement,
  type LogReader,
  type ReaderOptions,
  type SourceFormat,
  type StatementSink,
} from '../source.ts';

/** `performance_schema.events_statements_summary_by_digest`, exported with a header line as CSV or by `mysql --batch`. */
export const mysqlDigest: SourceFormat = {
  kind: 'mysql-digest',
  dialects: ['mysql', 'mariadb'],
  notCarried: [
    'caller.user',
    'caller.application',
    'caller.tags',
    'statement.limit',
    'statement.offset',
    'statement.longestInList',
    'statement.valuesRows',
    'statement.leadingWildcard',
  ],
  sniff: (head) => {
    const [line = ''] = Buffer.from(head.subarray(0, 4096)).toString('latin1').split('\n', 1);
    return /\bdigest_text\b/i.test(line) && /\bcount_star\b/i.test(line) ? 0.98 : 0;
  },
  open: (sink, options) => new DigestReader(sink, options),
};

const BOM = 0xef;
const LF = 0x0a;
const TAB = 0x09;

/**
 * Digests are cut if their tokens take more than `max_digest_length` bytes, 1,024 by default. MariaDB 10.11 does not
 * mark the cut (observed). A token takes 2 bytes, a name 4 more than its own length, and a name has at most 192.
 */
const DEFAULT_LENGTH = 1024;
const MAX_NAME = 4 + 192;
const TOKEN = /`(?:[^`]|``)*`|\(\?\)|\(\.\.\.\)|\/\* , \.\.\. \*\/|\?, \.\.\.|[^\s`(),]+|[(),]/g;

class DigestReader implements LogReader {
  readonly #sink: StatementSink;
  readonly #options: ReaderOptions;
  /** Chosen by the header line. */
  #rows: { write(chunk: Uint8Array): void; end(): void } | undefined;
  /** Column names in lower case; undefined until the header is read. */
  #columns: readonly string[] | undefined;
  #usable = true;
  #start: Buffer = Buffer.alloc(0);
  #ordinal = 0;
  #overflow = 0;
  #first = '';
  #last = '';
  readonly #statement: LoggedStatement;

  constructor(sink: StatementSink, options: ReaderOptions) {
    this.#sink = sink;
    this.#options = options;
    this.#statement = { ...blankStatement(Buffer.alloc(0)), normalised: true };
  }

  write(chunk: Uint8Array): void {
    if (this.#rows) {
      this.#rows.write(chunk);
      return;
    }
    this.#start = Buffer.concat([this.#start, chunk]);
    if (this.#start.includes(LF) || this.#start.length > 1024 * 1024) this.#choose();
  }

  end(): void {
    if (!this.#rows) this.#choose();
    this.#rows?.end();
  }

  /** A header line with a tab comes from `mysql --batch`. */
  #choose(): void {
    const start = this.#start;
    const lf = start.indexOf(LF);
    const tab = start.subarray(0, lf < 0 ? start.length : lf).includes(TAB);
    this.#rows = tab ? this.#batch() : this.#csv();
    this.#rows.write(start[0] === BOM ? start.subarray(3) : start);
    this.#start = Buffer.alloc(0);
  }

  #csv(): CsvReader {
    return new CsvReader({
      record: (fields, line) => this.#record((column) => csvValue(fields, column), fields.count, line),
      malformed: (reason, line) => this.#unread(reason, line, 1),
    });
  }

  #batch(): ByteLines {
    return new ByteLines({
      line: (bytes, start, end, number) => {
        if (start === end) return;
        const values = decode(bytes, start, end).replace(/\r$/, '').split('\t');
        this.#record((column) => batchValue(values[column]), values.length, number);
      },
      overlong: (number) => this.#unread('row longer than 64 MiB', number, 1),
    });
  }

  #record(value: (column: number) => string | null, count: number, line: number): void {
    if (!this.#columns) {
      this.#columns = Array.from({ length: count }, (_, column) => (value(column) ?? '').trim().toLowerCase());
      this.#usable = this.#columns.includes('digest_text') && this.#columns.includes('count_star');
      if (!this.#usable) this.#unread('header without the columns DIGEST_TEXT and COUNT_STAR', line, 1);
      return;
    }
    const named = (name: string) => {
      const column = this.#columns?.indexOf(name) ?? -1;
      return column < 0 ? undefined : value(column);
    };
    if (!this.#usable || count !== this.#columns.length) {
      this.#unread('row with a different number of columns than the header', line, 1);
      return;
    }
    const calls = Number(named('count_star') ?? Number.NaN);
    if (!Number.isSafeInteger(calls) || calls < 0) {
      this.#unread('row whose COUNT_STAR is not an integer', line, 1);
      return;
    }
    // A row left over from before a TRUNCATE of the table.
    if (calls === 0) {
      this.#count(() => this.#sink.skipped('digest that never ran'));
      return;
    }
    this.#window(named('first_seen') ?? '', named('last_seen') ?? '');
    const text = named('digest_text') ?? null;
    if (text === null) {
      this.#overflow += calls;
      this.#unread(
        'statement without a text: the digest table was full (`performance_schema_digests_size`)',
        line,
        calls,
      );
      return;
    }
    this.#give(text, named('schema_name'), calls);
  }

  #give(text: string, schema: string | null | undefined, calls: number): void {
    const statement = this.#statement;
    const bytes = Buffer.from(readable(text.trimEnd()));
    statement.bytes = bytes;
    statement.end = bytes.length;
    statement.calls = calls;
    // NULL: no database was selected.
    statement.database = schema === null ? '' : schema;
    statement.truncated = isCut(text);
    this.#count(() => this.#sink.statement(statement));
  }

  #unread(reason: string, line: number, calls: number): void {
    this.#count(() => this.#sink.unread(reason, line, calls));
  }

  /** Rows have no session, so they are distributed round-robin. */
  #count(give: () => void): void {
    const { of, index } = this.#options.part;
    if (this.#ordinal++ % of === index) give();
  }

  #window(first: string, last: string): void {
    if (isTime(first) && (this.#first === '' || first < this.#first)) this.#first = first;
    if (isTime(last) && last > this.#last) this.#last = last;
  }

  gaps(): Gaps {
    return this.#overflow > 0 ? { shown: ['top-n'], assumed: [] } : NO_GAPS;
  }

  notes(): readonly string[] {
    const notes = ['no dates: calls are totals since the server started or the digest table was emptied'];
    if (this.#first !== '' && this.#last !== '') {
      notes.push(`first statement seen ${this.#first}, last ${this.#last} (in the server's time zone)`);
    }
    if (this.#overflow > 0) {
      notes.push(
        `${this.#overflow} executions have no statement text, because the digest table was full: raise \`performance_schema_digests_size\`, or empty the table and export it more often`,
      );
    }
    return notes;
  }
}

function isTime(text: string): boolean {
  return /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?$/.test(text);
}

/** A CSV value; an unquoted NULL or `\N` is null. */
function csvValue(fields: CsvFields, column: number): string | null {
  const text = fields.text(column);
  if (fields.quoted[column] !== 0) return text;
  return text === 'NULL' || text === '\\N' || text === '' ? null : text;
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', '0': '\0', '\\': '\\' };

/** A value of `mysql --batch`, which writes `\n`, `\t`, `\0`, `\\` and `NULL`. */
function batchValue(text: string | undefined): string | null {
  if (text === undefined || text === 'NULL') return null;
  return text.includes('\\') ? text.replace(/\\([nt0\\])/g, (_, letter: string) => ESCAPES[letter] ?? letter) : text;
}

function isCut(digest: string): boolean {
  const text = digest.trimEnd();
  // `?, ...` is a list of values.
  if (text.endsWith('...') && !text.endsWith('?, ...')) return true;
  // A token has at least 2 characters, most including the space after it.
  if (text.length < DEFAULT_LENGTH / 2) return false;
  let length = 0;
  for (const [token] of text.matchAll(TOKEN)) {
    length += token.startsWith('`') ? 2 + Buffer.byteLength(token) : 2;
  }
  return length >= DEFAULT_LENGTH - MAX_NAME;
}

/**
 * MariaDB prints a word by its first spelling: USER appears as SYSTEM_USER. Words outside back-ticks appear in
 * capitals, including names (a table `user`, a column `id`). They become lower case, as names usually are.
 */
function readable(digest: string): string {
  return digest.replace(/`(?:[^`]|``)*`|[A-Z_]{2,}/g, (part) => {
    if (part.startsWith('`')) return part;
    return part === 'SYSTEM_USER' ? 'user' : part.toLowerCase();
  });
}
