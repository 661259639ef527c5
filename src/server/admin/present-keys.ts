import type { ApiKey, ApiScope, CreatedKey } from '../../contract/index.ts';
import type { AdminResult } from './results.ts';
import { fields, table } from './table.ts';

/** A new key, with the secret on a line of its own. */
export function presentNewKey({ key, secret }: CreatedKey): string {
  return [
    fields({
      key: key.id,
      name: key.name,
      workspace: key.workspace,
      scopes: key.scopes.join(', '),
      database: key.databaseId,
      expires: key.expiresAt ?? 'never',
    }),
    'the key itself, shown only this once:',
    secret,
    '',
  ].join('\n');
}

/** Keys that were rotated together. */
export function presentNewKeys(made: AdminResult<'keys rotate all'>): string {
  if (made.length === 0) return 'no active key has this scope\n';
  const blocks = made.map(({ replaces, ...each }) => `${presentNewKey(each)}replaces: ${replaces.join(', ')}\n`);
  return [...blocks, `${made.length} ${made.length === 1 ? 'key' : 'keys'} created\n`].join('\n');
}

/** A key without its secret. */
export function presentKey(key: ApiKey): string {
  return fields({
    key: key.id,
    name: key.name,
    state: stateOf(key),
    scopes: key.scopes.join(', '),
    database: key.databaseId,
    expires: key.expiresAt ?? 'never',
    'last used': key.lastUsedAt ?? 'never',
    rotation:
      key.rotation &&
      `pending for ${daysText(key.rotation.ageDays)}, since ${key.rotation.begunAt}; the new key is ${key.rotation.newKey}`,
  });
}

/** What each found key is. */
export function presentFoundKeys(found: AdminResult<'keys find'>): string {
  return found
    .map(({ hashPrefix, key }) =>
      key === undefined
        ? `hash ${hashPrefix}: no key of this store\n`
        : fields({ hash: hashPrefix, key: key.id, name: key.name, workspace: key.workspace, state: stateOf(key) }) +
          (key.state === 'active'
            ? `revoke it: \`querygate admin keys revoke ${key.id} --workspace ${key.workspace}\`\n`
            : ''),
    )
    .join('\n');
}

/** How a program gets the new key of a rotation, by what its key may do. */
export function nextStep({ scopes }: Pick<ApiKey, 'scopes'>): string {
  const has = (scope: ApiScope) => scopes.includes(scope);
  if (has('ci_dryrun:execute') || has('rules:simulate'))
    return 'replace the secret SERVICE_API_KEY in your CI and run a pipeline';
  if (has('telemetry:write')) return 'replace SERVICE_API_KEY of the proxy and restart it';
  if (has('proxy:evaluate')) return 'replace SERVICE_API_KEY of the application and restart it';
  return 'put the new one in its place';
}

export function presentKeys({ items }: AdminResult<'keys list'>): string {
  if (items.length === 0) return 'no API keys\n';
  return table(
    ['id', 'hash', 'name', 'state', 'scopes', 'database', 'created', 'expires', 'last used', ''],
    items.map((key) => [
      key.id,
      key.hashPrefix,
      key.name,
      stateOf(key),
      key.scopes.join(','),
      key.databaseId ?? '-',
      key.createdAt,
      key.expiresAt ?? 'never',
      key.lastUsedAt ?? 'never',
      notesOf(key).join('; '),
    ]),
  );
}

function stateOf(key: ApiKey): string {
  return key.revokedAt === undefined ? key.state : `revoked ${key.revokedAt}`;
}

function daysText(days: number): string {
  if (days === 0) return 'less than a day';
  return days === 1 ? '1 day' : `${days} days`;
}

function notesOf(key: ApiKey): readonly string[] {
  return [
    ...(key.rotation ? [`rotation pending for ${daysText(key.rotation.ageDays)}: ${key.rotation.newKey}`] : []),
    ...(key.old ? ['older than 90 days: rotate it'] : []),
  ];
}
