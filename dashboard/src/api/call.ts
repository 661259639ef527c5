import type {
  CallName,
  PathParametersOf,
  Problem,
  QueryOf,
  RequestOf,
  ResponseOf,
} from '../../../src/contract/index.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { setConnection } from './connection.ts';

/** Body of the response to a call. */
export type Answer<N extends CallName> = ResponseOf<N>;
/** JSON body of a call. */
export type Body<N extends CallName> = RequestOf<N>;
/** Query parameters of a call. */
export type Query<N extends CallName> = QueryOf<N>;

/** The arguments of a call: its path parameters, query parameters, body, and headers such as `If-Match`. */
export interface CallInput<N extends CallName> {
  readonly path?: PathParametersOf<N>;
  readonly query?: Query<N>;
  readonly body?: Body<N>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** Status of a call without a response of the service, whatever a reverse proxy answers in its place. */
const UNREACHABLE = 0;

/** An error response of the service, or no response of the service (`code` is then `unreachable`). */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly status: number;
  readonly code: Problem['code'] | 'unreachable' | 'unexpected';
  readonly problem: Problem | undefined;
  /** Identifies the request in the service's log. */
  readonly requestId: string | undefined;

  constructor(message: string, status: number, problem?: Problem, requestId?: string) {
    super(message);
    this.status = status;
    this.code = problem?.code ?? (status === UNREACHABLE ? 'unreachable' : 'unexpected');
    this.problem = problem;
    this.requestId = requestId;
  }
}

/** Codes of a request without a valid session cookie. */
const NO_SESSION: ReadonlySet<string> = new Set(['session_unknown', 'key_missing']);

type Confirm = (problem: Problem) => Promise<boolean>;
let confirmIdentity: Confirm | undefined;

/**
 * Registers the dialog that asks for the password again when the service requires a recent sign-in. It resolves to
 * whether the user confirmed; the call is then sent again.
 */
export function onConfirmationNeeded(confirm: Confirm | undefined): void {
  confirmIdentity = confirm;
}

/** Calls the service. Raises CallError. */
export async function call<N extends CallName>(name: N, input: CallInput<N> = {}): Promise<Answer<N>> {
  return (await callWithHeaders(name, input)).body;
}

/** The same, with the headers of the response. Raises CallError. */
export async function callWithHeaders<N extends CallName>(
  name: N,
  input: CallInput<N> = {},
): Promise<{ readonly body: Answer<N>; readonly headers: Headers }> {
  const { body, headers, signal } = input;
  const [method] = ENDPOINTS[name];
  const response = await send(urlOf(name, input), {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  });
  if (response.ok) {
    const text = await response.text();
    return { body: (text === '' ? undefined : JSON.parse(text)) as Answer<N>, headers: response.headers };
  }
  const error = await errorOf(response);
  if (error.status === 401) setConnection(NO_SESSION.has(error.code) ? 'ended' : 'up');
  if (error.code === 'confirmation_needed' && error.problem && (await confirmIdentity?.(error.problem)))
    return callWithHeaders(name, input);
  throw error;
}

/** URL of a call with its parameters, for downloads too. */
export function urlOf<N extends CallName>(name: N, { path, query }: CallInput<N>): string {
  const given: Readonly<Record<string, string>> = path ?? {};
  const [, template] = ENDPOINTS[name];
  const filled = template.replaceAll(/\{([a-z]+)\}/g, (_, key: string) => encodeURIComponent(given[key] ?? ''));
  const search = new URLSearchParams(
    Object.entries((query ?? {}) as Record<string, unknown>).flatMap(([key, value]) =>
      value === undefined || value === '' ? [] : [[key, String(value)]],
    ),
  ).toString();
  return search === '' ? filled : `${filled}?${search}`;
}

async function send(url: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw unreachable();
  }
  // A reverse proxy answers in its place.
  if (isGatewayError(response.status) && !isProblem(response)) throw unreachable();
  if (response.status !== 401) setConnection('up');
  return response;
}

function unreachable(): CallError {
  setConnection('down');
  return new CallError('The service does not answer.', UNREACHABLE);
}

function isGatewayError(status: number): boolean {
  return status === 502 || status === 503 || status === 504;
}

function isProblem({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('application/problem+json') ?? false;
}

async function errorOf(response: Response): Promise<CallError> {
  const requestId = response.headers.get('x-request-id') ?? undefined;
  if (!isProblem(response))
    return new CallError(`The service answered with status ${response.status}.`, response.status, undefined, requestId);
  const problem = (await response.json()) as Problem;
  // The service speaks of keys and tokens, which users of a browser do not have.
  const detail = NO_SESSION.has(problem.code) ? 'your session has ended' : (problem.detail ?? problem.title);
  return new CallError(sentence(detail), response.status, problem, requestId);
}

/** Messages of the service are written to follow a colon; on a page they are sentences. */
export function sentence(text: string): string {
  const first = /^[a-z][a-z]*\b/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
  return /[.!?]$/.test(first) ? first : `${first}.`;
}
