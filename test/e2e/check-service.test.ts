import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newOrigin, type Origin } from '../ci/repository.ts';
import { type FakeService, KEY, problem, startFakeService, WORKSPACE } from '../commands/fake-service.ts';
import { querygate } from '../entry/cli/client.ts';
import { MISSING, runJob } from './gitlab-job.ts';
import { NODE, packaged } from './packaged.ts';
import type { StepResult } from './runner.ts';
import { expectSound, type PullOptions, places, runPull, SETUP, text } from './scenario.ts';

// The packaged `check` with a configured service, which a test server replaces.

let origin: Origin;
let service: FakeService;
beforeEach(async () => {
  origin = newOrigin();
  service = await startFakeService();
});
afterEach(async () => {
  await service.close();
  origin.dispose();
});

const DROP = 'DROP TABLE users;\n';
const FINE = 'CREATE TABLE orders (id bigint PRIMARY KEY);\n';
const RULES = '.querygate/rules.yml';

const access = () => ({ 'base-url': service.url, 'api-key': KEY, workspace: WORKSPACE });

/** Checks that the key is in no visible output, except in the command that masks it in the log. */
function expectSecret({ stdout, stderr, summary, outputs }: StepResult): void {
  const shown = stdout.replace(/^::add-mask::.*$/gm, '');
  expect(JSON.stringify([shown, stderr, summary, outputs])).not.toContain(KEY);
}

async function pull(options: PullOptions) {
  const result = await runPull(origin, { inputs: access(), ...options });
  expectSound(result);
  expectSecret(result);
  return result;
}

const reportOf = (result: StepResult): unknown => JSON.parse(readFileSync(result.outputs['report'] ?? '', 'utf8'));

