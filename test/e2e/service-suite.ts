import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newOrigin, repository } from '../ci/repository.ts';
import { type Folder, newFolder, querygate } from '../entry/cli/client.ts';
import { NODE, packaged, TOP } from './packaged.ts';
import { runPull, SETUP } from './scenario.ts';
import { type ServiceProgram, type Store, shownKey, startService } from './service-program.ts';

// The packaged service with the packaged client and Actions. Their results must equal those of the embedded engine.

const EXAMPLES = join(TOP, 'examples');
const SIMULATED = ['simulate', '--max-age', '3650', '--format', 'json'];
const RULES = ['--base-rules', 'base/.querygate/rules.yml', '--head-rules', 'head/.querygate/rules.yml'];

type Report = Readonly<Record<string, unknown>>;

/** A report without its judges and the command to repeat it. */
function verdictsOf(text: string): Report {
  const ignoredKeys = ['headline', 'provenance', 'judges', 'base', 'head', 'service', 'repeat', 'history'];
  // The key may not ask the history, and the repository has none: both say why nothing is known of the use.
  const alike = text.replaceAll(/; (?:no history shows|whether it is still used)[^"]*/g, '');
  return Object.fromEntries(Object.entries(JSON.parse(alike) as Report).filter(([key]) => !ignoredKeys.includes(key)));
}

/** The tests of the service on the store that `openStore` opens. */
export function serviceSuite(openStore: () => Store): void {
  let service: ServiceProgram;
  let folder: Folder;
  const keys: Record<'ci' | 'rules' | 'proxy', string> = { ci: '', rules: '', proxy: '' };

  beforeAll(async () => {
    folder = newFolder();
    service = await startService(openStore());
    const init = ['init', '--workspace', 'acme', '--email', 'you@example.com', '--password-stdin'];
    keys.ci = shownKey(service.admin(init, 'a password of some length\n'));
    const make = (name: string, ...more: readonly string[]) =>
      shownKey(service.admin(['keys', 'create', '--workspace', 'acme', '--name', name, ...more]));
    keys.rules = make('rules gate', '--scope', 'rules:simulate');
    keys.proxy = make(
      'proxy',
      '--preset',
      'tcp-proxy',
      '--scope',
      'proxy:evaluate',
      '--scope',
      'audit:read',
      '--database-id',
      'orders',
    );
  });
  afterAll(async () => {
    await service.dispose();
    folder.remove();
  });

  const inService = (key: string) => ({
    SERVICE_BASE_URL: service.url,
    SERVICE_WORKSPACE_ID: 'acme',
    SERVICE_API_KEY: key,
  });
  const run = (args: readonly string[], cwd: string, env: Readonly<Record<string, string>> = {}) =>
    querygate(args, { cwd, command: [NODE, packaged('cli.js')], env });
  const post = (path: string, key: string, body: unknown) =>
    fetch(`${service.url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  describe('check', () => {
    it.each([
      ['postgresql', 'migrations'],
      ['mysql', 'mysql'],
      ['sqlite', 'sqlite'],
    ])('gives the same %s findings as the embedded engine', async (dialect, files) => {
      const args = ['check', files, '--dialect', dialect, '--format', 'json'];
      const embedded = await run(args, EXAMPLES);
      const served = await run(args, EXAMPLES, inService(keys.ci));
      expect([served.code, served.stderr]).toEqual([embedded.code, embedded.stderr]);
      expect(embedded.code).toBe(1);
      expect(verdictsOf(served.stdout)).toEqual(verdictsOf(embedded.stdout));
      expect(JSON.parse(served.stdout)['headline']).toMatch(
        /^judged by workspace `acme`, ruleset version 1 \(\d+ rules\)/,
      );
    });

    it('checks a file that is larger than one request', async () => {
      const rows = `(1, '${'x'.repeat(200)}'),\n`.repeat(50_000);
      folder.write({ 'large.sql': `INSERT INTO t (a, b) VALUES\n${rows}(2, 'y');\nDROP TABLE users;\n` });
      const args = ['check', 'large.sql', '--dialect', 'postgresql', '--format', 'json'];
      const embedded = await run(args, folder.dir);
      const served = await run(args, folder.dir, inService(keys.ci));
      expect([served.code, served.stderr]).toEqual([1, '']);
      expect(verdictsOf(served.stdout)).toEqual(verdictsOf(embedded.stdout));
    });

    it('works from the Action', async () => {
      const origin = newOrigin();
      try {
        const result = await runPull(origin, {
          changed: { 'db/2.sql': 'DROP TABLE users;\n' },
          base: SETUP,
          inputs: { 'base-url': service.url, workspace: 'acme', 'api-key': keys.ci },
        });
        expect(result.code).toBe(1);
        expect(result.outputs['exit-code']).toBe('1');
        expect(result.stdout).toContain('judged by workspace `acme`, ruleset version 1');
        expect(
          result.annotations.map(({ name, properties }) => [name, properties['file'], properties['line']]),
        ).toContainEqual(['error', 'db/2.sql', '1']);
        expect(result.stdout.replaceAll(`::add-mask::${keys.ci}`, '')).not.toContain(keys.ci);
      } finally {
        origin.dispose();
      }
    });
  });

  describe('simulate', () => {
    beforeAll(() => {
      const base = join(EXAMPLES, 'simulate/base/.querygate');
      service.admin([
        'ruleset',
        'activate',
        join(base, 'rules.yml'),
        '--workspace',
        'acme',
        '--reason',
        'as on the base branch',
      ]);
      service.admin(['history', 'import', join(base, 'history.jsonl.gz'), '--workspace', 'acme']);
    });

    it('reports the same broken flows as the embedded engine', async () => {
      const cwd = join(EXAMPLES, 'simulate');
      const embedded = await run([...SIMULATED, ...RULES, '--history', 'base/.querygate/history.jsonl.gz'], cwd);
      const served = await run([...SIMULATED, ...RULES], cwd, inService(keys.rules));
      expect([served.code, served.stderr]).toEqual([embedded.code, embedded.stderr]);
      expect(embedded.code).toBe(1);
      expect(verdictsOf(served.stdout)).toEqual(verdictsOf(embedded.stdout));
      expect(JSON.parse(served.stdout)['headline']).toMatch(/^judged by workspace `acme`, ruleset version 2, and /);
    });

    it('of the default branch can be activated as it is, by a signed-in owner', async () => {
      const cwd = folder.path('merged');
      cpSync(join(EXAMPLES, 'simulate/base'), cwd, { recursive: true });
      const merged = repository(cwd);
      merged.git('init', '--quiet', '--initial-branch', 'main');
      merged.commit({}, 'the base');
      cpSync(join(EXAMPLES, 'simulate/head'), cwd, { recursive: true });
      const commit = merged.commit({}, 'the merge');
      const job = { GITLAB_CI: 'true', CI_PROJECT_PATH: 'acme/shop', CI_COMMIT_SHA: commit };
      const env = { ...job, CI_DEFAULT_BRANCH: 'main', CI_COMMIT_BRANCH: 'main', ...inService(keys.rules) };
      await run([...SIMULATED, '--since', 'HEAD~1'], cwd, env);
      const account = { email: 'you@example.com', password: 'a password of some length' };
      const { token } = (await (await post('/api/v1/sessions', '', account)).json()) as { token: string };
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const at = (path: string) => `${service.url}/api/v1/workspaces/acme/${path}`;
      const { items } = (await (await fetch(at('simulations'), { headers })).json()) as {
        items: { id: string }[];
      };
      const ran = { repository: 'acme/shop', ref: 'refs/heads/main', commit, defaultBranch: true, activatable: true };
      expect(items[0]).toMatchObject(ran);
      const etag = (await fetch(at('ruleset'), { headers })).headers.get('etag') ?? '';
      const activated = await fetch(at(`simulations/${items[0]?.id}/activate`), {
        method: 'POST',
        headers: { ...headers, 'if-match': etag },
        body: JSON.stringify({ reason: 'merged' }),
      });
      expect(await activated.json()).toMatchObject({ version: 3, reason: 'merged' });
    });

    it('names the scope that a key lacks', async () => {
      const { code, stdout } = await run([...SIMULATED, ...RULES], join(EXAMPLES, 'simulate'), inService(keys.ci));
      expect(code).toBe(3);
      expect(stdout).toContain('the API key lacks the scope `rules:simulate`');
    });
  });

  it('records queries, and shows them to users who may see them', async () => {
    const query = {
      workspace: 'acme',
      query: "DELETE FROM orders /* secret-literal */ WHERE note = 'secret-literal'",
      dialect: 'postgresql',
    };
    const verdict = (await (await post('/api/v1/proxy/query', keys.proxy, query)).json()) as {
      id: string;
      verdict: string;
    };
    expect(verdict.verdict).toMatch(/^(allow|warn)$/);
    const event = { id: 'e-1', type: 'query', at: new Date().toISOString(), query: query.query, dialect: 'postgresql' };
    for (const accepted of [1, 0])
      expect(
        await (await post('/api/v1/ingest/events', keys.proxy, { workspace: 'acme', events: [event] })).json(),
      ).toEqual({ accepted, duplicates: 1 - accepted, refused: [] });
    const answer = await fetch(`${service.url}/api/v1/workspaces/acme/queries`, {
      headers: { authorization: `Bearer ${keys.proxy}` },
    });
    const { items } = (await answer.json()) as {
      items: { id: string; channel: string; databaseId: string; text: string }[];
    };
    expect(items.map(({ channel, databaseId }) => [channel, databaseId])).toEqual([
      ['events', 'orders'],
      ['http', 'orders'],
    ]);
    expect(items.map(({ text }) => text).join()).not.toContain('secret-literal');
    expect(items[1]?.id).toBe(verdict.id);
  });

  it('loses no acknowledged request when killed, and its audit trail still verifies', async () => {
    const before = service.admin(['audit', 'verify', '--workspace', 'acme', '--full']);
    await service.end('SIGKILL');
    await service.again();
    expect(service.admin(['audit', 'verify', '--workspace', 'acme', '--full'])).toBe(before);
    const { code } = await run(['check', 'migrations', '--dialect', 'postgresql'], EXAMPLES, inService(keys.ci));
    expect(code).toBe(1);
  });

  it('logs no query texts and no keys', () => {
    const log = service.log();
    expect(log).toContain('"route"');
    for (const hidden of ['secret-literal', 'DROP TABLE', ...Object.values(keys)]) expect(log).not.toContain(hidden);
  });

  it('rotates a key without interruption, then rejects the old one', async () => {
    const list = JSON.parse(service.admin(['keys', 'list', '--workspace', 'acme', '--json'])) as unknown;
    const old = findKey(list, 'ci');
    const fresh = shownKey(service.admin(['keys', 'rotate', old, '--workspace', 'acme']));
    const check = async (key: string) =>
      (await run(['check', 'migrations', '--dialect', 'postgresql'], EXAMPLES, inService(key))).code;
    expect([await check(keys.ci), await check(fresh)]).toEqual([1, 1]);
    service.admin(['keys', 'confirm', old, '--workspace', 'acme']);
    expect([await check(keys.ci), await check(fresh)]).toEqual([3, 1]);
  });

  it('is not a pass if the service does not respond', async () => {
    expect(await service.end()).toBe(0);
    const { code, stdout } = await run(
      ['check', 'migrations', '--dialect', 'postgresql', '--timeout', '3'],
      EXAMPLES,
      inService(keys.ci),
    );
    expect(code).toBe(4);
    expect(stdout).toContain('did not answer');
    await service.again();
  });
}

function findKey(list: unknown, name: string): string {
  const items = (Array.isArray(list) ? list : ((list as { items?: unknown }).items ?? [])) as readonly {
    id: string;
    name: string;
    state: string;
  }[];
  const found = items.find((key) => key.name === name && key.state === 'active');
  if (!found) throw new Error(`no key ${name} in ${JSON.stringify(list)}`);
  return found.id;
}
