import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CreateTrust, EXCHANGE_GRANT, ID_TOKEN_TYPE, type Trust } from '../../../src/contract/index.ts';
import { createApp, urlOf } from '../../../src/server/http/index.ts';
import { createTrust, removeTrust } from '../../../src/server/trusts/manage.ts';
import { HANGS } from '../../timeouts.ts';
import { BY, NO_RATES, type Reply, startTestApp, type TestApp } from '../http/test-app.ts';
import { entries } from '../keys/world.ts';
import { NOON } from '../test-store.ts';
import { type Claims, GITHUB_TRUST, githubClaims, newKey, publicPart, startIssuer, type TestIssuer } from './issuer.ts';

const BASE_URL = 'https://querygate.acme.example';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

let issuer: TestIssuer;
let other: TestIssuer;
let app: TestApp;
let workspace: string;
let audience: string;

beforeAll(async () => {
  [issuer, other] = await Promise.all([startIssuer(), startIssuer()]);
  app = await startTestApp({
    runner: true,
    http: { publicUrl: BASE_URL, identityIssuers: [issuer.issuer, `${issuer.issuer}/`] },
  });
});
afterAll(async () => {
  await app.close();
  await issuer.close();
  await other.close();
});
beforeEach(async () => {
  app.store.clock.now = NOON;
  workspace = await app.workspace();
  audience = `${BASE_URL}/workspaces/${workspace}`;
  issuer.redirect = undefined;
  issuer.named = issuer.issuer;
  issuer.padding = 0;
  issuer.hangs = false;
  issuer.keysAt = undefined;
  issuer.published = [publicPart(issuer.key)];
});

const settings = { publicUrl: BASE_URL, issuers: undefined };

function trust(more: Partial<CreateTrust> = {}): Promise<Trust> {
  return createTrust(app.ctx, workspace, { ...GITHUB_TRUST, issuer: issuer.issuer, ...more }, settings, BY);
}

const claims = (more: Claims = {}): Claims => ({
  ...githubClaims(issuer.issuer, audience, app.store.clock.now),
  ...more,
});

function exchange(token: string, more: Readonly<Record<string, string>> = {}): Promise<Reply> {
  const form = { grant_type: EXCHANGE_GRANT, subject_token: token, subject_token_type: ID_TOKEN_TYPE, ...more };
  return app.ask({
    method: 'POST',
    url: '/api/v1/auth/token',
    headers: FORM,
    body: String(new URLSearchParams(form)),
  });
}

const tokenOf = (reply: Reply) => {
  expect(reply.text).toContain('access_token');
  return (reply.body as { access_token: string }).access_token;
};

const dryRun = (as: string, into = workspace) =>
  app.ask({
    method: 'POST',
    url: '/api/v1/ci/dry-run',
    as,
    body: {
      workspace: into,
      files: [{ path: 'a.sql', dialect: 'postgresql', status: 'given', source: { text: 'SELECT 1;' } }],
    },
  });

const later = (seconds: number) => {
  app.store.clock.now = new Date(app.store.clock.now.getTime() + seconds * 1000);
};

let hours = 0;

/** The keys of the issuer are read again: past the time of those that were read, and past the pause after a failure. */
function keysAreRead(): void {
  later(++hours * 3600);
}

