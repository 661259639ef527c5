import type { Author, Context } from '../context/types.ts';
import type { Engine } from '../engine/engine.ts';
import { ProblemError } from '../problems/error.ts';
import { checkField } from '../problems/field.ts';
import type { Queryable } from '../store/database.ts';
import { checkWorkspaceName, insertWorkspace, newWorkspace } from '../workspaces/create.ts';
import { putMember } from './members.ts';
import type { SignedIn } from './sessions.ts';

/**
 * Creates a workspace for a signed-in user, who becomes its owner. Only owners of another workspace can do this, so that
 * an invited viewer cannot fill the service with workspaces.
 * Raises ProblemError `owner_needed`, `workspace_exists`, `field_invalid`.
 */
export async function openWorkspace(
  ctx: Context,
  engine: Pick<Engine, 'loadRuleset'>,
  { user }: Pick<SignedIn, 'user'>,
  { id, name = id }: { readonly id: string; readonly name?: string | undefined },
  by: Author,
): Promise<void> {
  checkField('/name', () => checkWorkspaceName(name));
  await requireOwnerSomewhere(ctx.db, user.id);
  const workspace = await newWorkspace(ctx, engine, { id, name }, by.actor, by.requestId);
  await ctx.db.transaction(async (tx) => {
    await by.reauthorize?.(tx);
    await requireOwnerSomewhere(tx, user.id);
    await insertWorkspace(tx, workspace);
    await putMember(tx, id, { email: user.email, role: 'owner' }, by, workspace.at);
  });
}

async function requireOwnerSomewhere(tx: Queryable, user: string): Promise<void> {
  const { rows } = await tx.query(
    `SELECT 1 FROM members WHERE user_id = $1 AND role = 'owner' AND disabled_at IS NULL LIMIT 1`,
    [user],
  );
  if (rows.length === 0)
    throw new ProblemError(
      'owner_needed',
      'only an owner of a workspace can create another; ask one, or an administrator of the service',
    );
}
