import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '../../../src/contract/index.ts';
import { disableUser } from '../../../src/server/people/users.ts';
import { entries } from '../keys/world.ts';
import { NOON } from '../test-store.ts';
import { BY, PASSWORD, type Reply, startTestApp, type TestApp } from './test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

type Person = Awaited<ReturnType<TestApp['person']>>;
interface Team {
  readonly id: string;
  readonly people: Readonly<Record<Role, Person>>;
}

let count = 0;

/** A workspace with one user of each role. */
async function team(): Promise<Team> {
  const id = await app.workspace();
  const owner = await app.person(id, 'owner');
  const admin = await app.person(id, 'admin');
  const member = await app.person(id, 'member');
  return { id, people: { owner, admin, member, viewer: await app.person(id, 'viewer') } };
}

const result = ({ status, code }: Reply) => code ?? status;
const ask = async (method: string, url: string, as?: string, body?: unknown) =>
  app.ask({ method, url: `/api/v1/${url}`, as, ...(body !== undefined && { body }) });
const roleSeen = async (workspace: string, as: string) => {
  const { body } = await ask('GET', 'sessions/current', as);
  return (body as { workspaces?: { id: string; role: Role }[] }).workspaces?.find(({ id }) => id === workspace)?.role;
};
const lastEntry = async (workspace: string) => (await entries(app.store.db, workspace)).at(-1);

describe('who can change whom', () => {
  // By the actor, the role that the target has, and the role that it gets (`-`: is removed).
  it.each([
    ['owner', 'viewer', 'owner', 200],
    ['owner', 'owner', 'admin', 200],
    ['owner', 'admin', '-', 204],
    ['owner', 'owner', '-', 204],
    ['admin', 'viewer', 'admin', 200],
    ['admin', 'admin', 'viewer', 200],
    ['admin', 'member', '-', 204],
    ['admin', 'admin', 'owner', 'owner_needed'],
    ['admin', 'owner', 'viewer', 'owner_needed'],
    ['admin', 'owner', '-', 'owner_needed'],
    ['member', 'viewer', 'member', 'role_missing'],
    ['member', 'viewer', '-', 'role_missing'],
    ['viewer', 'viewer', '-', 'role_missing'],
  ] as const)('%s: %s becomes %s: %s', async (by, has, gets, expected) => {
    const { id, people } = await team();
    const target = await app.person(id, has);
    const url = `workspaces/${id}/members/${target.id}`;
    const reply = await (gets === '-'
      ? ask('DELETE', url, people[by].token)
      : ask('PUT', url, people[by].token, { role: gets }));
    expect(result(reply)).toBe(expected);
    const changed = typeof expected === 'number';
    expect(await roleSeen(id, target.token)).toBe(changed ? (gets === '-' ? undefined : gets) : has);
    expect((await lastEntry(id))?.type).toBe(changed && gets === '-' ? 'member.removed' : 'member.set');
  });

  it('an admin cannot make themselves an owner', async () => {
    const { id, people } = await team();
    const { admin } = people;
    expect(result(await ask('PUT', `workspaces/${id}/members/${admin.id}`, admin.token, { role: 'owner' }))).toBe(
      'owner_needed',
    );
  });

  it.each([
    ['get another role', 'PUT', { role: 'admin' }],
    ['be disabled', 'PUT', { disabled: true }],
    ['leave', 'DELETE', undefined],
  ])('the last owner cannot %s, even while another owner is disabled', async (_, method, body) => {
    const { id, people } = await team();
    const url = (user: Person) => `workspaces/${id}/members/${user.id}`;
    const second = await app.person(id, 'owner');
    const third = await app.person(id, 'owner');
    const { token } = people.owner;
    expect(result(await ask('PUT', url(second), token, { disabled: true }))).toBe(200);
    await disableUser(app.ctx, { email: third.email }, BY);
    expect(result(await ask(method, url(people.owner), token, body))).toBe('last_owner');
    expect(result(await ask('PUT', url(second), token, { disabled: false }))).toBe(200);
    expect(result(await ask(method, url(people.owner), token, body))).toBe(method === 'DELETE' ? 204 : 200);
  });

  it('two owners who remove each other at once leave one', async () => {
    const { id, people } = await team();
    const second = await app.person(id, 'owner');
    const replies = await Promise.all([
      ask('DELETE', `workspaces/${id}/members/${second.id}`, people.owner.token),
      ask('DELETE', `workspaces/${id}/members/${people.owner.id}`, second.token),
    ]);
    const { rows } = await app.store.db.query("SELECT 1 FROM members WHERE workspace_id = $1 AND role = 'owner'", [id]);
    expect(rows).toHaveLength(1);
    expect(replies.map(({ status }) => status).toSorted()[0]).toBe(204);
  });

  it('a user of another workspace is not found', async () => {
    const { id, people } = await team();
    const other = await team();
    const stranger = other.people.viewer.id;
    const { token } = people.owner;
    const url = `workspaces/${id}/members/${stranger}`;
    expect(result(await ask('PUT', url, token, { role: 'viewer' }))).toBe('member_not_found');
    expect(result(await ask('DELETE', url, token))).toBe('member_not_found');
    expect(result(await ask('POST', `${url}/revoke-sessions`, token))).toBe('member_not_found');
    expect(await roleSeen(other.id, other.people.viewer.token)).toBe('viewer');
  });
});

