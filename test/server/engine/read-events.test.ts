import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { collectSnapshot, readStoredRows, rowLine } from '../../../src/history/index.ts';
import { type Dialect, FACTS_VERSION } from '../../../src/model/index.ts';
import type { EventOutcome, EventTask, StoredRow } from '../../../src/server/engine/engine.ts';
import { readEvents } from '../../../src/server/engine/tasks/read-events.ts';
import { readSnapshot } from '../../../src/server/engine/tasks/read-snapshot.ts';
import { WorkerCache } from '../../../src/server/engine/tasks/worker-cache.ts';
import { eventTask, NOBODY, toolsOver } from './build.ts';

const kept = new WorkerCache();
const AT = Date.parse('2026-11-02T08:00:00Z');
const NOW = new Date('2026-11-20T12:00:00Z');

const SHOP = { user: 'app', application: 'web', database: 'shop' };

interface Ran extends Partial<Record<'user' | 'application' | 'database', string>> {
  readonly sql: string;
  readonly normalised?: boolean;
  readonly truncated?: boolean;
}

/** Executions as a log records them and as an event sends them. */
const RAN: readonly { readonly dialect: Dialect; readonly ran: Ran }[] = [
  { dialect: 'postgresql', ran: { ...SHOP, sql: "SELECT a FROM t WHERE b = 'x' LIMIT 5" } },
  { dialect: 'postgresql', ran: { ...SHOP, sql: 'SELECT a FROM t WHERE b IN (1, 2, 3) OFFSET 10' } },
  { dialect: 'postgresql', ran: { ...SHOP, sql: 'BEGIN; UPDATE t SET a = 1; COMMIT' } },
  { dialect: 'postgresql', ran: { ...SHOP, sql: "SELECT 1 /* controller='orders',action='show',job='7' */" } },
  { dialect: 'postgresql', ran: { sql: 'DROP TABLE t' } },
  { dialect: 'postgresql', ran: { ...SHOP, sql: 'CREATE TEMP TABLE t (a int); DROP TABLE t' } },
  { dialect: 'postgresql', ran: { ...SHOP, sql: "SELECT 'not closed" } },
  { dialect: 'postgresql', ran: { ...SHOP, sql: 'SELEC 1' } },
  { dialect: 'postgresql', ran: { ...SHOP, sql: 'SELECT a FROM t LIMIT $1', normalised: true } },
  { dialect: 'postgresql', ran: { ...SHOP, sql: 'UPDATE t SET a = 1 WHERE b', truncated: true } },
  { dialect: 'postgresql', ran: { ...SHOP, application: 'sidekiq 6.5.1 app [3 of 10 busy]', sql: 'SELECT 1' } },
  { dialect: 'postgresql', ran: { ...SHOP, user: 'v-token-app-AbCdEfGhIjKlMnOpQrSt-1700000000', sql: 'SELECT 1' } },
  { dialect: 'mysql', ran: { ...SHOP, sql: 'INSERT INTO `t` VALUES (1, "x"), (2, "y")' } },
  { dialect: 'mysql', ran: { ...SHOP, sql: 'SELECT a FROM t WHERE b LIKE ? LIMIT ?', normalised: true } },
  { dialect: 'mariadb', ran: { ...SHOP, sql: 'DELETE FROM t WHERE a = 1 LIMIT 10' } },
  { dialect: 'sqlite', ran: { ...SHOP, sql: 'SELECT "a" FROM t LIMIT 3' } },
  { dialect: 'transactsql', ran: { ...SHOP, sql: 'SELECT TOP 5 a FROM dbo.t' } },
];

function taskOf({ sql, user, application, database, normalised = false, truncated = false }: Ran, dialect: Dialect) {
  return eventTask(sql, { dialect, caller: { ...NOBODY, user, application, database }, at: AT, normalised, truncated });
}

async function outcomesOf(tasks: readonly EventTask[]): Promise<EventOutcome[]> {
  const { tools, said } = toolsOver({}, kept);
  await readEvents({ tasks }, tools);
  expect(said.begun).toEqual(tasks.map((_, index) => index));
  return said.parts as EventOutcome[];
}

async function rowsOf(task: EventTask): Promise<readonly StoredRow[]> {
  const [outcome] = await outcomesOf([task]);
  if (!outcome || !('rows' in outcome)) throw new Error(JSON.stringify(outcome));
  return outcome.rows;
}

