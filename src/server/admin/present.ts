import type { AdminName } from './commands.ts';
import { nextStep, presentFoundKeys, presentKey, presentKeys, presentNewKey, presentNewKeys } from './present-keys.ts';
import { hintOf, presentTrust, presentTrusts } from './present-trusts.ts';
import type { AdminResult } from './results.ts';
import { fields, table } from './table.ts';

type Presenters = { readonly [Name in AdminName]: (result: AdminResult<Name>) => string };

const PRESENTERS: Presenters = {
  init: ({ workspace, user, key, secret }) =>
    [
      fields({ workspace: named(workspace), owner: user.email }),
      presentNewKey({ key, secret }),
      'store it in your CI as the secret SERVICE_API_KEY; for more keys see `querygate admin keys create --help`\n',
    ].join('\n'),
  'workspace create': (workspace) =>
    `created the workspace \`${workspace.id}\`; its active ruleset is the built-in rules\n`,
  'workspace rename': ({ id, name }) => `the workspace \`${id}\` is now called \`${name}\`\n`,
  'workspace list': (workspaces) =>
    table(
      ['id', 'name', 'ruleset', 'members', 'active keys', 'created'],
      workspaces.map((each) => [
        each.id,
        each.name,
        `version ${each.rulesetVersion}`,
        String(each.members),
        String(each.activeKeys),
        each.createdAt,
      ]),
    ),
  'workspace show': (workspace) =>
    [
      fields({
        workspace: named(workspace),
        created: workspace.createdAt,
        'active ruleset': `version ${workspace.rulesetVersion}`,
        'active keys': String(workspace.activeKeys),
      }),
      policy(workspace.policy),
      members(workspace.people),
    ].join('\n'),

  'user create': (user) =>
    `created the user ${user.email}; add them to a workspace with \`querygate admin member set <workspace> ${user.email} <role>\`\n`,
  'user password': (user) => `the password of ${user.email} is changed, and all their sessions are ended\n`,
  'user disable': (user) =>
    `${user.email} can no longer sign in, and all their sessions are ended; API keys that they may have seen still work: rotate them with \`querygate admin keys rotate --all\`\n`,
  'user sign-out': (user) => `all sessions of ${user.email} are ended; they can sign in again\n`,
  'user enable': (user) => `${user.email} can sign in again\n`,
  'user list': (users) =>
    table(
      ['e-mail address', 'name', 'created', 'disabled', 'workspaces'],
      users.map((user) => [
        user.email,
        user.name,
        user.createdAt,
        user.disabledAt ?? '-',
        user.workspaces.map(({ id, role }) => `${id} (${role})`).join(', ') || '-',
      ]),
    ),

  'sign-in unlock': ({ email }) => `failed sign-ins until now no longer keep ${email} from signing in, on any server\n`,

  'member set': members,
  'member remove': members,
  'member list': members,

  'invitation create': ({ invitation, token }) =>
    [
      fields({ invited: invitation.email, role: invitation.role, expires: invitation.expiresAt, token }),
      'pass the token on; it is only shown now, and works once\n',
    ].join('\n'),

  'keys create': presentNewKey,
  'keys list': presentKeys,
  'keys find': presentFoundKeys,
  'keys rotate': ({ old, ...made }) =>
    [
      presentNewKey(made),
      old.state === 'revoked'
        ? `the old key ${old.id} is revoked\n`
        : `the old key ${old.id} still works: ${nextStep(old)}, then run \`querygate admin keys confirm ${old.id} --workspace ${old.workspace}\`\n`,
    ].join('\n'),
  'keys rotate all': presentNewKeys,
  'keys confirm': (key) => `the old key ${key.id} is revoked; the new key stays active\n`,
  'keys revoke': presentKey,

  'trust create': (trust) => `${presentTrust(trust)}${hintOf(trust)}`,
  'trust list': presentTrusts,
  'trust remove': ({ id }) => `the trust ${id} is removed, and the tokens that it gave have ended\n`,

  'ruleset activate': active,
  'ruleset restore': active,
  'ruleset list': ({ items }) =>
    table(
      ['version', 'active since', 'by', 'rules', 'hash', 'reason'],
      items.map((each) => [
        String(each.version),
        each.activatedAt,
        each.activatedBy.name,
        String(each.rules),
        each.hash.slice(0, 16),
        each.restores === undefined ? each.reason : `restores version ${each.restores}. ${each.reason}`.trim(),
      ]),
    ),
  'ruleset show': (ruleset) =>
    [
      fields({
        workspace: ruleset.workspace,
        version: String(ruleset.version),
        'active since': `${ruleset.activatedAt}, by ${ruleset.activatedBy.name}`,
        reason: ruleset.reason || undefined,
        hash: ruleset.hash,
        rules: String(ruleset.rules),
        sources: ruleset.sources.join(', ') || 'none',
      }),
      ...ruleset.ruleset.files.map(({ path, text }) => `--- ${path}\n${text}${text.endsWith('\n') ? '' : '\n'}`),
    ].join('\n'),

  'policy show': policy,
  'policy set': policy,

  'history import': ({ source, rows, statements, tooOld }) =>
    fields({
      imported: source,
      rows: String(rows),
      executions: String(statements),
      skipped: tooOld === 0 ? undefined : `${tooOld} executions older than the retention`,
    }),

  'history list': (parts) =>
    table(
      ['source', 'executions', 'from', 'to', 'imported', 'logs'],
      parts.map(({ source, executions, from, to, importedAt, names }) => [
        source,
        String(executions),
        from ?? '-',
        to ?? '-',
        importedAt ?? '-',
        names.join(', ') || 'sent to the service',
      ]),
    ),
  'history forget': ({ source, executions }) =>
    `removed the import ${source} from the history, with ${executions} executions; the audit trail and backups still name it\n`,

  'audit verify': ({ after, entries, deleted, head, broken }) => {
    const since = after === 0 ? '' : ` after entry ${after}, up to which an earlier verification found it intact`;
    const gone = deleted === 0 ? '' : `; ${deleted} more were deleted after the retention, as recorded in it`;
    return broken
      ? `the audit trail is broken at entry ${broken.sequence}: ${broken.reason} (the ${entries} entries before it${since === '' ? '' : ','}${since} are intact)\n`
      : `the audit trail is intact: ${entries} entries${since}${gone}; the last is ${head.sequence}, with the hash ${head.hash}\n`;
  },
  'audit export': ({ lines }) => lines.map((line) => `${line}\n`).join(''),
};

