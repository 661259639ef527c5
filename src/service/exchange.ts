import type { Dispatcher } from 'undici';
import { Fault, faultOf, PATIENT } from './fault.ts';

/** One request and its answer, without any judgement of it. */
export interface Exchange {
  readonly origin: string;
  readonly path: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Reply {
  readonly status: number;
  /** Names in lower case. A header that came more than once is left out: which of them would count? */
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined where it was longer than the limit for answers of its status. */
  readonly body: string | undefined;
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
  // The timeouts of undici do not count while a proxy thinks about a tunnel.
  const silence = new AbortController();
  const timer = setTimeout(
    () => silence.abort(new Fault('it took the connection and sent no answer', PATIENT)),
    limits.connect + limits.headers,
  );
  try {
    signal.throwIfAborted();
    const answer = await dispatcher.request({
      origin,
      path,
      method,
      headers,
      body: body ?? null,
      signal: AbortSignal.any([signal, silence.signal]),
      headersTimeout: limits.headers,
      bodyTimeout: limits.body,
    });
    clearTimeout(timer);
    const { statusCode: status } = answer;
    const bytes = await readBody(answer.body, status < 300 ? limits.answerBytes : limits.errorBytes);
    return { status, headers: singleHeaders(answer.headers), body: bytes && decode(bytes) };
  } catch (error) {
    signal.throwIfAborted();
    throw faultOf(error);
  } finally {
    clearTimeout(timer);
  }
}

async function readBody(body: AsyncIterable<Uint8Array>, limit: number): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    // Leaving the loop closes the connection, whatever more would come.
    if (size > limit) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Fault('its answer is no UTF-8', PATIENT);
  }
}

function singleHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const single = Object.entries(headers).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return Object.fromEntries(single.map(([name, value]) => [name.toLowerCase(), value]));
}
