import { useNavigate, useSearch } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import type { AuditEvent, AuditType } from '../../../../src/contract/bodies/workspace.ts';
import { type Query, urlOf } from '../../api/call.ts';
import { AUDIT_TYPES } from '../../api/contract.ts';
import { usePages } from '../../api/use-call.ts';
import { counted, integer } from '../../format/number.ts';
import { DAY, dateTimeSeconds } from '../../format/time.ts';
import { type Membership, readsTraffic, useWorkspace } from '../../session/session.ts';
import { NoPermission } from '../../shell/failures.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Drawer } from '../../ui/dialog.tsx';
import { ChoiceFilter, FilterBar, SetFilter } from '../../ui/filters.tsx';
import { More } from '../../ui/more.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty, Failure, Loading } from '../../ui/states.tsx';
import { type Column, DataTable, TwoLines } from '../../ui/table.tsx';
import styles from './audit.module.css';
import { ChainState } from './chain-state.tsx';
import { EventDetails } from './event-details.tsx';

const RANGES = { '1': 'Last 24 hours', '7': 'Last 7 days', '30': 'Last 30 days', '90': 'Last 90 days' } as const;
type Range = keyof typeof RANGES;

/** Who did what, in a chain that shows whether anything was changed or removed. */
export function AuditTrail(): ReactNode {
  const me = useWorkspace();
  return readsTraffic(me) ? <Trail me={me} /> : <NoPermission title="Audit trail" who="owners, admins and members" />;
}

function isType(text: string | undefined): text is AuditType {
  return text !== undefined && text in AUDIT_TYPES;
}

function Trail({ me }: { readonly me: Membership }): ReactNode {
  const search = useSearch({ from: '/signed-in/w/$workspace/audit' });
  const navigate = useNavigate({ from: '/w/$workspace/audit' });
  const set = (changed: typeof search) =>
    void navigate({ search: (earlier) => ({ ...earlier, ...changed }), replace: true, resetScroll: false });
  const [opened] = useState(Date.now);
  const [shown, setShown] = useState<number>();
  const range = search.range !== undefined && search.range in RANGES ? (search.range as Range) : undefined;
  const query: Query<'listAuditEvents'> = {
    type: isType(search.type) ? search.type : undefined,
    actor: search.actor,
    key: search.key,
    databaseId: search.database,
    from: range === undefined ? search.from : new Date(opened - Number(range) * DAY).toISOString(),
    to: search.to,
  };
  const pages = usePages('listAuditEvents', { path: { workspace: me.id }, query }, 200);
  const { items, error } = pages;
  const at = items?.findIndex(({ sequence }) => sequence === shown) ?? -1;
  const event = items?.[at];
  const step = (to: number) => (items?.[to] ? () => setShown(items[to]?.sequence) : undefined);
  const columns = useMemo(() => columnsOf(setShown), []);
  const isFiltered = Object.values(query).some((value) => value !== undefined);

  return (
    <Page
      title="Audit trail"
      about="Who did what. Entries form a chain of hashes, so that a change or a gap shows."
      actions={
        <a className={buttonClass()} href={urlOf('exportAudit', { path: { workspace: me.id }, query })} download>
          <Download size={16} strokeWidth={1.5} aria-hidden="true" />
          Export
        </a>
      }
    >
      <ChainState me={me} />
      <FilterBar>
        <ChoiceFilter
          label="Time"
          value={range}
          choices={Object.entries(RANGES).map(([value, label]) => ({ value: value as Range, label }))}
          onValue={(value) => set({ range: value, from: undefined, to: undefined })}
        />
        <ChoiceFilter
          label="Type"
          value={isType(search.type) ? search.type : undefined}
          choices={(Object.keys(AUDIT_TYPES) as AuditType[]).map((value) => ({ value, label: value }))}
          onValue={(value) => set({ type: value })}
        />
        {search.actor !== undefined && (
          <SetFilter label="Actor" value={search.actor} onClear={() => set({ actor: undefined })} />
        )}
        {search.key !== undefined && (
          <SetFilter label="API key" value={search.key} onClear={() => set({ key: undefined })} />
        )}
        {search.database !== undefined && (
          <SetFilter label="Database" value={search.database} onClear={() => set({ database: undefined })} />
        )}
      </FilterBar>
      <Card
        flush
        footer={
          <>
            <span>
              {items && `${counted(items.length, 'entry', 'entries')}${pages.hasNextPage ? ' so far' : ''}.`}{' '}
              <More pages={pages} />
            </span>
            <span className="faint">Times are UTC</span>
          </>
        }
      >
        {error && <Failure what="Could not load the audit trail." error={error} retry={pages.refetch} />}
        {!items && !error && <Loading />}
        {items && items.length > 0 && (
          <DataTable
            label="Audit trail"
            columns={columns}
            items={items}
            idOf={({ sequence }) => String(sequence)}
            selected={shown === undefined ? undefined : String(shown)}
            onOpen={({ sequence }) => setShown(sequence)}
            stale={pages.isPlaceholderData}
          />
        )}
        {items?.length === 0 && !pages.hasNextPage && (
          <Empty title={isFiltered ? 'No entry matches the filters.' : 'No entries yet'}>
            {isFiltered && (
              <Button
                onClick={() =>
                  set({
                    type: undefined,
                    actor: undefined,
                    key: undefined,
                    database: undefined,
                    range: undefined,
                    from: undefined,
                    to: undefined,
                  })
                }
              >
                Clear filters
              </Button>
            )}
          </Empty>
        )}
      </Card>
      {event && (
        <Drawer
          open
          onClose={() => setShown(undefined)}
          onPrevious={at > 0 ? step(at - 1) : undefined}
          onNext={step(at + 1)}
          label={`Entry ${event.sequence}`}
          title={<h2 className="one-line">{event.type}</h2>}
        >
          <p>{meaning(event)}</p>
          <EventDetails event={event} />
          {event.actor.id !== undefined && (
            <section>
              <h3>More of this actor</h3>
              <div>
                <Button
                  small
                  onClick={() => set(event.actor.kind === 'key' ? { key: event.actor.id } : { actor: event.actor.id })}
                >
                  Show all entries of {event.actor.name}
                </Button>
              </div>
            </section>
          )}
        </Drawer>
      )}
    </Page>
  );
}

