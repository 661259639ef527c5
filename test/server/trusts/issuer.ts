import { createHmac, createPrivateKey, generateKeyPairSync, type JsonWebKey, randomUUID, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CreateTrust } from '../../../src/contract/index.ts';

export type Claims = Readonly<Record<string, unknown>>;

/** A CI host on localhost, which signs identity tokens and publishes its keys. */
export interface TestIssuer {
  readonly issuer: string;
  /** The current key, with its private part. */
  readonly key: JsonWebKey;
  /** The published keys; a test may change them. */
  published: readonly JsonWebKey[];
  /** Where its key set redirects to. */
  redirect: string | undefined;
  /** The issuer that its metadata names, and bytes that it sends after them. */
  named: string;
  padding: number;
  /** Whether it accepts requests and never answers. */
  hangs: boolean;
  /** Where its metadata says that its keys are. Default: at the issuer. */
  keysAt: string | undefined;
  /** Paths that were requested. */
  readonly requests: string[];
  /** Signs with a new key from now on, and publishes that one only. */
  rotate(): void;
  /** An identity token; `undefined` removes a claim. */
  token(claims: Claims, header?: Claims, key?: JsonWebKey): string;
  close(): Promise<void>;
}

let keys = 0;

export function newKey(): JsonWebKey {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { ...privateKey.export({ format: 'jwk' }), kid: `key-${++keys}`, use: 'sig', alg: 'RS256' };
}

export function publicPart({ kty, n, e, kid, use, alg }: JsonWebKey & { kid?: string; use?: string; alg?: string }) {
  return { kty, n, e, kid, use, alg } as JsonWebKey;
}

export async function startIssuer(): Promise<TestIssuer> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    if (test.hangs) return;
    if (request.url === '/keys' && test.redirect !== undefined)
      return response.writeHead(302, { location: test.redirect }).end();
    const answers: Readonly<Record<string, object>> = {
      '/.well-known/openid-configuration': { issuer: test.named, jwks_uri: test.keysAt ?? `${issuer}/keys` },
      '/keys': { keys: test.published },
    };
    const answer = answers[request.url ?? ''];
    if (!answer) return response.writeHead(404).end();
    return response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(`${JSON.stringify(answer)}${' '.repeat(test.padding)}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let key = newKey();
  const test: TestIssuer = {
    issuer,
    get key() {
      return key;
    },
    published: [publicPart(key)],
    redirect: undefined,
    named: issuer,
    padding: 0,
    hangs: false,
    keysAt: undefined,
    requests,
    rotate: () => {
      key = newKey();
      test.published = [publicPart(key)];
    },
    token: (claims, header = {}, by = key) =>
      signed({ alg: 'RS256', typ: 'JWT', kid: by['kid'], ...header }, claims, by),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return test;
}

function signed(header: Claims, claims: Claims, key: JsonWebKey): string {
  const text = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${text}.${signatureOf(header['alg'], text, key)}`;
}

function signatureOf(alg: unknown, text: string, key: JsonWebKey): string {
  if (alg === 'none') return '';
  if (alg === 'HS256')
    return createHmac('sha256', Buffer.from(String(key.k ?? key.n), 'base64url'))
      .update(text)
      .digest('base64url');
  return sign('RSA-SHA256', Buffer.from(text), createPrivateKey({ key, format: 'jwk' })).toString('base64url');
}

/** A trust in the workflow of one repository, for pull requests. */
export const GITHUB_TRUST: CreateTrust = {
  name: 'GitHub',
  host: 'github',
  claims: {
    repository_id: '1001',
    repository_owner_id: '2002',
    event_name: ['pull_request', 'push'],
    job_workflow_ref: 'acme/shop/.github/workflows/querygate.yml@*',
  },
  scopes: ['ci_dryrun:execute'],
};

/** The claims of a job of a pull request of that repository. */
export function githubClaims(issuer: string, audience: string, now: Date): Claims {
  const seconds = Math.floor(now.getTime() / 1000);
  return {
    iss: issuer,
    aud: audience,
    sub: 'repo:acme/shop:pull_request',
    jti: randomUUID(),
    iat: seconds,
    nbf: seconds - 10,
    exp: seconds + 300,
    repository: 'acme/shop',
    repository_id: '1001',
    repository_owner: 'acme',
    repository_owner_id: '2002',
    event_name: 'pull_request',
    ref: 'refs/pull/7/merge',
    job_workflow_ref: 'acme/shop/.github/workflows/querygate.yml@refs/pull/7/merge',
  };
}
