import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkout, commitMany, leftAt, newOrigin, type Origin, publishPull } from '../repository.ts';
import { BASE, commitOf, mergeRequest, paths, rulesCommit, run, ZERO } from './pipeline.ts';

let origin: Origin;
beforeEach(() => {
  origin = newOrigin();
});
afterEach(() => origin.dispose());

function depthSuite(depth: number): void {
  /** A target branch that moved on by 30 commits since the branch left it. */
  function publish() {
    const commits = publishPull(origin, BASE, { 'db/2.sql': 'DROP TABLE a;\n' });
    const later = Array.from({ length: 30 }, (_, index) => ({ 'later.sql': `${index}` }));
    commitMany(origin.author, 'main', later);
    const tip = commitOf(origin, ['push', '--quiet', 'origin', 'main']);
    const merge = commitOf(
      origin,
      ['checkout', '--quiet', '--detach'],
      ['merge', '--quiet', '--no-ff', '-m', 'merge', 'feature'],
    );
    origin.push(commits.head, 'refs/merge-requests/7/head');
    origin.push(merge, 'refs/merge-requests/7/merge');
    return { ...commits, tip, merge };
  }

  it('a merge request is compared with the merge base, also if GitLab does not name it', async () => {
    const commits = publish();
    const work = checkout(origin, 'work', 'refs/merge-requests/7/head', depth);
    for (const base of [commits.start, '']) {
      const result = await run(
        work,
        mergeRequest({
          CI_COMMIT_SHA: commits.head,
          CI_MERGE_REQUEST_EVENT_TYPE: 'detached',
          CI_MERGE_REQUEST_DIFF_BASE_SHA: base,
        }),
      );
      expect(result.change?.untrusted).toBeUndefined();
      expect(paths(result)).toEqual(['db/2.sql']);
      expect(rulesCommit(result)).toBe(commits.tip);
      expect(await leftAt(result.change)).toBe(commits.start);
    }
  });

  it('merged results are compared with the target branch as merged, although it moved on', async () => {
    const commits = publish();
    origin.author.git('checkout', '--quiet', 'main');
    const newer = origin.author.commit({ 'newest.sql': '1' });
    origin.push(newer, 'refs/heads/main');
    const result = await run(
      checkout(origin, 'work', 'refs/merge-requests/7/merge', depth),
      mergeRequest({
        CI_COMMIT_SHA: commits.merge,
        CI_MERGE_REQUEST_EVENT_TYPE: 'merged_result',
        CI_MERGE_REQUEST_DIFF_BASE_SHA: commits.start,
        CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: commits.head,
        CI_MERGE_REQUEST_TARGET_BRANCH_SHA: commits.tip,
      }),
    );
    expect(paths(result)).toEqual(['db/2.sql']);
    expect(rulesCommit(result)).toBe(newer);
    expect(await leftAt(result.change)).toBe(commits.tip);
  });

  it('a branch pipeline is compared with the merge base of the default branch', async () => {
    const commits = publish();
    const result = await run(checkout(origin, 'work', 'refs/heads/feature', depth), {
      CI_PIPELINE_SOURCE: 'push',
      CI_COMMIT_BRANCH: 'feature',
      CI_COMMIT_SHA: commits.head,
      CI_COMMIT_BEFORE_SHA: ZERO,
    });
    expect(paths(result)).toEqual(['db/2.sql']);
    expect(rulesCommit(result)).toBe(commits.tip);
    expect(await leftAt(result.change)).toBe(commits.start);
  });
}
describe.each([1, 0])('with GIT_DEPTH %i', depthSuite);
describe.each([20])('with GIT_DEPTH %i', { tags: ['variant'] }, depthSuite);

/** How GitLab combines a source branch with the commit before it, by merge method of the project. */
const METHODS: readonly (readonly [method: string, combine: (onto: string) => string])[] = [
  [
    'merge commit',
    (onto) => commitOf(origin, ['checkout', '--quiet', '--detach', onto], ['merge', '-q', '--no-ff', 'feature']),
  ],
  [
    'squash and merge commit',
    (onto) =>
      commitOf(
        origin,
        ['checkout', '--quiet', '--detach', 'main~0'],
        ['checkout', '--quiet', '-B', 'squashed', 'feature~2'],
        ['merge', '--quiet', '--squash', 'feature'],
        ['commit', '--quiet', '-m', 'squash'],
        ['checkout', '--quiet', '--detach', onto],
        ['merge', '--quiet', '--no-ff', 'squashed'],
      ),
  ],
  [
    'fast-forward',
    (onto) => commitOf(origin, ['checkout', '--quiet', '--detach', onto], ['cherry-pick', 'feature~2..feature']),
  ],
];

describe.each(METHODS)('a merge request of a project with the merge method %s', (_, combine) => {
  /** A source branch with two commits, whose target branch moved on. */
  function publish() {
    const commits = publishPull(origin, BASE, { 'db/2.sql': 'DROP TABLE a;\n' }, { 'later.sql': '1' });
    origin.author.git('checkout', '--quiet', 'feature');
    const head = origin.author.commit({ 'db/3.sql': 'SELECT 1;\n' });
    return { ...commits, head };
  }

  it('has only its own files in a pipeline for merged results', async () => {
    const { start, head, tip } = publish();
    const merged = combine('main');
    origin.push(merged, 'refs/merge-requests/7/merge');
    const result = await run(
      checkout(origin, 'work', 'refs/merge-requests/7/merge'),
      mergeRequest({
        CI_COMMIT_SHA: merged,
        CI_MERGE_REQUEST_EVENT_TYPE: 'merged_result',
        CI_MERGE_REQUEST_DIFF_BASE_SHA: start,
        CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: head,
        CI_MERGE_REQUEST_TARGET_BRANCH_SHA: tip,
      }),
    );
    expect(paths(result)).toEqual(['db/2.sql', 'db/3.sql']);
    expect(await leftAt(result.change)).toBe('nowhere');
  });

  it('has only its own files in a merge train, and the rules of the cars before it', async () => {
    const { start, head, tip } = publish();
    // Another merge request is before this one in the train.
    const before = commitOf(
      origin,
      ['checkout', '--quiet', '--detach', 'main'],
      ['commit', '-q', '--allow-empty', '-m', 'car'],
    );
    origin.author.git('checkout', '--quiet', '-B', 'before', before);
    const car = origin.author.commit({ 'db/0.sql': 'DROP TABLE z;\n', '.querygate/rules.yml': 'version: 1\n' });
    const train = combine(car);
    origin.push(train, 'refs/merge-requests/7/train');
    const result = await run(
      checkout(origin, 'work', 'refs/merge-requests/7/train'),
      mergeRequest({
        CI_COMMIT_SHA: train,
        CI_MERGE_REQUEST_EVENT_TYPE: 'merge_train',
        CI_MERGE_REQUEST_DIFF_BASE_SHA: start,
        CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: head,
        CI_MERGE_REQUEST_TARGET_BRANCH_SHA: car,
      }),
    );
    expect(paths(result)).toEqual(['db/2.sql', 'db/3.sql']);
    expect(rulesCommit(result)).toBe(tip);
    // The head has all of the base: the rules after the merge are those of the head.
    expect(await leftAt(result.change)).toBe('nowhere');
  });
});
