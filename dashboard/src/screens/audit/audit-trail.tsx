import { useNavigate, useSearch } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { AuditEvent } from '../../../../src/contract/index.ts';
import { urlOf } from '../../api/call.ts';
import { useCall, usePages } from '../../api/use-call.ts';
import { counted, integer } from '../../format/number.ts';
import { dateTime, dateTimeSeconds, relative } from '../../format/time.ts';
import { manages, readsTraffic, useWorkspace } from '../../session/session.ts';
import { NoPermission } from '../../shell/failures.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ChoiceFilter, FilterBar, SetFilter } from '../../ui/filters.tsx';
import { More } from '../../ui/more.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty, Failure, Loading, NoMatch } from '../../ui/states.tsx';
import { type Column, DataTable, TwoLines } from '../../ui/table.tsx';
import { VerdictMark } from '../../ui/verdict.tsx';
import styles from './audit.module.css';
import { ChainState } from './chain-state.tsx';
import { EntryDrawer } from './entry-drawer.tsx';
import { type AuditSearch, auditQuery, NO_FILTERS, RANGES, type RangeName, rangeOf } from './filters.ts';
import { TimeDialog } from './time-dialog.tsx';
import { actorKind, isType, subjectOf, TYPES, titleOf, verdictOf } from './words.ts';

/** Who did what, in a chain that shows changes. */
export function AuditTrail(): ReactNode {
  const member = useWorkspace();
  return readsTraffic(member) ? (
    <Trail workspace={member.id} isManager={manages(member)} />
  ) : (
    <NoPermission title="Audit trail" who="owners, admins and members" />
  );
}

interface TrailProps {
  readonly workspace: string;
  readonly isManager: boolean;
}

const CHOOSE = 'choose';

function Trail({ workspace, isManager }: TrailProps): ReactNode {
  const search: AuditSearch = useSearch({ from: '/signed-in/w/$workspace/audit' });
  const navigate = useNavigate({ from: '/w/$workspace/audit' });
  const set = (changed: AuditSearch) =>
    void navigate({ search: (earlier) => ({ ...earlier, ...changed }), replace: true, resetScroll: false });
  const [opened] = useState(Date.now);
  const [choosesTime, setChoosesTime] = useState(false);
  const path = { workspace };
  const query = auditQuery(search, opened);
  const pages = usePages('listAuditEvents', { path, query }, 200);
  const { items, error } = pages;
  const columns = useMemo(
    () =>
      columnsOf(({ sequence }) =>
        navigate({
          search: (earlier) => ({ ...earlier, entry: String(sequence) }),
          replace: true,
          resetScroll: false,
        }),
      ),
    [navigate],
  );

  const wanted = search.entry === undefined ? undefined : Number(search.entry);
  const at = items?.findIndex(({ sequence }) => sequence === wanted) ?? -1;
  const drawn = items?.[at];
  const open = (event: AuditEvent | undefined) => (event ? () => set({ entry: String(event.sequence) }) : undefined);
  // A link to an entry further down: read on until it is there. Numbers fall down the list.
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = pages;
  const last = items?.at(-1)?.sequence ?? 0;
  const isFurther = wanted !== undefined && !drawn && hasNextPage && last > wanted;
  useEffect(() => {
    if (isFurther && !isFetchingNextPage) void fetchNextPage();
  }, [isFurther, isFetchingNextPage, fetchNextPage]);

  // A part of the URL that is not a valid filter, such as an unknown type, hides nothing.
  const isFiltered = Object.values(query).some((value) => value !== undefined);
  return (
    <Page
      title="Audit trail"
      about="Who did what in this workspace, and when. Entries contain no SQL."
      actions={
        <a className={buttonClass()} href={urlOf('exportAudit', { path, query })} download>
          <Download size={16} strokeWidth={1.5} aria-hidden="true" />
          {isFiltered ? 'Export matching entries' : 'Export all entries'}
        </a>
      }
    >
      <div className={styles.chain}>
        <ChainState />
      </div>
      <FilterBar>
        <TimeFilter search={search} set={set} onChoose={() => setChoosesTime(true)} />
        <ChoiceFilter
          label="Type"
          value={isType(search.type) ? search.type : undefined}
          choices={TYPES.map((value) => ({ value, label: titleOf(value) }))}
          onValue={(value) => set({ type: value, entry: undefined })}
        />
        <People workspace={workspace} isManager={isManager} search={search} items={items} set={set} />
      </FilterBar>
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
      {drawn && (
        <EntryDrawer
          event={drawn}
          onActor={actorOf(drawn, (changed) => set({ ...NO_FILTERS, ...changed, entry: undefined }))}
          onClose={() => set({ entry: undefined })}
          onPrevious={open(items?.[at - 1])}
          onNext={open(items?.[at + 1])}
        />
      )}
      {choosesTime && (
        <TimeDialog
          times={{ from: search.from, to: search.to }}
          onTimes={(times) => {
            set({ ...times, range: undefined, entry: undefined });
            setChoosesTime(false);
          }}
          onClose={() => setChoosesTime(false)}
        />
      )}
    </Page>
  );
}

