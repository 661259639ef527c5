import { expect, it } from 'vitest';
import { COLOUR_RULES, seriousFaults, watchedPage } from './chromium.ts';
import { SHOWN, screensSuite } from './screens-suite.ts';
import { signInAs, urlOf, WORKSPACE } from './shop.ts';

// As an owner, who can open all of them; `npm run browser` has the other roles.

screensSuite(SHOWN, ({ browser, shop }) => {
  it('enforces the rules for a database after a question, in which the focus begins', async () => {
    const { page, context } = await watchedPage(browser());
    await signInAs(page, shop(), 'owner', `/w/${WORKSPACE}/proxies`);
    await page.getByLabel('Add a database').fill('orders');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('group', { name: 'Mode of orders' }).getByRole('button', { name: 'Enforce' }).click();
    await page.getByRole('button', { name: 'Save modes' }).click();
    const dialog = page.getByRole('dialog', { name: 'Refuse blocked queries' });
    expect(await dialog.textContent()).toContain('Applies to orders.');
    await expect.poll(() => page.evaluate(`document.activeElement.closest('[role="dialog"]') !== null`)).toBe(true);
    await dialog.getByRole('button', { name: 'Enforce' }).click();
    await dialog.waitFor({ state: 'hidden' });
    const modes = await shop().ask('GET', `/workspaces/${WORKSPACE}/proxy-modes`, await shop().tokenOf('owner'));
    expect(modes).toMatchObject({ default: 'observe', databases: { orders: 'enforce' } });
    await context.close();
  });

  it('shows who uses a table and a column of it, in a list and behind the link of a dry run', async () => {
    const { page, context, expectClean } = await watchedPage(browser());
    const at = `/w/${WORKSPACE}/schema-use`;
    await signInAs(page, shop(), 'owner', `${at}?search=order`);
    expectClean([401]);
    await page.getByRole('table', { name: 'Tables' }).getByRole('link', { name: 'orders' }).click();
    await page.getByRole('heading', { level: 1, name: 'orders' }).waitFor();
    await page.getByText(/^Used by 120 calls of 1 caller, last on/).waitFor();
    await page.getByRole('table', { name: 'Columns' }).getByRole('link', { name: 'total' }).click();
    await page.getByRole('heading', { name: 'Queries that use total' }).waitFor();
    expect(await page.getByText('select id, total from orders where id = ?').count()).toBe(1);
    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await seriousFaults(page, colorScheme === 'dark' ? COLOUR_RULES : undefined)).toEqual([]);
      }
    }
    await page.goto(`${urlOf(shop().service)}${at}?table=nowhere&column=x`);
    await page.getByRole('heading', { name: 'No recorded query uses this table' }).waitFor();
    expectClean();
    await context.close();
  });

  it('shows a damaged entry of the audit trail as such, and the others as they are', async () => {
    const { page, context, expectClean } = await watchedPage(browser());
    const damaged = 'the entry does not match its stored hash';
    const list = await shop().ask('GET', `/workspaces/${WORKSPACE}/audit-events`, await shop().tokenOf('owner'));
    const [first, second, ...others] = (list as { items: { sequence: number }[] }).items;
    const unread = { type: 'unknown', actor: { kind: 'unknown', name: 'unknown' }, details: {}, damaged };
    const json = { items: [first, { ...second, ...unread }, ...others] };
    await signInAs(page, shop(), 'owner');
    expectClean([401]);
    await page.route('**/audit-events?*', (route) => route.fulfill({ json }));
    await page.goto(`${urlOf(shop().service)}/w/${WORKSPACE}/audit`);
    const row = page.getByRole('table', { name: 'Audit trail' }).locator('tbody tr').nth(1);
    await row.getByText('Damaged', { exact: true }).waitFor();
    expect(await page.getByText('Damaged', { exact: true }).count()).toBe(1);
    await row.getByRole('button').first().click();
    const drawer = page.getByRole('dialog', { name: `Entry ${second?.sequence}` });
    await drawer.getByText(`This entry is damaged: ${damaged}.`).waitFor();
    for (const width of [1440, 768, 360]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await seriousFaults(page, colorScheme === 'dark' ? COLOUR_RULES : undefined)).toEqual([]);
      }
    }
    expectClean();
    await context.close();
  });

  it('makes a trust in the jobs of a repository, lists it, and removes it', async () => {
    const { page, context } = await watchedPage(browser());
    await signInAs(page, shop(), 'owner', `/w/${WORKSPACE}/trusts`);
    await page.getByText('None. All jobs need an API key.').waitFor();
    await page.getByRole('button', { name: 'New trust' }).click();
    const dialog = page.getByRole('dialog', { name: 'New trust' });
    const create = dialog.getByRole('button', { name: 'Create trust' });
    const fill = (label: string, text: string) => dialog.getByLabel(label, { exact: true }).fill(text);
    await fill('Name', 'pull requests');
    await fill('repository_id', '1001');
    await fill('repository_owner_id', '2002');
    await fill('event_name', 'pull_request_target');
    expect(await create.isDisabled()).toBe(true);
    await fill('job_workflow_ref', 'acme/shop/.github/workflows/querygate.yml@refs/pull/*');
    await create.click();
    await dialog.getByText(/jobs of .pull_request_target. get no token/).waitFor();
    await fill('event_name', 'pull_request, push');
    await create.click();
    await page.getByRole('dialog', { name: 'The trust is in force' }).getByRole('button', { name: 'Done' }).click();
    const row = page.getByRole('row').filter({ hasText: 'pull requests' });
    await row.getByText('event_name: pull_request or push').waitFor();
    const { items } = (await shop().ask('GET', `/workspaces/${WORKSPACE}/trusts`, await shop().tokenOf('owner'))) as {
      items: unknown[];
    };
    expect(items).toMatchObject([
      {
        audience: `${urlOf(shop().service)}/workspaces/${WORKSPACE}`,
        claims: { event_name: ['pull_request', 'push'] },
        scopes: ['ci_dryrun:execute'],
      },
    ]);
    await page.getByRole('button', { name: 'Actions for pull requests' }).click();
    await page.getByRole('menuitem', { name: 'Remove trust' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove trust' }).click();
    await page.getByText('None. All jobs need an API key.').waitFor();
    await context.close();
  });

  it('loads less than 250 KB up to its start page', async () => {
    const { page, context } = await watchedPage(browser());
    const sizes: Promise<number>[] = [];
    page.on('requestfinished', (request) => {
      // Chromium gives a negative size for what its cache answers.
      sizes.push(request.sizes().then(({ responseBodySize }) => Math.max(0, responseBodySize)));
    });
    await signInAs(page, shop(), 'owner');
    await page.waitForLoadState('networkidle');
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    expect(bytes).toBeGreaterThan(200_000);
    expect(bytes).toBeLessThan(250_000);
    await context.close();
  });
});
