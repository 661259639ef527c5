import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DashboardDemo, screenText, startDashboardDemo } from '../../scripts/pictures/dashboard.ts';
import { DASHBOARD_PICTURES, keptText } from '../../scripts/pictures/files.ts';
import { NO_BROWSER } from './chromium.ts';

let demo: DashboardDemo;

describe.skipIf(NO_BROWSER !== '')(`${NO_BROWSER}the pictures of the dashboard`, () => {
  beforeAll(async () => {
    demo = await startDashboardDemo();
  });
  afterAll(() => demo?.close());

  it.each(Object.entries(DASHBOARD_PICTURES))('show what the dashboard shows now: %s', async (name, screen) => {
    const page = await demo.open(screen);
    // A busy machine may show the last part late.
    await expect
      .poll(() => screenText(page), { message: 'run `npm run pictures`', timeout: 30_000 })
      .toBe(keptText(name));
    await page.context().close();
  });
});
