import { type CsvFields, CsvReader, type CsvSink } from '../../input/csv.ts';
import { columnsIn, headerLine, textsOf } from '../columns.ts';
import { type Gaps, NO_GAPS } from '../gaps.ts';
import {
  blankStatement,
  type LogReader,
  type ReaderOptions,
  type SourceFormat,
  type StatementSink,
} from '../source.ts';
import { COLUMNS, callsOf, type StatColumn } from './stat-columns.ts';
import { Difference, type Ran } from './stat-difference.ts';

/** Text of other users' statements if the exporting user had too few rights. */
const HIDDEN = '<insufficient privilege>';

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
  const columns = columnsIn(headerLine(head), COLUMNS);
  return columns.has('query') && columns.has('calls') ? 0.95 : 0;
}

class StatStatementsReader implements LogReader, CsvSink {
  readonly #sink: StatementSink;
  readonly #options: ReaderOptions;
  readonly #csv = new CsvReader(this);
  #columns: ReadonlyMap<StatColumn, number> | undefined;
  #width = 0;
  #row = 0;
  /** Undefined if it is not exported. */
  #dealloc: number | undefined;
  readonly #difference: Difference | undefined;

  constructor(sink: StatementSink, options: ReaderOptions) {
    this.#sink = sink;
    this.#options = options;
    const { earlier } = options;
    if (earlier) this.#difference = new Difference(earlier);
  }

  write(chunk: Uint8Array): void {
    this.#csv.write(chunk);
  }

  end(): void {
    this.#csv.end();
    const { index } = this.#options.part;
    if (index > 0 || !this.#difference) return;
    for (const [reason, calls] of this.#difference.lost()) this.#sink.unread(reason, 0, calls);
  }

  notes(): readonly string[] {
    if (this.#difference) return this.#difference.notes();
    const notes = ['calls are totals since the last reset of the view'];
    if (this.#dealloc === undefined)
      notes.push(
        'the view keeps the most frequent statements only (`pg_stat_statements.max`), and the export has no `dealloc`, so rare ones may be missing',
      );
    else if (this.#dealloc > 0)
      notes.push(`entries were dropped from the view ${this.#dealloc} times (\`dealloc\`): the history is incomplete`);
    return notes;
  }

  gaps(): Gaps {
    if (this.#difference) return this.#difference.gaps();
    if (this.#dealloc === undefined) return { shown: [], assumed: ['top-n'] };
    return this.#dealloc > 0 ? { shown: ['top-n'], assumed: [] } : NO_GAPS;
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
      this.#columns = columnsIn(textsOf(fields), COLUMNS);
      this.#width = fields.count;
      return;
    }
    const columns = this.#columns;
    const text = (column: StatColumn) => {
      const place = columns.get(column);
      return place === undefined ? undefined : fields.text(place);
    };
    const ran = fields.count === this.#width ? this.#difference?.take(text) : undefined;
    if (!this.#mine()) return;
    if (fields.count !== this.#width) {
      const cut = 'record cut off at the end of the file';
      return this.#sink.unread(complete ? 'record with an unexpected number of columns' : cut, line, 1);
    }
    this.#entry(text, ran, line);
  }

  #entry(text: (column: StatColumn) => string | undefined, ran: Ran | undefined, line: number): void {
    const dealloc = text('dealloc') ?? '';
    if (/^\d+$/.test(dealloc)) this.#dealloc = Math.max(this.#dealloc ?? 0, Number(dealloc));
    const total = callsOf(text('calls') ?? '');
    if (total === undefined) return this.#sink.unread('entry whose `calls` is not a number', line, 1);
    const calls = ran?.calls ?? total;
    if (!Number.isSafeInteger(calls)) return this.#sink.unread('entry whose `calls` is not an integer', line, 1);
    const query = text('query') ?? '';
    if (calls === 0)
      return this.#sink.skipped(ran ? 'entry that did not run between the two readings' : 'entry that never ran');
    // A statement run by a function was not sent by the client, and no log has it.
    if (/^f(?:alse)?$/i.test(text('toplevel') ?? '')) return this.#sink.skipped('statement run inside a function');
    if (query === HIDDEN) return this.#sink.unread('text hidden from the user who exported it', line, calls);
    if (query === '') return this.#sink.unread('entry without a text', line, calls);
    const bytes = Buffer.from(query);
    this.#sink.statement({
      ...blankStatement(bytes),
      end: bytes.length,
      calls,
      at: ran?.at ?? Number.NaN,
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
