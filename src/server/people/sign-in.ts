import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import { LIMITS, type signedInSchema, type signInSchema } from '../../contract/index.ts';
import { appendAudit, type NewEntry } from '../audit/append.ts';
import type { Context } from '../context/types.ts';
import { lockWorkspaces } from '../keys/locked-key.ts';
import { ProblemError } from '../problems/error.ts';
import type { Queryable } from '../store/database.ts';
import { passwordMatches } from './password.ts';
import { ALL_PASSWORDS, mayUsePassword, type PasswordPolicy, passwordsOff } from './password-policy.ts';
import { REFUSAL_STEP } from './scrypt-cost.ts';
import { newToken, tokenHash } from './session-token.ts';
import { readSession } from './sessions.ts';
import { signInLimitOf } from './sign-in-limit.ts';
import { findUser, membershipsOf, type UserRow } from './users.ts';

/** Where a user signs in from. */
export interface Origin {
  readonly requestId?: string | undefined;
  readonly address: string;
  /** `User-Agent`. */
  readonly agent?: string | undefined;
}

/**
 * Signs a user in for 12 hours. For an unknown address, a wrong password and a disabled user, the response is the same
 * and takes the same time; the audit trails of the user's workspaces record the reason. After 5 failures in 15 minutes
 * of one user from one network, or 50 of one user from networks that they never signed in from, the next attempt has to
 * wait, unless an administrator unlocked the user since.
 * Raises ProblemError `sign_in_failed`, `rate_limited`, `unavailable`; where passwords are switched off, `passwords_off`
 * instead of `sign_in_failed`.
 */
export async function signIn(
  ctx: Context,
  { email, password }: z.output<typeof signInSchema>,
  { requestId, address, agent }: Origin,
  passwords: PasswordPolicy = ALL_PASSWORDS,
): Promise<z.output<typeof signedInSchema> & { readonly token: string }> {
  const startedAt = performance.now();
  const limit = signInLimitOf(ctx.db);
  // The store cannot hold U+0000, so no user has such an address.
  const user = email.includes('\0') ? undefined : await findUser(ctx.db, email);
  const person = user?.id ?? email.trim().toLowerCase();
  const undo = limit.begin(person, address, ctx.now().getTime(), user?.sign_in_unlocked_at?.getTime());
  let token: string | undefined;
  try {
    const allowed = mayUsePassword(passwords, user?.email);
    const matches = await passwordMatches(password, (allowed && user?.password) || undefined);
    if (user && !matches) await auditFailure(ctx, user, allowed ? 'password' : 'passwords_off', { requestId, address });
    else if (user) token = await openSession(ctx, user, { requestId, address, agent });
  } catch (error) {
    // The check itself failed, so the attempt does not count as a failure of the user.
    undo();
    throw error;
  }
  const signedIn = token === undefined ? undefined : await readSession(ctx, token);
  if (token === undefined || !signedIn) {
    await delayUntilStep(performance.now() - startedAt);
    throw passwords.on ? new ProblemError('sign_in_failed', 'wrong e-mail address or password') : passwordsOff();
  }
  undo();
  limit.succeeded(person, address);
  return { ...signedIn, token };
}

/** Undefined if the user was disabled or got a new password since the password was read. */
async function openSession(ctx: Context, user: UserRow, origin: Origin): Promise<string | undefined> {
  const at = ctx.now();
  const token = newToken();
  const opened = await ctx.db.transaction(async (tx) => {
    const workspaces = (await membershipsOf(tx, user)).map(({ id }) => id);
    await lockWorkspaces(tx, workspaces);
    const { rows } = await tx.query(
      'SELECT id FROM users WHERE id = $1 AND disabled_at IS NULL AND password = $2 FOR SHARE',
      [user.id, user.password],
    );
    if (rows.length === 0) return false;
    await insertSession(tx, { user: user.id, token, at, origin });
    for (const workspace of workspaces)
      await appendAudit(tx, workspace, [entryOf(at, 'session.created', user, origin, {})]);
    return true;
  });
  if (opened) return token;
  await auditFailure(ctx, user, 'disabled', origin);
  return undefined;
}

export interface NewSession {
  /** Id of the user. */
  readonly user: string;
  readonly token: string;
  readonly at: Date;
  readonly origin: Origin;
  /** The identity provider signed the user in, who proved there at `confirmedAt` who they are. */
  readonly signOn?: { readonly confirmedAt: Date };
}

/** Stores a new session of a user, and deletes expired ones. */
export async function insertSession(tx: Queryable, { user, token, at, origin, signOn }: NewSession): Promise<void> {
  const { address, agent } = origin;
  await tx.query('DELETE FROM sessions WHERE user_id = $1 AND expires_at <= $2', [user, at]);
  await tx.query(
    `INSERT INTO sessions (token_hash, user_id, created_at, expires_at, last_used_at, address, agent, sign_on, confirmed_at)
     VALUES ($1, $2, $3, $4, $3, $5, $6, $7, $8)`,
    [
      tokenHash(token),
      user,
      at,
      new Date(at.getTime() + LIMITS.sessionHours * 60 * 60 * 1000),
      address,
      agent === undefined ? null : printable(agent).slice(0, MAX_AGENT),
      signOn !== undefined,
      signOn?.confirmedAt ?? null,
    ],
  );
}

/** Characters of a `User-Agent` that are kept. */
const MAX_AGENT = 300;

function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, '');
}

export async function auditFailure(
  ctx: Context,
  user: Pick<UserRow, 'id' | 'email'>,
  reason: 'password' | 'current_password' | 'passwords_off' | 'disabled',
  origin: Origin,
): Promise<void> {
  const at = ctx.now();
  await ctx.db.transaction(async (tx) => {
    const workspaces = (await membershipsOf(tx, user)).map(({ id }) => id);
    await lockWorkspaces(tx, workspaces);
    for (const workspace of workspaces)
      await appendAudit(tx, workspace, [entryOf(at, 'session.failed', user, origin, { reason })]);
  });
}

function entryOf(
  at: Date,
  type: 'session.created' | 'session.failed',
  user: Pick<UserRow, 'id' | 'email'>,
  { requestId, address }: Origin,
  details: Readonly<Record<string, unknown>>,
): NewEntry {
  return {
    at,
    type,
    actor: { kind: 'user', id: user.id, name: user.email },
    requestId,
    details: { ...details, address },
  };
}

async function delayUntilStep(passed: number): Promise<void> {
  if (REFUSAL_STEP > 0) await sleep(REFUSAL_STEP - (passed % REFUSAL_STEP));
}
