import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { snapshotFrom } from '../../src/history/index.ts';
import { FACTS_VERSION, type History, type HistoryHeader } from '../../src/model/index.ts';
import type { Context } from '../../src/server/context/types.ts';
import { readSnapshot } from '../../src/server/engine/tasks/read-snapshot.ts';
import { hashOfRow } from '../../src/server/engine/tasks/stored-row.ts';
import { addHistory, lockHistoryShared } from '../../src/server/history/add-history.ts';
import { importSnapshot } from '../../src/server/history/import-snapshot.ts';
import { historySnapshot } from '../../src/server/history/snapshot.ts';
import type { Database } from '../../src/server/store/database.ts';
import { migrate } from '../../src/server/store/migrate.ts';
import { openDatabase } from '../../src/server/store/open.ts';
import { storeImage } from './store-image.ts';
import { addWorkspace, NOON } from './test-store.ts';
import { by } from './traffic.ts';

// A store as the version before the second migration left it, with rows of facts version 1.

const FILE = new URL('../history/fixtures/version-1.jsonl', import.meta.url);
const BYTES = readFileSync(FILE);
const [HEADER = '', ...LINES] = BYTES.toString().trimEnd().split('\n');
const ROWS = LINES.map((line) => `${line.slice(0, line.indexOf(',"days"'))}}`);
const [DROP = '', UPDATE = ''] = ROWS;

let db: Database;
let ctx: Context;

async function addVersion1(workspace: string): Promise<void> {
  await addWorkspace(db, workspace);
  await db.query(
    `INSERT INTO history_sources (workspace_id, source, hash, header, collected_on, imported_at)
     VALUES ($1, 'imp_1', $2, $3, '2026-11-20', $4)`,
    [workspace, new Uint8Array([1]), HEADER, NOON],
  );
  for (const [row, source] of [
    [DROP, 'imp_1'],
    [UPDATE, 'events'],
  ] as const) {
    const hash = new Uint8Array(createHash('sha256').update(row).digest());
    await db.query('INSERT INTO history_rows (workspace_id, row_hash, row) VALUES ($1, $2, $3)', [
      workspace,
      hash,
      row,
    ]);
    await db.query(
      `INSERT INTO history_days (workspace_id, row_hash, day, source, calls) VALUES ($1, $2, '2026-11-19', $3, 5)`,
      [workspace, hash, source],
    );
  }
}

beforeAll(async () => {
  db = await openDatabase({ memory: true, image: await storeImage() });
  ctx = { db, now: () => NOON };
  const folder = mkdtempSync(join(tmpdir(), 'querygate-version-1-'));
  mkdirSync(folder, { recursive: true });
  const first = '0001_initial.sql';
  cpSync(new URL(`../../src/server/store/migrations/former/${first}`, import.meta.url), join(folder, first));
  await migrate(db, pathToFileURL(`${folder}/`));
  rmSync(folder, { recursive: true });
  for (const workspace of ['read', 'mixed', 'import']) await addVersion1(workspace);
  expect(await migrate(db)).toContain('0002_facts_version');
});
afterAll(() => db.close());

async function read(workspace: string): Promise<History> {
  const { bytes } = await historySnapshot(ctx, workspace);
  return snapshotFrom({ name: 'of the service', bytes });
}

function lacking({ sources }: HistoryHeader): string[] {
  return sources.filter(({ notCarried }) => notCarried.includes('operation.rebuilt')).map(({ name }) => name);
}

it('rows stored under version 1 do not know the facts of version 2 after the store is migrated', async () => {
  const { header, rows } = await read('read');
  expect(header).toMatchObject({ factsVersion: FACTS_VERSION, rows: 2, statements: 10 });
  expect(rows.map(({ operations }) => [operations[0]?.kind, operations[0]?.rebuilt]).sort()).toEqual([
    ['drop_table', undefined],
    ['update', undefined],
  ]);
  expect(rows[0]?.facts.pinnedColumns).toBeUndefined();
  expect(lacking(header)).toEqual(['shop.json', 'events']);
});

it('a row of version 2 with the same text is a row of its own, whose facts are known', async () => {
  await db.transaction(async (tx) => {
    await lockHistoryShared(tx, 'mixed');
    const row = { hash: hashOfRow(UPDATE), text: UPDATE, flow: '0123456789ab', unreadable: false, truncated: false };
    await addHistory(tx, 'mixed', [{ source: 'http', row, day: '2026-11-20', calls: 3 }]);
  });
  const { header, rows } = await read('mixed');
  const updates = rows.filter(({ operations }) => operations[0]?.kind === 'update');
  expect(updates.map(({ operations, days }) => [operations[0]?.rebuilt, { ...days }])).toEqual(
    expect.arrayContaining([
      [undefined, { '2026-11-19': 5 }],
      [false, { '2026-11-20': 3 }],
    ]),
  );
  expect(lacking(header)).toEqual(['shop.json', 'events']);
});

it('an imported snapshot of version 1 does not know the facts of version 2', async () => {
  const engine = {
    readSnapshot: async (bytes: Uint8Array) => {
      const rows: unknown[] = [];
      const tools = { begin: () => undefined, part: (_: number, part: unknown) => rows.push(...(part as unknown[])) };
      const { header } = await readSnapshot({ bytes }, tools as never);
      return { header, rows: rows as never };
    },
  };
  const again = { bytes: BYTES, name: 'h.jsonl' };
  await expect(importSnapshot(ctx, engine, 'import', again, by('import'))).rejects.toThrow('overlap: `shop.json`');
  const other = BYTES.toString().replaceAll('shop.json', 'other.json').replace('"identity":"1', '"identity":"2');
  await importSnapshot(ctx, engine, 'import', { bytes: Buffer.from(other), name: 'o.jsonl' }, by('import'));
  const { header, rows } = await read('import');
  expect(rows.map(({ operations }) => operations[0]?.rebuilt)).toEqual(rows.map(() => undefined));
  expect(header.statements).toBe(22);
  expect(lacking(header).sort()).toEqual(['events', 'other.json', 'shop.json']);
});
