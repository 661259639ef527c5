import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keyChecksum } from '../../../src/contract/index.ts';
import { CONFIG, type Files, RULES } from '../build.ts';
import { NOW } from '../snapshot.ts';
import { FILTER, OLD, ruleFile, type Settings, STAR, simulatePull } from './build.ts';

// Simulations in a service: a server with prepared answers, over a real connection.

const BODY = `qg_${'a'.repeat(40)}`;
const KEY = `${BODY}${keyChecksum(BODY)}`;

const NONE = { flows: 0, calls: 0 };
const BROKEN = {
  ruleChanges: [],
  flows: [],
  declared: [],
  acknowledgements: [],
  totals: {
    replayed: { flows: 5, calls: 100 },
    unchanged: { flows: 3, calls: 80 },
    newlyBlocked: { flows: 2, calls: 20 },
    partlyBlocked: NONE,
    newlyAllowed: NONE,
    changed: NONE,
    unknown: NONE,
    unknownLoosening: NONE,
    acknowledged: NONE,
    leftOut: NONE,
  },
  unread: { calls: 0, share: 0, byReason: {} },
  selfTest: true,
};
const JUDGE = { sources: ['active'], hash: 'a'.repeat(64), rules: 7, notApplied: [] };
const DONE = {
  id: 's1',
  workspace: 'w1',
  createdAt: '2026-11-20T12:00:00Z',
  finishedAt: '2026-11-20T12:00:01Z',
  status: 'done',
  engine: { name: 'querygate', version: '0.1.0' },
  ruleset: { version: 7 },
  base: { side: 'base', ...JUDGE },
  head: { side: 'head', ...JUDGE },
  drift: {
    same: false,
    changes: [{ rule: 'no-drop-table', change: 'edited', differences: ['verdict: warn -> block'] }],
  },
  outcome: 'simulated',
  result: BROKEN,
  history: {
    from: ['workspace w1'],
    side: 'service',
    firstSeen: '2026-11-01T00:00:00Z',
    lastSeen: '2026-11-19T00:00:00Z',
    ageDays: 1,
    statements: 100,
    rows: 5,
    sources: [],
  },
};

let server: Server;
let url: string;
let answer: { status: number; body: object };
let requests: { headers: IncomingMessage['headers']; body: Record<string, unknown> }[];