/** Filters the list by the actor of an entry. Actions of an API key are filtered by `key`, not by its creator. */
function actorOf({ actor }: AuditEvent, set: (changed: AuditSearch) => void): (() => void) | undefined {
  if (actor.kind === 'service') return undefined;
  return () => set(actor.kind === 'key' ? { key: actor.id } : { actor: actor.id ?? actor.name });
}

function idOf({ sequence }: AuditEvent): string {
  return String(sequence);
}

interface FilterProps {
  readonly search: AuditSearch;
  readonly set: (changed: AuditSearch) => void;
}

function TimeFilter({ search, set, onChoose }: FilterProps & { readonly onChoose: () => void }): ReactNode {
  const { from, to } = search;
  if (from !== undefined || to !== undefined)
    return (
      <SetFilter
        label="Time"
        value={[
          ...(from === undefined ? [] : [`from ${dateTimeOrText(from)}`]),
          ...(to === undefined ? [] : [`before ${dateTimeOrText(to)}`]),
        ].join(', ')}
        onClear={() => set({ from: undefined, to: undefined })}
      />
    );
  return (
    <ChoiceFilter<RangeName | typeof CHOOSE>
      label="Time"
      none="all"
      value={rangeOf(search)}
      choices={[
        ...Object.entries(RANGES).map(([value, { label }]) => ({ value: value as RangeName, label })),
        { value: CHOOSE, label: 'Choose the time' },
      ]}
      onValue={(value) => (value === CHOOSE ? onChoose() : set({ range: value, entry: undefined }))}
    />
  );
}

function filterNames(search: AuditSearch): readonly (readonly [string, string | undefined])[] {
  const range = rangeOf(search);
  return [
    ['time', range && RANGES[range].label.toLowerCase()],
    ['from', search.from && dateTimeOrText(search.from)],
    ['before', search.to && dateTimeOrText(search.to)],
    ['type', isType(search.type) ? titleOf(search.type) : undefined],
    ['actor', search.actor],
    ['API key', search.key],
    ['database', search.database],
  ];
}

function dateTimeOrText(at: string): string {
  return Number.isNaN(Date.parse(at)) ? at : dateTime(at);
}

/** The filters for who: actor, key, database. Their values are those of members, keys and what is on the page. */
function People({
  workspace,
  isManager,
  search,
  items,
  set,
}: FilterProps & TrailProps & { readonly items: readonly AuditEvent[] | undefined }): ReactNode {
  const input = { path: { workspace }, query: { limit: 500 } };
  const members = useCall('listMembers', input);
  const keys = useCall('listKeys', input, { enabled: isManager });
  const proxies = useCall('listProxies', input);

  const actors = new Map<string, string>();
  for (const { user } of members.data?.items ?? []) actors.set(user.id, user.email);
  for (const { id, name } of keys.data?.items ?? []) actors.set(id, name);
  for (const { actor } of items ?? []) if (actor.kind !== 'service') actors.set(actor.id ?? actor.name, actor.name);
  const databases = new Set<string>();
  for (const { databaseId } of [...(keys.data?.items ?? []), ...(proxies.data?.items ?? []), ...(items ?? [])])
    if (databaseId !== undefined) databases.add(databaseId);
  const keyNames = (keys.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <>
      <ChoiceFilter
        label="Actor"
        none="anyone"
        value={search.actor}
        choices={[...actors].map(([value, label]) => ({ value, label })).sort(byLabel)}
        onValue={(value) => set({ actor: value, entry: undefined })}
      />
      {keyNames.length > 0 ? (
        <ChoiceFilter
          label="API key"
          value={search.key}
          choices={keyNames}
          onValue={(value) => set({ key: value, entry: undefined })}
        />
      ) : (
        search.key !== undefined && (
          <SetFilter label="API key" value={search.key} onClear={() => set({ key: undefined })} />
        )
      )}
      <ChoiceFilter
        label="Database"
        value={search.database}
        choices={[...databases].sort().map((value) => ({ value, label: <code>{value}</code> }))}
        onValue={(value) => set({ database: value, entry: undefined })}
      />
    </>
  );
}

function byLabel(a: { readonly label: string }, b: { readonly label: string }): number {
  return a.label.localeCompare(b.label, 'en');
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
          <EntryVerdict event={event} />
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
