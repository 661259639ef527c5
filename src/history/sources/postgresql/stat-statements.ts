import { decode } from '../../input/byte-text.ts';
import { type CsvFields, CsvReader, type CsvSink } from '../../input/csv.ts';
import {
  blankStatement,
  type LogReader,
  type ReaderOptions,
  type SourceFormat,
  type StatementSink,
} from '../source.ts';

/** Text of other users' statements if the exporting user had too few rights. */
const HIDDEN = '<insufficient privilege>';

/** A number of calls; spreadsheets and loaders write large ones as `1e6` or `1.5E+06`. */
const COUNT = /^\d{1,17}(?:\.\d{1,17})?(?:[eE]\+?\d{1,2})?$/;

/** Column names in the view itself, in joins with pg_roles and pg_database, and in common exports. */
const COLUMNS = {
  query: ['query', 'query_text'],
  calls: ['calls'],
  user: ['usename', 'rolname', 'username', 'user', 'user_name', 'role'],
  database: ['datname', 'database', 'dbname', 'database_name', 'db'],
  toplevel: ['toplevel'],
  dealloc: ['dealloc'],
} as const;
type Column = keyof typeof COLUMNS;

/**
 * `pg_stat_statements`, exported as CSV with a header (`psql --csv`, `\copy … csv header`), from any version; requires
 * `query` and `calls`. Literals are replaced (except in utility statements). Time, application and session are unknown;
 * user and database are known if the export joins their names. The view has at most `pg_stat_statements.max` entries
 * and drops the least used, so rare statements may be missing.
 */
export const pgStatStatements: SourceFormat = {
  kind: 'pg-stat-statements',
  dialects: ['postgresql'],
  notCarried: [
    'caller.application',
    'statement.limit',
    'statement.offset',
    'statement.longestInList',
    'statement.leadingWildcard',
  ],
  sniff,
  open: (sink, options) => new StatStatementsReader(sink, options),
};

function sniff(head: Uint8Array): number {
  const end = head.indexOf(0x0a);
  const columns = headerOf(decode(head, 0, end < 0 ? head.length : Math.min(end, 16_384)).split(','));
  if (columns.get('query') === undefined || columns.get('calls') === undefined) return 0;
  return 0.95;
}

/** Indexes of the columns, by name. */
function headerOf(names: readonly string[]): Map<Column, number> {
  const clean = names.map((name) =>
    name
      .trim()
      .replace(/^\ufeff/, '')
      .replaceAll('"', '')
      .toLowerCase(),
  );
  const places = new Map<Column, number>();
  for (const column of Object.keys(COLUMNS) as Column[]) {
    const known: readonly string[] = COLUMNS[column];
    const place = clean.findIndex((name) => known.includes(name));
    if (place >= 0) places.set(column, place);
  }
  return places;
}

class StatStatementsReader implements LogReader, CsvSink {
  readonly #sink: StatementSink;
  readonly #options: ReaderOptions;
  readonly #csv = new CsvReader(this);
  #columns: Map<Column, number> | undefined;
  #width = 0;
  #row = 0;
  #dealloc = 0;

  constructor(sink: StatementSink, options: ReaderOptions) {
    this.#sink = sink;
    this.#options = options;
  }

  write(chunk: Uint8Array): void {
    this.#csv.write(chunk);
  }

  end(): void {
    this.#csv.end();
  }

  notes(): readonly string[] {
    const notes = [
      'the view keeps the most frequent statements only (`pg_stat_statements.max`): rare ones may be missing; calls are totals since its last reset',
    ];
    if (this.#dealloc > 0) {
      notes.push(`entries were dropped from the view ${this.#dealloc} times (\`dealloc\`): the history is incomplete`);
    }
    return notes;
  }

  notCarried(): readonly string[] {
    return (['user', 'database'] as const)
      .filter((column) => this.#columns?.get(column) === undefined)
      .map((column) => `caller.${column}`);
  }

  malformed(reason: string, line: number): void {
    if (this.#mine()) this.#sink.unread(reason, line, 1);
  }

  record(fields: CsvFields, line: number, complete: boolean): void {
    if (this.#columns === undefined) {
      this.#columns = headerOf(Array.from({ length: fields.count }, (_, field) => fields.text(field)));
      this.#width = fields.count;
      return;
    }
    if (!this.#mine()) return;
    if (fields.count !== this.#width) {
      const cut = 'record cut off at the end of the file';
      return this.#sink.unread(complete ? 'record with an unexpected number of columns' : cut, line, 1);
    }
    this.#entry(this.#columns, fields, line);
  }

  #entry(columns: Map<Column, number>, fields: CsvFields, line: number): void {
    const text = (column: Column) => {
      const place = columns.get(column);
      return place === undefined ? undefined : fields.text(place);
    };
    const dealloc = Number(text('dealloc') ?? 0);
    if (dealloc > this.#dealloc) this.#dealloc = dealloc;
    const written = text('calls') ?? '';
    if (!COUNT.test(written)) return this.#sink.unread('entry whose `calls` is not a number', line, 1);
    const calls = Number(written);
    if (!Number.isSafeInteger(calls)) return this.#sink.unread('entry whose `calls` is not an integer', line, 1);
    const query = text('query') ?? '';
    if (calls === 0) return this.#sink.skipped('entry that never ran');
    // A statement run by a function was not sent by the client, and no log has it.
    if (/^f(?:alse)?$/i.test(text('toplevel') ?? '')) return this.#sink.skipped('statement run inside a function');
    if (query === HIDDEN) return this.#sink.unread('text hidden from the user who exported it', line, calls);
    if (query === '') return this.#sink.unread('entry without a text', line, calls);
    const bytes = Buffer.from(query);
    this.#sink.statement({
      ...blankStatement(bytes),
      end: bytes.length,
      calls,
      user: text('user'),
      database: text('database'),
      normalised: true,
    });
  }

  #mine(): boolean {
    const { part } = this.#options;
    return this.#row++ % part.of === part.index;
  }
}
