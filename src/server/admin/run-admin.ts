import { type Actor, SCOPE_PRESETS } from '../../contract/index.ts';
import { ConfigError } from '../../model/index.ts';
import { verifyAudit } from '../audit/verify-audit.ts';
import type { Author, Context } from '../context/types.ts';
import type { Engine } from '../engine/engine.ts';
import { forgetImport } from '../history/forget-import.ts';
import { importSnapshot } from '../history/import-snapshot.ts';
import { listHistory } from '../history/list-history.ts';
import { addKey, createKey } from '../keys/create-key.ts';
import { keysByHash, listKeys, readKey } from '../keys/read-keys.ts';
import { revokeKey } from '../keys/revoke-key.ts';
import { rotateAll } from '../keys/rotate-all.ts';
import { confirmRotation, rotateKey } from '../keys/rotate-key.ts';
import { checkEmail } from '../people/email.ts';
import { createInvitation } from '../people/invitations.ts';
import { listMembers, putMember, removeMember, setMember } from '../people/members.ts';
import { checkPassword } from '../people/password.ts';
import {
  createUser,
  disableUser,
  enableUser,
  findUser,
  insertUser,
  listUsers,
  newUser,
  setPassword,
  signOutUser,
  unlockSignIn,
} from '../people/users.ts';
import { activateRuleset } from '../rulesets/activate.ts';
import { activeRuleset } from '../rulesets/active.ts';
import { etagOf } from '../rulesets/etag.ts';
import { listRulesets, readRulesetVersion } from '../rulesets/versions.ts';
import { createTrust, listTrusts, removeTrust } from '../trusts/manage.ts';
import { createWorkspace, insertWorkspace, newWorkspace } from '../workspaces/create.ts';
import { changeDataPolicy, readDataPolicy } from '../workspaces/data-policy.ts';
import { renameWorkspace } from '../workspaces/own-workspaces.ts';
import type { AdminCommand, AdminCommandOf, AdminName } from './commands.ts';
import { exportAudit } from './export-audit.ts';
import type { AdminResult } from './results.ts';
import { listWorkspaces, workspaceOf } from './workspaces.ts';

/** Dependencies of the commands. */
export interface AdminDeps {
  readonly ctx: Context;
  readonly engine: Pick<Engine, 'loadRuleset' | 'dryRun' | 'readSnapshot'>;
}

/** Days until the key of `init` expires: as long as a key should be used. */
const FIRST_KEY_DAYS = 90;

/** Entries of the audit trail that one command verifies: the caller shows the progress, and asks for the next. */
const VERIFIED_AT_ONCE = 100_000;

type Handlers = {
  readonly [Name in AdminName]: (
    deps: AdminDeps,
    command: AdminCommandOf<Name>,
    by: Author,
  ) => Promise<AdminResult<Name>>;
};

