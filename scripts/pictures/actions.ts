// The pictures of both Actions, from the output of dist/ for two pull requests: one adds a file of examples/, one edits
// rules.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkout, type Files, newOrigin, publishPull, pullEvent, type Repository } from '../../test/ci/repository.ts';
import { TOP } from '../../test/e2e/packaged.ts';
import { runStep, type StepResult } from '../../test/e2e/runner.ts';
import { annotationPage, type DiffLine, NARROW, PHONE, SCREEN, summaryPage, WIDE } from './pages.ts';
import { BASE, CHANGE, FIRST_RULE_ENDS, RULES_PATH } from './simulate-scenario.ts';
import { USE_BASE, USE_CHANGE } from './use-scenario.ts';

/** A page whose picture is taken at its full height. */
export interface Picture {
  /** Name of its files in docs/images, without the extension. */
  readonly name: string;
  readonly html: string;
  /** In CSS pixels. */
  readonly width: number;
  /** Pixels of the picture for each CSS pixel. */
  readonly scale: number;
}

/** The commit of the Action that a workflow names, as docs/github.md advises. */
const ACTION_COMMIT = '5d1c7be0f3a9264e8b70d2f6913ca5e48f02b7d6';

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
        GITHUB_ACTION_REF: ACTION_COMMIT,
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

export async function checkPictures(): Promise<readonly Picture[]> {
  const path = 'examples/migrations/0003_clean_up.sql';
  const sql = readFileSync(join(TOP, path), 'utf8');
  const config = { '.querygate/config.yml': 'version: 1\ndialect: postgresql\n' };
  const { step } = await runAction('check', config, { [path]: sql });
  // Only the statement that a reader would not expect: the README shows this picture first.
  const lines = addedLines(sql);
  const first = lines.findIndex(({ text }) => text.startsWith('WITH '));
  const last = lines.findIndex(({ text }, at) => at > first && text === ')');
  const shown = lines.slice(Math.max(0, first - 1), last);
  const html = annotationPage('check', path, shown, step.annotations, 'narrow');
  return [{ name: 'pr-annotation', html, width: NARROW, scale: 2 }];
}

/** The summary of a change that takes away what recorded queries use, on a wide screen and on a phone. */
export async function usePictures(): Promise<readonly Picture[]> {
  const { step } = await runAction('check', USE_BASE, USE_CHANGE);
  return [
    { name: 'use-summary', html: summaryPage('check', step.summary, SCREEN), width: SCREEN, scale: 1 },
    { name: 'use-summary-phone', html: summaryPage('check', step.summary, PHONE), width: PHONE, scale: 1 },
  ];
}

export async function simulatePictures(): Promise<readonly Picture[]> {
  const { step, diff } = await runAction('simulate', BASE, CHANGE);
  const lines = diff(RULES_PATH);
  const firstRule = lines.slice(
    0,
    lines.findIndex(({ kind, number }) => kind === 'added' && number > FIRST_RULE_ENDS),
  );
  const page = (shown: readonly DiffLine[], theme: 'narrow' | '') =>
    annotationPage('simulate', RULES_PATH, shown, step.annotations, theme);
  return [
    { name: 'simulate-annotation', html: page(lines, ''), width: WIDE, scale: 1.25 },
    { name: 'simulate-rule', html: page(firstRule, 'narrow'), width: NARROW, scale: 2 },
    { name: 'simulate-summary', html: summaryPage('simulate', step.summary), width: WIDE, scale: 1 },
  ];
}
