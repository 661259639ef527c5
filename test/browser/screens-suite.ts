import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROLES, type Role } from '../../src/contract/index.ts';
import { COLOUR_RULES, launch, NO_BROWSER, seriousFaults, type WatchedPage, watchedPage } from './chromium.ts';
import { openShop, type Shop, signInAs, urlOf, WORKSPACE } from './shop.ts';

// The screens of the packaged dashboard, as a role sees them: on a wide screen and a phone, and without serious faults of
// accessibility in both themes.

/** Path below the workspace, title, and the roles that can open it. */
const SCREENS: readonly (readonly [string, string, readonly Role[]])[] = [
  ['start', 'Start here', ROLES],
  ['queries', 'Queries', ['owner', 'admin', 'member']],
  ['try', 'Try a query', ['owner', 'admin', 'member']],
  ['schema-use', 'Schema use', ['owner', 'admin', 'member']],
  ['proxies', 'Proxies', ['owner', 'admin', 'member']],
  ['ruleset', 'Ruleset', ROLES],
  ['simulations', 'Simulations', ['owner', 'admin', 'member']],
  ['keys', 'API keys', ['owner', 'admin']],
  ['trusts', 'CI jobs', ['owner', 'admin']],
  ['people', 'People and sign-on', ['owner', 'admin', 'member']],
  ['audit', 'Audit trail', ['owner', 'admin', 'member']],
  ['policy', 'Data policy', ROLES],
];
/** What a screen shows besides; the same for all roles that can open it. */
const VIEWS: typeof SCREENS = [
  ['queries?view=calls&verdict=all', 'Queries', ['owner']],
  ['queries?chart=table', 'Queries', ['owner']],
  ['queries?view=dry-runs', 'Queries', ['owner']],
  // The row of filters is wider than a phone, and must scroll on its own.
  ['queries?application=jobs&user=app&rule=no-drop-table&key=key_1&shape=0123456789ab', 'Queries', ['owner']],
  ['schema-use?search=nothing', 'Schema use', ['owner']],
  // Names that every object has are not filters.
  ['queries?range=toString&channel=constructor', 'Queries', ['owner']],
];
const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 360, height: 740 };

/** SQL and names that would do harm as markup, as a formula, or by hiding. */
const HOSTILE = [
  '<img src=x onerror="document.title=\'owned\'">',
  '"><script>document.title="owned"</script>',
  "javascript:document.title='owned'",
  '{{constructor.constructor("document.title=1")()}}',
];
/** Names of keys cannot have these characters. */
const BIDIRECTIONAL = '\u202eevil\u2066';

let shop: Shop;
let browser: Browser;

/** The roles of screens.test.ts. */
export const SHOWN: readonly Role[] = ['owner'];

/** Tests each screen as those roles see it. */
export function screensSuite(
  roles: readonly Role[],
  more: (context: { browser(): Browser; shop(): Shop }) => void,
): void {
  describe.skipIf(NO_BROWSER !== '')(`${NO_BROWSER}the dashboard`, () => {
    beforeAll(async () => {
      shop = await openShop();
      await shop.key('GitHub, shop repository', ['ci_dryrun:execute']);
      for (const name of HOSTILE) await shop.key(name, ['rules:read']);
      await shop.report([
        { query: 'select id, total from orders where id = 5', calls: 120 },
        { query: 'delete from carts', application: 'jobs' },
        { query: 'truncate import_staging', application: 'jobs', minutesAgo: 90 },
        ...[...HOSTILE, BIDIRECTIONAL].map((text) => ({
          query: `select '${text.replaceAll("'", "''")}' from t`,
          application: text,
          user: text,
        })),
        ...[...HOSTILE, BIDIRECTIONAL].map((text) => ({ query: `delete from "${text.replaceAll('"', '""')}"` })),
      ]);
      browser = await launch();
    });
    afterAll(async () => {
      await browser?.close();
      await shop?.dispose();
    });

    describe.each(roles)('as %s', (role) => {
      let watched: WatchedPage;
      beforeAll(async () => {
        watched = await watchedPage(browser);
        await signInAs(watched.page, shop, role);
        // Before sign-in, the session is asked for and refused.
        watched.expectClean([401]);
      });
      afterAll(() => watched.context.close());

      const shown = async (path: string, title: string, roles: readonly Role[]) => {
        const { page } = watched;
        await page.setViewportSize(WIDE);
        await page.goto(`${urlOf(shop.service)}/w/${WORKSPACE}/${path}`);
        const heading = page.getByRole('heading', { level: 1 });
        await heading.waitFor();
        await expect.poll(() => page.getByRole('status', { name: 'Loading' }).count()).toBe(0);
        expect(await heading.textContent()).toContain(title);
        const link = page.getByRole('navigation').getByRole('link', { name: title });
        if (roles.includes(role)) expect(await link.count()).toBe(1);
        else {
          expect(await link.count()).toBe(0);
          expect(await page.getByText(/^Only .* can open/).count()).toBe(1);
          expect(await page.getByRole('table').count()).toBe(0);
        }
        expect(await page.title()).not.toContain('owned');
        watched.expectClean();
        if (role === 'owner') await expectAccessible(page);
        await page.setViewportSize(PHONE);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width);
      };
      it.each(SCREENS)('%s', shown);
      if (role === 'owner') it.each(VIEWS)('%s', { tags: ['variant'] }, shown);
    });

    async function expectAccessible(page: Page): Promise<void> {
      for (const [colorScheme, rules] of [['light'], ['dark', COLOUR_RULES]] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await seriousFaults(page, rules), colorScheme).toEqual([]);
      }
    }

    more({ browser: () => browser, shop: () => shop });
  });
}