describe('an exchange', () => {
  it('gives a token that works like a key with the scopes of the trust, until it expires', async () => {
    const { id } = await trust({ ttlMinutes: 5 });
    const reply = await exchange(issuer.token(claims()));
    expect(reply).toMatchObject({
      status: 200,
      headers: { 'cache-control': 'no-store', pragma: 'no-cache' },
      body: {
        access_token: expect.stringMatching(/^qgt_[0-9A-Za-z]{46}$/),
        issued_token_type: 'urn:ietf:params:oauth:token-type:access_token',
        token_type: 'Bearer',
        expires_in: 300,
        scope: 'ci_dryrun:execute',
      },
    });
    const token = tokenOf(reply);
    const answer = await dryRun(token);
    expect(answer.status).toBe(200);
    expect(answer.headers['querygate-key-expires']).toBeUndefined();
    const { token: owner } = await app.person(workspace, 'owner');
    expect(await app.ask({ url: `/api/v1/workspaces/${workspace}/dry-runs?key=${id}`, as: owner })).toMatchObject({
      body: { items: [{ key: { kind: 'trust', id } }] },
    });
    expect((await dryRun(token, await app.workspace())).code).toBe('workspace_not_found');
    expect((await app.ask({ url: `/api/v1/workspaces/${workspace}/ruleset`, as: token })).code).toBe('scope_missing');
    expect((await app.ask({ url: '/api/v1/key', as: token })).body).toMatchObject({
      id,
      workspace,
      scopes: ['ci_dryrun:execute'],
      expiresAt: new Date(NOON.getTime() + 300_000).toISOString(),
    });
    later(300);
    expect((await dryRun(token)).code).toBe('token_unknown');
  });

  it('names trust, subject, repository and ref in the audit trail and in the list of trusts', async () => {
    const { id } = await trust({ name: 'shop' });
    await dryRun(tokenOf(await exchange(issuer.token(claims({ ref: 'refs/heads/a\u202eb' })))));
    const job = 'repo:acme/shop:pull_request, acme/shop, refs/heads/a?b';
    const trail = await entries(app.store.db, workspace);
    expect(trail.find(({ type }) => type === 'dry_run')?.actor).toEqual({ kind: 'trust', id, name: `shop (${job})` });
    const { token: owner } = await app.person(workspace, 'owner');
    const { body } = await app.ask({ url: `/api/v1/workspaces/${workspace}/trusts`, as: owner });
    expect(body).toMatchObject({ items: [{ id, lastUsedAt: NOON.toISOString(), lastUsedBy: job }] });
  });

  it('lets a job simulate, and lists its simulation with the trust', async () => {
    const { id } = await trust({
      name: 'reviewed',
      claims: { ...GITHUB_TRUST.claims, event_name: 'pull_request', environment: 'querygate' },
      scopes: ['rules:simulate'],
    });
    const token = tokenOf(await exchange(issuer.token(claims({ environment: 'querygate' }))));
    const started = await app.ask({
      method: 'POST',
      url: '/api/v1/ci/rules/simulate',
      as: token,
      body: { workspace, head: { files: [] } },
    });
    expect(started.status).toBe(202);
    const { token: owner } = await app.person(workspace, 'owner');
    const list = await app.ask({ url: `/api/v1/workspaces/${workspace}/simulations`, as: owner });
    expect(list).toMatchObject({ body: { items: [{ startedBy: { id, name: 'reviewed' } }] } });
    const trail = await entries(app.store.db, workspace);
    expect(trail.find(({ type }) => type === 'simulation.started')?.actor).toMatchObject({ kind: 'trust', id });
  });

  it('is by the trust with the most scopes, of those that accept the job', async () => {
    await trust();
    await trust({
      claims: { ...GITHUB_TRUST.claims, environment: 'q' },
      scopes: ['rules:simulate', 'ci_dryrun:execute'],
    });
    await trust({ name: 'last' });
    const scopesOf = async (more: Claims) => (await exchange(issuer.token(claims(more)))).body;
    expect(await scopesOf({ environment: 'q' })).toMatchObject({ scope: 'ci_dryrun:execute rules:simulate' });
    expect(await scopesOf({})).toMatchObject({ scope: 'ci_dryrun:execute' });
  });

  it('gives only the requested scopes', async () => {
    await trust({
      claims: { ...GITHUB_TRUST.claims, event_name: 'pull_request', environment: 'q' },
      scopes: ['ci_dryrun:execute', 'rules:simulate'],
    });
    const reply = await exchange(issuer.token(claims({ environment: 'q' })), { scope: 'rules:simulate' });
    expect(reply).toMatchObject({ body: { scope: 'rules:simulate' } });
    expect((await dryRun(tokenOf(reply))).code).toBe('scope_missing');
  });

  it('stores no token', async () => {
    await trust();
    const identity = issuer.token(claims());
    const token = tokenOf(await exchange(identity));
    await dryRun(token);
    const tables = await app.store.db.query<{ name: string }>(
      "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'",
    );
    for (const { name } of tables.rows) {
      const { rows } = await app.store.db.query<{ text: string }>(`SELECT t::text AS text FROM "${name}" t`);
      for (const { text } of rows) {
        expect(text).not.toContain(token.slice(4, 40));
        expect(text).not.toContain(identity.split('.')[2]);
      }
    }
    expect(app.log.join('\n')).not.toContain(token.slice(4, 40));
    expect(app.log.join('\n')).not.toContain(identity.split('.')[2]);
  });
});

