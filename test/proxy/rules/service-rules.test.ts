import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ActiveRuleset, ProxySettings } from '../../../src/contract/index.ts';
import { ServiceRules, type ServiceRulesOptions } from '../../../src/proxy/rules/index.ts';
import { loadGivenFiles } from '../../../src/rules/index.ts';
import { type Answer, json, problem, serve } from '../../client/server.ts';
import { quickClient, testFolder, testLog, until } from '../build.ts';

const PROXY: ProxySettings = {
  queryText: 'shape',
  modes: { default: 'observe', databases: { orders: 'enforce' } },
  databaseId: 'orders',
  mode: 'enforce',
};

function ruleFile(verdict: 'block' | 'warn' = 'block'): string {
  return [
    'version: 1',
    'rules:',
    `  - { id: no-drop, operations: [drop_table], verdict: ${verdict}, message: Drops a table., help: Do not. }`,
    '',
  ].join('\n');
}

type Sent = ActiveRuleset & { readonly proxy: ProxySettings };

async function answerOf(
  version: number,
  { text = ruleFile(), proxy = {}, hash }: { text?: string; proxy?: Partial<ProxySettings>; hash?: string } = {},
): Promise<Sent> {
  const ruleset = { entry: 'rules.yml', files: [{ path: 'rules.yml', text }] };
  const loaded = await loadGivenFiles(ruleset).catch(() => undefined);
  return {
    workspace: 'acme',
    version,
    activatedAt: '2026-11-20T12:00:00Z',
    activatedBy: { kind: 'user', id: 'u1', name: 'lee@example.com' },
    hash: hash ?? loaded?.hash ?? '0'.repeat(64),
    sources: ['rules.yml'],
    rules: 1,
    reason: '',
    restores: undefined,
    ruleset,
    proxy: { ...PROXY, ...proxy },
  };
}

/** A service whose answer the test replaces; it answers 304 to the ETag of the present one. */
async function service(first: Sent | Answer) {
  const state = { answer: first, etag: '"1"' };
  const server = await serve([
    (request, response) => {
      const { answer, etag } = state;
      if (typeof answer === 'function') answer(request, response);
      else if (request.headers['if-none-match'] === etag) response.writeHead(304, { etag }).end();
      else json(200, answer, { etag })(request, response);
    },
  ]);
  onTestFinished(() => server.close());
  return {
    server,
    show: (answer: Sent | Answer) => {
      state.answer = answer;
      state.etag = `"${Math.random()}"`;
    },
  };
}

async function open(url: string, options: Partial<ServiceRulesOptions> = {}) {
  const { log, lines } = testLog();
  const folder = options.folder ?? testFolder();
  const rules = await ServiceRules.open({ client: quickClient(url), folder, interval: 10, log, ...options });
  onTestFinished(() => rules.close());
  return { rules, lines, folder };
}

describe('rules from the service', () => {
  it('are in force after the first poll, with what the workspace sets for the proxy', async () => {
    const { server } = await service(await answerOf(3));
    const { rules, lines } = await open(server.url);
    await rules.polled;
    expect(rules.current).toMatchObject({ version: 3, mode: 'enforce' });
    expect(rules.current?.ruleset.rules.map(({ id }) => id)).toEqual(['no-drop']);
    expect(rules.queryText).toBe('shape');
    expect(lines).toEqual(['info rules of version 3 are in force, mode enforce']);
  });

  it('are swapped when they change, and asked for by ETag otherwise', async () => {
    const { server, show } = await service(await answerOf(3));
    const { rules } = await open(server.url);
    await until(() => server.received.length > 3);
    expect(server.received[0]?.headers['if-none-match']).toBeUndefined();
    expect(server.received[2]?.headers['if-none-match']).toBe('"1"');
    const before = rules.current;
    show(await answerOf(4, { text: ruleFile('warn'), proxy: { mode: 'warn', queryText: 'full' } }));
    await until(() => rules.current?.version === 4);
    expect(rules.current).not.toBe(before);
    expect(rules.current?.hash).not.toBe(before?.hash);
    expect([rules.current?.mode, rules.queryText]).toEqual(['warn', 'full']);
  });

  it('are logged when only the mode changes, with the former one', async () => {
    const { server, show } = await service(await answerOf(3));
    const { rules, lines } = await open(server.url);
    await rules.polled;
    show(await answerOf(3, { proxy: { mode: 'observe' } }));
    await until(() => rules.current?.mode === 'observe');
    expect(lines.slice(1)).toEqual(['warn the mode of the workspace is now observe; it was enforce']);
  });

  it('get a new age with each confirmation', async () => {
    const { server, show } = await service(await answerOf(3));
    let now = 1_000_000;
    const { rules } = await open(server.url, { now: () => now });
    await rules.polled;
    expect(rules.age(now)).toBe(0);
    now += 5_000;
    await until(() => rules.age(now) === 0);
    show(problem(500, 'internal'));
    await until(() => server.received.at(-1)?.headers['if-none-match'] !== undefined);
    const failedAfter = server.received.length;
    await until(() => server.received.length > failedAfter);
    now += 7_000;
    expect(rules.age(now)).toBeGreaterThanOrEqual(7_000);
  });

  it('have an endless age and no text policy before they are known', async () => {
    const { server } = await service(problem(500, 'internal'));
    const { rules } = await open(server.url);
    await rules.polled;
    expect([rules.current, rules.age(Date.now()), rules.queryText]).toEqual([undefined, Infinity, 'none']);
  });
});

