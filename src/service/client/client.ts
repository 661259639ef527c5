import { randomUUID } from 'node:crypto';
import { ConfigError, InternalError, PRODUCT, ServiceError } from '../../model/index.ts';
import { type Asked, problemError } from './answer.ts';
import { type BaseUrl, parseBaseUrl } from './base-url.ts';
import { type Clock, systemClock } from './clock.ts';
import { CALLS, HEADERS, LIMITS, type SimulateRequest, type Simulation, workspaceIdSchema } from '../contract.ts';
import { createDispatcher } from './dispatcher.ts';
import type { ExchangeLimits, Reply } from './exchange.ts';
import { checkApiKey } from '../key.ts';
import { masker } from './mask.ts';
import { pollPath, readSimulation, unexpected } from './read-simulation.ts';
import { type Call, Session } from './session.ts';
import { filesOf, simulateBody } from './simulate-body.ts';
import { pollPause, retryAfter } from './wait.ts';

/** Ten minutes. */
const DEFAULT_DEADLINE = 10 * 60 * 1000;
/** A day: no job of CI lasts longer, and timers of Node.js hold 24 of them. */
const LONGEST_DEADLINE = 24 * 60 * 60 * 1000;

const DEFAULT_LIMITS: ExchangeLimits = {
  connect: 10_000,
  headers: 60_000,
  body: 60_000,
  answerBytes: LIMITS.responseBytes,
  errorBytes: LIMITS.problemBytes,
};

export interface ServiceClientOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly workspace: string;
  /** Sent as `User-Agent`. */
  readonly userAgent?: string | undefined;
  /** Milliseconds that a job may take in all, waiting included; up to a day. Default: ten minutes. */
  readonly deadline?: number | undefined;
  /** Where HTTP_PROXY, HTTPS_PROXY and NO_PROXY are read. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly limits?: Partial<ExchangeLimits> | undefined;
  readonly clock?: Clock | undefined;
}

/** What a simulation is doing. */
export type SimulationProgress =
  | { readonly state: 'queued' }
  /** Rows of the history. */
  | { readonly state: 'running'; readonly done: number; readonly total: number }
  /** An attempt failed, and the next comes after a wait (milliseconds). `reason`: a few words of ours. */
  | { readonly state: 'waiting'; readonly reason: string; readonly wait: number };

export interface SimulateHooks {
  readonly onProgress?: ((progress: SimulationProgress) => void) | undefined;
}

/** A simulation that is over, and what the client has to say about it. */
export type SimulationDone = Extract<Simulation, { status: 'done' }> & {
  /** When the key runs out, ISO 8601; undefined where it never does, or the service does not say. */
  readonly keyExpires: string | undefined;
};

export interface ServiceClient {
  /** Where the service is: `https://querygate.example.com`. */
  readonly origin: string;
  readonly workspace: string;
  /**
   * Starts a simulation of other rules over the history of the workspace, and waits for it.
   * Raises ConfigError (exit 2) for rule files that the service does not take, ServiceError with exit 3 for a key that is
   * not let in, and with exit 4 for whatever else leaves the question unanswered. No message holds the key.
   */
  simulateRules(request: Omit<SimulateRequest, 'workspace'>, hooks?: SimulateHooks): Promise<SimulationDone>;
}

/**
 * A client of one service. Nothing is sent before the settings are known to be good.
 * Raises ConfigError for a wrong base URL, workspace or deadline; ServiceError (exit 3) for what cannot be an API key.
 */
export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  const baseUrl = parseBaseUrl(options.baseUrl);
  const apiKey = checkApiKey(options.apiKey);
  const workspace = checkWorkspace(options.workspace);
  const deadline = checkDeadline(options.deadline ?? DEFAULT_DEADLINE);
  return {
    origin: baseUrl.origin,
    workspace,
    simulateRules: async (request, hooks = {}) => {
      const mask = masker(apiKey);
      try {
        return await simulateRules({ ...request, workspace }, { ...options, apiKey, deadline }, baseUrl, mask, hooks);
      } catch (error) {
        throw masked(error, mask);
      }
    },
  };
}

