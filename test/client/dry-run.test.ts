import { describe, expect, it, onTestFinished } from 'vitest';
import type { DryRunFile, DryRunInput, DryRunProgress } from '../../src/client/index.ts';
import { type DryRun, type DryRunRequest, dryRunRequestSchema, LIMITS } from '../../src/contract/index.ts';
import { ConfigError, EXIT, InternalError, PRODUCT, ServiceError } from '../../src/model/index.ts';
import { dryRunOf, judgedFile, QUESTION } from '../contract/bodies.ts';
import { client, judge, KEY, TestClock } from './build.ts';
import { LARGE } from './calls.ts';
import { type Answer, json, problem, type Received, serve, type TestServer } from './server.ts';

const POST = '/api/v1/ci/dry-run';

/** A service that keeps parts, and judges what comes by `judging`, the calls counted from 0. */
async function service(
  judging: (request: DryRunRequest, call: number) => Answer = (request) => json(200, answerTo(request)),
): Promise<TestServer & { readonly calls: readonly DryRunRequest[]; readonly parts: Map<string, string> }> {
  const calls: DryRunRequest[] = [];
  const parts = new Map<string, string>();
  const answer: Answer = (received, response) => {
    if (received.method === 'PUT') {
      parts.set(received.path.split('/').at(-1) ?? '', received.body);
      response.writeHead(204).end();
      return;
    }
    const request = dryRunRequestSchema.parse(JSON.parse(received.body));
    calls.push(request);
    judging(request, calls.length - 1)(received, response);
  };
  const server = await serve([answer]);
  onTestFinished(() => server.close());
  return { ...server, calls, parts };
}

function answerTo(request: DryRunRequest, version = 7): DryRun {
  const answer = dryRunOf(
    request.files.map(({ path }) => path),
    version,
  );
  return { ...answer, drift: request.base && { same: true, changes: [] } };
}

function file(path: string, text = 'SELECT 1'): DryRunFile {
  return { path, dialect: 'postgresql', status: 'added', text };
}
const ask = (...files: DryRunFile[]): DryRunInput => ({ files });
const many = (count: number, text?: string) => Array.from({ length: count }, (_, at) => file(`${at}.sql`, text));

async function failure(run: Promise<unknown>): Promise<ServiceError | ConfigError> {
  const error = await run.then(
    () => undefined,
    (raised: unknown) => raised,
  );
  if (error instanceof ServiceError || error instanceof ConfigError) return error;
  throw new Error(`raised ${String(error)}`);
}

describe('a dry run', () => {
  it('that fits goes over in one call, and comes back as it was judged', async () => {
    const { url, calls, received } = await service();
    const progress: DryRunProgress[] = [];
    const done = await client(url).dryRun(QUESTION, { onProgress: (step) => progress.push(step) });
    const { files, ...rest } = QUESTION;
    expect(calls).toEqual([
      {
        workspace: 'acme',
        ...rest,
        files: files.map(({ text, baseText, ...each }) => ({
          ...each,
          source: { text },
          ...(baseText !== undefined && { base: { text: baseText } }),
        })),
      },
    ]);
    expect(received[0]?.headers).toMatchObject({ authorization: `Bearer ${KEY}`, 'content-type': 'application/json' });
    expect(received[0]?.headers).not.toHaveProperty('idempotency-key');
    const { id: _, createdAt: __, ...expected } = answerTo(calls[0] as DryRunRequest);
    expect(done).toEqual({ ...expected, keyExpires: undefined });
    expect(progress).toEqual([{ state: 'judging', done: 0, total: 2 }]);
  });

  it('under edited rules has two judges', async () => {
    const judges = [judge('base'), judge('head')];
    const { url } = await service((request) => json(200, { ...answerTo(request), judges }));
    expect((await client(url).dryRun(QUESTION)).judges).toEqual(judges);
  });

  it('without files has nothing to ask', async () => {
    const { url, received } = await service();
    await expect(client(url).dryRun(ask())).rejects.toThrow(InternalError);
    expect(received).toHaveLength(0);
  });

  it('may be asked for again after a fault', async () => {
    const { url, calls } = await service((request, call) =>
      call === 0 ? problem(503, 'unavailable') : json(200, answerTo(request)),
    );
    const progress: DryRunProgress[] = [];
    await client(url).dryRun(ask(file('a.sql')), { onProgress: (step) => progress.push(step) });
    expect(calls[1]).toEqual(calls[0]);
    expect(progress.map(({ state }) => state)).toEqual(['judging', 'waiting']);
  });

  it('that is not done in time tells how far it came', async () => {
    const { url } = await service((request, call) =>
      call === 0 ? json(200, answerTo(request)) : problem(429, 'rate_limited', {}, { 'retry-after': '700' }),
    );
    const { message } = await failure(client(url).dryRun({ files: many(LIMITS.sqlFiles + 1) }));
    expect(message).toContain('there are too many requests, and it asks to wait 12 min');
    const clock = new TestClock();
    const { message: late } = await failure(
      client(url, { clock, deadline: 1, limits: { headers: 20 } }).dryRun({ files: many(3) }),
    );
    expect(late).toContain('0 of 3 files are judged');
  });
});

