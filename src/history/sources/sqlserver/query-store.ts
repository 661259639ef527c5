import { type CsvFields, CsvReader, type CsvSink } from '../../input/csv.ts';
import { type ColumnNames, columnsIn, headerLine, textsOf } from '../columns.ts';
import type { Gaps } from '../gaps.ts';
import { readInstant } from '../instant.ts';
import {
  blankStatement,
  type LogReader,
  type ReaderOptions,
  type SourceFormat,
  type StatementSink,
} from '../source.ts';
import { withoutDeclarations } from './texts.ts';

type Column = 'text' | 'calls' | 'database' | 'day' | 'parameterization' | 'truncated';

const COLUMNS: ColumnNames<Column> = {
  text: ['query_sql_text'],
  calls: ['count_executions'],
  database: ['database_name'],
  day: ['day', 'start_time'],
  parameterization: ['query_parameterization_type'],
  truncated: ['is_truncated'],
};

/** What Query Store writes for statements whose literals SQL Server replaced: simple and forced parameterization. */
const REPLACED = new Set(['2', '3', 'simple', 'forced']);

/**
 * SQL Server's Query Store, exported as CSV with a header by `querygate history export-sql query-store`. It has neither
 * user nor application nor session.
 */
export const queryStore: SourceFormat = {
  kind: 'query-store',
  dialects: ['transactsql'],
  notCarried: ['caller.user', 'caller.application'],
  sniff: (head) => {
    const columns = columnsIn(headerLine(head), COLUMNS);
    return columns.has('text') && columns.has('calls') ? 0.97 : 0;
  },
  open: (sink, options) => new QueryStoreReader(sink, options),
};

class QueryStoreReader implements LogReader, CsvSink {
  readonly #sink: StatementSink;
  readonly #options: ReaderOptions;
  readonly #csv = new CsvReader(this);
  #columns: ReadonlyMap<Column, number> | undefined;
  #width = 0;
  #row = 0;
  #undated = 0;

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
      'Query Store records what its capture mode selects: only `QUERY_CAPTURE_MODE = ALL` records every statement',
    ];
    if (this.#undated > 0)
      notes.push(`rows counted without a day because theirs is not a valid date: ${this.#undated}`);
    return notes;
  }

  gaps(): Gaps {
    return { shown: [], assumed: ['top-n'] };
  }

  notCarried(): readonly string[] {
    return this.#columns?.has('database') === false ? ['caller.database'] : [];
  }

  malformed(reason: string, line: number): void {
    if (this.#mine()) this.#sink.unread(reason, line, 1);
  }

  record(fields: CsvFields, line: number, complete: boolean): void {
    if (!this.#columns) {
      this.#columns = columnsIn(textsOf(fields), COLUMNS);
      this.#width = fields.count;
      return;
    }
    if (!this.#mine()) return;
    if (fields.count !== this.#width) {
      const cut = 'record cut off at the end of the file';
      return this.#sink.unread(complete ? 'record with an unexpected number of columns' : cut, line, 1);
    }
    const columns = this.#columns;
    this.#entry((column) => fields.text(columns.get(column) ?? -1), line);
  }

  #entry(text: (column: Column) => string, line: number): void {
    const calls = Number(text('calls') || Number.NaN);
    if (!Number.isSafeInteger(calls) || calls < 0)
      return this.#sink.unread('row whose `count_executions` is not an integer', line, 1);
    if (calls === 0) return this.#sink.skipped('entry that never ran');
    const sql = withoutDeclarations(text('text'));
    if (sql.trim() === '') return this.#sink.unread('row without `query_sql_text`', line, calls);
    const bytes = Buffer.from(sql);
    const { at } = readInstant(text('day'));
    if (Number.isNaN(at)) this.#undated++;
    this.#sink.statement({
      ...blankStatement(bytes),
      ...{ end: bytes.length, calls, at },
      database: this.#columns?.has('database') ? text('database') : undefined,
      normalised: REPLACED.has(text('parameterization').toLowerCase()),
      truncated: /^(?:1|true)$/i.test(text('truncated')),
    });
  }

  #mine(): boolean {
    const { part } = this.#options;
    return this.#row++ % part.of === part.index;
  }
}
