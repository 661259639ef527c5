import type { AuditType, Role } from '../../contract/index.ts';
import { ConfigError } from '../../model/index.ts';
import { appendAudit } from '../audit/append.ts';
import { newId } from '../context/ids.ts';
import type { Author, Context } from '../context/types.ts';
import { lockWorkspaces } from '../keys/locked-key.ts';
import type { Queryable } from '../store/database.ts';
import { checkEmail } from './email.ts';
import { checkPassword, hashPassword } from './password.ts';
import { closeVoidInvitations } from './pending-invitations.ts';

/** A user, without the password. */
export interface User {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly createdAt: string;
  readonly disabledAt: string | undefined;
  readonly workspaces: readonly { readonly id: string; readonly role: Role }[];
}

export interface UserRow {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  /** Hash; null for users who sign in at the identity provider only. */
  readonly password: string | null;
  readonly created_at: Date;
  readonly disabled_at: Date | null;
  /** Failed sign-ins until then no longer keep the user from signing in. */
  readonly sign_in_unlocked_at: Date | null;
}

const MAX_NAME = 200;

/**
 * Creates a user, who can sign in and is not yet a member of any workspace. `name` defaults to the e-mail address.
 * Raises ConfigError if the address is already in use (ignoring case) or the password is too short.
 */
export async function createUser(
  ctx: Context,
  { email, name, password }: { readonly email: string; readonly name?: string | undefined; readonly password: string },
): Promise<User> {
  const user = await newUser(ctx, { email, name, password });
  await insertUser(ctx.db, user);
  return toUser(user, []);
}

/**
 * Validates a new user and hashes the password; the user is not stored yet. Raises ConfigError, as createUser does.
 */
export async function newUser(
  ctx: Context,
  { email, name, password }: { readonly email: string; readonly name?: string | undefined; readonly password: string },
): Promise<UserRow> {
  const address = checkEmail(email);
  const shown = checkName(name ?? address);
  checkPassword(password);
  if (await findUser(ctx.db, address)) throw userExists(address);
  const created_at = ctx.now();
  const hash = await hashPassword(password);
  return {
    id: newId('user'),
    email: address,
    name: shown,
    password: hash,
    created_at,
    disabled_at: null,
    sign_in_unlocked_at: null,
  };
}

/** Stores a new user. Raises ConfigError if the address is already in use. */
export async function insertUser(tx: Queryable, { id, email, name, password, created_at }: UserRow): Promise<void> {
  const { count } = await tx.query(
    `INSERT INTO users (id, email, name, password, created_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (lower(email)) DO NOTHING`,
    [id, email, name, password, created_at],
  );
  if (count === 0) throw userExists(email);
}

function userExists(email: string): ConfigError {
  return new ConfigError(
    `a user with the e-mail address \`${email}\` already exists; \`querygate admin user list\` lists all users`,
  );
}

/** The normalised name. Raises ConfigError. */
export function checkName(name: string): string {
  const shown = name.trim().normalize('NFC');
  if (shown === '' || shown.length > MAX_NAME || /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(shown))
    throw new ConfigError(`the name must be 1 to ${MAX_NAME} characters on one line; give another one`);
  return shown;
}

/** Lists all users by e-mail address. */
export async function listUsers(ctx: Context): Promise<readonly User[]> {
  const { rows } = await ctx.db.query<
    Omit<UserRow, 'password' | 'sign_in_unlocked_at'> & { members: User['workspaces'] }
  >(
    `SELECT u.id, u.email, u.name, u.created_at, u.disabled_at,
       (SELECT coalesce(jsonb_agg(jsonb_build_object('id', m.workspace_id, 'role', m.role) ORDER BY m.workspace_id), '[]')
        FROM members m WHERE m.user_id = u.id) AS members
     FROM users u ORDER BY lower(u.email)`,
  );
  return rows.map((row) => toUser(row, row.members));
}

/** Sets a new password and ends all sessions of the user. Raises ConfigError. */
export async function setPassword(
  ctx: Context,
  { email, password }: { readonly email: string; readonly password: string },
  by: Author,
): Promise<User> {
  checkPassword(password);
  await requireUser(ctx.db, email);
  const hash = await hashPassword(password);
  return changeUser(ctx, email, 'user.password_set', by, async (tx, user) => {
    await tx.query('UPDATE users SET password = $2 WHERE id = $1', [user.id, hash]);
    await endSessions(tx, user);
    return user;
  });
}

/**
 * Disables a user and ends all their sessions at once. Raises ConfigError if a workspace would be left without an owner
 * who can sign in.
 */
