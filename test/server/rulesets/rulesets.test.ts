import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ActivateRuleset, rulesetSchema, rulesetVersionsSchema } from '../../../src/contract/index.ts';
import type { Author, Context } from '../../../src/server/context/types.ts';
import { type DryRunTask, EngineLimit, EngineRefusal } from '../../../src/server/engine/engine.ts';
import { ProblemError } from '../../../src/server/problems/error.ts';
import { activateRuleset } from '../../../src/server/rulesets/activate.ts';
import { activeRuleset, engineRuleset } from '../../../src/server/rulesets/active.ts';
import { etagOf } from '../../../src/server/rulesets/etag.ts';
import { listRulesets, readRulesetVersion } from '../../../src/server/rulesets/versions.ts';
import type { Database } from '../../../src/server/store/database.ts';
import { createWorkspace } from '../../../src/server/workspaces/create.ts';
import { loadAnything, madeEngine } from '../made-engine.ts';
import { NOON, openTestStore, type TestStore } from '../test-store.ts';

const BY: Author = { actor: { kind: 'user', id: 'user_1', name: 'owner@example.com' }, requestId: 'req_1' };
const ADMIN = { kind: 'admin', id: undefined, name: 'root' } as const;

let store: TestStore;
let workspace: string;
let made = 0;
/** Input and output of the comparison of rulesets. */
let compared: DryRunTask[];
let changes: readonly ('added' | 'edited' | 'removed')[] | EngineLimit;

const engine = madeEngine({
  loadRuleset: loadAnything,
  dryRun: async (task) => {
    compared.push(task);
    if (changes instanceof EngineLimit) throw changes;
    const drift = { same: false, changes: changes.map((change) => ({ rule: 'r', change, differences: [] })) };
    return { judges: [], drift, files: [], expired: [] };
  },
});

beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());
beforeEach(async () => {
  compared = [];
  changes = [];
  store.clock.now = NOON;
  workspace = `w${made++}`;
  await createWorkspace(store.ctx, engine, { id: workspace, name: 'Acme' }, ADMIN);
});

function rules(text: string, path = '.querygate/rules.yml'): ActivateRuleset {
  return { ruleset: { commit: 'abc', files: [{ path, text }] }, reason: 'because' };
}

/** Activates with the ETag of the ruleset that is currently active. */
async function activate(body: ActivateRuleset, using: Parameters<typeof activateRuleset>[1] = engine) {
  const etag = etagOf(await activeRuleset(store.ctx, workspace));
  return activateRuleset(store.ctx, using, { workspace, body, ifMatch: etag, by: BY });
}

/** Simulates another process, with its own cache, on the same store. */
function otherServer(): Context {
  const { db, ctx } = store;
  const view: Database = {
    kind: db.kind,
    query: (sql, parameters) => db.query(sql, parameters),
    transaction: (work) => db.transaction(work),
    exclusively: (lock, work) => db.exclusively(lock, work),
    ping: (milliseconds) => db.ping(milliseconds),
    close: () => db.close(),
  };
  return { ...ctx, db: view };
}

async function audit(): Promise<{ type: string; actor: unknown; requestId?: string; details: unknown }[]> {
  const { rows } = await store.db.query<{ entry: string }>(
    'SELECT entry FROM audit_events WHERE workspace_id = $1 ORDER BY sequence',
    [workspace],
  );
  return rows.map(({ entry }) => JSON.parse(entry));
}

async function codeOf(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => undefined,
    (raised: unknown) => raised,
  );
  return error instanceof ProblemError ? error.code : `no problem: ${String(error)}`;
}

