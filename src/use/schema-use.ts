import { COMMON_NAME, type Dialect, flowCaller, type HistoryRow } from '../model/index.ts';
import { lastPartOf } from '../sql/index.ts';
import { laterDay } from './count.ts';
import { isUse } from './row-use.ts';

/** How a history uses a table or view. */
export interface TableUse {
  readonly dialect: Dialect;
  /** Empty if no statement writes one. */
  readonly schema: string;
  readonly name: string;
  readonly calls: number;
  readonly writes: number;
  /** Different callers. */
  readonly callers: number;
  /** `YYYY-MM-DD`; empty if the history has no days. */
  readonly lastDay: string;
}

interface Tally {
  readonly dialect: Dialect;
  readonly schema: string;
  readonly name: string;
  calls: number;
  writes: number;
  lastDay: string;
  readonly callers: Set<string>;
}

/** Counts how a history uses each table and view that its statements name. */
export class SchemaUse {
  /** By dialect and name, then by schema. */
  readonly #names = new Map<string, Map<string, Tally>>();

  add(row: HistoryRow): void {
    const { tablesRead = [], tablesWritten = [] } = row.facts;
    if (!isUse(row)) return;
    const calls = Object.values(row.days).reduce((sum, count) => sum + count, 0);
    const lastDay = Object.keys(row.days).reduce(laterDay, '');
    for (const text of new Set([...tablesRead, ...tablesWritten])) {
      const tally = this.#tallyOf(COMMON_NAME[row.dialect], text);
      tally.calls += calls;
      if (tablesWritten.includes(text)) tally.writes += calls;
      tally.lastDay = laterDay(tally.lastDay, lastDay);
      tally.callers.add(flowCaller(row));
    }
  }

  #tallyOf(dialect: Dialect, text: string): Tally {
    const name = text.slice(text.lastIndexOf('.') + 1);
    const schema = text.slice(0, Math.max(0, text.length - name.length - 1));
    const key = `${dialect} ${lastPartOf(text)}`;
    const schemas = this.#names.get(key) ?? new Map<string, Tally>();
    this.#names.set(key, schemas);
    const inSchema = schema.toLowerCase();
    const tally = schemas.get(inSchema) ?? {
      ...{ dialect, schema, name, calls: 0, writes: 0, lastDay: '', callers: new Set<string>() },
    };
    schemas.set(inSchema, tally);
    return tally;
  }

  /**
   * Most calls first. Without a schema, a name may be that of any: such calls count for the table in each schema, as they do
   * for a change that takes one of them away.
   */
  tables(): readonly TableUse[] {
    const tables = [...this.#names.values()].flatMap((schemas) => {
      const any = schemas.get('');
      const named = [...schemas.values()].filter((tally) => tally !== any);
      if (named.length === 0) return any ? [together(any, [any])] : [];
      return named.map((tally) => together(tally, any ? [tally, any] : [tally]));
    });
    return tables.sort((a, b) => b.calls - a.calls || (keyOf(a) < keyOf(b) ? -1 : 1));
  }
}

function together({ dialect, schema, name }: Tally, tallies: readonly Tally[]): TableUse {
  const sum = (of: (tally: Tally) => number) => tallies.reduce((total, tally) => total + of(tally), 0);
  return {
    ...{ dialect, schema, name, calls: sum(({ calls }) => calls), writes: sum(({ writes }) => writes) },
    callers: new Set(tallies.flatMap(({ callers }) => [...callers])).size,
    lastDay: tallies.map((tally) => tally.lastDay).reduce(laterDay),
  };
}

function keyOf({ dialect, schema, name }: TableUse): string {
  return `${name} ${schema} ${dialect}`;
}
