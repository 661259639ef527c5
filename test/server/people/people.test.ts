import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Role, sessionSchema, signedInSchema } from '../../../src/contract/index.ts';
import { ConfigError } from '../../../src/model/index.ts';
import { listMembers, removeMember, setMember } from '../../../src/server/people/members.ts';
import { passwordMatches } from '../../../src/server/people/password.ts';
import { readSession, signOut, touchSession } from '../../../src/server/people/sessions.ts';
import { signIn } from '../../../src/server/people/sign-in.ts';
import {
  createUser,
  disableUser,
  enableUser,
  listUsers,
  setPassword,
  unlockSignIn,
} from '../../../src/server/people/users.ts';
import { BY, codeOf, entries, newWorld, openTestStore, type World } from '../keys/world.ts';
import type { TestStore } from '../test-store.ts';

const PASSWORD = 'correct horse battery';
let store: TestStore;
let world: World;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());
beforeEach(async () => {
  world = await newWorld(store);
});

let count = 0;

/** Creates a user; with a role, also a member of the test's workspace. */
async function person(role?: Role): Promise<string> {
  const email = `p${++count}@acme.example`;
  await createUser(world.ctx, { email, password: PASSWORD });
  if (role) await setMember(world.ctx, world.workspace, { email, role }, BY);
  return email;
}

const from = (address = `192.0.2.${++count % 250}`) => ({ requestId: 'req_9', address });

async function tokenOf(email: string): Promise<string> {
  return (await signIn(world.ctx, { email, password: PASSWORD }, from())).token;
}

async function configError(act: Promise<unknown>): Promise<string> {
  const error = await act.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  expect(error).toBeInstanceOf(ConfigError);
  return (error as ConfigError).message;
}

