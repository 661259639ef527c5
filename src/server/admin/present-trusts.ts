import { CI_HOSTS, type Trust } from '../../contract/index.ts';
import type { AdminResult } from './results.ts';
import { fields, table } from './table.ts';

export function presentTrust(trust: Trust): string {
  return fields({
    trust: trust.id,
    name: trust.name,
    workspace: trust.workspace,
    host: CI_HOSTS[trust.host].name,
    issuer: trust.issuer,
    audience: trust.audience,
    ...Object.fromEntries(Object.entries(trust.claims).map(([name, values]) => [name, values.join(', ')])),
    scopes: trust.scopes.join(', '),
    tokens: `valid for ${trust.ttlMinutes} min`,
  });
}

/** What the workflow needs besides base URL and workspace. */
export function hintOf({ host }: Trust): string {
  const need = { github: '`permissions: id-token: write`', gitlab: '`id_tokens:` with this audience' }[host];
  return `its jobs need no API key any more: give them ${need} (docs/ci-without-keys.md)\n`;
}

export function presentTrusts({ items }: AdminResult<'trust list'>): string {
  if (items.length === 0) return 'no trusts\n';
  return table(
    ['id', 'name', 'issuer', 'scopes', 'created', 'last used', 'by'],
    items.map((trust) => [
      trust.id,
      trust.name,
      trust.issuer,
      trust.scopes.join(','),
      trust.createdAt,
      trust.lastUsedAt ?? 'never',
      trust.lastUsedBy ?? '-',
    ]),
  );
}
