import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Folder, newFolder, querygate, shell } from './client.ts';

const ESC = String.fromCharCode(27);

let folder: Folder;
beforeAll(() => {
  folder = newFolder();
  const query = { sql: 'SELECT a FROM t LIMIT 5', application: 'web', database: 'shop', at: '2026-11-02T08:00:00Z' };
  folder.write({
    'log.jsonl': `${JSON.stringify(query)}\n${JSON.stringify({ ...query, calls: 99 })}\n`,
    'other.jsonl': `${JSON.stringify({ ...query, at: '2026-11-03T08:00:00Z' })}\n`,
    'nothing.jsonl': '{"sql": 1}\n',
    [`odd${ESC}[2K\n::error::x.jsonl`]: `${JSON.stringify({ ...query, application: `a${ESC}[31m\n::error::owned` })}\n`,
  });
});
afterAll(() => folder.remove());

const run = (...args: readonly string[]) => querygate(['history', ...args], { cwd: folder.dir });

describe('querygate history', () => {
  it('collects, shows and merges', async () => {
    const collected = await run('collect', 'log.jsonl', '-o', 'made/log.jsonl.gz', '--dialect', 'postgresql');
    expect([collected.code, collected.stderr]).toEqual([0, '']);
    expect(collected.stdout).toContain('wrote made/log.jsonl.gz: 100 executions in 1 row\n');
    const piped = await shell(
      'cat other.jsonl | querygate history collect - -o other.jsonl.gz --format jsonl --dialect mysql --workers 2',
      { cwd: folder.dir },
    );
    expect([piped.code, piped.stderr]).toEqual([0, '']);
    const merged = await run('merge', 'made/log.jsonl.gz', 'other.jsonl.gz', '-o', 'all.jsonl.gz');
    expect(merged.stdout).toContain('wrote all.jsonl.gz: 101 executions in 2 rows\n');
    const shown = await run('show', 'all.jsonl.gz', '--format', 'json');
    expect((await run('show', 'all.jsonl.gz', '--json')).stdout).toBe(shown.stdout);
    expect(JSON.parse(shown.stdout)).toMatchObject({ flows: 2, header: { rows: 2, statements: 101 } });
    expect((await run('show', 'all.jsonl.gz', '--top', '1')).stdout).toContain('the 1 largest of 2 flows');
  });

  it('proposes patterns for names that change, and records them as one', async () => {
    const query = { sql: 'SELECT a FROM t', at: '2026-11-02T08:00:00Z' };
    const lines = Array.from({ length: 12 }, (_, n) => JSON.stringify({ ...query, database: `tenant_${48200 + n}` }));
    folder.write({ 'tenants.jsonl': lines.join('\n') });
    const collect = (...more: readonly string[]) =>
      run('collect', 'tenants.jsonl', '-o', 'tenants.gz', '--dialect', 'postgresql', ...more);
    expect((await collect()).stdout).toContain(
      "\n12 database names are like `tenant_*`, and each is a caller with flows of its own; to record them as one, pass `--caller-pattern 'database=tenant_*'`\n",
    );
    const { stdout } = await collect('--caller-pattern', 'database=tenant_*');
    expect(stdout).toContain('12 executions in 1 row\n');
    expect(stdout).not.toContain('--caller-pattern');
  });

  it.each([
    [
      'collect log.jsonl -o x.gz --caller-pattern tenant_*',
      2,
      'querygate: `--caller-pattern tenant_*`: expected `user`',
    ],
    [
      'collect log.jsonl -o x.gz --caller-pattern database=shop',
      2,
      'and a pattern with `*`, such as `database=tenant_*`',
    ],
    ['collect nothing.jsonl -o x.gz --format jsonl --dialect mysql', 5, 'nothing written'],
    ['collect log.jsonl', 2, 'querygate: required option `-o, --output <file>` not specified'],
    ['collect log.jsonl -o x.gz', 2, 'querygate: log.jsonl: JSON Lines do not name the dialect'],
    ['collect missing.jsonl -o x.gz', 2, 'querygate: cannot read `missing.jsonl`: no such file'],
    ['collect log.jsonl -o log.jsonl --dialect mysql', 2, 'querygate: `log.jsonl` is one of the inputs'],
    ['collect log.jsonl -o x.gz --memory 1', 2, 'querygate: `--memory 1` is too small'],
    ['show log.jsonl', 2, 'querygate: log.jsonl:1: the first line is not a snapshot header'],
    ['merge log.jsonl -o x.gz', 2, 'querygate: log.jsonl:1: the first line is not a snapshot header'],
  ])('%s exits %i', async (command, code, message) => {
    const result = await run(...command.split(' '));
    expect(result.stdout + result.stderr).toContain(message);
    expect(result.code).toBe(code);
    expect(readdirSync(folder.dir)).not.toContain('x.gz');
  });

  it('escapes untrusted names', async () => {
    const [odd = ''] = readdirSync(folder.dir).filter((name) => name.startsWith('odd'));
    const collected = await run('collect', odd, '-o', 'odd.gz', '--dialect', 'postgresql');
    const outputs = [collected, await run('show', 'odd.gz'), await run('show', 'odd.gz', '--json')];
    for (const { code, stdout } of outputs) {
      expect(code).toBe(0);
      expect(stdout).toContain('error::');
      expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]|^\s*::/m);
    }
  });
});