/** The text of a result. */
export function presentAdmin<Name extends AdminName>(name: Name, result: AdminResult<Name>): string {
  return PRESENTERS[name](result);
}

function named({ id, name }: { readonly id: string; readonly name: string }): string {
  return id === name ? id : `${id} (${name})`;
}

function members(all: AdminResult<'member list'>): string {
  if (all.length === 0) return 'no members\n';
  return table(
    ['e-mail address', 'name', 'role', ''],
    all.map(({ email, name, role, disabled }) => [email, name, role, disabled ? 'disabled' : '']),
  );
}

function active(ruleset: AdminResult<'ruleset activate'>): string {
  return fields({
    workspace: ruleset.workspace,
    'active ruleset': `version ${ruleset.version}${ruleset.restores === undefined ? '' : `, which restores version ${ruleset.restores}`}`,
    rules: String(ruleset.rules),
    sources: ruleset.sources.join(', ') || 'none',
    hash: ruleset.hash,
  });
}

function policy({ retentionDays, graceDays, queryText, lowered, textsDue }: AdminResult<'policy show'>): string {
  return fields({
    retention: `${retentionDays} days`,
    grace: `${graceDays} days`,
    'query text': queryText,
    'stored texts': textsDue && 'those that this policy does not allow are deleted within an hour',
    lowered: lowered && `to ${lowered.to} days, from ${lowered.from} on`,
  });
}
