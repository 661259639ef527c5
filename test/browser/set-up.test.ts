import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServiceProgram, startService } from '../e2e/service-program.ts';
import { launch, NO_BROWSER, seriousFaults, watchedPage } from './chromium.ts';
import { PASSWORD, setUpCode, urlOf } from './shop.ts';

let service: ServiceProgram;
let browser: Browser;

describe.skipIf(NO_BROWSER !== '')(`${NO_BROWSER}the page that sets up a service`, () => {
  beforeAll(async () => {
    service = await startService({ kind: 'embedded' });
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
    await service?.dispose();
  });

  it('asks for an id that the name does not give, and for the right code, and opens the workspace', async () => {
    const code = await setUpCode(service);
    const { page, context, expectClean } = await watchedPage(browser);
    await page.goto(`${urlOf(service)}/setup#wrong`);
    const create = page.getByRole('button', { name: 'Create workspace' });
    const workspace = page.getByLabel('Workspace');
    await workspace.fill('Web Shop');
    await page.getByText('Its id is web-shop.').waitFor();
    expect(await page.getByLabel('Id', { exact: true }).count()).toBe(0);
    await workspace.fill('店');
    await page.getByLabel('Id', { exact: true }).fill('shop');
    await page.getByText('Its id is shop.').waitFor({ state: 'detached' });
    await page.getByLabel('E-mail').fill('owner@shop.example');
    await page.getByLabel('Password').fill('short');
    await page.getByText('7 more characters.').waitFor();
    expect(await create.isDisabled()).toBe(true);
    await page.getByLabel('Password').fill(PASSWORD);
    expect(await page.getByLabel('One-time code').count()).toBe(0);
    await create.click();
    await page.getByText('The one-time code is wrong').waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByLabel('One-time code').fill(code);
    await create.click();
    await page.waitForURL(/\/w\/shop\/start$/);
    await page.getByRole('button', { name: 'Workspace 店: switch' }).waitFor();
    expectClean([401, 422]);
    await page.goto(`${urlOf(service)}/setup`);
    await page.getByText('This service is set up').waitFor();
    await context.close();
  });
});
