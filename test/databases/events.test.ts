import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EventsAnswer } from '../../src/contract/index.ts';
import { readHistory } from '../../src/history/index.ts';
import type { History, HistoryRow } from '../../src/model/index.ts';
import { historySnapshot } from '../../src/server/history/snapshot.ts';
import { plainRow } from '../history/build.ts';
import { startTestApp, type TestApp } from '../server/http/test-app.ts';
import { NOON } from '../server/test-store.ts';
import { counted, countsOf, differences } from './full-history.ts';
import { type Caller, type Entry, Journal } from './journal.ts';
import { type LogSettings, type PostgresqlServer, startPostgresql } from './postgresql-server.ts';
import { tryStart } from './program.ts';
import { prepareDatabases, runWorkload } from './workload-postgresql.ts';

// What clients sent to a real PostgreSQL gives one history, whether the server's log is collected or the clients send
// it as events.

/** Statements with their bind values, once they are done: a log of statements before they run also has the failed ones. */
const SETTINGS: LogSettings = {
  log_statement: 'none',
  log_min_duration_statement: 0,
  log_duration: 'off',
  log_connections: 'off',
  log_line_prefix: '%m [%p] %q%u@%d ',
  log_timezone: 'UTC',
};

/** Its log is in another encoding, in which letters of other alphabets cannot be read. */
const ANOTHER_ENCODING = 'latin';

/** Application names as the clients of the workload send them; a history masks their changing parts. */
const SENT_NAMES: Readonly<Record<string, string>> = {
  'sidekiq 7.3 shop [* of * busy]': 'sidekiq 7.3 shop [3 of 10 busy]',
  'shop-web-*-*': 'shop-web-7d9c5b8f6d-x2x4z',
};

const server = await tryStart('events of what a real PostgreSQL logs', startPostgresql);

describe.skipIf(!server)('the history of events', () => {
  const running = server as PostgresqlServer;
  const folder = mkdtempSync(join(tmpdir(), 'querygate-events-'));
  let app: TestApp;
  let entries: readonly Entry[];
  const logs: Partial<Record<'csv' | 'json', History>> = {};

  beforeAll(async () => {
    app = await startTestApp();
    await prepareDatabases(running);
    const journal = new Journal();
    const files = await running.logging('events', SETTINGS, () => runWorkload(running, journal, 2));
    // An empty text has nothing to report.
    entries = journal.entries.filter(({ caller, sql }) => caller.database !== ANOTHER_ENCODING && sql !== '');
    for (const format of ['csv', 'json'] as const)
      logs[format] = await readHistory([files[format]], { now: new Date() });
  });
  afterAll(async () => {
    await app?.close();
    await running.stop();
    rmSync(folder, { recursive: true });
  });

  /** Sends the statements of each session in one request, and returns the history of the workspace. */
  async function historyOfEvents(more: (before: readonly Entry[]) => object): Promise<History> {
    const workspace = await app.workspace();
    const { secret } = await app.key(workspace);
    for (const session of new Set(entries.map((entry) => entry.session))) {
      const all = entries.filter((entry) => entry.session === session);
      const events = all.map((entry, at) => ({ ...eventOf(entry, session, at), ...more(all.slice(0, at)) }));
      const { status, body } = await app.ask({
        method: 'POST',
        url: '/api/v1/ingest/events',
        as: secret,
        body: { workspace, events },
      });
      expect([status, (body as EventsAnswer).refused]).toEqual([200, []]);
    }
    const path = join(folder, `${workspace}.jsonl.gz`);
    writeFileSync(path, (await historySnapshot(app.ctx, workspace)).bytes);
    return readHistory([path], { now: new Date() });
  }

  function rowsOf(format: 'csv' | 'json'): readonly HistoryRow[] {
    return (logs[format]?.rows ?? []).filter(({ caller }) => caller.database !== ANOTHER_ENCODING);
  }

  it('equals that of the log: the same flows, with the same counts and facts', async () => {
    const { rows } = await historyOfEvents(() => ({}));
    const sent = countsOf(counted(rows));
    expect([...sent.values()].reduce((sum, calls) => sum + calls, 0)).toBeGreaterThan(1500);
    for (const format of ['csv', 'json'] as const)
      expect(differences(countsOf(counted(rowsOf(format))), sent)).toEqual([]);
  });

  it('also has what the log lacks: whether the session was in a transaction', async () => {
    const { rows } = await historyOfEvents((before) => ({ inTransaction: isOpen(before) }));
    const known = rows.filter(({ facts }) => facts.inTransaction !== undefined);
    expect(new Set(known.map(({ facts }) => facts.inTransaction))).toEqual(new Set([false, true]));
    for (const { facts } of rowsOf('csv')) expect(facts.inTransaction).toBe(undefined);
    // Outside of a transaction, it is also known that no DDL came before in it.
    const unknown = { inTransaction: undefined, ddlInTransaction: undefined };
    const without = rows.map(plainRow).map((row) => ({ ...row, facts: { ...row.facts, ...unknown } }));
    expect(differences(countsOf(counted(rowsOf('csv'))), countsOf(counted(without)))).toEqual([]);
  });
});

/** An event of a statement, as a client between the application and the server sees it. */
function eventOf({ sql, values, outcome = 'done', callerAfter }: Entry, session: number, at: number): object {
  return {
    id: `${session}-${at}`,
    type: 'query',
    at: NOON.toISOString(),
    dialect: 'postgresql',
    query: sql,
    caller: callerOf(callerAfter),
    ...(values && { binds: values }),
    session: `session-${session}`,
    statement: at + 1,
    ...(outcome !== 'done' && { outcome: 'failed' }),
  };
}

function callerOf({ user, application, database }: Caller): object {
  return { user, application: SENT_NAMES[application] ?? application, database };
}

/** Whether a transaction is open after the statements. */
function isOpen(before: readonly Entry[]): boolean {
  const last = before.findLast(
    ({ sql, outcome = 'done' }) =>
      outcome === 'done' && /^(?:begin|start transaction|commit|rollback|end)\b(?! to)/i.test(sql),
  );
  return last !== undefined && /^(?:begin|start)\b[^;]*$/i.test(last.sql);
}
