// Renders the pictures in docs/images from the output of the built tool for two pull requests: one adds a file of
// examples/, one edits rules. Needs `npm run build`, git, and Chromium and pngquant on the PATH.
//
//   node scripts/render-picture.ts [check|simulate]
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import {
  checkout,
  type Files,
  newOrigin,
  publishPull,
  pullEvent,
  type Repository,
  repository,
} from '../test/ci/repository.ts';
import { NODE, packaged, TOP } from '../test/e2e/packaged.ts';
import { runStep, type StepResult } from '../test/e2e/runner.ts';
import { annotationPage, type DiffLine, NARROW, summaryPage, terminalPage, WIDE } from './picture-pages.ts';
import { BASE, CHANGE, FIRST_RULE_ENDS, RULES_PATH } from './simulate-scenario.ts';

const IMAGES = join(TOP, 'docs', 'images');
const MAX_BYTES = 150 * 1024;

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

/** Runs a function with a temporary folder. */
function inFolder<Result>(use: (folder: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), 'querygate-picture-'));
  try {
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Takes a picture of a page at its full height, with `scale` pixels for each CSS pixel. */
function picture(name: string, html: string, scale = 1.5, width = WIDE): void {
  inFolder((folder) => {
    const file = join(folder, 'page.html');
    writeFileSync(
      file,
      `${html}<script>document.title = 'height ' + Math.ceil(document.body.getBoundingClientRect().height)</script>`,
    );
    const dom = browse(folder, `--window-size=${width},600`, '--dump-dom', `file://${file}`);
    const height = /<title>height (\d+)<\/title>/.exec(dom)?.[1];
    if (height === undefined) throw new Error('the height of the page could not be read');
    const target = join(IMAGES, `${name}.png`);
    browse(
      folder,
      `--window-size=${width},${height}`,
      `--force-device-scale-factor=${scale}`,
      `--screenshot=${target}`,
      `file://${file}`,
    );
    execFileSync('pngquant', ['--force', '--strip', '--nofs', '--output', target, '128', target]);
    const { size } = statSync(target);
    if (size > MAX_BYTES) throw new Error(`${name}.png has ${size} bytes, more than ${MAX_BYTES}`);
    process.stdout.write(`${relative(TOP, target)}: ${size} bytes\n`);
  });
}

/** The diff of a file that the change adds. */
function addedLines(text: string): readonly DiffLine[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line, index) => ({ kind: 'added', number: index + 1, text: line }));
}

/** The diff of one file between two commits. */
function diffLines(work: Repository, base: string, head: string, path: string): readonly DiffLine[] {
  const lines: DiffLine[] = [];
  let [before, after] = [0, 0];
  for (const line of work.git('diff', '--unified=5', base, head, '--', path).split('\n')) {
    const hunk = /^@@ -(\d+)(?:,\d+)? \+(\d+)/.exec(line);
    const text = line.slice(1);
    if (hunk) [before, after] = [Number(hunk[1]), Number(hunk[2])];
    else if (after === 0) continue;
    else if (line.startsWith('-')) lines.push({ kind: 'removed', number: before++, text });
    else if (line.startsWith('+')) lines.push({ kind: 'added', number: after++, text });
    else {
      lines.push({ kind: 'same', number: after++, text });
      before++;
    }
  }
  return lines;
}

/** Runs an Action on a pull request, as GitHub's runner does. */
async function runAction(
  action: 'check' | 'simulate',
  base: Files,
  change: Files,
): Promise<{ readonly step: StepResult; readonly diff: (path: string) => readonly DiffLine[] }> {
  const origin = newOrigin();
  try {
    const commits = publishPull(origin, base, change);
    const work = checkout(origin, 'work', 'refs/pull/7/merge');
    const step = await runStep({
      action,
      temp: join(origin.root, 'runner'),
      workspace: work.dir,
      event: 'pull_request',
      payload: pullEvent(commits, 1),
      sha: commits.merge,
      env: {
        GITHUB_ACTION_REPOSITORY: 'acme/querygate',
        GITHUB_ACTION_REF: 'v1',
        GITHUB_SERVER_URL: 'https://github.com',
      },
    });
    const { tip, merge } = commits;
    const diffs = new Map(Object.keys(change).map((path) => [path, diffLines(origin.author, tip, merge, path)]));
    return { step, diff: (path) => diffs.get(path) ?? [] };
  } finally {
    origin.dispose();
  }
}

/** Runs the client in a folder, and returns its output. */
function runClient(folder: string, args: readonly string[], code: number, columns = '56'): string {
  const env = { PATH: process.env['PATH'], FORCE_COLOR: '1', COLUMNS: columns };
  const { status, stdout, stderr } = spawnSync(NODE, [packaged('cli.js'), ...args], {
    cwd: folder,
    encoding: 'utf8',
    env,
  });
  if (status !== code) throw new Error(`the client exited with ${status}, not ${code}: ${stderr}`);
  return stdout;
}

async function checkPictures(): Promise<void> {
  const path = 'examples/migrations/0003_clean_up.sql';
  const sql = readFileSync(join(TOP, path), 'utf8');
  const config = { '.querygate/config.yml': 'version: 1\ndialect: postgresql\n' };
  const { step } = await runAction('check', config, { [path]: sql });
  // Only the statement that a reader would not expect: the README shows this picture first.
  const lines = addedLines(sql);
  const first = lines.findIndex(({ text }) => text.startsWith('WITH '));
  const last = lines.findIndex(({ text }, at) => at > first && text === ')');
  const shown = lines.slice(Math.max(0, first - 1), last);
  picture('pr-annotation', annotationPage('check', path, shown, step.annotations, 'narrow'), 2, NARROW);
  picture('job-summary', summaryPage('check', step.summary));
  const args = ['check', path, '--dialect', 'postgresql'];
  picture('terminal', terminalPage(`node dist/cli.js ${args.join(' ')}`, runClient(TOP, args, 1), 'narrow'), 2, NARROW);
}

async function simulatePictures(): Promise<void> {
  const { step, diff } = await runAction('simulate', BASE, CHANGE);
  const lines = diff(RULES_PATH);
  picture('simulate-annotation', annotationPage('simulate', RULES_PATH, lines, step.annotations), 1.25);
  const first = lines.slice(
    0,
    lines.findIndex(({ kind, number }) => kind === 'added' && number > FIRST_RULE_ENDS),
  );
  picture('simulate-rule', annotationPage('simulate', RULES_PATH, first, step.annotations, 'narrow'), 2, NARROW);
  picture('simulate-summary', summaryPage('simulate', step.summary), 1);
  inFolder((folder) => {
    const work = repository(join(folder, 'shop'));
    work.git('init', '--quiet', '--initial-branch=main');
    work.commit(BASE);
    work.git('switch', '--quiet', '--create', 'tighten');
    work.write(CHANGE);
    picture('simulate-terminal', terminalPage('querygate simulate', runClient(work.dir, ['simulate'], 1, '100')), 1.25);
  });
}

mkdirSync(IMAGES, { recursive: true });
const wanted = process.argv[2];
if (wanted !== 'simulate') await checkPictures();
if (wanted !== 'check') await simulatePictures();
