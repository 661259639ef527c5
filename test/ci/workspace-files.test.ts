import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type WorkspaceFiles, workspaceFiles } from '../../src/ci/index.ts';
import { newOrigin, type Origin, repository } from './repository.ts';

let origin: Origin;
let root: string;
let files: WorkspaceFiles;
beforeEach(() => {
  origin = newOrigin();
  root = origin.author.dir;
  const { author } = origin;
  author.commit({
    'tracked.gz': 'head',
    'logs/tracked.gz': 'head',
    'out-link': { link: '../outside' },
    'link.gz': { link: 'restored.gz' },
  });
  put('restored.gz');
  put('logs/restored.gz');
  put('../outside/far.gz');
  files = workspaceFiles(root);
});
afterEach(() => origin.dispose());

function put(path: string): string {
  const at = join(root, path);
  mkdirSync(dirname(at), { recursive: true });
  writeFileSync(at, 'x');
  return at;
}

describe('a file that is not in the commit', () => {
  it.each(['restored.gz', './logs/restored.gz', '../outside/far.gz'])('is found at %j', async (path) => {
    expect(await files.find(path)).toEqual({ kind: 'file', at: realpathSync(join(root, path)) });
    expect(await files.find(join(root, path))).toMatchObject({ kind: 'file' });
  });

  it.each([
    ['tracked.gz', 'tracked.gz'],
    ['logs/tracked.gz', 'logs/tracked.gz'],
    ['link.gz', 'link.gz'],
    ['out-link/far.gz', 'out-link'],
  ])('is not %j, which the commit contains', async (path, tracked) => {
    expect(await files.find(path)).toEqual({ kind: 'tracked', path: tracked });
    expect(await files.find(join(root, path))).toEqual({ kind: 'tracked', path: tracked });
  });

  it.each([
    ['untracked-link.gz', 'tracked.gz', 'tracked.gz'],
    ['untracked-way.gz', 'out-link/far.gz', 'out-link'],
  ])('is not reached through %j, a link from another step to a file of the commit', async (name, target, tracked) => {
    symlinkSync(target, join(root, name));
    expect(await files.find(name)).toEqual({ kind: 'tracked', path: tracked });
  });

  it('is reached through a link that another step created', async () => {
    symlinkSync('../outside', join(root, 'cache'));
    expect(await files.find('cache/far.gz')).toEqual({
      kind: 'file',
      at: realpathSync(join(root, '../outside/far.gz')),
    });
  });

  it('is missing if nothing is there, or if links form a cycle', async () => {
    symlinkSync('round.gz', join(root, 'round.gz'));
    for (const path of ['none.gz', 'none/none.gz', 'restored.gz/below', 'round.gz'])
      expect(await files.find(path)).toEqual({ kind: 'missing' });
  });

  it('is not a staged file, nor a file of a submodule', async () => {
    put('staged.gz');
    origin.author.git('add', 'staged.gz');
    expect(await files.find('staged.gz')).toMatchObject({ kind: 'tracked' });
    const other = repository(join(origin.root, 'other'));
    other.git('init', '--quiet');
    other.commit({ 'history.gz': 'of the pull request' });
    origin.author.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', other.dir, 'sub');
    origin.author.commit({});
    expect(await workspaceFiles(root).find('sub/history.gz')).toMatchObject({ kind: 'tracked' });
  });

  it('can be in a separate checkout that the commit does not track', async () => {
    const other = repository(join(root, 'telemetry'));
    other.git('init', '--quiet');
    other.commit({ 'history.gz': 'x' });
    expect(await files.find('telemetry/history.gz')).toMatchObject({ kind: 'file' });
  });

  it('is listed with the other files of its folder, without links', async () => {
    expect(await files.list('logs')).toEqual(['logs/restored.gz', 'logs/tracked.gz']);
    expect(await files.list('../outside')).toEqual([join(root, '../outside/far.gz')]);
    expect(await files.list('out-link')).toEqual([]);
    expect(await files.list('')).toContain('restored.gz');
    expect(await files.list('')).not.toContain('link.gz');
  });

  it('can be any file if all files are the user’s own', async () => {
    const own = workspaceFiles(root, { own: true });
    for (const path of ['tracked.gz', 'link.gz', 'out-link/far.gz'])
      expect(await own.find(path)).toMatchObject({ kind: 'file' });
  });

  it('can be any file if there is no git repository', async () => {
    const plain = workspaceFiles(join(origin.root, 'outside'));
    expect(await plain.find('far.gz')).toMatchObject({ kind: 'file' });
  });
});
