import { Link } from '@tanstack/react-router';
import { OctagonMinus } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AuditEvent } from '../../../../src/contract/index.ts';
import { sentence } from '../../api/call.ts';
import { AUDIT_TYPES } from '../../contract/audit-types.ts';
import { integer } from '../../format/number.ts';
import { dateTime, dateTimeSeconds, relative } from '../../format/time.ts';
import { manages, useWorkspace } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Code } from '../../ui/code.tsx';
import { Drawer } from '../../ui/dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Notice } from '../../ui/notice.tsx';
import { VERDICT_WORDS, type Verdict, VerdictMark } from '../../ui/verdict.tsx';
import styles from './audit.module.css';
import { actorKind, isText, isType, titleOf, words } from './words.ts';

interface EntryDrawerProps {
  /** Shows all entries of the actor. */
  readonly onActor: (() => void) | undefined;
  readonly event: AuditEvent;
  readonly onClose: () => void;
  readonly onPrevious: (() => void) | undefined;
  readonly onNext: (() => void) | undefined;
}

/** All about one entry. */
export function EntryDrawer({ event, onActor, ...steps }: EntryDrawerProps): ReactNode {
  const { at, type, actor, databaseId, requestId, details } = event;
  return (
    <Drawer
      open
      label={`Entry ${event.sequence}`}
      title={
        <>
          <h2 className="one-line">{titleOf(type)}</h2>
          <span className="faint">Entry {integer(event.sequence)}</span>
        </>
      }
      {...steps}
    >
      {event.damaged !== undefined && (
        <Notice look="block" icon={<OctagonMinus size={16} strokeWidth={1.5} aria-hidden="true" />}>
          <p>
            <strong>This entry is damaged:</strong> {event.damaged}. Do not rely on what it shows. Verify the chain to
            find the first entry that was changed.
          </p>
        </Notice>
      )}
      {isType(type) && <p className="quiet">{sentence(AUDIT_TYPES[type])}</p>}
      <Facts
        facts={[
          ['At', `${dateTimeSeconds(at)} UTC, ${relative(at)}`],
          [
            'Actor',
            <span key="name">
              {actor.name} <span className="faint">({actorKind(event)})</span>
              {onActor && (
                <span className={styles.more}>
                  <Button small onClick={onActor}>
                    Show all of this actor
                  </Button>
                </span>
              )}
            </span>,
          ],
          ['Actor id', actor.id === undefined ? undefined : <code key="actor">{actor.id}</code>],
          ['Database', databaseId === undefined ? undefined : <code key="database">{databaseId}</code>],
          ['Type', <code key="type">{type}</code>],
          ['Request', requestId === undefined ? undefined : <code key="request">{requestId}</code>],
        ]}
      />
      <section>
        <h3>Details</h3>
        {Object.keys(details).length === 0 ? (
          <p className="quiet">This entry has no details.</p>
        ) : (
          <Facts
            facts={Object.entries(details).map(([key, value]) => [
              words(key),
              <Value key={key} name={key} value={value} />,
            ])}
          />
        )}
      </section>
      <section>
        <h3>Chain</h3>
        <Facts
          facts={[
            ['Hash', <code key="hash">{event.hash}</code>],
            ['Previous', <code key="previous">{event.previous}</code>],
            [
              'Before it, without traffic',
              event.administrative === undefined ? undefined : <code key="administrative">{event.administrative}</code>,
            ],
          ]}
        />
      </section>
    </Drawer>
  );
}

function Value({ name, value }: { readonly name: string; readonly value: unknown }): ReactNode {
  const member = useWorkspace();
  const { id: workspace } = member;
  if (value === null || value === undefined) return <span className="quiet">none</span>;
  if (typeof value === 'number') return integer(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (isText(value)) {
    if (name === 'verdict' && value in VERDICT_WORDS) return <VerdictMark verdict={value as Verdict} />;
    if (name === 'query')
      return (
        <Link to="/w/$workspace/queries" params={{ workspace }} search={{ view: 'calls', query: value }}>
          <code>{value}</code>
        </Link>
      );
    if (name === 'simulation')
      return (
        <Link to="/w/$workspace/simulations/$id" params={{ workspace, id: value }}>
          <code>{value}</code>
        </Link>
      );
    if (name === 'key' && manages(member))
      return (
        <Link to="/w/$workspace/keys" params={{ workspace }} search={{ key: value }}>
          <code>{value}</code>
        </Link>
      );
    if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return `${dateTime(value)} UTC, ${relative(value)}`;
    return value;
  }
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object'))
    return value.length === 0 ? <span className="quiet">none</span> : value.map(String).join(', ');
  return <Code text={JSON.stringify(value, null, 2)} language="yaml" wrap />;
}
