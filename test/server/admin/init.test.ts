import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AdminDeps, runAdmin } from '../../../src/server/admin/run-admin.ts';
import type { Database } from '../../../src/server/store/database.ts';
import { loadAnything, madeEngine } from '../made-engine.ts';
import { openTestStore, type TestStore } from '../test-store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

const COMMAND = {
  command: 'init',
  workspace: 'acme',
  name: 'Acme',
  email: 'you@acme.example',
  personName: undefined,
  password: 'correct horse battery',
} as const;

/** A store whose connection breaks before that write; counts all writes. */
function breakingAt(db: Database, at: number, writes: string[]): Database {
  const watched = <T extends Pick<Database, 'query'>>(inner: T): T => ({
    ...inner,
    query: ((sql, parameters) => {
      if (/^\s*(INSERT|UPDATE)/.test(sql)) writes.push(sql);
      if (writes.length > at) throw new Error('the process was killed');
      return inner.query(sql, parameters);
    }) as Database['query'],
  });
  return {
    ...watched(db),
    transaction: (work) => db.transaction((tx) => work(watched(tx))),
  };
}

async function rows(): Promise<unknown> {
  const { rows: found } = await store.db.query(
    `SELECT (SELECT count(*) FROM workspaces) AS workspaces, (SELECT count(*) FROM users) AS users,
       (SELECT count(*) FROM members) AS members, (SELECT count(*) FROM api_keys) AS keys`,
  );
  return found[0];
}

it('leaves nothing behind, wherever it stops', async () => {
  const engine = { ...madeEngine({ loadRuleset: loadAnything }) } as unknown as AdminDeps['engine'];
  let stopped = 0;
  for (; ; stopped++) {
    const writes: string[] = [];
    const ctx = { ...store.ctx, db: breakingAt(store.db, stopped, writes) };
    const done = await runAdmin({ ctx, engine }, COMMAND, 'root').then(
      () => true,
      () => false,
    );
    if (done) break;
    expect(await rows(), writes.at(-1)).toEqual({ workspaces: 0, users: 0, members: 0, keys: 0 });
  }
  expect(stopped).toBeGreaterThan(4);
  expect(await rows()).toEqual({ workspaces: 1, users: 1, members: 1, keys: 1 });
});
