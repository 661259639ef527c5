import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadEngine } from '../../../bench/precision/engine.ts';
import { type Measured, measure } from '../../../bench/precision/measure.ts';
import { pullsOf } from '../../../bench/precision/pulls.ts';
import { cloneCommand, cloneOf } from '../../../bench/precision/repositories.ts';
import { type Repository, repository } from '../../ci/repository.ts';

const ROOT = join(import.meta.dirname, '../../..');

let folder: string;
let clone: Repository;
const commits: Record<string, string> = {};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'querygate-precision-'));
  clone = repository(join(folder, 'owner+name'));
  clone.git('init', '--quiet', '--initial-branch=main');
  const table = 'CREATE TABLE users (id bigint PRIMARY KEY, name text);\n';
  commits['first'] = clone.commit({ 'db/1.sql': table, 'db/old.sql': 'SELECT 1;\n' });
  commits['code'] = clone.commit({ 'main.js': '1;\n' });
  commits['harmless'] = clone.commit({ 'db/2.sql': 'ALTER TABLE users ADD COLUMN age int;\n' });
  commits['delete'] = clone.commit({ 'db/old.sql': null });
  clone.git('checkout', '--quiet', '-b', 'feature');
  commits['branch'] = clone.commit({ 'db/3.sql': '-- drops\nDROP TABLE users;\n' });
  clone.git('checkout', '--quiet', 'main');
  clone.git('merge', '--quiet', '--no-ff', '-m', 'merge', 'feature');
  commits['merge'] = clone.git('rev-parse', 'HEAD');
  commits['index'] = clone.commit({ 'db/4.sql': 'CREATE INDEX users_name ON users (name);\n' });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('pullsOf', () => {
  const heads = (newest: number) => pullsOf(clone.dir, commits['index'] ?? '', newest).map(({ head }) => head);

  it('lists the commits and merges of the main line that add or change SQL files, newest first', () => {
    expect(heads(10)).toEqual([commits['index'], commits['merge'], commits['harmless']]);
  });

  it('lists no more than asked for', () => {
    expect(heads(1)).toEqual([commits['index']]);
  });

  it('takes the first parent as the base', () => {
    const merge = pullsOf(clone.dir, commits['index'] ?? '', 10)[1];
    expect(merge?.base).toBe(commits['delete']);
  });
});

describe('measure', () => {
  let pulls: readonly Measured[];
  beforeAll(async () => {
    const listed = { name: 'owner/name', commit: commits['index'] ?? '', dialect: 'postgresql' } as const;
    ({ pulls } = await measure(await loadEngine(ROOT), clone.dir, listed, 10, () => {}));
  });

  it('replays each change under the rules that init writes', () => {
    expect(pulls.map(({ red, files, error }) => ({ red, files, error }))).toEqual([
      { red: false, files: 1, error: undefined },
      { red: true, files: 1, error: undefined },
      { red: false, files: 1, error: undefined },
    ]);
  });

  it('configures each change as its base commit was, not as the newest one is', async () => {
    const moved = repository(join(folder, 'owner+moved'));
    moved.git('init', '--quiet', '--initial-branch=main');
    moved.commit({ 'old/1_a.up.sql': 'CREATE TABLE t (id int);\n', 'old/1_a.down.sql': 'DROP TABLE t;\n' });
    moved.commit({ 'old/2_b.up.sql': 'CREATE TABLE u (id int);\n', 'old/2_b.down.sql': 'DROP TABLE u;\n' });
    moved.commit({
      'old/1_a.up.sql': null,
      'old/1_a.down.sql': null,
      'old/2_b.up.sql': null,
      'old/2_b.down.sql': null,
    });
    const commit = moved.commit({ 'new/1.sql': 'CREATE TABLE t (id int);\n' });
    const listed = { name: 'owner/moved', commit, dialect: 'postgresql' } as const;
    const measured = await measure(await loadEngine(ROOT), moved.dir, listed, 10, () => {});
    expect(measured.pulls.map(({ red, error }) => ({ red, error }))).toEqual([
      { red: false, error: undefined },
      { red: false, error: undefined },
    ]);
  });

  it('keeps rule, place and statement of each finding', () => {
    expect(pulls[1]?.findings).toMatchObject([
      {
        rule: 'no-drop-table',
        verdict: 'block',
        file: 'db/3.sql',
        line: 2,
        kind: 'drop_table',
        text: 'DROP TABLE users',
      },
    ]);
  });

  it('runs squawk on the same files', () => {
    expect(pulls[0]?.squawk).toContain('require-concurrent-index-creation');
    expect(pulls[0]?.locks).toMatchObject([
      { file: 'db/4.sql', line: 1, squawk: ['require-concurrent-index-creation'] },
    ]);
  });
});

describe('measure of a repository whose dialect is not known', () => {
  it('counts pull requests that could not be checked as errors, not as passed', async () => {
    const listed = { name: 'owner/name', commit: commits['index'] ?? '' };
    const { pulls } = await measure(await loadEngine(ROOT), clone.dir, listed, 1, () => {});
    expect(pulls).toMatchObject([{ red: false, error: expect.stringContaining('no dialect is set'), findings: [] }]);
  });
});

describe('cloneOf', () => {
  it('finds a clone by owner+name and by owner/name', () => {
    const place = join(folder, 'other', 'project');
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, 'HEAD'), '');
    expect(cloneOf(folder, { name: 'owner/name' })).toBe(clone.dir);
    expect(cloneOf(folder, { name: 'other/project' })).toBe(place);
    expect(cloneOf(folder, { name: 'owner/missing' })).toBeUndefined();
  });

  it('says how to clone a repository that is missing', () => {
    expect(cloneCommand('/clones', { name: 'owner/name', commit: 'a'.repeat(40) })).toBe(
      `git clone https://github.com/owner/name /clones/owner/name && git -C /clones/owner/name checkout ${'a'.repeat(40)}`,
    );
  });
});
