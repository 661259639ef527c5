import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, NO_BROWSER, watchedPage } from './chromium.ts';
import { openShop, PASSWORD, PEOPLE, type Shop, signInAs, urlOf, WORKSPACE } from './shop.ts';

// Changes that owners make with a dialog.

/** Blocks a query that works. */
const RULES = `version: 1
rules:
  - id: no-orders
    operations: [select]
    verdict: block
    message: orders are read through the API
    description: d
    help: h
`;

let shop: Shop;
let browser: Browser;
let page: Page;

describe.skipIf(NO_BROWSER !== '')(`${NO_BROWSER}an owner`, () => {
  beforeAll(async () => {
    shop = await openShop();
    await shop.key('GitHub, shop repository', ['ci_dryrun:execute']);
    await shop.report([{ query: 'select id from orders', application: 'web', calls: 20 }]);
    browser = await launch();
    ({ page } = await watchedPage(browser));
    await signInAs(page, shop, 'owner');
  });
  afterAll(async () => {
    await browser?.close();
    await shop?.dispose();
  });

  async function open(path: string): Promise<void> {
    await page.goto(`${urlOf(shop.service)}${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
  }
  const ask = async (method: string, path: string, body?: unknown) =>
    shop.ask(method, path, await shop.tokenOf('owner'), body);
  const confirm = async (action: string) => {
    await page.getByRole('dialog').getByRole('button', { name: action }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  };

  it('activates the ruleset of the default branch after accepting what it breaks', async () => {
    const { secret } = await shop.key('GitHub, shop rules', ['rules:simulate']);
    const commit = 'a'.repeat(40);
    const change = { repository: 'shop/rules', event: 'push', ref: 'refs/heads/main', commit, defaultBranch: true };
    const head = { commit, files: [{ path: '.querygate/rules.yml', text: RULES }] };
    const { id } = (await shop.ask('POST', '/ci/rules/simulate', secret, { workspace: WORKSPACE, head, change })) as {
      readonly id: string;
    };
    await expect
      .poll(() => shop.ask('GET', `/ci/rules/simulations/${id}`, secret))
      .toMatchObject({ status: 'done', outcome: 'simulated' });
    await open(`/w/${WORKSPACE}/start`);
    await page.getByRole('link', { name: 'The active ruleset differs from main' }).click();
    await page.getByRole('button', { name: /^Activate as version/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('1 flow that works today would break.').waitFor();
    const activate = dialog.getByRole('button', { name: /^Activate version/ });
    await dialog.getByLabel('Reason').fill('reviewed');
    expect(await activate.isDisabled()).toBe(true);
    await dialog.getByRole('checkbox', { name: 'I accept that these flows break: web (20 calls)' }).check();
    await activate.click();
    await dialog.waitFor({ state: 'hidden' });
    const active = await ask('GET', `/workspaces/${WORKSPACE}/ruleset`);
    expect(active).toMatchObject({ ruleset: { files: [{ text: RULES }] } });
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    expect((await download).suggestedFilename()).toMatch(/^shop-.*-rules\.yml$/);
  });

  it('revokes an invitation', async () => {
    await ask('POST', `/workspaces/${WORKSPACE}/invitations`, { email: 'late@shop.example', role: 'viewer' });
    await open(`/w/${WORKSPACE}/people`);
    await page.getByRole('button', { name: 'Actions for the invitation of late@shop.example' }).click();
    await page.getByRole('menuitem', { name: 'Revoke invitation' }).click();
    await confirm('Revoke invitation');
    await page.getByText('Invitations that were not accepted yet appear here.').waitFor();
  });

  it('disables a member in the workspace, and enables them again', async () => {
    await open(`/w/${WORKSPACE}/people`);
    const choose = async (item: string) => {
      await page.getByRole('button', { name: 'Actions for viewer@shop.example' }).click();
      await page.getByRole('menuitem', { name: item }).click();
    };
    await choose('Disable in this workspace');
    await confirm('Disable');
    await page.getByText('Disabled here').waitFor();
    await choose('Enable in this workspace');
    await page.getByText('Disabled here').waitFor({ state: 'detached' });
  });

  it('reviews what a shorter retention deletes before it is saved', async () => {
    await open(`/w/${WORKSPACE}/policy`);
    await page.getByLabel('Retention, days').fill('0');
    await page.getByText('Enter 1 to 3650.').waitFor();
    await page.getByLabel('Retention, days').fill('7');
    await page.getByRole('button', { name: 'Review change' }).click();
    await confirm('Change policy');
    await page.getByText('the retention becomes 7 days').waitFor();
    await page.getByRole('button', { name: /^Keep/ }).click();
    await page.getByText('the retention becomes 7 days').waitFor({ state: 'detached' });
  });

  it('filters the audit trail, and steps through its entries', async () => {
    await open(`/w/${WORKSPACE}/audit`);
    await page.getByRole('button', { name: /^Type/ }).click();
    await page.getByRole('menuitemradio', { name: 'API key created' }).click();
    await page.getByText('Others are hidden by the filters.').waitFor();
    const entries = page.getByRole('table').getByRole('button', { name: 'API key created' });
    await entries.first().click();
    const drawer = page.getByRole('dialog');
    // The last key comes first.
    await drawer.getByText('GitHub, shop rules').first().waitFor();
    await drawer.getByRole('button', { name: 'Next' }).click();
    await drawer.getByText('Proxy, shop-primary').first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Time/ }).click();
    await page.getByRole('menuitemradio', { name: 'Choose the time' }).click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByText('Signed in').first().waitFor();
  });

  it('ends other sessions, one or all, and then its own', async () => {
    await shop.ask('POST', '/sessions', '', { email: PEOPLE.owner, password: PASSWORD });
    await open('/account');
    await page.getByRole('table', { name: 'Sessions' }).waitFor();
    const others = page.getByRole('button', { name: 'End session' });
    await others.nth(1).waitFor();
    const last = others.nth((await others.count()) - 1);
    await others.first().click();
    await confirm('End session');
    await last.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await confirm('Sign out everywhere else');
    await others.first().waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Sign out everywhere', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.waitForURL(/\/sign-in/);
  });
});
