import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { findKey } from '../../src/server/keys/find-key.ts';
import { revokeKey } from '../../src/server/keys/revoke-key.ts';
import { listMembers, removeMember, setMember } from '../../src/server/people/members.ts';
import { readSession } from '../../src/server/people/sessions.ts';
import { signIn } from '../../src/server/people/sign-in.ts';
import { createUser, disableUser, setPassword } from '../../src/server/people/users.ts';
import { createRecorder } from '../../src/server/queries/recorder.ts';
import type { QueryRecord } from '../../src/server/queries/records.ts';
import { StaleRuleset } from '../../src/server/rulesets/active.ts';
import type { Database } from '../../src/server/store/database.ts';
import { migrate } from '../../src/server/store/migrate.ts';
import { openDatabase } from '../../src/server/store/open.ts';
import { actsAtOnce } from '../server/keys/at-once.ts';
import { BY, newWorld } from '../server/keys/world.ts';
import { makeDatabase, NOON, type TestStore } from '../server/test-store.ts';
import { queryRecord, RECORDED_QUERIES } from '../server/traffic.ts';
import { startPostgresql } from './postgresql-server.ts';
import { tryStart } from './program.ts';

// Two servers of the service, each with connections of its own, on one PostgreSQL.

vi.mock('../../src/server/people/scrypt-cost.ts', () => ({
  SCRYPT_COST: { N: 16, r: 1, p: 1 },
  CHECKS_AT_ONCE: 8,
  REFUSAL_STEP: 0,
}));

const PASSWORD = 'correct horse battery';
const server = await tryStart('API keys and people on PostgreSQL', startPostgresql);

