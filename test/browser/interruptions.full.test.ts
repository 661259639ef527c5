import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, NO_BROWSER, seriousFaults, watchedPage } from './chromium.ts';
import { openShop, type Shop, signInAs, WORKSPACE } from './shop.ts';

// What the dashboard does when the service stops or the session ends, and where the focus is after a dialog.

let shop: Shop;
let browser: Browser;

describe.skipIf(NO_BROWSER !== '')(`${NO_BROWSER}the dashboard`, () => {
  beforeAll(async () => {
    shop = await openShop();
    await shop.key('GitHub, shop repository', ['ci_dryrun:execute']);
    await shop.report([{ query: 'delete from carts', application: 'jobs' }]);
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
    await shop?.dispose();
  });

  async function open(path: string): Promise<Page> {
    const { page } = await watchedPage(browser);
    await signInAs(page, shop, 'owner', `/w/${WORKSPACE}/${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    return page;
  }

  describe('returns the focus to the control that opened', () => {
    it('a dialog', async () => {
      const page = await open('keys');
      await page.getByRole('button', { name: 'New API key' }).focus();
      await page.keyboard.press('Enter');
      await closeByEscape(page);
      await expect.poll(() => focused(page)).toBe('New API key');
      await page.context().close();
    });

    it.each([
      ['keys', 'Actions for GitHub, shop repository', 'Revoke key'],
      ['people', 'Actions for viewer@shop.example', 'Change role'],
    ])('the menu of a dialog: %s', async (path, menu, item) => {
      const page = await open(path);
      await page.getByRole('button', { name: menu }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('menuitem', { name: item }).focus();
      await page.keyboard.press('Enter');
      await closeByEscape(page);
      await expect.poll(() => focused(page)).toBe(menu);
      await page.context().close();
    });

    it('the drawer of a flow', async () => {
      const page = await open('queries');
      await page.getByRole('button', { name: 'delete from carts' }).focus();
      await page.keyboard.press('Enter');
      await closeByEscape(page);
      await expect.poll(() => focused(page)).toBe('delete from carts');
      await page.context().close();
    });
  });

  it('moves the focus to the heading if the control is gone, and announces the result', async () => {
    await shop.key('Old key', ['rules:read']);
    const page = await open('keys');
    await page.getByRole('button', { name: 'Actions for Old key' }).click();
    await page.getByRole('menuitem', { name: 'Revoke key' }).click();
    await page.getByRole('dialog').getByRole('textbox').fill('Old key');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await expect.poll(() => focused(page)).toBe('API keys');
    expect(await page.getByRole('status', { name: 'Results' }).textContent()).toBe('The key is revoked.');
    await page.context().close();
  });

  it('says that the session has ended, keeps what is shown, and leads back after the sign-in', async () => {
    const page = await open('keys');
    await page.context().clearCookies();
    await page.getByRole('navigation').getByRole('link', { name: 'Audit trail' }).click();
    const notice = page.getByRole('status', { name: 'Connection' });
    await notice.getByText('Your session has ended.').waitFor();
    await page.getByRole('alert').getByText('Your session has ended.').first().waitFor();
    expect(await page.getByText('API key;').count()).toBe(0);
    await notice.getByRole('link', { name: 'Sign in' }).click();
    await page.waitForURL(/sign-in\?to=/);
    expect(new URL(page.url()).searchParams.get('to')).toBe(`/w/${WORKSPACE}/audit`);
    await page.context().close();
  });

  it('says that the service does not answer, keeps what is shown, and reads it again once it does', async () => {
    const page = await open('keys');
    const row = page.getByRole('button', { name: 'GitHub, shop repository', exact: true });
    await row.waitFor();
    await shop.service.end();
    // A page whose code was not read yet.
    const menu = page.getByRole('navigation');
    await menu.getByRole('link', { name: 'Data policy' }).click();
    const notice = page.getByRole('status', { name: 'Connection' });
    await notice.getByText('The service does not answer.').waitFor();
    expect(await notice.getByRole('button', { name: 'Try now' }).count()).toBe(1);
    await page.getByRole('heading', { name: 'The service does not answer' }).waitFor();
    expect(await page.getByText('This page failed').count()).toBe(0);
    expect(await seriousFaults(page)).toEqual([]);
    await menu.getByRole('link', { name: 'API keys' }).click();
    await row.waitFor();
    await menu.getByRole('link', { name: 'Data policy' }).click();
    await shop.service.again();
    await page.getByRole('heading', { name: 'Data policy' }).waitFor();
    await expect.poll(() => notice.textContent()).toBe('');
    await page.context().close();
  });
});

async function closeByEscape(page: Page): Promise<void> {
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
}

/** The name of the focused element. */
function focused(page: Page): Promise<string> {
  return page.evaluate(
    `document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent.trim()`,
  ) as Promise<string>;
}
