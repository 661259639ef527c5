import { createHash } from 'node:crypto';
import createClient, { type Middleware } from 'openapi-fetch';
import type { paths } from './api.d.ts';

// An integrator's program on the client that openapi-typescript generates: makes each call of the API once, and prints
// what was sent and answered as JSON, which becomes the examples of the OpenAPI document.
//
// Environment: URL of a new service, its one-time CODE, EMAIL and PASSWORD of the owner-to-be, the ISSUER of a CI host and the
// IDENTITY of one of its jobs. The history needs a query
// of the day before.

/** What was sent and answered in one call; the documentation shows it. */
interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly request: unknown;
  readonly response: unknown;
}

const { URL: baseUrl = '', CODE: code = '', EMAIL: email = '', PASSWORD: password = '' } = process.env;
const { ISSUER: issuer = '', IDENTITY: identityToken = '' } = process.env;
const WORKSPACE = 'shop';
const inWorkspace = { path: { workspace: WORKSPACE } };
const RULES = 'version: 1\nextends: [querygate:recommended@1]\n';
const TEXT = 'ALTER TABLE orders DROP COLUMN note;\n';

const exchanges = new Map<string, Exchange>();

const record: Middleware = {
  async onResponse({ request, schemaPath, response }) {
    const call = `${request.method} ${schemaPath}`;
    if (!response.ok) throw new Error(`${call} answered ${response.status}: ${await response.text()}`);
    // A call that is polled is shown as it ends.
    if (exchanges.has(call) && schemaPath !== SIMULATION && schemaPath !== CHAIN) return;
    const [sent, answered] = [bodies.get(request) ?? '', await response.clone().text()];
    const isLines = response.headers.get('content-type') === 'application/jsonl';
    const isJson = request.headers.get('content-type') === 'application/json';
    const isForm = request.headers.get('content-type') === FORM;
    exchanges.set(call, {
      method: request.method.toLowerCase(),
      path: schemaPath,
      request:
        sent === ''
          ? undefined
          : isJson
            ? JSON.parse(sent)
            : isForm
              ? Object.fromEntries(new URLSearchParams(sent))
              : sent,
      response: answered === '' ? undefined : isLines ? answered : JSON.parse(answered),
    });
  },
  async onRequest({ request }) {
    bodies.set(request, await request.clone().text());
  },
};
const FORM = 'application/x-www-form-urlencoded';
const CHAIN = '/api/v1/workspaces/{workspace}/audit-chain';
const SIMULATION = '/api/v1/ci/rules/simulations/{id}';
const bodies = new WeakMap<Request, string>();

/** A client for the holder of a key or token. */
function clientFor(bearer?: string) {
  const headers = bearer === undefined ? {} : { authorization: `Bearer ${bearer}` };
  const client = createClient<paths>({ baseUrl, headers });
  client.use(record);
  return client;
}

/** The body of a response; a failed call has thrown before. */
function dataOf<T>({ data }: { readonly data?: T }): NonNullable<T> {
  if (data === undefined || data === null) throw new Error('a response without a body');
  return data;
}

async function signIn(as: string, secret: string) {
  const { token, user } = dataOf(await clientFor().POST('/api/v1/sessions', { body: { email: as, password: secret } }));
  if (token === undefined) throw new Error('a session without a token');
  return { token, user };
}

/** Follows redirects through the identity provider and back to the service, as a browser does, which keeps cookies. */
async function browse(url: string, begun: readonly string[]): Promise<void> {
  const jar = new Map<string, string>();
  let next = new URL(url);
  for (let hops = 0; hops < 20; hops++) {
    const isBack = next.pathname === '/auth/oidc/callback';
    // The service does not run under its public URL here.
    const page = isBack ? new URL(next.pathname + next.search, baseUrl) : next;
    const cookies = isBack ? begun.map((each) => each.split(';')[0]) : [...jar].map((pair) => pair.join('='));
    const answer = await fetch(page, { redirect: 'manual', headers: { cookie: cookies.join('; ') } });
    if (isBack) return;
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      jar.set(name, value);
    }
    next = new URL(answer.headers.get('location') ?? '', next);
  }
  throw new Error('the identity provider does not lead back');
}

