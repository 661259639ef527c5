import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, NO_BROWSER, type WatchedPage, watchedPage } from './chromium.ts';
import { openShop, type Shop, signInAs, WORKSPACE } from './shop.ts';

// 100,000 queries: the list draws only what is in sight, and the page stays responsive while it is scrolled.

const QUERIES = 100_000;
/** A task that is longer than this many milliseconds is felt. */
const LONG_TASK_MS = 100;
const MAX_ROWS = 200;

let shop: Shop;
let browser: Browser;
let watched: WatchedPage;

describe.skipIf(NO_BROWSER !== '')(`${NO_BROWSER}a list of 100,000 queries`, () => {
  beforeAll(async () => {
    shop = await openShop();
    for (let from = 0; from < QUERIES; from += 5_000)
      await shop.report(
        Array.from({ length: 5_000 }, (_, index) => ({
          query: `select id, total from orders where id = ${from + index}`,
          application: `app-${index % 40}`,
          minutesAgo: (from + index) / 20,
        })),
      );
    browser = await launch();
    watched = await watchedPage(browser);
  }, 900_000);
  afterAll(async () => {
    await browser?.close();
    await shop?.dispose();
  });

  it('is scrolled without a long task and with few rows', async () => {
    const { page } = watched;
    // As text: the types of Node.js do not know this entry type.
    await page.addInitScript(`
      globalThis.longTasks = [];
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) longTasks.push(duration);
      }).observe({ type: 'longtask', buffered: true });
    `);
    await signInAs(page, shop, 'owner', `/w/${WORKSPACE}/queries?view=calls&verdict=all&range=7d`);
    await page.getByRole('table', { name: 'Queries' }).waitFor();
    await page.evaluate('globalThis.longTasks.length = 0');
    let most = 0;
    const table = page.getByRole('table', { name: 'Queries' });
    const rowsRead = async () => Number(await table.getAttribute('aria-rowcount')) - 1;
    const look = async () => {
      most = Math.max(most, await page.locator('tbody tr[aria-rowindex]').count());
    };
    // As a person scrolls.
    for (let screen = 0; screen < 100; screen++) {
      await page.mouse.wheel(0, 900);
      await page.waitForTimeout(30);
      await look();
    }
    // To the end of the list, which is read page by page.
    for (let read = await rowsRead(); read < QUERIES; read = await rowsRead()) {
      const before = read;
      const more = async () => {
        await page.keyboard.press('End');
        return rowsRead();
      };
      await expect.poll(more, { timeout: 30_000, interval: 20 }).toBeGreaterThan(before);
      await look();
    }
    await page.keyboard.press('Home');
    await page.waitForTimeout(500);
    await look();
    const tasks = (await page.evaluate('globalThis.longTasks')) as readonly number[];
    process.stdout.write(
      `${await rowsRead()} rows read, at most ${most} drawn, longest task ${Math.max(0, ...tasks)} ms\n`,
    );
    expect(most).toBeLessThan(MAX_ROWS);
    expect(tasks.filter((duration) => duration > LONG_TASK_MS)).toEqual([]);
    watched.expectClean([401]);
  }, 600_000);
});
