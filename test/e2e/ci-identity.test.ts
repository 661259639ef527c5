import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newOrigin, type Origin } from '../ci/repository.ts';
import { type Folder, newFolder, querygate } from '../entry/cli/client.ts';
import { type Claims, githubClaims, startIssuer, type TestIssuer } from '../server/trusts/issuer.ts';
import { MISSING, runJob } from './gitlab-job.ts';
import { NODE, packaged, TOP } from './packaged.ts';
import type { StepResult } from './runner.ts';
import { expectSound, type PullOptions, runPull, SETUP, text } from './scenario.ts';
import { type ServiceProgram, shownKey, startService } from './service-program.ts';

// The packaged service, Actions, client and GitLab template without any stored secret: the identity of a CI job, which a
// local issuer signs, is all that the runs have.

const WORKSPACE = 'acme';
const DROP = { 'db/2.sql': 'DROP TABLE users;\n' };
const RULES = '.querygate/rules.yml';
const STRICTER = `${SETUP[RULES]}rules:
  - id: no-select-star
    operations: [select]
    when: statement.selectStar
    verdict: block
    message: name the columns
`;
const REQUEST_TOKEN = 'request-token-of-the-job';

let issuer: TestIssuer;
let host: Server;
let service: ServiceProgram;
let origin: Origin;
let folder: Folder;
/** Claims of the job that differ from those of a pull request of the trusted repository. */
let differs: Claims;
/** Audiences for which the host was asked. */
let audiences: string[];

