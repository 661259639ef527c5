import { describe, expect, it } from 'vitest';
import { isLoopback, snippetsFor } from '../../dashboard/src/screens/keys/snippets.ts';
import { API_SCOPES, type ApiScope, CALLS, SCOPE_PRESETS } from '../../src/contract/index.ts';

const BASE = 'https://querygate.example.com';

const snippets = (scopes: readonly ApiScope[]) => snippetsFor({ baseUrl: BASE, workspace: 'shop', scopes });

/** The scope of the call that a `curl` command makes. */
function scopeOf(text: string): string | undefined {
  const path = /curl (\S+)/.exec(text)?.[1]?.slice(BASE.length) ?? '';
  const method = text.includes(' -d ') ? 'POST' : 'GET';
  const found = Object.values(CALLS).find(
    (call) => call.method === method && call.path.replaceAll('{workspace}', 'shop') === path,
  );
  return found && 'scope' in found ? found.scope : undefined;
}

describe('the snippets of a new key', () => {
  it.each(API_SCOPES.map((scope) => [scope]))('call only what a key with %s may call', (scope) => {
    const curl = snippets([scope]).find(({ id }) => id === 'curl');
    if (curl) expect(scopeOf(curl.text)).toBe(scope);
  });

  it.each([
    ['ci-pipeline', ['github', 'gitlab', 'terminal', 'curl']],
    ['tcp-proxy', ['proxy', 'curl']],
    ['http-service', ['application', 'curl']],
  ] as const)('of the preset %s are %j', (preset, ids) => {
    expect(snippets(SCOPE_PRESETS[preset].scopes).map(({ id }) => id)).toEqual(ids);
  });

  it('start the proxy, and set all that it needs', () => {
    const proxy = snippets(SCOPE_PRESETS['tcp-proxy'].scopes).find(({ id }) => id === 'proxy');
    expect(proxy?.text).toMatch(/^querygate proxy --upstream /m);
    for (const name of ['SERVICE_API_KEY', 'SERVICE_BASE_URL', 'SERVICE_WORKSPACE_ID'])
      expect(proxy?.text).toMatch(new RegExp(`export.* ?${name}\\b`));
  });

  it.each(API_SCOPES.map((scope) => [scope]))('have valid JSON in the body for %s', (scope) => {
    for (const { text } of snippets([scope])) {
      const body = / -d '(.*)'$/s.exec(text)?.[1];
      if (body !== undefined) expect(JSON.parse(body)).toMatchObject({ workspace: 'shop' });
    }
  });
});

it.each([
  ['localhost', true],
  ['shop.localhost', true],
  ['127.0.0.1', true],
  ['127.8.9.1', true],
  ['[::1]', true],
  ['querygate.example.com', false],
  ['localhost.example.com', false],
  ['10.0.0.1', false],
])('only the machine itself reaches %s: %s', (host, only) => {
  expect(isLoopback(host)).toBe(only);
});
