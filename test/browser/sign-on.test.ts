import { createServer } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServiceProgram, startService } from '../e2e/service-program.ts';
import { CLIENT, startProvider, type TestProvider } from '../server/sign-on/provider.ts';
import { launch, NO_BROWSER, seriousFaults, type WatchedPage, watchedPage } from './chromium.ts';
import { PASSWORD, PEOPLE, WORKSPACE } from './shop.ts';

// Single sign-on as people see it, with a real identity provider, under the dashboard's content security policy.

const ANN = { sub: 'ann', email: 'ann@shop.example', email_verified: true, name: 'Ann', groups: [] };

let provider: TestProvider;
let service: ServiceProgram;
let browser: Browser;
let watched: WatchedPage;
let page: Page;
let base: string;
let passwords: Readonly<Record<string, string>> = {};

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

describe.skipIf(NO_BROWSER !== '')(`${NO_BROWSER}single sign-on`, () => {
  beforeAll(async () => {
    const port = await freePort();
    base = `http://localhost:${port}`;
    provider = await startProvider(`${base}/auth/oidc/callback`);
    provider.account = ANN;
    service = await startService({ kind: 'embedded' }, () => ({
      port,
      env: {
        QUERYGATE_PUBLIC_URL: base,
        QUERYGATE_OIDC_ISSUER: provider.issuer,
        QUERYGATE_OIDC_CLIENT_ID: CLIENT.id,
        QUERYGATE_OIDC_CLIENT_SECRET: CLIENT.secret,
        QUERYGATE_OIDC_LABEL: 'Acme',
        QUERYGATE_OIDC_ROLES: `leads=${WORKSPACE}:admin`,
        QUERYGATE_OIDC_DOMAINS: 'corp.example',
        ...passwords,
      },
    }));
    service.admin(['init', '--workspace', WORKSPACE, '--email', PEOPLE.owner, '--password-stdin'], `${PASSWORD}\n`);
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
    await service?.dispose();
    await provider?.close();
  });

  /** A browser without any session. */
  async function freshPage(): Promise<void> {
    await watched?.context.close();
    watched = await watchedPage(browser);
    page = watched.page;
  }

  async function invite(email: string): Promise<string> {
    const printed = service.admin(['invitation', 'create', WORKSPACE, email, 'member']);
    return /qgi_[0-9A-Za-z]{43}/.exec(printed)?.[0] ?? '';
  }

  const signOn = async (path = '/') => {
    await page.goto(`${base}${path}`);
    await page.getByRole('link', { name: 'Sign in with Acme' }).click();
    await page.getByRole('navigation').waitFor();
  };

  it('accepts an invitation, and never sends its token in a URL', async () => {
    await freshPage();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const token = await invite(ANN.email);
    await page.goto(`${base}/invitation#${token}`);
    await page.getByRole('button', { name: 'Accept with Acme' }).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Accept with Acme' }).click();
    await page.waitForURL(`${base}/w/${WORKSPACE}/start`);
    await page.getByRole('navigation').waitFor();
    // The first address is what the user typed; the browser sends it without the fragment.
    expect(asked.filter((url) => url.includes(token) && !url.includes('#'))).toEqual([]);
    watched.expectClean([401]);
  });

  it('explains on the page of the invitation why it was refused', async () => {
    await freshPage();
    await page.goto(`${base}/invitation#${await invite('bob@shop.example')}`);
    await page.getByRole('button', { name: 'Accept with Acme' }).click();
    await page.getByRole('alert').filter({ hasText: 'The invitation is for another e-mail address' }).waitFor();
    expect(await page.getByLabel('Password').isVisible()).toBe(true);
    watched.expectClean([401]);
  });

  it('shows how an account without a password signs in, and prevents it from locking itself out', {
    tags: ['variant'],
  }, async () => {
    await freshPage();
    await signOn();
    await page.goto(`${base}/account`);
    await page.getByText('You have no password that works').waitFor();
    expect(await page.getByLabel('Current password').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Disconnect' }).isDisabled()).toBe(true);
    expect(await seriousFaults(page)).toEqual([]);
    watched.expectClean([401]);
  });

  it('connects an account that has a password, and disconnects it', async () => {
    await freshPage();
    provider.account = { ...ANN, sub: 'boss', email: 'boss@elsewhere.example' };
    await page.goto(`${base}/account`);
    await page.getByLabel('E-mail').fill(PEOPLE.owner);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('button', { name: 'Connect Acme' }).click();
    await page.getByRole('cell', { name: provider.issuer }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/account');
    await page.getByRole('button', { name: 'Disconnect' }).click();
    await page.getByText('No connected account').waitFor();
    watched.expectClean([401]);
  });

  it('explains a refused connection on the page where the user was, once', async () => {
    provider.account = ANN;
    // The browser is still signed in at the provider, as another person.
    await watched.context.clearCookies({ domain: '127.0.0.1' });
    await page.getByRole('button', { name: 'Connect Acme' }).click();
    const dialog = page.getByRole('dialog', { name: 'Nothing was changed' });
    await dialog.getByText('connected to another account').waitFor();
    expect(page.url()).toBe(`${base}/account`);
    expect(await seriousFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.reload();
    await page.getByRole('button', { name: 'Connect Acme' }).waitFor();
    expect(await dialog.count()).toBe(0);
    watched.expectClean([401]);
  });

  it('shows which roles come from groups', async () => {
    await freshPage();
    provider.account = { ...ANN, sub: 'lea', email: 'lea@corp.example', name: 'Lea', groups: ['leads'] };
    await signOn(`/w/${WORKSPACE}/people`);
    await page
      .getByRole('row', { name: /lea@corp\.example/ })
      .getByText('By groups')
      .waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    watched.expectClean([401]);
  });

  it('hides the password form while passwords are off, and opens it for the emergency owner', async () => {
    passwords = { QUERYGATE_PASSWORDS: 'off', QUERYGATE_EMERGENCY_OWNER: PEOPLE.owner };
    await service.end();
    await service.again();
    await freshPage();
    await page.goto(`${base}/sign-in`);
    await page.getByRole('link', { name: 'Sign in with Acme' }).waitFor();
    expect(await page.getByLabel('Password').count()).toBe(0);
    await page.getByRole('button', { name: 'Sign in as emergency owner' }).click();
    await page.getByLabel('E-mail').fill('somebody@shop.example');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('alert').filter({ hasText: 'Passwords are switched off' }).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByLabel('E-mail').fill(PEOPLE.owner);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('navigation').waitFor();
    watched.expectClean([401, 403]);
  });
});
