import type { Page } from 'playwright-core';
import type { ApiScope, Role } from '../../src/contract/index.ts';
import { type ServiceProgram, startService } from '../e2e/service-program.ts';
import { HANGS } from '../timeouts.ts';

export const PASSWORD = 'correct horse battery';
export const WORKSPACE = 'shop';
export const PEOPLE: Readonly<Record<Role, string>> = {
  owner: 'owner@shop.example',
  admin: 'admin@shop.example',
  member: 'member@shop.example',
  viewer: 'viewer@shop.example',
};

/** The packaged service with a workspace and a person of each role. */
export interface Shop {
  readonly service: ServiceProgram;
  /** Sends a request with a key or session token. Raises if it is refused. */
  ask(method: string, path: string, as: string, body?: unknown): Promise<unknown>;
  tokenOf(role: Role): Promise<string>;
  key(name: string, scopes: readonly ApiScope[], databaseId?: string): Promise<{ id: string; secret: string }>;
  /** Reports queries of the last hours, as a proxy does. */
  report(queries: readonly ReportedQuery[]): Promise<void>;
  dispose(): Promise<void>;
}

export interface ReportedQuery {
  readonly query: string;
  readonly application?: string;
  readonly user?: string;
  readonly minutesAgo?: number;
  readonly calls?: number;
  /** Further fields of the event. */
  readonly more?: Readonly<Record<string, unknown>>;
}

export async function openShop(): Promise<Shop> {
  const service = await startService({ kind: 'embedded' });
  const tokens = new Map<Role, Promise<string>>();
  let reporter: Promise<{ secret: string }> | undefined;
  let reported = 0;

  async function ask(method: string, path: string, as: string, body?: unknown): Promise<unknown> {
    const response = await fetch(new URL(`/api/v1${path}`, service.url), {
      method,
      headers: { ...(as !== '' && { authorization: `Bearer ${as}` }), 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  }

  async function signIn(role: Role): Promise<string> {
    const body = { email: PEOPLE[role], password: PASSWORD };
    return ((await ask('POST', '/sessions', '', body)) as { token: string }).token;
  }
  const tokenOf = (role: Role) => {
    const token = tokens.get(role) ?? signIn(role);
    tokens.set(role, token);
    return token;
  };
  const key: Shop['key'] = async (name, scopes, databaseId) => {
    const body = { name, scopes, ...(databaseId !== undefined && { databaseId }) };
    const made = await ask('POST', `/workspaces/${WORKSPACE}/keys`, await tokenOf('owner'), body);
    const { key: created, secret } = made as { key: { id: string }; secret: string };
    return { id: created.id, secret };
  };

  const code = await setUpCode(service);
  await ask('POST', '/setup', '', {
    code,
    workspace: { id: WORKSPACE, name: 'Shop' },
    email: PEOPLE.owner,
    password: PASSWORD,
  });
  for (const role of ['admin', 'member', 'viewer'] as const) {
    const invited = await ask('POST', `/workspaces/${WORKSPACE}/invitations`, await tokenOf('owner'), {
      email: PEOPLE[role],
      role,
    });
    await ask('POST', '/invitations/accept', '', { token: (invited as { token: string }).token, password: PASSWORD });
  }

  return {
    service,
    ask,
    tokenOf,
    key,
    report: async (queries) => {
      reporter ??= key('Proxy, shop-primary', ['telemetry:write', 'rules:read'], 'shop');
      const { secret } = await reporter;
      const now = Date.now();
      const events = queries.map(({ query, application = 'web', user = 'app', minutesAgo = 5, calls = 1, more }) => {
        const at = new Date(now - minutesAgo * 60_000).toISOString();
        reported++;
        return {
          type: 'query',
          id: `e${reported}`,
          at,
          ...(calls > 1 && { lastAt: at, calls }),
          dialect: 'postgresql',
          query,
          caller: { application, user, database: 'shop' },
          ...more,
        };
      });
      for (let from = 0; from < events.length; from += 500) {
        const part = events.slice(from, from + 500);
        const answer = (await ask('POST', '/ingest/events', secret, { workspace: WORKSPACE, events: part })) as {
          readonly accepted: number;
          readonly refused: readonly unknown[];
        };
        if (answer.accepted !== part.length)
          throw new Error(`events were refused: ${JSON.stringify(answer.refused[0])}`);
      }
    },
    dispose: () => service.dispose(),
  };
}

/** The one-time code, which is printed after the address. */
export async function setUpCode(service: ServiceProgram): Promise<string> {
  for (let waited = 0; waited < HANGS; waited += 20) {
    const [, code] = /\/setup#(\w+)/.exec(service.printed()) ?? [];
    if (code !== undefined) return code;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`no one-time code was printed: ${service.printed()}`);
}

/** Signs in on the sign-in page. */
export async function signInAs(page: Page, { service }: Pick<Shop, 'service'>, role: Role, path = '/'): Promise<void> {
  // Cookies with `__Host-` work on localhost by its name.
  const base = urlOf(service);
  await page.goto(new URL(path, base).href);
  await page.getByLabel('E-mail').fill(PEOPLE[role]);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation').waitFor();
}

/** The service by the name `localhost`. */
export function urlOf({ url }: ServiceProgram): string {
  return url.replace('127.0.0.1', 'localhost');
}