type Refusal = readonly [title: string, code: string, act: () => Promise<Reply>];

/** After a good trust was made. */
const REFUSALS: readonly Refusal[] = [
  [
    'that was exchanged before',
    'identity_used',
    async () => {
      const token = issuer.token(claims());
      expect((await exchange(token)).status).toBe(200);
      return exchange(token);
    },
  ],
  [
    'with a `jti` that was exchanged before, on another token',
    'identity_used',
    async () => {
      const same = claims();
      await exchange(issuer.token(same));
      return exchange(issuer.token({ ...same, ref: 'refs/pull/8/merge' }));
    },
  ],
  [
    'of a new repository with the name of the trusted one',
    'identity_untrusted',
    () => exchange(issuer.token(claims({ repository_id: '9009' }))),
  ],
  [
    'of another workflow',
    'identity_untrusted',
    () =>
      exchange(issuer.token(claims({ job_workflow_ref: 'acme/shop/.github/workflows/evil.yml@refs/pull/7/merge' }))),
  ],
  [
    'of `pull_request_target`',
    'identity_untrusted',
    () => exchange(issuer.token(claims({ event_name: 'pull_request_target' }))),
  ],
  ['without a bound claim', 'identity_untrusted', () => exchange(issuer.token(claims({ event_name: undefined })))],
  [
    'with a list as a bound claim',
    'identity_untrusted',
    () => exchange(issuer.token(claims({ repository_id: ['1001'] }))),
  ],
  [
    'for another audience',
    'identity_untrusted',
    () => exchange(issuer.token(claims({ aud: 'https://other.example/workspaces/shop' }))),
  ],
  [
    'for another workspace of the service',
    'identity_untrusted',
    async () => exchange(issuer.token(claims({ aud: `${BASE_URL}/workspaces/${await app.workspace()}` }))),
  ],
  [
    'for the workspace and another service',
    'identity_invalid',
    () => exchange(issuer.token(claims({ aud: [audience, 'https://other.example'] }))),
  ],
  ['of another issuer', 'identity_untrusted', () => exchange(other.token(claims({ iss: other.issuer })))],
  ['of another issuer, which names the trusted one', 'identity_invalid', () => exchange(other.token(claims()))],
  [
    'signed by another key under the trusted key id',
    'identity_invalid',
    () => exchange(issuer.token(claims(), { kid: issuer.key['kid'] }, newKey())),
  ],
  [
    'of an issuer that differs by a slash',
    'identity_untrusted',
    () => exchange(issuer.token(claims({ iss: `${issuer.issuer}/` }))),
  ],
  [
    'that has expired',
    'identity_invalid',
    async () => {
      const token = issuer.token(claims());
      later(331);
      return exchange(token);
    },
  ],
  [
    'that expires in two days',
    'identity_invalid',
    () => exchange(issuer.token(claims({ exp: NOON.getTime() / 1000 + 48 * 3600 }))),
  ],
  [
    'that is not valid yet',
    'identity_invalid',
    () => exchange(issuer.token(claims({ nbf: NOON.getTime() / 1000 + 60 }))),
  ],
  [
    'that was issued in the future',
    'identity_invalid',
    () => exchange(issuer.token(claims({ iat: NOON.getTime() / 1000 + 60 }))),
  ],
  ...['jti', 'exp', 'iat', 'sub', 'iss', 'aud'].map(
    (claim): Refusal => [
      `without \`${claim}\``,
      'identity_invalid',
      () => exchange(issuer.token(claims({ [claim]: undefined }))),
    ],
  ),
  ['with `alg: none`', 'identity_invalid', () => exchange(issuer.token(claims(), { alg: 'none' }))],
  [
    'signed with the public key as a secret (HS256)',
    'identity_invalid',
    () => exchange(issuer.token(claims(), { alg: 'HS256' })),
  ],
  [
    'signed with a symmetric key that is in the key set',
    'identity_invalid',
    () => {
      keysAreRead();
      const secret = { kty: 'oct', k: Buffer.alloc(32, 7).toString('base64url'), kid: 'shared', alg: 'HS256' };
      issuer.published = [publicPart(issuer.key), secret];
      return exchange(issuer.token(claims(), { alg: 'HS256' }, secret));
    },
  ],
  [
    'that names a symmetric key of the key set for RS256',
    'identity_invalid',
    () => {
      keysAreRead();
      const secret = { kty: 'oct', k: Buffer.alloc(32, 7).toString('base64url'), kid: 'shared', alg: 'RS256' };
      issuer.published = [publicPart(issuer.key), secret];
      return exchange(issuer.token(claims(), { kid: 'shared' }));
    },
  ],
  [
    'of an unknown key id',
    'identity_invalid',
    async () => {
      keysAreRead();
      const before = issuer.requests.length;
      const reply = await exchange(issuer.token(claims(), { kid: 'unknown' }));
      expect(issuer.requests.length).toBe(before + 2);
      return reply;
    },
  ],
  ['without a key id', 'identity_invalid', () => exchange(issuer.token(claims(), { kid: undefined }))],
  [
    'whose key is in the token itself',
    'identity_invalid',
    () => {
      const key = newKey();
      return exchange(issuer.token(claims(), { jwk: publicPart(key) }, key));
    },
  ],
  ['that is no token', 'identity_invalid', () => exchange('a.b.c')],
  [
    'of a trust that was removed a second ago',
    'identity_untrusted',
    async () => {
      const { token } = await app.person(workspace, 'owner');
      const list = await app.ask({ url: `/api/v1/workspaces/${workspace}/trusts`, as: token });
      const [{ id }] = (list.body as { items: [{ id: string }] }).items;
      await removeTrust(app.ctx, workspace, id, BY);
      later(1);
      return exchange(issuer.token(claims()));
    },
  ],
  [
    'with more scopes than the trust gives',
    'scope_refused',
    () => exchange(issuer.token(claims()), { scope: 'ci_dryrun:execute rules:simulate' }),
  ],
  ['with a scope that does not exist', 'scope_refused', () => exchange(issuer.token(claims()), { scope: 'admin' })],
  [
    'with another `audience` than its own',
    'target_invalid',
    () => exchange(issuer.token(claims()), { audience: `${BASE_URL}/workspaces/other` }),
  ],
  [
    'with a `resource`',
    'target_invalid',
    () => exchange(issuer.token(claims()), { resource: 'https://other.example' }),
  ],
  ['with the token of an actor', 'exchange_malformed', () => exchange(issuer.token(claims()), { actor_token: 'x' })],
  [
    'of another type',
    'exchange_malformed',
    () => exchange(issuer.token(claims()), { subject_token_type: 'urn:ietf:params:oauth:token-type:saml2' }),
  ],
  ['with another grant', 'grant_unsupported', () => exchange(issuer.token(claims()), { grant_type: 'password' })],
  [
    'that is given twice',
    'exchange_malformed',
    () =>
      app.ask({
        method: 'POST',
        url: '/api/v1/auth/token',
        headers: FORM,
        body: `grant_type=${encodeURIComponent(EXCHANGE_GRANT)}&subject_token=a&subject_token=b`,
      }),
  ],
];

