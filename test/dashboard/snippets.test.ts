import { describe, expect, it } from 'vitest';
import { snippetsFor } from '../../dashboard/src/screens/keys/snippets.ts';
import { API_SCOPES, type ApiScope, CALLS, SCOPE_PRESETS } from '../../src/contract/index.ts';

const BASE = 'https://querygate.example.com';

const snippets = (scopes: readonly ApiScope[]) => snippetsFor({ baseUrl: BASE, workspace: 'shop', scopes });

/** The scope of the call that a `curl` command makes. */
function scopeOf(text: string): ApiScope | undefined {
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
    ['ci-pipeline', ['github', 'gitlab', 'curl']],
    ['tcp-proxy', ['proxy', 'curl']],
    ['http-service', ['curl']],
  ] as const)('of the preset %s are %j', (preset, ids) => {
    expect(snippets(SCOPE_PRESETS[preset].scopes).map(({ id }) => id)).toEqual(ids);
  });

  it.each(API_SCOPES.map((scope) => [scope]))('have valid JSON in the body for %s', (scope) => {
    for (const { text } of snippets([scope])) {
      const body = / -d '(.*)'$/s.exec(text)?.[1];
      if (body !== undefined) expect(JSON.parse(body)).toMatchObject({ workspace: 'shop' });
    }
  });
});
