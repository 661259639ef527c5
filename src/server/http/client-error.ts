import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { PROBLEMS, type ProblemCode } from '../../contract/index.ts';
import { newId } from '../context/ids.ts';
import { problemBody } from '../problems/body.ts';
import { ProblemError } from '../problems/error.ts';
import { failureOf } from './failure.ts';
import { isRefused } from './requests/unread-body-limit.ts';

/** Open requests of each connection. */
export class OpenRequests {
  readonly #open = new WeakMap<Socket, Set<IncomingMessage>>();
  readonly #paused = new Set<IncomingMessage>();
  #count = 0;

  /** All open requests, on all connections. */
  get count(): number {
    return this.#count;
  }

  /** Open requests with a complete body: the ones that cause work. */
  get working(): number {
    return this.#count - this.#paused.size;
  }

  /** The body of the request is still being received. */
  pause(message: IncomingMessage): void {
    if (this.#open.get(message.socket)?.has(message)) this.#paused.add(message);
  }

  resume(message: IncomingMessage): void {
    this.#paused.delete(message);
  }

  begin(message: IncomingMessage): void {
    const requests = this.#open.get(message.socket) ?? new Set();
    this.#open.set(message.socket, requests.add(message));
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
 * Answers malformed HTTP with a problem, unless the client could mistake it for the answer to another request of the
 * connection; then closes the connection.
 */
export function answerClientError(
  error: Error & { readonly code?: string },
  socket: Socket,
  open: OpenRequests,
  onProblem: (code: ProblemCode) => void,
): void {
  const waiting = open.on(socket);
  const [first] = waiting;
  // The error is in a request whose body is incomplete, or in one that has not been parsed yet.
  const isOnlyRequest = waiting.length === 0 || (waiting.length === 1 && first !== undefined && !first.complete);
  if (error.code === 'ECONNRESET' || !socket.writable || !isOnlyRequest || isRefused(socket)) {
    socket.destroy();
    return;
  }
  const { problem: found } = failureOf(error);
  const problem =
    found.code === 'internal' ? new ProblemError('request_malformed', 'the request is malformed HTTP') : found;
  onProblem(problem.code);
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
