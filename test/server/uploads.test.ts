import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { LIMITS, type SqlFile } from '../../src/contract/index.ts';
import { ProblemError } from '../../src/server/problems/error.ts';
import { filesToRead } from '../../src/server/uploads/join-parts.ts';
import { loadTexts } from '../../src/server/uploads/load-texts.ts';
import { putText } from '../../src/server/uploads/put-text.ts';
import { addWorkspace, NOON, openTestStore, type TestStore } from './test-store.ts';

const MINUTE = 60_000;

let store: TestStore;
let workspace: string;
let made = 0;

beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());
beforeEach(async () => {
  store.clock.now = NOON;
  workspace = `w${made++}`;
  await addWorkspace(store.db, workspace);
  await store.db.query('DELETE FROM texts');
});

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

async function put(text: string | Uint8Array): Promise<string> {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  const hash = sha256(bytes);
  await putText(store.ctx, workspace, hash, bytes);
  return hash;
}

async function problemOf(promise: Promise<unknown>): Promise<ProblemError> {
  const error = await promise.then(
    () => undefined,
    (raised: unknown) => raised,
  );
  if (error instanceof ProblemError) return error;
  throw new Error(`no problem: ${String(error)}`);
}

function later(minutes: number): void {
  store.clock.now = new Date(NOON.getTime() + minutes * MINUTE);
}

const take = (hash: string) => loadTexts(store.ctx, workspace, [{ hash, pointer: '/files/0/source/parts/0' }]);

describe('a part', () => {
  const texts = ['', 'SELECT 1', 'é\u{1F600}', '\uFEFFSELECT 1', 'a\0b', '\r\n', 'x'.repeat(LIMITS.partBytes)];
  test.each(texts.map((text) => [text.slice(0, 20), text] as const))(
    'comes back as it was sent: %j',
    async (_, text) => {
      const hash = await put(text);
      expect((await take(hash)).get(hash)).toBe(text);
    },
  );

  const bytes = Uint8Array.from([0x53, 0xc3]);
  const refused: readonly (readonly [what: string, hash: string, bytes: Uint8Array, code: string])[] = [
    ['with another hash', sha256(Uint8Array.of(1)), Uint8Array.of(2), 'text_hash_wrong'],
    ['with a hash in upper case', sha256(Uint8Array.of(1)).toUpperCase(), Uint8Array.of(1), 'text_hash_wrong'],
    ['with no hash', '', Uint8Array.of(1), 'text_hash_wrong'],
    ['that a character is cut off of', sha256(bytes), bytes, 'field_invalid'],
    ['that is too large', '', new Uint8Array(LIMITS.partBytes + 1), 'body_too_large'],
  ];
  test.each(refused)('%s is refused', async (_what, hash, sent, code) => {
    expect((await problemOf(putText(store.ctx, workspace, hash, sent))).code).toBe(code);
    expect((await store.db.query('SELECT 1 FROM texts')).count).toBe(0);
  });

  test('expires after an hour, and can be read repeatedly before that', async () => {
    const hash = await put('SELECT 1');
    later(LIMITS.partMinutes);
    expect((await take(hash)).size).toBe(1);
    expect((await take(hash)).size).toBe(1);
    later(LIMITS.partMinutes + 1);
    expect((await problemOf(take(hash))).code).toBe('text_missing');
    await put('another');
    expect((await store.db.query('SELECT 1 FROM texts')).count).toBe(1);
  });

  test('that is sent again is kept for another hour', async () => {
    const hash = await put('SELECT 1');
    later(50);
    await put('SELECT 1');
    later(100);
    expect((await take(hash)).get(hash)).toBe('SELECT 1');
  });

  test('belongs to one workspace', async () => {
    const hash = await put('SELECT 1');
    await addWorkspace(store.db, `${workspace}-other`);
    const wanted = [{ hash, pointer: '' }];
    expect((await problemOf(loadTexts(store.ctx, `${workspace}-other`, wanted))).code).toBe('text_missing');
  });

  test('that is missing is named, with its place in the request', async () => {
    const hash = await put('SELECT 1');
    const missing = 'f'.repeat(64);
    const problem = await problemOf(
      loadTexts(store.ctx, workspace, [
        { hash, pointer: '/a' },
        { hash: missing, pointer: '/b' },
        { hash: missing, pointer: '/c' },
      ]),
    );
    expect(problem).toMatchObject({ code: 'text_missing', more: { errors: [{ pointer: '/b' }] } });
    expect(problem.message).toContain(missing);
  });

  test('is refused if the workspace has too many bytes or parts, until some expire', async () => {
    const full = { code: 'unavailable', retryAfter: 60 };
    await store.db.query(
      `INSERT INTO texts (workspace_id, hash, bytes, created_at)
       SELECT $1, 'made ' || n, '', $2 FROM generate_series(1, 2000) AS n`,
      [workspace, NOON],
    );
    expect(await problemOf(put('SELECT 1'))).toMatchObject(full);
    later(LIMITS.partMinutes + 1);
    const hash = await put('SELECT 1');
    await store.db.query(
      `INSERT INTO texts (workspace_id, hash, bytes, created_at)
       VALUES ($1, 'large', convert_to(repeat('x', 128 * 1024 * 1024), 'UTF8'), $2)`,
      [workspace, store.clock.now],
    );
    // Incompressible data is stored as it is, which is fast.
    await store.db.query(
      `INSERT INTO texts (workspace_id, hash, bytes, created_at)
       SELECT workspace_id, hash || n, bytes, created_at FROM texts, generate_series(1, 3) AS n WHERE hash = 'large'`,
    );
    expect(await problemOf(put('SELECT 2'))).toMatchObject(full);
    // A part that is already stored needs no room.
    expect(await put('SELECT 1')).toBe(hash);
  });
});

