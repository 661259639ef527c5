import { randomUUID } from 'node:crypto';
import { type ApiScope, HEADERS } from '../contract/index.ts';
import { masker } from '../debug/index.ts';
import type { ExchangeLimits, Reply } from '../http/index.ts';
import { createDispatcher } from '../http/index.ts';
import { ConfigError, InternalError, PRODUCT, ServiceError } from '../model/index.ts';
import type { BaseUrl } from './base-url.ts';
import type { Clock } from './clock.ts';
import type { RequestContext } from './errors.ts';
import { Session } from './session.ts';
import { type ClientSettings, limitsOf } from './settings.ts';

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

/** Opens a connection, runs a job on it and closes it. No error that it raises contains the key. */
export async function withConnection<T>(
  settings: ClientSettings,
  options: ConnectionOptions,
  run: (connection: ServiceConnection) => Promise<T>,
): Promise<T> {
  const { apiKey, baseUrl, clock, workspace } = settings;
  const mask = masker(apiKey);
  let session: Session | undefined;
  try {
    const sentPaths = new Set([...(options.sent ?? [])].map(({ path }) => path));
    const context: RequestContext = {
      origin: baseUrl.origin,
      workspace,
      scope: options.scope,
      sentPaths,
      requestId: randomUUID(),
      mask,
    };
    session = openSession(settings, options, context.requestId);
    return await run({ session, context, baseUrl, clock });
  } catch (error) {
    throw masked(error, mask);
  } finally {
    await session?.close();
  }
}

function openSession(settings: ClientSettings, options: ConnectionOptions, requestId: string): Session {
  const { apiKey, baseUrl, clock, deadline, env, userAgent = `${PRODUCT.name}/${PRODUCT.version}` } = settings;
  const limits = limitsOf(settings, options.limits);
  return new Session({
    baseUrl,
    ...createDispatcher(baseUrl, env, limits.connect),
    headers: {
      authorization: `Bearer ${apiKey}`,
      accept: 'application/json, application/problem+json',
      'accept-encoding': 'identity',
      'user-agent': userAgent.replace(/[^\x20-\x7e]/g, '?'),
      [HEADERS.requestId]: requestId,
    },
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