describe('a member who is disabled in a workspace', () => {
  it('has no access to it, keeps their other workspaces, and gets their role back', async () => {
    const { id, people } = await team();
    const { admin, owner } = people;
    const other = await app.workspace();
    await app.store.db.query("INSERT INTO members (workspace_id, user_id, role) VALUES ($1, $2, 'viewer')", [
      other,
      admin.id,
    ]);
    const url = `workspaces/${id}/members/${admin.id}`;
    const reply = await ask('PUT', url, owner.token, { disabled: true });
    expect(reply.body).toMatchObject({ role: 'admin', disabled: true, accountDisabled: false });
    expect(result(await ask('GET', `workspaces/${id}/ruleset`, admin.token))).toBe('workspace_not_found');
    expect(result(await ask('GET', `workspaces/${id}`, admin.token))).toBe('workspace_not_found');
    expect(await roleSeen(other, admin.token)).toBe('viewer');
    expect(await lastEntry(id)).toMatchObject({ type: 'member.disabled', details: { user: admin.id } });
    expect(result(await ask('PUT', url, owner.token, { disabled: false }))).toBe(200);
    expect(await roleSeen(id, admin.token)).toBe('admin');
  });
});

describe('the list of members', () => {
  it('is sorted by address and comes in pages', async () => {
    const { id, people } = await team();
    const emails: string[] = [];
    let cursor = '';
    do {
      const { body } = await ask('GET', `workspaces/${id}/members?limit=3${cursor}`, people.member.token);
      const page = body as { items: { user: { email: string }; role: Role }[]; next?: string };
      emails.push(...page.items.map(({ user }) => user.email));
      cursor = page.next === undefined ? '' : `&cursor=${page.next}`;
    } while (cursor !== '');
    const all = Object.values(people).map(({ email }) => email);
    expect(emails.toSorted()).toEqual(all.toSorted());
    expect(new Set(emails).size).toBe(4);
  });
});

describe('the sessions of a member', () => {
  it('can be ended by an owner; other workspaces are not told who did it', async () => {
    const { id, people } = await team();
    const { member, owner } = people;
    const other = await app.workspace();
    await app.store.db.query("INSERT INTO members (workspace_id, user_id, role) VALUES ($1, $2, 'viewer')", [
      other,
      member.id,
    ]);
    const reply = await ask('POST', `workspaces/${id}/members/${member.id}/revoke-sessions`, owner.token);
    expect(reply.body).toEqual({ revoked: 1 });
    expect(result(await ask('GET', 'sessions/current', member.token))).toBe('session_unknown');
    expect(await lastEntry(id)).toMatchObject({ type: 'session.ended', actor: { id: owner.id } });
    const foreign = await lastEntry(other);
    expect(foreign).toMatchObject({ type: 'session.ended', actor: { kind: 'service' } });
    expect(JSON.stringify(foreign)).not.toContain(owner.email);
  });
});

