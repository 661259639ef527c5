import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import {
  API_SCOPES,
  type ApiScope,
  auditEventSchema,
  CALLS,
  type CallName,
  isProblemCode,
  OAUTH_ERRORS,
  problemSchema,
  type Role,
} from '../../../src/contract/index.ts';
import { newId } from '../../../src/server/context/ids.ts';
import type { Author, Context } from '../../../src/server/context/types.ts';
import { createEngine } from '../../../src/server/engine/create-engine.ts';
import type { Engine } from '../../../src/server/engine/engine.ts';
import { type App, createApp, type HttpOptions, urlOf } from '../../../src/server/http/index.ts';
import { createKey } from '../../../src/server/keys/create-key.ts';
import { setMember } from '../../../src/server/people/members.ts';
import { newToken, tokenHash } from '../../../src/server/people/session-token.ts';
import { createRecorder, type Recorder } from '../../../src/server/queries/recorder.ts';
import { createSimulationRunner } from '../../../src/server/simulations/runner.ts';
import { createWorkspace } from '../../../src/server/workspaces/create.ts';
import { SERVER } from '../../e2e/packaged.ts';
import { HANGS } from '../../timeouts.ts';
import { openTestStore, type TestStore } from '../test-store.ts';

/** The module that an engine thread starts with. */
export const WORKER_URL = pathToFileURL(join(SERVER, 'worker.js'));

export const BY: Author = { actor: { kind: 'admin', id: undefined, name: 'root' }, requestId: 'req_setup' };

/** Rates that tests never reach. */
export const NO_RATES = {
  dryRun: 1e9,
  simulate: 1e9,
  poll: 1e9,
  query: 1e9,
  events: 1e9,
  read: 1e9,
  manage: 1e9,
  open: 1e9,
  signIn: 1e9,
  exchange: 1e9,
  refused: 1e9,
} as const;

/** The parts of a response that tests check. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: unknown;
  readonly text: string;
  /** Code of a problem. */
  readonly code: string | undefined;
}

export interface Ask {
  readonly method?: string;
  readonly url: string;
  /** Key or token. */
  readonly as?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** A value is sent as JSON; text and bytes as they are. */
  readonly body?: unknown;
}

/** The real app on a store, an engine and a recorder, with helpers to create test data. */
export interface TestApp {
  readonly store: TestStore;
  readonly ctx: Context;
  readonly engine: Engine;
  readonly recorder: Recorder;
  readonly app: App;
  readonly log: readonly string[];
  readonly url: URL;
  /** Sends a request over HTTP. Every response of a call is checked against the contract. */
  ask(ask: Ask): Promise<Reply>;
  workspace(id?: string): Promise<string>;
  key(workspace: string, scopes?: readonly ApiScope[], ttlDays?: number): Promise<{ id: string; secret: string }>;
  /** Creates a signed-in user; with a role, as a member of the workspace. */
  person(workspace?: string, role?: Role): Promise<{ id: string; email: string; token: string }>;
  close(): Promise<void>;
}

/** The password of every test user, and its hash, with the lowest cost. */
export const PASSWORD = 'correct horse battery';
const CHEAP_HASH = 'scrypt$16$1$1$BwcHBwcHBwcHBwcHBwcHBw==$/evcdTOoE5ZoR3BvgP51DyRqcB7qF5GKNd/ejvTUR+c=';

let count = 0;

export async function startTestApp(
  given: {
    readonly http?: Partial<HttpOptions>;
    readonly engine?: (real: Engine) => Engine;
    readonly recorder?: (real: Recorder) => Recorder;
    readonly ctx?: (real: Context) => Context;
    readonly notReady?: () => string | undefined;
    /** Whether simulations are run. */
    readonly runner?: boolean;
  } = {},
): Promise<TestApp> {
  const store = await openTestStore();
  const ctx = given.ctx?.(store.ctx) ?? store.ctx;
  // On a busy machine, loading a ruleset takes longer than a service allows.
  const started = createEngine({ workerUrl: WORKER_URL, threads: 2, limits: { ruleset: HANGS, wait: HANGS } });
  await started.ready();
  const engine = given.engine?.(started) ?? started;
  const real = createRecorder(ctx);
  const recorder = given.recorder?.(real) ?? real;
  const lines: string[] = [];
  const to = new Writable({
    write: (chunk: Buffer, _, done) => {
      lines.push(...chunk.toString().split('\n').filter(Boolean));
      done();
    },
  });
  const runner = createSimulationRunner({ ctx, engine });
  if (given.runner) runner.start();
  const app = await createApp({
    ctx,
    engine,
    recorder,
    wake: () => runner.wake(),
    ...(given.notReady && { notReady: given.notReady }),
    options: {
      log: { level: 'info', to },
      rates: NO_RATES,
      metrics: { served: true, token: undefined, process: false },
      ...given.http,
    },
  });
  await app.fastify.listen({ host: '127.0.0.1', port: 0 });
  const url = new URL(urlOf(app.fastify.server));
  const agent = new Agent({ keepAlive: true, maxSockets: 20 });
  return {
    store,
    ctx,
    engine,
    recorder,
    app,
    log: lines,
    url,
    ask: (ask) => askOver(url, agent, ask),
    workspace: async (id = `w${++count}`) => {
      await createWorkspace(store.ctx, started, { id, name: id }, BY.actor);
      return id;
    },
    key: async (workspace, scopes = API_SCOPES, ttlDays) => {
      const { key, secret } = await createKey(
        store.ctx,
        workspace,
        { name: 'ci', scopes: [...scopes], databaseId: 'db-1', ...(ttlDays !== undefined && { ttlDays }) },
        BY,
      );
      return { id: key.id, secret };
    },
    person: (workspace, role) => addPerson(store, workspace, role),
    close: async () => {
      agent.destroy();
      await app.fastify.close();
      await runner.close();
      await real.close();
      await started.close();
      await store.close();
    },
  };
}

