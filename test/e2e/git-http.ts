import { spawn } from 'node:child_process';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { dirname } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { gitEnv } from '../ci/repository.ts';

export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** A folder of repositories that a server offers under `/`, by git's smart protocol. */
export interface GitFolder {
  readonly root: string;
  /** Requests need this token. */
  readonly token?: string;
  /** The user name that belongs to the token; by default GitHub's. */
  readonly user?: string;
  readonly failDeepening?: boolean;
}

/** Runs git's own server program, if the token is right. Two Authorization headers are rejected, as GitHub does. */
export async function serveGit(
  folder: GitFolder | undefined,
  request: IncomingMessage,
  response: ServerResponse,
  target: URL,
): Promise<void> {
  const body = await readBody(request);
  if (!folder) return void response.writeHead(404).end();
  const given = request.headersDistinct['authorization'] ?? [];
  if (given.length > 1) return void response.writeHead(400).end('Duplicate header: "Authorization"');
  const wanted =
    folder.token && `basic ${Buffer.from(`${folder.user ?? 'x-access-token'}:${folder.token}`).toString('base64')}`;
  if (wanted && given[0]?.toLowerCase() !== wanted.toLowerCase()) {
    return void response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end();
  }
  const zipped = request.headers['content-encoding'] === 'gzip';
  const plain = (zipped ? gunzipSync(body) : body).toString('latin1');
  if (folder.failDeepening && plain.includes('deepen-relative')) return void response.writeHead(500).end();
  const child = spawn('git', ['http-backend'], {
    cwd: dirname(folder.root),
    env: {
      ...gitEnv(),
      GIT_PROJECT_ROOT: folder.root,
      GIT_HTTP_EXPORT_ALL: '1',
      REQUEST_METHOD: request.method ?? 'GET',
      PATH_INFO: target.pathname,
      QUERY_STRING: target.search.slice(1),
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      CONTENT_LENGTH: String(body.length),
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
      GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
    },
  });
  // The program may exit without reading all of its input.
  child.stdin.on('error', () => {});
  child.stdin.end(body);
  const chunks: Buffer[] = [];
  for await (const chunk of child.stdout) chunks.push(chunk as Buffer);
  const output = Buffer.concat(chunks);
  const end = output.indexOf('\r\n\r\n');
  const headers = output
    .toString('latin1', 0, end)
    .split('\r\n')
    .map((line) => line.split(': ') as [string, string]);
  const status = Number(headers.find(([name]) => name === 'Status')?.[1].slice(0, 3) ?? 200);
  response.writeHead(status, Object.fromEntries(headers.filter(([name]) => name !== 'Status')));
  response.end(output.subarray(end + 4));
}
