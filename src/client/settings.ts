import { checkApiKey, LIMITS, workspaceIdSchema } from '../contract/index.ts';
import { ConfigError } from '../model/index.ts';
import { type BaseUrl, parseBaseUrl } from './base-url.ts';
import { type Clock, systemClock } from './clock.ts';
import type { ExchangeLimits } from './exchange.ts';

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

/** Options that are known to be good. */
export interface ClientSettings {
  readonly baseUrl: BaseUrl;
  readonly apiKey: string;
  readonly workspace: string;
  readonly userAgent: string | undefined;
  readonly deadline: number;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Those that were given. */
  readonly limits: Partial<ExchangeLimits>;
  readonly clock: Clock;
}

/**
 * Reads the options of a client.
 * Raises ConfigError for a wrong base URL, workspace or deadline; ServiceError (exit 3) for what cannot be an API key.
 */
export function clientSettings(options: ServiceClientOptions): ClientSettings {
  return {
    baseUrl: parseBaseUrl(options.baseUrl),
    apiKey: checkApiKey(options.apiKey),
    workspace: checkWorkspace(options.workspace),
    userAgent: options.userAgent,
    deadline: checkDeadline(options.deadline ?? DEFAULT_DEADLINE),
    env: options.env,
    limits: options.limits ?? {},
    clock: options.clock ?? systemClock,
  };
}

/** The limits of a job: those of the caller, else its own, else those of every job. */
export function limitsOf({ limits }: ClientSettings, own: Partial<ExchangeLimits> = {}): ExchangeLimits {
  return { ...DEFAULT_LIMITS, ...own, ...limits };
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
