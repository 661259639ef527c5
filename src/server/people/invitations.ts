import { createHash } from 'node:crypto';
import type { z } from 'zod';
import {
  type Actor,
  type createdInvitationSchema,
  type createInvitationSchema,
  type Invitation,
  LIMITS,
  type Role,
} from '../../contract/index.ts';
import { appendAudit } from '../audit/append.ts';
import { newId, randomText } from '../context/ids.ts';
import { readTimeCursor, writeTimeCursor } from '../context/time-cursor.ts';
import type { Author, Context } from '../context/types.ts';
import { lockWorkspaceFor } from '../keys/locked-key.ts';
import { ProblemError } from '../problems/error.ts';
import { checkField } from '../problems/field.ts';
import type { Queryable } from '../store/database.ts';
import { checkEmail } from './email.ts';
import { requireOwner } from './manage-members.ts';
import { memberIn } from './members.ts';
import { PENDING } from './pending-invitations.ts';
import { findUser } from './users.ts';

const DEFAULT_DAYS = 7;
const DAY = 24 * 60 * 60 * 1000;
const PREFIX = 'qgi_';
const RANDOM_LENGTH = 43;

export interface InvitationRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly email: string;
  readonly role: Role;
  readonly created_at: Date;
  readonly created_by: Actor;
  readonly expires_at: Date;
}

const COLUMNS = 'i.id, i.workspace_id, i.email, i.role, i.created_at, i.created_by, i.expires_at';

/**
 * Invites a user to a workspace. Only this response contains the token. A pending invitation of the same address is
 * revoked. Raises ProblemError `field_invalid`, `owner_needed`, `member_exists`.
 */
export async function createInvitation(
  ctx: Context,
  workspace: string,
  { email, role, ttlDays = DEFAULT_DAYS }: z.output<typeof createInvitationSchema>,
  by: Author,
): Promise<z.output<typeof createdInvitationSchema>> {
  checkField('/email', () => checkEmail(email));
  const address = checkEmail(email);
  const at = ctx.now();
  const token = PREFIX + randomText(RANDOM_LENGTH);
  const row: InvitationRow = {
    id: newId('inv'),
    workspace_id: workspace,
    email: address,
    role,
    created_at: at,
    created_by: by.actor,
    expires_at: new Date(at.getTime() + ttlDays * DAY),
  };
  await ctx.db.transaction(async (tx) => {
    await lockWorkspaceFor(tx, workspace, by);
    const { rows: pending } = await tx.query<InvitationRow>(
      `SELECT ${COLUMNS} FROM invitations i
       WHERE i.workspace_id = $1 AND ${PENDING} AND lower(i.email) = lower($3)`,
      [workspace, at, address],
    );
    if (role === 'owner' || pending.some((each) => each.role === 'owner')) await requireOwner(tx, workspace, by);
    const user = await findUser(tx, address);
    if (user && (await memberIn(tx, workspace, user.id)))
      throw new ProblemError('member_exists', `\`${address}\` is already a member; change their role instead`);
    for (const { id } of pending) await closeInvitation(tx, id, at);
    await tx.query(
      `INSERT INTO invitations (id, workspace_id, email, role, token_hash, created_at, created_by, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7::jsonb, $8)`,
      [row.id, workspace, address, role, tokenHash(token), at, JSON.stringify(by.actor), row.expires_at],
    );
    await appendAudit(tx, workspace, [
      ...pending.map((each) => ({ at, type: 'invitation.revoked', ...by, details: detailsOf(each) }) as const),
      {
        at,
        type: 'invitation.created',
        ...by,
        details: { ...detailsOf(row), expiresAt: row.expires_at.toISOString() },
      },
    ]);
  });
  return { invitation: toInvitation(row), token };
}

/** Lists the pending invitations of a workspace, newest first. Raises ProblemError for a bad cursor. */
export async function listInvitations(
  ctx: Context,
  workspace: string,
  {
    cursor,
    limit = LIMITS.defaultPageItems,
  }: { readonly cursor?: string | undefined; readonly limit?: number | undefined },
): Promise<{ readonly items: Invitation[]; readonly next: string | undefined }> {
  const after = readTimeCursor(cursor);
  const { rows } = await ctx.db.query<InvitationRow>(
    `SELECT ${COLUMNS} FROM invitations i WHERE i.workspace_id = $1 AND ${PENDING}
       AND ($3::timestamptz IS NULL OR i.created_at < $3 OR (i.created_at = $3 AND i.id > $4))
     ORDER BY i.created_at DESC, i.id LIMIT $5`,
    [workspace, ctx.now(), after?.at ?? null, after?.id ?? '', limit + 1],
  );
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map(toInvitation),
    next: rows.length > limit && last ? writeTimeCursor({ at: last.created_at, id: last.id }) : undefined,
  };
}

/** Revokes a pending invitation. Raises ProblemError `invitation_not_found`, `owner_needed`. */
export async function revokeInvitation(ctx: Context, workspace: string, id: string, by: Author): Promise<void> {
  const at = ctx.now();
  await ctx.db.transaction(async (tx) => {
    await lockWorkspaceFor(tx, workspace, by);
    const { rows } = await tx.query<InvitationRow>(
      `SELECT ${COLUMNS} FROM invitations i WHERE i.workspace_id = $1 AND i.closed_at IS NULL AND i.id = $2`,
      [workspace, id],
    );
    const [row] = rows;
    if (!row) throw new ProblemError('invitation_not_found', 'the workspace has no such pending invitation');
    if (row.role === 'owner') await requireOwner(tx, workspace, by);
    await closeInvitation(tx, id, at);
    await appendAudit(tx, workspace, [{ at, type: 'invitation.revoked', ...by, details: detailsOf(row) }]);
  });
}

/** The pending invitation of a token. Raises ProblemError `invitation_invalid`. */
export async function invitationOf(
  tx: Queryable,
  token: string,
  now: Date,
): Promise<InvitationRow & { readonly workspace_name: string }> {
  if (!/^qgi_[0-9A-Za-z]{43}$/.test(token)) throw invitationInvalid();
  return invitationByHash(tx, tokenHash(token), now);
}

/** The pending invitation of the hash of a token. Raises ProblemError `invitation_invalid`. */
export async function invitationByHash(
  tx: Queryable,
  hash: Uint8Array,
  now: Date,
): Promise<InvitationRow & { readonly workspace_name: string }> {
  const { rows } = await tx.query<InvitationRow & { workspace_name: string }>(
    `SELECT ${COLUMNS}, w.name AS workspace_name FROM invitations i JOIN workspaces w ON w.id = i.workspace_id
     WHERE i.token_hash = $1 AND ${PENDING}`,
    [hash, now],
  );
  const [row] = rows;
  if (!row) throw invitationInvalid();
  return row;
}

function invitationInvalid(): ProblemError {
  return new ProblemError(
    'invitation_invalid',
    'the invitation does not exist, has expired, or was used or revoked; ask for a new one',
  );
}

/** Marks an invitation as used or revoked. */
export async function closeInvitation(tx: Queryable, id: string, at: Date): Promise<void> {
  await tx.query('UPDATE invitations SET closed_at = $2 WHERE id = $1', [id, at]);
}

export function detailsOf({ id, email, role }: InvitationRow): Readonly<Record<string, unknown>> {
  return { invitation: id, email, role };
}

function tokenHash(token: string): Uint8Array {
  return createHash('sha256').update(token).digest();
}

function toInvitation(row: InvitationRow): Invitation {
  return {
    id: row.id,
    email: row.email,
    role: row.role,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by,
    expiresAt: row.expires_at.toISOString(),
  };
}
