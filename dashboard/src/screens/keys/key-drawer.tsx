import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ApiKey, AuditEvent } from '../../../../src/contract/index.ts';
import { usePages } from '../../api/use-call.ts';
import { counted } from '../../format/number.ts';
import { dateTime, relative } from '../../format/time.ts';
import { useWorkspace } from '../../session/session.ts';
import { Drawer } from '../../ui/dialog.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { Scopes } from '../../ui/tag.tsx';
import { type Verdict, VerdictMark } from '../../ui/verdict.tsx';
import { subjectOf, titleOf, verdictOf } from '../audit/words.ts';
import { KeyStatus } from './key-status.tsx';
import styles from './keys.module.css';

/** Entries that are read. */
const RECENT = 100;

/** All about one key, and what it did. */
export function KeyDrawer({
  apiKey,
  onClose,
  onPrevious,
  onNext,
}: {
  readonly apiKey: ApiKey;
  readonly onClose: () => void;
  readonly onPrevious?: (() => void) | undefined;
  readonly onNext?: (() => void) | undefined;
}): ReactNode {
  const { id: workspace } = useWorkspace();
  const { expiresAt, lastUsedAt, revokedAt } = apiKey;
  return (
    <Drawer
      open
      onClose={onClose}
      onPrevious={onPrevious}
      onNext={onNext}
      label={`API key ${apiKey.name}`}
      title={<h2 className="one-line">{apiKey.name}</h2>}
    >
      <dl className={styles.facts}>
        <dt>State</dt>
        <dd>
          <KeyStatus apiKey={apiKey} />
        </dd>
        <dt>Scopes</dt>
        <dd>
          <Scopes scopes={apiKey.scopes} />
        </dd>
        <dt>Database</dt>
        <dd>{apiKey.databaseId === undefined ? 'Not named' : <code>{apiKey.databaseId}</code>}</dd>
        <dt>Expires</dt>
        <dd>{expiresAt === undefined ? 'Never' : `${dateTime(expiresAt)} UTC, ${relative(expiresAt)}`}</dd>
        <dt>Last used</dt>
        <dd>{lastUsedAt === undefined ? 'Never' : `${dateTime(lastUsedAt)} UTC, ${relative(lastUsedAt)}`}</dd>
        <dt>Made</dt>
        <dd>
          {dateTime(apiKey.createdAt)} UTC by {apiKey.createdBy.name}
        </dd>
        {revokedAt !== undefined && (
          <>
            <dt>Revoked</dt>
            <dd>{dateTime(revokedAt)} UTC</dd>
          </>
        )}
        <dt>Id</dt>
        <dd>
          <code>{apiKey.id}</code>
        </dd>
        <dt>Hash</dt>
        <dd>
          <code>{apiKey.hashPrefix}</code>{' '}
          <span className="faint">
            The first digits of <code>sha256sum</code> of the key.
          </span>
        </dd>
      </dl>
      <section>
        <h3>What this key did</h3>
        <Activity workspace={workspace} apiKey={apiKey} />
        <Link to="/w/$workspace/audit" params={{ workspace }} search={{ key: apiKey.id }}>
          Show all in the audit trail
        </Link>
      </section>
    </Drawer>
  );
}

function Activity({ workspace, apiKey }: { readonly workspace: string; readonly apiKey: ApiKey }): ReactNode {
  const events = usePages('listAuditEvents', { path: { workspace }, query: { key: apiKey.id } }, RECENT);
  if (events.error) return <Failure what="Could not load its entries." error={events.error} retry={events.refetch} />;
  if (!events.items) return <Loading rows={3} />;
  if (events.items.length === 0) return <p className="quiet">Nothing yet.</p>;
  return (
    <>
      <ul className={styles.activity}>
        {groupsOf(events.items).map(({ newest, verdict, count }) => (
          <li key={newest.sequence}>
            <time dateTime={newest.at}>{dateTime(newest.at)}</time>
            <span>
              <Link to="/w/$workspace/audit" params={{ workspace }} search={{ entry: String(newest.sequence) }}>
                {titleOf(newest.type)}
              </Link>{' '}
              {subjectOf(newest)} {count > 1 && <span className="faint">{counted(count, 'time')} in a row</span>}
            </span>
            {verdict !== undefined && <VerdictMark verdict={verdict} plain={verdict === 'allow'} />}
          </li>
        ))}
      </ul>
      {events.hasNextPage && <p className="quiet">Of its newest {RECENT} entries.</p>}
    </>
  );
}

interface Group {
  readonly newest: AuditEvent;
  readonly verdict: Verdict | undefined;
  readonly count: number;
}

/** Consecutive entries with the same text are one group. */
function groupsOf(events: readonly AuditEvent[]): readonly Group[] {
  const groups: Group[] = [];
  for (const event of events) {
    const last = groups.at(-1);
    const verdict = verdictOf(event);
    const isSame =
      last?.newest.type === event.type && last.verdict === verdict && subjectOf(last.newest) === subjectOf(event);
    if (last && isSame) groups[groups.length - 1] = { ...last, count: last.count + 1 };
    else groups.push({ newest: event, verdict, count: 1 });
  }
  return groups;
}
