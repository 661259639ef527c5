import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

/** Who the provider signs in, without asking. */
export interface Account {
  readonly sub: string;
  readonly email: string;
  readonly email_verified: boolean;
}

export interface TestProvider {
  readonly issuer: string;
  account: Account;
  /** Stops answering, until it is started again. */
  stop(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

/** A real OpenID provider on localhost, whose user agrees to everything. */
export async function startProvider(redirectUri: string): Promise<TestProvider> {
  const server: Server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  const test: TestProvider = {
    issuer,
    account: { sub: 'bob', email: 'bob@acme.example', email_verified: true },
    stop,
    start: () => new Promise((resolve) => server.listen(port, '127.0.0.1', resolve)),
    close: stop,
  };
  const provider = new Provider(issuer, {
    clients: [{ client_id: 'querygate', client_secret: 's'.repeat(40), redirect_uris: [redirectUri] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ ...test.account, sub }) }),
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
  });
  const answer = provider.callback();
  server.on('request', async (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return answer(request, response);
    const { params } = await provider.interactionDetails(request, response);
    const grant = new provider.Grant({ accountId: test.account.sub, clientId: String(params['client_id']) });
    grant.addOIDCScope(String(params['scope']));
    await provider.interactionFinished(request, response, {
      login: { accountId: test.account.sub },
      consent: { grantId: await grant.save() },
    });
  });
  return test;
}