describe('an identity token is refused', () => {
  it.each(REFUSALS)('%s', async (_, code, act) => {
    await trust();
    const reply = await act();
    expect([reply.status, reply.code]).toEqual([400, code]);
    expect(reply.body).toMatchObject({ error_description: expect.stringMatching(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/) });
  });

  it('as JSON, with another content type than the rest of the problems', async () => {
    const reply = await app.ask({ method: 'POST', url: '/api/v1/auth/token', body: {} });
    expect([reply.status, reply.code]).toEqual([415, 'content_type_wrong']);
  });

  it('on another server with the same store, once one has exchanged it', async () => {
    await trust();
    const { ctx, engine, recorder } = app;
    const second = await createApp({
      ctx,
      engine,
      recorder,
      wake: () => undefined,
      options: { log: { level: 'silent' }, rates: NO_RATES, identityIssuers: [issuer.issuer] },
    });
    try {
      await second.fastify.listen({ host: '127.0.0.1', port: 0 });
      const token = issuer.token(claims());
      const post = (base: string) =>
        fetch(new URL('/api/v1/auth/token', base), {
          method: 'POST',
          body: new URLSearchParams({
            grant_type: EXCHANGE_GRANT,
            subject_token: token,
            subject_token_type: ID_TOKEN_TYPE,
          }),
        });
      const replies = await Promise.all([post(app.url.href), post(urlOf(second.fastify.server))]);
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 400]);
      const refused = replies.find(({ status }) => status === 400);
      expect(await refused?.json()).toMatchObject({ code: 'identity_used', error: 'invalid_request' });
    } finally {
      await second.fastify.close();
    }
  });

  it('if the operator no longer lists the issuer of the trust', async () => {
    await trust({ issuer: other.issuer });
    const reply = await exchange(other.token(claims({ iss: other.issuer })));
    expect(reply.code).toBe('identity_untrusted');
    expect(other.requests).toEqual([]);
  });
});

