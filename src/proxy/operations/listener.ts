import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ConfigError } from '../../model/index.ts';

export interface OperationsOptions {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** Why the proxy is not ready; empty if it is. */
  readonly notReady: () => readonly string[];
  readonly metrics: () => Promise<{ readonly text: string; readonly type: string }>;
  /** Token that `/metrics` requires, as `Authorization: Bearer …`. */
  readonly metricsToken?: string | undefined;
}

/** The address for probes and metrics. */
export interface Operations {
  /** `http://127.0.0.1:9464` */
  readonly url: string;
  close(): Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Milliseconds for a request, and connections at a time: probes are short and few. */
const REQUEST_MS = 10_000;
const MAX_CONNECTIONS = 100;

/**
 * Serves `/healthz` (the process is alive), `/readyz` (it can serve clients) and `/metrics` (Prometheus) over plain HTTP.
 * Raises ConfigError if the address cannot be used.
 */
export async function listenOperations(options: OperationsOptions): Promise<Operations> {
  const server = createServer({ requestTimeout: REQUEST_MS, headersTimeout: REQUEST_MS }, (request, response) => {
    void answer(request, options).then((given) => send(response, given, request.method === 'HEAD'));
  });
  server.maxConnections = MAX_CONNECTIONS;
  await listen(server, options);
  const { address, port, family } = server.address() as AddressInfo;
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function listen(server: Server, { host, port }: OperationsOptions): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, resolve);
    });
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException;
    throw new ConfigError(
      `cannot listen on \`${host}\`, port ${port} (${code}), for probes and metrics; choose another address`,
    );
  }
}

/** Never raises. */
async function answer(request: IncomingMessage, options: OperationsOptions): Promise<Answer> {
  const { method = '', url = '' } = request;
  const [path] = url.split('?', 1);
  if (path !== '/healthz' && path !== '/readyz' && path !== '/metrics')
    return problem(404, 'not_found', 'there are `/healthz`, `/readyz` and `/metrics`');
  if (method !== 'GET' && method !== 'HEAD')
    return { ...problem(405, 'method_not_allowed', 'use GET'), headers: { allow: 'GET, HEAD' } };
  if (path === '/healthz') return json(200, { status: 'ok' });
  if (path === '/readyz') {
    const reasons = options.notReady();
    return reasons.length === 0 ? json(200, { status: 'ready' }) : problem(503, 'unavailable', reasons.join('; '));
  }
  if (!isAllowed(request, options.metricsToken))
    return {
      ...problem(401, 'key_unknown', 'send the metrics token as `Authorization: Bearer <token>`'),
      headers: { 'www-authenticate': 'Bearer' },
    };
  try {
    const { text, type } = await options.metrics();
    return { status: 200, type, text };
  } catch {
    return problem(500, 'internal', 'the metrics cannot be read');
  }
}

/** Compares in constant time. */
function isAllowed({ headers }: IncomingMessage, token: string | undefined): boolean {
  if (token === undefined) return true;
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`));
}

function json(status: number, value: object): Answer {
  return { status, type: 'application/json', text: JSON.stringify(value) };
}

/** As the service answers: RFC 9457. */
function problem(status: number, code: string, detail: string): Answer {
  return { ...json(status, { title: code, status, code, detail }), type: 'application/problem+json' };
}

function send(response: ServerResponse, { status, type, text, headers = {} }: Answer, isHead: boolean): void {
  response.writeHead(status, {
    ...headers,
    'content-type': type,
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  response.end(isHead ? undefined : text);
}