// The first workspace and its owner.
await clientFor().GET('/api/v1/setup');
await clientFor().GET('/api/v1/sign-in-methods');
// It is for browsers, which say where a request comes from.
await clientFor().POST('/api/v1/sign-on', { body: { return: '/' }, headers: { 'sec-fetch-site': 'same-origin' } });
await clientFor().POST('/api/v1/setup', {
  body: { code, workspace: { id: 'first' }, email, name: 'Ann', password },
});

const { token } = await signIn(email, password);
const owner = clientFor(token);

// A workspace and its API keys.
await owner.POST('/api/v1/workspaces', { body: { id: WORKSPACE, name: 'Shop' } });
await owner.GET('/api/v1/workspaces');
await owner.PUT('/api/v1/workspaces/{workspace}', { params: inWorkspace, body: { name: 'Web shop' } });
await owner.GET('/api/v1/workspaces/{workspace}', { params: inWorkspace });
const { key, secret } = dataOf(
  await owner.POST('/api/v1/workspaces/{workspace}/keys', {
    params: { ...inWorkspace, header: { 'Idempotency-Key': 'ci-of-the-shop' } },
    body: { name: 'CI of the shop', scopes: ['ci_dryrun:execute', 'rules:simulate'], ttlDays: 90 },
  }),
);
const ci = clientFor(secret);
const oneKey = { path: { workspace: WORKSPACE, key: key.id } };
await owner.GET('/api/v1/workspaces/{workspace}/keys', { params: inWorkspace });
await owner.GET('/api/v1/workspaces/{workspace}/keys/{key}', { params: oneKey });
await ci.GET('/api/v1/key');
const keyWith = async (name: string, ...scopes: (typeof key.scopes)[number][]) =>
  dataOf(
    await owner.POST('/api/v1/workspaces/{workspace}/keys', {
      params: inWorkspace,
      body: { name, scopes, databaseId: 'orders' },
    }),
  );
const rotating = await keyWith('reports', 'audit:read');
const rotation = { path: { workspace: WORKSPACE, key: rotating.key.id } };
await owner.POST('/api/v1/workspaces/{workspace}/keys/{key}/rotate', { params: rotation, body: {} });
await owner.GET('/api/v1/workspaces/{workspace}/rotations', { params: inWorkspace });
await owner.POST('/api/v1/workspaces/{workspace}/keys/{key}/rotate/confirm', { params: rotation });

// A trust in the jobs of a repository, which then need no key.
const trust = dataOf(
  await owner.POST('/api/v1/workspaces/{workspace}/trusts', {
    params: inWorkspace,
    body: {
      name: 'Pull requests of the shop',
      host: 'github',
      issuer,
      claims: {
        repository_id: '1001',
        repository_owner_id: '2002',
        event_name: 'pull_request',
        job_workflow_ref: 'acme/shop/.github/workflows/querygate.yml@refs/pull/*',
      },
      scopes: ['ci_dryrun:execute'],
    },
  }),
);
await clientFor().POST('/api/v1/auth/token', {
  headers: { 'content-type': FORM },
  body: {
    grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
    subject_token: identityToken,
    subject_token_type: 'urn:ietf:params:oauth:token-type:id_token',
  },
});
await owner.GET('/api/v1/workspaces/{workspace}/trusts', { params: inWorkspace });
await owner.DELETE('/api/v1/workspaces/{workspace}/trusts/{trust}', {
  params: { path: { workspace: WORKSPACE, trust: trust.id } },
});

