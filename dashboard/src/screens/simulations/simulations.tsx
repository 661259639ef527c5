import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import type { SimulationItem } from '../../../../src/contract/index.ts';
import { usePages } from '../../api/use-call.ts';
import { refName, shortCommit } from '../../format/git.ts';
import { counted } from '../../format/number.ts';
import { dateTime, relative } from '../../format/time.ts';
import { readsTraffic, useWorkspace } from '../../session/session.ts';
import { NoPermission } from '../../shell/failures.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ChoiceFilter, FilterBar } from '../../ui/filters.tsx';
import { More } from '../../ui/more.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty, Failure, Loading } from '../../ui/states.tsx';
import { type Column, DataTable, TwoLines } from '../../ui/table.tsx';
import { Tag } from '../../ui/tag.tsx';
import { ItemResult } from './item-result.tsx';
import styles from './simulations.module.css';

type Status = SimulationItem['status'];
const STATUSES: Readonly<Record<Status, string>> = {
  queued: 'queued',
  running: 'running',
  done: 'done',
  failed: 'failed',
};

/** The rule changes that were tried on recorded queries. */
export function Simulations(): ReactNode {
  const member = useWorkspace();
  return readsTraffic(member) ? (
    <List workspace={member.id} />
  ) : (
    <NoPermission title="Simulations" who="owners, admins and members" />
  );
}

function List({ workspace }: { readonly workspace: string }): ReactNode {
  const { status: given, ref } = useSearch({ from: '/signed-in/w/$workspace/simulations' });
  const navigate = useNavigate({ from: '/w/$workspace/simulations' });
  const status = given !== undefined && Object.hasOwn(STATUSES, given) ? (given as Status) : undefined;
  const pages = usePages('listSimulations', { path: { workspace }, query: { status, ref } });
  const { items, error } = pages;
  const set = (changed: { status?: string | undefined; ref?: string | undefined }) =>
    void navigate({ search: (earlier) => ({ ...earlier, ...changed }), replace: true, resetScroll: false });
  const refs = useMemo(
    () => [...new Set([...(ref === undefined ? [] : [ref]), ...(items ?? []).flatMap((item) => item.ref ?? [])])],
    [items, ref],
  );
  const columns = useMemo(() => columnsOf(workspace), [workspace]);
  const isFiltered = status !== undefined || ref !== undefined;
  return (
    <Page
      title="Simulations"
      about="What a change of the rules would do to the queries that ran, before it is in force."
    >
      <FilterBar>
        <ChoiceFilter
          label="State"
          value={status}
          choices={Object.entries(STATUSES).map(([value, label]) => ({ value: value as Status, label }))}
          onValue={(value) => set({ status: value })}
        />
        <ChoiceFilter
          label="For"
          value={ref}
          choices={refs.map((value) => ({ value, label: refName(value) }))}
          onValue={(value) => set({ ref: value })}
        />
      </FilterBar>
      <Card
        flush
        footer={
          <>
            <span>
              {items && `${counted(items.length, 'simulation')}${pages.hasNextPage ? ', the newest' : ''}. `}
              {isFiltered && 'Others are hidden by the filters. '}
              <More pages={pages} />
            </span>
            <span className="faint">Times are UTC</span>
          </>
        }
      >
        {error && <Failure what="Could not load simulations." error={error} retry={pages.refetch} />}
        {!items && !error && <Loading />}
        {items && items.length > 0 && (
          <DataTable
            label="Simulations"
            columns={columns}
            items={items}
            idOf={({ id }) => id}
            onOpen={({ id }) => void navigate({ to: '/w/$workspace/simulations/$id', params: { workspace, id } })}
            stale={pages.isPlaceholderData}
          />
        )}
        {items?.length === 0 &&
          (isFiltered ? (
            <Empty title="No simulation matches the filters.">
              <Button onClick={() => set({ status: undefined, ref: undefined })}>Clear filters</Button>
            </Empty>
          ) : (
            <Empty title="No simulations yet">
              <p>
                A pull request that edits rules starts one, if its pipeline has a key with <code>rules:simulate</code>.
                You can also{' '}
                <Link to="/w/$workspace/ruleset" params={{ workspace }} search={{ view: 'edit' }}>
                  edit rules here
                </Link>
                .
              </p>
            </Empty>
          ))}
      </Card>
    </Page>
  );
}

function columnsOf(workspace: string): readonly Column<SimulationItem>[] {
  return [
    {
      id: 'result',
      header: 'Result',
      narrow: 'first',
      cell: (item) => (
        <Link to="/w/$workspace/simulations/$id" params={{ workspace, id: item.id }}>
          <ItemResult item={item} />
        </Link>
      ),
    },
    {
      id: 'for',
      header: 'For',
      className: styles.for,
      narrow: 'labelled',
      cell: ({ ref, commit, repository, defaultBranch }) => (
        <TwoLines under={repository ?? 'repository not stated'}>
          <span className={styles.ref}>
            {ref === undefined ? 'not stated' : <code>{refName(ref)}</code>}
            {commit !== undefined && (
              <span className="faint">
                at <code>{shortCommit(commit)}</code>
              </span>
            )}
            {defaultBranch && <Tag>Default branch</Tag>}
          </span>
        </TwoLines>
      ),
    },
    {
      id: 'compared',
      header: 'Compared with',
      className: styles.compared,
      narrow: 'labelled',
      cell: ({ summary }) => (summary ? `Version ${summary.ruleset}` : ''),
    },
    {
      id: 'by',
      header: 'Started by',
      className: styles.by,
      narrow: 'labelled',
      cell: ({ startedBy }) => <div className="one-line">{startedBy.name}</div>,
    },
    {
      id: 'at',
      header: 'Started',
      className: styles.at,
      narrow: 'labelled',
      cell: ({ createdAt }) => <TwoLines under={relative(createdAt)}>{dateTime(createdAt)}</TwoLines>,
    },
  ];
}