describe('a removed trust', () => {
  it('ends its tokens at once', async () => {
    const { id } = await trust();
    const token = tokenOf(await exchange(issuer.token(claims())));
    expect((await dryRun(token)).status).toBe(200);
    await removeTrust(app.ctx, workspace, id, BY);
    expect((await dryRun(token)).code).toBe('token_unknown');
  });
});

describe('the keys of an issuer', () => {
  it('are read again for an unknown key id after a pause, so that a rotation works', async () => {
    await trust();
    keysAreRead();
    await exchange(issuer.token(claims()));
    later(11);
    issuer.rotate();
    const before = issuer.requests.length;
    expect((await exchange(issuer.token(claims()))).status).toBe(200);
    expect(issuer.requests.length).toBe(before + 2);
    for (const kid of ['a', 'b', 'c']) await exchange(issuer.token(claims(), { kid }));
    expect(issuer.requests.length).toBe(before + 2);
  });

  it('are forgotten ten minutes after they were read', async () => {
    await trust();
    const withdrawn = issuer.key;
    keysAreRead();
    expect((await exchange(issuer.token(claims()))).status).toBe(200);
    issuer.rotate();
    later(601);
    expect((await exchange(issuer.token(claims(), {}, withdrawn))).code).toBe('identity_invalid');
  });

  it.each([
    {
      title: 'redirects to a larger key set',
      reason: /keys`: it answered 302/,
      change: () => {
        const key = newKey();
        other.published = [publicPart(issuer.key), publicPart(key)];
        issuer.redirect = `${other.issuer}/keys`;
        return key;
      },
    },
    {
      title: 'sends too much',
      reason: /has more than 262144 bytes/,
      change: () => {
        issuer.padding = 300_000;
      },
    },
    {
      title: 'never answers',
      reason: /sent no response|no response in time/,
      change: () => {
        issuer.hangs = true;
      },
    },
    {
      title: 'says that it is another',
      reason: /says that it is another issuer/,
      change: () => {
        issuer.named = `${issuer.issuer}/`;
      },
    },
    {
      title: 'names keys on another host',
      reason: /it is on another host than the issuer/,
      change: () => {
        issuer.keysAt = `${other.issuer}/keys`;
      },
    },
  ])('are not read from an issuer that $title', { timeout: HANGS }, async ({ change, reason }) => {
    await trust();
    keysAreRead();
    const key = change() ?? undefined;
    const seen = other.requests.length;
    const reply = await exchange(issuer.token(claims(), {}, key));
    expect([reply.status, reply.code]).toEqual([503, 'issuer_unavailable']);
    expect(other.requests.length).toBe(seen);
    expect(app.log.findLast((line) => line.includes('the keys of an issuer cannot be read'))).toMatch(reason);
  });
});
