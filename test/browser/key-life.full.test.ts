import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NODE, packaged } from '../e2e/packaged.ts';
import { launch, NO_BROWSER, seriousFaults, type WatchedPage, watchedPage } from './chromium.ts';
import { openShop, PASSWORD, PEOPLE, type Shop, signInAs, urlOf, WORKSPACE } from './shop.ts';

// The whole life of an API key, with the keyboard alone: nothing is clicked, and no element is focused by the test.

const NAME = 'GitHub, shop repository';
/** Key presses until a control must have the focus. */
const MAX_PRESSES = 60;

let shop: Shop;
let browser: Browser;
let watched: WatchedPage;
let page: Page;

/** The accessible name of what has the focus, as far as the dashboard's controls are named. */
function focused(): Promise<string> {
  return page.evaluate(`(() => {
    const element = document.activeElement;
    const label = element.labels?.[0]?.querySelector('strong') ?? element.labels?.[0];
    return (element.getAttribute('aria-label') ?? label?.textContent ?? element.textContent).trim();
  })()`);
}

/** Presses a key until a control has the focus. */
async function goTo(name: string, key = 'Tab'): Promise<void> {
  const passed: string[] = [];
  for (let presses = 0; presses < MAX_PRESSES; presses++) {
    const current = await focused();
    if (current === name) return;
    passed.push(current.slice(0, 40));
    await page.keyboard.press(key);
  }
  throw new Error(`\`${name}\` was not reached by ${key}, but: ${[...new Set(passed)].join(' | ')}`);
}

async function press(name: string, key = 'Enter'): Promise<void> {
  await goTo(name);
  await page.keyboard.press(key);
}

/** Chooses an entry of the menu of the key. */
async function choose(action: string): Promise<void> {
  await press(`Actions for ${NAME}`);
  await page.getByRole('menuitem', { name: action }).waitFor();
  // The menu takes the focus a moment after it is shown.
  await expect.poll(() => page.evaluate(`document.activeElement.closest('[role="menu"]') !== null`)).toBe(true);
  await goTo(action, 'ArrowDown');
  await page.keyboard.press('Enter');
}

/** Copies the key that is shown, says that it is saved, and closes the dialog. */
async function saveSecret(): Promise<string> {
  const dialog = page.getByRole('dialog');
  await page.getByText('Save your API key').waitFor();
  expect(await dialog.getByRole('button', { name: 'Done' }).isDisabled()).toBe(true);
  await page.keyboard.press('Escape');
  expect(await dialog.isVisible()).toBe(true);
  await press('Copy key');
  await dialog.getByText('Copied').waitFor();
  const secret: string = await page.evaluate('navigator.clipboard.readText()');
  expect(await seriousFaults(page)).toEqual([]);
  expect(secret).toMatch(/^qg_\w{46}$/);
  await press('I saved this key', 'Space');
  await press('Done');
  await dialog.waitFor({ state: 'hidden' });
  expect(await page.content()).not.toContain(secret);
  return secret;
}

/** Uses a key as a pipeline does. */
async function use(secret: string): Promise<number> {
  const body = {
    workspace: WORKSPACE,
    files: [{ path: 'a.sql', status: 'added', dialect: 'postgresql', source: { text: 'SELECT 1;' } }],
  };
  const { status } = await fetch(new URL('/api/v1/ci/dry-run', shop.service.url), {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return status;
}

/** Runs the packaged client with a key. */
function check(secret: string): { readonly status: number | null; readonly text: string } {
  const folder = mkdtempSync(join(tmpdir(), 'querygate-browser-'));
  writeFileSync(join(folder, 'drop.sql'), 'DROP TABLE users;\n');
  const args = [packaged('cli.js'), 'check', 'drop.sql', '--dialect', 'postgresql', '--workspace', WORKSPACE];
  const { status, stdout, stderr } = spawnSync(NODE, args, {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', SERVICE_API_KEY: secret, SERVICE_BASE_URL: shop.service.url },
    encoding: 'utf8',
  });
  rmSync(folder, { recursive: true });
  return { status, text: stdout + stderr };
}

describe.skipIf(NO_BROWSER !== '')(`${NO_BROWSER}an API key, with the keyboard alone`, () => {
  beforeAll(async () => {
    shop = await openShop();
    browser = await launch();
    watched = await watchedPage(browser, { permissions: ['clipboard-read', 'clipboard-write'] });
    page = watched.page;
    await page.goto(`${urlOf(shop.service)}/w/${WORKSPACE}/keys`);
  });
  afterAll(async () => {
    await browser?.close();
    await shop?.dispose();
  });

  let first: string;
  let second: string;

  it('is out of reach until an owner signs in', async () => {
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await goTo('E-mail');
    await page.keyboard.type(PEOPLE.owner);
    await goTo('Password');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'API keys' }).waitFor();
    watched.expectClean([401]);
  });

  it('is made with a preset, copied, and shown once', async () => {
    await press('New API key');
    await page.getByRole('dialog').waitFor();
    await expect.poll(focused).toBe('Name');
    await press('Create key');
    await page.getByText('Enter a name.').waitFor();
    await goTo('Name', 'Shift+Tab');
    await page.keyboard.type(NAME);
    expect(await seriousFaults(page)).toEqual([]);
    await goTo('CI pipeline');
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toBe('TCP proxy');
    await page.keyboard.press('ArrowUp');
    expect(await page.getByRole('radio', { name: 'CI pipeline' }).isChecked()).toBe(true);
    await page.keyboard.press('ArrowUp');
    expect(await focused()).toBe('Custom');
    // Nothing is chosen for the user, least of all `rules:simulate`.
    expect(await page.getByRole('dialog').getByRole('checkbox', { checked: true }).count()).toBe(0);
    await page.keyboard.press('ArrowDown');
    await press('Create key');
    first = await saveSecret();
    await page.getByRole('button', { name: NAME, exact: true }).waitFor();
  });

  it('is used by the packaged client', () => {
    const { status, text } = check(first);
    expect(text).toContain('drop.sql');
    expect(status).toBe(1);
    watched.expectClean();
  });

  it('shows what it did', async () => {
    await press(NAME);
    const drawer = page.getByRole('dialog');
    await drawer.getByText('SQL files checked').first().waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'hidden' });
  });

  it('is rotated in two steps: the new key is seen in use before the old one is revoked', async () => {
    await choose('Rotate key');
    await press('Create new key');
    second = await saveSecret();
    await page.getByText('The new key was not used yet.').waitFor();
    expect([await use(first), await use(second)]).toEqual([200, 200]);
    // The list updates on its own.
    await page.getByText('The new key was used').waitFor();
    await press('Revoke old key');
    await page.getByText('The new key was used').waitFor({ state: 'hidden' });
    expect([await use(first), await use(second)]).toEqual([401, 200]);
    const refused = check(first);
    expect(refused.status).toBe(3);
    expect(refused.text).toContain('revoked');
  });

  it('keeps working if its rotation is canceled, after a confirmation', async () => {
    await choose('Rotate key');
    await press('Create new key');
    const third = await saveSecret();
    await press('Cancel rotation');
    await page.getByText('The old key keeps working.').waitFor();
    await press('Revoke new key');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect([await use(second), await use(third)]).toEqual([200, 401]);
  });

  it('is revoked after its name was typed', async () => {
    await choose('Revoke key');
    await page.getByRole('dialog').waitFor();
    await goTo(`Type “${NAME}” to revoke it`);
    await page.keyboard.type(NAME);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(await use(second)).toBe(401);
    await press('Show revoked keys');
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