function checkWorkspace(text: string): string {
  const parsed = workspaceIdSchema.safeParse(text.trim());
  if (parsed.success) return parsed.data;
  throw new ConfigError(
    'the workspace is no id of one (letters, digits, `_` and `-`, at most 100); set `SERVICE_WORKSPACE_ID` or `workspace`',
  );
}

function checkDeadline(milliseconds: number): number {
  if (milliseconds > 0 && milliseconds <= LONGEST_DEADLINE) return milliseconds;
  throw new ConfigError(
    `the \`timeout\` is ${milliseconds / 1000} seconds; give more than 0 and at most ${LONGEST_DEADLINE / 1000}`,
  );
}

async function simulateRules(
  request: SimulateRequest,
  options: ServiceClientOptions & { readonly deadline: number },
  baseUrl: BaseUrl,
  mask: (text: string) => string,
  { onProgress }: SimulateHooks,
): Promise<SimulationDone> {
  const body = simulateBody(request);
  const clock = options.clock ?? systemClock;
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const asked: Asked = {
    origin: baseUrl.origin,
    workspace: request.workspace,
    scope: CALLS.startSimulation.scope,
    sent: new Set([...filesOf(request)].map(({ path }) => path)),
    requestId: randomUUID(),
    mask,
  };
  const session = new Session({
    baseUrl,
    ...createDispatcher(baseUrl, options.env, limits.connect),
    headers: {
      authorization: `Bearer ${options.apiKey}`,
      accept: 'application/json, application/problem+json',
      'accept-encoding': 'identity',
      'user-agent': (options.userAgent ?? `${PRODUCT.name}/${PRODUCT.version}`).replace(/[^\x20-\x7e]/g, '?'),
      [HEADERS.requestId]: asked.requestId,
    },
    limits,
    deadline: options.deadline,
    clock,
    onRetry: ({ reason, wait }) => onProgress?.({ state: 'waiting', reason, wait }),
  });
  try {
    const start: Call = {
      method: CALLS.startSimulation.method,
      path: `${baseUrl.prefix}${CALLS.startSimulation.path}`,
      headers: { 'content-type': 'application/json', [HEADERS.idempotencyKey]: randomUUID() },
      body,
    };
    let reply = await session.call(start);
    let simulation = readSimulation(reply, CALLS.startSimulation.answers, asked);
    const { id } = simulation;
    const path = pollPath(reply, start.path, id, baseUrl, asked);
    for (let polls = 0; ; polls++) {
      if (simulation.status === 'done') return { ...simulation, keyExpires: keyExpires(reply) };
      if (simulation.status === 'failed') throw problemError(simulation.problem, asked);
      session.doing = stateOf(simulation);
      onProgress?.(progressOf(simulation));
      await session.sleep(pollPause(polls, clock), retryAfter(reply.headers, clock));
      reply = await session.call({ method: CALLS.readSimulation.method, path, headers: {} });
      simulation = readSimulation(reply, CALLS.readSimulation.answers, asked);
      if (simulation.id !== id) throw unexpected('it is about another simulation', reply, asked);
    }
  } finally {
    await session.close();
  }
}

type Pending = Extract<Simulation, { status: 'queued' | 'running' }>;

function progressOf(simulation: Pending): SimulationProgress {
  return simulation.status === 'queued' ? { state: 'queued' } : { state: 'running', ...simulation.progress };
}

function stateOf(simulation: Pending): string {
  if (simulation.status === 'queued') return `the simulation \`${simulation.id}\` is still queued`;
  const { done, total } = simulation.progress;
  return `the simulation \`${simulation.id}\` has replayed ${done} of ${total} rows`;
}

function keyExpires(reply: Reply): string | undefined {
  const text = reply.headers[HEADERS.keyExpires];
  return text !== undefined && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) && !Number.isNaN(Date.parse(text))
    ? text
    : undefined;
}

/** The error with the key taken out of its message. One that is none of ours is a defect. */
function masked(error: unknown, mask: (text: string) => string): Error {
  if (error instanceof ConfigError) return new ConfigError(mask(error.message), error.place);
  if (error instanceof ServiceError) return new ServiceError(mask(error.message), error.exitCode, error.details);
  const cause = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return new InternalError(mask(`the client of the service failed: ${cause}`));
}
