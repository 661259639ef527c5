import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { type Answer, CallError, call } from '../../api/call.ts';
import { forgetSession } from '../../session/session.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Loading } from '../../ui/states.tsx';
import { Entrance } from './entrance.tsx';
import { MIN_PASSWORD, passwordHint } from './password.ts';

type Shown = Answer<'readInvitation'>;

/** Accepts an invitation. Its token is in the fragment of the link, which browsers send to nobody. */
export function Invitation(): ReactNode {
  const [token] = useState(() => location.hash.slice(1));
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
  if (!invitation.hasAccount) return <NewAccount token={token} invitation={invitation} about={about} />;
  if (signedInAs === undefined)
    return (
      <Entrance title={`Join ${workspace.name}`} about={`${about} It has an account: sign in first.`}>
        <form>
          <ButtonLink look="primary" to="/sign-in" search={{ to: `/invitation#${token}` }}>
            Sign in
          </ButtonLink>
        </form>
      </Entrance>
    );
  return <Join token={token} invitation={invitation} about={about} signedInAs={signedInAs} />;
}

interface FormProps {
  readonly token: string;
  readonly invitation: Shown;
  readonly about: string;
}

function Join({ token, invitation, about, signedInAs }: FormProps & { readonly signedInAs: string }): ReactNode {
  const navigate = useNavigate();
  const [problem, setProblem] = useState<string>();
  const join = async () => {
    try {
      await call('joinWorkspace', { body: { token } });
      forgetSession();
      await navigate({ to: '/w/$workspace/start', params: { workspace: invitation.workspace.id } });
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
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();
  const ready = [...password].length >= MIN_PASSWORD;
  const accept = async () => {
    try {
      await call('acceptInvitation', {
        body: { token, password, cookie: true, ...(name.trim() !== '' && { name: name.trim() }) },
      });
      forgetSession();
      await navigate({ to: '/w/$workspace/start', params: { workspace: invitation.workspace.id } });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setProblem(error.message);
    }
  };
  return (
    <Entrance title={`Join ${invitation.workspace.name}`} about={about} problem={problem}>
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
        <Button look="primary" type="submit" disabled={!ready}>
          Create account and join
        </Button>
      </form>
    </Entrance>
  );
}