/** What the type of an entry means, as a sentence. */
function meaning({ type }: AuditEvent): string {
  const text = isType(type) ? AUDIT_TYPES[type] : type;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function columnsOf(onOpen: (sequence: number) => void): readonly Column<AuditEvent>[] {
  return [
    {
      id: 'at',
      header: 'At',
      className: styles.at,
      narrow: 'labelled',
      cell: ({ at }) => <time dateTime={at}>{dateTimeSeconds(at)}</time>,
    },
    {
      id: 'type',
      header: 'What',
      className: styles.type,
      narrow: 'first',
      cell: (event) => (
        <TwoLines under={event.type}>
          <button type="button" className={styles.open} onClick={() => onOpen(event.sequence)}>
            {meaning(event)}
          </button>
        </TwoLines>
      ),
    },
    {
      id: 'actor',
      header: 'Actor',
      narrow: 'labelled',
      cell: ({ actor }) => <span className="one-line">{actor.name}</span>,
    },
    {
      id: 'kind',
      header: 'Kind',
      className: styles.key,
      narrow: 'labelled',
      cell: ({ actor }) => (actor.kind === 'key' ? 'API key' : actor.kind),
    },
    {
      id: 'database',
      header: 'Database',
      className: styles.key,
      narrow: 'labelled',
      cell: ({ databaseId }) => databaseId !== undefined && <code>{databaseId}</code>,
    },
    {
      id: 'sequence',
      header: 'Entry',
      className: styles.number,
      numeric: true,
      narrow: 'labelled',
      cell: ({ sequence }) => integer(sequence),
    },
  ];
}
