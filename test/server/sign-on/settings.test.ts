import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { SIGN_ON_PROBLEMS } from '../../../src/server/sign-on/refused.ts';
import { passwordPolicy, SIGN_ON_VARIABLES, signOnSettings } from '../../../src/server/sign-on/settings.ts';

const URL_OF_SERVICE = 'https://querygate.acme.example';
const SECRET = 'a-secret-of-the-client';
const ALL = {
  QUERYGATE_OIDC_ISSUER: 'https://id.acme.example',
  QUERYGATE_OIDC_CLIENT_ID: 'querygate',
  QUERYGATE_OIDC_CLIENT_SECRET: SECRET,
};

const FROM_FILE = { QUERYGATE_OIDC_CLIENT_SECRET: '' };
const DEFAULT = { QUERYGATE_OIDC_DEFAULT_ROLE: 'shop:viewer' };
const folder = mkdtempSync(join(tmpdir(), 'querygate-secret-'));
let files = 0;
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The variable with a file of this text; undefined: a file that is missing. */
function fileOf(text: string | undefined): { readonly QUERYGATE_OIDC_CLIENT_SECRET_FILE: string } {
  const path = join(folder, `secret-${++files}`);
  if (text !== undefined) writeFileSync(path, text);
  return { QUERYGATE_OIDC_CLIENT_SECRET_FILE: path };
}

describe('the settings of single sign-on', () => {
  it('are none without variables', () => {
    expect(signOnSettings({}, undefined)).toBeUndefined();
  });

  it('lead the provider back to the public URL', () => {
    expect(signOnSettings(ALL, URL_OF_SERVICE)).toMatchObject({
      clientId: 'querygate',
      scopes: 'openid email profile',
      redirectUri: `${URL_OF_SERVICE}/auth/oidc/callback`,
    });
  });

  it.each([
    ['an issuer', { QUERYGATE_OIDC_ISSUER: '' }, 'QUERYGATE_OIDC_ISSUER'],
    ['a client id', { QUERYGATE_OIDC_CLIENT_ID: '' }, 'QUERYGATE_OIDC_CLIENT_ID'],
    ['a secret', { QUERYGATE_OIDC_CLIENT_SECRET: '' }, 'QUERYGATE_OIDC_CLIENT_SECRET'],
    ['an encrypted issuer', { QUERYGATE_OIDC_ISSUER: 'http://id.acme.example' }, 'QUERYGATE_OIDC_ISSUER'],
    ['the scope openid', { QUERYGATE_OIDC_SCOPES: 'email' }, 'QUERYGATE_OIDC_SCOPES'],
    ['a readable file of the secret', { ...FROM_FILE, ...fileOf(undefined) }, 'QUERYGATE_OIDC_CLIENT_SECRET_FILE'],
    ['a secret in its file', { ...FROM_FILE, ...fileOf('\n') }, 'QUERYGATE_OIDC_CLIENT_SECRET_FILE'],
    ['one line in the file of the secret', { ...FROM_FILE, ...fileOf(`${SECRET}\nb`) }, '_CLIENT_SECRET_FILE'],
    ['a single source of the secret', fileOf(SECRET), 'QUERYGATE_OIDC_CLIENT_SECRET_FILE'],
    ['a role of the mapping', { QUERYGATE_OIDC_ROLES: 'devs=shop' }, 'QUERYGATE_OIDC_ROLES'],
    ['a known role', { QUERYGATE_OIDC_ROLES: 'devs=shop:boss' }, 'QUERYGATE_OIDC_ROLES'],
    ['a group', { QUERYGATE_OIDC_ROLES: '=shop:admin' }, 'QUERYGATE_OIDC_ROLES'],
    ['a mapping for the claim of groups', { QUERYGATE_OIDC_GROUPS_CLAIM: 'roles' }, 'QUERYGATE_OIDC_ROLES'],
    ['whole domains', { QUERYGATE_OIDC_DOMAINS: '@acme.example', ...DEFAULT }, 'QUERYGATE_OIDC_DOMAINS'],
    ['a role for new accounts', { QUERYGATE_OIDC_DOMAINS: 'acme.example' }, 'QUERYGATE_OIDC_DEFAULT_ROLE'],
    ['domains for the default role', DEFAULT, 'QUERYGATE_OIDC_DOMAINS'],
    [
      'a default role below owner',
      { QUERYGATE_OIDC_DOMAINS: 'acme.example', QUERYGATE_OIDC_DEFAULT_ROLE: 'shop:owner' },
      'QUERYGATE_OIDC_DEFAULT_ROLE',
    ],
    ['a known word', { QUERYGATE_OIDC_AUTH_TIME: 'no' }, 'QUERYGATE_OIDC_AUTH_TIME'],
    ['known variables only', { QUERYGATE_OIDC_ROLE: 'devs=shop:admin' }, 'QUERYGATE_OIDC_ROLE'],
  ] as const)('without %s stop the start with an error that names the variable, and never the secret', (...row) => {
    const [, change, names] = row;
    const read = () => signOnSettings({ ...ALL, ...change }, URL_OF_SERVICE);
    expect(read).toThrow(names);
    expect(read).not.toThrow(SECRET);
  });

  it('without a public URL stop the start', () => {
    expect(() => signOnSettings(ALL, undefined)).toThrow('QUERYGATE_PUBLIC_URL');
  });

  it('take the secret from a file, without the end of its line', () => {
    const env = { ...ALL, ...FROM_FILE, ...fileOf(`${SECRET}\n`) };
    expect(signOnSettings(env, URL_OF_SERVICE)).toMatchObject({ clientSecret: SECRET });
  });

  it('map groups whose names have `=`, `,` and `:`, one a line or separated by `;`', () => {
    const env = { ...ALL, QUERYGATE_OIDC_ROLES: 'CN=A,OU=B=shop:admin; team:dba=shop:owner\n/devs = bank:viewer ;' };
    expect(signOnSettings(env, URL_OF_SERVICE)?.roles).toEqual([
      { group: 'CN=A,OU=B', workspace: 'shop', role: 'admin' },
      { group: 'team:dba', workspace: 'shop', role: 'owner' },
      { group: '/devs', workspace: 'bank', role: 'viewer' },
    ]);
  });
});