describe('a new user', () => {
  it('can sign in, ignoring the case of the address, and is not a member of any workspace', async () => {
    const user = await createUser(world.ctx, { email: ' Ann@Acme.example ', password: PASSWORD, name: 'Ann' });
    expect(user).toMatchObject({ email: 'Ann@Acme.example', name: 'Ann', workspaces: [], disabledAt: undefined });
    const signedIn = await signIn(world.ctx, { email: 'aNN@acme.EXAMPLE', password: PASSWORD }, from());
    expect(signedInSchema.parse(signedIn)).toEqual(signedIn);
    expect(signedIn).toMatchObject({
      user: { id: user.id, email: 'Ann@Acme.example', name: 'Ann' },
      expiresAt: '2026-11-21T00:00:00.000Z',
      workspaces: [],
      token: expect.stringMatching(/^qgs_[0-9A-Za-z]{43}$/),
    });
  });

  it.each([
    ['p1', 'is not an e-mail address'],
    ['a b@acme.example', 'is not an e-mail address'],
    ['a@b@c', 'is not an e-mail address'],
    ['a\u202e@acme.example', 'is not an e-mail address'],
    [`${'a'.repeat(320)}@acme.example`, 'is not an e-mail address'],
  ])('with the address %j is refused', async (email, why) => {
    expect(await configError(createUser(world.ctx, { email, password: PASSWORD }))).toContain(why);
  });

  it.each([
    ['elevenchars', 'has 11 characters; choose one of at least 12'],
    ['a'.repeat(1001), 'too long'],
    [undefined, 'is an API key'],
  ])('with the password %j is refused', async (password, why) => {
    const { secret } = await world.make();
    const message = await configError(createUser(world.ctx, { email: 'x@acme.example', password: password ?? secret }));
    expect(message).toContain(why);
    if (password === undefined) expect(message).not.toContain(secret.slice(3, 20));
  });

  it('with an existing address, in any case, is refused; of two concurrent ones, one is created', async () => {
    const email = await person();
    expect(await configError(createUser(world.ctx, { email: email.toUpperCase(), password: PASSWORD }))).toContain(
      'already',
    );
    const twice = await Promise.allSettled(
      ['t@acme.example', 'T@acme.example'].map((address) =>
        createUser(world.ctx, { email: address, password: PASSWORD }),
      ),
    );
    expect(twice.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect((await listUsers(world.ctx)).filter((user) => user.email.toLowerCase() === 't@acme.example')).toHaveLength(
      1,
    );
  });
});

describe('signing in', () => {
  it('is recorded in the audit trail of each workspace of the user', async () => {
    const email = await person('member');
    const other = await newWorld(store);
    await setMember(other.ctx, other.workspace, { email, role: 'viewer' }, BY);
    const token = await tokenOf(email);
    await codeOf(signIn(world.ctx, { email, password: 'wrong password' }, from('198.51.100.7')));
    await signOut(world.ctx, token, { requestId: 'req_3' });
    for (const { workspace } of [world, other]) {
      const trail = (await entries(world.db, workspace)).slice(1);
      expect(trail).toMatchObject([
        { type: 'session.created', actor: { kind: 'user', name: email }, requestId: 'req_9' },
        { type: 'session.failed', details: { reason: 'password', address: '198.51.100.7' } },
        { type: 'session.ended', actor: { kind: 'user', name: email }, requestId: 'req_3' },
      ]);
      expect(JSON.stringify(trail)).not.toContain(token.slice(4));
      expect(JSON.stringify(trail)).not.toContain('wrong password');
    }
  });

  it.each([
    ['an unknown address', async () => ({ email: 'nobody@acme.example', password: PASSWORD })],
    ['a wrong password', async () => ({ email: await person(), password: `${PASSWORD}.` })],
    ['a password in other case', async () => ({ email: await person(), password: PASSWORD.toUpperCase() })],
    ['an empty-looking password', async () => ({ email: await person(), password: ' ' })],
    ['U+0000 in the address', async () => ({ email: `\0${await person()}`, password: PASSWORD })],
    ['a pattern as the address', async () => ({ email: '%@acme.example', password: PASSWORD })],
    [
      'an API key as the password',
      async () => ({ email: await person('owner'), password: (await world.make()).secret }),
    ],
    [
      'a token as the password',
      async () => {
        const email = await person('owner');
        return { email, password: await tokenOf(email) };
      },
    ],
    [
      'the stored hash as the password',
      async () => {
        const email = await person();
        const { rows } = await world.db.query<{ password: string }>('SELECT password FROM users WHERE email = $1', [
          email,
        ]);
        return { email, password: rows[0]?.password ?? '' };
      },
    ],
    [
      'a disabled user',
      async () => {
        const email = await person();
        await disableUser(world.ctx, { email }, BY);
        return { email, password: PASSWORD };
      },
    ],
  ])('fails in the same way for %s', async (_, body) => {
    const error = await signIn(world.ctx, await body(), from()).catch((caught: unknown) => caught);
    expect(error).toMatchObject({
      code: 'sign_in_failed',
      message: 'wrong e-mail address or password',
    });
  });

  it('is blocked for 15 minutes after 5 failures of one user from one network, even with the right password', async () => {
    const email = await person();
    const there = from();
    const bad = () => signIn(world.ctx, { email, password: 'wrong password' }, there);
    for (let n = 0; n < 5; n++) expect(await codeOf(bad())).toBe('sign_in_failed');
    const good = () => signIn(world.ctx, { email: email.toUpperCase(), password: PASSWORD }, there);
    const error = await good().catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: 'rate_limited', retryAfter: 900 });
    world.later((15 * 60 - 1) / 86_400);
    expect(await good().catch((caught: unknown) => caught)).toMatchObject({ code: 'rate_limited', retryAfter: 1 });
    world.later(1 / 86_400);
    expect(await codeOf(good())).toBe('ok');
    for (let n = 0; n < 5; n++) expect(await codeOf(bad())).toBe('sign_in_failed');
  });

  it('is not blocked by a few failures from other networks, and never from a network used before', async () => {
    const email = await person();
    const bad = (where = from()) => signIn(world.ctx, { email, password: 'wrong password' }, where);
    const good = (where = from()) => signIn(world.ctx, { email, password: PASSWORD }, where);
    const home = from();
    for (let n = 0; n < 40; n++) expect(await codeOf(bad())).toBe('sign_in_failed');
    expect(await codeOf(good(home))).toBe('ok');
    for (let n = 0; n < 10; n++) expect(await codeOf(bad())).toBe('sign_in_failed');
    expect(await codeOf(bad())).toBe('rate_limited');
    expect(await codeOf(good())).toBe('rate_limited');
    expect(await codeOf(good(home))).toBe('ok');
    for (let n = 0; n < 5; n++) expect(await codeOf(bad(home))).toBe('sign_in_failed');
    expect(await codeOf(good(home))).toBe('rate_limited');
    world.later(15 / 1440);
    expect(await codeOf(good())).toBe('ok');
  });

  it('is blocked for unknown addresses as for known ones', async () => {
    const there = from();
    const bad = () => signIn(world.ctx, { email: 'Ghost@acme.example', password: 'wrong password' }, there);
    for (let n = 0; n < 5; n++) expect(await codeOf(bad())).toBe('sign_in_failed');
    expect(await codeOf(bad())).toBe('rate_limited');
  });

  it('counts concurrent attempts', async () => {
    const email = await person();
    const there = from();
    const codes = await Promise.all(
      Array.from({ length: 12 }, () => codeOf(signIn(world.ctx, { email, password: 'wrong password' }, there))),
    );
    expect(codes.filter((code) => code === 'sign_in_failed')).toHaveLength(5);
    expect(codes.filter((code) => code === 'rate_limited')).toHaveLength(7);
  });

  it.each([
    ['203.0.113.6', '::ffff:203.0.113.6'],
    ['2001:db8:1:2::1', '2001:0db8:0001:0002:ffff::9'],
    ['2001:db8::1', '2001:db8:0:0:1:2:3:4'],
  ])('counts two addresses of one network as one: %s and %s', async (first, second) => {
    const email = await person();
    for (let n = 0; n < 5; n++)
      expect(await codeOf(signIn(world.ctx, { email, password: 'wrong password' }, from(first)))).toBe(
        'sign_in_failed',
      );
    expect(await codeOf(signIn(world.ctx, { email, password: PASSWORD }, from(second)))).toBe('rate_limited');
    expect(await codeOf(signIn(world.ctx, { email, password: PASSWORD }, from('2001:db8:1:3::1')))).toBe('ok');
  });

  it('is not blocked by failures of others from the same network', async () => {
    const there = from('203.0.113.5');
    for (let n = 0; n < 40; n++)
      expect(
        await codeOf(signIn(world.ctx, { email: `g${++count}@acme.example`, password: 'wrong password' }, there)),
      ).toBe('sign_in_failed');
    expect(await codeOf(signIn(world.ctx, { email: await person(), password: PASSWORD }, there))).toBe('ok');
  });

  it('is possible again after an administrator unlocked the user, until the next five failures', async () => {
    const email = await person('member');
    const there = from();
    const bad = () => signIn(world.ctx, { email, password: 'wrong password' }, there);
    const good = (where = there) => signIn(world.ctx, { email, password: PASSWORD }, where);
    for (let n = 0; n < 5; n++) await codeOf(bad());
    for (let n = 0; n < 50; n++) await codeOf(signIn(world.ctx, { email, password: 'wrong password' }, from()));
    expect([await codeOf(good()), await codeOf(good(from()))]).toEqual(['rate_limited', 'rate_limited']);
    world.later(1 / 1440);
    await unlockSignIn(world.ctx, { email }, BY);
    expect((await world.trail()).at(-1)).toMatchObject({ type: 'user.unlocked', details: { email } });
    world.later(1 / 1440);
    expect(await codeOf(good(from()))).toBe('ok');
    for (let n = 0; n < 5; n++) expect(await codeOf(bad())).toBe('sign_in_failed');
    expect(await codeOf(good())).toBe('rate_limited');
  });

  it('does not count a success as a failure', async () => {
    const email = await person();
    for (let n = 0; n < 30; n++)
      expect(await codeOf(signIn(world.ctx, { email, password: PASSWORD }, from('203.0.113.77')))).toBe('ok');
  });

  it('leaves no token in the store', async () => {
    const token = await tokenOf(await person());
    const { rows } = await world.db.query<{ row: string }>('SELECT s::text AS row FROM sessions s');
    expect(rows.map(({ row }) => row).join('\n')).not.toContain(token.slice(4));
  });
});

