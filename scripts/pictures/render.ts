// Renders the pictures in docs/images from what the programs print now, and keeps the text of each beside it. Needs
// `npm run build`, git, Chromium, pngquant, and the fonts DejaVu and Noto Color Emoji.
//
//   npm run pictures [-- check|simulate|use|dashboard]
//   npm run pictures -- screens <folder>   every screen of the dashboard, for looking at them
import { execFileSync } from 'node:child_process';
import { mkdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { launch } from '../../test/browser/chromium.ts';
import { TOP } from '../../test/e2e/packaged.ts';
import { checkPictures, type Picture, simulatePictures, usePictures } from './actions.ts';
import { type DashboardDemo, screenText, startDashboardDemo } from './dashboard.ts';
import { DASHBOARD_PICTURES, keepText, pictureFile } from './files.ts';
import { pageText } from './text.ts';

const MAX_BYTES = 150 * 1024;
const SCREENS = ['start', 'queries', 'try', 'proxies', 'ruleset', 'simulations', 'keys', 'people', 'audit', 'policy'];
const WIDTHS = [360, 768, 1440];

/** Makes a picture smaller, and keeps its text. */
function finish(name: string, text: string): void {
  const file = pictureFile(name);
  execFileSync('pngquant', ['--force', '--strip', '--nofs', '--speed', '1', '--output', file, '128', file]);
  const { size } = statSync(file);
  if (size > MAX_BYTES) throw new Error(`${name}.png has ${size} bytes, more than ${MAX_BYTES}`);
  keepText(name, text);
  process.stdout.write(`${relative(TOP, file)}: ${size} bytes\n`);
}

async function renderPages(pictures: readonly Picture[]): Promise<void> {
  const browser = await launch();
  try {
    for (const { name, html, width, scale } of pictures) {
      const page = await browser.newPage({ viewport: { width, height: 1 }, deviceScaleFactor: scale });
      await page.setContent(html);
      await page.screenshot({ path: pictureFile(name), fullPage: true });
      await page.close();
      finish(name, pageText(html));
    }
  } finally {
    await browser.close();
  }
}

async function withDemo(use: (demo: DashboardDemo) => Promise<void>): Promise<void> {
  execFileSync('npm', ['run', '--silent', 'build:server'], { cwd: TOP, stdio: 'inherit' });
  const demo = await startDashboardDemo();
  try {
    await use(demo);
  } finally {
    await demo.close();
  }
}

async function renderDashboard(demo: DashboardDemo): Promise<void> {
  for (const [name, screen] of Object.entries(DASHBOARD_PICTURES)) {
    const page = await demo.open(screen);
    await page.screenshot({ path: pictureFile(name) });
    finish(name, await screenText(page));
    await page.context().close();
  }
}

async function renderScreens(demo: DashboardDemo, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const screen of SCREENS)
    for (const width of WIDTHS)
      for (const theme of ['light', 'dark'] as const) {
        const page = await demo.open(screen, { width, theme });
        await page.screenshot({ path: join(folder, `${screen}-${width}-${theme}.png`) });
        await page.context().close();
      }
}

const GROUPS: Readonly<Record<string, () => Promise<void>>> = {
  check: async () => renderPages(await checkPictures()),
  simulate: async () => renderPages(await simulatePictures()),
  use: async () => renderPages(await usePictures()),
  dashboard: () => withDemo(renderDashboard),
};

const [group, folder] = process.argv.slice(2);
if (group === 'screens' && folder !== undefined) await withDemo((demo) => renderScreens(demo, folder));
else if (group === undefined) for (const render of Object.values(GROUPS)) await render();
else if (GROUPS[group]) await GROUPS[group]();
else {
  const choices = [...Object.keys(GROUPS), 'screens <folder>'].join(', ');
  process.stderr.write(`pictures: \`${group}\` is not one of: ${choices}\n`);
  process.exitCode = 2;
}
