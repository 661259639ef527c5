import { existsSync } from 'node:fs';
import { join } from 'node:path';
import serveFiles from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Addresses that are pages of the dashboard; the browser's router shows the page. */
const PAGES = ['/', '/sign-in', '/setup', '/invitation', '/account', '/w/*'] as const;

/**
 * Scripts, styles, fonts and calls come from the service alone, nothing is inline, and no script can write markup as
 * text (Trusted Types without a policy).
 */
const POLICY = [
  "default-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const PAGE_HEADERS = {
  'content-security-policy': POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  // The page names the hashed files of its build.
  'cache-control': 'no-cache',
} as const;

/** A year in seconds: the names of these files contain a hash of their content. */
const ASSET_CACHE = 'public, max-age=31536000, immutable';

const NOT_BUILT = `This is the Querygate service. Its dashboard is not built: run \`npm run build:server\`.
The API is at /api/v1, its description at /api/v1/openapi.json.
`;

/** Serves the dashboard from the folder of its build, or says at `/` that it is not built. */
export async function registerDashboard(app: FastifyInstance, folder: string): Promise<void> {
  if (!existsSync(join(folder, 'index.html'))) {
    page(app, '/', (reply) => reply.type('text/plain; charset=utf-8').send(NOT_BUILT));
    return;
  }
  await app.register(serveFiles, {
    root: folder,
    // Only files that exist at the start: no path of a request reaches the file system.
    wildcard: false,
    preCompressed: true,
    index: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      if (path.startsWith(join(folder, 'assets'))) reply.header('cache-control', ASSET_CACHE);
      // Pages of the documentation: browsers would download another type.
      if (path.endsWith('.md')) reply.header('content-type', 'text/plain; charset=utf-8');
    },
  });
  for (const path of PAGES) page(app, path, (reply) => reply.headers(PAGE_HEADERS).sendFile('index.html'));
}

function page(app: FastifyInstance, path: string, answer: (reply: FastifyReply) => FastifyReply): void {
  app.get(path, {
    onRequest: async (request) => {
      request.scope.route = 'dashboard';
    },
    handler: (_, reply) => answer(reply),
  });
}
