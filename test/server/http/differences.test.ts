import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { confirmRotation, rotateKey } from '../../../src/server/keys/rotate-key.ts';
import { NOON } from '../test-store.ts';
import { BY, startTestApp, type TestApp } from './test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const RULE = '  - {id: no-drop, operations: [drop_table], verdict: block, message: no';
const rules = (...lines: readonly string[]) => ({
  files: [{ path: '.querygate/rules.yml', text: ['version: 1', 'extends: []', 'rules:', ...lines, ''].join('\n') }],
});

/** A workspace with these versions after version 1. */
async function versions(...rulesets: readonly object[]) {
  const workspace = await app.workspace();
  const { token } = await app.person(workspace, 'owner');
  const url = `/api/v1/workspaces/${workspace}/ruleset`;
  for (const ruleset of rulesets) {
    const { headers } = await app.ask({ url, as: token });
    const reply = await app.ask({
      method: 'PUT',
      url,
      as: token,
      headers: { 'if-match': headers['etag'] ?? '' },
      body: { ruleset },
    });
    expect(reply.text).toContain('"version"');
  }
  const difference = (version: number | string, query = '') =>
    app.ask({ url: `/api/v1/workspaces/${workspace}/rulesets/${version}/difference${query}`, as: token });
  return { workspace, difference };
}

const KEEP = '  - {id: keep, operations: [drop_view], verdict: warn, message: keep}';

describe('the difference between two versions of the ruleset', () => {
  it('lists each rule that was added, removed or edited, with both texts', async () => {
    const { difference } = await versions(
      rules(KEEP, `${RULE}}`, '  - {id: gone, operations: [drop_index], verdict: warn, message: gone}'),
      rules(
        KEEP,
        `${RULE}, when: '!operation.createdHere', help: Rename it.}`,
        '  - {id: new, operations: [truncate], verdict: block, message: new}',
      ),
    );
    const reply = await difference(3);
    expect(reply.body).toMatchObject({
      from: { version: 2, sources: ['.querygate/rules.yml'] },
      to: { version: 3 },
      equal: false,
    });
    const { rules: found } = reply.body as { rules: { rule: string }[] };
    expect(found.toSorted((a, b) => a.rule.localeCompare(b.rule))).toMatchObject([
      { rule: 'gone', change: 'removed', fields: ['rule'], effects: ['rule removed, verdict was warn'] },
      { rule: 'new', change: 'added', fields: ['rule'], to: { verdict: 'block', operations: ['truncate'] } },
      {
        rule: 'no-drop',
        change: 'edited',
        effects: ['condition added'],
        fields: ['when', 'help'],
        from: { help: '' },
        to: { when: '!operation.createdHere', help: 'Rename it.' },
      },
    ]);
  });

  it('in texts alone is listed without effects, and both rulesets are equal', async () => {
    const { difference } = await versions(rules(`${RULE}}`), rules(`${RULE}, owner: data}`));
    expect((await difference(3)).body).toMatchObject({
      equal: true,
      rules: [{ rule: 'no-drop', effects: [], fields: ['owner'], to: { owner: 'data' } }],
    });
  });

  it('can be with any version, backwards too, and is empty with itself', async () => {
    const { difference } = await versions(rules(`${RULE}}`), rules(KEEP), rules(`${RULE}}`));
    expect((await difference(4, '?from=2')).body).toMatchObject({ equal: true, rules: [] });
    expect((await difference(2, '?from=2')).body).toMatchObject({ equal: true, rules: [] });
    expect((await difference(1)).body).toMatchObject({ from: { version: 1 }, to: { version: 1 }, rules: [] });
    expect((await difference(2, '?from=3')).body).toMatchObject({
      rules: [
        { rule: 'keep', change: 'removed' },
        { rule: 'no-drop', change: 'added' },
      ],
    });
  });

  it.each([
    [9, '', 'version_not_found'],
    [2, '?from=9', 'version_not_found'],
    ['x', '', 'version_not_found'],
    [2, '?from=0', 'field_invalid'],
    [2, '?from=2e0', 'field_invalid'],
    [2, '?from=99999999999', 'field_invalid'],
    [2, '?since=1', 'field_invalid'],
  ])('of version %s%s is refused: %s', async (version, query, code) => {
    const { difference } = await versions(rules(KEEP));
    expect((await difference(version, query)).code).toBe(code);
  });
});

describe('the list of pending rotations', () => {
  it('has both keys with their last use, and no confirmed or ended rotation', async () => {
    const workspace = await app.workspace();
    const { token } = await app.person(workspace, 'admin');
    const list = async (query = '') =>
      (await app.ask({ url: `/api/v1/workspaces/${workspace}/rotations${query}`, as: token })).body as {
        items: { ageDays: number; begunAt: string; oldKey: { id: string }; newKey: { id: string } }[];
        next?: string;
      };
    expect(await list()).toEqual({ items: [] });
    const old = await app.key(workspace);
    await app.key(workspace);
    const fresh = await rotateKey(app.ctx, workspace, old.id, {}, BY);
    const confirmed = await app.key(workspace);
    await rotateKey(app.ctx, workspace, confirmed.id, {}, BY);
    await confirmRotation(app.ctx, workspace, confirmed.id, BY);
    await rotateKey(app.ctx, workspace, (await app.key(workspace)).id, { atOnce: true }, BY);
    await app.ask({ url: `/api/v1/workspaces/${workspace}/ruleset`, as: fresh.secret });
    app.store.clock.now = new Date(NOON.getTime() + 60 * 60_000);
    expect(await list()).toMatchObject({
      items: [
        {
          begunAt: NOON.toISOString(),
          ageDays: 0,
          oldKey: { id: old.id, rotation: { newKey: fresh.key.id } },
          newKey: { id: fresh.key.id, lastUsedAt: NOON.toISOString() },
        },
      ],
    });
    const { items } = await list();
    expect(items[0]?.oldKey).not.toHaveProperty('lastUsedAt');
    app.store.clock.now = NOON;
    for (let at = 0; at < 2; at++) await rotateKey(app.ctx, workspace, (await app.key(workspace)).id, {}, BY);
    const first = await list('?limit=2');
    const rest = await list(`?limit=2&cursor=${first.next}`);
    expect(new Set([...first.items, ...rest.items].map(({ oldKey }) => oldKey.id)).size).toBe(3);
  });
});
