import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COLOUR_RULES, launch, NO_BROWSER, seriousFaults, type WatchedPage, watchedPage } from './chromium.ts';
import { openShop, type Shop, signInAs, urlOf, WORKSPACE } from './shop.ts';

// The page of the ruleset in a browser: the rules in force, and rules that are edited, checked and simulated.

const WIDE = `version: 1
extends: [querygate:recommended@1]
rules:
  - id: no-wide-read
    operations: [select]
    when: statement.limit > 1000
    verdict: block
    message: too many rows
    examples: { block: ['SELECT id FROM orders LIMIT 20'] }
`;

describe.skipIf(NO_BROWSER !== '')(`${NO_BROWSER}the page of the ruleset`, () => {
  let shop: Shop;
  let browser: Browser;
  let watched: WatchedPage;
  let page: Page;

  beforeAll(async () => {
    shop = await openShop();
    await shop.report([
      { query: 'delete from carts', application: 'jobs', calls: 12 },
      { query: 'select id from orders limit 5000', application: 'web', calls: 40 },
    ]);
    browser = await launch();
    watched = await watchedPage(browser);
    page = watched.page;
    await signInAs(page, shop, 'owner');
    watched.expectClean([401]);
  });
  afterAll(async () => {
    await browser?.close();
    await shop?.dispose();
  });

  const open = async (path: string) => {
    await page.goto(`${urlOf(shop.service)}/w/${WORKSPACE}/${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expect.poll(() => page.getByRole('status', { name: 'Loading' }).count()).toBe(0);
  };
  const rules = () => page.getByRole('table', { name: 'Rules in force' });
  const names = async () => rules().locator('tbody tr').getByRole('button').allInnerTexts();

  it('lists built-in rules, and those that fired most first', async () => {
    await open('ruleset');
    await rules().getByRole('button', { name: 'Fired in 7 days' }).click();
    await page.waitForURL(/sort=fired/);
    expect((await names())[0]).toBe('no-unfiltered-delete');
    expect(await rules().locator('tbody tr').first().textContent()).toMatch(/querygate:recommended@1.*12/);
  });

  it('finds a rule by a word of its condition, and shows all about it', async () => {
    await open('ruleset');
    await page.keyboard.press('/');
    await page.keyboard.type('always_true delete');
    await page.waitForURL(/search=always_true\+delete/);
    await rules().getByRole('button', { name: 'no-unfiltered-delete' }).click();
    const drawer = page.getByRole('dialog', { name: 'Rule no-unfiltered-delete' });
    for (const text of ['Condition', 'What to do', 'querygate:recommended@1', '12 calls in 1 recorded query'])
      await drawer.getByText(text).first().waitFor();
    await drawer.getByRole('link', { name: 'Show these queries' }).click();
    await page.getByRole('table', { name: 'Queries' }).getByText('delete from carts').first().waitFor();
  });

  it('checks a dropped file, leads to the line of a mistake, and shows examples that fail', async () => {
    await open('ruleset?view=edit');
    const area = page.getByRole('textbox', { name: '.querygate/rules.yml' });
    expect(await area.inputValue()).toContain('extends: [querygate:recommended@1, querygate:availability@1]');
    const drop = async (text: string) => {
      const transfer = await page.evaluateHandle(
        `(() => { const data = new DataTransfer(); data.items.add(new File([${JSON.stringify(text)}], 'mine.yml')); return data; })()`,
      );
      await area.dispatchEvent('drop', { dataTransfer: transfer });
      await expect.poll(() => area.inputValue()).toBe(text);
    };
    await drop(WIDE.replace('statement.limit', 'statement.limt'));
    await page.getByRole('button', { name: 'Check rules' }).click();
    await page.getByRole('button', { name: /^\.querygate\/rules\.yml:6/ }).click();
    const selected = () => page.evaluate('String(getSelection())');
    await expect.poll(selected).toBe('    when: statement.limt > 1000');
    await drop(WIDE);
    await page.getByText('The text was edited after this check.').waitFor();
    await page.getByRole('button', { name: 'Check rules' }).click();
    await page.getByText('0 examples passed, 1 failed').waitFor();
    await page.getByText('The rule does not match it').waitFor();
    expect(await page.getByRole('table', { name: 'Rules that differ' }).textContent()).toContain('no-wide-read');
  });

  it('says how rules that are valid come into force, and keeps the draft while other pages are open', async () => {
    const area = page.getByRole('textbox', { name: '.querygate/rules.yml' });
    await area.fill(WIDE.replace('LIMIT 20', 'LIMIT 2000'));
    await page.getByRole('button', { name: 'Check rules' }).click();
    const command = `querygate admin ruleset activate .querygate/rules.yml --workspace ${WORKSPACE} --reason '<why>'`;
    await page.getByText(command, { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Proxies' }).click();
    await page.getByRole('link', { name: 'Ruleset' }).click();
    await page.getByRole('button', { name: 'Edit' }).click();
    expect(await area.inputValue()).toContain('LIMIT 2000');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    expect(readFileSync(await (await download).path(), 'utf8')).toBe(WIDE.replace('LIMIT 20', 'LIMIT 2000'));
  });

  it('simulates edited rules on the recorded queries, and activates nothing', async () => {
    await page.getByRole('button', { name: 'Simulate' }).click();
    await page.waitForURL(/\/simulations\/sim_/);
    await page.getByText('limit 5000').first().waitFor();
    await page.getByText('owner@shop.example').first().waitFor();
    const active = await shop.ask('GET', `/workspaces/${WORKSPACE}/ruleset`, await shop.tokenOf('owner'));
    expect(active).toMatchObject({ version: 1 });
  });

  it.each(['light', 'dark'] as const)('has no serious faults of accessibility in the %s theme', async (colorScheme) => {
    await page.emulateMedia({ colorScheme });
    for (const view of ['ruleset', 'ruleset?rule=no-drop-table', 'ruleset?view=edit']) {
      await open(view);
      expect(await seriousFaults(page), view).toEqual([]);
      expect(await seriousFaults(page, COLOUR_RULES), view).toEqual([]);
    }
    watched.expectClean();
  });
});