describe('the settings of passwords', () => {
  const provider = signOnSettings(ALL, URL_OF_SERVICE);

  it('leave them on by default', () => {
    expect(passwordPolicy({}, undefined)).toEqual({ on: true, emergencyOwner: undefined });
  });

  it('switch them off for all but the emergency owner', () => {
    const env = { QUERYGATE_PASSWORDS: 'off', QUERYGATE_EMERGENCY_OWNER: 'ann@acme.example' };
    expect(passwordPolicy(env, provider)).toEqual({ on: false, emergencyOwner: 'ann@acme.example' });
  });

  it.each([
    ['without an emergency owner', { QUERYGATE_PASSWORDS: 'off' }, provider, 'QUERYGATE_EMERGENCY_OWNER'],
    ['without a provider', { QUERYGATE_PASSWORDS: 'off' }, undefined, 'QUERYGATE_OIDC_ISSUER'],
    ['by an unknown word', { QUERYGATE_PASSWORDS: 'no' }, provider, 'QUERYGATE_PASSWORDS'],
  ])('cannot be switched off %s', (_, env, given, names) => {
    expect(() => passwordPolicy(env, given)).toThrow(names);
  });
});

describe('docs/sign-on.md', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/sign-on.md'), 'utf8');
  /** First cells of the table below a heading. */
  const rowsOf = (heading: string) =>
    [...(page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '').matchAll(/^\| `([\w]+)` \|/gm)].map(
      ([, name]) => name,
    );

  it('lists each setting', () => {
    expect(rowsOf('Settings')).toEqual(SIGN_ON_VARIABLES);
  });

  it('lists each reason of a refusal', () => {
    expect(rowsOf('Refusals').sort()).toEqual(Object.keys(SIGN_ON_PROBLEMS).sort());
  });
});
