import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rewriteFiles } from '../../src/ci/index.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'querygate-rewrite-'));
  mkdirSync(join(root, 'db'));
  writeFileSync(join(root, 'db/1.sql'), 'a;\n');
});
afterEach(() => rmSync(root, { recursive: true }));

const FIRST = { path: 'db/1.sql', before: 'a;\n', after: 'b;\n' };

describe('rewriting files of a checkout', () => {
  it('writes files that are as they were judged, and new ones in new folders', async () => {
    await rewriteFiles(root, [FIRST, { path: 'db/2/up.sql', before: undefined, after: 'c;\n' }]);
    expect(readFileSync(join(root, 'db/1.sql'), 'utf8')).toBe('b;\n');
    expect(readFileSync(join(root, 'db/2/up.sql'), 'utf8')).toBe('c;\n');
  });

  it('renames a file', async () => {
    await rewriteFiles(root, [{ ...FIRST, path: 'db/2.sql', previousPath: 'db/1.sql' }]);
    expect(readFileSync(join(root, 'db/2.sql'), 'utf8')).toBe('b;\n');
    expect(existsSync(join(root, 'db/1.sql'))).toBe(false);
  });

  it.each([
    ['has the new name of another', { ...FIRST, path: 'db/4.sql', previousPath: 'db/1.sql' }, /exists/],
    ['was edited since', { path: 'db/4.sql', previousPath: 'db/1.sql', before: 'x', after: '' }, /not the text/],
    ['was edited since', { path: 'db/1.sql', before: 'x;\n', after: 'b;\n' }, /not the text that was judged/],
    ['is gone', { path: 'db/3.sql', before: 'x;\n', after: 'b;\n' }, /not the text that was judged/],
    ['exists', { path: 'db/1.sql', before: undefined, after: 'b;\n' }, /exists/],
    ['is a link', { path: 'link.sql', before: 'a;\n', after: 'b;\n' }, /symbolic link/],
    ['is behind a link', { path: 'folder/1.sql', before: 'a;\n', after: 'b;\n' }, /symbolic link/],
    [
      'leads out of the checkout',
      { path: '../x.sql', before: undefined, after: 'b;\n' },
      /not a path in the repository/,
    ],
  ])('writes no file if one %s', async (_, file, message) => {
    symlinkSync(join(root, 'db/1.sql'), join(root, 'link.sql'));
    if (message.source === 'exists') writeFileSync(join(root, 'db/4.sql'), 'a;\n');
    symlinkSync(join(root, 'db'), join(root, 'folder'));
    await expect(rewriteFiles(root, [FIRST, file])).rejects.toThrow(message);
    expect(readFileSync(join(root, 'db/1.sql'), 'utf8')).toBe('a;\n');
    expect(existsSync(join(root, '../x.sql'))).toBe(false);
  });
});
