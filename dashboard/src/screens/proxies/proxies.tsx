import type { ReactNode } from 'react';
import type { ProxyModes } from '../../../../src/contract/index.ts';
import type { Answer } from '../../api/call.ts';
import { useCall, usePages } from '../../api/use-call.ts';
import { counted, integer } from '../../format/number.ts';
import { dateTime, relative } from '../../format/time.ts';
import { type Membership, manages, readsTraffic, useWorkspace } from '../../session/session.ts';
import { NoPermission } from '../../shell/failures.tsx';
import { Card } from '../../ui/card.tsx';
import { DocsLink } from '../../ui/docs-link.tsx';
import { More } from '../../ui/more.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty, Failure, Loading } from '../../ui/states.tsx';
import { type Column, DataTable, TwoLines } from '../../ui/table.tsx';
import { MODE_LABELS, Modes } from './modes.tsx';
import styles from './proxies.module.css';

type Proxy = Answer<'listProxies'>['items'][number];

/** A proxy reports itself every minute; after this many milliseconds it is marked. */
const SILENT_MS = 2 * 60_000;
/** Milliseconds until the list is read again. */
const REFRESH_MS = 10_000;

/** The proxies that report to the workspace, and what they do with blocked queries. */
export function Proxies(): ReactNode {
  const me = useWorkspace();
  return readsTraffic(me) ? <ProxiesOf me={me} /> : <NoPermission title="Proxies" who="owners, admins and members" />;
}

function ProxiesOf({ me }: { readonly me: Membership }): ReactNode {
  const { data: workspace } = useCall('readWorkspace', { path: { workspace: me.id } });
  const pages = usePages('listProxies', { path: { workspace: me.id } }, 100, { every: REFRESH_MS });
  const { data: modes } = useCall('readProxyModes', { path: { workspace: me.id } });
  const { items, error } = pages;
  return (
    <Page title="Proxies" about="Proxies stand in front of databases, judge each query and report it.">
      <div className={styles.stack}>
        <Card
          flush
          footer={
            <>
              <span>
                {items && counted(items.length, 'proxy', 'proxies')}. <More pages={pages} />
              </span>
              <span className="faint">Times are UTC</span>
            </>
          }
        >
          {error && <Failure what="Could not load proxies." error={error} retry={pages.refetch} />}
          {!items && !error && <Loading rows={3} />}
          {items?.length === 0 && (
            <Empty title="No proxy has reported yet">
              <p>
                Create an API key of the preset TCP proxy, and start a proxy with it.{' '}
                <DocsLink page="proxy">How to run a proxy</DocsLink>
              </p>
            </Empty>
          )}
          {items && items.length > 0 && (
            <DataTable
              label="Proxies"
              columns={columnsOf(workspace?.ruleset.version, modes)}
              items={items}
              idOf={({ id }) => id}
            />
          )}
        </Card>
        <Modes workspace={me.id} canChange={manages(me)} />
      </div>
    </Page>
  );
}

/** The mode that is set for the database of a proxy. */
export function modeSetFor(
  { databaseId }: Pick<Proxy, 'databaseId'>,
  { databases, default: others }: ProxyModes,
): ProxyModes['default'] {
  return (databaseId === undefined ? undefined : databases[databaseId]) ?? others;
}

/** The mode that a proxy reports, and whether it is not the one that is set here. */
function ReportedMode({
  proxy: { mode, databaseId },
  set,
}: {
  readonly proxy: Proxy;
  /** Undefined until it is known. */
  readonly set: ProxyModes['default'] | undefined;
}): ReactNode {
  const word = MODE_LABELS[mode];
  // A key without a database can report of several, each with a mode of its own.
  if (set === undefined || set === mode || databaseId === undefined) return word;
  return (
    <TwoLines
      under={
        <span
          className={styles.late}
          title="The proxy has not read its settings since they were changed, or was started with a mode of its own."
        >
          {MODE_LABELS[set]} is set
        </span>
      }
    >
      {word}
    </TwoLines>
  );
}

/** `120 ms`, `94 s`, `12 min` */
function duration(ms: number): string {
  if (ms < 1_000) return `${ms} ms`;
  return ms < 120_000 ? `${Math.round(ms / 1_000)} s` : `${integer(Math.round(ms / 60_000))} min`;
}

function columnsOf(active: number | undefined, modes: ProxyModes | undefined): readonly Column<Proxy>[] {
  return [
    {
      id: 'id',
      header: 'Proxy',
      className: styles.name,
      narrow: 'first',
      cell: ({ id, key, version }) => <TwoLines under={`${key.name}, version ${version}`}>{id}</TwoLines>,
    },
    {
      id: 'mode',
      header: 'Mode',
      className: styles.mode,
      narrow: 'labelled',
      cell: (proxy) => <ReportedMode proxy={proxy} set={modes && modeSetFor(proxy, modes)} />,
    },
    {
      id: 'database',
      header: 'Database',
      className: styles.database,
      narrow: 'labelled',
      cell: ({ databaseId }) =>
        databaseId === undefined ? <span className="quiet">Any</span> : <code>{databaseId}</code>,
    },
    {
      id: 'ruleset',
      header: 'Ruleset',
      className: styles.mode,
      narrow: 'labelled',
      cell: ({ ruleset }) =>
        ruleset === undefined ? (
          <span className={styles.late}>none yet</span>
        ) : active === undefined || ruleset >= active ? (
          `Version ${ruleset}`
        ) : (
          <TwoLines under={<span className={styles.late}>behind, {active} is active</span>}>Version {ruleset}</TwoLines>
        ),
    },
    {
      id: 'buffered',
      header: 'Waiting',
      className: styles.waiting,
      numeric: true,
      narrow: 'labelled',
      cell: ({ buffered, lagMs }) =>
        buffered === 0 ? (
          <TwoLines under="no lag">none</TwoLines>
        ) : (
          <TwoLines under={`lag ${duration(lagMs)}`}>{counted(buffered, 'event')}</TwoLines>
        ),
    },
    {
      id: 'at',
      header: 'Last report',
      className: styles.at,
      narrow: 'labelled',
      cell: ({ receivedAt }) => {
        const silent = Date.now() - Date.parse(receivedAt) > SILENT_MS;
        return (
          <TwoLines
            under={silent ? <span className={styles.late}>silent, {relative(receivedAt)}</span> : relative(receivedAt)}
          >
            {dateTime(receivedAt)}
          </TwoLines>
        );
      },
    },
  ];
}
