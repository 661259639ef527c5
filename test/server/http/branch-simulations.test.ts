import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KEPT_SOURCES } from '../../../src/server/simulations/sources.ts';
import { entries } from '../keys/world.ts';
import { NOON } from '../test-store.ts';
import { type Reply, startTestApp, type TestApp } from './test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ runner: true });
});
afterAll(() => app.close());

const MAIN = {
  repository: 'acme/shop',
  ref: 'refs/heads/main',
  commit: '9fceb02d0ae598e95dc970b74767f19372d61af8',
  defaultBranch: true,
} as const;
const rules = (id: string) => ({
  files: [
    {
      path: '.querygate/rules.yml',
      text: `version: 1\nextends: [querygate:recommended@1]\nrules:\n  - {id: ${id}, operations: [drop_table], verdict: block, message: no}\n`,
    },
  ],
});

interface World {
  readonly workspace: string;
  readonly key: string;
  readonly owner: string;
  readonly member: string;
}
async function world(): Promise<World> {
  const workspace = await app.workspace();
  const key = (await app.key(workspace, ['rules:simulate', 'ci_dryrun:execute'])).secret;
  const { token: owner } = await app.person(workspace, 'owner');
  return { workspace, key, owner, member: (await app.person(workspace, 'member')).token };
}

const result = ({ status, code }: Reply) => code ?? status;

async function started({ workspace, key }: World, change: object, head: object = rules('no-drop')): Promise<string> {
  const reply = await app.ask({
    method: 'POST',
    url: '/api/v1/ci/rules/simulate',
    as: key,
    body: { workspace, head, change },
  });
  expect(reply.status).toBe(202);
  return (reply.body as { id: string }).id;
}

async function simulated(made: World, change: object, head?: object): Promise<string> {
  const id = await started(made, change, head);
  await expect
    .poll(async () => (await list(made, `?limit=500`)).items.find((item) => item.id === id)?.status)
    .toBe('done');
  return id;
}

interface Item {
  readonly id: string;
  readonly status: string;
  readonly activatable: boolean;
}
const list = async ({ workspace, member }: World, query = '') =>
  (await app.ask({ url: `/api/v1/workspaces/${workspace}/simulations${query}`, as: member })).body as {
    items: Item[];
    next?: string;
  };
const tag = async ({ workspace, owner }: World) =>
  (await app.ask({ url: `/api/v1/workspaces/${workspace}/ruleset`, as: owner })).headers['etag'] ?? '';
const activate = async (made: World, id: string, given: { as?: string; ifMatch?: string; body?: object } = {}) =>
  app.ask({
    method: 'POST',
    url: `/api/v1/workspaces/${made.workspace}/simulations/${id}/activate`,
    as: given.as ?? made.owner,
    headers: { 'if-match': given.ifMatch ?? (await tag(made)) },
    body: given.body ?? { reason: 'merged #12' },
  });
const drift = async ({ workspace, owner }: World) =>
  (
    (await app.ask({ url: `/api/v1/workspaces/${workspace}`, as: owner })).body as {
      drift?: { hash: string; since: string; reportedAt: string };
    }
  ).drift;