describe('many files', () => {
  it('go over in calls of as many as one takes, and come back in their order', async () => {
    const files = many(LIMITS.sqlFiles * 2 + 1);
    const { url, calls } = await service((request, call) =>
      json(200, answerTo(request), { 'querygate-key-expires': `2026-12-0${call + 1}T00:00:00Z` }),
    );
    const progress: DryRunProgress[] = [];
    const done = await client(url).dryRun({ files }, { onProgress: (step) => progress.push(step) });
    expect(calls.map((call) => call.files.length)).toEqual([500, 500, 1]);
    expect(done.files.map(({ path }) => path)).toEqual(files.map(({ path }) => path));
    expect(done.keyExpires).toBe('2026-12-03T00:00:00Z');
    expect(progress).toEqual([0, 500, 1000].map((at) => ({ state: 'judging', done: at, total: 1001 })));
  });

  it('of much text go over in bodies that the service takes, each with the rules and the baseline', async () => {
    // In JSON a control takes six bytes: what counts is what goes over the wire.
    const files = many(9, `${'\u0001'.repeat(300_000)}é`);
    const rules = { head: { files: [{ path: 'r.yml', text: 'x'.repeat(1_000_000) }] }, baseline: QUESTION.baseline };
    const { url, calls, received, parts } = await service();
    const done = await client(url).dryRun({ files, ...rules });
    expect(done.files).toHaveLength(9);
    expect(calls.map((call) => call.files.length)).toEqual([4, 4, 1]);
    expect(Math.max(...received.map(({ body }) => Buffer.byteLength(body)))).toBeLessThanOrEqual(LIMITS.requestBytes);
    for (const call of calls) expect(call).toMatchObject(rules);
    expect(parts.size).toBe(0);
  });

  it('fill a body to its last byte', async () => {
    const common = Buffer.byteLength(JSON.stringify({ files: [], workspace: 'acme' }));
    const entry = (text: string) =>
      Buffer.byteLength(JSON.stringify({ path: '0.sql', dialect: 'postgresql', status: 'added', source: { text } })) +
      1;
    const rest = LIMITS.requestBytes - common - entry('');
    for (const [more, calls] of [
      [0, 1],
      [1, 2],
    ] as const) {
      const first = Math.floor((rest - entry('')) / 2);
      const second = rest - entry('') - first + more;
      const server = await service();
      await client(server.url).dryRun(ask(file('0.sql', 'x'.repeat(first)), file('1.sql', 'x'.repeat(second))));
      expect(server.calls, String(more)).toHaveLength(calls);
      for (const { body } of server.received) expect(body.length).toBeLessThanOrEqual(LIMITS.requestBytes);
    }
  });

  it('with more findings than one answer holds are asked about in halves', async () => {
    const { url, calls } = await service();
    const files = many(20);
    const limits = { answerBytes: 4000 };
    const done = await client(url, { limits }).dryRun({ files });
    expect(done.files.map(({ path }) => path)).toEqual(files.map(({ path }) => path));
    expect(calls.length).toBeGreaterThan(10);
    expect(Math.min(...calls.map((call) => call.files.length))).toBeGreaterThan(0);

    const one = await failure(client(url, { limits: { answerBytes: 1000 } }).dryRun({ files }));
    expect(one.exitCode).toBe(EXIT.service);
    expect(one.message).toContain('it has more than 1000 bytes, all about `0.sql`; split that file');
  });

  it('are judged by the rules that apply to some of them', async () => {
    const notApplied = [
      [
        { rule: 'a', reason: 'reads caller.user, and no caller is given' },
        { rule: 'b', reason: 'reads caller.role' },
      ],
      [{ rule: 'a', reason: 'reads caller.user' }],
    ];
    const { url } = await service((request, call) => {
      const answer = answerTo(request);
      return json(200, { ...answer, judges: answer.judges.map((one) => ({ ...one, notApplied: notApplied[call] })) });
    });
    const done = await client(url).dryRun({ files: many(501) });
    expect(done.judges[0]?.notApplied).toEqual([notApplied[0]?.[0]]);
  });
});

