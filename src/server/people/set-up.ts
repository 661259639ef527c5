import { createHash, timingSafeEqual } from 'node:crypto';
import type { z } from 'zod';
import type { Actor, setUpSchema, signedInSchema } from '../../contract/index.ts';
import { ConfigError } from '../../model/index.ts';
import { appendAudit } from '../audit/append.ts';
import { randomText } from '../context/ids.ts';
import type { Context } from '../context/types.ts';
import type { Engine } from '../engine/engine.ts';
import { ProblemError } from '../problems/error.ts';
import { checkField } from '../problems/field.ts';
import type { Queryable } from '../store/database.ts';
import { checkWorkspaceName, insertWorkspace, newWorkspace } from '../workspaces/create.ts';
import { putMember } from './members.ts';
import { checkPassword } from './password.ts';
import { ALL_PASSWORDS, mayUsePassword, type PasswordPolicy } from './password-policy.ts';
import { newToken } from './session-token.ts';
import { readSession } from './sessions.ts';
import { insertSession, type Origin } from './sign-in.ts';
import { networkOf, SignInLimit } from './sign-in-limit.ts';
import { checkName, insertUser, newUser } from './users.ts';

const CODE_LENGTH = 24;

/** Creation of a service's first workspace, in a browser, with the one-time code that the service prints. */
export interface SetUp {
  /** The one-time code; undefined if the service had users when it started. */
  readonly code: string | undefined;
  /** Whether the service still has no user. */
  needed(ctx: Context): Promise<boolean>;
  /**
   * Creates the workspace and its owner, who is signed in.
   * Raises ProblemError `set_up_already`, `set_up_code_wrong`, `workspace_exists`, `field_invalid`; and `rate_limited`
   * after 5 wrong codes from one network within 15 minutes.
   */
  run(
    ctx: Context,
    engine: Pick<Engine, 'loadRuleset'>,
    body: z.output<typeof setUpSchema>,
    origin: Origin,
  ): Promise<z.output<typeof signedInSchema> & { readonly token: string }>;
}

/** Makes the one-time code, if there is no user. It is valid until the process ends, and only its hash is kept. */
export async function createSetUp(ctx: Context, policy: PasswordPolicy = ALL_PASSWORDS): Promise<SetUp> {
  const code = (await hasUser(ctx.db)) ? undefined : randomText(CODE_LENGTH);
  const hash = code === undefined ? undefined : hashOf(code);
  // Per network, so that one client cannot lock others out of the set-up. The code itself is too long to be guessed.
  const limit = new SignInLimit();

  function check(given: string, address: string, now: Date): void {
    const undo = limit.begin(`set-up from ${networkOf(address)}`, address, now.getTime());
    if (hash === undefined || !timingSafeEqual(hashOf(given), hash))
      throw new ProblemError(
        'set_up_code_wrong',
        hash === undefined
          ? 'the service printed no one-time code, because it had users when it started; start it again for one'
          : 'the one-time code is wrong; copy it from what the service printed when it last started',
      );
    undo();
  }

  return {
    code,
    needed: async ({ db }) => !(await hasUser(db)),
    run: async (
      context,
      engine,
      { code: given, workspace: { id, name = id }, email, name: person, password },
      origin,
    ) => {
      if (await hasUser(context.db)) throw already();
      check(given, origin.address, context.now());
      checkField('/workspace/name', () => checkWorkspaceName(name));
      if (person !== undefined) checkField('/name', () => checkName(person));
      checkField('/password', () => checkPassword(password));
      checkField('/email', () => checkEmergency(policy, email));
      const user = await newUser(context, { email, name: person, password });
      const actor: Actor = { kind: 'user', id: user.id, name: user.email };
      const { requestId, address } = origin;
      const workspace = await newWorkspace(context, engine, { id, name }, actor, requestId);
      const token = newToken();
      await context.db.transaction(async (tx) => {
        // Two browsers with the same code: the second one waits, and finds a user.
        await tx.query('LOCK TABLE users IN SHARE ROW EXCLUSIVE MODE');
        if (await hasUser(tx)) throw already();
        await insertUser(tx, user);
        await insertWorkspace(tx, workspace);
        await putMember(tx, id, { email: user.email, role: 'owner' }, { actor, requestId }, workspace.at);
        await insertSession(tx, { user: user.id, token, at: workspace.at, origin });
        await appendAudit(tx, id, [
          { at: workspace.at, type: 'session.created', actor, requestId, details: { address } },
        ]);
      });
      const session = await readSession(context, token);
      if (!session) throw new ProblemError('session_unknown', 'the session has ended; sign in again');
      return { ...session, token };
    },
  };
}

/** Where passwords are switched off, the first user must be the one whose password works. Raises ConfigError. */
function checkEmergency(policy: PasswordPolicy, email: string): void {
  if (mayUsePassword(policy, email.trim())) return;
  throw new ConfigError(
    `passwords are switched off for all but the emergency owner; give the address \`${policy.emergencyOwner ?? ''}\``,
  );
}

async function hasUser(tx: Queryable): Promise<boolean> {
  const { rows } = await tx.query('SELECT 1 FROM users LIMIT 1');
  return rows.length > 0;
}

function already(): ProblemError {
  return new ProblemError('set_up_already', 'the service is set up; sign in, or ask an owner for an invitation');
}

function hashOf(code: string): Buffer {
  return createHash('sha256').update(code).digest();
}
