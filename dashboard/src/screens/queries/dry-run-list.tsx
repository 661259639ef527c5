import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Answer } from '../../api/call.ts';
import { usePages } from '../../api/use-call.ts';
import { refName } from '../../format/git.ts';
import { counted, integer } from '../../format/number.ts';
import { dateTime, relative } from '../../format/time.ts';
import { Card } from '../../ui/card.tsx';
import { More } from '../../ui/more.tsx';
import { Empty, Failure, Loading } from '../../ui/states.tsx';
import { type Column, DataTable, TwoLines } from '../../ui/table.tsx';
import { VerdictMark } from '../../ui/verdict.tsx';
import type { TimeRange } from './filters.ts';
import styles from './queries.module.css';

type DryRun = Answer<'listDryRuns'>['items'][number];

function idOf({ id }: DryRun): string {
  return id;
}

/** The checks of SQL files by pipelines, newest first. */
export function DryRunList({ workspace, times }: { readonly workspace: string; readonly times: TimeRange }): ReactNode {
  const pages = usePages('listDryRuns', { path: { workspace }, query: times });
  const { items, error } = pages;
  return (
    <Card
      flush
      footer={
        <>
          <span>
            {items && `${counted(items.length, 'dry run')}${pages.hasNextPage ? ' so far, newest first' : ''}.`}{' '}
            <More pages={pages} />
          </span>
          <span className="faint">Times are UTC</span>
        </>
      }
    >
      {error && <Failure what="Could not load dry runs." error={error} retry={pages.refetch} read={pages.readAt} />}
      {!items && !error && <Loading />}
      {items && items.length > 0 && (
        <DataTable
          label="Dry runs"
          columns={columnsOf(workspace)}
          items={items}
          idOf={idOf}
          stale={pages.isPlaceholderData}
        />
      )}
      {items?.length === 0 && !pages.hasNextPage && (
        <Empty title="No dry runs in this time">
          <p>A pull request that edits SQL starts one, if its pipeline has a key.</p>
        </Empty>
      )}
    </Card>
  );
}

function columnsOf(workspace: string): readonly Column<DryRun>[] {
  return [
    {
      id: 'verdict',
      header: 'Verdict',
      className: styles.verdict,
      narrow: 'lead',
      cell: ({ verdict }) => <VerdictMark verdict={verdict} plain={verdict === 'allow'} />,
    },
    {
      id: 'change',
      header: 'Change',
      narrow: 'wide',
      cell: ({ id, ref, repository }) => (
        <TwoLines under={repository ?? 'The pipeline stated no repository'}>
          <Link to="/w/$workspace/dry-runs/$id" params={{ workspace, id }} className={styles.strong}>
            {ref === undefined ? 'No ref stated' : refName(ref)}
          </Link>
        </TwoLines>
      ),
    },
    { id: 'findings', header: 'Findings', className: styles.findings, narrow: 'labelled', cell: findingsOf },
    { id: 'files', header: 'Files', className: styles.calls, numeric: true, narrow: 'labelled', cell: filesOf },
    { id: 'key', header: 'API key', className: styles.key, narrow: 'labelled', cell: ({ key }) => key.name },
    {
      id: 'at',
      header: 'At',
      className: styles.seen,
      narrow: 'end',
      cell: ({ at }) => (
        <time className={styles.nowrap} dateTime={at} title={relative(at)}>
          {dateTime(at)}
        </time>
      ),
    },
  ];
}

function filesOf({ files }: DryRun): string {
  return integer(files);
}

function findingsOf({ findings: { block, warn, unknown, exempted } }: DryRun): string {
  const parts = [
    ...(block > 0 ? [`${integer(block)} block`] : []),
    ...(warn > 0 ? [`${integer(warn)} warn`] : []),
    ...(unknown > 0 ? [`${integer(unknown)} unknown`] : []),
    ...(exempted > 0 ? [`${integer(exempted)} exempted`] : []),
  ];
  return parts.length === 0 ? 'None' : parts.join(', ');
}