const invite = (workspace: string, as: string, role: Role = 'member', email = `new${++count}@acme.example`) =>
  ask('POST', `workspaces/${workspace}/invitations`, as, { email, role });
const tokenOf = (reply: Reply) => (reply.body as { token: string }).token;
const idOf = (reply: Reply) => (reply.body as { invitation: { id: string } }).invitation.id;
const accept = (token: string, password = PASSWORD) =>
  ask('POST', 'invitations/accept', undefined, { token, name: 'New', password });
const show = (token: string) => ask('POST', 'invitations/read', undefined, { token });

describe('an invitation', () => {
  it('is accepted once, with a new account that is signed in', async () => {
    const { id, people } = await team();
    const email = `new${++count}@acme.example`;
    const made = await invite(id, people.admin.token, 'member', email);
    expect(made.body).toMatchObject({
      invitation: { email, role: 'member', expiresAt: '2026-11-27T12:00:00.000Z', createdBy: { id: people.admin.id } },
      token: expect.stringMatching(/^qgi_[0-9A-Za-z]{43}$/),
    });
    const token = tokenOf(made);
    expect((await show(token)).body).toEqual({
      workspace: { id, name: id },
      email,
      role: 'member',
      expiresAt: '2026-11-27T12:00:00.000Z',
      hasAccount: false,
    });
    const both = await Promise.all([accept(token), accept(token)]);
    const accepted = both.find(({ status }) => status === 201);
    expect(both.map(result).toSorted()[0]).toBe(201);
    const { token: session } = (accepted ?? both[0]).body as { token: string };
    expect(await roleSeen(id, session)).toBe('member');
    expect(await accept(token).then(result)).toBe('invitation_invalid');
    expect(result(await ask('POST', 'sessions', undefined, { email, password: PASSWORD }))).toBe(201);
    const trail = await entries(app.store.db, id);
    expect(trail.filter(({ type }) => type === 'invitation.accepted')).toMatchObject([
      { actor: { name: email }, details: { invitation: idOf(made), invitedBy: { id: people.admin.id } } },
    ]);
    expect(JSON.stringify(trail)).not.toContain(token.slice(4));
    const { rows } = await app.store.db.query('SELECT * FROM invitations WHERE id = $1', [idOf(made)]);
    expect(JSON.stringify(rows)).not.toContain(token.slice(4));
  });

  it('lets a signed-in user join, if it is for their address', async () => {
    const { id, people } = await team();
    const [guest, other] = [await app.person(), await app.person()];
    const token = tokenOf(await invite(id, people.owner.token, 'admin', guest.email.toUpperCase()));
    expect((await show(token)).body).toMatchObject({ hasAccount: true });
    expect(await accept(token).then(result)).toBe('account_exists');
    const join = (as: string) => ask('POST', 'invitations/join', as, { token });
    expect(result(await join(other.token))).toBe('invitation_for_another');
    const joined = await join(guest.token);
    expect(joined.body).toMatchObject({ workspaces: [{ id, role: 'admin' }] });
    expect(result(await join(guest.token))).toBe('invitation_invalid');
  });

  it.each([
    ['a token that was never issued', async () => `qgi_${'0'.repeat(43)}`],
    ['no token', async () => ''],
    ['an API key', async ({ id }: Team) => (await app.key(id)).secret],
    [
      'one that was revoked',
      async ({ id, people }: Team) => {
        const made = await invite(id, people.admin.token);
        const reply = await ask('DELETE', `workspaces/${id}/invitations/${idOf(made)}`, people.admin.token);
        expect(reply.status).toBe(204);
        return tokenOf(made);
      },
    ],
    [
      'one that was replaced',
      async ({ id, people }: Team) => {
        const email = `new${++count}@acme.example`;
        const first = await invite(id, people.admin.token, 'member', email);
        expect((await invite(id, people.admin.token, 'viewer', email.toUpperCase())).status).toBe(201);
        return tokenOf(first);
      },
    ],
    [
      'one that has expired',
      async ({ id, people }: Team) => {
        app.store.clock.now = new Date(NOON.getTime() - 7 * 86_400_000);
        const by = await app.person(id, 'admin');
        const made = await invite(id, by.token);
        app.store.clock.now = NOON;
        expect(people.owner.id).not.toBe(by.id);
        return tokenOf(made);
      },
    ],
    [
      'one of an admin who was removed since',
      async ({ id, people }: Team) => {
        const made = await invite(id, people.admin.token);
        await ask('DELETE', `workspaces/${id}/members/${people.admin.id}`, people.owner.token);
        return tokenOf(made);
      },
    ],
    [
      'one of an admin who became a member since',
      async ({ id, people }: Team) => {
        const made = await invite(id, people.admin.token);
        await ask('PUT', `workspaces/${id}/members/${people.admin.id}`, people.owner.token, { role: 'member' });
        return tokenOf(made);
      },
    ],
    [
      'one of an admin who became a member since, and an admin again',
      async ({ id, people }: Team) => {
        const made = await invite(id, people.admin.token);
        for (const role of ['member', 'admin'])
          await ask('PUT', `workspaces/${id}/members/${people.admin.id}`, people.owner.token, { role });
        return tokenOf(made);
      },
    ],
    [
      'one for an owner, of an owner who became an admin since',
      async ({ id, people }: Team) => {
        const second = await app.person(id, 'owner');
        const made = await invite(id, second.token, 'owner');
        await ask('PUT', `workspaces/${id}/members/${second.id}`, people.owner.token, { role: 'admin' });
        return tokenOf(made);
      },
    ],
  ])('is not accepted: %s', async (_, make) => {
    const made = await team();
    const token = await make(made);
    expect(await show(token).then(result)).toBe('invitation_invalid');
    expect(await accept(token).then(result)).toBe('invitation_invalid');
    const guest = await app.person();
    expect(result(await ask('POST', 'invitations/join', guest.token, { token }))).toBe('invitation_invalid');
  });

  it('that is void is not listed; pending ones are, newest first, in pages', async () => {
    const { id, people } = await team();
    const left = await app.person(id, 'admin');
    await invite(id, left.token);
    await ask('DELETE', `workspaces/${id}/members/${left.id}`, people.owner.token);
    const made: string[] = [];
    for (let at = 0; at < 3; at++) {
      app.store.clock.now = new Date(NOON.getTime() + at);
      made.push(idOf(await invite(id, people.admin.token)));
    }
    app.store.clock.now = NOON;
    const list = async (query: string) =>
      (await ask('GET', `workspaces/${id}/invitations${query}`, people.admin.token)).body as {
        items: { id: string }[];
        next?: string;
      };
    const first = await list('?limit=2');
    const rest = await list(`?limit=2&cursor=${first.next}`);
    expect([...first.items, ...rest.items].map((item) => item.id)).toEqual(made.toReversed());
    expect(rest.next).toBeUndefined();
  });

  it('to be an owner is made, replaced and revoked by owners only', async () => {
    const { id, people } = await team();
    const email = `new${++count}@acme.example`;
    expect(result(await invite(id, people.admin.token, 'owner'))).toBe('owner_needed');
    const made = await invite(id, people.owner.token, 'owner', email);
    expect(result(await invite(id, people.admin.token, 'viewer', email))).toBe('owner_needed');
    const url = `workspaces/${id}/invitations/${idOf(made)}`;
    expect(result(await ask('DELETE', url, people.admin.token))).toBe('owner_needed');
    expect(await show(tokenOf(made)).then(result)).toBe(200);
    expect(result(await ask('DELETE', url, people.owner.token))).toBe(204);
    expect(result(await ask('DELETE', url, people.owner.token))).toBe('invitation_not_found');
  });

  it('is not made for a member, nor for text that is not an address; a weak password accepts none', async () => {
    const { id, people } = await team();
    expect(result(await invite(id, people.admin.token, 'viewer', people.viewer.email.toUpperCase()))).toBe(
      'member_exists',
    );
    expect(result(await invite(id, people.admin.token, 'viewer', 'not an address'))).toBe('field_invalid');
    const token = tokenOf(await invite(id, people.admin.token));
    expect(await accept(token, 'short').then(result)).toBe('field_invalid');
    expect(await accept(token).then(result)).toBe(201);
  });

  it('of another workspace cannot be revoked', async () => {
    const { id, people } = await team();
    const other = await team();
    const made = await invite(id, people.admin.token);
    const url = `workspaces/${other.id}/invitations/${idOf(made)}`;
    expect(result(await ask('DELETE', url, other.people.owner.token))).toBe('invitation_not_found');
  });
});

