import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { verifyAudit } from '../../src/server/audit/verify-audit.ts';
import { createMetrics } from '../../src/server/http/metrics.ts';
import { type RunningServer, startServer } from '../../src/server/index.ts';
import { createKey } from '../../src/server/keys/create-key.ts';
import { listKeys } from '../../src/server/keys/read-keys.ts';
import { revokeKey } from '../../src/server/keys/revoke-key.ts';
import { createUser, disableUser } from '../../src/server/people/users.ts';
import { placeOf } from '../../src/server/restores/place.ts';
import { checkRestored } from '../../src/server/restores/restored-store.ts';
import { keepRevocations } from '../../src/server/restores/revocations.ts';
import { openDatabase } from '../../src/server/store/open.ts';
import { createWorkspace } from '../../src/server/workspaces/create.ts';
import { BY, NO_RATES, WORKER_URL } from './http/test-app.ts';
import { entries, newWorld, type World } from './keys/world.ts';
import { loadAnything } from './made-engine.ts';
import { copyNewStore, TEMPLATE } from './new-store.ts';
import { quickFolder } from './quick-folder.ts';
import { makeDatabase, openTestStore, type TestStore } from './test-store.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'querygate-restores-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('the start on a restored store', () => {
  let store: TestStore;
  let world: World;
  let list: string;
  let count = 0;
  beforeEach(async () => {
    store = await openTestStore();
    world = await newWorld(store);
    list = join(folder, `revocations-${++count}.json`);
  });
  afterEach(() => store.close());

  const statesOf = async () => {
    const { items } = await listKeys(world.ctx, world.workspace, {});
    return Object.fromEntries(items.map(({ name, state }) => [name, state]));
  };

  /** Two keys and a person, at the time of the backup; then the list of a service on which one of each was revoked. */
  async function backUp(): Promise<void> {
    const id = await checkRestored(world.ctx, 'here', undefined);
    const { key } = await world.make({ name: 'leaked' });
    await world.make({ name: 'good' });
    await createUser(world.ctx, { email: 'lee@acme.example', password: 'correct horse battery' });
    await store.db.query(
      'INSERT INTO sessions (token_hash, user_id, created_at, expires_at) SELECT $1, id, $2, $3 FROM users',
      [Buffer.alloc(32, 1), store.clock.now, new Date(store.clock.now.getTime() + 3_600_000)],
    );
    world.later(1);
    const { rows } = await store.db.query<{ id: string }>('SELECT id FROM users');
    writeFileSync(
      list,
      JSON.stringify({
        ...{ querygateRevocations: 1, store: id, at: store.clock.now.toISOString() },
        ...{ keys: [key.id], expired: [], trusts: [], users: rows.map((row) => row.id) },
      }),
    );
    world.later(1);
  }

  const restored = (after?: Parameters<typeof checkRestored>[2]) => checkRestored(world.ctx, 'elsewhere', after);

  it('is refused until it is said what was revoked since', async () => {
    await backUp();
    await expect(restored()).rejects.toThrow('was restored from a backup, or copied');
    expect(await statesOf()).toEqual({ leaked: 'active', good: 'active' });
    // Nothing was lost where it was.
    await checkRestored(world.ctx, 'here', undefined);
  });

  it('revokes what the list has, once, and ends all sessions', async () => {
    await backUp();
    await restored({ list });
    expect(await statesOf()).toEqual({ leaked: 'revoked', good: 'active' });
    const { rows } = await store.db.query<{ disabled: boolean; sessions: number }>(
      'SELECT disabled_at IS NOT NULL AS disabled, (SELECT count(*) FROM sessions) AS sessions FROM users',
    );
    expect(rows).toEqual([{ disabled: true, sessions: 0 }]);
    expect((await entries(store.db, world.workspace)).slice(-2)).toMatchObject([
      { type: 'key.revoked', actor: { kind: 'service' }, details: { name: 'leaked', reason: 'restored' } },
      { type: 'store.restored', details: { revoked: 'list', keys: 1, users: 1 } },
    ]);
    expect((await verifyAudit(world.ctx, world.workspace)).broken).toBeUndefined();
    await restored();
  });

  it('revokes all keys where there is no list', async () => {
    await backUp();
    await restored('revoke-all');
    expect(await statesOf()).toEqual({ leaked: 'revoked', good: 'revoked' });
  });

  it('revokes nothing if the store was only moved', async () => {
    await backUp();
    await restored('moved');
    expect(await statesOf()).toEqual({ leaked: 'active', good: 'active' });
    expect((await entries(store.db, world.workspace)).at(-1)).toMatchObject({ details: { revoked: 'nothing' } });
  });

  it.each<[string, (list: Record<string, unknown>) => unknown, string]>([
    [
      'is older than the backup',
      (one) => ({ ...one, at: '2026-11-20T11:59:59Z' }),
      'before the last entry of the backup',
    ],
    ['is of another store', (one) => ({ ...one, store: 'another' }), 'is of another store'],
    ['is not one', () => ({}), 'is not a list of revocations'],
  ])('refuses a list that %s, and changes nothing', async (_, edit, message) => {
    await backUp();
    writeFileSync(list, JSON.stringify(edit(JSON.parse(readFileSync(list, 'utf8')) as Record<string, unknown>)));
    await expect(restored({ list })).rejects.toThrow(message);
    await expect(restored()).rejects.toThrow('was restored');
    expect(await statesOf()).toEqual({ leaked: 'active', good: 'active' });
  });

  it('refuses a list that is missing', async () => {
    await backUp();
    await expect(restored({ list: `${list}.none` })).rejects.toThrow('cannot read the list of revocations');
  });

  it('can use the list that the service writes', async () => {
    const id = await checkRestored(world.ctx, 'here', undefined);
    const { key } = await world.make({ name: 'leaked' });
    await world.make({ name: 'expired', ttlDays: 1 });
    await createUser(world.ctx, { email: 'lee@acme.example', password: 'correct horse battery' });
    const kept = await keepRevocations({ ctx: world.ctx, store: id, path: list }, (error) =>
      expect(error).toBeUndefined(),
    );
    const engine = { load: { running: 0, waiting: 0 } };
    const ageIn = async (revocations: typeof kept | undefined) => {
      const sources = { ctx: world.ctx, engine, open: { count: 0 }, recorder: { waiting: 0 }, process: false };
      const { text } = await createMetrics({ ...sources, revocations }).read();
      return /^querygate_revocations_age_seconds (\S+)$/m.exec(text)?.[1];
    };
    expect([await ageIn(kept), await ageIn(undefined)]).toEqual(['0', undefined]);
    await revokeKey(world.ctx, world.workspace, key.id, BY);
    await disableUser(world.ctx, { email: 'lee@acme.example' }, BY);
    world.later(2);
    expect(await ageIn(kept)).toBe(String(2 * 24 * 3600));
    await statesOf();
    await kept.close();
    expect(await ageIn(kept)).toBe('0');
    expect(JSON.parse(readFileSync(list, 'utf8'))).toMatchObject({
      ...{ store: id, at: store.clock.now.toISOString(), keys: [key.id] },
      ...{ expired: [expect.stringMatching(/^key_/)], users: [expect.stringMatching(/^user_/)] },
    });
    await expect(
      keepRevocations({ ctx: world.ctx, store: id, path: join(folder, 'none/list') }, () => undefined),
    ).rejects.toThrow('cannot write the list of revocations');
  });
});

