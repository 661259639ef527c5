import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { renderDiff } from '../../src/report/index.ts';

const LINES = Array.from({ length: 30 }, (_, at) => `line ${at};\n`).join('');

describe('the diff of fixes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'querygate-diff-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    ['one line', 'a.sql', 'a;\nb;\nc;\n', 'a;\nB;\nc;\n'],
    ['two places that are far apart', 'a.sql', LINES, LINES.replace('line 2;', 'x;\ny;').replace('line 25;\n', '')],
    ['two places that share their context', 'a.sql', LINES, LINES.replace('line 2;', 'x;').replace('line 8;', 'y;')],
    ['a first and a last line', 'a.sql', LINES, `first;\n${LINES}last;\n`],
    ['no line end', 'a.sql', 'a;\nb;', 'a;\nb;\nc;'],
    ['a line end that is added', 'a.sql', 'a;\nb;', 'a;\nb;\n'],
    ['line ends of Windows', 'a.sql', 'a;\r\nb;\r\n', 'a;\r\nB;\r\n'],
    ['a file that becomes empty', 'a.sql', 'a;\n', ''],
    ['a new file', 'b/c.sql', undefined, 'a;\nb;\n'],
    ['a name with a space and umlauts', 'ä b/"c".sql', 'a;\n', 'b;\n'],
    ['more lines than are compared', 'a.sql', LINES.repeat(100), `x;\n${LINES.repeat(90)}y;\n`],
  ])('%s: git applies it', (_, path, before, after) => {
    const at = join(folder, path);
    rmSync(at, { force: true });
    mkdirSync(dirname(at), { recursive: true });
    if (before !== undefined) writeFileSync(at, before);
    const input = renderDiff([{ path, before, after }]);
    execFileSync('git', ['apply', '--whitespace=nowarn', '-'], { cwd: folder, input });
    expect(readFileSync(at, 'utf8')).toBe(after);
  });

  it.each([
    ['with another text', 'b;\n'],
    ['with the same text', 'a;\n'],
  ])('a file that is renamed, %s: git applies it', (_, after) => {
    writeFileSync(join(folder, 'old.sql'), 'a;\n');
    const input = renderDiff([{ path: 'new.sql', previousPath: 'old.sql', before: 'a;\n', after }]);
    execFileSync('git', ['apply', '-'], { cwd: folder, input });
    expect(readFileSync(join(folder, 'new.sql'), 'utf8')).toBe(after);
    expect(existsSync(join(folder, 'old.sql'))).toBe(false);
    rmSync(join(folder, 'new.sql'));
  });

  it('is empty for files that stay as they are', () => {
    expect(renderDiff([{ path: 'a.sql', before: 'a;\n', after: 'a;\n' }])).toBe('');
  });
});