describe('a service that refuses', () => {
  it.each([
    ['a revoked key', 401, 'key_revoked', 'the API key was revoked'],
    ['a key without the scope', 403, 'scope_missing', 'the API key lacks the scope `rules:read`'],
  ])('%s: the last known rules stay, and the log says so once', async (_, status, code, message) => {
    const { server, show } = await service(await answerOf(3));
    const { rules, lines } = await open(server.url);
    await rules.polled;
    show(problem(status, code));
    const before = server.received.length;
    await until(() => server.received.length > before + 3);
    expect(rules.current?.version).toBe(3);
    const errors = lines.filter((line) => line.startsWith('error'));
    expect(errors).toHaveLength(1);
    expect(errors[0]).toContain(message);
    expect(errors[0]).toContain('the rules of version 3 stay in force, and their age grows');
    show(await answerOf(4));
    await until(() => lines.includes('info the service answers again; the rules are up to date'));
    expect(rules.current?.version).toBe(4);
  });

  it('is asked less and less often', async () => {
    const { server } = await service(problem(401, 'key_revoked'));
    const started = Date.now();
    await open(server.url, { interval: 20, random: () => 0.5 });
    await until(() => server.received.length === 4);
    // 40 + 80 + 160 ms
    expect(Date.now() - started).toBeGreaterThanOrEqual(270);
  });
});

describe('rules that do not load', () => {
  it('leave the old ones in force, but what may be stored and blocked changes', async () => {
    const { server, show } = await service(await answerOf(3, { proxy: { queryText: 'full' } }));
    const { rules, lines } = await open(server.url);
    await rules.polled;
    show(await answerOf(4, { text: 'version: 9\n', proxy: { queryText: 'none', mode: 'observe' } }));
    await until(() => rules.queryText === 'none');
    expect(rules.current).toMatchObject({ version: 3, mode: 'observe' });
    const [error, ...more] = lines.filter((line) => line.startsWith('error'));
    expect(error).toMatch(/the rules of version 4 do not load: rules\.yml:1:.*the rules of version 3 stay in force/);
    expect(more).toEqual([]);
  });

  it('do not become confirmed by an answer that they are unchanged', async () => {
    const { server, show } = await service(await answerOf(3));
    let now = 1_000_000;
    const { rules } = await open(server.url, { now: () => now });
    await rules.polled;
    show(await answerOf(4, { text: 'version: 9\n' }));
    const before = server.received.length;
    await until(() => server.received.length > before + 1);
    now += 9_000;
    const then = server.received.length;
    await until(() => server.received.length > then + 2);
    expect(rules.age(now)).toBeGreaterThanOrEqual(9_000);
  });

  it('say if they judge differently than in the service', async () => {
    const { server } = await service(await answerOf(3, { hash: 'f'.repeat(64) }));
    const { rules, lines } = await open(server.url);
    await rules.polled;
    expect(rules.current?.version).toBe(3);
    expect(lines[0]).toContain('judge differently here than in the service');
  });
});

describe('the saved rules', () => {
  /** The folder of a proxy that has polled once, and the URL of its service, which is away now. */
  async function saved(changes: Parameters<typeof answerOf>[1] = {}) {
    const folder = testFolder();
    const { server, show } = await service(await answerOf(3, changes));
    const { rules } = await open(server.url, { folder });
    await rules.polled;
    await rules.close();
    show(problem(500, 'internal'));
    return { folder, path: join(folder, 'rules.json'), url: server.url, show };
  }

  it('are in force after a restart without the service, before the first poll', async () => {
    const { folder, url, path } = await saved();
    const { rules, lines } = await open(url, { folder });
    expect(rules.current).toMatchObject({ version: 3, mode: 'enforce' });
    expect(rules.queryText).toBe('shape');
    expect(rules.age(Date.now())).toBeLessThan(900_000);
    expect(lines).toContain('info using the saved rules of version 3 until the service answers');
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('are confirmed by their ETag', async () => {
    const { folder, url, show } = await saved();
    const { server } = await service(await answerOf(3));
    show(await answerOf(3));
    const { rules } = await open(url, { folder });
    await until(() => rules.age(Date.now()) < 1000);
    expect(rules.current?.version).toBe(3);
    await server.close();
  });

  it.each([
    ['a changed character', (text: string) => text.replace('no-drop', 'no-crop'), 'it is damaged'],
    ['a missing end', (text: string) => text.slice(0, -10), 'it is damaged'],
    ['no content', () => '', 'it is not a file of this version of the proxy'],
    ['another format', () => '{"querygateRules":2,"sha256":""}\n{}', 'it is not a file of this version of the proxy'],
  ])('with %s are ignored', async (_, change, reason) => {
    const { folder, path, url } = await saved();
    writeFileSync(path, change(readFileSync(path, 'utf8')));
    const { rules, lines } = await open(url, { folder });
    expect(rules.current).toBeUndefined();
    expect(rules.queryText).toBe('none');
    expect(lines[0]).toContain(`warn the saved rules in \`${path}\` are ignored: ${reason}`);
  });

  it('of another service are ignored', async () => {
    const { folder } = await saved();
    const other = await service(problem(500, 'internal'));
    const { rules, lines } = await open(other.server.url, { folder });
    expect(rules.current).toBeUndefined();
    expect(lines[0]).toContain('it is from another service or workspace');
  });

  it('with a time in the future have an endless age', async () => {
    const { folder, url } = await saved();
    const { rules } = await open(url, { folder, now: () => 1_000 });
    expect(rules.current?.version).toBe(3);
    expect(rules.age(1_000)).toBe(Infinity);
  });

  it('that cannot be written are reported, and the rules are in force all the same', async () => {
    const { server } = await service(await answerOf(3));
    const folder = join(testFolder(), 'missing');
    const { rules, lines } = await open(server.url, { folder });
    await rules.polled;
    expect(rules.current?.version).toBe(3);
    expect(lines.at(-1)).toMatch(/^warn the rules cannot be saved in .* \(ENOENT\)/);
  });
});