describe('a new workspace', () => {
  test('has the built-in packs as its first active ruleset, and says so in the audit trail', async () => {
    const active = await activeRuleset(store.ctx, workspace);
    expect(rulesetSchema.parse(active)).toEqual(active);
    expect(active).toMatchObject({
      workspace,
      version: 1,
      ruleset: { entry: 'querygate:recommended@1,querygate:availability@1', files: [] },
      activatedAt: NOON.toISOString(),
      activatedBy: ADMIN,
    });
    expect(engineRuleset(active)).toEqual({ key: `${workspace}/1/${active.hash}`, files: active.ruleset });
    expect((await audit()).map(({ type }) => type)).toEqual(['workspace.created', 'ruleset.activated']);
  });

  const refused: readonly (readonly [id: string, name: string, message: RegExp])[] = [
    ['', 'A', /cannot be the id/],
    ['-a', 'A', /cannot be the id/],
    ['a b', 'A', /cannot be the id/],
    ['a'.repeat(101), 'A', /cannot be the id/],
    ['../a', 'A', /cannot be the id/],
    ['good', ' ', /the name/],
    ['good', 'a\nb', /the name/],
    ['good', 'a\0b', /the name/],
    ['good', 'a\u202eb', /the name/],
    ['good', 'a'.repeat(201), /the name/],
  ];
  test.each(refused)('is refused as `%s`, `%s`', async (id, name, message) => {
    await expect(createWorkspace(store.ctx, engine, { id, name }, ADMIN)).rejects.toThrow(message);
  });

  test('is refused if the id exists, and the existing one is unchanged', async () => {
    const before = await audit();
    await expect(createWorkspace(store.ctx, engine, { id: workspace, name: 'B' }, ADMIN)).rejects.toThrow(
      /the workspace `\S+` already exists/,
    );
    expect(await audit()).toEqual(before);
  });

  test('is created once by two concurrent requests', async () => {
    const id = `${workspace}-twice`;
    const asked = [1, 2].map(() => createWorkspace(store.ctx, engine, { id, name: 'A' }, ADMIN));
    const states = (await Promise.allSettled(asked)).map(({ status }) => status);
    expect(states.sort()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('the active ruleset', () => {
  test('is the one that was activated last', async () => {
    const first = await activeRuleset(store.ctx, workspace);
    changes = ['added', 'added', 'edited', 'removed'];
    const next = await activateRuleset(store.ctx, engine, {
      workspace,
      body: rules('a'),
      ifMatch: etagOf(first),
      by: BY,
    });
    expect(rulesetSchema.parse(next)).toEqual(next);
    expect(next).toMatchObject({ version: 2, reason: 'because', activatedBy: BY.actor, ruleset: { commit: 'abc' } });
    expect(await activeRuleset(store.ctx, workspace)).toEqual(next);
    expect((await audit()).at(-1)).toMatchObject({
      type: 'ruleset.activated',
      actor: BY.actor,
      requestId: 'req_1',
      details: {
        version: 2,
        hash: next.hash,
        commit: 'abc',
        before: { version: 1, hash: first.hash },
        changes: { added: 2, edited: 1, removed: 1 },
      },
    });
    expect(compared).toMatchObject([
      { active: engineRuleset(first), own: { hash: next.hash, ruleset: next.ruleset }, files: [], today: '2026-11-20' },
    ]);
  });

  test('is the same on another server', async () => {
    const first = await activeRuleset(store.ctx, workspace);
    const other = otherServer();
    await activateRuleset(other, engine, { workspace, body: rules('a'), ifMatch: etagOf(first), by: BY });
    expect((await activeRuleset(store.ctx, workspace)).version).toBe(2);
  });

  test('with any characters in its files is returned unchanged', async () => {
    const text = '# \0 \ud800 \u2028 \\u0000 "\n';
    const next = await activate(rules(text));
    expect((await activeRuleset(otherServer(), workspace)).ruleset).toEqual(next.ruleset);
  });

  test('that no longer loads can be replaced, and the changes are unknown', async () => {
    const { ruleset } = await activeRuleset(store.ctx, workspace);
    const forgetful = madeEngine({
      ...engine,
      loadRuleset: async (files) => {
        if (files.entry === ruleset.entry)
          throw new EngineRefusal('rules_invalid', [{ detail: 'there is no such pack' }]);
        return loadAnything(files);
      },
    });
    const next = await activate(rules('a'), forgetful);
    expect(next.version).toBe(2);
    expect(compared).toEqual([]);
    expect((await audit()).at(-1)?.details).not.toHaveProperty('changes');
  });

  test('that takes too long to compare can be replaced, and the changes are unknown', async () => {
    changes = new EngineLimit('it takes longer than 10 s');
    await activate(rules('a'));
    expect(compared).toHaveLength(1);
    expect((await audit()).at(-1)?.details).not.toHaveProperty('changes');
  });

  const refused: readonly (readonly [
    what: string,
    body: ActivateRuleset,
    ifMatch: string | undefined,
    code: string,
  ])[] = [
    ['without If-Match', rules('a'), undefined, 'precondition_missing'],
    ['for another one', rules('a'), '"1-0000000000000000"', 'ruleset_changed'],
    ['for any active ruleset', rules('a'), '*', 'precondition_missing'],
    ['with rules that do not load', rules('broken'), 'ACTIVE', 'rules_invalid'],
    ['for a version that does not exist', { restore: 2 }, 'ACTIVE', 'version_not_found'],
    ['for a version above the maximum', { restore: 2 ** 40 }, 'ACTIVE', 'version_not_found'],
  ];
  test.each(refused)('is not changed %s', async (_what, body, ifMatch, code) => {
    const before = await audit();
    const tag = ifMatch === 'ACTIVE' ? etagOf(await activeRuleset(store.ctx, workspace)) : ifMatch;
    expect(await codeOf(activateRuleset(store.ctx, engine, { workspace, body, ifMatch: tag, by: BY }))).toBe(code);
    expect((await activeRuleset(store.ctx, workspace)).version).toBe(1);
    expect(await audit()).toEqual(before);
  });

  test('names the place of each mistake', async () => {
    const etag = etagOf(await activeRuleset(store.ctx, workspace));
    await expect(
      activateRuleset(store.ctx, engine, { workspace, body: rules('broken'), ifMatch: etag, by: BY }),
    ).rejects.toMatchObject({
      message: 'this rule file is broken; mend it',
      more: { errors: [{ place: { file: '.querygate/rules.yml', line: 1, column: 1 } }] },
    });
  });

  test('is changed by one of two concurrent requests', async () => {
    const etag = etagOf(await activeRuleset(store.ctx, workspace));
    const codes = await Promise.all(
      ['a', 'b', 'c'].map((text) =>
        codeOf(activateRuleset(store.ctx, engine, { workspace, body: rules(text), ifMatch: etag, by: BY })),
      ),
    );
    expect(codes.sort()).toEqual(['no problem: undefined', 'ruleset_changed', 'ruleset_changed']);
    expect((await activeRuleset(store.ctx, workspace)).version).toBe(2);
  });

  test('can be an earlier version again, as a new version', async () => {
    await activate(rules('a'));
    await activate(rules('b'));
    const restored = await activate({ restore: 2 });
    const second = await readRulesetVersion(store.ctx, workspace, 2);
    expect(restored).toMatchObject({ version: 4, restores: 2, hash: second.hash, ruleset: second.ruleset, reason: '' });
    expect((await audit()).at(-1)).toMatchObject({ details: { version: 4, restores: 2, before: { version: 3 } } });
  });
});

describe('versions', () => {
  beforeEach(async () => {
    for (const text of ['a', 'b', 'c', 'd']) await activate(rules(text));
  });

  test('are listed newest first, page by page, without their files', async () => {
    const versions: number[] = [];
    const pages: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await listRulesets(store.ctx, workspace, { cursor, limit: 2 });
      expect(rulesetVersionsSchema.parse(page)).toEqual(page);
      pages.push(page.items.length);
      versions.push(...page.items.map(({ version }) => version));
      expect(page.items.every((item) => !('ruleset' in item))).toBe(true);
      cursor = page.next;
    } while (cursor !== undefined);
    expect(versions).toEqual([5, 4, 3, 2, 1]);
    expect(pages).toEqual([2, 2, 1]);
  });

  test('end after a full page if there are no more', async () => {
    expect((await listRulesets(store.ctx, workspace, { limit: 5 })).next).toBeUndefined();
  });

  test.each(['', '0', '-1', '1e3', '99999999999', 'x', '2 '])('refuse the cursor `%s`', async (cursor) => {
    expect(await codeOf(listRulesets(store.ctx, workspace, { cursor }))).toBe('field_invalid');
  });

  test('are read with their files', async () => {
    expect((await readRulesetVersion(store.ctx, workspace, 3)).ruleset.files[0]?.text).toBe('b');
    expect((await readRulesetVersion(store.ctx, workspace, 5)).ruleset.files[0]?.text).toBe('d');
    expect(await codeOf(readRulesetVersion(store.ctx, workspace, 6))).toBe('version_not_found');
    expect(await codeOf(readRulesetVersion(store.ctx, workspace, 0))).toBe('version_not_found');
  });
});

test('an unknown workspace is reported', async () => {
  const calls = [
    activeRuleset(store.ctx, 'none'),
    activateRuleset(store.ctx, engine, { workspace: 'none', body: rules('a'), ifMatch: undefined, by: BY }),
    listRulesets(store.ctx, 'none', {}),
    readRulesetVersion(store.ctx, 'none', 1),
  ];
  expect(await Promise.all(calls.map(codeOf))).toEqual(calls.map(() => 'workspace_not_found'));
});