beforeEach(async () => {
  requests = [];
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      requests.push({ headers: request.headers, body: text === '' ? {} : JSON.parse(text) });
      const type = answer.status >= 400 ? 'application/problem+json' : 'application/json';
      response.writeHead(answer.status, { 'content-type': type, location: '/api/v1/ci/rules/simulations/s1' });
      response.end(JSON.stringify(answer.body));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => new Promise((done) => server.close(done)));

const HEAD = ruleFile({ 'no-unfiltered-delete': FILTER, 'no-select-star': STAR });
const service = (): Settings => ({ service: { baseUrl: url, apiKey: KEY, workspace: 'w1', timeout: 20, env: {} } });

describe('a service', () => {
  it('receives the rules, and its answer is judged by the limits of the repository', async () => {
    answer = { status: 202, body: DONE };
    const config = { [CONFIG]: 'version: 1\ndialect: mysql\nsimulate:\n  max-broken-flows: 1\n  min-calls: 3\n' };
    const report = await simulatePull({ ...OLD, ...config }, { ...HEAD, ...config }, service());
    expect(report).toMatchObject({ outcome: 'simulated', verdict: 'block', exitCode: 1, base: { rules: 7 } });
    expect(report.conclusion).toBe('failed: 2 legitimate flows would break (`max-broken-flows` allows 1)');
    expect(report.headline).toMatch(
      /^judged by workspace `w1`, ruleset version 7, and .* \(once merged\) over 100 calls from 2026-11-01 to 2026-11-19/,
    );
    expect(report.provenance).toMatch(
      /^simulated .* active in workspace `w1`, ruleset version 7 .* over workspace w1 \(100 calls/,
    );
    expect(report.repeat).toMatch(/ --base-url http:\/\/127\.0\.0\.1:\d+ --workspace w1$/);
    expect(report.notices.map(({ message }) => message).join('\n')).toMatch(
      /active ruleset of workspace `w1` \(version 7\) differs from that of the base branch: `no-drop-table` \(verdict: warn -> block\)/,
    );
    expect(requests).toHaveLength(1);
    expect(requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(requests[0]?.body).toMatchObject({
      workspace: 'w1',
      dialect: 'mysql',
      settings: { 'min-calls': 3 },
      head: { files: [{ path: RULES, text: HEAD[RULES] }] },
      base: { ruleset: { files: [{ path: RULES, text: OLD[RULES] }] } },
    });
  });

  interface Sent {
    readonly name: string;
    readonly base?: Files;
    readonly head?: Files;
    readonly settings?: Settings;
    readonly body: object;
    readonly not?: readonly string[];
  }

  const FLOWS = '.querygate/flows.yml';
  const declared = 'version: 1\nflows:\n  - { name: a, owner: o, sql: SELECT 1, dialect: mysql }\n';

  it.each<Sent>([
    { name: 'no settings if none are set', body: {}, not: ['settings', 'flows', 'dialect'] },
    {
      name: 'settings of the workflow, which override the configuration',
      base: { [CONFIG]: 'version: 1\nsimulate:\n  min-calls: 3\n  ignore-callers: [{ user: x }]\n' },
      settings: { limits: { minCalls: 9, minDays: 2 } },
      body: { settings: { 'min-calls': 9, 'min-days': 2, 'ignore-callers': [{ user: 'x' }] } },
    },
    {
      name: 'the dialect of a first configuration, since declared flows are read in it',
      head: { [CONFIG]: 'version: 1\ndialect: mysql\n' },
      body: { dialect: 'mysql' },
    },
    {
      name: 'declared flows that can be read',
      base: { [FLOWS]: declared },
      head: { [FLOWS]: declared },
      body: { flows: { base: { path: FLOWS, text: declared }, head: { path: FLOWS, text: declared } } },
    },
    {
      name: 'no declared flows that cannot be read, which the client reports itself',
      base: { [FLOWS]: 'nope\n' },
      head: { [FLOWS]: declared },
      body: { flows: { head: { path: FLOWS, text: declared } } },
      not: ['flows.base'],
    },
  ])('receives $name', async ({ base, head, settings, body, not = [] }) => {
    answer = { status: 202, body: DONE };
    await simulatePull({ ...OLD, ...base }, { ...HEAD, ...base, ...head }, { ...settings, ...service() });
    expect(requests[0]?.body).toMatchObject(body);
    for (const path of not) expect(requests[0]?.body).not.toHaveProperty(path);
  });

  it('is not asked if the rules do not change', async () => {
    const report = await simulatePull(OLD, { [RULES]: `# why\n${OLD[RULES]}` }, service());
    expect(report).toMatchObject({ outcome: 'no_effective_change', exitCode: 0 });
    expect(report.headline).toMatch(/workspace `w1` was not asked$/);
    expect(requests).toEqual([]);
  });

  it('can report that nothing changes', async () => {
    const { result: _, history: __, ...rest } = DONE;
    answer = { status: 202, body: { ...rest, outcome: 'no_effective_change' } };
    expect(await simulatePull(OLD, HEAD, service())).toMatchObject({ outcome: 'no_effective_change', exitCode: 0 });
  });

  it.each([
    [403, { code: 'scope_missing', detail: 'the key lacks `rules:simulate`' }, 3, 'service'],
    [401, { code: 'key_revoked' }, 3, 'service'],
    [500, {}, 4, 'service'],
    [422, { code: 'rules_invalid', errors: [{ detail: 'no such kind', place: { file: RULES, line: 3 } }] }, 2, 'rules'],
  ])('that answers %i does not let the check pass', async (status, problem, exit, kind) => {
    answer = { status, body: { type: 'about:blank', title: 'no', status, ...problem } };
    const report = await simulatePull(OLD, HEAD, service());
    expect(report).toMatchObject({
      outcome: 'not_simulated',
      verdict: 'unknown',
      exitCode: exit,
      problems: [{ kind }],
    });
    expect(JSON.stringify(report)).not.toContain(KEY);
    if (kind === 'service') expect(report.headline).toMatch(/workspace `w1` did not answer$/);
  });

  it('with a stale or mostly unread history is not trusted', async () => {
    const old = { ...DONE.history, lastSeen: '2026-08-01T00:00:00Z', ageDays: 0 };
    const fine = { ...BROKEN, totals: { ...BROKEN.totals, newlyBlocked: NONE } };
    answer = { status: 202, body: { ...DONE, result: fine, history: old } };
    const stale = await simulatePull(OLD, HEAD, service());
    expect(stale).toMatchObject({ exitCode: 5, problems: [{ kind: 'history' }] });
    expect(stale.history?.ageDays).toBe(Math.ceil((NOW.getTime() - Date.parse(old.lastSeen)) / 86_400_000));
    answer = { status: 202, body: { ...DONE, result: { ...fine, unread: { calls: 5, share: 0.05, byReason: {} } } } };
    expect(await simulatePull(OLD, HEAD, service())).toMatchObject({ exitCode: 5, problems: [{ kind: 'history' }] });
  });

  it('is not called with an invalid key', async () => {
    const report = await simulatePull(OLD, HEAD, {
      service: { baseUrl: url, apiKey: 'secret', workspace: 'w1' },
    }).catch((error: unknown) => error);
    expect(report).toMatchObject({ exitCode: 3 });
    expect(JSON.stringify(report)).not.toContain('secret');
    expect(requests).toEqual([]);
  });
});
