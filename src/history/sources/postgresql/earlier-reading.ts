import { CsvReader } from '../../input/csv.ts';
import { columnsIn, textsOf } from '../columns.ts';
import { readInstant } from '../instant.ts';
import { COLUMNS, callsOf, entryKey, type StatColumn } from './stat-columns.ts';

/** What an earlier export of the same `pg_stat_statements` holds. */
export interface EarlierReading {
  /** When it was read, ms since 1970 UTC; NaN if it was not exported. */
  readonly at: number;
  /** Calls by entry. */
  readonly calls: ReadonlyMap<string, number>;
  /** When the view was last reset, as exported; undefined if it was not exported. */
  readonly reset: string | undefined;
  /** How often entries had been evicted. */
  readonly dealloc: number | undefined;
  /** Rows that could not be read. */
  readonly unread: number;
}

/** Reads an export whole: the view has at most `pg_stat_statements.max` entries. */
export class EarlierReader {
  readonly #calls = new Map<string, number>();
  #columns: ReadonlyMap<StatColumn, number> | undefined;
  #width = 0;
  #reset: string | undefined;
  #dealloc: number | undefined;
  #unread = 0;
  #at = Number.NaN;
  readonly #csv = new CsvReader({
    record: (fields) => this.#record(textsOf(fields)),
    malformed: () => {
      this.#unread++;
    },
  });

  write(chunk: Uint8Array): void {
    this.#csv.write(chunk);
  }

  end(): EarlierReading {
    this.#csv.end();
    return { at: this.#at, calls: this.#calls, reset: this.#reset, dealloc: this.#dealloc, unread: this.#unread };
  }

  #record(texts: readonly string[]): void {
    if (!this.#columns) {
      this.#columns = columnsIn(texts, COLUMNS);
      this.#width = texts.length;
      return;
    }
    const columns = this.#columns;
    const text = (column: StatColumn) => {
      const place = columns.get(column);
      return place === undefined ? undefined : texts[place];
    };
    const calls = callsOf(text('calls') ?? '');
    if (texts.length !== this.#width || calls === undefined) {
      this.#unread++;
      return;
    }
    if (Number.isNaN(this.#at)) this.#at = readInstant(text('read') ?? '').at;
    this.#reset ??= text('reset');
    this.#dealloc ??= text('dealloc') === undefined ? undefined : Number(text('dealloc'));
    const key = entryKey(text);
    this.#calls.set(key, (this.#calls.get(key) ?? 0) + calls);
  }
}
