import { API_SCOPES, type ApiScope } from '../../src/contract/index.ts';
import { admin, type Bundle, type Store } from './bundle.ts';
import type { Wire } from './wire.ts';

const PASSWORD = 'correct horse battery staple';

/** A workspace created by an administrator, and its owner. */
export interface LoadWorkspace {
  readonly id: string;
  readonly email: string;
  readonly password: string;
}

/** Creates a workspace and its owner with `querygate admin`. Works with and without running servers. */
export async function makeWorkspace(bundle: Bundle, store: Store, id: string): Promise<LoadWorkspace> {
  const email = `owner@${id}.example.com`;
  await admin(bundle, store, ['workspace', 'create', id, '--name', id]);
  await admin(bundle, store, ['user', 'create', email, '--password-stdin'], `${PASSWORD}\n`);
  await admin(bundle, store, ['member', 'set', id, email, 'owner']);
  return { id, email, password: PASSWORD };
}

/** Signs the owner in; returns the token. */
export async function signIn(wire: Wire, url: string, { email, password }: LoadWorkspace): Promise<string> {
  const { status, body } = await wire.send(url, { method: 'POST', path: '/sessions', body: { email, password } });
  if (status !== 201) throw new Error(`sign-in answered ${status}: ${JSON.stringify(body)}`);
  return (body as { readonly token: string }).token;
}

/** Creates an API key with the scopes (default: all) as a signed-in owner; returns the key. */
export async function makeKey(
  wire: Wire,
  url: string,
  options: {
    readonly workspace: string;
    readonly token: string;
    readonly name: string;
    readonly scopes?: readonly ApiScope[];
  },
): Promise<string> {
  const { status, body } = await wire.send(url, {
    method: 'POST',
    path: `/workspaces/${options.workspace}/keys`,
    bearer: options.token,
    body: { name: options.name, scopes: options.scopes ?? API_SCOPES },
  });
  if (status !== 201) throw new Error(`key creation answered ${status}: ${JSON.stringify(body)}`);
  return (body as { readonly secret: string }).secret;
}
