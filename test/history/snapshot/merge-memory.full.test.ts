import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runLines } from '../../../src/history/snapshot/merge.ts';
import { textOf } from '../../../src/history/snapshot/runs.ts';
import { NODE, TOP } from '../../e2e/packaged.ts';
import { history, row } from '../build.ts';

const SNAPSHOTS = 1000;
const ROWS = 400;
/**
 * Megabytes of the heap, beyond which Node gives up. As objects, the rows of all snapshots take more than a gigabyte.
 * Without this limit, the resident memory says how late the collector ran: 370 to 420 MB, here 250.
 */
const MAX_HEAP = 96;
const MAX_RSS = 400;

let folder: string;

/** Writes snapshots that have one half of their rows in common with the next one. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'querygate-merge-memory-'));
  const line = textOf(runLines()(row({ shape: 'SHAPE' })));
  for (let at = 0; at < SNAPSHOTS; at++) {
    const { header } = history([], { identity: at.toString(16).padStart(64, '0'), name: `shard-${at}.json` });
    const rows = Array.from({ length: ROWS }, (_, n) =>
      line.replace('SHAPE', `select ${'column_name, '.repeat(12)} id from orders_${at * (ROWS / 2) + n} where id = ?`),
    );
    const text = `${JSON.stringify({ ...header, rows: ROWS, statements: ROWS })}\n${rows.join('\n')}\n`;
    writeFileSync(join(folder, `${at}.jsonl.gz`), gzipSync(text, { level: 1 }));
  }
});

afterAll(() => rmSync(folder, { recursive: true }));

it('a thousand snapshots are merged in bounded memory', () => {
  const program = `
    const { mergeSnapshots } = await import(${JSON.stringify(join(TOP, 'src/history/index.ts'))});
    const files = Array.from({ length: ${SNAPSHOTS} }, (_, at) => ${JSON.stringify(folder)} + '/' + at + '.jsonl.gz');
    const { rows, statements } = await mergeSnapshots(files, ${JSON.stringify(join(folder, 'all.jsonl.gz'))}, {});
    console.log(JSON.stringify({ rows, statements, rss: process.resourceUsage().maxRSS / 1024 }));
  `;
  const env = { ...process.env, TMPDIR: folder };
  const output = execFileSync(NODE, [`--max-old-space-size=${MAX_HEAP}`, '--input-type=module', '-e', program], {
    encoding: 'utf8',
    env,
  });
  const { rows, statements, rss } = JSON.parse(output.trim().split('\n').at(-1) ?? '');
  expect({ rows, statements }).toEqual({ rows: (SNAPSHOTS + 1) * (ROWS / 2), statements: SNAPSHOTS * ROWS });
  expect(rss).toBeLessThan(MAX_RSS);
  expect(readdirSync(folder).filter((name) => name.startsWith('querygate-'))).toEqual([]);
});
