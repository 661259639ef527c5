import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readHistory } from '../../../src/history/index.ts';
import { HISTORY_SOURCES } from '../../../src/model/index.ts';
import { NOW } from '../build.ts';
import { Canaries } from './canaries.ts';
import { canaryLogs } from './canary-logs.ts';

// Uses the program's own threads on logs of every kind: the history does not depend on their number.

const WORKER = new URL('../../../src/entry/cli/history-worker.ts', import.meta.url);
const FIXTURES = fileURLToPath(new URL('../fixtures/', import.meta.url));
/** A format that is converted to JSON Lines first (docs/history-sources.md). */
const OTHER = 'server-audit.log';

let folder: string;
let inputs: readonly string[];
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'querygate-workers-'));
  const written = readdirSync(FIXTURES, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:log|csv|tsv|jsonl|csvlog|jsonlog|text)$/.test(name) && name !== OTHER)
    .map((name) => join(FIXTURES, name));
  const made = canaryLogs(new Canaries()).map(({ kind, dialect, text }, at) => {
    const path = join(folder, `${at}-${kind}-${dialect}`);
    writeFileSync(path, text);
    return path;
  });
  inputs = [...written, ...made];
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('any number of threads gives the same history for every kind of log', async () => {
  const options = { now: NOW, dialect: 'postgresql' as const, workerUrl: WORKER, allowOverlap: true };
  const alone = await readHistory(inputs, { ...options, workers: 1 });
  expect(new Set(alone.header.sources.map(({ kind }) => kind))).toEqual(new Set(Object.keys(HISTORY_SOURCES)));
  expect(alone.header.sources.every(({ statements }) => statements > 0)).toBe(true);
  const { header, rows } = await readHistory(inputs, { ...options, workers: 3 });
  for (const [at, source] of header.sources.entries()) expect(source).toEqual(alone.header.sources[at]);
  expect(header).toEqual(alone.header);
  expect(rows).toEqual(alone.rows);
});