const HANDLERS: Handlers = {
  init,
  'workspace create': async ({ ctx, engine }, { workspace, name }, { actor }) => {
    await createWorkspace(ctx, engine, { id: workspace, name }, actor);
    return workspaceOf(ctx, workspace);
  },
  'workspace rename': async ({ ctx }, { workspace, name }, by) => {
    await renameWorkspace(ctx, workspace, name, by);
    return workspaceOf(ctx, workspace);
  },
  'workspace list': ({ ctx }) => listWorkspaces(ctx),
  'workspace show': async ({ ctx }, { workspace }) => ({
    ...(await workspaceOf(ctx, workspace)),
    policy: await readDataPolicy(ctx, workspace),
    people: [...(await listMembers(ctx, workspace))],
  }),

  'user create': async ({ ctx }, user) => toUser(await createUser(ctx, user)),
  'user password': async ({ ctx }, user, by) => toUser(await setPassword(ctx, user, by)),
  'user disable': async ({ ctx }, user, by) => toUser(await disableUser(ctx, user, by)),
  'user enable': async ({ ctx }, user, by) => toUser(await enableUser(ctx, user, by)),
  'user sign-out': async ({ ctx }, user, by) => toUser(await signOutUser(ctx, user, by)),
  'user list': async ({ ctx }) => (await listUsers(ctx)).map(toUser),
  'sign-in unlock': async ({ ctx }, user, by) => toUser(await unlockSignIn(ctx, user, by)),

  'member set': async ({ ctx }, { workspace, email, role }, by) => {
    await setMember(ctx, workspace, { email, role }, by);
    return [...(await listMembers(ctx, workspace))];
  },
  'member remove': async ({ ctx }, { workspace, email }, by) => {
    await removeMember(ctx, workspace, { email }, by);
    return [...(await listMembers(ctx, workspace))];
  },
  'member list': async ({ ctx }, { workspace }) => [...(await listMembers(ctx, workspace))],

  'invitation create': ({ ctx }, { workspace, invitation }, by) => createInvitation(ctx, workspace, invitation, by),

  'keys create': ({ ctx }, { workspace, key }, by) => createKey(ctx, workspace, key, by),
  'keys list': async ({ ctx }, { workspace, page }) => {
    await workspaceOf(ctx, workspace);
    return listKeys(ctx, workspace, page);
  },
  'keys find': async ({ ctx }, { hashes }) => {
    const found = await keysByHash(ctx, hashes);
    return hashes.map((hash) => ({ hashPrefix: hash.slice(0, 8), key: found.get(hash) }));
  },
  'keys rotate': async ({ ctx }, { workspace, key, atOnce }, by) => {
    const made = await rotateKey(ctx, workspace, key, { atOnce }, by);
    return { ...made, old: await readKey(ctx, workspace, key) };
  },
  'keys rotate all': async ({ ctx }, { workspace, scope, atOnce }, by) => {
    const made = await rotateAll(ctx, { workspace, scope, atOnce }, by);
    return made.map(({ key, secret, replaces }) => ({ key, secret, replaces: [...replaces] }));
  },
  'keys confirm': ({ ctx }, { workspace, key }, by) => confirmRotation(ctx, workspace, key, by),
  'keys revoke': ({ ctx }, { workspace, key }, by) => revokeKey(ctx, workspace, key, by),

  // Whether the operator accepts the issuer, only the running service knows.
  'trust create': ({ ctx }, { workspace, trust }, by) =>
    createTrust(ctx, workspace, trust, { publicUrl: undefined, issuers: undefined }, by),
  'trust list': async ({ ctx }, { workspace, page }) => {
    await workspaceOf(ctx, workspace);
    return listTrusts(ctx, workspace, page);
  },
  'trust remove': ({ ctx }, { workspace, trust }, by) => removeTrust(ctx, workspace, trust, by),

  'ruleset activate': async ({ ctx, engine }, { workspace, ruleset, reason }, by) => {
    const before = await activeRuleset(ctx, workspace);
    return activateRuleset(ctx, engine, { workspace, body: { ruleset, reason }, ifMatch: etagOf(before), by });
  },
  'ruleset restore': async ({ ctx, engine }, { workspace, version, reason }, by) => {
    const before = await activeRuleset(ctx, workspace);
    return activateRuleset(ctx, engine, { workspace, body: { restore: version, reason }, ifMatch: etagOf(before), by });
  },
  'ruleset list': ({ ctx }, { workspace, page }) => listRulesets(ctx, workspace, page),
  'ruleset show': ({ ctx }, { workspace, version }) =>
    version === undefined ? activeRuleset(ctx, workspace) : readRulesetVersion(ctx, workspace, version),

  'policy show': ({ ctx }, { workspace }) => readDataPolicy(ctx, workspace),
  'policy set': ({ ctx }, { workspace, policy }, by) => changeDataPolicy(ctx, workspace, policy, by),

  'history import': async ({ ctx, engine }, { workspace, name, snapshot, allowOverlap }, by) =>
    importSnapshot(ctx, engine, workspace, { bytes: Buffer.from(snapshot, 'base64'), name, allowOverlap }, by),
  'history list': async ({ ctx }, { workspace }) => {
    await workspaceOf(ctx, workspace);
    return (await listHistory(ctx, workspace)).map(({ names, ...part }) => ({ ...part, names: [...names] }));
  },
  'history forget': ({ ctx }, { workspace, source }, by) => forgetImport(ctx, workspace, source, by),

  'audit verify': ({ ctx }, { workspace, full, after }) =>
    verifyAudit(ctx, workspace, { resume: !full, after, limit: VERIFIED_AT_ONCE }),
  'audit export': ({ ctx }, { workspace, after }) => exportAudit(ctx, workspace, after),
};

/**
 * Runs one command. `name`: login name of the administrator, for the audit trail.
 * Raises ConfigError and ProblemError.
 */
export async function runAdmin<Command extends AdminCommand>(
  deps: AdminDeps,
  command: Command,
  name: string,
): Promise<AdminResult<Command['command']>> {
  const actor: Actor = { kind: 'admin', id: undefined, name };
  // Each handler takes the command of its own name, which TypeScript cannot express for a lookup.
  const handler = HANDLERS[command.command] as (deps: AdminDeps, command: AdminCommand, by: Author) => Promise<unknown>;
  return (await handler(deps, command, { actor })) as AdminResult<Command['command']>;
}

/**
 * Creates a workspace, its first owner and a key for CI, in one transaction, so that nothing is created halfway.
 */
async function init(
  { ctx, engine }: AdminDeps,
  { workspace, name, email, personName, password }: AdminCommandOf<'init'>,
  by: Author,
): Promise<AdminResult<'init'>> {
  checkEmail(email);
  checkPassword(password);
  if (await findUser(ctx.db, email))
    throw new ConfigError(
      `a user with the e-mail address \`${checkEmail(email)}\` already exists; use \`querygate admin workspace create\` and \`querygate admin member set\``,
    );
  const user = await newUser(ctx, { email, name: personName, password });
  const { scopes } = SCOPE_PRESETS['ci-pipeline'];
  const created = await newWorkspace(ctx, engine, { id: workspace, name }, by.actor);
  const made = await ctx.db.transaction(async (tx) => {
    await insertWorkspace(tx, created);
    await insertUser(tx, user);
    await putMember(tx, workspace, { email, role: 'owner' }, by, created.at);
    return addKey(tx, workspace, { name: 'ci', scopes: [...scopes], ttlDays: FIRST_KEY_DAYS }, by, created.at);
  });
  return {
    workspace: await workspaceOf(ctx, workspace),
    user: {
      id: user.id,
      email: user.email,
      name: user.name,
      createdAt: user.created_at.toISOString(),
      disabledAt: undefined,
      workspaces: [{ id: workspace, role: 'owner' }],
    },
    ...made,
  };
}

function toUser(user: Awaited<ReturnType<typeof createUser>>): AdminResult<'user create'> {
  return { ...user, workspaces: [...user.workspaces] };
}
