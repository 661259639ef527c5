import { type ActiveRuleset, type Actor, workspaceIdSchema } from '../../contract/index.ts';
import { ConfigError } from '../../model/index.ts';
import { DEFAULT_PACKS } from '../../rules/index.ts';
import { appendAudit, CHAIN_START } from '../audit/append.ts';
import type { Author, Context } from '../context/types.ts';
import type { Engine } from '../engine/engine.ts';
import { ProblemError } from '../problems/error.ts';
import { loadRuleset } from '../rulesets/load.ts';
import { insertVersion } from '../rulesets/rows.ts';
import type { Queryable } from '../store/database.ts';

/** The first ruleset of a new workspace, so that there is always an active one. */
const FIRST_RULESET = { entry: DEFAULT_PACKS, files: [] };

/** The first data policy: days, and stored query texts without literals. */
const FIRST_POLICY = { retentionDays: 90, graceDays: 7, queryText: 'shape' } as const;

const MAX_NAME = 200;

/**
 * Creates a workspace whose active ruleset is the built-in packs.
 * Raises ConfigError for an invalid id or name, and ProblemError `workspace_exists`.
 */
export async function createWorkspace(
  ctx: Context,
  engine: Pick<Engine, 'loadRuleset'>,
  named: { readonly id: string; readonly name: string },
  actor: Actor,
): Promise<ActiveRuleset> {
  const workspace = await newWorkspace(ctx, engine, named, actor);
  await ctx.db.transaction((tx) => insertWorkspace(tx, workspace));
  return workspace.first;
}

/** A workspace that is not stored yet. */
export interface NewWorkspace {
  readonly id: string;
  readonly name: string;
  readonly at: Date;
  readonly by: Pick<Author, 'actor' | 'requestId'>;
  readonly first: ActiveRuleset;
}

/** Validates a new workspace and loads its first ruleset. Raises ConfigError for an invalid id or name. */
export async function newWorkspace(
  ctx: Context,
  engine: Pick<Engine, 'loadRuleset'>,
  { id, name }: { readonly id: string; readonly name: string },
  actor: Actor,
  requestId?: string,
): Promise<NewWorkspace> {
  if (!workspaceIdSchema.safeParse(id).success)
    throw new ConfigError(
      `\`${printable(id)}\` cannot be the id of a workspace; use letters, digits, \`_\` and \`-\`, at most 100`,
    );
  checkWorkspaceName(name);
  const loaded = await loadRuleset(engine, FIRST_RULESET, id);
  const at = ctx.now();
  const first: ActiveRuleset = {
    workspace: id,
    version: 1,
    activatedAt: at.toISOString(),
    activatedBy: actor,
    ...loaded,
    reason: 'the workspace was created',
    restores: undefined,
    ruleset: FIRST_RULESET,
  };
  return { id, name, at, by: { actor, requestId }, first };
}

/**
 * Stores a new workspace. Raises ProblemError `workspace_exists`, also for an id that differs from another in upper and
 * lower case only.
 */
export async function insertWorkspace(tx: Queryable, { id, name, at, by, first }: NewWorkspace): Promise<void> {
  const { count } = await tx.query(
    `INSERT INTO workspaces
       (id, name, created_at, active_version, retention_days, grace_days, query_text, audit_sequence, audit_hash)
     SELECT $1, $2, $3, 1, $4, $5, $6, 0, $7
     WHERE NOT EXISTS (SELECT 1 FROM workspaces WHERE lower(id) = lower($1))
     ON CONFLICT (id) DO NOTHING`,
    [id, name, at, FIRST_POLICY.retentionDays, FIRST_POLICY.graceDays, FIRST_POLICY.queryText, CHAIN_START],
  );
  if (count === 0)
    throw new ProblemError('workspace_exists', `the workspace \`${id}\` already exists; choose another id`);
  await insertVersion(tx, first);
  await appendAudit(tx, id, [
    { at, type: 'workspace.created', ...by, details: { name, dataPolicy: FIRST_POLICY } },
    { at, type: 'ruleset.activated', ...by, details: { version: 1, hash: first.hash, rules: first.rules } },
  ]);
}

/** Raises ConfigError for a name that is empty, too long or not on one line. */
export function checkWorkspaceName(name: string): void {
  if (name.trim() === '' || name.length > MAX_NAME || printable(name) !== name)
    throw new ConfigError(
      `the name of the workspace must be 1 to ${MAX_NAME} characters on one line; give another one`,
    );
}

/** Removes control, format and line separator characters. */
function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, '');
}
