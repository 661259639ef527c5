// Renders the pictures of docs/dashboard.md from the demonstration. Needs `npm run build:server`, Chromium and pngquant.
//
//   node scripts/dashboard-pictures.ts [folder of all screens, for looking at them]
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { launch } from '../test/browser/chromium.ts';
import { NODE, packaged, TOP } from '../test/e2e/packaged.ts';

const IMAGES = join(TOP, 'docs', 'images');
const MAX_BYTES = 150 * 1024;
const HEIGHT = 860;
const EMAIL = 'owner@shop.example';

/** Pictures of the docs, and what they show. */
const PICTURES = { keys: 'keys', queries: 'queries', ruleset: 'ruleset' } as const;
const SCREENS = ['start', 'queries', 'try', 'proxies', 'ruleset', 'simulations', 'keys', 'people', 'audit', 'policy'];
const WIDTHS = [360, 768, 1440];

interface Demo {
  readonly url: string;
  readonly password: string;
  readonly end: () => void;
}

async function startDemo(): Promise<Demo> {
  const service = spawn(NODE, [packaged('cli.js'), 'serve', '--demo', '--port', '0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let printed = '';
  return new Promise((resolve, reject) => {
    service.once('exit', () => reject(new Error(printed)));
    service.stderr.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      const [, port] = /listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(printed) ?? [];
      const [, password] = /owner@shop\.example {2}(\S+) /.exec(printed) ?? [];
      if (port !== undefined && password !== undefined)
        resolve({ url: `http://localhost:${port}`, password, end: () => service.kill() });
    });
  });
}

async function take(browser: Browser, demo: Demo, path: string, file: string, width: number, dark = false) {
  const context = await browser.newContext({
    viewport: { width, height: HEIGHT },
    colorScheme: dark ? 'dark' : 'light',
    deviceScaleFactor: width < 1000 ? 2 : 1,
  });
  await context.request.post(`${demo.url}/api/v1/sessions`, {
    data: { email: EMAIL, password: demo.password, cookie: true },
    headers: { 'sec-fetch-site': 'same-origin' },
  });
  const page = await context.newPage();
  await page.goto(`${demo.url}/w/shop/${path}`, { waitUntil: 'networkidle' });
  // On a busy machine the network is idle before the page shows what it read.
  await page.getByText('This is a demonstration').waitFor();
  await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached' });
  await page.screenshot({ path: file });
  await context.close();
}

const demo = await startDemo();
const browser = await launch();
try {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) {
    for (const [name, path] of Object.entries(PICTURES)) {
      const file = join(IMAGES, `dashboard-${name}.png`);
      await take(browser, demo, path, file, 1440);
      execFileSync('pngquant', ['--force', '--output', file, '--speed', '1', '128', file]);
      const { size } = statSync(file);
      if (size > MAX_BYTES) throw new Error(`${file} has ${size} bytes, more than ${MAX_BYTES}`);
    }
  } else {
    mkdirSync(folder, { recursive: true });
    for (const screen of SCREENS)
      for (const width of WIDTHS)
        for (const dark of [false, true])
          await take(
            browser,
            demo,
            screen,
            join(folder, `${screen}-${width}-${dark ? 'dark' : 'light'}.png`),
            width,
            dark,
          );
  }
} finally {
  await browser.close();
  demo.end();
}
