import { readFileSync } from 'node:fs';
import { domainToASCII } from 'node:url';
import { FORMATS, ROLES, type Role } from '../../contract/index.ts';
import { ConfigError } from '../../model/index.ts';
import type { PasswordPolicy } from '../people/password-policy.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** A role in a workspace. */
export interface GivenRole {
  readonly workspace: string;
  readonly role: Role;
}

/** A group at the identity provider, and the role that it gives. */
export interface GroupRole extends GivenRole {
  readonly group: string;
}

/** The identity provider, from the environment. */
export interface SignOnSettings {
  readonly issuer: URL;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Name of the provider on the sign-in page. */
  readonly label: string;
  readonly scopes: string;
  /** Where the provider sends browsers back to. */
  readonly redirectUri: string;
  /** Claim with the groups of a person. */
  readonly groupsClaim: string;
  readonly roles: readonly GroupRole[];
  /** E-mail domains, in lower case and ASCII, whose users get an account at their first sign-on. Empty: none. */
  readonly domains: readonly string[];
  /** Role of such an account. */
  readonly defaultRole: GivenRole | undefined;
  /** Claim that says whether the provider verified the e-mail address. */
  readonly verifiedClaim: string;
  /** Whether a confirmation needs `auth_time`. */
  readonly needsAuthTime: boolean;
}

/** The variables, in the order of docs/sign-on.md. */
export const SIGN_ON_VARIABLES = [
  'QUERYGATE_OIDC_ISSUER',
  'QUERYGATE_OIDC_CLIENT_ID',
  'QUERYGATE_OIDC_CLIENT_SECRET',
  'QUERYGATE_OIDC_CLIENT_SECRET_FILE',
  'QUERYGATE_OIDC_LABEL',
  'QUERYGATE_OIDC_SCOPES',
  'QUERYGATE_OIDC_GROUPS_CLAIM',
  'QUERYGATE_OIDC_ROLES',
  'QUERYGATE_OIDC_DOMAINS',
  'QUERYGATE_OIDC_DEFAULT_ROLE',
  'QUERYGATE_OIDC_VERIFIED_CLAIM',
  'QUERYGATE_OIDC_AUTH_TIME',
  'QUERYGATE_PASSWORDS',
  'QUERYGATE_EMERGENCY_OWNER',
] as const;
type Variable = (typeof SIGN_ON_VARIABLES)[number];

const ISSUER = 'QUERYGATE_OIDC_ISSUER';
const MAX_SECRET_FILE = 10_000;

/** Undefined if no provider is set. Raises ConfigError, which names the variable and never contains the secret. */
export function signOnSettings(env: Environment, publicUrl: string | undefined): SignOnSettings | undefined {
  const issuer = given(env, ISSUER);
  const unknown = Object.keys(env).find(
    (name) => name.startsWith('QUERYGATE_OIDC_') && !(SIGN_ON_VARIABLES as readonly string[]).includes(name),
  );
  if (unknown !== undefined)
    throw new ConfigError(`\`${unknown}\` is not a setting; docs/sign-on.md lists the settings of single sign-on`);
  if (issuer === undefined) {
    const other = SIGN_ON_VARIABLES.find((name) => name.startsWith('QUERYGATE_OIDC_') && given(env, name));
    if (other === undefined) return undefined;
    throw new ConfigError(`\`${other}\` is set, but \`${ISSUER}\` is not; set both, or neither`);
  }
  if (publicUrl === undefined)
    throw new ConfigError(
      `\`${ISSUER}\` is set: the provider must know where to send browsers back to; give \`--public-url\` (\`QUERYGATE_PUBLIC_URL\`)`,
    );
  const scopes = given(env, 'QUERYGATE_OIDC_SCOPES') ?? 'openid email profile';
  if (!scopes.split(/\s+/).includes('openid'))
    throw new ConfigError('`QUERYGATE_OIDC_SCOPES` must contain `openid`; add it');
  const roles = groupRoles(env);
  return {
    issuer: issuerUrl(issuer),
    clientId: needed(env, 'QUERYGATE_OIDC_CLIENT_ID'),
    clientSecret: clientSecret(env),
    label: given(env, 'QUERYGATE_OIDC_LABEL') ?? 'single sign-on',
    scopes,
    redirectUri: new URL('/auth/oidc/callback', publicUrl).href,
    groupsClaim: given(env, 'QUERYGATE_OIDC_GROUPS_CLAIM') ?? 'groups',
    roles,
    ...newAccounts(env, roles),
    verifiedClaim: given(env, 'QUERYGATE_OIDC_VERIFIED_CLAIM') ?? 'email_verified',
    needsAuthTime: oneOf(env, 'QUERYGATE_OIDC_AUTH_TIME', ['required', 'optional']) === 'required',
  };
}

/** Which users can sign in with a password. Raises ConfigError. */
export function passwordPolicy(env: Environment, signOn: SignOnSettings | undefined): PasswordPolicy {
  const on = oneOf(env, 'QUERYGATE_PASSWORDS', ['on', 'off']) === 'on';
  const emergencyOwner = given(env, 'QUERYGATE_EMERGENCY_OWNER');
  if (!on && !signOn)
    throw new ConfigError(
      `\`QUERYGATE_PASSWORDS\` is \`off\`, and there is no identity provider, so users could not sign in; set \`${ISSUER}\` too`,
    );
  if (!on && emergencyOwner === undefined)
    throw new ConfigError(
      '`QUERYGATE_PASSWORDS` is `off`; name in `QUERYGATE_EMERGENCY_OWNER` the e-mail address of an owner who can sign in with a password when the identity provider is down',
    );
  return { on, emergencyOwner };
}

