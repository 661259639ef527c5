import { checkApiKey, LIMITS, workspaceIdSchema } from '../contract/index.ts';
import type { ExchangeLimits } from '../http/index.ts';
import { ConfigError, DAY_MS, type IdentitySource } from '../model/index.ts';
import { type BaseUrl, parseBaseUrl } from './base-url.ts';
import { type Clock, systemClock } from './clock.ts';

/** Ten minutes. */
const DEFAULT_DEADLINE = 10 * 60 * 1000;
/** A day. CI jobs are shorter; timers of Node.js are limited to 24 days. */
const MAX_DEADLINE = DAY_MS;

const DEFAULT_LIMITS: ExchangeLimits = {
  connect: 10_000,
  headers: 60_000,
  body: 60_000,
  answerBytes: LIMITS.responseBytes,
  errorBytes: LIMITS.problemBytes,
};

/** An API key, or the identity of a CI job. */
export type Credential = { readonly apiKey: string } | { readonly identity: IdentitySource };

interface ClientOptions {
  readonly baseUrl: string;
  readonly workspace: string;
  /** Sent as `User-Agent`. */
  readonly userAgent?: string | undefined;
  /** Milliseconds that a call may take in total, including waits; up to a day. Default: ten minutes. */
  readonly deadline?: number | undefined;
  /** The environment with HTTP_PROXY, HTTPS_PROXY and NO_PROXY. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly limits?: Partial<ExchangeLimits> | undefined;
  readonly clock?: Clock | undefined;
}

export type ServiceClientOptions = ClientOptions & Credential;

/** Validated options. */
export interface ClientSettings {
  readonly baseUrl: BaseUrl;
  readonly credential: Credential;
  readonly workspace: string;
  readonly userAgent: string | undefined;
  readonly deadline: number;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The limits that the caller set. */
  readonly limits: Partial<ExchangeLimits>;
  readonly clock: Clock;
}

/**
 * Validates the options of a client.
 * Raises ConfigError for an invalid base URL, workspace or deadline; ServiceError (exit 3) for a malformed API key.
 */
export function clientSettings(options: ServiceClientOptions): ClientSettings {
  return {
    baseUrl: parseBaseUrl(options.baseUrl),
    credential: 'apiKey' in options ? { apiKey: checkApiKey(options.apiKey) } : { identity: options.identity },
    workspace: checkWorkspace(options.workspace),
    userAgent: options.userAgent,
    deadline: checkDeadline(options.deadline ?? DEFAULT_DEADLINE),
    env: options.env,
    limits: options.limits ?? {},
    clock: options.clock ?? systemClock,
  };
}

/** The limits of a call. The caller's take precedence, then those of the call, then the defaults. */
export function limitsOf({ limits }: ClientSettings, own: Partial<ExchangeLimits> = {}): ExchangeLimits {
  return { ...DEFAULT_LIMITS, ...own, ...limits };
}

function checkWorkspace(text: string): string {
  const parsed = workspaceIdSchema.safeParse(text.trim());
  if (parsed.success) return parsed.data;
  throw new ConfigError(
    'the workspace id is invalid (use 1 to 100 letters, digits, `_` or `-`); correct `SERVICE_WORKSPACE_ID` or `workspace`',
  );
}

function checkDeadline(milliseconds: number): number {
  if (milliseconds > 0 && milliseconds <= MAX_DEADLINE) return milliseconds;
  throw new ConfigError(
    `the \`timeout\` is ${milliseconds / 1000} seconds; it must be more than 0 and at most ${MAX_DEADLINE / 1000}`,
  );
}
