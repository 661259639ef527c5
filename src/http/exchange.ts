import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { timed } from '../debug/index.ts';
import { Fault, faultOf, MAX_ATTEMPTS } from './fault.ts';

/** One HTTP request. */
export interface Exchange {
  readonly origin: string;
  readonly path: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** An HTTP response, not interpreted. */
export interface Reply {
  readonly status: number;
  /** Names in lower case. A header that occurs more than once is left out, because it is ambiguous. */
  readonly headers: Readonly<Record<string, string>>;
  /** `unread`: why the body was not read. */
  readonly body: { readonly text: string } | { readonly unread: string; readonly tooLong?: boolean };
}

export interface ExchangeLimits {
  /** Milliseconds to connect (to the proxy, if there is one). */
  readonly connect: number;
  /** Milliseconds from then on until the response headers. */
  readonly headers: number;
  /** Milliseconds between two chunks of the body. */
  readonly body: number;
  /** Maximum bytes of a successful response and of an error response. */
  readonly answerBytes: number;
  readonly errorBytes: number;
}

/**
 * Sends a request and reads the complete response. Redirects are not followed.
 * Raises Fault, or the abort reason of the signal.
 */
export function exchange(
  request: Exchange,
  dispatcher: Dispatcher,
  limits: ExchangeLimits,
  signal: AbortSignal,
): Promise<Reply> {
  return timed(
    'service',
    () => `${request.method} ${request.origin}${request.path}, ${request.body?.length ?? 0} bytes`,
    () => send(request, dispatcher, limits, signal),
    ({ status, body }) => `HTTP ${status}, ${'text' in body ? `${body.text.length} characters` : body.unread}`,
  );
}

async function send(
  { origin, path, method, headers, body }: Exchange,
  dispatcher: Dispatcher,
  limits: ExchangeLimits,
  signal: AbortSignal,
): Promise<Reply> {
  // The timeouts of undici do not run while a proxy opens a tunnel, and have a resolution of a second.
  const idle = new IdleTimer();
  try {
    signal.throwIfAborted();
    idle.restart(limits.connect + limits.headers, 'it accepted the connection, but sent no response');
    const aborted = AbortSignal.any([signal, idle.signal]);
    const options = { origin, path, method, headers, body: body ?? null, headersTimeout: 0, bodyTimeout: 0 };
    const response = await unlessAborted(dispatcher.request({ ...options, signal: aborted }), aborted);
    const single = singleHeaders(response.headers);
    const { statusCode: status } = response;
    const onData = () => idle.restart(limits.body, 'it stopped in the middle of its response');
    const maxBytes = status < 300 ? limits.answerBytes : limits.errorBytes;
    return { status, headers: single, body: await readBody(response.body, single, maxBytes, onData) };
  } catch (error) {
    signal.throwIfAborted();
    throw idle.signal.aborted ? idle.signal.reason : faultOf(error);
  } finally {
    idle.stop();
  }
}

/** undici ignores the signal until there is a connection, which may never happen with a proxy. */
async function unlessAborted(
  request: Promise<Dispatcher.ResponseData>,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  let abort = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
  });
  try {
    return await Promise.race([request, aborted]);
  } catch (error) {
    // A response may still arrive later.
    request.then(({ body }) => discard(body)).catch(() => {});
    throw error;
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** Closes the connection of a body that is not read, and ignores the error that this raises. */
function discard(body: Readable): void {
  body.on('error', () => {}).destroy();
}

/** Aborts a request when no data arrives for some time. */
class IdleTimer {
  readonly #controller = new AbortController();
  #timer: NodeJS.Timeout | undefined;

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Restarts the timer. If it runs out, the request fails with this message. */
  restart(milliseconds: number, message: string): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#controller.abort(new Fault(message, MAX_ATTEMPTS)), milliseconds);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

async function readBody(
  body: Readable,
  headers: Readonly<Record<string, string>>,
  limit: number,
  onData: () => void,
): Promise<Reply['body']> {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  const tooLong = { unread: `it has more than ${limit} bytes`, tooLong: true };
  if (encoding !== 'identity' || Number(headers['content-length'] ?? 0) > limit) {
    discard(body);
    return encoding === 'identity'
      ? tooLong
      : { unread: 'it is compressed, although the client did not ask for compression' };
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  onData();
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    onData();
    size += chunk.length;
    // Leaving the loop closes the connection.
    if (size > limit) return tooLong;
    chunks.push(chunk);
  }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)) };
  } catch {
    return { unread: 'it is not valid UTF-8' };
  }
}

function singleHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const single = Object.entries(headers).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return Object.fromEntries(single.map(([name, value]) => [name.toLowerCase(), value]));
}