describe('the Action', () => {
  it('suggests no fixes, and says why', async () => {
    const result = await pull({ changed: { 'db/2.sql': FINE }, inputs: { ...access(), suggestions: 'true' } });
    expect(result.summary).toContain('No fixes were looked for: a service judged the files');
  });

  it('applies the active ruleset, and annotates the lines of the change', async () => {
    service.keyExpires = '2020-01-01T00:00:00.000Z';
    const result = await pull({ changed: { 'db/2.sql': `${FINE}${DROP}` } });
    expect(result.code).toBe(1);
    expect(result.outputs).toMatchObject({ verdict: 'block', 'exit-code': '1', files: '1', statements: '2' });
    expect(places(result)).toEqual(['error db/2.sql:2']);
    expect(result.stdout).toMatch(
      /judged by workspace `acme`, ruleset version 7 \(\d+ rules\) over 1 changed SQL file/,
    );
    expect(result.summary).toContain('judged by workspace <code>acme</code>, ruleset version 7');
    expect(text(result)).toContain('the API key expires on 2020-01-01; rotate it');
    expect(reportOf(result)).toMatchObject({ verdict: 'block', service: { workspace: WORKSPACE, rulesetVersion: 7 } });
    expect(service.dryRuns()).toMatchObject([{ workspace: WORKSPACE, change: { event: 'pull_request' } }]);
  });

  it('also reads key, address and workspace from the environment', async () => {
    const env = { SERVICE_BASE_URL: service.url, SERVICE_API_KEY: KEY, SERVICE_WORKSPACE_ID: WORKSPACE };
    const result = await pull({ changed: { 'db/2.sql': FINE }, inputs: {}, env });
    expect(result.code).toBe(0);
    expect(result.stdout).toContain('judged by workspace `acme`');
  });

  it('prints with debug logging what it read and asked, and no secret', async () => {
    const result = await pull({
      changed: { 'db/2.sql': FINE, 'README.md': 'hello\n' },
      inputs: { ...access(), 'github-token': 'ghs_canary0123456789' },
      env: { RUNNER_DEBUG: '1', DATABASE_PASSWORD: 'canary-password' },
    });
    const lines = result.stdout.split('\n').filter((line) => line.startsWith('::debug::'));
    for (const seen of [
      /^::debug::git: diff .* ms$/,
      /^::debug::files: skipped `README\.md`: not a SQL file$/,
      /^::debug::files: read `db\/2\.sql` of head [0-9a-f]{7}: \d+ bytes, /,
      /^::debug::service: POST .*\/api\/v1\/ci\/dry-run, \d+ bytes: HTTP 200, \d+ characters, .* ms$/,
    ])
      expect(lines).toContainEqual(expect.stringMatching(seen));
    expect(lines.join('\n')).not.toMatch(/canary/);
  });

  it('sends edited rules, and the stricter verdict applies', async () => {
    const changed = { [RULES]: `${SETUP[RULES]}rules:\n  - { id: no-drop-table, verdict: off }\n`, 'db/2.sql': DROP };
    const result = await pull({ changed });
    expect(result.outputs).toMatchObject({ verdict: 'block', 'exit-code': '1' });
    expect(result.stdout).toContain('the stricter verdict decides');
    expect(service.dryRuns()[0]?.head?.files).toMatchObject([{ path: RULES, text: changed[RULES] }]);
  });

  it('passes without SQL, and reports that the service was not asked', async () => {
    const result = await pull({ changed: { 'README.md': 'hello\n' } });
    expect(result.code).toBe(0);
    expect(result.stdout).toContain('workspace `acme` was not asked, because there is nothing to judge');
    expect(service.requests).toEqual([]);
  });

  it.each([
    ['rejects the key', 401, 'key_revoked', '3', 'the API key was not accepted'],
    ['fails', 500, 'internal', '4', 'the service did not answer'],
  ])('does not pass if the service %s', async (_, status, code, exitCode, why) => {
    service.instead = (__, response) => problem(response, status, code, 'no');
    const result = await pull({ changed: { 'db/2.sql': FINE }, inputs: { ...access(), 'on-unknown': 'pass' } });
    expect(result.code).toBe(1);
    expect(result.outputs).toMatchObject({ verdict: 'unknown', 'exit-code': exitCode, statements: '0' });
    expect(result.annotations.filter(({ name }) => name === 'error')).not.toEqual([]);
    expect(result.stdout).toContain(`nothing was judged, because ${why} (workspace \`acme\`): 1 changed SQL file`);
    expect(reportOf(result)).toMatchObject({ rulesets: [], service: { rulesetVersion: null } });
  });

  it('does not pass if the service exceeds the timeout', async () => {
    service.instead = () => true;
    const result = await pull({ changed: { 'db/2.sql': FINE }, inputs: { ...access(), timeout: '2' } });
    expect(result.outputs).toMatchObject({ verdict: 'unknown', 'exit-code': '4' });
    expect(text(result)).toContain('did not finish within 2 s');
  });

  const withoutKey = async (_: string, who: Partial<PullOptions>, why: string) => {
    const inputs = { 'base-url': service.url, workspace: WORKSPACE };
    const refused = await pull({ changed: { 'db/2.sql': DROP }, inputs, ...who });
    expect(refused.outputs).toMatchObject({ verdict: 'unknown', 'exit-code': '5' });
    expect(text(refused)).toContain(why);
    origin.dispose();
    origin = newOrigin();
    const config = `${SETUP['.querygate/config.yml']}on-missing-key: embedded\n`;
    const base = { ...SETUP, '.querygate/config.yml': config };
    const embedded = await pull({ base, changed: { 'db/2.sql': DROP }, inputs, ...who });
    expect(embedded.outputs).toMatchObject({ verdict: 'block', 'exit-code': '1' });
    expect(embedded.stdout).toContain('workspace `acme` was not asked: there is no API key');
    expect(service.requests).toEqual([]);
  };
  it.each([['a fork', { fork: true }, 'the head comes from a fork']] as const)(
    'has no key for %s: unknown, unless the base allows embedded mode',
    withoutKey,
  );
  it.each([['Dependabot', { env: { GITHUB_ACTOR: 'dependabot[bot]' } }, 'Dependabot started this run']] as const)(
    'has no key for %s: unknown, unless the base allows embedded mode',
    { tags: ['variant'] },
    withoutKey,
  );

  it('never sends the key to an address from the pull request', async () => {
    const changed = {
      '.querygate/config.yml': `${SETUP['.querygate/config.yml']}base-url: ${service.url}\n`,
      'db/2.sql': FINE,
    };
    const result = await pull({ changed, inputs: { 'api-key': KEY } });
    expect(result.outputs).toMatchObject({ verdict: 'unknown', 'exit-code': '2' });
    expect(service.requests).toEqual([]);
  });
});

