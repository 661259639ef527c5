import { type CsvFields, CsvReader } from '../../input/csv.ts';
import { headerLine, textsOf } from '../columns.ts';
import { readInstant } from '../instant.ts';
import {
  blankStatement,
  type LogReader,
  partOf,
  type ReaderOptions,
  type SourceFormat,
  type StatementSink,
} from '../source.ts';
import { readEvent, type ServerEvent } from './event.ts';
import { EventElements } from './event-elements.ts';
import { executedText } from './texts.ts';

/** Events that mean that a client's statement has ended, and the fields that may hold its text. */
const STATEMENTS: Readonly<Record<string, readonly string[]>> = {
  sql_batch_completed: ['batch_text', 'sql_text'],
  rpc_completed: ['statement', 'sql_text'],
};
const FIELDS = {
  user: ['server_principal_name', 'username', 'session_server_principal_name', 'nt_username'],
  application: ['client_app_name'],
  database: ['database_name'],
} as const;

/** The parts of a header in which rows have one event each, and of one whose rows hold XML. */
const IS_XML = /^\s*(?:\ufeff)?(?:<\?xml[^>]*>\s*)?(?:<(?:events|RingBufferTarget)\b[^>]*>\s*)?<event\s[^>]*\bname\s*=/;

/**
 * SQL Server's Extended Events: `<event>` elements, or CSV whose column `event_data` holds one each, or CSV with a
 * column for each field, as Management Studio exports it.
 */
export const extendedEvents: SourceFormat = {
  kind: 'extended-events',
  dialects: ['transactsql'],
  notCarried: [],
  reportsFailures: true,
  sniff: (head) => {
    if (IS_XML.test(Buffer.from(head.subarray(0, 4096)).toString('utf8'))) return 0.97;
    const names = headerNames(headerLine(head));
    if (names.includes('event_data')) return 0.95;
    return names.includes('name') && names.includes('timestamp') && textField(names) ? 0.9 : 0;
  },
  open: (sink, options) => new ExtendedEventsReader(sink, options),
};

function headerNames(header: readonly string[]): readonly string[] {
  return header.map((name) =>
    name
      .replace(/^\ufeff/, '')
      .replaceAll('"', '')
      .trim()
      .toLowerCase(),
  );
}

function textField(names: readonly string[]): boolean {
  return Object.values(STATEMENTS).some((fields) => fields.some((field) => names.includes(field)));
}

class ExtendedEventsReader implements LogReader {
  readonly #sink: StatementSink;
  readonly #options: ReaderOptions;
  /** Chosen by the first bytes. */
  #rows: { write(chunk: Uint8Array): void; end(): void } | undefined;
  #head: Buffer = Buffer.alloc(0);
  #names: readonly string[] | undefined;
  #ordinal = 0;
  readonly #missing = new Set(Object.keys(FIELDS));

  constructor(sink: StatementSink, options: ReaderOptions) {
    this.#sink = sink;
    this.#options = options;
  }

  write(chunk: Uint8Array): void {
    if (this.#rows) return this.#rows.write(chunk);
    this.#head = Buffer.concat([this.#head, chunk]);
    if (this.#head.length >= 4096) this.#choose();
  }

  end(): void {
    if (!this.#rows) this.#choose();
    this.#rows?.end();
  }

  notes(): readonly string[] {
    return [];
  }

  notCarried(): readonly string[] {
    return [...this.#missing].map((field) => `caller.${field}`);
  }

  #choose(): void {
    const head = this.#head;
    this.#head = Buffer.alloc(0);
    this.#rows = /^\s*(?:\ufeff)?\s*</.test(head.toString('utf8', 0, 64)) ? this.#elements() : this.#csv();
    this.#rows.write(head);
  }

  #elements(): EventElements {
    return new EventElements({
      element: (xml, line) => this.#xml(xml, line),
      unread: (reason, line) => this.#unread(reason, line),
    });
  }

  #csv(): CsvReader {
    return new CsvReader({
      record: (fields, line, complete) => this.#record(fields, line, complete),
      malformed: (reason, line) => this.#unread(reason, line),
    });
  }

  #record(fields: CsvFields, line: number, complete: boolean): void {
    const texts = textsOf(fields);
    if (!this.#names) {
      this.#names = headerNames(texts);
      return;
    }
    if (texts.length !== this.#names.length) {
      const cut = 'record cut off at the end of the file';
      return this.#unread(complete ? 'record with an unexpected number of columns' : cut, line);
    }
    const xml = this.#names.indexOf('event_data');
    if (xml >= 0) return this.#xml(texts[xml] ?? '', line);
    // Management Studio writes NULL for a field that the event does not have.
    const values = new Map(
      this.#names.flatMap((name, at) => (texts[at] === 'NULL' ? [] : [[name, texts[at] ?? ''] as const])),
    );
    this.#event({ name: values.get('name') ?? '', timestamp: values.get('timestamp') ?? '', values }, line);
  }

  #xml(xml: string, line: number): void {
    const event = readEvent(xml);
    if (event) this.#event(event, line);
    else this.#unread('text that is not an event', line);
  }

  #event({ name, timestamp, values }: ServerEvent, line: number): void {
    const fields = STATEMENTS[name];
    const session = values.get('session_id') ?? '';
    const { part } = this.#options;
    const turn = session === '' ? this.#ordinal++ % part.of : partOf(session, part);
    if (turn !== part.index) return;
    if (!fields) return this.#sink.skipped('event of another kind');
    const { at } = readInstant(timestamp);
    if (/^(?:2|error|1|abort)$/i.test((values.get('result') ?? '').trim())) {
      if (session !== '') this.#sink.failed?.(session);
      return this.#sink.skipped('failed statement');
    }
    const text = fields.map((field) => values.get(field)).find((value) => value !== undefined && value !== '');
    if (text === undefined) return this.#sink.unread('event without the text of its statement', line, 1);
    const bytes = Buffer.from(executedText(text));
    this.#sink.statement({
      ...blankStatement(bytes),
      ...{ end: bytes.length, at, session },
      user: this.#name('user', values),
      application: this.#name('application', values),
      database: this.#name('database', values),
    });
  }

  #name(field: keyof typeof FIELDS, values: ReadonlyMap<string, string>): string | undefined {
    for (const key of FIELDS[field]) {
      const value = values.get(key);
      if (value === undefined) continue;
      this.#missing.delete(field);
      if (value !== '') return value;
    }
    return this.#missing.has(field) ? undefined : '';
  }

  #unread(reason: string, line: number): void {
    const { of, index } = this.#options.part;
    if (this.#ordinal++ % of === index) this.#sink.unread(reason, line, 1);
  }
}
