import type { z } from 'zod';
import type { Actor, accountSchema, changePasswordSchema } from '../../contract/index.ts';
import { appendAudit } from '../audit/append.ts';
import type { Author, Context } from '../context/types.ts';
import { lockWorkspaces } from '../keys/locked-key.ts';
import { ProblemError } from '../problems/error.ts';
import { checkField } from '../problems/field.ts';
import { endOtherSessions } from './own-sessions.ts';
import { checkPassword, hashPassword, passwordMatches } from './password.ts';
import { mayUsePassword, type PasswordPolicy, passwordsOff } from './password-policy.ts';
import { beginGuess, MAX_GUESSES } from './session-guesses.ts';
import { tokenHash } from './session-token.ts';
import { signOut } from './sessions.ts';
import { auditFailure, type Origin } from './sign-in.ts';
import { changeUser, checkName, findUser, membershipsOf, type UserRow } from './users.ts';

/** Changes the name of the signed-in user. Raises ProblemError `field_invalid`. */
export async function renameAccount(
  ctx: Context,
  email: string,
  name: string,
  by: Author,
): Promise<z.output<typeof accountSchema>> {
  checkField('/name', () => checkName(name));
  const { id, ...user } = await changeUser(ctx, email, 'user.renamed', by, async (tx, row) => {
    await by.reauthorize?.(tx);
    const shown = checkName(name);
    // Otherwise a user could pass for another one where only the name is shown.
    if (shown.includes('@') && shown.toLowerCase() !== row.email.toLowerCase())
      throw new ProblemError('field_invalid', 'the name must not be an e-mail address, unless it is your own');
    await tx.query('UPDATE users SET name = $2 WHERE id = $1', [row.id, shown]);
    return { ...row, name: shown };
  });
  return { id, email: user.email, name: user.name };
}

/** A session whose user gives the password again. */
interface SessionCheck {
  readonly email: string;
  readonly token: string;
  readonly origin: Origin;
  readonly policy: PasswordPolicy;
}

/**
 * Changes the password of the signed-in user, who gives the current one, and ends all their other sessions. Five wrong
 * passwords end this session, so that a stolen one cannot be used to guess the password.
 * Raises ProblemError `password_wrong`, `session_unknown`, `passwords_off`, `field_invalid`, `rate_limited`,
 * `unavailable`.
 */
export async function changePassword(
  ctx: Context,
  {
    email,
    token,
    current,
    password,
    by,
    origin,
    policy,
  }: SessionCheck & z.output<typeof changePasswordSchema> & { readonly by: Author },
): Promise<void> {
  checkField('/password', () => checkPassword(password));
  const user = await checkCurrentPassword(ctx, { email, token, origin, policy }, current);
  const hash = await hashPassword(password);
  await changeUser(ctx, email, 'user.password_set', by, async (tx, row) => {
    await by.reauthorize?.(tx);
    // Another request changed the password while this one was being checked.
    if (row.password !== user.password) throw wrong();
    await tx.query('UPDATE users SET password = $2 WHERE id = $1', [row.id, hash]);
    await endOtherSessions(tx, row.id, token);
    return row;
  });
}

/**
 * Confirms the session of a user, who gives the password again. Five wrong passwords end the session; failed sign-ins
 * do not count here.
 * Raises ProblemError `password_wrong`, `session_unknown`, `passwords_off`, `rate_limited`, `unavailable`.
 */
export async function confirmSession(
  ctx: Context,
  { email, token, password, origin, policy }: SessionCheck & { readonly password: string },
): Promise<void> {
  const { id } = await checkCurrentPassword(ctx, { email, token, origin, policy }, password);
  const { requestId, address } = origin;
  const at = ctx.now();
  await ctx.db.transaction(async (tx) => {
    const workspaces = (await membershipsOf(tx, { id })).map((each) => each.id);
    await lockWorkspaces(tx, workspaces);
    const { count } = await tx.query('UPDATE sessions SET confirmed_at = $3 WHERE token_hash = $1 AND user_id = $2', [
      tokenHash(token),
      id,
      at,
    ]);
    if (count === 0) return;
    const actor: Actor = { kind: 'user', id, name: email };
    for (const workspace of workspaces)
      await appendAudit(tx, workspace, [
        { at, type: 'session.confirmed', actor, requestId, details: { by: 'password', address } },
      ]);
  });
}

/** The user, if the password is theirs. Raises ProblemError. */
async function checkCurrentPassword(
  ctx: Context,
  { email, token, origin, policy }: SessionCheck,
  password: string,
): Promise<UserRow> {
  const user = await findUser(ctx.db, email);
  if (!user) throw wrong();
  if (!mayUsePassword(policy, email)) throw passwordsOff();
  if (user.password === null)
    throw new ProblemError('passwords_off', 'your account has no password; you sign in with the identity provider');
  const guess = beginGuess(ctx.db, token);
  let matches: boolean;
  try {
    matches = await passwordMatches(password, user.password);
    if (!matches) {
      await auditFailure(ctx, user, 'current_password', origin);
      if (guess.count === MAX_GUESSES) await signOut(ctx, token, { ...origin, reason: 'wrong_passwords' });
    }
  } catch (error) {
    guess.undo();
    throw error;
  }
  if (!matches && guess.count < MAX_GUESSES) throw wrong();
  // The count stays at the limit: a request that was let in before the session ended must not begin a new one.
  if (!matches)
    throw new ProblemError(
      'session_unknown',
      `the current password is wrong, for the ${MAX_GUESSES}th time: the session has ended; sign in again`,
    );
  guess.reset();
  return user;
}

function wrong(): ProblemError {
  return new ProblemError('password_wrong', 'the current password is wrong');
}
