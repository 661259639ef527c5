import { describe, expect, it } from 'vitest';
import { signOnSettings } from '../../../src/server/sign-on/settings.ts';

const URL_OF_SERVICE = 'https://querygate.acme.example';
const SECRET = 'a-secret-of-the-client';
const ALL = {
  QUERYGATE_OIDC_ISSUER: 'https://id.acme.example',
  QUERYGATE_OIDC_CLIENT_ID: 'querygate',
  QUERYGATE_OIDC_CLIENT_SECRET: SECRET,
};

describe('the settings of single sign-on', () => {
  it('are none without variables', () => {
    expect(signOnSettings({}, undefined)).toBeUndefined();
  });

  it('lead the provider back to the public URL', () => {
    expect(signOnSettings(ALL, URL_OF_SERVICE)).toMatchObject({
      clientId: 'querygate',
      scopes: 'openid email profile',
      redirectUri: `${URL_OF_SERVICE}/auth/oidc/callback`,
    });
  });

  it.each([
    { without: 'an issuer', change: { QUERYGATE_OIDC_ISSUER: '' }, names: 'QUERYGATE_OIDC_ISSUER' },
    { without: 'a client id', change: { QUERYGATE_OIDC_CLIENT_ID: '' }, names: 'QUERYGATE_OIDC_CLIENT_ID' },
    { without: 'a secret', change: { QUERYGATE_OIDC_CLIENT_SECRET: '' }, names: 'QUERYGATE_OIDC_CLIENT_SECRET' },
    {
      without: 'an encrypted issuer',
      change: { QUERYGATE_OIDC_ISSUER: 'http://id.acme.example' },
      names: 'QUERYGATE_OIDC_ISSUER',
    },
    { without: 'the scope openid', change: { QUERYGATE_OIDC_SCOPES: 'email' }, names: 'QUERYGATE_OIDC_SCOPES' },
    { without: 'a public URL', change: {}, url: undefined, names: 'QUERYGATE_PUBLIC_URL' },
  ])('without $without stop the start with an error that names $names, and never the secret', (row) => {
    const url = 'url' in row ? row.url : URL_OF_SERVICE;
    const read = () => signOnSettings({ ...ALL, ...row.change }, url);
    expect(read).toThrow(row.names);
    expect(read).not.toThrow(SECRET);
  });
});