beforeAll(async () => {
  issuer = await startIssuer();
  // What `ACTIONS_ID_TOKEN_REQUEST_URL` leads to.
  host = createServer((request, response) => {
    const audience = new URL(request.url ?? '', issuer.issuer).searchParams.get('audience') ?? '';
    audiences.push(audience);
    const isAllowed = request.headers.authorization === `Bearer ${REQUEST_TOKEN}`;
    response.writeHead(isAllowed ? 200 : 401, { 'content-type': 'application/json' });
    response.end(isAllowed ? JSON.stringify({ value: tokenFor(audience) }) : '{}');
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  service = await startService({ kind: 'embedded' }, () => ({ env: { QUERYGATE_IDENTITY_ISSUERS: issuer.issuer } }));
  service.admin(
    ['init', '--workspace', WORKSPACE, '--email', 'you@example.com', '--password-stdin'],
    'a long password\n',
  );
  trust('pull requests', 'github', ['ci_dryrun:execute'], GITHUB);
  trust('reviewed', 'github', ['ci_dryrun:execute', 'rules:simulate'], { ...GITHUB, environment: 'querygate' });
  trust('merge requests', 'gitlab', ['ci_dryrun:execute', 'rules:simulate'], { ...GITLAB, ref_protected: 'true' });
  const history = join(TOP, 'examples/simulate/base/.querygate/history.jsonl.gz');
  service.admin(['history', 'import', history, '--workspace', WORKSPACE]);
});
afterAll(async () => {
  await service.dispose();
  await issuer.close();
  await new Promise((resolve) => {
    host.close(resolve);
    host.closeAllConnections();
  });
});
beforeEach(() => {
  origin = newOrigin();
  folder = newFolder();
  differs = {};
  audiences = [];
});
afterEach(() => {
  origin.dispose();
  folder.remove();
});

const GITHUB = {
  repository_id: '1001',
  repository_owner_id: '2002',
  event_name: 'pull_request',
  job_workflow_ref: 'acme/shop/.github/workflows/querygate.yml@refs/pull/*',
};
const GITLAB = {
  project_id: '11',
  namespace_id: '22',
  ci_config_ref_uri: 'gitlab.example.com/acme/shop//.gitlab-ci.yml@*',
};

function trust(name: string, kind: string, scopes: readonly string[], claims: Readonly<Record<string, string>>): void {
  service.admin([
    ...['trust', 'create', '--workspace', WORKSPACE, '--name', name, '--host', kind],
    ...['--issuer', issuer.issuer, '--base-url', service.url],
    ...Object.entries(claims).flatMap(([claim, value]) => ['--claim', `${claim}=${value}`]),
    ...scopes.flatMap((scope) => ['--scope', scope]),
  ]);
}

const audience = () => `${service.url}/workspaces/${WORKSPACE}`;

function tokenFor(aud = audience()): string {
  return issuer.token({ ...githubClaims(issuer.issuer, aud, new Date()), ...differs });
}

function gitlabToken(): string {
  const { iss, aud, jti, iat, nbf, exp } = githubClaims(issuer.issuer, audience(), new Date());
  return issuer.token({
    ...{ iss, aud, jti, iat, nbf, exp },
    ...{ sub: 'project_path:acme/shop:ref_type:branch:ref:feature', project_path: 'acme/shop', ref: 'feature' },
    ...{ project_id: '11', namespace_id: '22', ref_protected: 'true' },
    ci_config_ref_uri: 'gitlab.example.com/acme/shop//.gitlab-ci.yml@refs/heads/feature',
  });
}

/** A step of a workflow with `id-token: write`, base URL and workspace, and nothing else. */
async function step(options: PullOptions): Promise<StepResult> {
  const result = await runPull(origin, {
    inputs: { 'base-url': service.url, workspace: WORKSPACE },
    env: {
      ACTIONS_ID_TOKEN_REQUEST_URL: `http://127.0.0.1:${(host.address() as AddressInfo).port}/token?api-version=2.0`,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: REQUEST_TOKEN,
    },
    ...options,
  });
  expectSound(result);
  const shown = result.stdout.replace(/^::add-mask::.*$/gm, '');
  for (const secret of [/qgt_\w/, /eyJ\w/, new RegExp(REQUEST_TOKEN)]) {
    expect(shown).not.toMatch(secret);
    expect(JSON.stringify([result.stderr, result.summary, result.outputs])).not.toMatch(secret);
  }
  return result;
}

describe('an Action with the identity of its job', () => {
  it('checks, and hides both tokens in the log', async () => {
    const result = await step({ changed: DROP });
    expect(result.outputs).toMatchObject({ verdict: 'block', 'exit-code': '1' });
    expect(result.stdout).toMatch(/judged by workspace `acme`, ruleset version 1/);
    const masked = result.commands.filter(({ name }) => name === 'add-mask').map(({ data }) => data);
    expect(masked.some((each) => each.startsWith('qgt_'))).toBe(true);
    expect(masked.some((each) => each.startsWith('eyJ'))).toBe(true);
    expect(audiences).toEqual([audience()]);
    const trail = service.admin(['audit', 'export', '--workspace', WORKSPACE]);
    expect(trail).toContain('pull requests (repo:acme/shop:pull_request, acme/shop, refs/pull/7/merge)');
  });

  it('simulates in the environment that the trust binds', async () => {
    differs = { environment: 'querygate' };
    const result = await step({ action: 'simulate', changed: { [RULES]: STRICTER } });
    expect(result.outputs).toMatchObject({ outcome: 'simulated' });
    expect(result.stdout).toMatch(/judged by workspace `acme`/);
  });

  it('does not simulate outside of it', async () => {
    const result = await step({ action: 'simulate', changed: { [RULES]: STRICTER } });
    expect(result.outputs['exit-code']).toBe('3');
    expect(result.stdout.replace(/\s+/g, ' ')).toContain('lacks the scope `rules:simulate`');
  });

  it('is refused if the workflow is another', async () => {
    differs = { job_workflow_ref: 'acme/shop/.github/workflows/other.yml@refs/pull/7/merge' };
    const result = await step({ changed: DROP });
    expect(result.outputs['exit-code']).toBe('3');
    expect(result.stdout.replace(/\s+/g, ' ')).toContain('refused the identity of this CI job (`identity_untrusted`)');
  });

  it('uses a key if it has one', async () => {
    const key = shownKey(
      service.admin(['keys', 'create', '--workspace', WORKSPACE, '--name', 'ci', '--preset', 'ci-pipeline']),
    );
    const result = await step({
      changed: DROP,
      inputs: { 'base-url': service.url, workspace: WORKSPACE, 'api-key': key },
    });
    expect(result.outputs['exit-code']).toBe('1');
    expect(audiences).toEqual([]);
  });

  it('of a fork, which has none, falls back as the base configuration says', async () => {
    const fork = { changed: DROP, fork: true, env: {} };
    expect((await step(fork)).stdout.replace(/\s+/g, ' ')).toContain('so there is no API key and the service cannot');
    origin.dispose();
    origin = newOrigin();
    const base = { ...SETUP, '.querygate/config.yml': `${SETUP['.querygate/config.yml']}on-missing-key: embedded\n` };
    const result = await step({ ...fork, base });
    expect(result.outputs).toMatchObject({ verdict: 'block', 'exit-code': '1' });
    expect(audiences).toEqual([]);
  });

  it('says what is missing in a workflow without the permission', async () => {
    const result = await step({ changed: DROP, env: {} });
    expect(result.outputs['exit-code']).toBe('2');
    expect(text(result)).toContain('give the job an identity that the workspace trusts');
  });
});

describe('the client with a file of an identity token', () => {
  const run = (args: readonly string[]) =>
    querygate(['check', 'a.sql', '--dialect', 'postgresql', ...args], {
      cwd: folder.dir,
      command: [NODE, packaged('cli.js')],
      env: { SERVICE_BASE_URL: service.url, SERVICE_WORKSPACE_ID: WORKSPACE },
    });

  it('checks once, and says that the token was used if it is given again', async () => {
    folder.write({ 'a.sql': 'DROP TABLE users;\n', token: `${tokenFor()}\n` });
    const first = await run(['--identity-token-file', 'token']);
    expect([first.code, first.stderr]).toEqual([1, '']);
    expect(first.stdout).toContain('judged by workspace `acme`');
    const second = await run(['--identity-token-file', 'token']);
    expect(second.code).toBe(3);
    expect(second.stdout.replace(/\s+/g, ' ')).toContain('the identity token in `token` was already exchanged');
  });

  it.each([
    { title: 'is missing', content: undefined, why: 'cannot be read (ENOENT)' },
    { title: 'is empty', content: '', why: 'does not hold an identity token' },
    { title: 'holds something else', content: 'a b\n', why: 'does not hold an identity token' },
    { title: 'is larger than a token', content: 'a'.repeat(20_000), why: 'does not hold an identity token' },
  ])('refuses a file that $title', async ({ content, why }) => {
    folder.write({ 'a.sql': 'SELECT 1;\n', ...(content !== undefined && { token: content }) });
    const { code, stderr } = await run(['--identity-token-file', 'token']);
    expect(code).toBe(2);
    expect(stderr).toContain(why);
  });
});

describe.skipIf(MISSING !== '')(`${MISSING}a GitLab job with the identity of its pipeline`, () => {
  const variables = () => ({
    SERVICE_BASE_URL: service.url,
    SERVICE_WORKSPACE_ID: WORKSPACE,
    QUERYGATE_IDENTITY_TOKEN: gitlabToken(),
  });

  it('checks', async () => {
    const { output, artifacts } = await runJob(origin, {
      job: 'querygate:check',
      artifacts: ['querygate-report.json'],
      base: SETUP,
      changed: DROP,
      variables: variables(),
    });
    expect(output).toContain('judged by workspace `acme`');
    expect(artifacts).toMatchObject([{ verdict: 'block', exitCode: 1 }]);
    expect(output).not.toMatch(/qgt_\w|eyJ\w/);
  });

  it('simulates', async () => {
    const { output, artifacts } = await runJob(origin, {
      job: 'querygate:simulate',
      artifacts: ['querygate-simulation.json'],
      base: SETUP,
      changed: { [RULES]: STRICTER },
      variables: variables(),
    });
    expect(output).toContain('judged by workspace `acme`');
    expect(artifacts).toMatchObject([{ outcome: 'simulated' }]);
  });

  it('is judged by the rules of the repository if it has no base URL', async () => {
    const { output, artifacts } = await runJob(origin, {
      job: 'querygate:check',
      artifacts: ['querygate-report.json'],
      base: SETUP,
      changed: DROP,
      variables: { QUERYGATE_IDENTITY_TOKEN: gitlabToken() },
    });
    expect(output).not.toContain('judged by workspace');
    expect(artifacts).toMatchObject([{ verdict: 'block', exitCode: 1 }]);
  });

  it('of a fork uses no identity', async () => {
    const { output } = await runJob(origin, {
      job: 'querygate:check',
      artifacts: [],
      base: SETUP,
      changed: DROP,
      variables: { ...variables(), CI_MERGE_REQUEST_SOURCE_PROJECT_ID: '2' },
    });
    expect(output.replace(/\s+/g, ' ')).toContain('the head comes from a fork, so there is no API key');
  });
});
