import { randomUUID } from 'node:crypto';
import { type ApiScope, HEADERS } from '../contract/index.ts';
import { masker } from '../debug/index.ts';
import type { ExchangeLimits, Reply } from '../http/index.ts';
import { createDispatcher } from '../http/index.ts';
import { ConfigError, InternalError, PRODUCT, ServiceError } from '../model/index.ts';
import type { BaseUrl } from './base-url.ts';
import type { Clock } from './clock.ts';
import type { RequestContext } from './errors.ts';
import { jobToken } from './job-token.ts';
import { Session } from './session.ts';
import { type ClientSettings, type Credential, limitsOf } from './settings.ts';

/** An attempt failed; the client waits before the next one. */
export interface Waiting {
  readonly state: 'waiting';
  /** Why the attempt failed, in a few words. Contains no text of the server. */
  readonly reason: string;
  /** Milliseconds. */
  readonly wait: number;
}

/** Callbacks during a call. */
export interface WaitHooks {
  readonly onProgress?: ((progress: Waiting) => void) | undefined;
}

/** Options of a connection; some only serve error messages. */
export interface ConnectionOptions {
  readonly scope: ApiScope;
  /** Files of rules and flows that are sent, for error messages. */
  readonly sent?: Iterable<{ readonly path: string }>;
  readonly limits?: Partial<ExchangeLimits>;
  readonly onProgress: ((progress: Waiting) => void) | undefined;
}

/** Calls to the service that share a deadline and a request id. */
export interface ServiceConnection {
  readonly session: Session;
  readonly context: RequestContext;
  readonly baseUrl: BaseUrl;
  readonly clock: Clock;
}

/** Opens a connection, runs a job on it and closes it. No error that it raises contains the key or a token. */
export async function withConnection<T>(
  settings: ClientSettings,
  options: ConnectionOptions,
  run: (connection: ServiceConnection) => Promise<T>,
): Promise<T> {
  const { baseUrl, clock, workspace } = settings;
  const secrets = new Secrets(settings.credential);
  const mask = (text: string) => secrets.mask(text);
  let session: Session | undefined;
  try {
    const sentPaths = new Set([...(options.sent ?? [])].map(({ path }) => path));
    const context: RequestContext = {
      origin: baseUrl.origin,
      workspace,
      scope: options.scope,
      sentPaths,
      requestId: randomUUID(),
      isJob: 'identity' in settings.credential,
      mask,
    };
    const authorization = () => authorizationOf(connection, settings.credential, secrets);
    session = openSession(settings, options, authorization, context.requestId);
    const connection = { session, context, baseUrl, clock };
    return await run(connection);
  } catch (error) {
    throw masked(error, mask);
  } finally {
    await session?.close();
  }
}

/** The secrets of a connection, which no message and no log of the job may contain. */
class Secrets {
  readonly #masks = new Map<string, (text: string) => string>();
  readonly #credential: Credential;

  constructor(credential: Credential) {
    this.#credential = credential;
    if ('apiKey' in credential) this.hide(credential.apiKey);
  }

  hide(secret: string): void {
    if (this.#masks.has(secret)) return;
    this.#masks.set(secret, masker(secret));
    if ('identity' in this.#credential) this.#credential.identity.mask(secret);
  }

  mask(text: string): string {
    return [...this.#masks.values()].reduce((masked, mask) => mask(masked), text);
  }
}

async function authorizationOf(
  connection: ServiceConnection,
  credential: Credential,
  secrets: Secrets,
): Promise<string> {
  if ('apiKey' in credential) return `Bearer ${credential.apiKey}`;
  return `Bearer ${await jobToken(connection, credential.identity, (secret) => secrets.hide(secret))}`;
}

function openSession(
  settings: ClientSettings,
  options: ConnectionOptions,
  authorization: () => Promise<string>,
  requestId: string,
): Session {
  const { baseUrl, clock, deadline, env, userAgent = `${PRODUCT.name}/${PRODUCT.version}` } = settings;
  const limits = limitsOf(settings, options.limits);
  return new Session({
    baseUrl,
    ...createDispatcher(baseUrl, env, limits.connect),
    headers: {
      accept: 'application/json, application/problem+json',
      'accept-encoding': 'identity',
      'user-agent': userAgent.replace(/[^\x20-\x7e]/g, '?'),
      [HEADERS.requestId]: requestId,
    },
    authorization,
    limits,
    deadline,
    clock,
    onRetry: ({ reason, wait }) => options.onProgress?.({ state: 'waiting', reason, wait }),
  });
}

/** When the key expires (ISO 8601); undefined if it never expires or the service does not say. */
export function keyExpires(reply: Reply): string | undefined {
  const text = reply.headers[HEADERS.keyExpires];
  return text !== undefined && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) && !Number.isNaN(Date.parse(text))
    ? text
    : undefined;
}

/** The error with the key removed from its message. Errors of unknown types become InternalError. */
function masked(error: unknown, mask: (text: string) => string): Error {
  if (error instanceof ConfigError)
    return new ConfigError(
      mask(error.message),
      error.place,
      error.others.map(({ message, place }) => new ConfigError(mask(message), place)),
    );
  if (error instanceof ServiceError) return new ServiceError(mask(error.message), error.exitCode, error.details);
  const cause = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return new InternalError(mask(`the service client failed: ${cause}`));
}