export async function disableUser(ctx: Context, { email }: { readonly email: string }, by: Author): Promise<User> {
  const now = ctx.now();
  return changeUser(ctx, email, 'user.disabled', by, async (tx, user) => {
    const { rows } = await tx.query<{ workspace_id: string }>(
      `SELECT m.workspace_id FROM members m
       WHERE m.user_id = $1 AND m.role = 'owner' AND m.disabled_at IS NULL AND NOT EXISTS (
         SELECT FROM members o JOIN users u ON u.id = o.user_id
         WHERE o.workspace_id = m.workspace_id AND o.role = 'owner' AND o.user_id <> $1
           AND o.disabled_at IS NULL AND u.disabled_at IS NULL)
       ORDER BY m.workspace_id`,
      [user.id],
    );
    const [ownerless] = rows;
    if (ownerless && user.disabled_at === null)
      throw new ConfigError(
        `\`${user.email}\` is the last owner of \`${ownerless.workspace_id}\`; make another user an owner first`,
      );
    const disabledAt = user.disabled_at ?? now;
    await tx.query('UPDATE users SET disabled_at = $2 WHERE id = $1', [user.id, disabledAt]);
    await endSessions(tx, user);
    return { ...user, disabled_at: disabledAt };
  });
}

/** Lets a disabled user sign in again. Raises ConfigError. */
export async function enableUser(ctx: Context, { email }: { readonly email: string }, by: Author): Promise<User> {
  return changeUser(ctx, email, 'user.enabled', by, async (tx, user) => {
    await closeVoidInvitations(tx, user.id, ctx.now());
    await tx.query('UPDATE users SET disabled_at = NULL WHERE id = $1', [user.id]);
    return { ...user, disabled_at: null };
  });
}

/** Ends all sessions of a user, who can sign in again. Raises ConfigError. */
export async function signOutUser(ctx: Context, { email }: { readonly email: string }, by: Author): Promise<User> {
  return changeUser(ctx, email, 'session.ended', by, async (tx, user) => {
    await endSessions(tx, user);
    return user;
  });
}

/** Lets a user sign in again who was locked by failed sign-ins, on all servers. Raises ConfigError. */
export async function unlockSignIn(ctx: Context, { email }: { readonly email: string }, by: Author): Promise<User> {
  const at = ctx.now();
  return changeUser(ctx, email, 'user.unlocked', by, async (tx, user) => {
    await tx.query('UPDATE users SET sign_in_unlocked_at = $2 WHERE id = $1', [user.id, at]);
    return user;
  });
}

/** Reads the user with this e-mail address. Raises ConfigError if there is none. */
export async function requireUser(tx: Queryable, email: string): Promise<UserRow> {
  const user = await findUser(tx, email);
  if (user) return user;
  throw new ConfigError(
    `there is no user with the e-mail address \`${checkEmail(email)}\`; create one with \`querygate admin user create\``,
  );
}

/** The user with this e-mail address, ignoring case. */
export async function findUser(tx: Queryable, email: string): Promise<UserRow | undefined> {
  const { rows } = await tx.query<UserRow>(
    `SELECT id, email, name, password, created_at, disabled_at, sign_in_unlocked_at
     FROM users WHERE lower(email) = lower($1)`,
    [email.trim().normalize('NFC')],
  );
  return rows[0];
}

export async function membershipsOf(tx: Queryable, user: Pick<UserRow, 'id'>): Promise<User['workspaces']> {
  const { rows } = await tx.query<{ workspace_id: string; role: Role }>(
    'SELECT workspace_id, role FROM members WHERE user_id = $1 ORDER BY workspace_id',
    [user.id],
  );
  return rows.map(({ workspace_id: id, role }) => ({ id, role }));
}

/** Changes a user while all their workspaces are locked, and records it in the audit trail of each. */
export async function changeUser(
  ctx: Context,
  email: string,
  type: AuditType,
  by: Author,
  change: (tx: Queryable, user: UserRow) => Promise<UserRow>,
): Promise<User> {
  const at = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const { id } = await requireUser(tx, email);
    await lockWorkspaces(
      tx,
      (await membershipsOf(tx, { id })).map((each) => each.id),
    );
    // While the user is locked, they cannot be added to another workspace or sign in.
    await tx.query('SELECT id FROM users WHERE id = $1 FOR UPDATE', [id]);
    const memberships = await membershipsOf(tx, { id });
    await lockWorkspaces(
      tx,
      memberships.map((each) => each.id),
    );
    const changed = await change(tx, await requireUser(tx, email));
    for (const workspace of memberships)
      await appendAudit(tx, workspace.id, [{ at, type, ...by, details: { user: id, email: changed.email } }]);
    return toUser(changed, memberships);
  });
}

async function endSessions(tx: Queryable, user: UserRow): Promise<void> {
  await tx.query('DELETE FROM sessions WHERE user_id = $1', [user.id]);
}

function toUser(row: Omit<UserRow, 'password' | 'sign_in_unlocked_at'>, workspaces: User['workspaces']): User {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    createdAt: row.created_at.toISOString(),
    disabledAt: row.disabled_at?.toISOString(),
    workspaces,
  };
}
