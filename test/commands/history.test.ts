import { spawnSync } from 'node:child_process';
import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { progressText } from '../../src/commands/history/collect.ts';
import { collectHistoryCommand, mergeHistoryCommand, showHistoryCommand } from '../../src/commands/index.ts';
import { snapshotFrom } from '../../src/history/index.ts';
import { NOW } from '../history/build.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'querygate-history-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const at = (name: string) => join(folder, name);

function log(name: string, lines: readonly unknown[]): string {
  writeFileSync(at(name), lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''));
  return at(name);
}

const QUERY = {
  sql: 'SELECT a FROM t WHERE b = 1 LIMIT 5',
  application: 'web',
  database: 'shop',
  at: '2026-11-02T08:00:00Z',
};

function collected(inputs: readonly string[], output: string, format?: 'jsonl') {
  return collectHistoryCommand({ inputs, output: at(output), dialect: 'postgresql', format, now: NOW });
}

const shown = (text: string) => text.replaceAll(folder, '<folder>');

describe('history collect', () => {
  it('reports what it wrote', async () => {
    const { text, exitCode } = await collected([log('one.jsonl', [QUERY, { ...QUERY, calls: 300 }])], 'one.jsonl.gz');
    expect(exitCode).toBe(0);
    expect(shown(text)).toMatchInlineSnapshot(`
      "wrote <folder>/one.jsonl.gz: 301 executions in 1 row
      window: 2026-11-02T08:00:00.000Z to 2026-11-02T08:00:00.000Z
      unread: 0 (0 % of all); cut off by the source: 0

      source one.jsonl (jsonl, postgresql): 301 executions, 0 unread, 0 cut off, 236 bytes
        2026-11-02T08:00:00.000Z to 2026-11-02T08:00:00.000Z
        holds every call
      "
    `);
  });

  it('warns about unread input, and writes the rest', async () => {
    const { text, exitCode } = await collected([log('odd.jsonl', [QUERY, 'no JSON', '{"sql":1}'])], 'odd.jsonl.gz');
    expect(exitCode).toBe(0);
    expect(shown(text)).toMatchInlineSnapshot(`
      "WARNING: 67 % of the input could not be read: \`simulate\` fails above 1 % (\`max-unread\`)

      wrote <folder>/odd.jsonl.gz: 1 execution in 1 row
      window: 2026-11-02T08:00:00.000Z to 2026-11-02T08:00:00.000Z
      unread: 2 (66.7 % of all); cut off by the source: 0

      source odd.jsonl (jsonl, postgresql): 1 execution, 2 unread, 0 cut off, 130 bytes
        2026-11-02T08:00:00.000Z to 2026-11-02T08:00:00.000Z
        holds every call

      unread in odd.jsonl:
        1  line is not a JSON object
        1  line without \`sql\`
        first occurrences:
        odd.jsonl:2: line is not a JSON object
        odd.jsonl:3: line without \`sql\`
      "
    `);
  });

  it('warns about lost lines, however many calls the other lines stand for', async () => {
    const path = log('many.jsonl', [{ ...QUERY, calls: 1_000_000_000 }, 'no JSON']);
    const { text } = await collected([path], 'many.jsonl.gz');
    expect(text).toMatch(/^WARNING: 50 % of the input could not be read/);
  });

  it('writes nothing if there were no queries, and exits 5', async () => {
    writeFileSync(at('kept.jsonl.gz'), 'an earlier one');
    const { text, exitCode } = await collected(
      [log('nothing.jsonl', ['{"x":1}', '{"y":2}'])],
      'kept.jsonl.gz',
      'jsonl',
    );
    expect(exitCode).toBe(5);
    expect(shown(text)).toMatch(/^nothing written: no executions found in this input\n/);
    expect(readFileSync(at('kept.jsonl.gz'), 'utf8')).toBe('an earlier one');
  });

  it('refuses to overwrite a log, and to collect from a snapshot', async () => {
    const path = log('mine.jsonl', [QUERY]);
    await expect(collected([path], 'mine.jsonl')).rejects.toThrow(
      'is one of the inputs; write the snapshot to another file',
    );
    await collected([path], 'mine.jsonl.gz');
    await expect(collected([at('mine.jsonl.gz')], 'x.gz')).rejects.toThrow('this is already a snapshot');
  });

  it.each([
    [{ memory: 8 }, '`--memory 8` is too small: the minimum is 16 (megabytes)'],
    [{ maxVariants: 0 }, '`--max-variants` must be 1 or more'],
    [{ completeness: ['all'] }, '`--completeness all` is not known: use `every-call`, `sampled`, `top-n`, '],
    [{ completeness: ['every-call', 'top-n'] }, '`--completeness every-call` contradicts another'],
    [{ workers: 100 }, '`--workers 100` must be an integer from 1 to 64'],
  ])('rejects %j', async (options, message) => {
    const request = { inputs: [log('o.jsonl', [QUERY])], output: at('o.gz'), now: NOW, ...options };
    await expect(collectHistoryCommand(request)).rejects.toThrow(message);
  });
});

