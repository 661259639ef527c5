import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiScope, DryRun } from '../../../src/contract/index.ts';
import { HISTORY_FILE } from '../../../src/model/index.ts';
import { importSnapshot } from '../../../src/server/history/import-snapshot.ts';
import {
  baseOf,
  checkMigration,
  checkTwoDatabases,
  comparable,
  type Given,
  HISTORY,
  linesOf,
  NOT_PROVEN,
  NOT_USED,
  OF_OTHER_OBJECTS,
  OF_TESTS,
  otherBase,
  REQUIRED,
  TWO_DATABASES,
  USED,
} from '../../commands/check/object-use-cases.ts';
import { NOON } from '../test-store.ts';
import { BY, startTestApp, type TestApp } from './test-app.ts';

// A history of the repository and the same history imported into a workspace: both say who uses what a change takes away.

const PAGE = 'https://gate.example';
const BOTH: readonly ApiScope[] = ['ci_dryrun:execute', 'rules:simulate'];

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ http: { publicUrl: PAGE } });
});
afterAll(() => app.close());

const workspaces = new Map<Uint8Array, Promise<string>>();

/** A workspace with this history. */
function workspaceWith(bytes: Uint8Array): Promise<string> {
  const made =
    workspaces.get(bytes) ??
    app.workspace().then(async (workspace) => {
      await app.store.db.query('UPDATE workspaces SET retention_days = 365 WHERE id = $1', [workspace]);
      await importSnapshot(app.ctx, app.engine, workspace, { bytes, name: 'history.jsonl.gz' }, BY);
      return workspace;
    });
  workspaces.set(bytes, made);
  return made;
}

async function serviceOf(workspace: string, scopes = BOTH) {
  const { secret } = await app.key(workspace, scopes);
  return { baseUrl: app.url.origin, apiKey: secret, workspace, env: {}, timeout: 60 };
}

/** The report on a migration with the history in the repository, and with that of a service. */
async function bothWays(sql: string, { history = HISTORY, settings, given = {} }: Given = {}) {
  const embedded = await checkMigration(baseOf(settings, { [HISTORY_FILE]: history }), sql, given);
  app.store.clock.now = given.today ? new Date(`${given.today}T12:00:00Z`) : NOON;
  const service = await serviceOf(await workspaceWith(history));
  const served = await checkMigration(baseOf(settings), sql, { ...given, service });
  app.store.clock.now = NOON;
  return { embedded, served };
}

describe('the same findings from an imported history', () => {
  it.each(USED)('of what is used: %s', async (sql) => {
    const { embedded, served } = await bothWays(sql);
    expect(comparable(served)).toEqual(comparable(embedded));
    expect(linesOf(served).join()).toMatch(/\d calls.*; by whom: https:/);
  });

  it.each(NOT_USED)('of what is not used: %s', async (sql) => {
    const { embedded, served } = await bothWays(sql);
    expect(comparable(served)).toEqual(comparable(embedded));
  });

  it.each(OF_OTHER_OBJECTS)('of other objects: %s', async (sql, _, given) => {
    const { embedded, served } = await bothWays(sql, given);
    expect(comparable(served)).toEqual(comparable(embedded));
  });

  it.each(REQUIRED)('%s: of a column that becomes required: %s', async (dialect, sql) => {
    const { base, history } = otherBase(dialect);
    const embedded = await checkMigration({ ...base, [HISTORY_FILE]: history }, sql);
    const served = await checkMigration(base, sql, { service: await serviceOf(await workspaceWith(history)) });
    expect(comparable(served)).toEqual(comparable(embedded));
  });

  it.each(['DROP TABLE old_events', 'ALTER TABLE old_events DROP COLUMN body'])(
    'if unused for `unused-days`: %s',
    async (sql) => {
      const { embedded, served } = await bothWays(sql, { settings: 'unused-days: 60\n' });
      expect(comparable(served)).toEqual(comparable(embedded));
      expect(linesOf(served).join()).toContain('warn no-drop-of-unused');
    },
  );

  // A workspace has no history of tests.
  it.each(NOT_PROVEN.filter(([, , { history }]) => history !== OF_TESTS))(
    'with `unused-days`, if %s',
    async (why, sql, more) => {
      const { embedded, served } = await bothWays(sql, { settings: 'unused-days: 60\n', ...more });
      expect(comparable(served)).toEqual(comparable(embedded));
      expect(linesOf(served)[0]).toContain(why);
    },
  );
});

it('files of two databases that take away the same are answered each for its own', async () => {
  const embedded = await checkTwoDatabases(baseOf(TWO_DATABASES, { [HISTORY_FILE]: HISTORY }));
  const service = await serviceOf(await workspaceWith(HISTORY));
  const served = await checkTwoDatabases(baseOf(TWO_DATABASES), { service });
  expect(comparable(served)).toEqual(comparable(embedded));
});

