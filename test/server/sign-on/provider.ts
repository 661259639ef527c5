import { createPrivateKey, generateKeyPairSync, type JsonWebKey, sign } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type Configuration, interactionPolicy } from 'oidc-provider';

/** The account that the provider signs in, without asking. */
export interface Account {
  readonly sub: string;
  readonly email: string;
  readonly email_verified: boolean;
  readonly name?: string;
  /** Undefined: the claim is missing. */
  readonly groups?: readonly string[] | undefined;
  /** Further claims. */
  readonly [claim: string]: unknown;
}

/** Claims of an id token that are replaced (undefined: removed) before it is signed again, with `key` or its own key. */
export interface Tampering {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly key?: JsonWebKey;
}

export interface TestProvider {
  readonly issuer: string;
  account: Account;
  /** Claims are in the id token; else at the `userinfo` endpoint only. */
  claimsInToken: boolean;
  /** The user cancels at the provider. */
  cancels: boolean;
  tampering: Tampering | undefined;
  /** Signs with a new key from now on, and forgets the old one. */
  rotate(): void;
  /** Stops answering, until it is started again. */
  stop(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

export const CLIENT = { id: 'querygate', secret: 's'.repeat(40) } as const;

let keys = 0;

export function signingKey(): JsonWebKey {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { ...privateKey.export({ format: 'jwk' }), kid: `key-${++keys}`, use: 'sig', alg: 'RS256' };
}

/** A real OpenID provider on localhost, whose user agrees to everything. */
export async function startProvider(redirectUri: string): Promise<TestProvider> {
  const server: Server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  let key = signingKey();
  let current = made();
  const test: TestProvider = {
    issuer,
    account: { sub: 'bob', email: 'bob@acme.example', email_verified: true },
    claimsInToken: true,
    cancels: false,
    tampering: undefined,
    rotate: () => {
      key = signingKey();
      current = made();
    },
    stop,
    start: () => new Promise((resolve) => server.listen(port, '127.0.0.1', resolve)),
    close: stop,
  };

  function made(): { readonly provider: Provider; readonly answer: ReturnType<Provider['callback']> } {
    const policy = interactionPolicy.base();
    policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }));
    const provider = new Provider(issuer, {
      clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [redirectUri] }],
      jwks: { keys: [key] } as Configuration['jwks'],
      cookies: { keys: ['only-for-tests'] },
      claims: {
        openid: ['sub'],
        email: ['email', 'email_verified', 'xms_edov'],
        profile: ['name', 'groups', 'roles_of_team', '_claim_names'],
      },
      conformIdTokenClaims: false,
      features: { devInteractions: { enabled: false } },
      findAccount: (_, sub) => ({
        accountId: sub,
        claims: (use) => (use === 'id_token' && !test.claimsInToken ? { sub } : { ...test.account, sub }),
      }),
      interactions: { policy, url: (_, { uid }) => `/interaction/${uid}` },
    });
    provider.use(async (ctx, next) => {
      await next();
      const body = ctx.body as { id_token?: string } | undefined;
      if (ctx.path === '/token' && test.tampering && body?.id_token)
        body.id_token = tampered(body.id_token, test.tampering);
    });
    return { provider, answer: provider.callback() };
  }

  function tampered(token: string, { claims, key: by = key }: Tampering): string {
    const header = { alg: 'RS256', kid: key['kid'] };
    const before: object = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    const parts = [header, { ...before, ...claims }];
    const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
    const signature = sign('RSA-SHA256', Buffer.from(text), createPrivateKey({ key: by, format: 'jwk' }));
    return `${text}.${signature.toString('base64url')}`;
  }

  server.on('request', async (request, response) => {
    const { provider, answer } = current;
    if (!request.url?.startsWith('/interaction/')) return answer(request, response);
    const { params } = await provider.interactionDetails(request, response);
    if (test.cancels) return provider.interactionFinished(request, response, { error: 'access_denied' });
    const grant = new provider.Grant({ accountId: test.account.sub, clientId: String(params['client_id']) });
    grant.addOIDCScope(String(params['scope']));
    await provider.interactionFinished(request, response, {
      login: { accountId: test.account.sub },
      select_account: {},
      consent: { grantId: await grant.save() },
    });
  });
  return test;
}

/** Follows the provider's redirects, as a browser without a session there does, to the path of the callback. */
export async function visitProvider(url: string, publicUrl: string): Promise<string> {
  const jar = new Map<string, string>();
  let next = url;
  for (let hops = 0; hops < 10 && !next.startsWith(publicUrl); hops++) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const reply = await fetch(next, { redirect: 'manual', headers: { cookie } });
    for (const each of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(each) ?? [];
      jar.set(name, value);
    }
    next = new URL(reply.headers.get('location') ?? '', next).href;
  }
  return next.slice(publicUrl.length);
}