describe('a simulation of the default branch', () => {
  it('is listed with what it ran for, and activated as it is', async () => {
    const made = await world();
    const id = await simulated(made, { ...MAIN, event: 'push' });
    expect(await list(made)).toMatchObject({
      items: [
        {
          id,
          status: 'done',
          startedBy: { kind: 'key', name: 'ci' },
          ...MAIN,
          activatable: true,
          summary: { outcome: 'simulated', ruleset: 1, totals: { newlyBlocked: { flows: 0 } } },
        },
      ],
    });
    const seen = await app.ask({
      url: `/api/v1/workspaces/${made.workspace}/simulations/${id}`,
      as: made.member,
    });
    expect(seen.body).toMatchObject({ id, status: 'done', outcome: 'simulated' });
    const reply = await activate(made, id);
    expect(reply.body).toMatchObject({ version: 2, reason: 'merged #12', ruleset: rules('no-drop') });
    expect((await entries(app.store.db, made.workspace)).at(-1)).toMatchObject({
      type: 'ruleset.activated',
      details: {
        version: 2,
        simulation: id,
        repository: MAIN.repository,
        ref: MAIN.ref,
        simulatedCommit: MAIN.commit,
        key: expect.stringMatching(/^key_/),
      },
    });
    // The simulation survives, and can be activated again after a roll-back.
    expect(result(await activate(made, id))).toBe(200);
  });

  it('needs `If-Match` of the active ruleset, and a reason', async () => {
    const made = await world();
    const id = await simulated(made, MAIN);
    const before = await tag(made);
    for (const body of [{}, { reason: ' ' }, { reason: 'x', ruleset: rules('other') }])
      expect(result(await activate(made, id, { body }))).toBe('field_invalid');
    expect(result(await activate(made, id, { ifMatch: '*' }))).toBe('precondition_missing');
    expect(result(await activate(made, id))).toBe(200);
    expect(result(await activate(made, id, { ifMatch: before }))).toBe('ruleset_changed');
  });
});

describe('a simulation that cannot be activated', () => {
  it.each([
    ['is of another branch', { ...MAIN, ref: 'refs/heads/x', defaultBranch: false }],
    ['does not say which branch it is of', { repository: 'acme/shop', ref: 'refs/heads/main' }],
    ['says nothing', {}],
  ])('%s', async (_, change) => {
    const made = await world();
    const id = await simulated(made, change);
    expect((await list(made)).items).toMatchObject([{ id, activatable: false }]);
    expect(result(await activate(made, id))).toBe('simulation_not_activatable');
    expect(await drift(made)).toBeUndefined();
  });

  it('is not done, or was read differently by another version of the service', async () => {
    const made = await world();
    const id = await simulated(made, MAIN);
    const set = (sql: string) => app.store.db.query(`UPDATE ${sql} WHERE id = $1`.replace('$id', 'id'), [id]);
    await set("simulations SET status = 'failed'");
    expect(result(await activate(made, id))).toBe('simulation_not_activatable');
    await set("simulations SET status = 'done'");
    await app.store.db.query("UPDATE simulation_sources SET head_hash = 'older' WHERE simulation_id = $1", [id]);
    expect(result(await activate(made, id))).toBe('simulation_not_activatable');
  });

  it('belongs to another workspace, or is asked for by a key or a member', async () => {
    const [made, other] = [await world(), await world()];
    const id = await simulated(made, MAIN);
    expect(result(await activate(other, id))).toBe('simulation_not_found');
    expect(result(await activate(made, id, { as: made.key }))).toBe('session_needed');
    expect(result(await activate(made, id, { as: made.member }))).toBe('role_missing');
  });
});

