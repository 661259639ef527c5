import { searchSnapshot } from '../../../history/index.ts';
import { COMMON_NAME, DIALECTS, type Dialect } from '../../../model/index.ts';
import {
  ANYWHERE,
  type ColumnUse,
  type CountedUse,
  SchemaUse,
  TableColumns,
  type TableUse,
  UseCounter,
  type UseQuestion,
} from '../../../use/index.ts';
import type { TaskTools } from './worker-cache.ts';

/** Jobs over a snapshot (docs/history-format.md), gzip, that the server wrote. */
export interface SchemaUseJob {
  readonly history: Uint8Array;
}

export interface TableUseJob extends SchemaUseJob {
  /** Empty: any. */
  readonly schema: string;
  readonly table: string;
  readonly column: string | undefined;
  readonly dialect: Dialect | undefined;
}

/** The time of a history, and whether it has any source. */
interface Window {
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly isEmpty: boolean;
}

export interface UsedSchema extends Window {
  readonly tables: readonly TableUse[];
}

/** Who uses a table or column; `use` and `dialect` are undefined if no statement uses the table. */
export interface UsedTable extends Window {
  readonly dialect: Dialect | undefined;
  readonly use: CountedUse | undefined;
  readonly columns: readonly ColumnUse[];
  readonly allColumns: number;
}

const FROM = 'the history';

export async function schemaUse({ history }: SchemaUseJob, tools: TaskTools): Promise<UsedSchema> {
  tools.begin(0);
  const use = new SchemaUse();
  const { from, to, sources } = await searchSnapshot({ name: FROM, bytes: history }, { row: (row) => use.add(row) });
  return { from, to, isEmpty: sources.length === 0, tables: use.tables() };
}

export async function tableUse(
  { history, schema, table: name, column, dialect }: TableUseJob,
  tools: TaskTools,
): Promise<UsedTable> {
  tools.begin(0);
  const dialects = dialect ? [COMMON_NAME[dialect]] : [...new Set(DIALECTS.map((each) => COMMON_NAME[each]))];
  const asked = dialects.map((each) => {
    const question: UseQuestion = { kind: 'table', change: 'removed', dialect: each, schema, name };
    return { dialect: each, question, wanted: { ...question, column }, columns: new TableColumns(question) };
  });
  const counter = new UseCounter();
  for (const { question, wanted } of asked) {
    counter.ask(question, ANYWHERE);
    counter.ask(wanted, ANYWHERE);
  }
  const pattern = counter.pattern();
  const { from, to, sources } = await searchSnapshot(
    { name: FROM, bytes: history },
    {
      row: (row) => {
        counter.add(row);
        for (const { columns } of asked) columns.add(row);
      },
      wants: (line) => pattern.test(line),
    },
  );
  const found = asked
    .map((each) => ({ ...each, calls: counter.of(each.question, ANYWHERE)?.calls ?? 0 }))
    .reduce((most, each) => (each.calls > most.calls ? each : most));
  const use = counter.of(found.wanted, ANYWHERE);
  return {
    ...{ from, to, isEmpty: sources.length === 0, dialect: found.calls > 0 ? found.dialect : undefined },
    ...{ use, columns: found.columns.columns(), allColumns: found.columns.ofAll },
  };
}
