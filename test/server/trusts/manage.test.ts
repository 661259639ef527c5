import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CI_HOSTS, type CreateTrust, generateApiKey, generateCiToken } from '../../../src/contract/index.ts';
import { checkClaims, valuesOf } from '../../../src/server/trusts/claims.ts';
import { type Reply, startTestApp, type TestApp } from '../http/test-app.ts';
import { entries } from '../keys/world.ts';
import { GITHUB_TRUST } from './issuer.ts';

const BASE_URL = 'https://querygate.acme.example';
const OWN_ISSUER = 'https://gitlab.acme.example';

let app: TestApp;
let workspace: string;
let owner: string;
beforeAll(async () => {
  app = await startTestApp({
    http: { publicUrl: BASE_URL, identityIssuers: [CI_HOSTS.github.issuer, CI_HOSTS.gitlab.issuer, OWN_ISSUER] },
  });
  workspace = await app.workspace('shop');
  owner = (await app.person(workspace, 'owner')).token;
});
afterAll(() => app.close());

const PATH = '/api/v1/workspaces/shop/trusts';
const create = (more: object = {}): Promise<Reply> =>
  app.ask({ method: 'POST', url: PATH, as: owner, body: { ...GITHUB_TRUST, ...more } });

const { claims: GITHUB } = GITHUB_TRUST;
const GITLAB = {
  project_id: '11',
  namespace_id: '22',
  ci_config_ref_uri: 'gitlab.com/acme/shop//.gitlab-ci.yml@*',
} as const;

describe('a trust', () => {
  it('is created, listed and removed, and each change is in the audit trail', async () => {
    const made = await create({ scopes: ['ci_dryrun:execute'], ttlMinutes: 5 });
    expect(made).toMatchObject({
      status: 201,
      body: {
        id: expect.stringMatching(/^trust_[0-9A-Za-z]{22}$/),
        workspace: 'shop',
        issuer: 'https://token.actions.githubusercontent.com',
        audience: 'https://querygate.acme.example/workspaces/shop',
        claims: { repository_id: ['1001'], event_name: ['pull_request', 'push'] },
        ttlMinutes: 5,
      },
    });
    const { id } = made.body as { id: string };
    expect((await app.ask({ url: PATH, as: owner })).body).toEqual({ items: [made.body] });
    const remove = () => app.ask({ method: 'DELETE', url: `${PATH}/${id}`, as: owner });
    expect((await remove()).status).toBe(204);
    expect((await remove()).code).toBe('trust_not_found');
    expect((await app.ask({ url: PATH, as: owner })).body).toEqual({ items: [] });
    const trail = (await entries(app.store.db, workspace)).filter(({ type }) => type.startsWith('trust.'));
    expect(trail.map(({ type, details }) => [type, details['trust']])).toEqual([
      ['trust.created', id],
      ['trust.removed', id],
    ]);
  });

  it('cannot be removed from another workspace', async () => {
    const { id } = (await create()).body as { id: string };
    const other = await app.workspace();
    const { token } = await app.person(other, 'owner');
    const reply = await app.ask({ method: 'DELETE', url: `/api/v1/workspaces/${other}/trusts/${id}`, as: token });
    expect(reply.code).toBe('trust_not_found');
  });

  it('takes the base URL that jobs use, with the path of a proxy', async () => {
    const made = await create({ baseUrl: 'https://proxy.acme.example/querygate/' });
    expect(made.body).toMatchObject({ audience: 'https://proxy.acme.example/querygate/workspaces/shop' });
  });

  it.each([
    { title: 'an issuer that the operator did not list', body: { issuer: 'https://evil.example' }, field: '/issuer' },
    { title: 'an issuer that differs by a slash', body: { issuer: `${OWN_ISSUER}/` }, field: '/issuer' },
    { title: 'an issuer without TLS', body: { issuer: 'http://gitlab.acme.example' }, field: '/issuer' },
    { title: 'a base URL with a user', body: { baseUrl: 'https://me:pass@acme.example' }, field: '/baseUrl' },
    { title: 'a base URL of another scheme', body: { baseUrl: 'file:///etc/passwd' }, field: '/baseUrl' },
    { title: 'a token of a quarter of an hour and a minute', body: { ttlMinutes: 16 }, field: '/ttlMinutes' },
    { title: 'a scope that CI does not need', body: { scopes: ['proxy:evaluate'] }, field: '/scopes/0' },
    { title: 'no scope', body: { scopes: [] }, field: '/scopes' },
    { title: 'an API key as its name', body: { name: generateApiKey() }, field: '/name' },
    {
      title: 'a token as a claim',
      body: { claims: { ...GITHUB, environment: generateCiToken() } },
      field: '/claims',
    },
    { title: 'a claim too few', body: { claims: { ...GITHUB, repository_id: undefined } }, field: '/claims' },
    {
      title: 'an audience of its own',
      body: { audience: 'https://acme.example/workspaces/other' },
      field: '/audience',
    },
  ])('is refused with $title', async ({ body, field }) => {
    const reply = await create(body);
    expect([reply.status, reply.code]).toEqual([422, 'field_invalid']);
    expect(reply.body).toMatchObject({ errors: [{ pointer: field }] });
  });
});

