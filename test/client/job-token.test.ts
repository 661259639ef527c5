import { afterEach, describe, expect, it } from 'vitest';
import { createServiceClient } from '../../src/client/index.ts';
import { generateCiToken } from '../../src/contract/index.ts';
import { EXIT, type IdentitySource, ServiceError } from '../../src/model/index.ts';
import { DONE, QUEUED, REQUEST, START, TestClock } from './build.ts';
import { type Answer, json, problem, serve, type TestServer } from './server.ts';

const EXCHANGE = '/api/v1/auth/token';
const MINUTES = 60_000;

const servers: TestServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function started(...answers: Answer[]): Promise<TestServer> {
  const server = await serve(answers);
  servers.push(server);
  return server;
}

/** The answer to an exchange. */
function issued(token: string, seconds = 900): Answer {
  return json(200, {
    access_token: token,
    issued_token_type: 'urn:ietf:params:oauth:token-type:access_token',
    token_type: 'Bearer',
    expires_in: seconds,
    scope: 'rules:simulate',
  });
}

function refused(code: string, error: string): Answer {
  return (_, response) => {
    response.writeHead(400, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ title: code, status: 400, code, detail: 'why', error, error_description: 'why' }));
  };
}

interface TestIdentity extends IdentitySource {
  readonly audiences: string[];
  readonly masked: string[];
}

let made = 0;
const identityToken = (n: number) => `eyJhbGciOiJSUzI1NiJ9.identity-${n}-of-the-job.signature${n}signature`;

/** A host that signs a new token each time, or always returns the same one. */
function identity(kind: 'new' | 'same' = 'new'): TestIdentity {
  const audiences: string[] = [];
  const masked: string[] = [];
  const first = ++made;
  return {
    name: 'the identity token',
    audiences,
    masked,
    token: async (audience) => {
      audiences.push(audience);
      return identityToken(kind === 'same' ? first : ++made);
    },
    mask: (secret) => void masked.push(secret),
  };
}

function client(baseUrl: string, by: IdentitySource, clock = new TestClock()) {
  return createServiceClient({ baseUrl, identity: by, workspace: 'acme', env: {}, clock });
}

async function failure(run: Promise<unknown>): Promise<ServiceError> {
  const error = await run.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  if (error instanceof ServiceError) return error;
  throw error ?? new Error('nothing was raised');
}

