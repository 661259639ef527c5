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

/** What a run against these answers raises. */
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
  it('is started once, asked for until it is done, and given back', async () => {
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

  it('may be done at once, and may change nothing', async () => {
    const { result: _, history: __, ...rest } = DONE;
    const { url, received } = await started(json(202, { ...rest, outcome: 'no_effective_change' }));
    const done = await client(url).simulateRules(REQUEST);
    expect(done.outcome).toBe('no_effective_change');
    expect(done.keyExpires).toBeUndefined();
    expect(received).toHaveLength(1);
  });

  it('is found below the path of the base URL', async () => {
    const { url, received } = await started(json(202, QUEUED), json(200, DONE));
    await client(`${url}/tenant-a/`).simulateRules(REQUEST);
    expect(received.map(({ path }) => path)).toEqual([`/tenant-a${START}`, `/tenant-a${READ}`]);
  });

  it('is asked for no sooner than the service wishes', async () => {
    const later = { 'retry-after': '20' };
    const { url } = await started(json(202, QUEUED, later), json(200, running(5), later), json(200, DONE));
    const clock = new TestClock();
    await client(url, { clock }).simulateRules(REQUEST);
    expect(clock.sleeps).toEqual([20_000, 20_000]);
  });

  it('that never ends fails at the deadline, and tells how far it came', async () => {
    const { url, received } = await started(json(202, QUEUED), json(200, running(30, 60_000)));
    const clock = new TestClock();
    const error = await caught(() => client(url, { clock, deadline: 120_000 }).simulateRules(REQUEST));
    expect(error.exitCode).toBe(EXIT.service);
    expect(error.message).toBe(
      `the service at \`${url}\` was not done within 2 min: the simulation \`sim_1\` has replayed 30 of 60000 rows; give it more time with \`timeout\`, or look whether it is well`,
    );
    expect(clock.at).toBe(120_000);
    expect(received.length).toBeLessThan(30);
  });

  it('has ten minutes when nothing else is said', async () => {
    const { url } = await started(json(202, QUEUED), json(200, QUEUED));
    const clock = new TestClock();
    const error = await caught(() => client(url, { clock }).simulateRules(REQUEST));
    expect(error.message).toContain('not done within 10 min: the simulation `sim_1` is still queued');
  });

  it('that fails says why', async () => {
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

describe('settings', () => {
  it.each([
    [{ baseUrl: 'http://gate.example' }, ConfigError, 'in the clear'],
    [{ workspace: '../acme' }, ConfigError, '`SERVICE_WORKSPACE_ID`'],
    [{ workspace: '' }, ConfigError, '`SERVICE_WORKSPACE_ID`'],
    [{ deadline: 0 }, ConfigError, 'the `timeout` is 0 seconds; give more than 0 and at most 86400'],
    [{ deadline: Number.NaN }, ConfigError, 'the `timeout` is NaN seconds'],
    [{ deadline: 2 ** 31 }, ConfigError, 'at most 86400'],
    [{ apiKey: 'hunter2' }, ServiceError, 'cannot be one of Querygate'],
  ])('%j are refused before anything is sent', (wrong, type, message) => {
    const options = { baseUrl: 'https://gate.example', apiKey: KEY, workspace: 'acme', env: {}, ...wrong };
    expect(() => createServiceClient(options)).toThrow(type);
    expect(() => createServiceClient(options)).toThrow(message);
    expect(() => createServiceClient(options)).not.toThrow('hunter2');
  });

  it('may have white space around them, as secrets do', async () => {
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
    ['a file with a strange name', { flows: { base: { path: 'a\u0007.yml', text: '' } } }, { file: 'a\u0007.yml' }],
    [
      'too many files',
      { head: { files: Array.from({ length: 101 }, (_, at) => ({ path: `r${at}.yml`, text: '' })) } },
      undefined,
    ],
    [
      'too much in all',
      { head: { files: Array.from({ length: 9 }, (_, at) => ({ path: `r${at}.yml`, text: 'x'.repeat(1_000_000) })) } },
      undefined,
    ],
  ])('%s is not sent', async (_, part, place) => {
    const { url, received } = await started(json(202, DONE));
    const error = await caught(() => client(url).simulateRules({ ...REQUEST, ...part }));
    expect(error).toBeInstanceOf(ConfigError);
    expect((error as ConfigError).place).toEqual(place);
    expect(error.message).toMatch(/^the (service does not take|rule files and declared flows have)/);
    expect(received).toHaveLength(0);
  });
});

describe('a key that is not let in exits with 3', () => {
  it.each([
    [401, 'key_missing', {}, 'saw no API key; see whether a proxy takes the header `Authorization` away'],
    [401, 'key_malformed', {}, 'does not take the API key for one'],
    [401, 'key_unknown', {}, 'does not know the API key; see that `SERVICE_API_KEY` and `base-url` are of the same'],
    [401, 'key_revoked', {}, 'the API key was revoked; ask an owner or admin of the workspace `acme` for a new one'],
    [401, 'key_expired', {}, 'the API key has expired; ask an owner or admin of the workspace `acme` to rotate it'],
    [403, 'scope_missing', { scope: 'rules:simulate' }, 'the API key lacks the scope `rules:simulate`; ask an owner'],
    [403, 'scope_missing', { scope: '`::error::x' }, 'the API key lacks the scope `rules:simulate`; ask an owner'],
    [403, 'scope_missing', {}, 'the API key lacks the scope `rules:simulate`; ask an owner'],
    [403, 'address_refused', { detail: 'not from\n there' }, 'refused the API key (`address_refused`): not from there'],
    [401, 'rate_limited', {}, 'refused the API key (`rate_limited`): too many requests'],
  ])('%i %s %j', async (status, code, more, message) => {
    const error = await failure(problem(status, code, more, { 'x-request-id': 'srv-1' }));
    expect(error).toBeInstanceOf(ServiceError);
    expect(error.exitCode).toBe(EXIT.auth);
    expect(error.message).toContain(message);
    expect(error.message).toMatch(/ \(request `srv-1`\)$/);
    expect((error as ServiceError).details).toEqual({ code, status, requestId: 'srv-1' });
    expect(server?.received).toHaveLength(1);
  });

  it.each([401, 403])('%i that is not the service speaking', async (status) => {
    const error = await failure((_, response) =>
      response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Login</h1>'),
    );
    expect(error.exitCode).toBe(EXIT.auth);
    expect(error.message).toContain(`${status}, and not in the words of a Querygate service`);
    expect(error.message).not.toContain('Login');
  });

  it('in the middle of a simulation, when it is revoked meanwhile', async () => {
    const error = await failure(json(202, QUEUED), problem(401, 'key_revoked'));
    expect(error.exitCode).toBe(EXIT.auth);
  });
});

describe('what the user can mend exits with 2', () => {
  const errors = [
    { detail: 'unknown fact `operation.limit`', place: { file: '.querygate/rules.yml', line: 7, column: 11 } },
    { detail: 'another', pointer: '/head/files/0' },
  ];
  it.each(['rules_invalid', 'flows_invalid'])('a mistake in a file, on its line: %s', async (code) => {
    const error = await failure(problem(422, code, { errors }));
    expect(error).toBeInstanceOf(ConfigError);
    expect((error as ConfigError).toLine()).toBe(
      '.querygate/rules.yml:7:11: unknown fact `operation.limit` (and 1 more)',
    );
  });

  it('the same as the end of a simulation', async () => {
    const error = await failure(
      json(202, QUEUED),
      json(200, FAILED({ title: 'x', status: 422, code: 'rules_invalid', errors })),
    );
    expect((error as ConfigError).place).toEqual({ file: '.querygate/rules.yml', line: 7, column: 11 });
  });

  it('a mistake in a file that was never sent is shown in none', async () => {
    const place = { file: 'src/secret.ts', line: 1 };
    const error = await failure(problem(422, 'rules_invalid', { errors: [{ detail: 'wrong', place }] }));
    expect((error as ConfigError).place).toBeUndefined();
    expect(error.message).toBe('the service does not take the rule files: wrong');
  });

  it('a workspace that is not that of the key', async () => {
    const error = await failure(problem(404, 'workspace_not_found'));
    expect(error).toBeInstanceOf(ConfigError);
    expect(error.message).toContain('has no workspace `acme` for this API key; correct `workspace`');
  });
});

describe('whatever else gives no answer exits with 4', () => {
  it.each([
    [problem(409, 'idempotency_key_reused'), '409 (`idempotency_key_reused`): the `Idempotency-Key` came before'],
    [problem(413, 'body_too_large', { detail: 'over 8 MiB' }), '413 (`body_too_large`): over 8 MiB'],
    [
      problem(422, 'field_invalid', { errors: [{ pointer: '/settings/min-days', detail: 'must be 1 or more' }] }),
      '`/settings/min-days`: must be 1 or more; the client and the service may be of different versions',
    ],
    [problem(422, 'of_tomorrow', { title: 'Of tomorrow' }), '422 (`of_tomorrow`): Of tomorrow'],
    [problem(404, 'simulation_not_found'), '404 (`simulation_not_found`): no such simulation'],
    [problem(500, 'internal'), '500 (`internal`): a defect of the service'],
    [json(404, {}, { 'content-type': 'text/html' }), 'there is no Querygate service at'],
    [json(500, {}), 'answered 500, without saying why'],
    [json(418, [], { 'content-type': 'text/plain' }), 'answered 418, without saying why'],
    [json(200, DONE), 'answered 200, which is no answer to what was asked'],
    [json(201, DONE), 'answered 201, which is no answer to what was asked'],
    [json(202, { ...DONE, workspace: 'other' }), 'expects: it is about another workspace'],
    [json(202, { ...QUEUED, status: 'cancelled' }), 'expects: `status`: '],
    [json(202, {}), 'expects: '],
    [json(202, []), 'expects: '],
    [json(202, QUEUED, { 'content-type': 'text/html' }), 'expects: it is `text/html`, not JSON'],
    [json(202, QUEUED, { 'content-type': '' }), 'expects: it is of no type, not JSON'],
  ])('%#', async (answer, message) => {
    const error = await failure(answer);
    expect(error).toBeInstanceOf(ServiceError);
    expect(error.exitCode).toBe(EXIT.service);
    expect(error.message).toContain(message);
    expect(error.message).toMatch(/\(request `[0-9a-f-]{36}`\)/);
    expect(error.message).not.toContain('\n');
    expect(server?.received).toHaveLength(1);
  });

  it('an answer about another simulation', async () => {
    const error = await failure(json(202, QUEUED), json(200, { ...DONE, id: 'sim_2' }));
    expect(error.message).toContain('it is about another simulation');
  });

  it.each([
    ['another origin', 'https://evil.example/api/v1/ci/rules/simulations/sim_1', 'leads to `https://evil.example`'],
    ['another port', 'http://127.0.0.1:1/api/v1/ci/rules/simulations/sim_1', 'leads to `http://127.0.0.1:1`'],
    [
      'another origin, by two slashes',
      '//evil.example/api/v1/ci/rules/simulations/sim_1',
      'leads to `http://evil.example`',
    ],
    ['no origin', 'javascript:alert(1)', 'leads to another place'],
    ['another path', '/other-tenant/api/v1/ci/rules/simulations/sim_1', 'is not where a simulation is read'],
    ['another simulation', 'simulations/sim_2', 'is not where a simulation is read'],
    ['a query', 'simulations/sim_1?x=y', 'is not where a simulation is read'],
    ['nowhere', 'http://', 'it has no `Location`'],
  ])('a `Location` that leads to %s', async (_, location, message) => {
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
    expect(error.message).toContain('it has no `Location`');
  });
});

describe('a `Location` of the same place', () => {
  it.each(['simulations/sim_1', READ, `.${READ.replace('/api/v1/ci/rules', '')}`])(
    'is followed: %s',
    async (location) => {
      const { url } = await started(json(202, QUEUED, { location }), json(200, DONE));
      expect((await client(url).simulateRules(REQUEST)).status).toBe('done');
    },
  );

  it('is followed when it is a whole address', async () => {
    const { url } = await started(
      (request, response) =>
        json(202, QUEUED, { location: `http://${request.headers.host}${READ}` })(request, response),
      json(200, DONE),
    );
    expect((await client(url).simulateRules(REQUEST)).status).toBe('done');
  });
});

describe('the key', () => {
  const other = keyOf('someone elses key');
  it.each([
    ['the words of a problem', problem(500, 'internal', { detail: `bad ${KEY} and ${KEY.slice(0, 20)}`, title: KEY })],
    ['the code of a problem', problem(500, KEY, {})],
    ['the name of a request', problem(500, 'internal', { requestId: KEY }, { 'x-request-id': KEY })],
    ['the scope', problem(403, 'scope_missing', { scope: KEY })],
    ['an unknown refusal', problem(403, 'no', { detail: `Bearer ${KEY}` })],
    ['a mistake in a file', problem(422, 'rules_invalid', { errors: [{ detail: KEY, pointer: KEY }] })],
    ['a field', problem(422, 'field_invalid', { errors: [{ detail: KEY, pointer: `/${KEY}` }] })],
    ['a state', json(202, { ...QUEUED, status: KEY })],
    ['a type', json(202, QUEUED, { 'content-type': `text/${KEY}` })],
    ['a redirect', json(302, {}, { location: `https://${KEY}.evil.example/${KEY}` })],
    ['a `Location`', json(202, QUEUED, { location: `https://${KEY}.evil.example/${KEY}` })],
    ['the name of a count', json(202, { ...DONE, history: { ...DONE.history, sources: [{ [KEY]: 1 }] } })],
    ['base64', problem(500, 'internal', { detail: Buffer.from(`Bearer ${KEY}`).toString('base64') })],
  ])('is in no message, though the service sends it back in %s', async (_, answer) => {
    const error = await failure(answer);
    for (const text of [error.message, error.stack ?? '', JSON.stringify(error)]) {
      expect(text.toLowerCase()).not.toContain(KEY.slice(3, 20).toLowerCase());
      expect(text).not.toContain(KEY.slice(-12));
      expect(text).not.toContain(Buffer.from(KEY).toString('base64').slice(4, 24));
    }
    expect(error.cause).toBeUndefined();
  });

  it('is in no result either, and what only looks like one stays', async () => {
    const flow = { ...DONE.result.flows[0], shape: `SELECT '${KEY}', '${other}'` };
    const { url } = await started(json(202, { ...DONE, result: { ...DONE.result, flows: [flow] } }));
    const done = await client(url).simulateRules(REQUEST);
    if (done.outcome !== 'simulated') throw new Error('not simulated');
    expect(done.result.flows[0]?.shape).toBe(`SELECT '***', '${other}'`);
  });
});

describe('text of the service', () => {
  it('is one line, without controls, and cut', async () => {
    const detail = `\u001b[31m::error::x\r\n##[error]\u202e${'y\u{1f600}'.repeat(1000)}`;
    const { message } = await failure(problem(500, 'internal', { detail }));
    expect(message).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(message.length).toBeLessThan(900);
    expect(message).not.toMatch(/\p{Cs}/u);
    expect(message).toContain('… (request');
  });
});