const github = (claims: object): CreateTrust['claims'] => ({ ...GITHUB, ...claims });
const gitlab = (claims: object): CreateTrust['claims'] => ({ ...GITLAB, ...claims });
const PINNED = { job_workflow_ref: 'acme/gates/.github/workflows/querygate.yml@refs/tags/v1' };

type Binding = readonly [
  title: string,
  trust: Pick<CreateTrust, 'host' | 'scopes' | 'claims'>,
  refusal: string | undefined,
];
const BINDINGS: readonly Binding[] = [
  ['a dry run of pull requests', { host: 'github', scopes: ['ci_dryrun:execute'], claims: GITHUB }, undefined],
  ['a dry run of merge requests', { host: 'gitlab', scopes: ['ci_dryrun:execute'], claims: GITLAB }, undefined],
  ...Object.keys(CI_HOSTS.github.required).map(
    (name): Binding => [
      `GitHub without ${name}`,
      {
        host: 'github',
        scopes: ['ci_dryrun:execute'],
        claims: Object.fromEntries(Object.entries(GITHUB).filter(([each]) => each !== name)),
      },
      `must bind the claim \`${name}\``,
    ],
  ),
  ...Object.keys(CI_HOSTS.gitlab.required).map(
    (name): Binding => [
      `GitLab without ${name}`,
      {
        host: 'gitlab',
        scopes: ['ci_dryrun:execute'],
        claims: Object.fromEntries(Object.entries(GITLAB).filter(([each]) => each !== name)),
      },
      `must bind the claim \`${name}\``,
    ],
  ),
  ['only `sub`', { host: 'github', scopes: ['ci_dryrun:execute'], claims: { sub: 'repo:acme/shop:*' } }, 'must bind'],
  ...['pull_request_target', 'workflow_run'].map(
    (event): Binding => [
      `jobs of ${event}`,
      { host: 'github', scopes: ['ci_dryrun:execute'], claims: github({ event_name: ['push', event] }) },
      `jobs of \`${event}\` get no token`,
    ],
  ),
  ...['10*', '*', 'acme/*/x', 'acme*'].map(
    (value): Binding => [
      `\`${value}\` as a repository`,
      { host: 'github', scopes: ['ci_dryrun:execute'], claims: github({ repository_id: value }) },
      '`*` is only possible at the end of a value, after `/` or `@`',
    ],
  ),
  [
    'simulations of any workflow of the repository',
    { host: 'github', scopes: ['rules:simulate'], claims: GITHUB },
    '`rules:simulate` needs a claim that the author of a pull request cannot get',
  ],
  [
    'simulations of a pinned merge ref of a pull request',
    {
      host: 'github',
      scopes: ['rules:simulate'],
      claims: github({ job_workflow_ref: 'acme/shop/.github/workflows/querygate.yml@refs/pull/7/merge' }),
    },
    'needs a claim',
  ],
  [
    'simulations of one pinned and one open workflow',
    {
      host: 'github',
      scopes: ['rules:simulate'],
      claims: github({ job_workflow_ref: [PINNED.job_workflow_ref, 'acme/shop/.github/workflows/querygate.yml@*'] }),
    },
    'needs a claim',
  ],
  [
    'simulations of a pinned reusable workflow',
    { host: 'github', scopes: ['rules:simulate'], claims: github(PINNED) },
    undefined,
  ],
  [
    'simulations in an environment',
    { host: 'github', scopes: ['ci_dryrun:execute', 'rules:simulate'], claims: github({ environment: 'querygate' }) },
    undefined,
  ],
  [
    'simulations of any branch of a project',
    { host: 'gitlab', scopes: ['rules:simulate'], claims: GITLAB },
    'needs a claim',
  ],
  [
    'simulations of protected and other branches',
    { host: 'gitlab', scopes: ['rules:simulate'], claims: gitlab({ ref_protected: ['true', 'false'] }) },
    'needs a claim',
  ],
  [
    'simulations of protected branches',
    { host: 'gitlab', scopes: ['rules:simulate'], claims: gitlab({ ref_protected: 'true' }) },
    undefined,
  ],
  [
    'simulations in an environment that is not protected',
    { host: 'gitlab', scopes: ['rules:simulate'], claims: gitlab({ environment: 'querygate' }) },
    'needs a claim',
  ],
  [
    'simulations in a protected environment',
    { host: 'gitlab', scopes: ['rules:simulate'], claims: gitlab({ environment_protected: 'true' }) },
    undefined,
  ],
];

describe('the claims of a trust', () => {
  it.each(BINDINGS)('%s', (_, { host, scopes, claims }, refusal) => {
    const check = () => checkClaims({ host, scopes }, valuesOf(claims));
    if (refusal === undefined) expect(check).not.toThrow();
    else expect(check).toThrow(refusal);
  });
});