describe('a large text', () => {
  const large = (path: string, text = LARGE) => ask(file(path, text));

  it('goes up in parts before the call that names them, and is the text again', async () => {
    const { url, received, calls, parts } = await service();
    await client(`${url}/tenant-a`).dryRun(large('a.sql'));
    expect(received.map(({ method }) => method)).toEqual(['PUT', 'PUT', 'POST']);
    expect(received[0]?.path).toMatch(/^\/tenant-a\/api\/v1\/workspaces\/acme\/texts\/[0-9a-f]{64}$/);
    expect(received[0]?.headers).toMatchObject({
      authorization: `Bearer ${KEY}`,
      'content-type': 'text/plain; charset=utf-8',
    });
    expect(joined(calls[0]?.files[0]?.source, parts)).toBe(LARGE);
    for (const { body } of received.slice(0, 2)) expect(Buffer.byteLength(body)).toBeLessThanOrEqual(LIMITS.partBytes);
  });

  it('that was there before the change goes up too, once where both are the same', async () => {
    const { url, received, calls, parts } = await service();
    await client(url).dryRun(
      ask({ ...file('a.sql', LARGE), baseText: LARGE }, { ...file('b.sql', LARGE), baseText: '' }),
    );
    expect(received.map(({ method }) => method).join(' ')).toBe('PUT PUT POST POST');
    const [first, second] = calls.flatMap(({ files }) => files);
    expect(joined(first?.base, parts)).toBe(LARGE);
    expect(joined(second?.source, parts)).toBe(LARGE);
    expect(second?.base).toEqual({ text: '' });
  });

  it('that is short, and long as JSON, goes up in parts', async () => {
    const text = '\u0001'.repeat(2_000_000);
    const { url, calls, parts } = await service();
    await client(url).dryRun(large('a.sql', text));
    expect(joined(calls[0]?.files[0]?.source, parts)).toBe(text);
  });

  it('has a call of its own, so that no call holds more than one of them', async () => {
    const { url, calls } = await service();
    await client(url).dryRun(ask(file('a.sql'), file('b.sql', LARGE), file('c.sql', LARGE), file('d.sql')));
    expect(calls.map(({ files }) => files.map(({ path }) => path).join(' '))).toEqual(['a.sql b.sql', 'c.sql d.sql']);
  });

  it('whose parts are gone goes up again, once', async () => {
    const missing = problem(422, 'text_missing');
    const { url, received } = await service((request, call) => (call === 0 ? missing : json(200, answerTo(request))));
    await client(url).dryRun(large('a.sql'));
    expect(received.map(({ method }) => method).join(' ')).toBe('PUT PUT POST PUT PUT POST');

    const never = await service(() => missing);
    const error = await failure(client(never.url).dryRun(large('a.sql')));
    expect(error.exitCode).toBe(EXIT.service);
    expect(error.message).toContain('422 (`text_missing`): a part of a text was never sent');
    expect(never.received).toHaveLength(6);
  });

  it('that was never in parts is not sent again', async () => {
    const { url, received } = await service(() => problem(422, 'text_missing'));
    await failure(client(url).dryRun(large('a.sql', 'SELECT 1')));
    expect(received).toHaveLength(1);
  });

  it('that changed on the way is told of', async () => {
    const server = await serve([problem(422, 'text_hash_wrong')]);
    onTestFinished(() => server.close());
    const error = await failure(client(server.url).dryRun(large('a.sql')));
    expect(error.exitCode).toBe(EXIT.service);
    expect(error.message).toContain('`text_hash_wrong`');
    expect(server.received).toHaveLength(1);
  });
});

