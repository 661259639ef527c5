import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { CallError, call } from '../../api/call.ts';
import { useCall } from '../../api/use-call.ts';
import { MIN_PASSWORD, passwordHint } from '../../session/password.ts';
import { forgetSession } from '../../session/session.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { Entrance } from './entrance.tsx';

/** Creates the first workspace. The link with the one-time code comes from what `querygate serve` prints. */
export function SetUp(): ReactNode {
  const state = useCall('readSetUp');
  if (state.error)
    return (
      <Entrance title="Set up Querygate">
        <Failure what="Could not reach the service." error={state.error} retry={state.refetch} />
      </Entrance>
    );
  if (!state.data)
    return (
      <Entrance title="Set up Querygate">
        <Loading rows={2} />
      </Entrance>
    );
  if (!state.data.needed)
    return (
      <Entrance
        title="This service is set up"
        about="Its first workspace exists. To get access, ask an owner for an invitation."
      >
        <form>
          <ButtonLink look="primary" to="/sign-in">
            Sign in
          </ButtonLink>
        </form>
      </Entrance>
    );
  return <SetUpForm />;
}

/** An id for a workspace, made from its name. */
function idOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 100);
}

function SetUpForm(): ReactNode {
  const navigate = useNavigate();
  const [code, setCode] = useState(() => location.hash.slice(1));
  const [asksCode] = useState(code === '');
  const [workspace, setWorkspace] = useState('');
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<CallError>();
  const [busy, setBusy] = useState(false);
  const [ownId, setOwnId] = useState('');
  const named = idOf(workspace);
  // A name in another script gives no id, and an id can be taken or too short.
  const asksId = ownId !== '' || (workspace.trim() !== '' && named === '');
  const id = asksId ? ownId.trim() : named;
  const ready = code !== '' && id !== '' && email !== '' && [...password].length >= MIN_PASSWORD;
  const errorAt = (pointer: string) => problem?.problem?.errors?.find((error) => error.pointer === pointer)?.detail;
  const placed = problem?.problem?.errors?.some(({ pointer }) => pointer !== undefined);

  const submit = async () => {
    setBusy(true);
    try {
      await call('setUp', {
        body: {
          code: code.trim(),
          workspace: { id, name: workspace.trim() },
          email: email.trim(),
          ...(name.trim() !== '' && { name: name.trim() }),
          password,
          cookie: true,
        },
      });
      forgetSession();
      await navigate({ to: '/w/$workspace/start', params: { workspace: id } });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setProblem(error);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Entrance
      title="Set up Querygate"
      about="Create the first workspace. You become its owner."
      problem={placed ? undefined : problem?.message}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (ready) void submit();
        }}
      >
        {(asksCode || problem?.code === 'set_up_code_wrong') && (
          <TextField
            label="One-time code"
            code
            hint="The service prints it when it starts."
            value={code}
            onText={setCode}
          />
        )}
        <TextField
          label="Workspace"
          hint={named === '' ? 'Such as your team or product.' : `Its id is ${id}. It cannot be changed later.`}
          value={workspace}
          onText={setWorkspace}
          error={errorAt('/workspace/name') ?? (asksId ? undefined : errorAt('/workspace/id'))}
        />
        {asksId && (
          <TextField
            label="Id"
            code
            hint="Letters, digits, - and _. It is part of URLs and cannot be changed later."
            value={ownId}
            onText={setOwnId}
            error={errorAt('/workspace/id')}
          />
        )}
        <TextField
          label="Your name"
          optional
          autoComplete="name"
          value={name}
          onText={setName}
          error={errorAt('/name')}
        />
        <TextField
          label="E-mail"
          type="email"
          autoComplete="username"
          value={email}
          onText={setEmail}
          error={errorAt('/email')}
        />
        <TextField
          label="Password"
          type="password"
          autoComplete="new-password"
          hint={passwordHint(password)}
          value={password}
          onText={setPassword}
          error={errorAt('/password')}
        />
        <Button look="primary" type="submit" disabled={!ready || busy}>
          Create workspace
        </Button>
      </form>
    </Entrance>
  );
}
