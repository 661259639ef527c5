import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useCall, useChange } from '../../api/use-call.ts';
import { MIN_PASSWORD, passwordHint } from '../../session/password.ts';
import { lastWorkspace, useSession } from '../../session/session.ts';
import { ConnectionNotice } from '../../shell/connection-notice.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/field.tsx';
import { Page } from '../../ui/page.tsx';
import { Failure } from '../../ui/states.tsx';
import styles from './account.module.css';
import { Sessions } from './sessions.tsx';
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