/** Creates a session directly in the store, without the cost of a password check. */
async function addPerson({ ctx, db, clock }: TestStore, workspace: string | undefined, role: Role = 'member') {
  const id = newId('user');
  const email = `p${++count}@acme.example`;
  const token = newToken();
  await db.query('INSERT INTO users (id, email, name, password, created_at) VALUES ($1, $2, $2, $3, $4)', [
    id,
    email,
    CHEAP_HASH,
    clock.now,
  ]);
  if (workspace !== undefined) await setMember(ctx, workspace, { email, role }, BY);
  const expires = new Date(clock.now.getTime() + 12 * 3_600_000);
  await db.query('INSERT INTO sessions (token_hash, user_id, created_at, expires_at) VALUES ($1, $2, $3, $4)', [
    tokenHash(token),
    id,
    clock.now,
    expires,
  ]);
  return { id, email, token };
}

async function askOver(url: URL, agent: Agent, { method = 'GET', url: path, as, headers, body }: Ask): Promise<Reply> {
  const isText = typeof body === 'string' || body instanceof Uint8Array;
  const sent = body === undefined ? undefined : isText ? body : JSON.stringify(body);
  const reply = await new Promise<Reply>((resolve, reject) => {
    const asked = request({
      host: url.hostname,
      port: url.port,
      agent,
      method,
      path,
      headers: {
        ...(as !== undefined && { authorization: `Bearer ${as}` }),
        ...(sent !== undefined && { 'content-length': Buffer.byteLength(sent) }),
        ...(sent !== undefined && !isText && { 'content-type': 'application/json' }),
        ...headers,
      },
    });
    asked.on('error', reject).on('response', (response) => {
      const chunks: Buffer[] = [];
      response
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('error', reject)
        .on('end', () =>
          resolve(replyOf(response.statusCode ?? 0, response.headers, Buffer.concat(chunks).toString())),
        );
    });
    asked.end(sent);
  });
  checkReply(method, path, reply);
  return reply;
}

export function replyOf(status: number, headers: Readonly<Record<string, unknown>>, text: string): Reply {
  const isJson = /^application\/(problem\+)?json\b/.test(String(headers['content-type']));
  const body: unknown = isJson && text !== '' ? JSON.parse(text) : undefined;
  const code = typeof body === 'object' && body !== null && 'code' in body ? String(body.code) : undefined;
  return { status, headers: headers as Reply['headers'], body, text, code };
}

/** Checks a response against the contract: its status and body, or a problem with a declared code. */
export function checkReply(method: string, url: string, reply: Reply): void {
  const where = `${method} ${url} answered ${reply.status} ${reply.text.slice(0, 2000)}`;
  const fail = (why: string): never => {
    throw new Error(`${why}: ${where}`);
  };
  if (reply.headers['x-request-id'] === undefined) fail('no request id');
  if (reply.headers['cache-control'] !== 'no-store') fail('may be cached');
  if (reply.status >= 400) {
    if (method === 'HEAD') return;
    const problem = problemSchema.parse(reply.body);
    const oauth = isProblemCode(problem.code) ? OAUTH_ERRORS[problem.code] : undefined;
    const type = oauth === undefined ? 'application/problem+json' : 'application/json';
    if (reply.headers['content-type']?.split(';')[0] !== type) fail('a problem of another type');
    if (problem.error !== oauth) fail('another error of OAuth');
    if (problem.status !== reply.status) fail('another status in the body');
    if (problem.requestId !== reply.headers['x-request-id']) fail('another request id in the body');
    if ((reply.status === 401 || reply.status === 403) && !reply.headers['www-authenticate'])
      fail('no WWW-Authenticate');
    if ((reply.status === 429 || reply.status === 503) && !reply.headers['retry-after']) fail('no Retry-After');
    return;
  }
  const path = url.split('?')[0] ?? '';
  const matching = (Object.keys(CALLS) as CallName[])
    .map((name) => CALLS[name])
    .filter(
      (each) => each.method === method && new RegExp(`^${each.path.replaceAll(/\{[a-z]+\}/g, '[^/]+')}$`).test(path),
    );
  // A path without a parameter at its end goes first, as in the router.
  const call = matching.find((each) => !each.path.endsWith('}')) ?? matching[0];
  if (!call || reply.status === 304) return;
  if (reply.status !== call.answers) fail(`the contract says ${call.answers}`);
  if (!('response' in call)) {
    if (reply.text !== '') fail('a body that the contract does not have');
  } else if (call.response === 'json lines or csv') {
    if (reply.headers['content-type'] === 'application/jsonl')
      for (const line of reply.text.split('\n').filter(Boolean)) JSON.parse(line);
  } else if (call.response === 'json lines')
    for (const line of reply.text.split('\n').filter(Boolean)) auditEventSchema.parse(JSON.parse(line));
  else call.response.parse(reply.body);
}
