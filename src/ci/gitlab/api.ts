import { setTimeout as pause } from 'node:timers/promises';
import { createDispatcher, type ExchangeLimits, exchange, Fault, isLoopback, type Reply } from '../../http/index.ts';
import { NOTE_TOKEN } from '../note-token.ts';

/** Why a call failed, in a few words, without text of the server: it may not be safe to print. */
export class ApiFailure extends Error {
  readonly status: number | undefined;

  constructor(message: string, status?: number) {
    super(message);
    this.status = status;
  }
}

export interface ApiTiming {
  /** Milliseconds for all calls together. */
  readonly deadline: number;
  /** Milliseconds before each repetition of a call that failed; their number limits the repetitions. */
  readonly pauses: readonly number[];
}

const TIMING: ApiTiming = { deadline: 60_000, pauses: [1_000, 3_000] };

const LIMITS: ExchangeLimits = {
  connect: 10_000,
  headers: 20_000,
  body: 20_000,
  // A page has 100 notes, each of up to a million characters.
  answerBytes: 32 * 1024 * 1024,
  errorBytes: 64 * 1024,
};

const TRANSIENT = [429, 500, 502, 503, 504];

export interface ApiAnswer {
  readonly value: unknown;
  /** The number of the next page of a list; empty on the last page; undefined if the answer does not say. */
  readonly nextPage: string | undefined;
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** GitLab's REST API at CI_API_V4_URL, with the token for notes. */
export interface GitlabApi {
  /** Raises ApiFailure. POST and DELETE are not repeated: the request may have succeeded although its answer was lost. */
  call(method: Method, path: string, body?: object): Promise<ApiAnswer>;
  close(): Promise<void>;
}

/**
 * Opens a client of the API. The token goes to CI_API_V4_URL only: redirects are not followed, certificates are
 * verified, and the address must be on the server that CI_SERVER_URL names, with the same scheme. Raises ApiFailure for
 * another address or a malformed token, and ConfigError for an invalid proxy.
 */
export function gitlabApi(env: NodeJS.ProcessEnv, { deadline, pauses }: ApiTiming = TIMING): GitlabApi {
  const address = apiAddress(env);
  const token = env[NOTE_TOKEN]?.trim() ?? '';
  if (!/^[\x21-\x7e]+$/.test(token)) throw new ApiFailure(`\`${NOTE_TOKEN}\` is not a token`);
  const { dispatcher, proxyHint } = createDispatcher({ loopback: isLoopback(address.hostname) }, env, LIMITS.connect);
  const signal = AbortSignal.timeout(deadline);
  const prefix = address.pathname.replace(/\/+$/, '');

  async function attempt(method: Method, path: string, body: object | undefined) {
    const headers = {
      'private-token': token,
      accept: 'application/json',
      'accept-encoding': 'identity',
      ...(body && { 'content-type': 'application/json' }),
    };
    const request = { origin: address.origin, path: `${prefix}${path}`, method, headers };
    return exchange({ ...request, ...(body && { body: JSON.stringify(body) }) }, dispatcher, LIMITS, signal);
  }

  async function call(method: Method, path: string, body?: object): Promise<ApiAnswer> {
    const left = method === 'POST' || method === 'DELETE' ? [] : [...pauses];
    try {
      for (;;) {
        const result = await attempt(method, path, body).catch((error: unknown) => {
          if (error instanceof Fault) return error;
          throw error;
        });
        const isTransient = result instanceof Fault ? result.attempts > 1 : TRANSIENT.includes(result.status);
        const wait = isTransient ? left.shift() : undefined;
        if (wait === undefined) return answerOf(result, proxyHint);
        await pause(wait, undefined, { signal });
      }
    } catch (error) {
      if (signal.aborted) throw new ApiFailure(`the API did not finish within ${deadline / 1000} s`);
      throw error;
    }
  }

  return { call, close: () => dispatcher.destroy() };
}

function apiAddress(env: NodeJS.ProcessEnv): URL {
  const [api, server] = [env['CI_API_V4_URL'] ?? '', env['CI_SERVER_URL'] ?? ''].map((text) =>
    URL.canParse(text) ? new URL(text) : undefined,
  );
  const isPlain = api && /^https?:$/.test(api.protocol) && !/[?#@]/.test(api.href);
  if (isPlain && api.origin === server?.origin) return api;
  throw new ApiFailure('`CI_API_V4_URL` is not an address on the server in `CI_SERVER_URL`, so the token was not sent');
}

function answerOf(result: Reply | Fault, proxyHint: string): ApiAnswer {
  if (result instanceof Fault) throw new ApiFailure(`the API did not answer${proxyHint}: ${result.message}`);
  const { status, headers, body } = result;
  if (status < 200 || status > 299) throw new ApiFailure(`the API answered ${status}`, status);
  if ('unread' in body) throw new ApiFailure(`the answer of the API was not read: ${body.unread}`);
  if (status === 204) return { value: undefined, nextPage: undefined };
  try {
    return { value: JSON.parse(body.text) as unknown, nextPage: headers['x-next-page']?.trim() };
  } catch {
    throw new ApiFailure('the answer of the API is not valid JSON');
  }
}
