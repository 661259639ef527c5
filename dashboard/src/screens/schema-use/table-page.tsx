import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import type { QueryOf } from '../../../../src/contract/index.ts';
import type { Answer } from '../../api/call.ts';
import { useCall } from '../../api/use-call.ts';
import { counted, integer } from '../../format/number.ts';
import { date, dates } from '../../format/time.ts';
import { Card } from '../../ui/card.tsx';
import { Code } from '../../ui/code.tsx';
import { FilterBar, SetFilter } from '../../ui/filters.tsx';
import { visible } from '../../ui/highlight.ts';
import { Page } from '../../ui/page.tsx';
import { Stack } from '../../ui/stack.tsx';
import { Empty, Failure, Loading } from '../../ui/states.tsx';
import { type Column, DataTable } from '../../ui/table.tsx';
import { Tag } from '../../ui/tag.tsx';
import { NoHistory } from './no-history.tsx';
import { numberColumns } from './number-columns.tsx';
import styles from './schema-use.module.css';

type Use = Answer<'readTableUse'>;
type Dialect = QueryOf<'readTableUse'>['dialect'];

interface Asked {
  readonly workspace: string;
  readonly table: string;
  readonly schema: string | undefined;
  readonly column: string | undefined;
  readonly dialect: string | undefined;
}

/** Who uses a table, or one of its columns, and by which queries. */
export function TablePage(asked: Asked): ReactNode {
  const { workspace, table, schema, column, dialect } = asked;
  // The service refuses a dialect that it does not know.
  const query = { table, schema, column, dialect: dialect as Dialect };
  const { data, error, refetch } = useCall('readTableUse', { path: { workspace }, query });
  const name = schema === undefined ? table : `${schema}.${table}`;
  return (
    <Page
      title={`Schema use: ${name}`}
      heading={<code className={styles.heading}>{name}</code>}
      crumb={
        <Link to="/w/$workspace/schema-use" params={{ workspace }}>
          Schema use
        </Link>
      }
      about={data && <About use={data} column={column} />}
    >
      {column !== undefined && <ColumnFilter {...asked} column={column} />}
      {error && <Failure what="Could not load this table." error={error} retry={refetch} />}
      {!data && !error && <Loading />}
      {data && <Contents use={data} asked={asked} />}
    </Page>
  );
}

function ColumnFilter({ column }: { readonly column: string }): ReactNode {
  const navigate = useNavigate({ from: '/w/$workspace/schema-use' });
  return (
    <FilterBar>
      <SetFilter
        label="Column"
        value={<code>{column}</code>}
        onClear={() => void navigate({ search: (earlier) => ({ ...earlier, column: undefined }), resetScroll: false })}
      />
    </FilterBar>
  );
}

function About({ use, column }: { readonly use: Use; readonly column: string | undefined }): ReactNode {
  const { calls, writes, callers, lastDay, unclear, from, to, state } = use;
  if (state !== 'read') return 'Who uses this table.';
  const what = column === undefined ? 'Used' : `Column ${column}: used`;
  const by = `${counted(calls, 'call')} of ${counted(callers, 'caller')}`;
  return (
    <>
      {calls === 0
        ? `${column === undefined ? 'No' : `Column ${column}: no`} recorded query uses it. `
        : `${what} by ${by}`}
      {writes > 0 && `, ${integer(writes)} of them write`}
      {calls > 0 && (lastDay === undefined ? '. ' : `, last on ${date(lastDay)}. `)}
      {unclear > 0 && `${counted(unclear, 'more call')} may use it. `}
      {from !== undefined && to !== undefined && `The history covers ${dates(from, to)}.`}
    </>
  );
}

function Contents({ use, asked }: { readonly use: Use; readonly asked: Asked }): ReactNode {
  const { state, columns, dialect } = use;
  if (state === 'none')
    return (
      <Card>
        <NoHistory />
      </Card>
    );
  if (state === 'too_large')
    return (
      <Card>
        <Empty title="The history is too large to be searched" />
      </Card>
    );
  if (dialect === undefined && use.unclear === 0)
    return (
      <Card>
        <Empty title="No recorded query uses this table">
          <p>Views count for themselves: a query of a view is listed under the name of the view.</p>
        </Empty>
      </Card>
    );
  return (
    <Stack wide>
      <Callers use={use} column={asked.column} />
      <Queries use={use} column={asked.column} />
      {columns.length > 0 && <Columns use={use} asked={asked} />}
    </Stack>
  );
}