function joined(source: DryRunRequest['files'][number]['base'], parts: ReadonlyMap<string, string>): string {
  if (!source || !('parts' in source)) throw new Error('it is not in parts');
  return source.parts.map((hash) => parts.get(hash) ?? '').join('');
}

describe('a ruleset that becomes active meanwhile', () => {
  const files = many(501);
  const headless =
    (version: number, change: object = {}) =>
    (request: DryRunRequest) =>
      json(200, { ...answerTo(request, version), ...change });

  it('judges all files, since all are asked about again', async () => {
    const { url, calls } = await service((request, call) => headless(call === 0 ? 7 : 8)(request));
    const done = await client(url).dryRun({ files });
    expect(done.ruleset.version).toBe(8);
    expect(done.files.map(({ path }) => path)).toEqual(files.map(({ path }) => path));
    expect(calls).toHaveLength(4);
  });

  it.each([
    ['another version', (call: number) => ({ ruleset: { version: call + 1, expired: [] } })],
    [
      'another hash',
      (call: number) => ({ judges: [{ ...judge('base'), side: 'only', hash: String(call % 2).repeat(64) }] }),
    ],
    ['another program', (call: number) => ({ engine: { name: 'querygate', version: `0.${call}.0` } })],
  ])('each time leaves the question unanswered: %s', async (_, change) => {
    const { url, calls } = await service((request, call) => headless(7, change(call))(request));
    const error = await failure(client(url).dryRun({ files }));
    expect(error.exitCode).toBe(EXIT.service);
    expect(error.message).toContain('judged by more than one ruleset');
    expect((error as ServiceError).details.requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(calls).toHaveLength(4);
  });
});

describe('an answer to a dry run', () => {
  const files = [file('a.sql'), file('b.sql')];
  const moved = judgedFile('b.sql');
  it.each<[string, object, string]>([
    ['about another file', { files: [judgedFile('a.sql'), judgedFile('c.sql')] }, 'its file 2 is not the one'],
    ['in another order', { files: [judgedFile('b.sql'), judgedFile('a.sql')] }, 'its file 1 is not the one'],
    ['about fewer files', { files: [judgedFile('a.sql')] }, 'it is about 1 files, and 2 were sent'],
    ['about more files', { files: [...files, ...files].map(({ path }) => judgedFile(path)) }, 'it is about 4 files'],
    ['about no file', { files: [] }, 'it is about 0 files'],
    ['with findings of another file', { files: [{ ...moved, path: 'a.sql' }, moved] }, 'findings of one file in'],
    ['by nobody', { judges: [] }, '`judges`'],
    ['by two, though no rules were sent', { judges: [judge('base'), judge('head')] }, 'which rulesets judged'],
    ['by one of two', { judges: [judge('base')] }, 'which rulesets judged'],
    ['with a drift from nothing', { drift: { same: true, changes: [] } }, 'a drift from nothing'],
    [
      'with a verdict that nobody knows',
      { files: [{ ...moved, findings: [{ verdict: 'fine' }] }] },
      '`files.0.finding',
    ],
    ['of another workspace', { workspace: 'other' }, 'about another workspace'],
  ])('%s is none', async (_, change, message) => {
    const { url, received } = await service((request) => json(200, { ...answerTo(request), ...change }));
    const error = await failure(client(url).dryRun({ files }));
    expect(error).toBeInstanceOf(ServiceError);
    expect(error.exitCode).toBe(EXIT.service);
    expect(error.message).toContain(message);
    expect(received).toHaveLength(1);
  });

  it.each<[string, object, string]>([
    ['by two in the wrong order', { judges: [judge('head'), judge('base')] }, 'which rulesets judged'],
    ['that does not say whether there is a drift', { drift: undefined }, 'whether the active ruleset has drifted'],
  ])('%s is none', async (_, change, message) => {
    const { url } = await service((request) => json(200, { ...answerTo(request), ...change }));
    const error = await failure(client(url).dryRun(QUESTION));
    expect(error.exitCode).toBe(EXIT.service);
    expect(error.message).toContain(message);
  });

  describe('by one ruleset, to a question with edited rules', () => {
    const answered = async (change: object, headHash?: string) => {
      const { url, calls } = await service((request) => json(200, { ...answerTo(request), ...change }));
      const run = client(url).dryRun({ ...QUESTION, ...(headHash && { headHash }) });
      return { run, calls };
    };
    const [only] = dryRunOf([]).judges;
    const other = { engine: { name: PRODUCT.name, version: '0.0.1' } };
    const two = [judge('base'), judge('head')];

    it.each<[string, object, string]>([
      ['where they are others than the active ones', {}, 'its active ruleset alone judged'],
      ['where others than those judged', { judges: two }, 'other rules than the edited ones judged'],
    ])('%s is none', async (_, change, message) => {
      const { run } = await answered(change, '1'.repeat(64));
      expect(await failure(run)).toMatchObject({ exitCode: EXIT.service, message: expect.stringContaining(message) });
    });

    it.each<[string, object, string | undefined]>([
      ['where they judge as the active ones do', {}, only?.hash],
      ['where the very edited ones judged beside', { judges: two }, two[1]?.hash],
      ['where nobody knows their hash', {}, undefined],
      ['of another program, which may compute hashes otherwise', other, '1'.repeat(64)],
    ])('%s is taken', async (_, change, headHash) => {
      const { run, calls } = await answered(change, headHash);
      await expect(run).resolves.toMatchObject({ ruleset: { version: 7 } });
      expect(calls[0]).not.toHaveProperty('headHash');
    });
  });

  describe('with a finding that is said not to count', () => {
    const [found] = judgedFile('a.sql').findings;
    const before: Partial<DryRunFile> = { status: 'modified', baseText: 'SELECT 2' };
    const known = { baseline: [`${'f'.repeat(64)}/v1`] };
    const judged = (status: string, sent: Partial<DryRunFile>, more: Partial<DryRunInput>) =>
      service((request) => {
        const judgedFiles = [{ ...judgedFile('a.sql'), findings: [{ ...found, status }] }];
        return json(200, { ...answerTo(request), files: judgedFiles });
      }).then(({ url }) => client(url).dryRun({ files: [{ ...file('a.sql'), ...sent }], ...more }));

    it.each<[string, Partial<DryRunFile>, Partial<DryRunInput>, string]>([
      ['baselined', before, {}, 'which no baseline accepts'],
      ['baselined', before, { baseline: [`${'0'.repeat(64)}/v1`] }, 'which no baseline accepts'],
      ['baselined', {}, known, 'which no baseline accepts'],
      ['baselined', { status: 'renamed' }, known, 'which no baseline accepts'],
      ['existing', {}, {}, 'of a text that it was not sent'],
      ['existing', { status: 'modified' }, {}, 'of a text that it was not sent'],
      ['existing', { ...before, status: 'renamed' }, {}, 'of a text that it was not sent'],
      ['suppressed', {}, { settings: { suppressions: 'off' } }, 'which nothing in the file may'],
      ['spared', {}, {}, 'though no tool runs the file'],
    ])('is none: %s, of %j with %j', async (status, sent, more, message) => {
      const error = await failure(judged(status, sent, more));
      expect(error.exitCode).toBe(EXIT.service);
      expect(error.message).toContain(`a finding in \`a.sql\` is \`${status}\``);
      expect(error.message).toContain(message);
    });

    it.each<[string, Partial<DryRunFile>, Partial<DryRunInput>]>([
      ['baselined', before, known],
      ['baselined', { status: 'given' }, known],
      ['existing', before, {}],
      ['suppressed', {}, {}],
      ['suppressed', {}, { settings: { suppressions: 'fail-on-new' } }],
      ['spared', { tool: 'goose' }, {}],
      ['excepted', {}, {}],
    ])('is taken where it can be so: %s, of %j with %j', async (status, sent, more) => {
      const done = await judged(status, sent, more);
      expect(done.files[0]?.findings[0]?.status).toBe(status);
    });
  });

  it('that holds the key does so no more', async () => {
    const { url } = await service((request) => {
      const [first, ...rest] = answerTo(request).files;
      const findings = first?.findings.map((finding) => ({ ...finding, excerpt: `SELECT '${KEY}'` }));
      return json(200, { ...answerTo(request), files: [{ ...first, findings }, ...rest] });
    });
    const done = await client(url).dryRun({ files });
    expect(done.files[0]?.findings[0]?.excerpt).toBe("SELECT '***'");
  });
});

describe('what the user can mend exits with 2', () => {
  const rules = (size: number) => ({
    head: { files: Array.from({ length: 9 }, (_, at) => ({ path: `r${at}.yml`, text: 'x'.repeat(size) })) },
  });
  it.each<[string, DryRunInput, string, string | undefined]>([
    ['a path that is too long', ask(file(`${'x'.repeat(4097)}`)), 'does not take this file', 'x'.repeat(4097)],
    [
      'a rule file that is too large',
      { ...ask(file('a.sql')), head: { files: [{ path: 'r.yml', text: 'x'.repeat(2 ** 20 + 1) }] } },
      'does not take this file',
      'r.yml',
    ],
    [
      'a rule file of a strange name',
      { ...ask(file('a.sql')), base: { hash: 'a'.repeat(64), ruleset: { files: [{ path: '../r.yml', text: '' }] } } },
      'does not take this file',
      '../r.yml',
    ],
    [
      'rules that leave no room',
      { ...ask(file('a.sql')), ...rules(940_000) },
      'the rule files and the baseline have',
      'a.sql',
    ],
    ['a baseline that is none', { ...ask(file('a.sql')), baseline: ['x'] }, 'does not take `baseline.0`', undefined],
    [
      'a baseline that is too large',
      { ...ask(file('a.sql')), baseline: Array(50_001).fill(`${'f'.repeat(64)}/v1`) },
      'does not take `baseline`',
      undefined,
    ],
  ])('%s', async (_, question, message, place) => {
    const { url, received } = await service();
    const error = await failure(client(url).dryRun(question));
    expect(error).toBeInstanceOf(ConfigError);
    expect(error.message).toContain(message);
    expect((error as ConfigError).place?.file).toBe(place);
    expect(received).toHaveLength(0);
  });

  it('a mistake in the edited rules, on its line; in a file of SQL there is none', async () => {
    const invalid = (path: string) => {
      const errors = [{ detail: 'unknown fact', place: { file: path, line: 7, column: 11 } }];
      return service(() => problem(422, 'rules_invalid', { errors }));
    };
    const rulesWrong = await failure(client((await invalid('.querygate/rules.yml')).url).dryRun(QUESTION));
    expect((rulesWrong as ConfigError).toLine()).toBe('.querygate/rules.yml:7:11: unknown fact');
    const sqlWrong = await failure(client((await invalid('migrations/1.sql')).url).dryRun(QUESTION));
    expect((sqlWrong as ConfigError).place).toBeUndefined();
  });

  it('and what the service refuses without need does not', async () => {
    const { url } = await service(() =>
      problem(422, 'field_invalid', { errors: [{ pointer: '/files/0/dialect', detail: 'must be another' }] }),
    );
    const error = await failure(client(url).dryRun(QUESTION));
    expect(error.exitCode).toBe(EXIT.service);
    expect(error.message).toContain(
      '`/files/0/dialect`: must be another; the client and the service may be of different',
    );
  });
});

describe('requests', () => {
  it('of one dry run have one name', async () => {
    const { url, received } = await service();
    await client(url).dryRun({ files: many(501, 'SELECT 1') });
    const names = (all: readonly Received[]) => new Set(all.map(({ headers }) => headers['x-request-id']));
    expect(names(received).size).toBe(1);
    expect(received.every(({ path }) => path === POST)).toBe(true);
  });
});
