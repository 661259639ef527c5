// The dashboard of the demonstration, as its pictures show it. Needs `npm run build:server` and Chromium.
import { type ChildProcess, spawn } from 'node:child_process';
import type { Browser, Page } from 'playwright-core';
import { launch } from '../../test/browser/chromium.ts';
import { NODE, packaged } from '../../test/e2e/packaged.ts';
import { stableText } from './text.ts';

/**
 * The time at which the demonstration starts. It makes its data for the time of its start, so that a fixed one gives the
 * same dates, counts and order each time.
 */
const NOW = Date.parse('2026-11-20T14:30:00Z');
const EMAIL = 'owner@shop.example';
const HEIGHT = 860;

export interface DashboardView {
  /** In CSS pixels. */
  readonly width: number;
  readonly theme: 'light' | 'dark';
}

/** A running demonstration, and a browser whose clock shows the same time. */
export interface DashboardDemo {
  /** Opens a screen in a context of its own, when it shows what it has read. */
  open(screen: string, view?: DashboardView): Promise<Page>;
  close(): Promise<void>;
}

/** JavaScript that sets the clock of a program back, in its workers too. */
function clockOption(behind: number): string {
  const code = `const Real = Date;
globalThis.Date = class Date extends Real {
  constructor(...parts) { super(...(parts.length > 0 ? parts : [Real.now() - ${behind}])); }
  static now() { return Real.now() - ${behind}; }
};`;
  return `--import=data:text/javascript,${encodeURIComponent(code)}`;
}

interface Service {
  readonly url: string;
  readonly password: string;
}

async function listening(program: ChildProcess): Promise<Service> {
  let printed = '';
  return new Promise((resolve, reject) => {
    program.once('exit', () => reject(new Error(printed)));
    program.stderr?.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      const [, port] = /listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(printed) ?? [];
      const [, password] = /owner@shop\.example {2}(\S+) /.exec(printed) ?? [];
      if (port !== undefined && password !== undefined) resolve({ url: `http://localhost:${port}`, password });
    });
  });
}

/** The session cookie without its expiry, which has passed already on the clock of the browser's cookies. */
async function sessionCookie({ url, password }: Service) {
  const { headers } = await fetch(`${url}/api/v1/sessions`, {
    method: 'POST',
    body: JSON.stringify({ email: EMAIL, password, cookie: true }),
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
  });
  const [, name, value] = /^([^=]+)=([^;]+)/.exec(headers.get('set-cookie') ?? '') ?? [];
  if (name === undefined || value === undefined) throw new Error(`${EMAIL} could not sign in`);
  return { name, value, domain: 'localhost', path: '/', secure: true };
}

/** The text of an open screen as the browser shows it. */
export async function screenText(page: Page): Promise<string> {
  // biome-ignore lint/performance/useDomNodeTextContent: the text content includes what is hidden, and lacks line ends
  return stableText(await page.locator('body').innerText());
}

/** Waits until a page shows the same for two seconds: some parts are read only after others are shown. */
async function settled(page: Page): Promise<void> {
  for (let before: string | undefined; ; ) {
    const text = await screenText(page);
    if (text === before) return;
    before = text;
    await page.waitForTimeout(2_000);
  }
}

async function openScreen(browser: Browser, service: Service, time: number, screen: string, view: DashboardView) {
  const context = await browser.newContext({
    viewport: { width: view.width, height: HEIGHT },
    colorScheme: view.theme,
    deviceScaleFactor: view.width < 1000 ? 2 : 1,
  });
  await context.clock.install({ time });
  await context.addCookies([await sessionCookie(service)]);
  const page = await context.newPage();
  await page.goto(`${service.url}/w/shop/${screen}`, { waitUntil: 'networkidle' });
  // On a busy machine the network is idle before the page shows what it read.
  await page.getByText('This is a demonstration').waitFor();
  await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached' });
  await settled(page);
  return page;
}

export async function startDashboardDemo(): Promise<DashboardDemo> {
  const behind = Date.now() - NOW;
  const program = spawn(NODE, [packaged('cli.js'), 'serve', '--demo', '--port', '0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, NODE_OPTIONS: clockOption(behind) },
  });
  try {
    const service = await listening(program);
    const browser = await launch();
    return {
      open: (screen, view = { width: 1440, theme: 'light' }) =>
        openScreen(browser, service, Date.now() - behind, screen, view),
      close: async () => {
        await browser.close();
        program.kill();
      },
    };
  } catch (error) {
    program.kill();
    throw error;
  }
}