// A pipe stands for a device here: a test must not touch a real one.
describe('the file that history collect and merge write', () => {
  const executions = async (path: string) => (await snapshotFrom(path)).header.statements;
  const commands: [string, (output: string) => Promise<unknown>][] = [
    ['collect', (output) => collected([log('source.jsonl', [QUERY])], output)],
    [
      'merge',
      async (output) => {
        await collected([log('part.jsonl', [QUERY])], 'part.jsonl.gz');
        await mergeHistoryCommand({ files: [at('part.jsonl.gz')], output: at(output), allowOverlap: false });
      },
    ],
  ];

  it.each(commands)('%s writes through a pipe and leaves it a pipe', async (name, write) => {
    const pipe = `${name}-pipe`;
    expect(spawnSync('mkfifo', [at(pipe)]).status).toBe(0);
    const before = readdirSync(folder);
    const read = readFile(at(pipe));
    await write(pipe);
    const bytes = await read;
    expect(lstatSync(at(pipe)).isFIFO()).toBe(true);
    expect((await snapshotFrom({ name: 'h.jsonl', bytes })).header.statements).toBe(1);
    expect(readdirSync(folder).filter((file) => !before.includes(file) && file.includes('pipe'))).toEqual([]);
  });

  it.each(commands)('%s follows a link to a file and leaves it a link', async (name, write) => {
    writeFileSync(at(`${name}-target.jsonl.gz`), 'old');
    symlinkSync(at(`${name}-target.jsonl.gz`), at(`${name}-link.jsonl.gz`));
    await write(`${name}-link.jsonl.gz`);
    expect(lstatSync(at(`${name}-link.jsonl.gz`)).isSymbolicLink()).toBe(true);
    expect(await executions(at(`${name}-target.jsonl.gz`))).toBe(1);
  });

  it.each(commands)('%s refuses a link to a file that does not exist', async (name, write) => {
    symlinkSync(at('nothing'), at(`${name}-dangling`));
    await expect(write(`${name}-dangling`)).rejects.toThrow('is a symbolic link to a file that does not exist');
    expect(lstatSync(at(`${name}-dangling`)).isSymbolicLink()).toBe(true);
  });
});

describe('history show', () => {
  it('prints text, or the same as JSON', async () => {
    await collected([log('shown.jsonl', [QUERY])], 'shown.jsonl.gz');
    const request = { file: at('shown.jsonl.gz'), top: 5, now: NOW };
    const { text } = await showHistoryCommand({ ...request, json: false });
    expect(text).toContain('1 execution in 1 row, 1 flow');
    const { text: json } = await showHistoryCommand({ ...request, json: true });
    expect(JSON.parse(json)).toMatchObject({ ageDays: 18, top: [{ application: 'web', calls: 1 }] });
  });
});

describe('history merge', () => {
  it('merges snapshots', async () => {
    await collected([log('a.jsonl', [QUERY])], 'a.jsonl.gz');
    await collected([log('b.jsonl', [{ ...QUERY, calls: 2 }])], 'b.jsonl.gz');
    const request = { output: at('c.jsonl.gz'), allowOverlap: false, now: NOW };
    const { text } = await mergeHistoryCommand({ ...request, files: [at('a.jsonl.gz'), at('b.jsonl.gz')] });
    expect(shown(text)).toMatch(/^wrote <folder>\/c\.jsonl\.gz: 3 executions in 1 row\n/);
    await expect(mergeHistoryCommand({ ...request, files: [at('a.jsonl.gz'), at('c.jsonl.gz')] })).rejects.toThrow(
      '`a.jsonl` is in two of the snapshots',
    );
  });
});

describe('progress', () => {
  it.each([
    [{ done: 0, total: 2_600_000_000, bytesPerSecond: 0, secondsLeft: undefined }, '0 % of 2.6 GB, 0 B/s'],
    [
      { done: 1_170_000_000, total: 2_600_000_000, bytesPerSecond: 180_000_000, secondsLeft: 7.94 },
      '45 % of 2.6 GB, 180 MB/s, 8 s left',
    ],
    [
      { done: 999_500, total: 100_000_000_000_000, bytesPerSecond: 999_499, secondsLeft: 100_000 },
      '0 % of 100 TB, 999 kB/s, 28 h left',
    ],
    [{ done: 5, total: undefined, bytesPerSecond: 1234, secondsLeft: undefined }, '5 B read, 1.23 kB/s'],
    [{ done: 0, total: 0, bytesPerSecond: 0, secondsLeft: undefined }, '100 % of 0 B, 0 B/s'],
    [{ done: 1, total: 2, bytesPerSecond: 1, secondsLeft: 101 }, '50 % of 2 B, 1 B/s, 2 min left'],
  ])('%j is shown as %s', (progress, text) => {
    expect(progressText(progress)).toBe(text);
  });
});
