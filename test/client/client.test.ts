import { afterEach, describe, expect, it } from 'vitest';
import { createServiceClient, type SimulationProgress } from '../../src/client/index.ts';
import { LIMITS } from '../../src/contract/index.ts';
import { ConfigError, EXIT, ServiceError } from '../../src/model/index.ts';
import { client, DONE, FAILED, KEY, keyOf, QUEUED, READ, REQUEST, running, START, TestClock } from './build.ts';
import { type Answer, json, problem, serve, type TestServer } from './server.ts';

let server: TestServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function started(...answers: Answer[]): Promise<TestServer> {
  server = await serve(answers);
  return server;
}

/** The error of a simulation against these responses. */
async function failure(...answers: Answer[]): Promise<ServiceError | ConfigError> {
  const { url } = await started(...answers);
  return caught(() => client(url).simulateRules(REQUEST));
}

async function caught(run: () => Promise<unknown>): Promise<ServiceError | ConfigError> {
  try {
    await run();
  } catch (error) {
    if (error instanceof ServiceError || error instanceof ConfigError) return error;
    throw error;
  }
  throw new Error('nothing was raised');
}

describe('a simulation', () => {
  it('is started once, polled until it is done, and returned', async () => {
    const { url, received } = await started(
      json(202, QUEUED),
      json(200, QUEUED),
      json(200, running(1)),
      json(200, running(70)),
      json(200, DONE, { 'querygate-key-expires': '2026-12-01T00:00:00Z' }),
    );
    const clock = new TestClock();
    const progress: SimulationProgress[] = [];
    const done = await client(url, { clock, userAgent: 'querygate/9 (\u202eaction)' }).simulateRules(REQUEST, {
      onProgress: (step) => progress.push(step),
    });

    expect(done).toEqual({ ...DONE, keyExpires: '2026-12-01T00:00:00Z' });
    expect(received.map(({ method, path }) => `${method} ${path}`)).toEqual([
      `POST ${START}`,
      ...Array(4).fill(`GET ${READ}`),
    ]);
    const [post, get] = received;
    expect(JSON.parse(post?.body ?? '')).toEqual({ workspace: 'acme', ...REQUEST });
    expect(post?.headers).toMatchObject({
      authorization: `Bearer ${KEY}`,
      'content-type': 'application/json',
      'user-agent': 'querygate/9 (?action)',
      'accept-encoding': 'identity',
      'idempotency-key': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(get?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(get?.headers).not.toHaveProperty('idempotency-key');
    expect(progress).toEqual([
      { state: 'queued' },
      { state: 'queued' },
      { state: 'running', done: 1, total: 100 },
      { state: 'running', done: 70, total: 100 },
    ]);
    expect(clock.sleeps).toEqual([...clock.sleeps].sort((a, b) => a - b));
    expect(clock.sleeps).toHaveLength(4);
  });

  it('can be done immediately, without an effective change', async () => {
    const { result: _, history: __, ...rest } = DONE;
    const { url, received } = await started(json(202, { ...rest, outcome: 'no_effective_change' }));
    const done = await client(url).simulateRules(REQUEST);
    expect(done.outcome).toBe('no_effective_change');
    expect(done.keyExpires).toBeUndefined();
    expect(received).toHaveLength(1);
  });

  it('uses the path of the base URL', async () => {
    const { url, received } = await started(json(202, QUEUED), json(200, DONE));
    await client(`${url}/tenant-a/`).simulateRules(REQUEST);
    expect(received.map(({ path }) => path)).toEqual([`/tenant-a${START}`, `/tenant-a${READ}`]);
  });

  it('is not polled before `Retry-After`', async () => {
    const later = { 'retry-after': '20' };
    const { url } = await started(json(202, QUEUED, later), json(200, running(5), later), json(200, DONE));
    const clock = new TestClock();
    await client(url, { clock }).simulateRules(REQUEST);
    expect(clock.sleeps).toEqual([20_000, 20_000]);
  });

  it('that never finishes fails at the deadline, and reports its progress', async () => {
    const { url, received } = await started(json(202, QUEUED), json(200, running(30, 60_000)));
    const clock = new TestClock();
    const error = await caught(() => client(url, { clock, deadline: 120_000 }).simulateRules(REQUEST));
    expect(error.exitCode).toBe(EXIT.service);
    expect(error.message).toBe(
      `the service at \`${url}\` did not finish within 2 min: the simulation \`sim_1\` has replayed 30 of 60000 rows; raise \`timeout\`, or check whether the service is healthy`,
    );
    expect(clock.at).toBe(120_000);
    expect(received.length).toBeLessThan(30);
  });

  it('has a deadline of ten minutes by default', async () => {
    const { url } = await started(json(202, QUEUED), json(200, QUEUED));
    const clock = new TestClock();
    const error = await caught(() => client(url, { clock }).simulateRules(REQUEST));
    expect(error.message).toContain('did not finish within 10 min: the simulation `sim_1` is still queued');
  });

  it('that fails reports the reason', async () => {
    const error = await failure(
      json(202, QUEUED),
      json(
        200,
        FAILED({
          title: 'Too large',
          status: 500,
          code: 'simulation_too_large',
          detail: 'it took more than 2 GiB',
          requestId: 'r7',
        }),
      ),
    );
    expect(error.exitCode).toBe(EXIT.service);
    expect(error.message).toContain('(`simulation_too_large`): it took more than 2 GiB (request `r7`)');
  });
});

describe('the client', () => {
  it.each([
    [{ baseUrl: 'http://gate.example' }, ConfigError, 'in the clear'],
    [{ workspace: '../acme' }, ConfigError, '`SERVICE_WORKSPACE_ID`'],
    [{ workspace: '' }, ConfigError, '`SERVICE_WORKSPACE_ID`'],
    [{ deadline: 0 }, ConfigError, 'the `timeout` is 0 seconds; it must be more than 0 and at most 86400'],
    [{ deadline: Number.NaN }, ConfigError, 'the `timeout` is NaN seconds'],
    [{ deadline: 2 ** 31 }, ConfigError, 'at most 86400'],
    [{ apiKey: 'hunter2' }, ServiceError, 'the API key is malformed: it does not start with'],
  ])('rejects %j before it sends anything', (invalid, type, message) => {
    const options = { baseUrl: 'https://gate.example', apiKey: KEY, workspace: 'acme', env: {}, ...invalid };
    expect(() => createServiceClient(options)).toThrow(type);
    expect(() => createServiceClient(options)).toThrow(message);
    expect(() => createServiceClient(options)).not.toThrow('hunter2');
  });

  it('trims white space around its settings', async () => {
    const { url, received } = await started(json(202, DONE));
    await client(` ${url}\n`, { apiKey: `${KEY}\n`, workspace: ' acme ' }).simulateRules(REQUEST);
    expect(received[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
  });

  it.each([
    [
      'a file that is too large',
      { head: { files: [{ path: 'r.yml', text: 'x'.repeat(LIMITS.fileCharacters + 1) }] } },
      { file: 'r.yml' },
    ],
    ['a file with an invalid name', { flows: { base: { path: 'a\u0007.yml', text: '' } } }, { file: 'a\u0007.yml' }],
    [
      'too many files',
      { head: { files: Array.from({ length: 101 }, (_, at) => ({ path: `r${at}.yml`, text: '' })) } },
      undefined,
    ],
    [
      'too many bytes in total',
      { head: { files: Array.from({ length: 9 }, (_, at) => ({ path: `r${at}.yml`, text: 'x'.repeat(1_000_000) })) } },
      undefined,
    ],
  ])('does not send %s', async (_, part, place) => {
    const { url, received } = await started(json(202, DONE));
    const error = await caught(() => client(url).simulateRules({ ...REQUEST, ...part }));
    expect(error).toBeInstanceOf(ConfigError);
    expect((error as ConfigError).place).toEqual(place);
    expect(error.message).toMatch(/^the (service does not accept|rule files and declared flows have)/);
    expect(received).toHaveLength(0);
  });
});

describe('a rejected key exits with 3', () => {
  it.each([
    [401, 'key_missing', {}, 'received no API key; check whether a proxy removes the `Authorization` header'],
    [401, 'key_malformed', {}, 'rejected the API key as malformed; copy it again'],
    [
      401,
      'key_unknown',
      {},
      'does not know the API key; check that `SERVICE_API_KEY` and `base-url` belong to the same',
    ],
    [401, 'key_revoked', {}, 'the API key was revoked; ask an owner or admin of the workspace `acme` for a new one'],
    [401, 'key_expired', {}, 'the API key has expired; ask an owner or admin of the workspace `acme` to rotate it'],
    [403, 'scope_missing', { scope: 'rules:simulate' }, 'the API key lacks the scope `rules:simulate`; ask an owner'],
    [403, 'scope_missing', { scope: '`::error::x' }, 'the API key lacks the scope `rules:simulate`; ask an owner'],
    [403, 'scope_missing', {}, 'the API key lacks the scope `rules:simulate`; ask an owner'],
    [403, 'address_refused', { detail: 'not from\n there' }, 'refused the API key (`address_refused`): not from there'],
    [401, 'rate_limited', {}, 'refused the API key (`rate_limited`): too many requests; retry after'],
  ])('%i %s %j', async (status, code, more, message) => {
    const error = await failure(problem(status, code, more, { 'x-request-id': 'srv-1' }));
    expect(error).toBeInstanceOf(ServiceError);
    expect(error.exitCode).toBe(EXIT.auth);
    expect(error.message).toContain(message);
    expect(error.message).toMatch(/ \(request `srv-1`\)$/);
    expect((error as ServiceError).details).toEqual({ code, status, requestId: 'srv-1' });
    expect(server?.received).toHaveLength(1);
  });

  it.each([401, 403])('%i from something other than the service', async (status) => {
    const error = await failure((_, response) =>
      response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Login</h1>'),
    );
    expect(error.exitCode).toBe(EXIT.auth);
    expect(error.message).toContain(`answered ${status}, but not with a Querygate error`);
    expect(error.message).not.toContain('Login');
  });

  it('in the middle of a simulation, if the key is revoked meanwhile', async () => {
    const error = await failure(json(202, QUEUED), problem(401, 'key_revoked'));
    expect(error.exitCode).toBe(EXIT.auth);
  });
});

describe('an error that the user can fix exits with 2', () => {
  const errors = [
    { detail: 'unknown fact `operation.limit`', place: { file: '.querygate/rules.yml', line: 7, column: 11 } },
    { detail: 'another', pointer: '/head/files/0' },
  ];
  it.each(['rules_invalid', 'flows_invalid'])('all mistakes in the files, with their lines: %s', async (code) => {
    const error = await failure(problem(422, code, { errors }));
    expect(error).toBeInstanceOf(ConfigError);
    expect((error as ConfigError).all.map((each) => each.toLine())).toEqual([
      '.querygate/rules.yml:7:11: unknown fact `operation.limit`',
      'the service rejected the rule files: another',
    ]);
  });

  it('a mistake in a file, reported by a failed simulation', async () => {
    const error = await failure(
      json(202, QUEUED),
      json(200, FAILED({ title: 'x', status: 422, code: 'rules_invalid', errors })),
    );
    expect((error as ConfigError).place).toEqual({ file: '.querygate/rules.yml', line: 7, column: 11 });
  });

  it('a mistake in a file that was never sent, without a place', async () => {
    const place = { file: 'src/secret.ts', line: 1 };
    const error = await failure(problem(422, 'rules_invalid', { errors: [{ detail: 'wrong', place }] }));
    expect((error as ConfigError).place).toBeUndefined();
    expect(error.message).toBe('the service rejected the rule files: wrong');
  });

  it('a workspace that the key does not belong to', async () => {
    const error = await failure(problem(404, 'workspace_not_found'));
    expect(error).toBeInstanceOf(ConfigError);
    expect(error.message).toContain('has no workspace `acme` for this API key; correct `workspace`');
  });
});

describe('any other failure exits with 4', () => {
  it.each([
    [problem(409, 'idempotency_key_reused'), '409 (`idempotency_key_reused`): the `Idempotency-Key` was already used'],
    [problem(413, 'body_too_large', { detail: 'over 8 MiB' }), '413 (`body_too_large`): over 8 MiB'],
    [
      problem(422, 'field_invalid', { errors: [{ pointer: '/settings/min-days', detail: 'must be 1 or more' }] }),
      '`/settings/min-days`: must be 1 or more; the client and the service may have different versions',
    ],
    [problem(422, 'of_tomorrow', { title: 'Of tomorrow' }), '422 (`of_tomorrow`): Of tomorrow'],
    [problem(404, 'simulation_not_found'), '404 (`simulation_not_found`): the simulation does not exist'],
    [problem(500, 'internal'), '500 (`internal`): an internal error of the service'],
    [json(404, {}, { 'content-type': 'text/html' }), 'there is no Querygate service at'],
    [json(500, {}), 'answered 500 and gave no reason'],
    [json(418, [], { 'content-type': 'text/plain' }), 'answered 418 and gave no reason'],
    [json(200, DONE), 'answered 200, which is not a valid response to this request'],
    [json(201, DONE), 'answered 201, which is not a valid response to this request'],
    [json(202, { ...DONE, workspace: 'other' }), 'expects: it is for another workspace'],
    [json(202, { ...QUEUED, status: 'cancelled' }), 'expects: `status`: '],
    [json(202, {}), 'expects: '],
    [json(202, []), 'expects: '],
    [json(202, QUEUED, { 'content-type': 'text/html' }), 'expects: its content type is `text/html`, not JSON'],
    [json(202, QUEUED, { 'content-type': '' }), 'expects: it has no content type'],
  ])('%#', async (answer, message) => {
    const error = await failure(answer);
    expect(error).toBeInstanceOf(ServiceError);
    expect(error.exitCode).toBe(EXIT.service);
    expect(error.message).toContain(message);
    expect(error.message).toMatch(/\(request `[0-9a-f-]{36}`\)/);
    expect(error.message).not.toContain('\n');
    expect(server?.received).toHaveLength(1);
  });

  it('a response for another simulation', async () => {
    const error = await failure(json(202, QUEUED), json(200, { ...DONE, id: 'sim_2' }));
    expect(error.message).toContain('it is for another simulation');
  });

  it.each([
    ['another origin', 'https://evil.example/api/v1/ci/rules/simulations/sim_1', 'points to `https://evil.example`'],
    ['another port', 'http://127.0.0.1:1/api/v1/ci/rules/simulations/sim_1', 'points to `http://127.0.0.1:1`'],
    [
      'another origin, with two slashes',
      '//evil.example/api/v1/ci/rules/simulations/sim_1',
      'points to `http://evil.example`',
    ],
    ['no origin', 'javascript:alert(1)', 'points to another place'],
    ['another path', '/other-tenant/api/v1/ci/rules/simulations/sim_1', 'is not the URL of this simulation'],
    ['another simulation', 'simulations/sim_2', 'is not the URL of this simulation'],
    ['a query', 'simulations/sim_1?x=y', 'is not the URL of this simulation'],
    ['an invalid URL', 'http://', 'it has no valid `Location`'],
  ])('a `Location` that points to %s', async (_, location, message) => {
    const error = await failure(json(202, QUEUED, { location }));
    expect(error.exitCode).toBe(EXIT.service);
    expect(error.message).toContain(message);
    expect(server?.received).toHaveLength(1);
  });

  it('two `Location`s', async () => {
    const error = await failure((_, response) => {
      response.setHeader('location', ['simulations/sim_1', 'simulations/sim_1']);
      response.writeHead(202, { 'content-type': 'application/json' });
      response.end(JSON.stringify(QUEUED));
    });
    expect(error.message).toContain('it has no valid `Location`');
  });
});

describe('a `Location` on the same origin', () => {
  it.each(['simulations/sim_1', READ, `.${READ.replace('/api/v1/ci/rules', '')}`])(
    'is followed: %s',
    async (location) => {
      const { url } = await started(json(202, QUEUED, { location }), json(200, DONE));
      expect((await client(url).simulateRules(REQUEST)).status).toBe('done');
    },
  );

  it('is followed if it is an absolute URL', async () => {
    const { url } = await started(
      (request, response) =>
        json(202, QUEUED, { location: `http://${request.headers.host}${READ}` })(request, response),
      json(200, DONE),
    );
    expect((await client(url).simulateRules(REQUEST)).status).toBe('done');
  });
});

describe('the API key', () => {
  const other = keyOf('someone elses key');
  it.each([
    ['the detail of a problem', problem(500, 'internal', { detail: `bad ${KEY} and ${KEY.slice(0, 20)}`, title: KEY })],
    ['the code of a problem', problem(500, KEY, {})],
    ['the request id', problem(500, 'internal', { requestId: KEY }, { 'x-request-id': KEY })],
    ['the scope', problem(403, 'scope_missing', { scope: KEY })],
    ['an unknown refusal', problem(403, 'no', { detail: `Bearer ${KEY}` })],
    ['a mistake in a file', problem(422, 'rules_invalid', { errors: [{ detail: KEY, pointer: KEY }] })],
    ['a field', problem(422, 'field_invalid', { errors: [{ detail: KEY, pointer: `/${KEY}` }] })],
    ['a status', json(202, { ...QUEUED, status: KEY })],
    ['a content type', json(202, QUEUED, { 'content-type': `text/${KEY}` })],
    ['a redirect', json(302, {}, { location: `https://${KEY}.evil.example/${KEY}` })],
    ['a `Location`', json(202, QUEUED, { location: `https://${KEY}.evil.example/${KEY}` })],
    ['the name of a count', json(202, { ...DONE, history: { ...DONE.history, sources: [{ [KEY]: 1 }] } })],
    ['base64', problem(500, 'internal', { detail: Buffer.from(`Bearer ${KEY}`).toString('base64') })],
  ])('is masked in messages if the service sends it back in %s', async (_, answer) => {
    const error = await failure(answer);
    for (const text of [error.message, error.stack ?? '', JSON.stringify(error)]) {
      expect(text.toLowerCase()).not.toContain(KEY.slice(3, 20).toLowerCase());
      expect(text).not.toContain(KEY.slice(-12));
      expect(text).not.toContain(Buffer.from(KEY).toString('base64').slice(4, 24));
    }
    expect(error.cause).toBeUndefined();
  });

  it('is masked in results, but other keys are not', async () => {
    const flow = { ...DONE.result.flows[0], shape: `SELECT '${KEY}', '${other}'` };
    const { url } = await started(json(202, { ...DONE, result: { ...DONE.result, flows: [flow] } }));
    const done = await client(url).simulateRules(REQUEST);
    if (done.outcome !== 'simulated') throw new Error('not simulated');
    expect(done.result.flows[0]?.shape).toBe(`SELECT '***', '${other}'`);
  });
});

describe('text from the service', () => {
  it('becomes one line without control characters, and is truncated', async () => {
    const detail = `\u001b[31m::error::x\r\n##[error]\u202e${'y\u{1f600}'.repeat(1000)}`;
    const { message } = await failure(problem(500, 'internal', { detail }));
    expect(message).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(message.length).toBeLessThan(900);
    expect(message).not.toMatch(/\p{Cs}/u);
    expect(message).toContain('… (request');
  });
});
