import { signOnSettings } from '../../../src/server/sign-on/settings.ts';
import type { Reply, TestApp } from '../http/test-app.ts';
import { CLIENT, type TestProvider, visitProvider } from './provider.ts';

export const PUBLIC_URL = 'http://localhost:7460';
export const SAME = { 'sec-fetch-site': 'same-origin' };

/** The settings for a provider, from variables. */
export function settingsFor(provider: TestProvider, more: Readonly<Record<string, string>> = {}) {
  const env = {
    QUERYGATE_OIDC_ISSUER: provider.issuer,
    QUERYGATE_OIDC_CLIENT_ID: CLIENT.id,
    QUERYGATE_OIDC_CLIENT_SECRET: CLIENT.secret,
    QUERYGATE_OIDC_LABEL: 'Acme',
    ...more,
  };
  return signOnSettings(env, PUBLIC_URL);
}

export function cookiesOf({ headers }: Pick<Reply, 'headers'>): string {
  return [headers['set-cookie']]
    .flat()
    .map((each) => String(each).split(';')[0])
    .join('; ');
}

export const goesTo = (reply: Reply) => reply.headers['location'];

/** What a browser does with the service and the provider. */
export function browserOf(app: () => TestApp) {
  const get = (url: string, cookie = '', more: Record<string, string> = {}) =>
    app().ask({ url, headers: { ...(cookie !== '' && { cookie }), ...more } });
  const send = (method: string, url: string, body: unknown, cookie = '') =>
    app().ask({ method, url, body, headers: { ...SAME, ...(cookie !== '' && { cookie }) } });
  /** Begins a sign-on, and signs in at the provider. */
  async function begin(query = '', cookie = '', more: Record<string, string> = {}) {
    const start = await get(`/auth/oidc/start${query}`, cookie, more);
    if (start.status !== 302) throw new Error(`the start answered ${start.status} ${start.text}`);
    return { callback: await visitProvider(String(goesTo(start)), PUBLIC_URL), cookie: cookiesOf(start) };
  }
  async function signOn(query = ''): Promise<Reply> {
    const { callback, cookie } = await begin(query);
    return get(callback, cookie);
  }
  /** Goes on at the provider from the answer of a call that begins a sign-on. */
  async function goOn(begun: Reply): Promise<Reply> {
    if (begun.status !== 200) return begun;
    return get(await visitProvider((begun.body as { url: string }).url, PUBLIC_URL), cookiesOf(begun));
  }
  const accept = async (invitation: string, to?: string) =>
    goOn(await send('POST', '/api/v1/sign-on', { invitation, ...(to !== undefined && { return: to }) }));
  const connect = async (cookie: string) =>
    goOn(await send('POST', '/api/v1/account/identities', { return: '/account' }, cookie));
  const session = async (reply: Reply) => (await get('/api/v1/sessions/current', cookiesOf(reply), SAME)).body;
  return { get, send, begin, signOn, goOn, accept, connect, session };
}

/** Type and details of the newest entries of the audit trail of a workspace, oldest first. */
export async function auditOf(
  { store }: TestApp,
  count: number,
  workspace = 'shop',
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const { rows } = await store.db.query<{ type: string; entry: string }>(
    'SELECT type, entry FROM audit_events WHERE workspace_id = $1 ORDER BY sequence DESC LIMIT $2',
    [workspace, count],
  );
  return rows.reverse().map(({ type, entry }) => ({ type, ...(JSON.parse(entry) as { details: object }).details }));
}
