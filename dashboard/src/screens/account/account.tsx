import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { OwnSession } from '../../../../src/contract/index.ts';
import { CallError, call } from '../../api/call.ts';
import { useCall, useChange, usePages } from '../../api/use-call.ts';
import { counted } from '../../format/number.ts';
import { dateTime, relative } from '../../format/time.ts';
import { MIN_PASSWORD, passwordHint } from '../../session/password.ts';
import { forgetSession, lastWorkspace, useSession } from '../../session/session.ts';
import { ConnectionNotice } from '../../shell/connection-notice.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { TextField } from '../../ui/field.tsx';
import { More } from '../../ui/more.tsx';
import { Page } from '../../ui/page.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { type Column, DataTable, TwoLines } from '../../ui/table.tsx';
import { Tag } from '../../ui/tag.tsx';
import styles from './account.module.css';
import { SignOn } from './sign-on.tsx';

/** The user's own name, ways to sign in, and sessions. */
export function Account(): ReactNode {
  const session = useSession();
  const { user } = session;
  const { data: ways } = useCall('listIdentities');
  const workspace = lastWorkspace(session);
  return (
    <main className={styles.frame}>
      <ConnectionNotice />
      <Page
        title="Your account"
        about={user.email}
        crumb={
          workspace && (
            <Link to="/w/$workspace/start" params={{ workspace: workspace.id }}>
              Back to {workspace.name}
            </Link>
          )
        }
      >
        <div className={styles.stack}>
          <Name />
          {ways?.password && <Password />}
          <SignOn />
          <Sessions />
        </div>
      </Page>
    </main>
  );
}

/** For users who are not a member of any workspace. */
export function NoWorkspace(): ReactNode {
  const { user } = useSession();
  return (
    <main className={styles.frame}>
      <Page
        title="No workspace"
        about="You are signed in, but not a member of a workspace. Ask an owner for an invitation."
      >
        <p>
          Signed in as {user.email}. <Link to="/account">Open your account</Link>
        </p>
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
        {rename.isSuccess && (
          <p role="status" className={styles.said}>
            The name was changed.
          </p>
        )}
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
  const navigate = useNavigate();
  const { items, error } = pages;
  const [asked, setAsked] = useState<OwnSession | 'others' | 'all'>();
  const close = () => setAsked(undefined);
  const signOutEverywhere = async () => {
    try {
      await others.mutateAsync({});
      await call('signOut');
    } catch (failed) {
      // The list shows why.
      if (failed instanceof CallError) return;
      throw failed;
    }
    forgetSession();
    await navigate({ to: '/sign-in' });
  };
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
      id: 'expires',
      header: 'Ends',
      className: styles.time,
      narrow: 'labelled',
      cell: ({ expiresAt }) => <TwoLines under={relative(expiresAt)}>{dateTime(expiresAt)}</TwoLines>,
    },
    {
      id: 'end',
      header: '',
      className: styles.action,
      narrow: 'menu',
      cell: (session) =>
        !session.current && (
          <Button small onClick={() => setAsked(session)}>
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
        <span className={styles.buttons}>
          <Button small onClick={() => setAsked('others')} disabled={(items ?? []).every(({ current }) => current)}>
            Sign out everywhere else
          </Button>
          <Button small onClick={() => setAsked('all')}>
            Sign out everywhere
          </Button>
        </span>
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
      {!items && !error && <Loading rows={2} />}
      {items && <DataTable label="Sessions" columns={columns} items={items} idOf={({ id }) => id} />}
      {asked === 'all' && (
        <Confirm
          title="Sign out everywhere"
          about="All sessions end at once, also this one."
          action="Sign out everywhere"
          pending={others.isPending}
          failed="The sessions did not end."
          error={others.error}
          onConfirm={() => void signOutEverywhere()}
          onClose={close}
        />
      )}
      {asked === 'others' && (
        <Confirm
          title="Sign out everywhere else"
          about="All sessions but this one end at once."
          action="Sign out everywhere else"
          pending={others.isPending}
          failed="The sessions did not end."
          error={others.error}
          onConfirm={() => others.mutate({}, { onSuccess: close })}
          onClose={close}
        />
      )}
      {typeof asked === 'object' && (
        <Confirm
          title="End session"
          about="That browser is signed out at once."
          action="End session"
          pending={end.isPending}
          failed="The session did not end."
          error={end.error}
          onConfirm={() => end.mutate({ path: { session: asked.id } }, { onSuccess: close })}
          onClose={close}
        >
          <p>
            {asked.agent === undefined ? 'Browser not known' : browserName(asked.agent)},{' '}
            {asked.address ?? 'address not known'}, signed in {dateTime(asked.createdAt)} UTC
          </p>
        </Confirm>
      )}
    </Card>
  );
}

/** The browser and system that a `User-Agent` names, if they are common ones. */
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
