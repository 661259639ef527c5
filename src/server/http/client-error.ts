import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { PROBLEMS, type ProblemCode } from '../../contract/index.ts';
import { newId } from '../context/ids.ts';
import { problemBody } from '../problems/body.ts';
import { ProblemError } from '../problems/error.ts';
import { failureOf } from './failure.ts';

/** Requests that each connection has under way. */
export class OpenRequests {
  readonly #open = new WeakMap<Socket, Set<IncomingMessage>>();
  readonly #paused = new Set<IncomingMessage>();
  #count = 0;

  /** All of them, on all connections. */
  get count(): number {
    return this.#count;
  }

  /** Those that the service has work with: all but those whose body is still to come. */
  get working(): number {
    return this.#count - this.#paused.size;
  }

  /** Its body is still to come. */
  pause(message: IncomingMessage): void {
    this.#paused.add(message);
  }

  resume(message: IncomingMessage): void {
    this.#paused.delete(message);
  }

  begin(message: IncomingMessage): void {
    const mine = this.#open.get(message.socket) ?? new Set();
    this.#open.set(message.socket, mine.add(message));
    this.#count++;
  }

  end(message: IncomingMessage): void {
    this.#paused.delete(message);
    if (this.#open.get(message.socket)?.delete(message)) this.#count--;
  }

  on(socket: Socket): readonly IncomingMessage[] {
    return [...(this.#open.get(socket) ?? [])];
  }
}

/**
 * Answers what is no HTTP with a problem, where that cannot be taken for the answer to another request of the connection; and
 * closes it.
 */
export function answerClientError(
  error: Error & { readonly code?: string },
  socket: Socket,
  open: OpenRequests,
  told: (code: ProblemCode) => void,
): void {
  const waiting = open.on(socket);
  const [first] = waiting;
  // The mistake is in the request whose body is still to come, or in one that nobody has seen yet.
  const mine = waiting.length === 0 || (waiting.length === 1 && first !== undefined && !first.complete);
  if (error.code === 'ECONNRESET' || !socket.writable || !mine) {
    socket.destroy();
    return;
  }
  const { problem: found } = failureOf(error);
  const problem =
    found.code === 'internal'
      ? new ProblemError('request_malformed', 'the request is no HTTP that the service reads')
      : found;
  told(problem.code);
  const { status } = PROBLEMS[problem.code];
  const requestId = newId('req');
  const body = JSON.stringify(problemBody(problem, requestId));
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Content-Type: application/problem+json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: no-store',
      'Connection: close',
      `X-Request-Id: ${requestId}`,
      '',
      body,
    ].join('\r\n'),
    () => socket.destroy(),
  );
}