const server = inject('postgresql');

describe('the place of a store', () => {
  it.skipIf(!server)(
    `${server ? '' : 'not run, PostgreSQL is missing: '}is another one in each database, and the same after a restart`,
    async () => {
      if (!server) return;
      const made = [await makeDatabase(server, TEMPLATE), await makeDatabase(server, TEMPLATE)];
      const placeIn = async (url: string) => {
        const db = await openDatabase({ url });
        try {
          return await placeOf(db, { url });
        } finally {
          await db.close();
        }
      };
      const [first = '', second = ''] = made.map(({ url }) => url);
      expect(await placeIn(first)).toMatch(/^database \d+ \d+$/);
      expect(await placeIn(first)).toBe(await placeIn(first));
      expect(await placeIn(first)).not.toBe(await placeIn(second));
      for (const each of made) await each.drop();
    },
  );
});

// As docs/operations.md says.
describe('the drill: a folder is copied, a key is revoked, the folder is lost and the copy is put back', () => {
  const WORKSPACE = 'acme';
  let place: string;
  let running: RunningServer | undefined;
  beforeAll(() => {
    place = quickFolder('drill');
  });
  afterEach(async () => {
    await running?.close();
    running = undefined;
  });
  afterAll(() => rmSync(place, { recursive: true }));

  async function start(more: object = {}): Promise<RunningServer> {
    running = await startServer({
      ...{ host: '127.0.0.1', port: 0, store: { folder: join(place, 'data') }, workerUrl: WORKER_URL, threads: 2 },
      revocations: join(place, 'revocations.json'),
      http: { log: { level: 'silent' }, rates: NO_RATES },
      ...more,
    });
    return running;
  }
  async function stop(): Promise<void> {
    await running?.close();
    running = undefined;
  }
  /** Keeps the modes: a folder that others can read is refused. */
  const copy = (from: string, to: string) => execFileSync('cp', ['-a', join(place, from), join(place, to)]);
  const codeOf = async (secret: string) => {
    const response = await fetch(new URL('/api/v1/key', running?.url), {
      headers: { authorization: `Bearer ${secret}` },
    });
    return response.ok ? 'ok' : ((await response.json()) as { code: string }).code;
  };
  async function withStore<T>(work: (ctx: World['ctx']) => Promise<T>): Promise<T> {
    const db = await openDatabase({ folder: join(place, 'data') });
    try {
      return await work({ db, now: () => new Date() });
    } finally {
      await db.close();
    }
  }

  it('lets no revoked key in again', async () => {
    await copyNewStore(join(place, 'data'));
    const [leaked, good] = await withStore(async (ctx) => {
      await createWorkspace(ctx, { loadRuleset: loadAnything }, { id: WORKSPACE, name: 'Acme' }, BY.actor);
      const make = (name: string) => createKey(ctx, WORKSPACE, { name, scopes: ['rules:read'] }, BY);
      return [await make('leaked'), await make('good')] as const;
    });
    await start();
    expect([await codeOf(leaked.secret), await codeOf(good.secret)]).toEqual(['ok', 'ok']);
    await stop();
    copy('data', 'backup');
    await withStore((ctx) => revokeKey(ctx, WORKSPACE, leaked.key.id, BY));
    await start();
    expect(await codeOf(leaked.secret)).toBe('key_revoked');
    await stop();

    renameSync(join(place, 'data'), join(place, 'lost'));
    copy('backup', 'data');
    await expect(start()).rejects.toThrow('was restored from a backup');
    await start({ afterRestore: { list: join(place, 'revocations.json') } });
    expect([await codeOf(leaked.secret), await codeOf(good.secret)]).toEqual(['key_revoked', 'ok']);
    await stop();
    // The question is asked once.
    await start();
    expect(await codeOf(leaked.secret)).toBe('key_revoked');
    await stop();
    expect(await withStore((ctx) => verifyAudit(ctx, WORKSPACE))).toMatchObject({ broken: undefined });
  });
});
