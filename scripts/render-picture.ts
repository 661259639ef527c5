// Makes the pictures of docs/images from what the tool prints for a file of examples/. Needs Chromium on the PATH.
//
//   node scripts/render-picture.ts [<SQL file>]
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { annotationPage, readAnnotations, summaryPage, terminalPage } from './picture-pages.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const IMAGES = join(ROOT, 'docs', 'images');
const LIMIT = 150 * 1024;
const WIDTH = 960;

const BROWSER = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--hide-scrollbars',
];

function browse(folder: string, ...args: string[]): string {
  const profile = `--user-data-dir=${join(folder, 'profile')}`;
  return execFileSync('chromium', [...BROWSER, profile, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

/** Takes the picture of a page at its own height. */
function picture(name: string, html: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'querygate-picture-'));
  try {
    const file = join(folder, 'page.html');
    writeFileSync(
      file,
      `${html}<script>document.title = 'height ' + Math.ceil(document.body.getBoundingClientRect().height)</script>`,
    );
    const dom = browse(folder, `--window-size=${WIDTH},600`, '--dump-dom', `file://${file}`);
    const height = /<title>height (\d+)<\/title>/.exec(dom)?.[1];
    if (height === undefined) throw new Error('the page did not tell its height');
    const target = join(IMAGES, `${name}.png`);
    browse(
      folder,
      `--window-size=${WIDTH},${height}`,
      '--force-device-scale-factor=1.5',
      `--screenshot=${target}`,
      `file://${file}`,
    );
    const { size } = statSync(target);
    if (size > LIMIT) throw new Error(`${name}.png has ${size} bytes, more than ${LIMIT}`);
    process.stdout.write(`${relative(ROOT, target)}: ${size} bytes\n`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const path = process.argv[2] ?? 'examples/blocked.sql';
const command = ['check', path, '--dialect', 'postgresql'];

/** What the built client prints. It exits with 1, since the example is blocked. */
function run(format: string, env: NodeJS.ProcessEnv = {}): string {
  const args = [join(ROOT, 'dist', 'cli.js'), ...command, '--format', format];
  const settings = { cwd: ROOT, encoding: 'utf8', env: { PATH: process.env['PATH'], ...env } } as const;
  try {
    return execFileSync(process.execPath, args, settings);
  } catch (error) {
    if (error instanceof Error && 'status' in error && error.status === 1 && 'stdout' in error)
      return String(error.stdout);
    throw error;
  }
}

mkdirSync(IMAGES, { recursive: true });
const sql = readFileSync(join(ROOT, path), 'utf8');
picture('pr-annotation', annotationPage(path, sql, readAnnotations(run('github'))));
picture('job-summary', summaryPage(run('summary')));
const coloured = run('terminal', { FORCE_COLOR: '1', COLUMNS: '100' });
picture('terminal', terminalPage(`node dist/cli.js ${command.join(' ')}`, coloured));
