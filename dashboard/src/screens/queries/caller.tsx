import type { ReactNode } from 'react';
import type { Answer } from '../../api/call.ts';
import { visible } from '../../ui/highlight.ts';
import styles from './queries.module.css';

export type QueryCaller = Answer<'listFlows'>['items'][number]['caller'];

/** Who ran it, and when it was seen. */
export function Caller({
  caller,
  databaseIds,
  seen,
}: {
  readonly caller: QueryCaller;
  readonly databaseIds: readonly string[];
  readonly seen: string;
}): ReactNode {
  const { application, user, role, database } = caller;
  const databases = new Set([...(database === undefined ? [] : [database]), ...databaseIds]);
  return (
    <section>
      <h3>Caller</h3>
      <dl className={styles.facts}>
        <dt>Application</dt>
        <dd>{application === undefined ? 'not known' : visible(application)}</dd>
        <dt>User</dt>
        <dd>{user === undefined ? 'not known' : <code>{visible(user)}</code>}</dd>
        {role !== undefined && (
          <>
            <dt>Role</dt>
            <dd>
              <code>{visible(role)}</code>
            </dd>
          </>
        )}
        <dt>Database</dt>
        <dd>{databases.size === 0 ? 'not known' : <code>{visible([...databases].join(', '))}</code>}</dd>
        <dt>Seen</dt>
        <dd>{seen}</dd>
      </dl>
    </section>
  );
}
