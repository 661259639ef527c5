import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { START } from './build.ts';

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface TestServer {
  readonly url: string;
  readonly port: number;
  readonly received: readonly Received[];
  /** Number of open connections. */
  connections(): number;
  close(): Promise<void>;
}

/** Handles one request. */
export type Answer = (request: Received, response: ServerResponse) => void;

/** A real server on this machine. The last answer is repeated. */
export async function serve(
  answers: readonly Answer[],
  tls?: { readonly key: string; readonly cert: string },
): Promise<TestServer> {
  const received: Received[] = [];
  const listener: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request;
      const call = { method, path, headers, body: Buffer.concat(chunks).toString('utf8') };
      received.push(call);
      const answer = answers[Math.min(received.length, answers.length) - 1];
      answer?.(call, response);
    });
  };
  const server = tls ? createTlsServer(tls, listener) : createServer(listener);
  const sockets = new Set<Socket>();
  server.on(tls ? 'secureConnection' : 'connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    port,
    received,
    connections: () => sockets.size,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** A JSON response; a 202 to the start of a simulation gets the `Location` that the contract requires. */
export function json(status: number, value: object, headers: Readonly<Record<string, string>> = {}): Answer {
  return (request, response) => {
    const location = request.path.endsWith(START) && status === 202 ? { location: 'simulations/sim_1' } : {};
    const type = status >= 400 ? 'application/problem+json' : 'application/json; charset=utf-8';
    response.writeHead(status, { 'content-type': type, ...location, ...headers });
    response.end(JSON.stringify(value));
  };
}

export function problem(
  status: number,
  code: string,
  extra: object = {},
  headers: Record<string, string> = {},
): Answer {
  return json(status, { title: code, status, code, ...extra }, headers);
}
