import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fetch as undiciFetch, request as undiciRequest } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPrograms } from '../../databases/program.ts';
import { startTestApp, type TestApp } from './test-app.ts';

// Real clients that send a body that is far too large: each must learn why it is refused, and not see a reset.

const MEGABYTE = 1024 * 1024;
const programs = findPrograms(['curl', 'python3']);

let app: TestApp;
let secret: string;
let folder: string;
let file: string;
let large: Buffer;

beforeAll(async () => {
  app = await startTestApp();
  ({ secret } = await app.key(await app.workspace()));
  folder = mkdtempSync(join(tmpdir(), 'querygate-body-'));
  file = join(folder, 'body.json');
  large = Buffer.alloc(50 * MEGABYTE, 'a');
  writeFileSync(file, large);
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

const url = () => `${app.url}api/v1/ci/dry-run`;
const headers = () => ({ authorization: `Bearer ${secret}`, 'content-type': 'application/json' });

function* pieces(megabytes: number): Generator<Buffer> {
  for (let sent = 0; sent < megabytes; sent++) yield large.subarray(0, MEGABYTE);
}

function byNode(megabytes: number, length: boolean): Promise<string> {
  return new Promise((resolve, reject) => {
    const sending = request(url(), {
      method: 'POST',
      headers: { ...headers(), ...(length && { 'content-length': megabytes * MEGABYTE }) },
    });
    let status = '';
    sending.on('response', (response) => {
      let text = '';
      response
        .setEncoding('utf8')
        .on('data', (more: string) => {
          text += more;
        })
        .on('end', () => {
          status = `${response.statusCode} ${JSON.parse(text).code}`;
          sending.destroy();
          resolve(status);
        });
    });
    sending.on('error', (error) => (status === '' ? reject(error) : undefined));
    Readable.from(pieces(megabytes)).pipe(sending);
  });
}

async function byUndici(megabytes: number): Promise<string> {
  const { statusCode, body } = await undiciRequest(url(), {
    method: 'POST',
    headers: headers(),
    body: Readable.from(pieces(megabytes)),
  });
  return `${statusCode} ${((await body.json()) as { code: string }).code}`;
}

async function byFetch(body: Uint8Array<ArrayBuffer>, send: typeof fetch = fetch): Promise<string> {
  const answer = await send(url(), { method: 'POST', headers: headers(), body });
  return `${answer.status} ${((await answer.json()) as { code: string }).code}`;
}

function byProgram(program: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (more: string) => {
        text += more;
      });
    child.on('error', reject).on('close', (code) => resolve(`${code} ${text.trim()}`));
  });
}

describe('a body of 50 MB', () => {
  it.each<[string, () => Promise<string>]>([
    ['Node, with its length', () => byNode(50, true)],
    ['Node, in chunks', () => byNode(50, false)],
    ['undici', () => byUndici(50)],
    ['fetch of Node', () => byFetch(new Uint8Array(large))],
    ['fetch of undici', () => byFetch(new Uint8Array(large), undiciFetch as unknown as typeof fetch)],
  ])('is answered with 413 that %s sees', async (_, send) => {
    for (let round = 0; round < 3; round++) expect(await send()).toBe('413 body_too_large');
  });

  it.skipIf(typeof programs === 'string').each([
    ['at once', ['-H', 'Expect:']],
    ['after asking', ['-H', 'Expect: 100-continue']],
    ['in chunks', ['-H', 'Expect:', '-H', 'Transfer-Encoding: chunked']],
  ])('is answered with 413 that curl sees: %s', async (_, more) => {
    const { curl } = programs as Readonly<Record<'curl', string>>;
    const { authorization } = headers();
    const args = ['-sS', '-w', '\n%{http_code}', '-H', `Authorization: ${authorization}`, ...more];
    const answer = await byProgram(curl, [
      ...args,
      '-H',
      'Content-Type: application/json',
      '--data-binary',
      `@${file}`,
      url(),
    ]);
    expect(answer).toMatch(/^0 \{.*"code":"body_too_large".*\}\n413$/);
  });

  it.skipIf(typeof programs === 'string')('is answered with 413 that a client sees which reads last', async () => {
    const { python3 } = programs as Readonly<Record<'python3', string>>;
    const script = `
import http.client, sys
c = http.client.HTTPConnection(sys.argv[1], timeout=30)
c.request('POST', '/api/v1/ci/dry-run', open(sys.argv[2], 'rb').read(), {'Authorization': sys.argv[3], 'Content-Type': 'application/json'})
r = c.getresponse()
print(r.status)`;
    const answer = await byProgram(python3, ['-c', script, app.url.host, file, headers().authorization]);
    expect(answer).toBe('0 413');
  });
});

it('a body without end is refused, answered and cut off', async () => {
  expect(await byNode(100_000, false)).toBe('413 body_too_large');
  expect(await byUndici(100_000)).toBe('413 body_too_large');
});