// The ruleset and the settings of the workspace.
for (const [reason, text] of [
  ['first ruleset', RULES],
  ['grants are reviewed', `${RULES}rules:\n  - { id: no-grant, verdict: block }\n`],
] as const) {
  const { response } = await owner.GET('/api/v1/workspaces/{workspace}/ruleset', { params: inWorkspace });
  await owner.PUT('/api/v1/workspaces/{workspace}/ruleset', {
    params: { ...inWorkspace, header: { 'If-Match': response.headers.get('etag') ?? '' } },
    body: { ruleset: { commit: 'a'.repeat(40), files: [{ path: '.querygate/rules.yml', text }] }, reason },
  });
}
await owner.GET('/api/v1/workspaces/{workspace}/rulesets', { params: inWorkspace });
await owner.GET('/api/v1/workspaces/{workspace}/ruleset/rules', { params: inWorkspace });
const proposed = {
  files: [
    {
      path: '.querygate/rules.yml',
      text: `${RULES}rules:
  - id: no-wide-read
    operations: [select]
    when: statement.limit > 1000
    verdict: block
    message: this reads more than 1000 rows
    examples:
      block: [SELECT id FROM orders LIMIT 1000]
`,
    },
  ],
};
await owner.POST('/api/v1/workspaces/{workspace}/ruleset/check', { params: inWorkspace, body: { ruleset: proposed } });
const version = { path: { workspace: WORKSPACE, version: 3 } };
await owner.GET('/api/v1/workspaces/{workspace}/rulesets/{version}', { params: version });
await owner.GET('/api/v1/workspaces/{workspace}/rulesets/{version}/difference', { params: version });
await owner.PUT('/api/v1/workspaces/{workspace}/data-policy', {
  params: inWorkspace,
  body: { retentionDays: 90, queryText: 'shape' },
});
await owner.GET('/api/v1/workspaces/{workspace}/data-policy', { params: inWorkspace });
await owner.PUT('/api/v1/workspaces/{workspace}/proxy-modes', {
  params: inWorkspace,
  body: { default: 'observe', databases: { orders: 'enforce' } },
});
await owner.GET('/api/v1/workspaces/{workspace}/proxy-modes', { params: inWorkspace });

// What production runs: an application that asks, and a proxy that reports.
const application = clientFor((await keyWith('orders application', 'proxy:evaluate')).secret);
const { verdict } = dataOf(
  await application.POST('/api/v1/proxy/query', {
    body: {
      workspace: WORKSPACE,
      query: "DELETE FROM orders WHERE status = 'draft'",
      dialect: 'postgresql',
      caller: { user: 'shop', application: 'checkout' },
    },
  }),
);
if (verdict !== 'allow') throw new Error(`a filtered DELETE is answered ${verdict}`);
const proxy = clientFor((await keyWith('orders proxy', 'telemetry:write', 'rules:read')).secret);
await proxy.POST('/api/v1/ingest/events', {
  body: {
    workspace: WORKSPACE,
    events: [
      {
        id: 'orders-proxy-1-000001',
        type: 'query',
        at: '2026-11-20T11:59:58Z',
        dialect: 'postgresql',
        query: 'SELECT id, status FROM orders WHERE customer_id = $1',
        binds: ['7'],
        caller: { user: 'shop', application: 'checkout', database: 'orders' },
        outcome: 'ok',
        durationMs: 1.4,
        session: 'orders-proxy-1-4711',
        statement: 1,
        inTransaction: false,
        proxy: 'orders-proxy-1',
      },
      {
        id: 'orders-proxy-1-000002',
        type: 'proxy_status',
        at: '2026-11-20T11:59:59Z',
        proxy: 'orders-proxy-1',
        version: '0.1.0',
        ruleset: 3,
        mode: 'enforce',
        lagMs: 0,
        buffered: 0,
      },
    ],
  },
});
await owner.GET('/api/v1/workspaces/{workspace}/proxies', { params: inWorkspace });
const listed = dataOf(await owner.GET('/api/v1/workspaces/{workspace}/queries', { params: inWorkspace }));
const deleting = listed.items.find(({ channel }) => channel === 'http');
await owner.GET('/api/v1/workspaces/{workspace}/queries/export', { params: inWorkspace, parseAs: 'text' });
await owner.GET('/api/v1/workspaces/{workspace}/queries/flows/export', {
  params: { ...inWorkspace, query: { sort: 'calls', outcome: 'ran' } },
  parseAs: 'text',
});
await owner.GET('/api/v1/workspaces/{workspace}/queries/{query}', {
  params: { path: { workspace: WORKSPACE, query: deleting?.id ?? '' } },
});
await owner.GET('/api/v1/workspaces/{workspace}/queries/flows/{flow}', {
  params: { path: { workspace: WORKSPACE, flow: deleting?.flow ?? '' } },
});
await owner.POST('/api/v1/workspaces/{workspace}/try', {
  params: inWorkspace,
  body: { query: 'DELETE FROM orders', dialect: 'postgresql', caller: { application: 'checkout' } },
});
await owner.POST('/api/v1/workspaces/{workspace}/data-policy/preview', {
  params: inWorkspace,
  body: { queryText: 'none' },
});