describe('the identity of a CI job', () => {
  it('is exchanged once, for the base URL and workspace, and the token is sent from then on', async () => {
    const token = generateCiToken();
    const { url, received } = await started(
      issued(token),
      json(202, QUEUED),
      json(200, DONE),
      json(202, QUEUED),
      json(200, DONE),
    );
    const by = identity();
    const gate = client(`${url}/gate/`, by);
    await gate.simulateRules(REQUEST);
    await gate.simulateRules(REQUEST);
    expect(received.map(({ path }) => path)).toEqual([
      `/gate${EXCHANGE}`,
      ...[`/gate${START}`, expect.any(String), `/gate${START}`, expect.any(String)],
    ]);
    const [exchange, ...calls] = received;
    expect(exchange?.headers.authorization).toBeUndefined();
    expect(exchange?.headers['content-type']).toBe('application/x-www-form-urlencoded');
    expect(Object.fromEntries(new URLSearchParams(exchange?.body))).toEqual({
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token: identityToken(made),
      subject_token_type: 'urn:ietf:params:oauth:token-type:id_token',
    });
    expect(new Set(calls.map(({ headers }) => headers.authorization))).toEqual(new Set([`Bearer ${token}`]));
    expect(by.audiences).toEqual([`${url}/gate/workspaces/acme`]);
    expect(by.masked).toContain(identityToken(made));
    expect(by.masked).toContain(token);
  });

  it('is exchanged again shortly before the token ends', async () => {
    const [first, second] = [generateCiToken(), generateCiToken()];
    const { url, received } = await started(
      issued(first),
      json(202, QUEUED),
      json(200, DONE),
      issued(second),
      json(202, QUEUED),
      json(200, DONE),
    );
    const clock = new TestClock();
    const gate = client(url, identity(), clock);
    await gate.simulateRules(REQUEST);
    clock.at += 14.5 * MINUTES;
    await gate.simulateRules(REQUEST);
    expect(received.map(({ headers }) => headers.authorization)).toEqual([
      undefined,
      ...[`Bearer ${first}`, `Bearer ${first}`],
      undefined,
      ...[`Bearer ${second}`, `Bearer ${second}`],
    ]);
  });

  it('is exchanged once by calls at the same time', async () => {
    const token = generateCiToken();
    const { url, received } = await started((request, response) =>
      request.path.endsWith(EXCHANGE)
        ? issued(token)(request, response)
        : json(request.method === 'POST' ? 202 : 200, request.method === 'POST' ? QUEUED : DONE)(request, response),
    );
    const gate = client(url, identity());
    await Promise.all([gate.simulateRules(REQUEST), gate.simulateRules(REQUEST), gate.simulateRules(REQUEST)]);
    expect(received.filter(({ path }) => path.endsWith(EXCHANGE))).toHaveLength(1);
  });

  it('is requested again if the host can, when an exchange was made whose response was lost', async () => {
    const { url, received } = await started(
      refused('identity_used', 'invalid_request'),
      issued(generateCiToken()),
      json(202, QUEUED),
      json(200, DONE),
    );
    await client(url, identity('new')).simulateRules(REQUEST);
    const sent = received.slice(0, 2).map(({ body }) => new URLSearchParams(body).get('subject_token'));
    expect(new Set(sent).size).toBe(2);
  });

  it('ends with an explanation if the host has only one, and it was used', async () => {
    const { url, received } = await started(refused('identity_used', 'invalid_request'));
    const error = await failure(client(url, identity('same')).simulateRules(REQUEST));
    expect(error.exitCode).toBe(EXIT.auth);
    expect(error.message).toContain('was already exchanged');
    expect(received).toHaveLength(1);
  });

  it.each(['identity_untrusted', 'identity_invalid', 'scope_refused'])(
    'that is refused (%s) exits with 3',
    async (code) => {
      const { url } = await started(refused(code, 'invalid_request'));
      const error = await failure(client(url, identity()).simulateRules(REQUEST));
      expect(error.exitCode).toBe(EXIT.auth);
      expect(error.message).toMatch(/refused the identity of this CI job \(`\w+`\): why/);
    },
  );

  it.each([301, 302, 307, 308])('is not sent to where a %i redirects', async (status) => {
    const other = await started(issued(generateCiToken()));
    const { url } = await started((_, response) =>
      response.writeHead(status, { location: `${other.url}${EXCHANGE}` }).end(),
    );
    const error = await failure(client(url, identity()).simulateRules(REQUEST));
    expect(error.message).toContain('is not followed because it would receive the identity of this CI job');
    expect(other.received).toEqual([]);
  });

  it('is in no message, and neither is the token', async () => {
    const token = generateCiToken();
    const { url } = await started(issued(token), (request, response) =>
      problem(403, 'scope_missing', { detail: `${request.headers.authorization} ${identityToken(made)}` })(
        request,
        response,
      ),
    );
    const by = identity();
    const error = await failure(client(url, by).simulateRules(REQUEST));
    expect(error.message).toContain('the trust that let this CI job in lacks the scope `rules:simulate`');
    const { url: second } = await started(issued(token), (request, response) =>
      problem(500, 'internal', { detail: `${request.headers.authorization} ${identityToken(made)}` })(
        request,
        response,
      ),
    );
    const { message } = await failure(client(second, identity()).simulateRules(REQUEST));
    expect(message).not.toContain(token.slice(4, 30));
    expect(message).not.toContain(identityToken(made).slice(20, 50));
    expect(message).toContain('***');
  });

  it('is not answered by what is no token of a service', async () => {
    const { url } = await started(issued('hunter2'));
    const error = await failure(client(url, identity()).simulateRules(REQUEST));
    expect(error.message).toContain('answered with a malformed token');
  });

  it('ends the run if the service no longer knows the token', async () => {
    const { url } = await started(issued(generateCiToken()), problem(401, 'token_unknown'));
    const error = await failure(client(url, identity()).simulateRules(REQUEST));
    expect(error.exitCode).toBe(EXIT.auth);
    expect(error.message).toContain('it has expired, or its trust was removed');
  });
});
