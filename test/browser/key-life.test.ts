import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NODE, packaged } from '../e2e/packaged.ts';
import { launch, NO_BROWSER, seriousFaults, type WatchedPage, watchedPage } from './chromium.ts';
import { openShop, type Shop, signInAs, urlOf, WORKSPACE } from './shop.ts';

// The whole life of an API key: made in the browser, used by the packaged client, rotated, revoked.

let shop: Shop;
let browser: Browser;
let watched: WatchedPage;
let page: Page;
let folder: string;

describe.skipIf(NO_BROWSER !== '')(`${NO_BROWSER}an API key`, () => {
  beforeAll(async () => {
    shop = await openShop();
    browser = await launch();
    watched = await watchedPage(browser);
    page = watched.page;
    folder = mkdtempSync(join(tmpdir(), 'querygate-browser-'));
    writeFileSync(join(folder, 'drop.sql'), 'DROP TABLE users;\n');
    await signInAs(page, shop, 'owner', `/w/${WORKSPACE}/keys`);
    watched.expectClean([401]);
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await shop?.dispose();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Runs the packaged client with a key. */
  function check(key: string) {
    const args = [packaged('cli.js'), 'check', 'drop.sql', '--dialect', 'postgresql', '--workspace', WORKSPACE];
    const { status, stdout, stderr } = spawnSync(NODE, args, {
      cwd: folder,
      env: { PATH: process.env['PATH'] ?? '', SERVICE_API_KEY: key, SERVICE_BASE_URL: shop.service.url },
      encoding: 'utf8',
    });
    return { status, text: stdout + stderr };
  }

  /** Reads the key that is shown, says that it is saved, and closes the dialog. */
  async function saveSecret(): Promise<string> {
    const dialog = page.getByRole('dialog');
    const secret = (await dialog.locator('code', { hasText: /^qg_/ }).textContent()) ?? '';
    const done = dialog.getByRole('button', { name: 'Done' });
    expect(await done.isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    expect(await dialog.isVisible()).toBe(true);
    await dialog.getByLabel('I saved this key').check();
    await done.click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await page.content()).not.toContain(secret);
    return secret;
  }

  let first: string;
  let second: string;

  it('is made with a preset and an exact expiry, and shown once', async () => {
    await page.getByRole('button', { name: 'New API key' }).first().click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByLabel('CI pipeline').isChecked()).toBe(true);
    await dialog.getByLabel('Custom').check();
    expect(await dialog.getByRole('checkbox', { checked: true }).count()).toBe(0);
    await dialog.getByLabel('CI pipeline').check();
    await dialog.getByRole('button', { name: 'Create key' }).click();
    expect(await dialog.getByText('Enter a name.').isVisible()).toBe(true);
    await dialog.getByLabel('Name').fill('GitHub, shop repository');
    expect(await seriousFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await page.getByText('Save your API key').waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    first = await saveSecret();
    await page.getByRole('button', { name: 'GitHub, shop repository', exact: true }).waitFor();
    watched.expectClean();
  });

  it('is used by the packaged client', () => {
    const { status, text } = check(first);
    expect(text).toContain('drop.sql');
    expect(status).toBe(1);
  });

  it('is rotated in two steps: both keys work until the old one is revoked', async () => {
    await page.getByRole('button', { name: 'Actions for GitHub, shop repository' }).click();
    await page.getByRole('menuitem', { name: 'Rotate key' }).click();
    await page.getByRole('button', { name: 'Create new key' }).click();
    await page.getByText('Save your API key').waitFor();
    second = await saveSecret();
    await page.getByText('The new key was not used yet.').waitFor();
    expect(check(first).status).toBe(1);
    expect(check(second).status).toBe(1);
    await page.reload();
    await page.getByText('The new key was used').waitFor();
    await page.getByRole('button', { name: 'Revoke old key' }).click();
    await page.getByText('The new key was used').waitFor({ state: 'hidden' });
    const refused = check(first);
    expect(refused.status).toBe(3);
    expect(refused.text).toContain('revoked');
    expect(check(second).status).toBe(1);
    watched.expectClean();
  });

  it('shows what it did', async () => {
    await page.getByRole('button', { name: 'GitHub, shop repository', exact: true }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByText('SQL files were checked').first().waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'hidden' });
  });

  it('is revoked after its name was typed, by the keyboard alone', async () => {
    await page.getByRole('button', { name: 'Actions for GitHub, shop repository' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Revoke key' }).waitFor();
    // The menu takes the focus a moment after it is shown.
    await expect
      .poll(async () => {
        await page.keyboard.press('End');
        return page.evaluate('document.activeElement.textContent');
      })
      .toBe('Revoke key');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    expect(await dialog.getByRole('button', { name: 'Revoke key' }).isDisabled()).toBe(true);
    await page.keyboard.type('GitHub, shop repository');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    expect(check(second).text).toContain('revoked');
    await page.getByRole('button', { name: 'Show revoked keys' }).click();
    await page.getByText('Revoked', { exact: true }).first().waitFor();
    watched.expectClean();
  });

  it('cannot be managed by a member, who does not see the section and is refused by the API', async () => {
    const { page: other, context } = await watchedPage(browser);
    await signInAs(other, shop, 'member', `/w/${WORKSPACE}/keys`);
    await other.getByText('Only owners and admins can open API keys').waitFor();
    const statuses = await other.evaluate(
      async (base) => {
        const get = await fetch(`${base}/keys`);
        const post = await fetch(`${base}/keys`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ name: 'mine', scopes: ['rules:read'] }),
        });
        return [get.status, post.status];
      },
      `${urlOf(shop.service)}/api/v1/workspaces/${WORKSPACE}`,
    );
    expect(statuses).toEqual([403, 403]);
    await context.close();
  });
});
