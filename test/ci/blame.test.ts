import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { gitBlame } from '../../src/ci/index.ts';
import { type Repository, repository } from './repository.ts';

let folder: string;
let work: Repository;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'querygate-blame-'));
  work = repository(join(folder, 'work'));
  work.git('init', '--quiet', '--initial-branch=main');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const blame = async (path: string, lines: readonly number[], root = work.dir) => [
  ...(await (await gitBlame(root))(path, lines)),
];

describe('the last editor of a line', () => {
  it('is found for each line that is asked for', async () => {
    const first = work.commit({ 'a.sql': 'one\ntwo\nthree\n' });
    work.git('config', 'user.name', 'ignored');
    work.write({ 'a.sql': 'one\nTWO\nthree\n' });
    work.git('add', '--all');
    work.git(
      'commit',
      '--quiet',
      '--message',
      'x',
      '--author',
      'Second <s@example.com>',
      '--date',
      '2026-03-04T23:00:00-0500',
    );
    const second = work.git('rev-parse', 'HEAD');
    expect(await blame('a.sql', [3, 2])).toEqual([
      [2, { name: 'Second', date: '2026-03-05', commit: second }],
      [3, { name: 'Test', date: '2026-01-02', commit: first }],
    ]);
  });

  it('is unknown for a line that is not committed, and the others are found', async () => {
    const commit = work.commit({ 'a.sql': 'one\n' });
    work.write({ 'a.sql': 'zero\none\n', 'new.sql': 'x\n' });
    expect(await blame('a.sql', [1, 2])).toEqual([[2, { name: 'Test', date: '2026-01-02', commit }]]);
    expect(await blame('new.sql', [1])).toEqual([]);
    expect(await blame('missing.sql', [1])).toEqual([]);
  });

  it('is unknown in a shallow clone for lines that are older', async () => {
    work.commit({ 'a.sql': 'old\n' });
    const recent = work.commit({ 'a.sql': 'old\nnew\n' });
    work.commit({ 'b.sql': 'x\n' });
    work.git('clone', '--quiet', '--depth', '2', `file://${work.dir}`, join(folder, 'shallow'));
    expect(await blame('a.sql', [1, 2], join(folder, 'shallow'))).toEqual([]);
    work.git('clone', '--quiet', `file://${work.dir}`, join(folder, 'full'));
    expect((await blame('a.sql', [1, 2], join(folder, 'full'))).map(([, { commit }]) => commit)).toContain(recent);
  });

  it.each(['--contents=x', ':(glob)*', '-L1', 'a b\n.sql'])(
    'is found for a file with a hostile name: %j',
    async (path) => {
      const commit = work.commit({ [path]: '\tauthor Mallory\nauthor Mallory\n' });
      expect(await blame(path, [1, 2])).toEqual([
        [1, { name: 'Test', date: '2026-01-02', commit }],
        [2, { name: 'Test', date: '2026-01-02', commit }],
      ]);
    },
  );

  it('starts no program of the repository', async () => {
    work.commit({ 'a.sql': 'x\n', '.gitattributes': '*.sql diff=evil\n' });
    work.git('config', 'diff.evil.textconv', `touch ${join(folder, 'ran')}; cat`);
    expect(await blame('a.sql', [1])).toHaveLength(1);
    expect(() => work.git('hash-object', join(folder, 'ran'))).toThrow();
  });
});