/** The snapshot that `history collect` makes of one line of a log. */
async function collected(ran: Ran, dialect: Dialect): Promise<Uint8Array> {
  const folder = mkdtempSync(join(tmpdir(), 'querygate-events-'));
  try {
    const path = join(folder, 'snapshot.jsonl.gz');
    const bytes = new TextEncoder().encode(`${JSON.stringify({ ...ran, at: new Date(AT).toISOString() })}\n`);
    await collectSnapshot([{ name: 'log.jsonl', bytes }], path, { dialect, format: 'jsonl', now: NOW });
    return readFileSync(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

it.each(RAN)('an event adds the same row as a log entry: $dialect $ran.sql', async ({ dialect, ran }) => {
  const bytes = await collected(ran, dialect);
  const { rows } = await readStoredRows({ name: 'x', bytes });
  const ofLog = [...rows].flatMap(({ row, days }) => Array.from({ length: days['2026-11-02'] ?? 0 }, () => row.text));
  const ofEvent = await rowsOf(taskOf(ran, dialect));
  expect(ofEvent.map(({ text }) => text).sort()).toEqual(ofLog.sort());
  // The snapshot line can be rebuilt from it.
  const written = gunzipSync(bytes).toString().trimEnd().split('\n').slice(1);
  const counts = new Map<string, number>();
  for (const { text } of ofEvent) counts.set(text, (counts.get(text) ?? 0) + 1);
  const lines = [...counts].map(([text, calls]) => rowLine(text, `{"2026-11-02":${calls}}`));
  expect(lines.sort()).toEqual(written.sort());
});

it('reading a snapshot gives the rows of events, with their keys and days', async () => {
  const ran: Ran = { ...SHOP, sql: "SELECT a FROM t WHERE b = 'x' LIMIT 5" };
  const { tools, said } = toolsOver({}, kept);
  const { header } = await readSnapshot({ bytes: await collected(ran, 'postgresql') }, tools);
  const [row] = await rowsOf(taskOf(ran, 'postgresql'));
  expect(said.parts).toEqual([[{ row, days: { '2026-11-02': 1 } }]]);
  expect(header).toMatchObject({ querygateHistory: 1, rows: 1, statements: 1, collected: NOW.toISOString() });
  // The version of the facts comes first: the same text is another row in another version.
  expect(Buffer.from(row?.hash ?? []).toString('hex')).toBe(
    createHash('sha256')
      .update(`${FACTS_VERSION}\n${row?.text ?? ''}`)
      .digest('hex'),
  );
});

it.each([
  {
    name: 'tags that are given stand in for those of comments',
    given: { controller: 'orders' },
    kept: { controller: 'orders' },
  },
  { name: 'a tag that nobody keeps says nothing', given: { team: 'x', job: 'nightly' }, kept: { job: 'nightly' } },
  {
    name: 'of an id in a tag only its place stays',
    given: { route: '/orders/7' },
    kept: { route: '/orders/*' },
    part: true,
  },
  { name: 'a value that is not a name is omitted', given: { action: 'a secret, maybe' }, kept: {}, part: true },
])('$name', async ({ given, kept: wanted, part }) => {
  const [row] = await rowsOf(eventTask("SELECT 1 /* job='other' */", { caller: { ...NOBODY, tags: given } }));
  const { caller, callerPatterns } = JSON.parse(row?.text ?? '') as Record<string, Record<string, unknown>>;
  expect(caller?.['tags'] ?? {}).toEqual(wanted);
  expect(callerPatterns).toEqual(part ? ['tags'] : undefined);
});

it('a role given by a client is kept, unless it differs between processes', async () => {
  const [kept, changing] = await Promise.all(
    ['reporting', 'v-token-app-AbCdEfGhIjKlMnOpQrSt-1700000000'].map((role) =>
      rowsOf(eventTask('SELECT 1', { caller: { ...NOBODY, role } })),
    ),
  );
  expect(JSON.parse(kept?.[0]?.text ?? '').caller.role).toBe('reporting');
  expect(JSON.parse(changing?.[0]?.text ?? '').caller.notCarried).toContain('role');
});

it('a text without a statement adds nothing', async () => {
  expect(await outcomesOf([eventTask(' -- nothing')])).toEqual([{ rows: [], shape: '' }]);
});

it('equal rows of one text are one object, which is transferred once', async () => {
  const rows = await rowsOf(eventTask('SELECT 1;'.repeat(500)));
  expect(rows).toHaveLength(500);
  expect(new Set(rows).size).toBe(1);
});

it('an event with too many statements is refused, and the next one is read', async () => {
  const wide = Array.from({ length: 160 }, (_, i) => `column_number_${i}_of_a_wide_table`).join();
  const many = Array.from({ length: 1400 }, (_, i) => `SELECT ${wide}, a${i} FROM t${i}`).join(';');
  const [first, second] = await outcomesOf([eventTask(many), eventTask('SELECT 1')]);
  expect(first).toEqual({ tooCostly: expect.stringMatching(/too many statements/) });
  expect(second).toMatchObject({ shape: 'select ?' });
});

it('no literal is left in what an event adds', async () => {
  const [secret] = await outcomesOf([
    eventTask("SELECT a FROM t WHERE b = 'geheim'; SET x = 'geheim'; CALL p('geheim')"),
  ]);
  expect(JSON.stringify(secret)).not.toContain('geheim');
});

it('an invalid snapshot is a ConfigError', async () => {
  const { tools } = toolsOver({}, kept);
  await expect(readSnapshot({ bytes: new TextEncoder().encode('hello') }, tools)).rejects.toThrow(
    /the first line is not a snapshot header/,
  );
});