function given(env: Environment, name: Variable): string | undefined {
  return env[name]?.trim() || undefined;
}

function needed(env: Environment, name: Variable): string {
  const value = given(env, name);
  if (value === undefined) throw new ConfigError(`\`${ISSUER}\` is set, but \`${name}\` is not; set it too`);
  return value;
}

/** The first word is the default. */
function oneOf<const W extends string>(env: Environment, name: Variable, words: readonly [W, ...W[]]): W {
  const value = given(env, name);
  const word = value === undefined ? words[0] : words.find((each) => each === value);
  if (word !== undefined) return word;
  throw new ConfigError(`\`${name}\` must be ${words.map((each) => `\`${each}\``).join(' or ')}; correct it`);
}

function clientSecret(env: Environment): string {
  const file = given(env, 'QUERYGATE_OIDC_CLIENT_SECRET_FILE');
  if (file === undefined) return needed(env, 'QUERYGATE_OIDC_CLIENT_SECRET');
  if (given(env, 'QUERYGATE_OIDC_CLIENT_SECRET') !== undefined)
    throw new ConfigError(
      '`QUERYGATE_OIDC_CLIENT_SECRET` and `QUERYGATE_OIDC_CLIENT_SECRET_FILE` are both set; remove one of them',
    );
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    throw new ConfigError(`the file of \`QUERYGATE_OIDC_CLIENT_SECRET_FILE\` cannot be read (${code}); correct it`);
  }
  if (text === '' || text.length > MAX_SECRET_FILE || /[\r\n]/.test(text))
    throw new ConfigError(
      'the file of `QUERYGATE_OIDC_CLIENT_SECRET_FILE` must hold the secret on one line, and nothing else; correct it',
    );
  return text;
}

function groupRoles(env: Environment): readonly GroupRole[] {
  const name = 'QUERYGATE_OIDC_ROLES';
  const roles = (given(env, name) ?? '')
    .split(/[;\n]/)
    .map((each) => each.trim())
    .filter((each) => each !== '')
    .map((each) => {
      // Groups can be names of a directory, such as `CN=Admins,OU=Groups`: the last `=` ends the group.
      const end = each.lastIndexOf('=');
      const group = each.slice(0, Math.max(end, 0)).trim();
      const role = givenRole(each.slice(end + 1));
      if (group !== '' && role) return { group, ...role };
      throw new ConfigError(
        `\`${name}\` must be like \`<group>=<workspace>:<role>\`, separated by \`;\`, with the roles ${listed(ROLES)}; correct \`${each}\``,
      );
    });
  if (roles.length === 0 && given(env, 'QUERYGATE_OIDC_GROUPS_CLAIM') !== undefined)
    throw new ConfigError(`\`QUERYGATE_OIDC_GROUPS_CLAIM\` is set, but \`${name}\` is not; set it too`);
  return roles;
}

function newAccounts(env: Environment, roles: readonly GroupRole[]): Pick<SignOnSettings, 'domains' | 'defaultRole'> {
  const domains = (given(env, 'QUERYGATE_OIDC_DOMAINS') ?? '')
    .split(/[,\s]+/)
    .filter((each) => each !== '')
    .map((each) => {
      const domain = domainToASCII(each);
      if (domain.includes('.') && /^[a-z0-9.-]+$/.test(domain)) return domain;
      throw new ConfigError(
        `\`QUERYGATE_OIDC_DOMAINS\` must be domains such as \`acme.example\`, separated by \`,\`; correct \`${each}\``,
      );
    });
  const name = 'QUERYGATE_OIDC_DEFAULT_ROLE';
  const text = given(env, name);
  const defaultRole = text === undefined ? undefined : givenRole(text);
  if (text !== undefined && (!defaultRole || defaultRole.role === 'owner'))
    throw new ConfigError(
      `\`${name}\` must be like \`<workspace>:<role>\`, with the roles ${listed(ROLES.filter((role) => role !== 'owner'))}; correct it`,
    );
  if (defaultRole && domains.length === 0)
    throw new ConfigError(`\`${name}\` is set, but \`QUERYGATE_OIDC_DOMAINS\` is not; set both, or neither`);
  if (domains.length > 0 && !defaultRole && roles.length === 0)
    throw new ConfigError(
      `\`QUERYGATE_OIDC_DOMAINS\` is set, but nothing gives a new account a role; set \`${name}\` or \`QUERYGATE_OIDC_ROLES\``,
    );
  return { domains, defaultRole };
}

function givenRole(text: string): GivenRole | undefined {
  const [workspace = '', role = '', ...more] = text.split(':').map((each) => each.trim());
  const known = ROLES.find((each) => each === role);
  return FORMATS.workspaceId.test(workspace) && known !== undefined && more.length === 0
    ? { workspace, role: known }
    : undefined;
}

function listed(words: readonly string[]): string {
  return words.map((each) => `\`${each}\``).join(', ');
}

function issuerUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'https:' || (url && isLocalHttp(url))) return url;
  throw new ConfigError(`\`${ISSUER}\` must be an https URL; correct it`);
}

/** Plain HTTP is for tests with a provider on the same machine. */
export function isLocalHttp({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && (hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]');
}