describe('the list of simulations', () => {
  it('is filtered by ref and state, and comes in pages', async () => {
    const made = await world();
    const ids: string[] = [];
    for (let at = 0; at < 3; at++) {
      app.store.clock.now = new Date(NOON.getTime() + at * 1000);
      ids.push(await simulated(made, at === 1 ? { ...MAIN, ref: 'refs/heads/x' } : MAIN));
    }
    app.store.clock.now = NOON;
    const [first = '', second = '', third = ''] = ids;
    const of = async (query: string) => (await list(made, query)).items.map(({ id }) => id);
    expect(await of('')).toEqual([third, second, first]);
    expect(await of('?ref=refs/heads/x')).toEqual([second]);
    expect(await of('?ref=refs/heads/main&status=done')).toEqual([third, first]);
    expect(await of('?status=failed')).toEqual([]);
    expect(await of('?status=queued')).toEqual([]);
    const { next } = await list(made, '?limit=2');
    expect(await of(`?limit=2&cursor=${next}`)).toEqual([first]);
    expect(await list(made, '?cursor=x')).toMatchObject({ code: 'field_invalid' });
  });

  it.each([
    ['the default branch', MAIN],
    ['other branches', { ...MAIN, ref: 'refs/heads/x', defaultBranch: false }],
  ])('keeps the files of the newest simulations of %s', async (_, change) => {
    const made = await world();
    const first = [
      await started(made, MAIN),
      await started(made, { ...MAIN, ref: 'refs/heads/x', defaultBranch: false }),
    ];
    const oldest = change.defaultBranch ? first[0] : first[1];
    for (let at = 1; at <= KEPT_SOURCES; at++) {
      app.store.clock.now = new Date(NOON.getTime() + at * 1000);
      await started(made, change);
    }
    app.store.clock.now = NOON;
    const { rows } = await app.store.db.query(
      'SELECT simulation_id AS id FROM simulation_sources WHERE workspace_id = $1 AND head IS NULL',
      [made.workspace],
    );
    expect(rows).toEqual([{ id: oldest }]);
    // The next tests need not wait for them.
    await app.store.db.query("DELETE FROM simulations WHERE status = 'queued'");
  });
});

describe('drift of a workspace', () => {
  it('begins with the first report of another ruleset, and ends when that is activated', async () => {
    const made = await world();
    const at = (seconds: number) => {
      app.store.clock.now = new Date(NOON.getTime() + seconds * 1000);
      return app.store.clock.now.toISOString();
    };
    expect(await drift(made)).toBeUndefined();
    const since = at(10);
    await simulated(made, MAIN);
    const reportedAt = at(20);
    const id = await simulated(made, MAIN);
    expect(await drift(made)).toMatchObject({ ...omitDefault(MAIN), since, reportedAt, simulation: id });
    // Reports of other branches do not count.
    await simulated(made, { ...MAIN, ref: 'refs/heads/x', defaultBranch: false }, rules('other'));
    expect(await drift(made)).toMatchObject({ simulation: id });
    at(30);
    expect(result(await activate(made, id))).toBe(200);
    expect(await drift(made)).toBeUndefined();
    // Another ruleset is activated: they differ since then.
    const activated = at(40);
    const reply = await app.ask({
      method: 'PUT',
      url: `/api/v1/workspaces/${made.workspace}/ruleset`,
      as: made.owner,
      headers: { 'if-match': await tag(made) },
      body: { restore: 1 },
    });
    expect(reply.status).toBe(200);
    expect(await drift(made)).toMatchObject({ since: activated, reportedAt });
    at(0);
  });

  it('is reported by dry runs of the default branch too: by edited rules, else by those of the base', async () => {
    const made = await world();
    const dryRun = (more: object) =>
      app.ask({
        method: 'POST',
        url: '/api/v1/ci/dry-run',
        as: made.key,
        body: {
          workspace: made.workspace,
          files: [{ path: 'a.sql', dialect: 'postgresql', status: 'given', source: { text: 'SELECT 1;' } }],
          ...more,
        },
      });
    const own = (hash: string, ruleset?: object) => ({ base: { hash, ...(ruleset && { ruleset }) } });
    const other = 'a'.repeat(64);
    expect((await dryRun({ ...own(other), change: { ...MAIN, defaultBranch: false } })).status).toBe(200);
    expect(await drift(made)).toBeUndefined();
    await dryRun({ ...own(other), change: MAIN });
    expect(await drift(made)).toMatchObject({ hash: other });
    // Equal to the active ruleset.
    await dryRun({
      ...own(other, { entry: 'querygate:recommended@1,querygate:availability@1', files: [] }),
      change: MAIN,
    });
    expect(await drift(made)).toBeUndefined();
    await dryRun({ ...own(other), head: rules('no-drop'), change: MAIN });
    expect((await drift(made))?.hash).not.toBe(other);
  });
});

function omitDefault({ defaultBranch: _, ...rest }: typeof MAIN) {
  return rest;
}
