import { describe, expect, it, onTestFinished } from 'vitest';
import type { DryRunFile, DryRunInput, DryRunProgress } from '../../src/client/index.ts';
import { type DryRun, type DryRunRequest, dryRunRequestSchema, LIMITS } from '../../src/contract/index.ts';
import { ConfigError, EXIT, InternalError, PRODUCT, ServiceError } from '../../src/model/index.ts';
import { dryRunOf, judgedFile, QUESTION } from '../contract/bodies.ts';
import { client, judge, KEY, TestClock } from './build.ts';
import { LARGE } from './calls.ts';
import { type Answer, json, problem, type Received, serve, type TestServer } from './server.ts';

const POST = '/api/v1/ci/dry-run';

/** A service that stores parts and answers each dry run with `judging`. Calls are counted from 0. */
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

describe('dryRun', () => {
  it('sends a small request in one call, and returns the result', async () => {
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

  it('returns two judges if the rules were edited', async () => {
    const judges = [judge('base'), judge('head')];
    const { url } = await service((request) => json(200, { ...answerTo(request), judges }));
    expect((await client(url).dryRun(QUESTION)).judges).toEqual(judges);
  });

  it('rejects an empty list of files', async () => {
    const { url, received } = await service();
    await expect(client(url).dryRun(ask())).rejects.toThrow(InternalError);
    expect(received).toHaveLength(0);
  });

  it('retries after a fault', async () => {
    const { url, calls } = await service((request, call) =>
      call === 0 ? problem(503, 'unavailable') : json(200, answerTo(request)),
    );
    const progress: DryRunProgress[] = [];
    await client(url).dryRun(ask(file('a.sql')), { onProgress: (step) => progress.push(step) });
    expect(calls[1]).toEqual(calls[0]);
    expect(progress.map(({ state }) => state)).toEqual(['judging', 'waiting']);
  });

  it('reports its progress if it runs out of time', async () => {
    const { url } = await service((request, call) =>
      call === 0 ? json(200, answerTo(request)) : problem(429, 'rate_limited', {}, { 'retry-after': '700' }),
    );
    const { message } = await failure(client(url).dryRun({ files: many(LIMITS.sqlFiles + 1) }));
    expect(message).toContain('HTTP 429 too many requests; it asks to retry after 12 min');
    const clock = new TestClock();
    const { message: late } = await failure(
      client(url, { clock, deadline: 1, limits: { headers: 5000 } }).dryRun({ files: many(3) }),
    );
    expect(late).toContain('0 of 3 files are checked');
  });
});

describe('a dry run of many files', () => {
  it('uses several calls of the maximum size, and returns the files in order', async () => {
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

  it('keeps each request within the size limit, and sends the rules and the baseline with each', async () => {
    // A control character takes six bytes in JSON. The limit applies to the bytes on the wire.
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

  it('fills a request to the last byte', async () => {
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

  it('splits a call in halves if its findings exceed one response', async () => {
    const { url, calls } = await service();
    const files = many(20);
    const limits = { answerBytes: 4000 };
    const done = await client(url, { limits }).dryRun({ files });
    expect(done.files.map(({ path }) => path)).toEqual(files.map(({ path }) => path));
    expect(calls.length).toBeGreaterThan(10);
    expect(Math.min(...calls.map((call) => call.files.length))).toBeGreaterThan(0);

    const error = await failure(client(url, { limits: { answerBytes: 1000 } }).dryRun({ files }));
    expect(error.exitCode).toBe(EXIT.service);
    expect(error.message).toContain('it has more than 1000 bytes for the single file `0.sql`; split that file');
  });

  it('lists a rule as not applied only if it was applied in no call', async () => {
    const notApplied = [
      [
        { rule: 'a', reason: 'reads caller.user, and no caller is given' },
        { rule: 'b', reason: 'reads caller.role' },
      ],
      [{ rule: 'a', reason: 'reads caller.user' }],
    ];
    const { url } = await service((request, call) => {
      const answer = answerTo(request);
      return json(200, {
        ...answer,
        judges: answer.judges.map((entry) => ({ ...entry, notApplied: notApplied[call] })),
      });
    });
    const done = await client(url).dryRun({ files: many(501) });
    expect(done.judges[0]?.notApplied).toEqual([notApplied[0]?.[0]]);
  });
});

describe('a dry run with a large file', () => {
  const large = (path: string, text = LARGE) => ask(file(path, text));

  it('uploads the file in parts before the call that refers to them', async () => {
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

  it('uploads the text before the change too, but identical parts only once', async () => {
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

  it('uploads a file in parts if only its JSON is too large', async () => {
    const text = '\u0001'.repeat(2_000_000);
    const { url, calls, parts } = await service();
    await client(url).dryRun(large('a.sql', text));
    expect(joined(calls[0]?.files[0]?.source, parts)).toBe(text);
  });

  it('puts at most one large file into a call', async () => {
    const { url, calls } = await service();
    await client(url).dryRun(ask(file('a.sql'), file('b.sql', LARGE), file('c.sql', LARGE), file('d.sql')));
    expect(calls.map(({ files }) => files.map(({ path }) => path).join(' '))).toEqual(['a.sql b.sql', 'c.sql d.sql']);
  });

  it('uploads the parts once more if the service has deleted them', async () => {
    const missing = problem(422, 'text_missing');
    const { url, received } = await service((request, call) => (call === 0 ? missing : json(200, answerTo(request))));
    await client(url).dryRun(large('a.sql'));
    expect(received.map(({ method }) => method).join(' ')).toBe('PUT PUT POST PUT PUT POST');

    const never = await service(() => missing);
    const error = await failure(client(never.url).dryRun(large('a.sql')));
    expect(error.exitCode).toBe(EXIT.service);
    expect(error.message).toContain('422 (`text_missing`): a part of a file was never uploaded');
    expect(never.received).toHaveLength(6);
  });

  it('does not retry on `text_missing` if nothing was uploaded', async () => {
    const { url, received } = await service(() => problem(422, 'text_missing'));
    await failure(client(url).dryRun(large('a.sql', 'SELECT 1')));
    expect(received).toHaveLength(1);
  });

  it('fails if a part is corrupted on the way', async () => {
    const server = await serve([problem(422, 'text_hash_wrong')]);
    onTestFinished(() => server.close());
    const error = await failure(client(server.url).dryRun(large('a.sql')));
    expect(error.exitCode).toBe(EXIT.service);
    expect(error.message).toContain('`text_hash_wrong`');
    expect(server.received).toHaveLength(1);
  });
});

function joined(source: DryRunRequest['files'][number]['base'], parts: ReadonlyMap<string, string>): string {
  if (!source || !('parts' in source)) throw new Error('the text is not in parts');
  return source.parts.map((hash) => parts.get(hash) ?? '').join('');
}

describe('a dry run during which another ruleset is activated', () => {
  const files = many(501);
  const respond =
    (version: number, change: object = {}) =>
    (request: DryRunRequest) =>
      json(200, { ...answerTo(request, version), ...change });

  it('checks all files again', async () => {
    const { url, calls } = await service((request, call) => respond(call === 0 ? 7 : 8)(request));
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
  ])('fails if it happens twice: %s', async (_, change) => {
    const { url, calls } = await service((request, call) => respond(7, change(call))(request));
    const error = await failure(client(url).dryRun({ files }));
    expect(error.exitCode).toBe(EXIT.service);
    expect(error.message).toContain('changed during the dry run, and again during a second attempt; run it again');
    expect((error as ServiceError).details.requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(calls).toHaveLength(4);
  });
});

describe('a response to a dry run', () => {
  const files = [file('a.sql'), file('b.sql')];
  const moved = judgedFile('b.sql');
  it.each<[string, object, string]>([
    ['is for another file', { files: [judgedFile('a.sql'), judgedFile('c.sql')] }, 'its file 2 is not file 2 of'],
    ['has another order', { files: [judgedFile('b.sql'), judgedFile('a.sql')] }, 'its file 1 is not file 1 of'],
    ['has fewer files', { files: [judgedFile('a.sql')] }, 'it covers 1 files, but 2 were sent'],
    ['has more files', { files: [...files, ...files].map(({ path }) => judgedFile(path)) }, 'it covers 4 files'],
    ['has no file', { files: [] }, 'it covers 0 files'],
    [
      'has findings of another file',
      { files: [{ ...moved, path: 'a.sql' }, moved] },
      'findings of one file under another',
    ],
    ['has no judges', { judges: [] }, '`judges`'],
    [
      'has two judges although no rules were sent',
      { judges: [judge('base'), judge('head')] },
      'does not name the rulesets',
    ],
    ['has one judge of two', { judges: [judge('base')] }, 'does not name the rulesets'],
    [
      'has an unexpected drift',
      { drift: { same: true, changes: [] } },
      'it reports drift, but no base ruleset was sent',
    ],
    ['has an unknown verdict', { files: [{ ...moved, findings: [{ verdict: 'fine' }] }] }, '`files.0.finding'],
    ['is for another workspace', { workspace: 'other' }, 'it is for another workspace'],
  ])('is rejected if it %s', async (_, change, message) => {
    const { url, received } = await service((request) => json(200, { ...answerTo(request), ...change }));
    const error = await failure(client(url).dryRun({ files }));
    expect(error).toBeInstanceOf(ServiceError);
    expect(error.exitCode).toBe(EXIT.service);
    expect(error.message).toContain(message);
    expect(received).toHaveLength(1);
  });

  it.each<[string, object, string]>([
    ['has its judges in the wrong order', { judges: [judge('head'), judge('base')] }, 'does not name the rulesets'],
    ['does not say whether there is drift', { drift: undefined }, 'whether the active ruleset has drifted'],
  ])('is rejected if it %s', async (_, change, message) => {
    const { url } = await service((request) => json(200, { ...answerTo(request), ...change }));
    const error = await failure(client(url).dryRun(QUESTION));
    expect(error.exitCode).toBe(EXIT.service);
    expect(error.message).toContain(message);
  });

  describe('to a request with edited rules', () => {
    const answered = async (change: object, headHash?: string) => {
      const { url, calls } = await service((request) => json(200, { ...answerTo(request), ...change }));
      const run = client(url).dryRun({ ...QUESTION, ...(headHash && { headHash }) });
      return { run, calls };
    };
    const [only] = dryRunOf([]).judges;
    const otherEngine = { engine: { name: PRODUCT.name, version: '0.0.1' } };
    const twoJudges = [judge('base'), judge('head')];

    it.each<[string, object, string]>([
      ['used only the active rules, which differ', {}, 'it used only the active ruleset'],
      ['used other rules', { judges: twoJudges }, 'it used other rules than the edited ones'],
    ])('is rejected if it %s', async (_, change, message) => {
      const { run } = await answered(change, '1'.repeat(64));
      expect(await failure(run)).toMatchObject({ exitCode: EXIT.service, message: expect.stringContaining(message) });
    });

    it.each<[string, object, string | undefined]>([
      ['the edited rules are equivalent to the active ones', {}, only?.hash],
      ['the edited rules were used too', { judges: twoJudges }, twoJudges[1]?.hash],
      ['the hash of the edited rules is not known', {}, undefined],
      ['another engine version, with other hashes, answered', otherEngine, '1'.repeat(64)],
    ])('is accepted if %s', async (_, change, headHash) => {
      const { run, calls } = await answered(change, headHash);
      await expect(run).resolves.toMatchObject({ ruleset: { version: 7 } });
      expect(calls[0]).not.toHaveProperty('headHash');
    });
  });

  describe('with a finding that does not count', () => {
    const [found] = judgedFile('a.sql').findings;
    const before: Partial<DryRunFile> = { status: 'modified', baseText: 'SELECT 2' };
    const known = { baseline: [`${'f'.repeat(64)}/v1`] };
    const judged = (
      status: string,
      sent: Partial<DryRunFile>,
      more: Partial<DryRunInput>,
      acceptedAs = `${'f'.repeat(64)}/v1`,
    ) =>
      service((request) => {
        const judgedFiles = [{ ...judgedFile('a.sql'), findings: [{ ...found, status, acceptedAs }] }];
        return json(200, { ...answerTo(request), files: judgedFiles });
      }).then(({ url }) => client(url).dryRun({ files: [{ ...file('a.sql'), ...sent }], ...more }));

    it.each<[string, Partial<DryRunFile>, Partial<DryRunInput>, string]>([
      ['baselined', before, {}, 'but no baseline accepts it'],
      ['baselined', before, { baseline: [`${'0'.repeat(64)}/v1`] }, 'but no baseline accepts it'],
      ['baselined', {}, known, 'but no baseline accepts it'],
      ['baselined', { status: 'renamed' }, known, 'but no baseline accepts it'],
      ['baselined', { status: 'renamed', formerPath: 'old/a.sql' }, {}, 'but no baseline accepts it'],
      ['existing', {}, {}, 'but no earlier text of the file or of its routines was sent'],
      ['existing', { status: 'modified' }, {}, 'but no earlier text of the file or of its routines was sent'],
      ['existing', { ...before, status: 'renamed' }, {}, 'but no earlier text of the file or of its routines was sent'],
      ['suppressed', {}, { settings: { suppressions: 'off' } }, 'but suppressions are off'],
      ['spared', {}, {}, 'but the file has no migration tool'],
    ])('is rejected: %s, for %j with %j', async (status, sent, more, message) => {
      const error = await failure(judged(status, sent, more));
      expect(error.exitCode).toBe(EXIT.service);
      expect(error.message).toContain(`a finding in \`a.sql\` is \`${status}\``);
      expect(error.message).toContain(message);
    });

    it.each<[string, Partial<DryRunFile>, Partial<DryRunInput>]>([
      ['baselined', before, known],
      ['baselined', { status: 'given' }, known],
      ['baselined', { status: 'renamed', formerPath: 'old/a.sql' }, known],
      ['existing', before, {}],
      ['suppressed', {}, {}],
      ['suppressed', {}, { settings: { suppressions: 'fail-on-new' } }],
      ['spared', { tool: 'goose' }, {}],
      ['excepted', {}, {}],
    ])('is accepted: %s, for %j with %j', async (status, sent, more) => {
      const done = await judged(status, sent, more);
      expect(done.files[0]?.findings[0]?.status).toBe(status);
    });
  });

  it('is returned with the API key masked', async () => {
    const { url } = await service((request) => {
      const [first, ...rest] = answerTo(request).files;
      const findings = first?.findings.map((finding) => ({ ...finding, excerpt: `SELECT '${KEY}'` }));
      return json(200, { ...answerTo(request), files: [{ ...first, findings }, ...rest] });
    });
    const done = await client(url).dryRun({ files });
    expect(done.files[0]?.findings[0]?.excerpt).toBe("SELECT '***'");
  });
});

describe('an error that the user can fix exits with 2', () => {
  const rules = (size: number) => ({
    head: { files: Array.from({ length: 9 }, (_, at) => ({ path: `r${at}.yml`, text: 'x'.repeat(size) })) },
  });
  it.each<[string, DryRunInput, string, string | undefined]>([
    ['a path that is too long', ask(file(`${'x'.repeat(4097)}`)), 'does not accept this file', 'x'.repeat(4097)],
    [
      'a rule file that is too large',
      { ...ask(file('a.sql')), head: { files: [{ path: 'r.yml', text: 'x'.repeat(2 ** 20 + 1) }] } },
      'does not accept this file',
      'r.yml',
    ],
    [
      'a rule file with an invalid name',
      { ...ask(file('a.sql')), base: { hash: 'a'.repeat(64), ruleset: { files: [{ path: '../r.yml', text: '' }] } } },
      'does not accept this file',
      '../r.yml',
    ],
    [
      'rules that leave no room',
      { ...ask(file('a.sql')), ...rules(940_000) },
      'the rule files and the baseline have',
      'a.sql',
    ],
    ['an invalid baseline', { ...ask(file('a.sql')), baseline: ['x'] }, 'does not accept `baseline.0`', undefined],
    [
      'a baseline that is too large',
      { ...ask(file('a.sql')), baseline: Array(50_001).fill(`${'f'.repeat(64)}/v1`) },
      'does not accept `baseline`',
      undefined,
    ],
  ])('%s', async (_, input, message, place) => {
    const { url, received } = await service();
    const error = await failure(client(url).dryRun(input));
    expect(error).toBeInstanceOf(ConfigError);
    expect(error.message).toContain(message);
    expect((error as ConfigError).place?.file).toBe(place);
    expect(received).toHaveLength(0);
  });

  it('a mistake in the edited rules, with its line, but never a line of a SQL file', async () => {
    const invalid = (path: string) => {
      const errors = [{ detail: 'unknown fact', place: { file: path, line: 7, column: 11 } }];
      return service(() => problem(422, 'rules_invalid', { errors }));
    };
    const rulesWrong = await failure(client((await invalid('.querygate/rules.yml')).url).dryRun(QUESTION));
    expect((rulesWrong as ConfigError).toLine()).toBe('.querygate/rules.yml:7:11: unknown fact');
    const sqlWrong = await failure(client((await invalid('migrations/1.sql')).url).dryRun(QUESTION));
    expect((sqlWrong as ConfigError).place).toBeUndefined();
  });

  it('unless the service rejects a valid request', async () => {
    const { url } = await service(() =>
      problem(422, 'field_invalid', { errors: [{ pointer: '/files/0/dialect', detail: 'must be another' }] }),
    );
    const error = await failure(client(url).dryRun(QUESTION));
    expect(error.exitCode).toBe(EXIT.service);
    expect(error.message).toContain(
      '`/files/0/dialect`: must be another; the client and the service may have different versions',
    );
  });
});

describe('the requests', () => {
  it('of one dry run have the same request id', async () => {
    const { url, received } = await service();
    await client(url).dryRun({ files: many(501, 'SELECT 1') });
    const names = (all: readonly Received[]) => new Set(all.map(({ headers }) => headers['x-request-id']));
    expect(names(received).size).toBe(1);
    expect(received.every(({ path }) => path === POST)).toBe(true);
  });
});
