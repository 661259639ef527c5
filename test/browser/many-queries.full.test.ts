import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, NO_BROWSER, type WatchedPage, watchedPage } from './chromium.ts';
import { openShop, type Shop, signInAs, WORKSPACE } from './shop.ts';

// 100,000 queries: the list draws only what is in sight, and the page stays responsive while it is scrolled.

const QUERIES = 100_000;
/** A task of this many milliseconds is felt. */
const LONG_TASK_MS = 100;
const MAX_ROWS = 200;
/** Turns of the wheel, a screen each. */
const SCREENS = 100;
/** Rows that are read while tasks are measured, when the list is longest. */
const LAST = 2_000;

/** An event of Chromium's trace. */
interface TraceEvent {
  readonly name: string;
  readonly tid: number;
  /** Microseconds of processor time. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

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
  });
  afterAll(async () => {
    await browser?.close();
    await shop?.dispose();
  });

  it('is read to its end and scrolled, without a long task and with few rows', async () => {
    const { page } = watched;
    await signInAs(page, shop, 'owner', `/w/${WORKSPACE}/queries?view=calls&verdict=all&range=7d`);
    const table = page.getByRole('table', { name: 'Queries' });
    await table.waitFor();
    let most = 0;
    const look = async () => {
      most = Math.max(most, await page.locator('tbody tr[aria-rowindex]').count());
    };
    const rowsRead = async () => Number(await table.getAttribute('aria-rowcount')) - 1;
    const readUntil = async (rows: number) => {
      for (let read = await rowsRead(); read < rows; read = await rowsRead()) {
        const before = read;
        const more = async () => {
          await page.keyboard.press('End');
          return rowsRead();
        };
        await expect.poll(more, { interval: 20 }).toBeGreaterThan(before);
        await look();
      }
    };
    const scroll = async (pixels: number) => {
      for (let screen = 0; screen < SCREENS; screen++) {
        await page.mouse.wheel(0, pixels);
        await page.waitForTimeout(30);
        await look();
      }
    };
    await page.mouse.move(700, 450);
    const atFirst = await longestTask(page, () => scroll(900));
    await readUntil(QUERIES - LAST);
    const atEnd = await longestTask(page, () => readUntil(QUERIES));
    const back = await longestTask(page, async () => {
      await scroll(-900);
      await page.keyboard.press('Home');
      await page.waitForTimeout(500);
      await look();
    });
    process.stdout.write(
      `${await rowsRead()} rows read, at most ${most} drawn; longest task ${atFirst} ms at first, ${atEnd} ms while the last ${LAST} rows are read, ${back} ms on the way back\n`,
    );
    expect(await rowsRead()).toBe(QUERIES);
    expect(most).toBeLessThan(MAX_ROWS);
    expect(Math.max(atFirst, atEnd, back)).toBeLessThan(LONG_TASK_MS);
    watched.expectClean([401]);
  });

  /** Milliseconds of processor time of the longest task of the page: other programs on this machine do not count. */
  async function longestTask(page: Page, work: () => Promise<void>): Promise<number> {
    await browser.startTracing(page, { categories: ['-*', 'toplevel'] });
    await work();
    const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
      readonly traceEvents: TraceEvent[];
    };
    const threads = traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
    const main = new Set(threads.map(({ tid }) => tid));
    const tasks = traceEvents.filter(({ name, tid }) => name === 'ThreadControllerImpl::RunTask' && main.has(tid));
    expect(tasks.length).toBeGreaterThan(0);
    return Math.round(tasks.reduce((longest, { tdur = 0 }) => Math.max(longest, tdur), 0) / 1_000);
  }
});
