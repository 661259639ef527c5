import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { App } from './app.ts';
import { isToken } from './metrics-token.ts';

/** Serves only `/metrics`, at an address that only the operator's network should reach. */
export async function listenMetrics(
  app: App,
  { host, port, token }: { readonly host: string; readonly port: number; readonly token: string | undefined },
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer(
    { headersTimeout: 5000, requestTimeout: 5000, maxHeaderSize: 8192 },
    (request, response) => {
      if (request.method !== 'GET' || request.url !== '/metrics') {
        response.writeHead(404).end();
        return;
      }
      if (token !== undefined && !isToken(request.headers.authorization, token)) {
        response.writeHead(401, { 'www-authenticate': 'Bearer realm="querygate"' }).end();
        return;
      }
      app.metrics.read().then(
        ({ text, type }) => response.writeHead(200, { 'content-type': type }).end(text),
        () => response.writeHead(500).end(),
      );
    },
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, () => resolve());
  });
  return { url: urlOf(server), close: () => closed(server) };
}

export function urlOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