// What CI runs.
const hash = createHash('sha256').update(TEXT).digest('hex');
await ci.PUT('/api/v1/workspaces/{workspace}/texts/{hash}', {
  params: { path: { workspace: WORKSPACE, hash } },
  body: TEXT,
  bodySerializer: (text: string) => text,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
});
await ci.POST('/api/v1/ci/dry-run', {
  body: {
    workspace: WORKSPACE,
    files: [{ path: 'migrations/7.sql', dialect: 'postgresql', status: 'added', source: { parts: [hash] } }],
    change: { repository: 'acme/shop', event: 'pull_request' },
  },
});
await owner.GET('/api/v1/workspaces/{workspace}/schema-use', { params: { ...inWorkspace, query: { limit: 2 } } });
await owner.GET('/api/v1/workspaces/{workspace}/schema-use/table', {
  params: { ...inWorkspace, query: { table: 'orders', column: 'id' } },
});
const dryRuns = dataOf(await owner.GET('/api/v1/workspaces/{workspace}/dry-runs', { params: inWorkspace }));
await owner.GET('/api/v1/workspaces/{workspace}/dry-runs/{run}', {
  params: { path: { workspace: WORKSPACE, run: dryRuns.items[0]?.id ?? '' } },
});
const started = dataOf(
  await ci.POST('/api/v1/ci/rules/simulate', {
    params: { header: { 'Idempotency-Key': 'acme-shop-1-main' } },
    body: {
      workspace: WORKSPACE,
      head: {
        commit: 'b'.repeat(40),
        files: [
          {
            path: '.querygate/rules.yml',
            text: `${RULES}rules:\n  - id: no-delete\n    operations: [delete]\n    verdict: block\n    message: orders are archived, never deleted\n`,
          },
        ],
      },
      change: { repository: 'acme/shop', ref: 'refs/heads/main', commit: 'b'.repeat(40), defaultBranch: true },
    },
  }),
);
const simulation = { path: { id: started.id } };
for (;;) {
  const { status } = dataOf(await ci.GET(SIMULATION, { params: simulation }));
  if (status === 'done') break;
  if (status === 'failed') throw new Error('the simulation failed');
  await new Promise((resolve) => setTimeout(resolve, 50));
}
await owner.GET('/api/v1/workspaces/{workspace}/simulations', { params: inWorkspace });
const tried = dataOf(
  await owner.POST('/api/v1/workspaces/{workspace}/simulations', { params: inWorkspace, body: { head: proposed } }),
);
const ownSimulation = { path: { workspace: WORKSPACE, id: started.id } };
await owner.GET('/api/v1/workspaces/{workspace}/simulations/{id}', { params: ownSimulation });
await owner.GET('/api/v1/workspaces/{workspace}/simulations/{id}/ruleset', { params: ownSimulation });
// Its end is in the audit trail.
for (;;) {
  const params = { path: { workspace: WORKSPACE, id: tried.id } };
  const { status } = dataOf(await owner.GET('/api/v1/workspaces/{workspace}/simulations/{id}', { params }));
  if (status === 'done') break;
  if (status === 'failed') throw new Error('the simulation failed');
  await new Promise((resolve) => setTimeout(resolve, 50));
}
const active = await owner.GET('/api/v1/workspaces/{workspace}/ruleset', { params: inWorkspace });
await owner.POST('/api/v1/workspaces/{workspace}/simulations/{id}/activate', {
  params: { ...ownSimulation, header: { 'If-Match': active.response.headers.get('etag') ?? '' } },
  body: { reason: 'merged' },
});
await owner.POST('/api/v1/workspaces/{workspace}/keys/{key}/revoke', { params: oneKey });
await owner.POST('/api/v1/workspaces/{workspace}/keys/rotate-all', {
  params: inWorkspace,
  body: { scope: 'telemetry:write' },
});