it('a drop is not proven to be unused by days that the retention has deleted', async () => {
  const workspace = await app.workspace();
  const { ctx, engine } = app;
  await importSnapshot(ctx, engine, workspace, { bytes: HISTORY, name: 'history.jsonl.gz' }, BY);
  await app.store.db.query('UPDATE workspaces SET retention_days = 50 WHERE id = $1', [workspace]);
  const report = await checkMigration(baseOf('unused-days: 60\n'), 'DROP TABLE old_events', {
    service: await serviceOf(workspace),
  });
  expect(linesOf(report)[0]).toMatch(/^block no-drop-table: .*it covers 35 days of the 60/);
});

describe('the message of a dry run', () => {
  it('has the number of calls, the last day and a link, but no caller and no query', async () => {
    const workspace = await workspaceWith(HISTORY);
    const report = await checkMigration(baseOf(), 'ALTER TABLE customers DROP COLUMN country', {
      service: await serviceOf(workspace),
    });
    expect(linesOf(report)[0]).toBe(
      `block no-drop-column: dropping column country of customers deletes its values; customers.country is still used: 414 calls, last on 2026-11-19; by whom: ${PAGE}/w/${workspace}/schema-use?table=customers&column=country`,
    );
    expect(JSON.stringify(report)).not.toMatch(/support-desk|reports`|select id/);
  });

  it('says that there is no history if the workspace has none', async () => {
    const report = await checkMigration(baseOf(), 'DROP TABLE customers', {
      service: await serviceOf(await app.workspace()),
    });
    expect(linesOf(report)[0]).toMatch(/; no history shows whether it is still used$/);
  });
});

describe('a request of a program', () => {
  const dryRun = async (sql: string, scopes: readonly ApiScope[], more: object = {}) => {
    const workspace = await workspaceWith(HISTORY);
    const { secret } = await app.key(workspace, scopes);
    const files = [{ path: 'a.sql', dialect: 'postgresql', status: 'added', source: { text: sql }, ...more }];
    const reply = await app.ask({
      method: 'POST',
      url: '/api/v1/ci/dry-run',
      as: secret,
      body: { workspace, files, settings: { 'unused-days': 60 } },
    });
    expect(reply.status).toBe(200);
    return (reply.body as DryRun).files;
  };
  const messagesOf = (files: DryRun['files']) =>
    files.flatMap(({ findings }) => findings.map(({ message }) => message));

  it('is answered without anything about the repository', async () => {
    expect(messagesOf(await dryRun('DROP TABLE customers', BOTH))[0]).toMatch(/still used: 414 calls/);
    expect(messagesOf(await dryRun('DROP TABLE old_events', BOTH))[0]).toMatch(
      /shows no use of old_events, which does not count, as the client does not say what else in the database uses it$/,
    );
  });

  it.each([
    ['DROP TABLE customers', 'DROP TABLE absent'],
    ['ALTER TABLE customers RENAME TO x', 'ALTER TABLE absent RENAME TO x'],
    ['ALTER TABLE orders ADD kind int NOT NULL', 'ALTER TABLE absent ADD kind int NOT NULL'],
    ['REVOKE SELECT ON customers FROM reporting', 'REVOKE SELECT ON customers FROM nobody'],
  ])('learns nothing without the scope `rules:simulate`: %s, %s', async (used, unused) => {
    const uses = [{ schema: '', name: 'customers', views: [] }];
    const [ofUsed, ofUnused] = [
      await dryRun(used, ['ci_dryrun:execute'], { uses }),
      await dryRun(unused, ['ci_dryrun:execute']),
    ];
    const name = /customers|orders|absent|reporting|nobody/g;
    const plain = (files: DryRun['files']) =>
      JSON.parse(
        JSON.stringify(files)
          .replace(name, 'x')
          .replace(/"fingerprint":"[^"]*"/g, '"":""')
          .replace(/"(?:offset|column)":\d+/g, '"":""'),
      );
    expect(plain(ofUsed)).toEqual(plain(ofUnused));
    expect(JSON.stringify(ofUsed)).not.toMatch(/calls|still used:/);
  });

  it('is told why without the scope', async () => {
    expect(messagesOf(await dryRun('DROP TABLE customers', ['ci_dryrun:execute']))[0]).toBe(
      'dropping table customers loses all its rows; whether it is still used is not known, as the API key of this run has no scope `rules:simulate`',
    );
  });

  it('costs no look at the history if it takes nothing away', async () => {
    const { query } = app.store.db;
    const asked: string[] = [];
    app.store.db.query = ((sql: string, parameters: readonly unknown[]) => {
      asked.push(sql);
      return query.call(app.store.db, sql, parameters);
    }) as typeof query;
    try {
      await dryRun('CREATE INDEX CONCURRENTLY i ON customers (country)', BOTH);
    } finally {
      app.store.db.query = query;
    }
    expect(asked.join()).not.toContain('history');
  });
});
