import { existsSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { HANGS } from '../timeouts.ts';

/** Where Debian, Ubuntu and their relatives install it. */
const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const PROGRAM = process.env['CHROMIUM'] ?? PLACES.find((path) => existsSync(path));

/** Begins the title of tests that need a browser, where there is none. */
export const NO_BROWSER = PROGRAM === undefined ? 'not run, chromium is missing: ' : '';

export async function launch(): Promise<Browser> {
  if (PROGRAM === undefined) throw new Error('chromium is missing');
  // The sandbox of the browser does not start for root, as whom some CI jobs run.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ executablePath: PROGRAM, args });
}

/** A page that collects what a user must never cause: console errors, exceptions, violations of the policy. */
export interface WatchedPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Fails if anything was collected. `expected`: console errors of refused requests, by their status. */
  expectClean(expected?: readonly number[]): void;
}

export async function watchedPage(browser: Browser, options: BrowserContextOptions = {}): Promise<WatchedPage> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    // Colours are wrong while a transition runs.
    reducedMotion: 'reduce',
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(HANGS);
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(error.stack ?? error.message));
  return {
    page,
    context,
    expectClean: (expected = []) => {
      const left = faults.filter((fault) => !expected.some((status) => fault.includes(`status of ${status}`)));
      faults.length = 0;
      expect(left).toEqual([]);
    },
  };
}

/** The rules that depend on colours. */
export const COLOUR_RULES: readonly string[] = ['color-contrast', 'link-in-text-block'];

/** Rules that a person with a disability would notice broken; each with the elements. Default: all rules. */
export async function seriousFaults(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
  // The other mode opens one more page for each analysis, for frames of other origins, and the dashboard has no frames.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const { violations } = await (rules ? axe.withRules([...rules]) : axe).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}
