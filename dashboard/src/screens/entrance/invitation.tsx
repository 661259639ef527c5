import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { type Answer, CallError, call } from '../../api/call.ts';
import { useCall } from '../../api/use-call.ts';
import { MIN_PASSWORD, passwordHint } from '../../session/password.ts';
import { forgetSession } from '../../session/session.ts';
import { signOnProblem } from '../../session/sign-on-problem.ts';
import { Button, ButtonLink, buttonClass } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Loading } from '../../ui/states.tsx';
import { Entrance, entranceStyles } from './entrance.tsx';

/** Where the token is kept while the user signs in. */
const STORED = 'querygate.invitation';

type Shown = Answer<'readInvitation'>;

/** Accepts an invitation. Its token is in the fragment of the link, which browsers never send to a server. */
export function Invitation(): ReactNode {
  const token = useToken();
  const [invitation, setInvitation] = useState<Shown>();
  const [signedInAs, setSignedInAs] = useState<string>();
  const [problem, setProblem] = useState<string>();

  useEffect(() => {
    let ended = false;
    const fail = (error: unknown) => {
      if (!ended) setProblem(error instanceof CallError ? error.message : 'The invitation could not be read.');
    };
    call('readSession').then(
      ({ user }) => ended || setSignedInAs(user.email),
      () => undefined,
    );
    if (token === '') {
      setProblem('This link is not complete. Copy all of it.');
      return;
    }
    call('readInvitation', { body: { token } }).then((shown) => ended || setInvitation(shown), fail);
    return () => {
      ended = true;
    };
  }, [token]);

  if (problem !== undefined)
    return <Entrance title="Invitation" problem={problem} about="Ask for a new one if it has expired." />;
  if (!invitation)
    return (
      <Entrance title="Invitation">
        <Loading rows={2} />
      </Entrance>
    );
  const { workspace, email, role } = invitation;
  const about = `You are invited to the workspace ${workspace.name} as ${role}, with the address ${email}.`;
  if (signedInAs !== undefined && signedInAs.toLowerCase() !== email.toLowerCase())
    return <OtherAccount about={about} signedInAs={signedInAs} onSignedOut={() => setSignedInAs(undefined)} />;
  if (!invitation.hasAccount) return <NewAccount token={token} invitation={invitation} about={about} />;
  if (signedInAs === undefined)
    return (
      <Entrance title={`Join ${workspace.name}`} about={`${about} It has an account: sign in first.`}>
        <form>
          <ButtonLink look="primary" to="/sign-in" search={{ to: '/invitation' }}>
            Sign in
          </ButtonLink>
        </form>
      </Entrance>
    );
  return <Join token={token} invitation={invitation} about={about} signedInAs={signedInAs} />;
}

/**
 * The token of the link. It moves from the fragment to this tab's storage, where it survives a sign-in. So it is never
 * part of a URL that the browser sends or lists.
 */
function useToken(): string {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [token, setToken] = useState(() => hash || (sessionStorage.getItem(STORED) ?? ''));
  useEffect(() => {
    if (hash === '') return;
    sessionStorage.setItem(STORED, hash);
    setToken(hash);
    void navigate({ to: '/invitation', replace: true });
  }, [hash, navigate]);
  return token;
}

/** Opens the workspace that the user has joined. */
function useOpened(workspace: string): () => Promise<void> {
  const navigate = useNavigate();
  return () => {
    sessionStorage.removeItem(STORED);
    forgetSession();
    return navigate({ to: '/w/$workspace/start', params: { workspace } });
  };
}

/** The invitation is for another address than that of the signed-in user. */
function OtherAccount({
  about,
  signedInAs,
  onSignedOut,
}: {
  readonly about: string;
  readonly signedInAs: string;
  readonly onSignedOut: () => void;
}): ReactNode {
  const [problem, setProblem] = useState<string>();
  const signOut = async () => {
    try {
      await call('signOut');
      forgetSession();
      onSignedOut();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setProblem(error.message);
    }
  };
  return (
    <Entrance
      title="Invitation for another address"
      about={`${about} You are signed in as ${signedInAs}. Sign out to accept it.`}
      problem={problem}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void signOut();
        }}
      >
        <Button look="primary" type="submit">
          Sign out and continue
        </Button>
        <ButtonLink to="/">Open your workspaces</ButtonLink>
      </form>
    </Entrance>
  );
}

interface FormProps {
  readonly token: string;
  readonly invitation: Shown;
  readonly about: string;
}

function Join({ token, invitation, about, signedInAs }: FormProps & { readonly signedInAs: string }): ReactNode {
  const open = useOpened(invitation.workspace.id);
  const [problem, setProblem] = useState<string>();
  const join = async () => {
    try {
      await call('joinWorkspace', { body: { token } });
      await open();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setProblem(error.message);
    }
  };
  return (
    <Entrance
      title={`Join ${invitation.workspace.name}`}
      about={`${about} You are signed in as ${signedInAs}.`}
      problem={problem}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void join();
        }}
      >
        <Button look="primary" type="submit">
          Join workspace
        </Button>
      </form>
    </Entrance>
  );
}

function NewAccount({ token, invitation, about }: FormProps): ReactNode {
  const open = useOpened(invitation.workspace.id);
  const { problem: refused } = useSearch({ from: '/invitation' });
  const methods = useCall('readSignInMethods');
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState(() => (refused === undefined ? undefined : signOnProblem(refused)));
  const [busy, setBusy] = useState(false);
  const { signOn, password: byPassword = true } = methods.data ?? {};
  const ready = [...password].length >= MIN_PASSWORD;
  const accept = async () => {
    try {
      await call('acceptInvitation', {
        body: { token, password, cookie: true, ...(name.trim() !== '' && { name: name.trim() }) },
      });
      await open();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setProblem(error.message);
    }
  };
  // The token is sent in the body of a request and then stored in the service, so it is never part of a URL.
  const signOnWith = async () => {
    setBusy(true);
    try {
      const to = `/w/${invitation.workspace.id}/start`;
      const { url } = await call('beginSignOn', { body: { invitation: token, return: to } });
      location.assign(url);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setProblem(error.message);
      setBusy(false);
    }
  };
  return (
    <Entrance title={`Join ${invitation.workspace.name}`} about={about} problem={problem}>
      {signOn && (
        <Button
          className={`${buttonClass(byPassword ? 'plain' : 'primary')} ${entranceStyles.sign_on}`}
          onClick={() => void signOnWith()}
          disabled={busy}
        >
          Accept with {signOn.label}
        </Button>
      )}
      {signOn && byPassword && <div className={entranceStyles.or}>or</div>}
      {byPassword && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (ready) void accept();
          }}
        >
          <input type="email" autoComplete="username" value={invitation.email} readOnly hidden />
          <TextField label="Your name" optional autoComplete="name" value={name} onText={setName} />
          <TextField
            label="Password"
            type="password"
            autoComplete="new-password"
            hint={passwordHint(password)}
            value={password}
            onText={setPassword}
          />
          <Button look={signOn ? 'plain' : 'primary'} type="submit" disabled={!ready}>
            Create account and join
          </Button>
        </form>
      )}
    </Entrance>
  );
}
