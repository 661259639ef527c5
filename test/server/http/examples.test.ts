import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CALLS, CI_HOSTS } from '../../../src/contract/index.ts';
import { openApi } from '../../../src/contract/openapi/index.ts';
import { PUBLIC_URL, settingsFor } from '../sign-on/browser.ts';
import { startProvider, type TestProvider } from '../sign-on/provider.ts';
import { githubClaims, startIssuer, type TestIssuer } from '../trusts/issuer.ts';
import { PASSWORD, startTestApp, type TestApp } from './test-app.ts';

// A client that openapi-typescript generates from the OpenAPI document is compiled, and makes each call to the real
// service. What it sends and gets are the examples of the document. UPDATE_GOLDEN=1 writes them.

const CLIENT = join(import.meta.dirname, '../../api-client');
const EXAMPLES = join(import.meta.dirname, '../../../src/contract/openapi/examples.golden.json');
/** The public URL of the service in the examples. */
const SHOWN_URL = 'https://querygate.example.com';
const OWNER = 'ann@acme.example';

let app: TestApp;
let provider: TestProvider;
let issuer: TestIssuer;
/** A copy of the program beside its packages, with the generated types. */
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(CLIENT, 'generated-'));
  for (const name of ['walk.ts', 'tsconfig.json']) cpSync(join(CLIENT, name), join(folder, name));
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(openApi()));
  run('openapi-typescript', 'openapi.json', '-o', 'api.d.ts');
  provider = await startProvider(`${PUBLIC_URL}/auth/oidc/callback`);
  issuer = await startIssuer();
  app = await startTestApp({
    runner: true,
    http: { publicUrl: PUBLIC_URL, signOn: settingsFor(provider), identityIssuers: [issuer.issuer] },
  });
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await app.close();
  await provider.close();
  await issuer.close();
});

/** Runs a program of the client's packages. */
function run(program: 'openapi-typescript' | 'tsc', ...given: readonly string[]): string {
  const path = [join(CLIENT, 'node_modules/.bin'), dirname(process.execPath)].join(':');
  return execFileSync(program, given, { cwd: folder, env: { PATH: path }, encoding: 'utf8', stdio: 'pipe' });
}

interface Exchange {
  readonly method: string;
  readonly path: string;
}

/** Replaces what differs from run to run: ids by their prefix and a number, secrets, and the hashes of the audit trail. */
function stable(printed: string): readonly Exchange[] {
  const seen = new Map<string, string>();
  const counts = new Map<string, number>();
  const numbered = (found: string, kind: string, name: (n: number) => string) => {
    const known = seen.get(found);
    if (known !== undefined) return known;
    const n = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, n);
    seen.set(found, name(n));
    return name(n);
  };
  const fixed = JSON.stringify(asStarted(JSON.parse(printed, sortedSessions)))
    .replace(app.app.setUpCode ?? '', 'CODE_EXAMPLE')
    .replaceAll(provider.issuer, 'https://id.example.com')
    .replaceAll(issuer.issuer, CI_HOSTS.github.issuer)
    .replaceAll(PUBLIC_URL, SHOWN_URL)
    .replaceAll(encodeURIComponent(PUBLIC_URL), encodeURIComponent(SHOWN_URL))
    .replace(/(?<=[?&](?:state|nonce|code_challenge)=)[\w-]{43}/g, 'RANDOM')
    .replace(/\b(qg[sit]?)_[A-Za-z0-9]{40,}/g, '$1_EXAMPLE')
    .replace(/(?<="hashPrefix":")[0-9a-f]{8}/g, (found) =>
      numbered(found, 'prefix', (n) => `${n}`.repeat(8).slice(0, 8)),
    )
    .replace(/\beyJ[\w.-]+/g, 'IDENTITY_TOKEN')
    .replace(/\b([a-z]{3,5})_[A-Za-z0-9]{22,32}\b/g, (id, kind) => numbered(id, kind, (n) => `${kind}_${n}`))
    // Lines of the export are JSON in a string.
    .replace(
      /("(?:administrative|previous|hash)\\*":\\*")([0-9a-f]{64})|(?<=\\"(?:administrative|previous|hash)\\":\\")([0-9a-f]{64})/g,
      (_, before: string | undefined, value: string | undefined, inText: string | undefined) =>
        (before ?? '') + numbered(value ?? inText ?? '', 'hash', (n) => `${n}`.repeat(64).slice(0, 64)),
    );
  return JSON.parse(fixed) as readonly Exchange[];
}

/** A short chain may be verified before the call that starts it has answered, or not: the example shows the start. Long lists are cut. */
function asStarted(exchanges: readonly (Exchange & { readonly response?: object })[]): readonly Exchange[] {
  return exchanges.map((exchange) => {
    const { response } = exchange;
    // One of its many rules is enough.
    if (exchange.path.endsWith('/ruleset/rules') && response && 'rules' in response)
      return {
        ...exchange,
        response: { ...response, rules: (response.rules as object[]).filter((rule) => 'place' in rule) },
      };
    if (!exchange.path.endsWith('/audit-chain/verify') || !response || !('verification' in response)) return exchange;
    const { finishedAt: _, ...verification } = response.verification as { readonly finishedAt?: string };
    return {
      ...exchange,
      response: { ...response, verification: { ...verification, state: 'running', entries: 0, upTo: 0 } },
    };
  });
}

/** Sessions that were opened in the same moment of the test's clock are in any order. */
function sortedSessions(_: string, value: unknown): unknown {
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'object' && item !== null && 'current' in item))
    return value;
  return value.toSorted((a: { current: boolean }, b: { current: boolean }) => Number(b.current) - Number(a.current));
}

describe('a client that openapi-typescript generates', () => {
  it('compiles', () => {
    expect(run('tsc', '-p', '.')).toBe('');
  });

  it('makes each call of the API, as the examples of the document show', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'walk.ts')], {
      env: {
        ISSUER: issuer.issuer,
        IDENTITY: issuer.token(githubClaims(issuer.issuer, `${PUBLIC_URL}/workspaces/shop`, app.store.clock.now)),
        URL: app.url.href,
        EMAIL: OWNER,
        PASSWORD,
        CODE: app.app.setUpCode,
      },
      maxBuffer: 2 ** 26,
    });
    const exchanges = stable(stdout);
    const calls = Object.values(CALLS).map(({ method, path }) => `${method.toLowerCase()} ${path}`);
    expect(exchanges.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(calls.sort());
    const text = `${JSON.stringify(exchanges, null, 2)}\n`;
    if (process.env['UPDATE_GOLDEN']) writeFileSync(EXAMPLES, text);
    expect(text).toBe(readFileSync(EXAMPLES, 'utf8'));
  });
});
