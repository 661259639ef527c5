import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COLOUR_RULES, launch, NO_BROWSER, seriousFaults, type WatchedPage, watchedPage } from './chromium.ts';
import { openShop, type Shop, signInAs, urlOf, WORKSPACE } from './shop.ts';

// The page of queries in a browser: verdict and outcome, search, time, chart, keys and export.

const DESTROYS = 'delete from orders';

/** What a proxy says about a blocked query. */
function judged(mode: 'observe' | 'enforce', outcome: 'ok' | 'blocked') {
  const judgement = { verdict: 'block', rules: ['no-unfiltered-delete'], ruleset: 1, mode };
  return { judged: judgement, outcome, proxy: `vm-${mode}`, ...(outcome === 'blocked' && { sqlstate: '42501' }) };
}

describe.skipIf(NO_BROWSER !== '')(`${NO_BROWSER}the page of queries`, () => {
  let shop: Shop;
  let browser: Browser;
  let watched: WatchedPage;
  let page: Page;

  beforeAll(async () => {
    shop = await openShop();
    await shop.report([
      { query: 'select id, total from orders where id = 5', calls: 213 },
      { query: DESTROYS, application: 'observed', calls: 1000, more: judged('observe', 'ok') },
      { query: DESTROYS, application: 'enforced', calls: 3, more: judged('enforce', 'blocked') },
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
  const rows = () => page.getByRole('table', { name: 'Flows' }).locator('tbody tr').allInnerTexts();

  it('answers from the first page which destructive statements really ran', async () => {
    await open('start');
    await page.getByText('1,000 calls that the rules block ran').waitFor();
    await page.getByRole('link', { name: 'Which destructive statements really ran?' }).click();
    await page.getByRole('table', { name: 'Flows' }).waitFor();
    expect(new URL(page.url()).search).toBe('?range=24h&verdict=block&outcome=ran');
    const [only, ...more] = await rows();
    expect(more).toEqual([]);
    expect(only?.split(/\s*\t\s*/)).toEqual(expect.arrayContaining(['Block', DESTROYS, 'observed', 'Ran', '1,000']));
  });

  it.each([
    ['observed', 'Would be blocked; 1,000 calls ran.'],
    ['enforced', 'Blocked; 3 calls were refused.'],
  ])('says of the flow of %s what the rules say and what happened', async (application, sentence) => {
    await open('queries');
    await page.getByRole('row').filter({ hasText: application }).getByRole('button').click();
    await page.getByRole('dialog').getByText(sentence).waitFor();
    await page.keyboard.press('Escape');
  });

  it('filters by outcome with the legend, whose numbers are those of the chosen verdicts', async () => {
    await open('queries');
    const outcomes = page.getByRole('group', { name: 'Calls by outcome' });
    await outcomes.getByRole('button', { name: 'Ran 1,000' }).click();
    expect(new URL(page.url()).search).toBe('?outcome=refused%2Cfailed%2Cadvised');
    await expect.poll(async () => (await rows()).length).toBe(1);
    expect(await page.getByRole('group', { name: 'Calls by verdict' }).textContent()).toMatch(/Block\s*3/);
    await page.getByRole('button', { name: 'Outcome: refused, failed, advised' }).click();
    await expect.poll(async () => (await rows()).length).toBe(2);
  });

  it('says of a single call in which mode it ran', async () => {
    await open('queries?view=calls&verdict=block');
    await page.getByText('Ran in observe').waitFor();
    await page.getByText('Refused in enforce').waitFor();
  });

  it.each([360, 768, 1440])('fits a screen of %i pixels, and has no serious faults', async (width) => {
    await page.setViewportSize({ width, height: 900 });
    await open('queries');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await seriousFaults(page, colorScheme === 'dark' ? COLOUR_RULES : undefined)).toEqual([]);
    }
    watched.expectClean();
  });
});