describe('workspaces', () => {
  it('are listed with the own role, in pages; disabled memberships are left out', async () => {
    const user = await app.person();
    const ids: string[] = [];
    for (let at = 0; at < 3; at++) {
      const id = await app.workspace();
      ids.push(id);
      await app.store.db.query("INSERT INTO members (workspace_id, user_id, role) VALUES ($1, $2, 'viewer')", [
        id,
        user.id,
      ]);
    }
    const [, , off] = ids;
    await app.store.db.query('UPDATE members SET disabled_at = now() WHERE workspace_id = $1', [off]);
    const first = (await ask('GET', 'workspaces?limit=1', user.token)).body as { items: object[]; next: string };
    const rest = (await ask('GET', `workspaces?cursor=${first.next}`, user.token)).body as { items: object[] };
    expect([...first.items, ...rest.items]).toMatchObject(
      ids
        .slice(0, 2)
        .toSorted()
        .map((id) => ({ id, role: 'viewer', ruleset: { version: 1 } })),
    );
    expect(rest.items).toHaveLength(1);
  });

  it('can be created by owners of another one, who become their owners', async () => {
    const { people } = await team();
    const id = `made${++count}`;
    expect(result(await ask('POST', 'workspaces', people.admin.token, { id }))).toBe('owner_needed');
    const reply = await ask('POST', 'workspaces', people.owner.token, { id, name: 'Made' });
    expect(reply.body).toMatchObject({ id, name: 'Made', role: 'owner', ruleset: { version: 1 } });
    expect(result(await ask('POST', 'workspaces', people.owner.token, { id }))).toBe('workspace_exists');
    const upper = { id: id.toUpperCase() };
    expect(result(await ask('POST', 'workspaces', people.owner.token, upper))).toBe('workspace_exists');
    const trail = await entries(app.store.db, id);
    expect(trail.map(({ type }) => type)).toEqual(['workspace.created', 'ruleset.activated', 'member.set']);
    expect(trail).toMatchObject(trail.map(() => ({ actor: { id: people.owner.id } })));
    for (const name of [' ', 'two\nlines'])
      expect(result(await ask('POST', 'workspaces', people.owner.token, { id: 'x', name }))).toBe('field_invalid');
  });

  it('are renamed by owners and admins', async () => {
    const { id, people } = await team();
    const reply = await ask('PUT', `workspaces/${id}`, people.admin.token, { name: 'Better' });
    expect(reply.body).toMatchObject({ id, name: 'Better', role: 'admin' });
    expect(await lastEntry(id)).toMatchObject({
      type: 'workspace.renamed',
      details: { name: 'Better', before: id },
    });
    expect(result(await ask('PUT', `workspaces/${id}`, people.admin.token, { name: 'a\u2028b' }))).toBe(
      'field_invalid',
    );
  });
});
