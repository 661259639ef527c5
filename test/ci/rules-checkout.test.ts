import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rulesCheckout } from '../../src/ci/index.ts';
import { newOrigin, type Origin, type Repository, repository } from './repository.ts';

let origin: Origin;
let root: string;
beforeEach(() => {
  origin = newOrigin();
  root = origin.author.dir;
  origin.author.commit({ 'rules.yml': 'own', 'policy2/rules.yml': 'own' });
});
afterEach(() => origin.dispose());

/** A repository with a ruleset, as another checkout step of the workflow creates it. */
function policy(dir: string): { work: Repository; commit: string } {
  const work = repository(dir);
  work.git('init', '--quiet');
  return { work, commit: work.commit({ 'rules/base.yml': 'trusted' }) };
}

describe('a ruleset of another checkout', () => {
  it.each(['rules.yml', 'policy2', 'none.yml', '.querygate/rules.yml', '.', 'querygate:recommended@1'])(
    'is not %j of the repository itself',
    async (path) => expect(await rulesCheckout(root, path)).toBeUndefined(),
  );

  it('can be checked out below the workspace, and is read from its commit', async () => {
    const { work, commit } = policy(join(root, 'policy'));
    work.write({ 'rules/base.yml': 'edited since' });
    const found = await rulesCheckout(root, 'policy/rules/base.yml');
    expect(found?.entry).toBe('rules/base.yml');
    expect(found?.tree).toMatchObject({ commit, label: `policy at ${commit.slice(0, 7)}` });
    const entry = await found?.tree.read('rules/base.yml');
    expect(entry?.kind === 'file' && Buffer.from(entry.bytes).toString()).toBe('trusted');
    expect((await rulesCheckout(root, join(root, 'policy')))?.entry).toBe('');
  });

  it('can be outside of the workspace, in git or not', async () => {
    const { commit } = policy(join(origin.root, 'outside'));
    expect((await rulesCheckout(root, '../outside/rules'))?.tree.commit).toBe(commit);
    mkdirSync(join(origin.root, 'plain'));
    writeFileSync(join(origin.root, 'plain/rules.yml'), 'x');
    expect(await rulesCheckout(root, '../plain/rules.yml')).toMatchObject({ entry: 'rules.yml' });
    expect(await rulesCheckout(root, join(origin.root, 'plain'))).toMatchObject({ entry: '' });
    await expect(rulesCheckout(root, '../nothing')).rejects.toThrow(/no ruleset at `..\/nothing`/);
  });

  it('is never a submodule at any depth, because the pull request chooses its commit', async () => {
    const { commit } = policy(join(root, 'sub'));
    origin.author.git('update-index', '--add', '--cacheinfo', `160000,${commit},sub`);
    origin.author.git('commit', '-q', '-m', 'submodule');
    expect(await rulesCheckout(root, 'sub/rules/base.yml')).toBeUndefined();
    policy(join(root, 'sub/inner'));
    expect(await rulesCheckout(root, 'sub/inner/rules/base.yml')).toBeUndefined();
  });

  it('is never behind a link of the checkout, nor in a folder where the pull request has files', async () => {
    policy(join(origin.root, 'outside'));
    symlinkSync(join(origin.root, 'outside'), join(root, 'link'));
    expect(await rulesCheckout(root, 'link/rules/base.yml')).toBeUndefined();
    policy(join(root, 'policy2'));
    expect(await rulesCheckout(root, 'policy2/rules/base.yml')).toBeUndefined();
  });
});