describe.runIf(server !== undefined)('at the same moment, on PostgreSQL', () => {
  let database: Awaited<ReturnType<typeof makeDatabase>>;
  let stores: readonly [TestStore, TestStore];

  beforeAll(async () => {
    database = await makeDatabase(`postgres://owner@localhost/postgres?host=${server?.folder}`);
    const clock = { now: NOON };
    const open = async (): Promise<TestStore> => {
      const db = await openDatabase({ url: database.url, connections: 5 });
      return { db, ctx: { db, now: () => clock.now }, clock, close: () => db.close() };
    };
    stores = [await open(), await open()];
    // Both start with it, like two servers that start together.
    await Promise.all(stores.map(({ db }) => migrate(db)));
  });
  afterAll(async () => {
    for (const store of stores) await store.close();
    await database.drop();
    await server?.stop();
  });

  actsAtOnce(() => stores);

  it('an acknowledged revocation is effective on the other server', async () => {
    const [a, b] = stores;
    const world = await newWorld(a);
    for (let n = 0; n < 20; n++) {
      const { key, secret } = await world.make();
      await world.db.query('UPDATE api_keys SET revoked_at = $2 WHERE id = $1', [key.id, NOON]);
      expect((await findKey(b.ctx, secret))?.state).toBe('revoked');
    }
  });

  describe('a recording that checked the key and the ruleset before it changed', () => {
    /** A recorder of the server, which does `act` once between its first check and the end of the audit chain. */
    const recorderWith = ({ db, ctx }: TestStore, act: () => Promise<unknown>) => {
      let acted = false;
      const slow: Database = {
        kind: db.kind,
        query: (sql, parameters) => db.query(sql, parameters),
        exclusively: (lock, work) => db.exclusively(lock, work),
        ping: (milliseconds) => db.ping(milliseconds),
        close: () => db.close(),
        transaction: (work, ...limits) =>
          db.transaction(
            (tx) =>
              work({
                script: (sql) => tx.script(sql),
                query: async (sql, parameters) => {
                  if (!acted && sql.includes('FOR NO KEY UPDATE')) {
                    acted = true;
                    await act();
                  }
                  return tx.query(sql, parameters);
                },
              }),
            ...limits,
          ),
      };
      return createRecorder({ ...ctx, db: slow });
    };
    const recordOf = (workspace: string, key: string): QueryRecord => ({
      ...queryRecord(workspace),
      actor: { kind: 'key', id: key, name: 'ci' },
      check: { key, scope: 'proxy:evaluate', ruleset: 1 },
      ruleset: 1,
    });
    const counts = async (db: Database, workspace: string) => {
      const { rows } = await db.query(
        `SELECT (SELECT count(*)::int FROM ${RECORDED_QUERIES} WHERE workspace_id = $1) AS queries,
           (SELECT coalesce(sum(calls), 0)::int FROM history_days WHERE workspace_id = $1) AS calls,
           (SELECT count(*)::int FROM traffic_entries WHERE workspace_id = $1) AS entries`,
        [workspace],
      );
      return rows[0];
    };

    it('records nothing of a key that another server has revoked, and the rest', async () => {
      const [a, b] = stores;
      const world = await newWorld(a);
      const make = async () => (await world.make({ scopes: ['proxy:evaluate'] })).key.id;
      const [gone, stays] = [await make(), await make()];
      const recorder = recorderWith(a, () => revokeKey(b.ctx, world.workspace, gone, BY));
      const done = await Promise.allSettled(
        [gone, stays].map((key) => recorder.recordQuery(recordOf(world.workspace, key))),
      );
      expect(done).toMatchObject([{ status: 'rejected', reason: { code: 'key_revoked' } }, { status: 'fulfilled' }]);
      expect(await counts(b.db, world.workspace)).toEqual({ queries: 1, calls: 1, entries: 1 });
    });

    it('records nothing under a ruleset that is no longer active', async () => {
      const [a, b] = stores;
      const world = await newWorld(a);
      const { key } = await world.make({ scopes: ['proxy:evaluate'] });
      const recorder = recorderWith(a, () =>
        b.db.query('UPDATE workspaces SET active_version = 2 WHERE id = $1', [world.workspace]),
      );
      await expect(recorder.recordQuery(recordOf(world.workspace, key.id))).rejects.toThrow(StaleRuleset);
      expect(await counts(b.db, world.workspace)).toEqual({ queries: 0, calls: 0, entries: 0 });
    });

    it('is not overtaken by any of many revocations: what is answered before it is recorded, and nothing after', async () => {
      const [a, b] = stores;
      const world = await newWorld(a);
      const recorder = createRecorder(a.ctx);
      let late = 0;
      for (let n = 0; n < 15; n++) {
        const { key } = await world.make({ scopes: ['proxy:evaluate'] });
        let ended = false;
        const asking = (async () => {
          while (!ended) await recorder.recordQuery(recordOf(world.workspace, key.id)).catch(() => undefined);
        })();
        await revokeKey(b.ctx, world.workspace, key.id, BY);
        const then = await counts(b.db, world.workspace);
        await recorder.recordQuery(recordOf(world.workspace, key.id)).catch(() => undefined);
        ended = true;
        await asking;
        late += Number(JSON.stringify(then) !== JSON.stringify(await counts(b.db, world.workspace)));
      }
      expect(late).toBe(0);
    });
  });

  it('if two owners leave, one remains', async () => {
    const [a, b] = stores;
    for (let n = 0; n < 10; n++) {
      const world = await newWorld(a);
      const owners = [`a${n}@acme.example`, `b${n}@acme.example`];
      for (const email of owners) {
        await createUser(a.ctx, { email, password: PASSWORD });
        await setMember(a.ctx, world.workspace, { email, role: 'owner' }, BY);
      }
      const [first = '', second = ''] = owners;
      const left = await Promise.allSettled([
        n % 2 === 0
          ? removeMember(a.ctx, world.workspace, { email: first }, BY)
          : setMember(a.ctx, world.workspace, { email: first, role: 'viewer' }, BY),
        n % 3 === 0
          ? removeMember(b.ctx, world.workspace, { email: second }, BY)
          : disableUser(b.ctx, { email: second }, BY),
      ]);
      expect(left.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      const members = await listMembers(b.ctx, world.workspace);
      expect(members.filter(({ role, disabled }) => role === 'owner' && !disabled)).toHaveLength(1);
    }
  });

  it.each(['disabled', 'another password', 'made a member'])(
    'of who signs in while they are %s, no session is left that should not be',
    async (how) => {
      const [a, b] = stores;
      for (let n = 0; n < 10; n++) {
        const world = await newWorld(a);
        const other = await newWorld(a);
        const email = `${how.replaceAll(' ', '-')}${n}@acme.example`;
        await createUser(a.ctx, { email, password: PASSWORD });
        await setMember(a.ctx, world.workspace, { email, role: 'member' }, BY);
        const ins = [a, b].map(({ ctx }) =>
          signIn(ctx, { email, password: PASSWORD }, { address: `192.0.2.${n}` }).then(
            ({ token }) => token,
            () => undefined,
          ),
        );
        const act =
          how === 'disabled'
            ? disableUser(b.ctx, { email }, BY)
            : how === 'another password'
              ? setPassword(b.ctx, { email, password: 'another password' }, BY)
              : setMember(b.ctx, other.workspace, { email, role: 'owner' }, BY);
        await act;
        const tokens = await Promise.all(ins);
        for (const token of tokens) {
          const signedIn = token === undefined ? undefined : await readSession(b.ctx, token);
          if (how === 'made a member') expect(signedIn?.workspaces).toHaveLength(2);
          else expect(signedIn).toBeUndefined();
        }
      }
    },
  );
});
