import type { ReactNode } from 'react';
import type { AuditEvent } from '../../../../src/contract/bodies/workspace.ts';
import { dateTimeSeconds, relative } from '../../format/time.ts';
import { Code } from '../../ui/code.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import styles from './audit.module.css';

/** All that an entry says. */
export function EventDetails({ event }: { readonly event: AuditEvent }): ReactNode {
  const { actor, details } = event;
  const json = JSON.stringify(details, undefined, 2);
  return (
    <>
      <dl className={styles.facts}>
        <dt>At</dt>
        <dd>
          {dateTimeSeconds(event.at)} UTC, {relative(event.at)}
        </dd>
        <dt>Actor</dt>
        <dd>
          {actor.name} <span className="quiet">({actor.kind === 'key' ? 'API key' : actor.kind})</span>
        </dd>
        {actor.id !== undefined && (
          <>
            <dt>Actor id</dt>
            <dd>
              <code>{actor.id}</code>
            </dd>
          </>
        )}
        {event.databaseId !== undefined && (
          <>
            <dt>Database</dt>
            <dd>
              <code>{event.databaseId}</code>
            </dd>
          </>
        )}
        {event.requestId !== undefined && (
          <>
            <dt>Request</dt>
            <dd>
              <code>{event.requestId}</code>
            </dd>
          </>
        )}
        <dt>Entry</dt>
        <dd>{event.sequence}</dd>
        <dt>Hash</dt>
        <dd>
          <code>{event.hash}</code>
        </dd>
        <dt>Previous</dt>
        <dd>
          <code>{event.previous}</code>
        </dd>
      </dl>
      <section>
        <h3>Details</h3>
        <Code
          text={json}
          language="text"
          wrap
          head={
            <>
              <span>JSON</span>
              <CopyButton text={json}>Copy</CopyButton>
            </>
          }
        />
      </section>
    </>
  );
}
