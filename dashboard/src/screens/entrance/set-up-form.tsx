import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { type Body, CallError, call } from '../../api/call.ts';
import { MIN_PASSWORD, passwordHint } from '../../session/password.ts';
import { forgetSession } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Entrance } from './entrance.tsx';

interface Fields {
  readonly code: string;
  /** Name of the workspace. */
  readonly workspace: string;
  /** Id of the workspace, where the name gives none. */
  readonly ownId: string;
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

interface FieldsProps {
  readonly fields: Fields;
  readonly set: (changed: Partial<Fields>) => void;
  /** What the service says about a part of the request. */
  readonly errorAt: (pointer: string) => string | undefined;
}

/** Asks for the first workspace and its owner. */
export function SetUpForm(): ReactNode {
  const [fields, setFields] = useState<Fields>(() => ({
    code: location.hash.slice(1),
    ...{ workspace: '', ownId: '', name: '', email: '', password: '' },
  }));
  const [asksCode] = useState(fields.code === '');
  const { submit, problem, busy } = useSetUp();
  const { code, email, password } = fields;
  const { id } = idOf(fields);
  const ready = code !== '' && id !== '' && email !== '' && [...password].length >= MIN_PASSWORD;
  const placed = problem?.problem?.errors?.some(({ pointer }) => pointer !== undefined);
  const props: FieldsProps = {
    fields,
    set: (changed) => setFields((earlier) => ({ ...earlier, ...changed })),
    errorAt: (pointer) => problem?.problem?.errors?.find((error) => error.pointer === pointer)?.detail,
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
          if (ready) void submit(requestOf(fields));
        }}
      >
        {(asksCode || problem?.code === 'set_up_code_wrong') && (
          <TextField
            label="One-time code"
            code
            hint="The service prints it when it starts."
            value={code}
            onText={(text) => props.set({ code: text })}
          />
        )}
        <WorkspaceFields {...props} />
        <OwnerFields {...props} />
        <Button look="primary" type="submit" disabled={!ready || busy}>
          Create workspace
        </Button>
      </form>
    </Entrance>
  );
}

function WorkspaceFields({ fields, set, errorAt }: FieldsProps): ReactNode {
  const { id, named, asksId } = idOf(fields);
  return (
    <>
      <TextField
        label="Workspace"
        hint={named === '' ? 'Such as your team or product.' : `Its id is ${id}. It cannot be changed later.`}
        value={fields.workspace}
        onText={(workspace) => set({ workspace })}
        error={errorAt('/workspace/name') ?? (asksId ? undefined : errorAt('/workspace/id'))}
      />
      {asksId && (
        <TextField
          label="Id"
          code
          hint="Letters, digits, - and _. It is part of URLs and cannot be changed later."
          value={fields.ownId}
          onText={(ownId) => set({ ownId })}
          error={errorAt('/workspace/id')}
        />
      )}
    </>
  );
}

function OwnerFields({ fields: { name, email, password }, set, errorAt }: FieldsProps): ReactNode {
  return (
    <>
      <TextField
        label="Your name"
        optional
        autoComplete="name"
        value={name}
        onText={(text) => set({ name: text })}
        error={errorAt('/name')}
      />
      <TextField
        label="E-mail"
        type="email"
        autoComplete="username"
        value={email}
        onText={(text) => set({ email: text })}
        error={errorAt('/email')}
      />
      <TextField
        label="Password"
        type="password"
        autoComplete="new-password"
        hint={passwordHint(password)}
        value={password}
        onText={(text) => set({ password: text })}
        error={errorAt('/password')}
      />
    </>
  );
}

/** The id of the workspace, the one that its name gives, and whether to ask for another one. */
function idOf({ workspace, ownId }: Fields): { readonly id: string; readonly named: string; readonly asksId: boolean } {
  const named = workspace
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 100);
  // A name in another script gives no id, and an id can be taken or too short.
  const asksId = ownId !== '' || (workspace.trim() !== '' && named === '');
  return { id: asksId ? ownId.trim() : named, named, asksId };
}

function requestOf(fields: Fields): Body<'setUp'> {
  const { code, workspace, name, email, password } = fields;
  return {
    code: code.trim(),
    workspace: { id: idOf(fields).id, name: workspace.trim() },
    email: email.trim(),
    ...(name.trim() !== '' && { name: name.trim() }),
    password,
    cookie: true,
  };
}

/** Sets up the service, and opens the workspace that this creates. */
function useSetUp(): {
  readonly submit: (body: Body<'setUp'>) => Promise<void>;
  readonly problem: CallError | undefined;
  readonly busy: boolean;
} {
  const navigate = useNavigate();
  const [problem, setProblem] = useState<CallError>();
  const [busy, setBusy] = useState(false);
  const submit = async (body: Body<'setUp'>) => {
    setBusy(true);
    try {
      await call('setUp', { body });
      forgetSession();
      await navigate({ to: '/w/$workspace/start', params: { workspace: body.workspace.id } });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setProblem(error);
    } finally {
      setBusy(false);
    }
  };
  return { submit, problem, busy };
}
