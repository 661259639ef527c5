import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { type Item, usePages } from '../../api/use-call.ts';
import { counted } from '../../format/number.ts';
import { dates, relative } from '../../format/time.ts';
import { readsTraffic, useWorkspace } from '../../session/session.ts';
import { NoPermission } from '../../shell/failures.tsx';
import { Card } from '../../ui/card.tsx';
import { SearchField } from '../../ui/field.tsx';
import { FilterBar } from '../../ui/filters.tsx';
import { More } from '../../ui/more.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty, Failure, Loading, NoMatch } from '../../ui/states.tsx';
import { type Column, DataTable, TwoLines } from '../../ui/table.tsx';
import { NoHistory } from './no-history.tsx';
import { numberColumns } from './number-columns.tsx';
import styles from './schema-use.module.css';
import { TablePage } from './table-page.tsx';

type Table = Item<'listSchemaUse'>;

/** Which tables and columns the recorded queries use. */
export function SchemaUse(): ReactNode {
  const member = useWorkspace();
  const { table, schema, column, dialect } = useSearch({ from: '/signed-in/w/$workspace/schema-use' });
  if (!readsTraffic(member)) return <NoPermission title="Schema use" who="owners, admins and members" />;
  if (table === undefined) return <Tables workspace={member.id} />;
  return <TablePage workspace={member.id} table={table} schema={schema} column={column} dialect={dialect} />;
}

function Tables({ workspace }: { readonly workspace: string }): ReactNode {
  const { search } = useSearch({ from: '/signed-in/w/$workspace/schema-use' });
  const navigate = useNavigate({ from: '/w/$workspace/schema-use' });
  const pages = usePages('listSchemaUse', { path: { workspace }, query: { search } });
  const { items, error, first } = pages;
  const set = (text: string | undefined) =>
    void navigate({ search: { search: text }, replace: true, resetScroll: false });
  const isMixed = new Set(items?.map(({ dialect }) => dialect)).size > 1;
  const columns = useMemo(() => columnsOf(workspace, isMixed), [workspace, isMixed]);
  return (
    <Page title="Schema use" about="Which tables and columns the recorded queries use, how often and when last.">
      <FilterBar>
        <SearchField label="Search tables" value={search ?? ''} onText={(text) => set(text || undefined)} />
      </FilterBar>
      <Card
        flush
        footer={
          <>
            <span>
              {first?.state === 'read' && `${counted(first.total, 'table')}. `}
              <More pages={pages} />
            </span>
            <span className="faint">
              {first?.from !== undefined && first.to !== undefined && `History of ${dates(first.from, first.to)}. `}
              {first?.state === 'read' && `Read ${relative(first.readAt)}`}
            </span>
          </>
        }
      >
        {error && <Failure what="Could not load tables." error={error} retry={pages.refetch} read={pages.readAt} />}
        {!items && !error && <Loading />}
        {items && items.length > 0 && (
          <DataTable
            label="Tables"
            columns={columns}
            items={items}
            idOf={({ dialect, schema, name }) => `${dialect} ${schema} ${name}`}
            dense={!isMixed}
            onOpen={(item) => void navigate({ search: searchOf(item) })}
            stale={pages.isPlaceholderData}
          />
        )}
        {items?.length === 0 && first && (
          <NoTables state={first.state} search={search} onClear={() => set(undefined)} />
        )}
      </Card>
    </Page>
  );
}

function NoTables({
  state,
  search,
  onClear,
}: {
  readonly state: 'read' | 'none' | 'too_large';
  readonly search: string | undefined;
  readonly onClear: () => void;
}): ReactNode {
  if (state === 'none') return <NoHistory />;
  if (state === 'too_large')
    return (
      <Empty title="The history is too large for this list">
        <p>The link in the message of a dry run opens the page of one table, which still works.</p>
      </Empty>
    );
  if (search !== undefined) return <NoMatch what="table" filters={[['name', search]]} onClear={onClear} />;
  return <Empty title="No recorded query names a table" />;
}

function searchOf({ name, schema, dialect }: Table) {
  return { table: name, schema: schema || undefined, dialect };
}

function columnsOf(workspace: string, isMixed: boolean): readonly Column<Table>[] {
  return [
    {
      id: 'table',
      header: 'Table',
      narrow: 'first',
      cell: (item) => {
        const link = (
          <Link
            to="/w/$workspace/schema-use"
            params={{ workspace }}
            search={searchOf(item)}
            className={styles.nameLink}
          >
            <code>{item.schema === '' ? item.name : `${item.schema}.${item.name}`}</code>
          </Link>
        );
        return isMixed ? <TwoLines under={item.dialect}>{link}</TwoLines> : link;
      },
    },
    ...numberColumns<Table>(),
  ];
}