describe('files of a dry run', () => {
  const wholeFiles = async (...asked: Parameters<typeof filesToRead>) => (await filesToRead(...asked)).read();
  const file = (more: Partial<SqlFile>): SqlFile => ({
    path: 'a.sql',
    dialect: 'postgresql',
    status: 'modified',
    source: { text: '' },
    ...more,
  });

  test('are joined from their parts, in order', async () => {
    const [a, b] = [await put('SELECT '), await put('1;')];
    const files = await wholeFiles(store.ctx, workspace, [
      file({ source: { parts: [a, b, b] } }),
      file({ path: 'b.sql', source: { text: 'SELECT 2' }, base: { parts: [b, a] }, tool: 'goose' }),
    ]);
    expect(files).toEqual([
      { path: 'a.sql', dialect: 'postgresql', status: 'modified', text: 'SELECT 1;1;', baseText: undefined },
      {
        path: 'b.sql',
        dialect: 'postgresql',
        status: 'modified',
        tool: 'goose',
        text: 'SELECT 2',
        baseText: '1;SELECT ',
      },
    ]);
  });

  test('report their size before their parts are read', async () => {
    const part = await put('é'.repeat(100));
    const files = [file({ source: { parts: [part, part] }, base: { text: 'SELECT 1' } })];
    const { characters, read } = await filesToRead(store.ctx, workspace, files);
    // Upper bound: bytes of the parts, and characters of the texts in the body.
    expect(characters).toBe(408);
    expect((await read()).map(({ text }) => text.length)).toEqual([200]);
    later(LIMITS.partMinutes + 1);
    expect((await problemOf(read())).code).toBe('text_missing');
  });

  const missing: readonly (readonly [pointer: string, files: readonly SqlFile[]])[] = [
    ['/files/0/source/parts/0', [file({ source: { parts: ['0'.repeat(64)] } })]],
    ['/files/1/base/parts/0', [file({}), file({ base: { parts: ['0'.repeat(64)] } })]],
  ];
  test.each(missing)('report a missing part at %s', async (pointer, files) => {
    expect(await problemOf(wholeFiles(store.ctx, workspace, files))).toMatchObject({ more: { errors: [{ pointer }] } });
  });

  test('cannot name more text than the limit of a dry run', async () => {
    const part = await put('x'.repeat(LIMITS.partBytes));
    const parts = Array.from({ length: 16 }, () => part);
    const most = await wholeFiles(store.ctx, workspace, [file({ source: { parts } })]);
    expect(most[0]?.text.length).toBe(LIMITS.dryRunCharacters);
    const more = [file({ source: { parts } }), file({ source: { text: 'x' } })];
    expect((await problemOf(wholeFiles(store.ctx, workspace, more))).code).toBe('body_too_large');
    const far = Array.from({ length: 500 }, () => file({ source: { parts } }));
    expect((await problemOf(wholeFiles(store.ctx, workspace, far))).code).toBe('body_too_large');
  });
});
