import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { OwnSession } from '../../../../src/contract/bodies/people.ts';
import { useChange, usePages } from '../../api/use-call.ts';
import { counted } from '../../format/number.ts';
import { dateTime, relative } from '../../format/time.ts';
import { useSession } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/field.tsx';
import { More } from '../../ui/more.tsx';
import { Page } from '../../ui/page.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { type Column, DataTable, TwoLines } from '../../ui/table.tsx';
import { Tag } from '../../ui/tag.tsx';
import { MIN_PASSWORD, passwordHint } from '../entrance/password.ts';
import styles from './account.module.css';

/** The user's own name, password and sessions. */
export function Account(): ReactNode {
  const { user, workspaces, confirmBy } = useSession();
  const [first] = workspaces;
  return (
    <main className={styles.frame}>
      <Page
        title="Your account"
        about={user.email}
        crumb={
          first && (
            <Link to="/w/$workspace/start" params={{ workspace: first.id }}>
              Back to {first.name}
            </Link>
          )
        }
      >
        <div className={styles.stack}>
          <Name />
          {confirmBy === 'password' && <Password />}
          <Sessions />
        </div>
      </Page>
    </main>
  );
}

/** For people who belong to no workspace. */
export function NoWorkspace(): ReactNode {
  return (
    <main className={styles.frame}>
      <Page
        title="No workspace"
        about="You are signed in, but not a member of a workspace. Ask an owner for an invitation."
      >
        <Link to="/account">Open your account</Link>
      </Page>
    </main>
  );
}

function Name(): ReactNode {
  const { user } = useSession();
  const rename = useChange('renameAccount');
  const [name, setName] = useState(user.name);
  const error = rename.error?.problem?.errors?.[0]?.detail;
  return (
    <Card title="Name">
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          rename.mutate({ body: { name: name.trim() } });
        }}
      >
        {rename.error && error === undefined && <Failure what="The name was not changed." error={rename.error} />}
        <TextField label="Name" autoComplete="name" value={name} onText={setName} error={error} />
        <Button type="submit" disabled={name.trim() === '' || name.trim() === user.name || rename.isPending}>
          Change name
        </Button>
      </form>
    </Card>
  );
}

function Password(): ReactNode {
  const { user } = useSession();
  const change = useChange('changePassword');
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const code = change.error?.code;
  return (
    <Card title="Password">
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate(
            { body: { current, password } },
            {
              onSuccess: () => {
                setCurrent('');
                setPassword('');
              },
            },
          );
        }}
      >
        {change.error && code !== 'password_wrong' && (
          <Failure what="The password was not changed." error={change.error} />
        )}
        <input type="email" autoComplete="username" value={user.email} readOnly hidden />
        <TextField
          label="Current password"
          type="password"
          autoComplete="current-password"
          value={current}
          onText={setCurrent}
          error={code === 'password_wrong' ? 'This is not your password.' : undefined}
        />
        <TextField
          label="New password"
          type="password"
          autoComplete="new-password"
          hint={`${passwordHint(password)} Your other sessions end.`}
          value={password}
          onText={setPassword}
        />
        <Button type="submit" disabled={current === '' || [...password].length < MIN_PASSWORD || change.isPending}>
          Change password
        </Button>
        {change.isSuccess && (
          <p role="status" className={styles.said}>
            The password was changed.
          </p>
        )}
      </form>
    </Card>
  );
}

function Sessions(): ReactNode {
  const pages = usePages('listSessions', {});
  const end = useChange('revokeSession');
  const others = useChange('revokeOtherSessions');
  const { items, error } = pages;
  const failure = end.error ?? others.error;
  const columns: readonly Column<OwnSession>[] = [
    {
      id: 'agent',
      header: 'Browser',
      className: styles.agent,
      narrow: 'first',
      cell: ({ agent, address, current }) => (
        <TwoLines under={address ?? 'address not known'}>
          {agent === undefined ? 'not known' : browserName(agent)} {current && <Tag look="accent">This session</Tag>}
        </TwoLines>
      ),
    },
    {
      id: 'created',
      header: 'Signed in',
      className: styles.time,
      narrow: 'labelled',
      cell: ({ createdAt }) => dateTime(createdAt),
    },
    {
      id: 'used',
      header: 'Last used',
      className: styles.time,
      narrow: 'labelled',
      cell: ({ lastUsedAt }) => <TwoLines under={relative(lastUsedAt)}>{dateTime(lastUsedAt)}</TwoLines>,
    },
    {
      id: 'end',
      header: '',
      className: styles.action,
      narrow: 'menu',
      cell: ({ id, current }) =>
        !current && (
          <Button small onClick={() => end.mutate({ path: { session: id } })} disabled={end.isPending}>
            End session
          </Button>
        ),
    },
  ];
  return (
    <Card
      flush
      title="Sessions"
      aside={
        <Button
          small
          onClick={() => others.mutate({})}
          disabled={others.isPending || (items ?? []).every(({ current }) => current)}
        >
          Sign out everywhere else
        </Button>
      }
      footer={
        <>
          <span>
            {items && counted(items.length, 'session')}. <More pages={pages} />
          </span>
          <span className="faint">Times are UTC</span>
        </>
      }
    >
      {error && <Failure what="Could not load sessions." error={error} retry={pages.refetch} />}
      {failure && <Failure what="The session did not end." error={failure} />}
      {!items && !error && <Loading rows={2} />}
      {items && <DataTable label="Sessions" columns={columns} items={items} idOf={({ id }) => id} />}
    </Card>
  );
}

/** The browser and system that a `User-Agent` names, as far as people use them. */
function browserName(agent: string): string {
  const browsers = [
    ['Edg/', 'Edge'],
    ['OPR/', 'Opera'],
    ['Firefox/', 'Firefox'],
    ['Chrome/', 'Chrome'],
    ['Safari/', 'Safari'],
  ] as const;
  const systems = [
    ['Android', 'Android'],
    ['iPhone', 'iOS'],
    ['iPad', 'iPadOS'],
    ['Windows', 'Windows'],
    ['Mac OS', 'macOS'],
    ['Linux', 'Linux'],
  ] as const;
  const browser = browsers.find(([mark]) => agent.includes(mark))?.[1];
  const system = systems.find(([mark]) => agent.includes(mark))?.[1];
  return browser === undefined ? agent.slice(0, 80) : system === undefined ? browser : `${browser} on ${system}`;
}
