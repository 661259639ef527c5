import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { Fault, faultOf, MAX_ATTEMPTS } from './fault.ts';

/** One request. */
export interface Exchange {
  readonly origin: string;
  readonly path: string;
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** An answer, without any judgement of it. */
export interface Reply {
  readonly status: number;
  /** Names in lower case. A header that came more than once is left out: which of them would count? */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: { readonly text: string } | { readonly unread: string; readonly tooLong?: boolean };
}

export interface ExchangeLimits {
  /** Milliseconds until there is a connection; with a proxy, one to the proxy. */
  readonly connect: number;
  /** Milliseconds from then on until the headers have come. */
  readonly headers: number;
  /** Milliseconds between two pieces of the body. */
  readonly body: number;
  /** Bytes of an answer, and of an error. */
  readonly answerBytes: number;
  readonly errorBytes: number;
}

/**
 * Sends a request and reads the answer whole. Redirects are not followed.
 * Raises Fault; and whatever the signal was aborted with.
 */
export async function exchange(
  { origin, path, method, headers, body }: Exchange,
  dispatcher: Dispatcher,
  limits: ExchangeLimits,
  signal: AbortSignal,
): Promise<Reply> {
  // The timeouts of undici do not count while a proxy thinks about a tunnel, and are a second or more in any case.
  const silence = new Silence();
  try {
    signal.throwIfAborted();
    silence.after(limits.connect + limits.headers, 'it took the connection and sent no answer');
    const aborted = AbortSignal.any([signal, silence.signal]);
    const options = { origin, path, method, headers, body: body ?? null, headersTimeout: 0, bodyTimeout: 0 };
    const answer = await unlessAborted(dispatcher.request({ ...options, signal: aborted }), aborted);
    const single = singleHeaders(answer.headers);
    const { statusCode: status } = answer;
    const heard = () => silence.after(limits.body, 'it stopped in the middle of its answer');
    const most = status < 300 ? limits.answerBytes : limits.errorBytes;
    return { status, headers: single, body: await readBody(answer.body, single, most, heard) };
  } catch (error) {
    signal.throwIfAborted();
    throw silence.signal.aborted ? silence.signal.reason : faultOf(error);
  } finally {
    silence.end();
  }
}

/** undici heeds a signal only once there is a connection, and one through a proxy may never come about. */
async function unlessAborted(
  asked: Promise<Dispatcher.ResponseData>,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  let abort = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
  });
  try {
    return await Promise.race([asked, aborted]);
  } catch (error) {
    // What comes after all is nobody's.
    asked.then(({ body }) => discard(body)).catch(() => {});
    throw error;
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** Closes the connection of a body that nobody reads; it would raise its own end as an error. */
function discard(body: Readable): void {
  body.on('error', () => {}).destroy();
}

/** Gives up on a connection over which nothing comes. */
class Silence {
  readonly #controller = new AbortController();
  #timer: NodeJS.Timeout | undefined;

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** From now on so many milliseconds may pass until the next call. */
  after(milliseconds: number, words: string): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#controller.abort(new Fault(words, MAX_ATTEMPTS)), milliseconds);
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}

async function readBody(
  body: Readable,
  headers: Readonly<Record<string, string>>,
  limit: number,
  heard: () => void,
): Promise<Reply['body']> {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  const tooLong = { unread: `it has more than ${limit} bytes`, tooLong: true };
  if (encoding !== 'identity' || Number(headers['content-length'] ?? 0) > limit) {
    discard(body);
    return encoding === 'identity' ? tooLong : { unread: 'it is compressed, which was not asked for' };
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  heard();
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    heard();
    size += chunk.length;
    // Leaving the loop closes the connection, whatever more would come.
    if (size > limit) return tooLong;
    chunks.push(chunk);
  }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)) };
  } catch {
    return { unread: 'it is no UTF-8' };
  }
}

function singleHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const single = Object.entries(headers).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return Object.fromEntries(single.map(([name, value]) => [name.toLowerCase(), value]));
}
