import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeJsonlog } from '../../bench/log/jsonlog.ts';
import { LogFile } from '../../bench/log/log-file.ts';
import { writeSlowLog } from '../../bench/log/slow-log.ts';
import { readHistory } from '../../src/history/index.ts';
import { NOW } from './build.ts';

const SIZE = 1_500_000;
const LOGS = [
  {
    name: 'postgresql.json',
    write: writeJsonlog,
    dialect: 'postgresql',
    applications: ['storefront-*-*', 'backoffice'],
  },
  { name: 'mariadb-slow.log', write: writeSlowLog, dialect: 'mariadb', applications: [undefined] },
] as const;

describe.each(LOGS)('the generated $name', ({ name, write, dialect, applications }) => {
  let folder = '';
  const made = (path: string) => {
    const file = new LogFile(path, SIZE);
    write(file);
    file.close();
    return path;
  };

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'querygate-logs-'));
    made(join(folder, name));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is the same each time', () => {
    const digest = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');
    expect(digest(made(join(folder, 'again')))).toBe(digest(join(folder, name)));
  });

  it('is read completely, and resembles production traffic', async () => {
    const { header, rows } = await readHistory([join(folder, name)], { now: NOW, dialect });
    expect(header.unread).toBe(0);
    expect(header.truncated).toBe(0);
    expect(header.statements).toBeGreaterThan(1000);
    expect(rows.filter(({ unreadable }) => unreadable !== undefined)).toEqual([]);
    const kinds = new Set(rows.flatMap(({ operations }) => operations.map(({ kind }) => kind)));
    for (const kind of ['select', 'insert', 'update', 'delete'] as const) expect(kinds).toContain(kind);
    const all = new Set(rows.map(({ caller }) => caller.application));
    for (const application of applications) expect(all).toContain(application);
    const days = new Set(rows.flatMap(({ days }) => Object.keys(days)));
    expect(days.size).toBeGreaterThan(10);
    for (const fact of ['limit', 'offset', 'longestInList', 'valuesRows'] as const) {
      expect(new Set(rows.map(({ facts }) => facts[fact])).size, fact).toBeGreaterThan(5);
    }
    expect(rows.some(({ facts }) => facts.leadingWildcard)).toBe(true);
  });
});