describe('a session', () => {
  it('that is used lasts for 12 hours, and shows the current roles', async () => {
    const email = await person('viewer');
    const token = await tokenOf(email);
    const read = await readSession(world.ctx, token);
    expect(sessionSchema.parse(read)).toEqual(read);
    expect(read?.workspaces).toEqual([{ id: world.workspace, name: world.workspace, role: 'viewer' }]);
    await setMember(world.ctx, world.workspace, { email, role: 'admin' }, BY);
    expect((await readSession(world.ctx, token))?.workspaces).toMatchObject([{ role: 'admin' }]);
    await removeMember(world.ctx, world.workspace, { email }, BY);
    expect((await readSession(world.ctx, token))?.workspaces).toEqual([]);
    for (let hour = 1; hour < 12; hour++) {
      world.later(1 / 24);
      await touchSession(world.ctx, token);
    }
    world.later(1 / 24 - 1 / 86_400_000);
    expect(await readSession(world.ctx, token)).toBeDefined();
    world.later(1 / 86_400_000);
    expect(await readSession(world.ctx, token)).toBeUndefined();
  });

  it.each(['signed out', 'disabled', 'another password', 'disabled and enabled again'])('ends: %s', async (how) => {
    const email = await person('member');
    const [token, second] = [await tokenOf(email), await tokenOf(email)];
    if (how === 'signed out') await signOut(world.ctx, token);
    else if (how === 'another password') await setPassword(world.ctx, { email, password: 'another password' }, BY);
    else await disableUser(world.ctx, { email }, BY);
    if (how.endsWith('again')) await enableUser(world.ctx, { email }, BY);
    expect(await readSession(world.ctx, token)).toBeUndefined();
    expect((await readSession(world.ctx, second)) !== undefined).toBe(how === 'signed out');
    await signOut(world.ctx, token);
  });

  it.each(['', 'qgs_', 'x', `qgs_${'0'.repeat(43)}`, `qgs_${'0'.repeat(44)}`, '\0'])(
    'is none with %j',
    async (token) => {
      expect(await readSession(world.ctx, token)).toBeUndefined();
      await signOut(world.ctx, token);
    },
  );

  it('cannot be opened with an API key or a hash from the store', async () => {
    const token = await tokenOf(await person());
    const { secret } = await world.make();
    expect(await readSession(world.ctx, secret)).toBeUndefined();
    expect(await readSession(world.ctx, `qgs_${secret.slice(3, 46)}`)).toBeUndefined();
    expect(await readSession(world.ctx, token.slice(4))).toBeUndefined();
  });
});

