import { type ReactNode, useEffect, useMemo } from 'react';
import type { AuditEvent } from '../../../../src/contract/index.ts';
import type { Pages } from '../../api/use-call.ts';
import { counted, integer } from '../../format/number.ts';
import { dateTimeSeconds, relative } from '../../format/time.ts';
import { Card } from '../../ui/card.tsx';
import { More } from '../../ui/more.tsx';
import { Empty, Failure, Loading, NoMatch } from '../../ui/states.tsx';
import { type Column, DataTable, TwoLines } from '../../ui/table.tsx';
import { Tag } from '../../ui/tag.tsx';
import { VerdictMark } from '../../ui/verdict.tsx';
import styles from './audit.module.css';
import { EntryDrawer } from './entry-drawer.tsx';
import { type AuditSearch, filterNames, NO_FILTERS, type SetSearch } from './filters.ts';
import { actorKind, subjectOf, titleOf, verdictOf } from './words.ts';

interface EntriesProps {
  readonly pages: Pages<'listAuditEvents'>;
  readonly search: AuditSearch;
  readonly set: SetSearch;
  readonly isFiltered: boolean;
}

/** The entries that match the filters, and all about the one that the URL names. */
export function Entries({ pages, search, set, isFiltered }: EntriesProps): ReactNode {
  const { items, error, hasNextPage } = pages;
  const columns = useMemo(() => columnsOf(({ sequence }) => set({ entry: String(sequence) })), [set]);
  return (
    <>
      <Card
        flush
        footer={
          <>
            <span>
              {items && `${counted(items.length, 'entry', 'entries')}${hasNextPage ? ' so far, newest first' : ''}.`}{' '}
              {isFiltered && items && items.length > 0 && (
                <>
                  Others are hidden by the filters.{' '}
                  <button type="button" onClick={() => set(NO_FILTERS)}>
                    Clear filters
                  </button>{' '}
                </>
              )}
              <More pages={pages} />
            </span>
            <span className="faint">Times are UTC</span>
          </>
        }
      >
        {error && (
          <Failure what="Could not load the audit trail." error={error} retry={pages.refetch} read={pages.readAt} />
        )}
        {!items && !error && <Loading />}
        {items && items.length > 0 && (
          <DataTable
            label="Audit trail"
            columns={columns}
            items={items}
            idOf={idOf}
            onOpen={({ sequence }) => set({ entry: String(sequence) })}
            selected={search.entry}
            stale={pages.isPlaceholderData}
          />
        )}
        {items?.length === 0 && !hasNextPage && !isFiltered && <Empty title="No entries yet" />}
        {items?.length === 0 && !hasNextPage && isFiltered && (
          <NoMatch what="entry" filters={filterNames(search)} onClear={() => set(NO_FILTERS)} />
        )}
      </Card>
      <OpenedEntry pages={pages} search={search} set={set} />
    </>
  );
}

/** The entry that the URL names. A link can name one further down: pages are read until it is there. */
function OpenedEntry({ pages, search, set }: Omit<EntriesProps, 'isFiltered'>): ReactNode {
  const { items, hasNextPage, isFetchingNextPage, fetchNextPage } = pages;
  const wanted = search.entry === undefined ? undefined : Number(search.entry);
  const at = items?.findIndex(({ sequence }) => sequence === wanted) ?? -1;
  const drawn = items?.[at];
  // Numbers fall down the list.
  const last = items?.at(-1)?.sequence ?? 0;
  const isFurther = wanted !== undefined && !drawn && hasNextPage && last > wanted;
  useEffect(() => {
    if (isFurther && !isFetchingNextPage) void fetchNextPage();
  }, [isFurther, isFetchingNextPage, fetchNextPage]);
  const open = (event: AuditEvent | undefined) => (event ? () => set({ entry: String(event.sequence) }) : undefined);
  return (
    drawn && (
      <EntryDrawer
        event={drawn}
        onActor={actorOf(drawn, (changed) => set({ ...NO_FILTERS, ...changed, entry: undefined }))}
        onClose={() => set({ entry: undefined })}
        onPrevious={open(items?.[at - 1])}
        onNext={open(items?.[at + 1])}
      />
    )
  );
}

/** Filters the list by the actor of an entry. Actions of an API key are filtered by `key`, not by its creator. */
function actorOf({ actor }: AuditEvent, set: (changed: AuditSearch) => void): (() => void) | undefined {
  if (actor.kind === 'service' || actor.kind === 'unknown') return undefined;
  return () => set(actor.kind === 'key' ? { key: actor.id } : { actor: actor.id ?? actor.name });
}

function idOf({ sequence }: AuditEvent): string {
  return String(sequence);
}

function columnsOf(onOpen: (event: AuditEvent) => void): readonly Column<AuditEvent>[] {
  return [
    {
      id: 'what',
      header: 'What',
      narrow: 'first',
      cell: (event) => (
        <TwoLines under={<span className={styles.subject}>{subjectOf(event)}</span>}>
          <button type="button" className={styles.open} onClick={() => onOpen(event)}>
            {titleOf(event.type)}
          </button>
          {event.damaged === undefined ? <EntryVerdict event={event} /> : <Damaged />}
        </TwoLines>
      ),
    },
    {
      id: 'actor',
      header: 'Actor',
      className: styles.actor,
      narrow: 'labelled',
      cell: (event) => (
        <TwoLines under={actorKind(event)}>
          <span className={styles.cut}>{event.actor.name}</span>
        </TwoLines>
      ),
    },
    {
      id: 'database',
      header: 'Database',
      className: styles.database,
      narrow: 'labelled',
      cell: ({ databaseId }) => (databaseId === undefined ? '' : <code>{databaseId}</code>),
    },
    {
      id: 'at',
      header: 'At',
      className: styles.at,
      narrow: 'labelled',
      cell: ({ at }) => (
        <TwoLines under={relative(at)}>
          <time dateTime={at}>{dateTimeSeconds(at)}</time>
        </TwoLines>
      ),
    },
    {
      id: 'number',
      header: 'Entry',
      className: styles.number,
      numeric: true,
      narrow: 'labelled',
      cell: ({ sequence }) => integer(sequence),
    },
  ];
}

function EntryVerdict({ event }: { readonly event: AuditEvent }): ReactNode {
  const verdict = verdictOf(event);
  if (verdict === undefined) return null;
  return (
    <span className={styles.verdict}>
      <VerdictMark verdict={verdict} plain={verdict === 'allow'} />
    </span>
  );
}

function Damaged(): ReactNode {
  return (
    <span className={styles.verdict}>
      <Tag look="block">Damaged</Tag>
    </span>
  );
}
