// Makes the pictures of docs/images from what the built tool says of a pull request that adds one file of examples/ to the
// others. Needs `npm run build`, git, and on the PATH Chromium and pngquant.
//
//   node scripts/render-picture.ts
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkout, newOrigin, publishPull, pullEvent } from '../test/ci/repository.ts';
import { runStep, type StepResult } from '../test/e2e/runner.ts';
import { annotationPage, summaryPage, terminalPage } from './picture-pages.ts';

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
    execFileSync('pngquant', ['--force', '--strip', '--nofs', '--output', target, '128', target]);
    const { size } = statSync(target);
    if (size > LIMIT) throw new Error(`${name}.png has ${size} bytes, more than ${LIMIT}`);
    process.stdout.write(`${relative(ROOT, target)}: ${size} bytes\n`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const FOLDER = 'examples/migrations';
const PATH = `${FOLDER}/0003_clean_up.sql`;
const sql = readFileSync(join(ROOT, PATH), 'utf8');

/** Runs the Action as GitHub's runner does. */
async function runAction(): Promise<StepResult> {
  const origin = newOrigin();
  try {
    const base = { '.querygate/config.yml': 'version: 1\ndialect: postgresql\n' };
    const commits = publishPull(origin, base, { [PATH]: sql });
    const work = checkout(origin, 'work', 'refs/pull/7/merge');
    return await runStep({
      temp: join(origin.root, 'runner'),
      workspace: work.dir,
      event: 'pull_request',
      payload: pullEvent(commits, 1),
      sha: commits.merge,
    });
  } finally {
    origin.dispose();
  }
}

/** What the client prints; it exits with 1, since the example is blocked. */
function runClient(args: readonly string[]): string {
  const env = { PATH: process.env['PATH'], FORCE_COLOR: '1' };
  try {
    const client = join(ROOT, 'dist', 'cli.js');
    return execFileSync(process.execPath, [client, ...args], { cwd: ROOT, encoding: 'utf8', env });
  } catch (error) {
    if (error instanceof Error && 'status' in error && error.status === 1 && 'stdout' in error)
      return String(error.stdout);
    throw error;
  }
}

mkdirSync(IMAGES, { recursive: true });
const { annotations, summary } = await runAction();
picture('pr-annotation', annotationPage(PATH, sql, annotations));
picture('job-summary', summaryPage(summary));
const args = ['check', PATH, '--dialect', 'postgresql'];
picture('terminal', terminalPage(`node dist/cli.js ${args.join(' ')}`, runClient(args)));