describe('a workspace', () => {
  const ROLES: readonly (Role | undefined)[] = ['owner', 'admin', 'member', 'viewer', undefined];

  it.each(ROLES.flatMap((before) => ROLES.map((after) => [before, after] as const)))(
    'with another owner lets a user change from %s to %s',
    async (before, after) => {
      await person('owner');
      const email = await person(before);
      const act = after
        ? setMember(world.ctx, world.workspace, { email, role: after }, BY)
        : removeMember(world.ctx, world.workspace, { email }, BY);
      if (before === undefined && after === undefined)
        return expect(await configError(act)).toContain('is not a member of');
      await act;
      const members = await listMembers(world.ctx, world.workspace);
      expect(members.find((member) => member.email === email)?.role).toBe(after);
      const last = (await entries(world.db, world.workspace)).at(-1);
      if (before !== after)
        expect(last).toMatchObject({
          type: after ? 'member.set' : 'member.removed',
          actor: BY.actor,
          details: { email, ...(before && { before }), ...(after && { role: after }) },
        });
      return undefined;
    },
  );

  it.each([
    ['admin', (email: string) => setMember(world.ctx, world.workspace, { email, role: 'admin' }, BY)],
    ['nothing', (email: string) => removeMember(world.ctx, world.workspace, { email }, BY)],
    ['disabled', (email: string) => disableUser(world.ctx, { email }, BY)],
  ])('never loses its last owner who can sign in: %s', async (_, act) => {
    const email = await person('owner');
    await person('admin');
    expect(await configError(act(email))).toContain(`is the last owner of \`${world.workspace}\``);
    const second = await person('owner');
    await disableUser(world.ctx, { email: second }, BY);
    expect(await configError(act(email))).toContain('is the last owner');
    await enableUser(world.ctx, { email: second }, BY);
    await act(email);
    expect(await configError(act(second))).toContain('is the last owner');
  });

  it('keeps an owner if two are removed concurrently', async () => {
    const owners = [await person('owner'), await person('owner')];
    const left = await Promise.allSettled([
      removeMember(world.ctx, world.workspace, { email: owners[0] ?? '' }, BY),
      disableUser(world.ctx, { email: owners[1] ?? '' }, BY),
    ]);
    expect(left.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it('accepts no unknown or disabled user; an unknown workspace is reported', async () => {
    const email = await person();
    await disableUser(world.ctx, { email }, BY);
    const set = (address: string, workspace = world.workspace) =>
      setMember(world.ctx, workspace, { email: address, role: 'member' }, BY);
    expect(await configError(set(email))).toContain('is disabled');
    expect(await configError(set('ghost@acme.example'))).toContain('there is no user');
    expect(await codeOf(set(email, 'nowhere'))).toBe('workspace_not_found');
    expect(await codeOf(listMembers(world.ctx, 'nowhere'))).toBe('workspace_not_found');
  });
});

describe('a disabled user', () => {
  it('is shown as disabled in every list; disabling twice changes nothing', async () => {
    const email = await person('member');
    const disabled = await disableUser(world.ctx, { email }, BY);
    world.later(1);
    expect((await disableUser(world.ctx, { email }, BY)).disabledAt).toBe(disabled.disabledAt);
    const shown = (await listUsers(world.ctx)).find((user) => user.email === email);
    expect(shown).toEqual({ ...disabled, workspaces: [{ id: world.workspace, role: 'member' }] });
    expect(await listMembers(world.ctx, world.workspace)).toMatchObject([{ email, disabled: true }]);
    const trail = await world.trail();
    expect(trail.map(({ type }) => type)).toEqual(['member.set', 'user.disabled', 'user.disabled']);
  });
});

describe('a password', () => {
  it('matches in another Unicode form of the same characters', async () => {
    const email = 'umlaut@acme.example';
    await createUser(world.ctx, { email, password: 'Pässwörter sind gut' });
    const decomposed = 'Pässwörter sind gut'.normalize('NFD');
    expect(await codeOf(signIn(world.ctx, { email, password: decomposed }, from()))).toBe('ok');
  });

  it('is stored with the parameters of its hash, and with a new salt each time', async () => {
    const [first, second] = [await person(), await person()];
    const { rows } = await world.db.query<{ password: string }>(
      'SELECT password FROM users WHERE email = ANY ($1::text[])',
      [[first, second]],
    );
    expect(new Set(rows.map(({ password }) => password)).size).toBe(2);
    for (const { password } of rows) {
      expect(password).toMatch(/^scrypt\$16\$1\$1\$[A-Za-z0-9+/]{22}==\$[A-Za-z0-9+/]{43}=$/);
      expect(await passwordMatches(PASSWORD, password)).toBe(true);
      expect(await passwordMatches(`${PASSWORD}!`, password)).toBe(false);
    }
  });
});
