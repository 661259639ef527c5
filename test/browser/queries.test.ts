import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COLOUR_RULES, launch, NO_BROWSER, seriousFaults, type WatchedPage, watchedPage } from './chromium.ts';
import { openShop, type Shop, signInAs, urlOf, WORKSPACE } from './shop.ts';

// The page of queries in a browser: verdict and outcome, search, time, chart, keys and export.

const DESTROYS = 'delete from orders';
/** Number of the events, of which the last is a refused query. */
const EVENTS = 4;

/** What a proxy says about a blocked query. */
function judged(mode: 'observe' | 'enforce', outcome: 'ok' | 'blocked') {
  const judgement = { verdict: 'block', rules: ['no-unfiltered-delete'], ruleset: 1, mode };
  return { judged: judgement, outcome, proxy: `vm-${mode}`, ...(outcome === 'blocked' && { sqlstate: '42501' }) };
}

/** The hours that the address says. */
function hours(page: Page): number {
  const { searchParams } = new URL(page.url());
  return (Date.parse(searchParams.get('to') ?? '') - Date.parse(searchParams.get('from') ?? '')) / 3_600_000;
}

describe.skipIf(NO_BROWSER !== '')(`${NO_BROWSER}the page of queries`, () => {
  let shop: Shop;
  let browser: Browser;
  let watched: WatchedPage;
  let page: Page;

  beforeAll(async () => {
    shop = await openShop();
    await shop.report([
      { query: 'select id, total from orders where id = 5', calls: 213, more: { durationMs: 0.75 } },
      { query: 'select 1', more: { caller: { application: 'long', user: 'app', database: 'd'.repeat(1000) } } },
      {
        query: DESTROYS,
        application: 'observed',
        calls: 1000,
        more: { ...judged('observe', 'ok'), durationMs: 14_249 },
      },
      {
        query: DESTROYS,
        application: 'enforced',
        calls: 3,
        more: { ...judged('enforce', 'blocked'), durationMs: 2310 },
      },
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
  const rows = () =>
    page
      .getByRole('table', { name: /^(Flows|Queries)$/ })
      .locator('tbody tr')
      .allInnerTexts();

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

  it('says in step 3 how rules are activated, with the command', async () => {
    await open('start');
    const command = `querygate admin ruleset activate .querygate/rules.yml --workspace ${WORKSPACE} --reason '<why>'`;
    await page.getByText(command, { exact: true }).waitFor();
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

  it('filters single calls by the mode of the proxy', async () => {
    await open('queries?verdict=block');
    await page.getByRole('button', { name: 'Mode: any' }).click();
    await page.getByRole('menuitemradio', { name: 'enforce' }).click();
    await page.getByText('Refused in enforce').waitFor();
    expect(await page.getByText('Ran in observe').count()).toBe(0);
    expect(new URL(page.url()).searchParams.get('mode')).toBe('enforce');
    await page.getByRole('button', { name: 'Flows' }).click();
    await page.getByRole('table', { name: 'Flows' }).waitFor();
    expect(new URL(page.url()).searchParams.get('mode')).toBe(null);
  });

  it('opens the query of an event id, and searches for anything else', async () => {
    await open('queries?verdict=warn');
    const field = page.getByRole('searchbox');
    const id = `e${EVENTS}`;
    await field.fill(id);
    await field.press('Enter');
    await page.getByRole('dialog').getByText('Refused in enforce').waitFor();
    expect(new URL(page.url()).searchParams.get('query')).toMatch(/^qry_/);
    await open('queries?verdict=all');
    await field.fill('TOTAL');
    await field.press('Enter');
    await expect.poll(async () => (await rows()).length).toBe(1);
    expect(new URL(page.url()).searchParams.get('search')).toBe('TOTAL');
    await field.fill('no such thing');
    await field.press('Enter');
    await page.getByText('No flow matches the filters.').waitFor();
  });

  it('sorts by a column', async () => {
    await open('queries?verdict=all');
    await page.getByRole('columnheader', { name: 'Calls' }).getByRole('button').click();
    expect(new URL(page.url()).searchParams.get('sort')).toBe('calls');
    await expect.poll(async () => (await rows())[0]).toContain('1,000');
    expect(await page.getByRole('columnheader', { name: 'Calls' }).getAttribute('aria-sort')).toBe('descending');
  });

  it('sorts single calls by time', async () => {
    await open('queries?verdict=all&view=calls');
    const header = page.getByRole('columnheader', { name: 'At', exact: true });
    await header.waitFor();
    expect(await header.getAttribute('aria-sort')).toBe('descending');
    const newest = (await rows()).at(0);
    await header.getByRole('button').click();
    expect(new URL(page.url()).searchParams.get('sort')).toBe('oldest');
    await expect.poll(async () => (await rows()).at(-1)).toBe(newest);
    expect(await header.getAttribute('aria-sort')).toBe('ascending');
    await header.getByRole('button').click();
    await expect.poll(async () => (await rows()).at(0)).toBe(newest);
    expect(new URL(page.url()).searchParams.has('sort')).toBe(false);
  });

  it('sorts single calls by duration', async () => {
    await open('queries?verdict=all&view=calls');
    const [header, time] = ['Duration', 'At'].map((name) => page.getByRole('columnheader', { name, exact: true }));
    const sorted = () => Promise.all([header, time].map((each) => each?.getAttribute('aria-sort')));
    const durations = async () => (await rows()).map((row) => /[\d,.]+ m?s\b/.exec(row)?.[0]);
    await header?.waitFor();
    expect(await sorted()).toEqual(['none', 'descending']);
    await header?.getByRole('button').click();
    expect(new URL(page.url()).searchParams.get('sort')).toBe('slowest');
    await expect.poll(durations).toEqual(['14.2 s', '2,310 ms', '0.75 ms', undefined]);
    expect(await sorted()).toEqual(['descending', 'none']);
    expect(await page.getByText('The slowest of').count()).toBe(0);
    await page.reload();
    await expect.poll(durations).toEqual(['14.2 s', '2,310 ms', '0.75 ms', undefined]);
    expect(await page.getByRole('link', { name: 'CSV' }).getAttribute('href')).toContain('sort=slowest');
    await time?.getByRole('button').click();
    await expect.poll(sorted).toEqual(['none', 'descending']);
    expect(new URL(page.url()).searchParams.has('sort')).toBe(false);
  });

  it.each([
    [100_000, 'The slowest of the newest 100,000 calls.'],
    [0, 'None of the newest calls match'],
  ])('says if only the newest %i calls are sorted', async (sortedNewest, sentence) => {
    const answer = { items: [], sortedNewest };
    await page.route(/\/api\/.*\/queries\?.*sort=slowest/, (route) => route.fulfill({ json: answer }));
    await open('queries?verdict=all&view=calls&sort=slowest');
    await page.getByText(sentence).waitFor();
    await page.unrouteAll();
  });

  it('has any time in its address, chosen in a dialog', async () => {
    await open('queries?verdict=all');
    await page.getByRole('button', { name: 'Time: Last 7 days' }).click();
    await page.getByRole('menuitemradio', { name: 'Choose' }).click();
    const dialog = page.getByRole('dialog', { name: 'Choose the time' });
    await dialog.getByLabel('From').fill('2020-01-01T00:00');
    await dialog.getByLabel('Before').fill('2020-01-03T12:00');
    await dialog.getByRole('button', { name: 'Show queries' }).click();
    await page.getByText('All calls, every hour').waitFor();
    await page.getByText(/^No (queries in this time|flow matches)/).waitFor();
    const { searchParams } = new URL(page.url());
    expect([searchParams.get('from'), searchParams.get('to')]).toEqual([
      '2020-01-01T00:00:00Z',
      '2020-01-03T12:00:00Z',
    ]);
  });

  it('shows the numbers of a bar under the pointer, filters by a click and zooms by a drag', async () => {
    await open('queries?range=24h&verdict=all');
    const chart = page.locator('.u-over').last();
    const box = await chart.boundingBox();
    if (!box) throw new Error('there is no chart');
    const at = (part: number) => box.x + box.width * part;
    const y = box.y + box.height / 2;
    await page.mouse.move(at(0.98), y);
    const tip = page.getByRole('tooltip');
    await tip.waitFor();
    await page.mouse.move(at(0.25), y);
    await page.mouse.down();
    await page.mouse.move(at(0.5), y, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => hours(page)).toBe(7);
    await page.goBack().catch(() => undefined);
    await open('queries?range=24h&verdict=all');
    await page.mouse.click(at(0.5), y);
    await expect.poll(() => hours(page)).toBe(1);
    await page.getByText('All calls, every minute').waitFor();
  });

  it('is used by keys', async () => {
    await open('queries?verdict=all&sort=calls');
    await page.locator('h1').click();
    await page.keyboard.press('/');
    await page.locator('input[type=search]:focus').waitFor();
    await page.keyboard.type('j/?');
    expect(await page.getByRole('searchbox').inputValue()).toBe('j/?');
    await page.getByRole('searchbox').fill('');
    await page.locator('h1').click();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    const opened = () => new URL(page.url()).searchParams.get('flow');
    await expect.poll(opened).not.toBe(null);
    const second = opened();
    await page.getByRole('dialog').getByText('calls ran').waitFor();
    await page.keyboard.press('k');
    await expect.poll(opened).not.toBe(second);
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Go to' }).getByRole('searchbox').fill('ruleset');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/ruleset$/);
  });

  it('gives what is shown as a file', async () => {
    await open('queries?verdict=block&outcome=ran');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`flows-${WORKSPACE}.csv`);
    const lines = readFileSync(await download.path(), 'utf8')
      .trimEnd()
      .split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(DESTROYS);
  });

  it('keeps the rows low if a name is long', async () => {
    await open('queries?view=calls&verdict=allow');
    const heights = await page
      .getByRole('table', { name: 'Queries' })
      .locator('tbody tr')
      .evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
    expect(Math.max(...heights)).toBeLessThan(60);
  });

  it.each([390, 768])('names the database at %i pixels', async (width) => {
    await page.setViewportSize({ width, height: 900 });
    await open('queries?verdict=all');
    expect(
      await page
        .getByRole('cell')
        .filter({ hasText: /^shop$/ })
        .first()
        .isVisible(),
    ).toBe(true);
  });

  it.each(
    [360, 768, 1440].flatMap((width) =>
      ['', '?verdict=all&view=calls&sort=slowest'].map((query) => [width, query] as const),
    ),
  )('fits a screen of %i pixels, and has no serious faults: queries%s', async (width, query) => {
    await page.setViewportSize({ width, height: 900 });
    await open(`queries${query}`);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await seriousFaults(page, colorScheme === 'dark' ? COLOUR_RULES : undefined)).toEqual([]);
    }
    watched.expectClean();
  });
});