describe('the client', () => {
  const run = (args: readonly string[], env: Record<string, string>) => {
    const files = { ...SETUP, 'db/2.sql': DROP };
    origin.author.write(files);
    return querygate(['check', ...args], { cwd: origin.author.dir, env, command: [NODE, packaged('cli.js')] });
  };

  it('calls the service that its options and the environment name', async () => {
    const result = await run(['--base-url', service.url, '--workspace', WORKSPACE], { SERVICE_API_KEY: KEY });
    expect(result.code).toBe(1);
    expect(result.stdout).toMatch(/^judged by workspace `acme`, ruleset version 7/);
    expect(result.stdout + result.stderr).not.toContain(KEY);
    expect(service.dryRuns()).toHaveLength(1);
  });

  it.each([
    ['--debug', ['--debug'], {}],
    ['CI_DEBUG_TRACE', [], { CI_DEBUG_TRACE: 'true' }],
  ])('prints with %s what it read and asked, and no secret', async (_, args, env) => {
    const result = await run(['--base-url', service.url, '--workspace', WORKSPACE, ...args], {
      SERVICE_API_KEY: KEY,
      DATABASE_PASSWORD: 'canary-password',
      ...env,
    });
    expect(result.stderr).toMatch(/^debug: run: querygate \S+, Node\.js v\S+ on \w+: check /m);
    expect(result.stderr).toMatch(/^debug: files: read `db\/2\.sql` of working tree: \d+ bytes, /m);
    expect(result.stderr).toMatch(/^debug: service: POST .*\/api\/v1\/ci\/dry-run, \d+ bytes: HTTP 200, /m);
    expect(result.stdout + result.stderr).not.toContain(KEY);
    expect(result.stdout + result.stderr).not.toContain('canary');
  });

  it('has no option for the key, because other users could see it', async () => {
    const result = await run(['--api-key', KEY], {});
    expect(result.code).toBe(2);
    expect(result.stderr).toContain('unknown option `--api-key`');
  });
});

describe.skipIf(MISSING !== '')(`${MISSING}the GitLab job`, () => {
  const check = async (variables: Readonly<Record<string, string>>) => {
    const { artifacts, ...result } = await runJob(origin, {
      job: 'querygate:check',
      artifacts: ['gl-code-quality-report.json', 'querygate-report.json'],
      base: SETUP,
      changed: { 'db/2.sql': FINE },
      variables: { SERVICE_BASE_URL: 'https://querygate.example', SERVICE_WORKSPACE_ID: WORKSPACE, ...variables },
    });
    return { ...result, quality: artifacts[0], report: artifacts[1] };
  };

  it('uses its own API key, never the one of the simulation', async () => {
    const { output } = await check({ QUERYGATE_SIMULATE_API_KEY: 'of-the-simulation' });
    expect(output).toMatch(/FAIL\s+querygate:check/);
    expect(output).toContain('the API key is missing; set `SERVICE_API_KEY`: the job `querygate:check` takes it from');
    origin.dispose();
    origin = newOrigin();
    const own = await check({ SERVICE_API_KEY: 'of-the-check' });
    expect(own.output).toContain('the API key is malformed');
    expect(own.output).not.toContain('of-the-check');
    expect(own.report).toMatchObject({ exitCode: 3, verdict: 'unknown', service: { workspace: WORKSPACE } });
    expect(own.quality).toMatchObject([{ check_name: 'service', severity: 'major' }]);
  });
});