function Columns({ use, asked }: { readonly use: Use; readonly asked: Asked }): ReactNode {
  const navigate = useNavigate({ from: '/w/$workspace/schema-use' });
  const { columns: items, allColumns, more } = use;
  const { workspace, table, schema, dialect } = asked;
  const columns = useMemo(
    (): readonly Column<Use['columns'][number]>[] => [
      {
        id: 'column',
        header: 'Column',
        narrow: 'first',
        cell: ({ name }) => (
          <Link
            to="/w/$workspace/schema-use"
            params={{ workspace }}
            search={{ table, schema, dialect, column: name }}
            className={styles.nameLink}
          >
            <code>{name}</code>
          </Link>
        ),
      },
      ...numberColumns<Use['columns'][number]>(),
    ],
    [workspace, table, schema, dialect],
  );
  return (
    <Card
      flush
      title="Columns"
      aside={<span className="quiet">{counted(items.length + more.columns, 'column')}</span>}
      footer={
        <span>
          {allColumns > 0 &&
            `${counted(allColumns, 'call uses', 'calls use')} all columns, such as SELECT *, and ${allColumns === 1 ? 'counts' : 'count'} for each. `}
          Columns that no query names are not listed.
        </span>
      }
    >
      <DataTable
        label="Columns"
        columns={columns}
        items={items}
        idOf={({ name }) => name}
        dense
        onOpen={({ name }) =>
          void navigate({ search: (earlier) => ({ ...earlier, column: name }), resetScroll: false })
        }
      />
    </Card>
  );
}

/** What a list leaves out. */
function fewer(count: number, noun: string, nouns?: string): ReactNode {
  return count > 0 ? <span>{counted(count, noun, nouns)} with fewer calls.</span> : undefined;
}

function Callers({ use, column }: { readonly use: Use; readonly column: string | undefined }): ReactNode {
  const { topCallers, more } = use;
  if (topCallers.length === 0) return null;
  return (
    <Card
      flush
      title={column === undefined ? 'Callers' : `Callers of ${column}`}
      footer={fewer(more.callers, 'other caller')}
    >
      <DataTable label="Callers" columns={CALLER_COLUMNS} items={topCallers} idOf={({ name }) => name} dense />
    </Card>
  );
}

const CALLER_COLUMNS: readonly Column<Use['topCallers'][number]>[] = [
  {
    id: 'caller',
    header: 'Application or user',
    narrow: 'first',
    cell: ({ name }) => <div className="one-line">{visible(name)}</div>,
  },
  {
    id: 'calls',
    header: 'Calls',
    className: styles.number,
    numeric: true,
    narrow: 'end',
    cell: ({ calls }) => integer(calls),
  },
];

function Queries({ use, column }: { readonly use: Use; readonly column: string | undefined }): ReactNode {
  const { queries, more } = use;
  if (queries.length === 0) return null;
  const isWithheld = queries.every(({ shape }) => shape === undefined);
  return (
    <Card
      flush
      title={column === undefined ? 'Queries' : `Queries that use ${column}`}
      aside={<span className="quiet">Most calls first</span>}
      footer={fewer(more.queries, 'other query', 'other queries')}
    >
      {isWithheld ? (
        <Empty title="Query texts are not shown">
          <p>The data policy of the workspace stores no texts.</p>
        </Empty>
      ) : (
        <ul>
          {queries.map(({ shape, calls, unclear }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: shapes can be missing
            <li key={index} className={styles.query}>
              <div className={styles.about}>
                <strong>{counted(calls, 'call')}</strong>
                {unclear && <Tag look="warn">may use it</Tag>}
              </div>
              {shape !== undefined && <Code text={shape} language="sql" wrap />}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