// People.
const invite = async (address: string) =>
  dataOf(
    await owner.POST('/api/v1/workspaces/{workspace}/invitations', {
      params: inWorkspace,
      body: { email: address, role: 'member' },
    }),
  );
const invitation = await invite('lee@acme.example');
await owner.GET('/api/v1/workspaces/{workspace}/invitations', { params: inWorkspace });
await clientFor().POST('/api/v1/invitations/read', { body: { token: invitation.token } });
await clientFor().POST('/api/v1/invitations/accept', {
  body: { token: invitation.token, name: 'Lee', password },
});
const lee = await signIn('lee@acme.example', password);
await owner.GET('/api/v1/workspaces/{workspace}/members', { params: inWorkspace });
const member = { path: { workspace: WORKSPACE, user: lee.user.id } };
await owner.PUT('/api/v1/workspaces/{workspace}/members/{user}', { params: member, body: { role: 'viewer' } });
await owner.POST('/api/v1/workspaces/{workspace}/members/{user}/revoke-sessions', { params: member });
await owner.DELETE('/api/v1/workspaces/{workspace}/members/{user}', { params: member });
const again = await invite('lee@acme.example');
const back = clientFor((await signIn('lee@acme.example', password)).token);
await back.POST('/api/v1/invitations/join', { body: { token: again.token } });
const last = await invite('sam@acme.example');
await owner.DELETE('/api/v1/workspaces/{workspace}/invitations/{invitation}', {
  params: { path: { workspace: WORKSPACE, invitation: last.invitation.id } },
});
await owner.GET('/api/v1/workspaces/{workspace}/queries/counts', {
  params: {
    ...inWorkspace,
    query: { interval: 'hour', from: '2026-11-20T00:00:00Z', to: '2026-11-21T00:00:00Z', channel: 'http' },
  },
});
await owner.GET('/api/v1/workspaces/{workspace}/queries/flows', { params: { ...inWorkspace, query: { limit: 1 } } });
await owner.GET('/api/v1/workspaces/{workspace}/audit-events', { params: { ...inWorkspace, query: { limit: 3 } } });
await owner.GET('/api/v1/workspaces/{workspace}/audit-events/export', {
  params: { ...inWorkspace, query: { type: 'key.revoked' } },
  parseAs: 'text',
});
await owner.POST('/api/v1/workspaces/{workspace}/audit-chain/verify', { params: inWorkspace });
for (;;) {
  const { verification } = dataOf(await owner.GET(CHAIN, { params: inWorkspace }));
  if (verification?.state === 'intact') break;
  await new Promise((resolve) => setTimeout(resolve, 50));
}

// The own account, and one at the identity provider.
await owner.PUT('/api/v1/account', { body: { name: 'Ann' } });
const { data: begun, response: begins } = await owner.POST('/api/v1/account/identities', {
  body: { return: '/account' },
});
await browse(begun?.url ?? '', begins.headers.getSetCookie());
const identities = dataOf(await owner.GET('/api/v1/account/identities'));
const [identity] = identities.items;
await owner.DELETE('/api/v1/account/identities/{identity}', { params: { path: { identity: identity?.id ?? '' } } });
await owner.GET('/api/v1/sessions/current');
await owner.POST('/api/v1/sessions/current/confirm', { body: { password } });
await owner.GET('/api/v1/sessions');
const second = await signIn(email, password);
const sessions = dataOf(await owner.GET('/api/v1/sessions'));
const other = sessions.items.find(({ current }) => !current);
await owner.DELETE('/api/v1/sessions/{session}', { params: { path: { session: other?.id ?? '' } } });
await owner.POST('/api/v1/sessions/revoke-others');
await owner.PUT('/api/v1/account/password', { body: { current: password, password: `${password} 2` } });
if (second.token === token) throw new Error('two sessions have the same token');
await owner.DELETE('/api/v1/sessions/current');

process.stdout.write(JSON.stringify([...exchanges.values()]));
