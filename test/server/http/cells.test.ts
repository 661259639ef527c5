import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  API_SCOPES,
  type ApiScope,
  type CallName,
  generateApiKey,
  ROLES,
  type Role,
} from '../../../src/contract/index.ts';
import { newId } from '../../../src/server/context/ids.ts';
import { createKey } from '../../../src/server/keys/create-key.ts';
import { revokeKey } from '../../../src/server/keys/revoke-key.ts';
import { confirmRotation, rotateKey } from '../../../src/server/keys/rotate-key.ts';
import { createInvitation } from '../../../src/server/people/invitations.ts';
import { sessionId } from '../../../src/server/people/own-sessions.ts';
import { ALL_PASSWORDS } from '../../../src/server/people/password-policy.ts';
import { newToken, tokenHash } from '../../../src/server/people/session-token.ts';
import { createUser, disableUser } from '../../../src/server/people/users.ts';
import { listIdentities } from '../../../src/server/sign-on/identities.ts';
import { createTrust } from '../../../src/server/trusts/manage.ts';
import { PUBLIC_URL, settingsFor } from '../sign-on/browser.ts';
import { startProvider, type TestProvider } from '../sign-on/provider.ts';
import { NOON } from '../test-store.ts';
import { by, queryRecord } from '../traffic.ts';
import { GITHUB_TRUST as TRUST } from '../trusts/issuer.ts';
import { byRole, byScope, type CellRow, DECIDED_LATER, type Expected, TABLE, type TableCall } from './table.ts';
import { type Ask, BY, PASSWORD, startTestApp, type TestApp } from './test-app.ts';

// Calls made over HTTP: each chosen cell has the documented status and code, and a refused call leaves no trace in the
// workspace. authorize.test.ts evaluates all cells, and routes.test.ts shows that every route asks that function. This
// file makes every kind of caller for real (what they get before any call is looked at), and every kind of refusal.
// `chooseCells` says how the cells are chosen.

const WORKSPACE = 'acme';
const OTHER = 'other';
/** A workspace without members. */
const THIRD = 'third';
const TEXT = 'SELECT 1;';
const HASH = createHash('sha256').update(TEXT).digest('hex');
const HOUR = 3_600_000;

let app: TestApp;
let provider: TestProvider;

/** The `Authorization` header: a valid bearer, or a raw header. */
type Credential = { readonly bearer: string } | { readonly header: string | undefined };

/** A kind of caller. */
interface Principal {
  readonly name: string;
  readonly make: () => Promise<Credential>;
  readonly gets: Expected;
}

const EVERY_SCOPE: readonly ApiScope[] = API_SCOPES;

beforeAll(async () => {
  provider = await startProvider(`${PUBLIC_URL}/auth/oidc/callback`);
  app = await startTestApp({ http: { publicUrl: PUBLIC_URL, signOn: settingsFor(provider) } });
  await app.workspace(WORKSPACE);
  await app.workspace(OTHER);
  await app.workspace(THIRD);
});
afterAll(async () => {
  await app.close();
  await provider.close();
});

const keyOf = async (scopes: readonly ApiScope[] = EVERY_SCOPE, workspace = WORKSPACE) => app.key(workspace, scopes);
const bearerOf = async (scopes?: readonly ApiScope[], workspace?: string) => ({
  bearer: (await keyOf(scopes, workspace)).secret,
});
const always = (code: string) => () => code;

const UNAUTHENTICATED: readonly Principal[] = [
  { name: 'no credentials', make: async () => ({ header: undefined }), gets: always('key_missing') },
  { name: 'another scheme', make: async () => ({ header: 'Basic cTpx' }), gets: always('key_missing') },
  { name: 'an empty bearer', make: async () => ({ header: 'Bearer ' }), gets: always('key_missing') },
  { name: 'garbage', make: async () => ({ bearer: 'hunter2' }), gets: always('key_malformed') },
  {
    name: 'a mistyped key',
    make: async () => {
      const { secret } = await keyOf();
      return { bearer: secret.slice(0, 10) + (secret[10] === 'a' ? 'b' : 'a') + secret.slice(11) };
    },
    gets: always('key_malformed'),
  },
  {
    name: 'a key that was never created',
    make: async () => ({ bearer: generateApiKey() }),
    gets: always('key_unknown'),
  },
  {
    name: 'a revoked key with every scope',
    make: async () => {
      const { id, secret } = await keyOf();
      await revokeKey(app.ctx, WORKSPACE, id, BY);
      return { bearer: secret };
    },
    gets: always('key_revoked'),
  },
  {
    name: 'an expired key with every scope',
    make: async () => {
      // Created a day ago, for a day: it expires right now.
      app.store.clock.now = new Date(NOON.getTime() - 24 * HOUR);
      const { secret } = await app.key(WORKSPACE, EVERY_SCOPE, 1);
      app.store.clock.now = NOON;
      return { bearer: secret };
    },
    gets: always('key_expired'),
  },
  {
    name: 'the old key of a confirmed rotation',
    make: async () => {
      const { id, secret } = await keyOf();
      await rotateKey(app.ctx, WORKSPACE, id, {}, BY);
      await confirmRotation(app.ctx, WORKSPACE, id, BY);
      return { bearer: secret };
    },
    gets: always('key_revoked'),
  },
  {
    name: 'the old key of a rotation at once',
    make: async () => {
      const { id, secret } = await keyOf();
      await rotateKey(app.ctx, WORKSPACE, id, { atOnce: true }, BY);
      return { bearer: secret };
    },
    gets: always('key_revoked'),
  },
  {
    name: 'a token that was never issued',
    make: async () => ({ bearer: newToken() }),
    gets: always('session_unknown'),
  },
  { name: 'a cut token', make: async () => ({ bearer: 'qgs_abc' }), gets: always('session_unknown') },
  {
    name: 'an owner whose session is over',
    make: async () => {
      app.store.clock.now = new Date(NOON.getTime() - 12 * HOUR);
      const { token } = await app.person(WORKSPACE, 'owner');
      app.store.clock.now = NOON;
      return { bearer: token };
    },
    gets: always('session_unknown'),
  },
  {
    name: 'an owner who was disabled',
    make: async () => {
      await app.person(WORKSPACE, 'owner');
      const { email, token } = await app.person(WORKSPACE, 'owner');
      await disableUser(app.ctx, { email }, BY);
      return { bearer: token };
    },
    gets: always('session_unknown'),
  },
];

const KEYS: readonly Principal[] = [
  ...EVERY_SCOPE.map((scope) => ({
    name: `a key with ${scope} alone`,
    make: () => bearerOf([scope]),
    gets: byScope([scope]),
  })),
  ...EVERY_SCOPE.map((scope) => {
    const others = EVERY_SCOPE.filter((each) => each !== scope);
    return { name: `a key with all but ${scope}`, make: () => bearerOf(others), gets: byScope(others) };
  }),
  { name: 'a key with every scope', make: () => bearerOf(), gets: byScope(EVERY_SCOPE) },
  {
    name: 'a key that expires in a millisecond',
    make: async () => {
      app.store.clock.now = new Date(NOON.getTime() - 24 * HOUR + 1);
      const { secret } = await app.key(WORKSPACE, EVERY_SCOPE, 1);
      app.store.clock.now = NOON;
      return { bearer: secret };
    },
    gets: byScope(EVERY_SCOPE),
  },
  {
    name: 'the old key of a pending rotation',
    make: async () => {
      const { id, secret } = await keyOf();
      await rotateKey(app.ctx, WORKSPACE, id, {}, BY);
      return { bearer: secret };
    },
    gets: byScope(EVERY_SCOPE),
  },
  {
    name: 'the new key of a pending rotation',
    make: async () => ({ bearer: (await rotateKey(app.ctx, WORKSPACE, (await keyOf()).id, {}, BY)).secret }),
    gets: byScope(EVERY_SCOPE),
  },
  {
    name: 'the new key of a confirmed rotation',
    make: async () => {
      const { id } = await keyOf(['rules:read']);
      const { secret } = await rotateKey(app.ctx, WORKSPACE, id, {}, BY);
      await confirmRotation(app.ctx, WORKSPACE, id, BY);
      return { bearer: secret };
    },
    gets: byScope(['rules:read']),
  },
  {
    name: 'a key with every scope, of another workspace',
    make: () => bearerOf(EVERY_SCOPE, OTHER),
    gets: byScope(EVERY_SCOPE, 'foreign'),
  },
  {
    name: 'a key without the scope, of another workspace',
    make: () => bearerOf(['proxy:evaluate'], OTHER),
    gets: byScope(['proxy:evaluate'], 'foreign'),
  },
];

const PEOPLE: readonly Principal[] = [
  ...ROLES.map((role: Role) => ({
    name: `a signed-in ${role}`,
    make: async () => ({ bearer: (await app.person(WORKSPACE, role)).token }),
    gets: byRole(role),
  })),
  {
    name: 'a signed-in member of no workspace',
    make: async () => ({ bearer: (await app.person()).token }),
    gets: byRole(undefined),
  },
  {
    name: 'a signed-in owner of another workspace',
    make: async () => ({ bearer: (await app.person(OTHER, 'owner')).token }),
    gets: byRole(undefined, 'owner'),
  },
];

const PRINCIPALS = [...UNAUTHENTICATED, ...KEYS, ...PEOPLE];

/** Objects for the path and the body of a call, created per cell, since some calls consume them. */
async function askFor(name: TableCall, row: CellRow, credential: Credential): Promise<Ask> {
  let url = row.path.replace(/\/W(?=\/|$)/, `/${WORKSPACE}`).replace('HASH', HASH);
  if (url.includes('/KEY')) url = url.replace('KEY', (await keyOf(['rules:read'])).id);
  if (url.includes('ROTATING')) {
    const { id } = await keyOf(['rules:read']);
    await rotateKey(app.ctx, WORKSPACE, id, {}, BY);
    url = url.replace('ROTATING', id);
  }
  if (url.includes('SESSION')) url = url.replace('SESSION', sessionId('bearer' in credential ? credential.bearer : ''));
  if (url.includes('USER')) url = url.replace('USER', (await app.person(WORKSPACE, 'viewer')).id);
  if (url.includes('INVITATION')) url = url.replace('INVITATION', (await invitation(WORKSPACE)).invitation.id);
  if (url.includes('TRUST')) url = url.replace('TRUST', (await trust()).id);
  if (url.includes('IDENTITY')) url = url.replace('IDENTITY', await identity(credential));
  if (/QUERY|FLOW|DRYRUN/.test(url)) {
    const { query, flow, dryRun } = await recorded();
    url = url.replace('QUERY', query).replace('FLOW', flow).replace('DRYRUN', dryRun);
  }
  if (url.includes('SIMULATION')) url = url.replace('SIMULATION', await simulation());
  return { method: row.method, url, ...(await extrasFor(name, credential)) };
}

/** Connects an identity to the account of the signed-in user, and returns its id. */
async function identity(credential: Credential): Promise<string> {
  const email = await emailOf(credential);
  if (email === undefined) return `idn_${'0'.repeat(32)}`;
  await app.store.db.query(
    `INSERT INTO identities (issuer, subject, user_id, created_at)
     SELECT 'https://id.acme.example', id, id, $2 FROM users WHERE email = $1 ON CONFLICT DO NOTHING`,
    [email, NOON],
  );
  const { items } = await listIdentities(app.ctx, email, ALL_PASSWORDS);
  return items[0]?.id ?? '';
}

function trust() {
  return createTrust(app.ctx, WORKSPACE, TRUST, { publicUrl: PUBLIC_URL, issuers: undefined }, BY);
}

let invited = 0;

function invitation(workspace: string, email = `i${invited++}@acme.example`) {
  return createInvitation(app.ctx, workspace, { email, role: 'viewer' }, BY);
}

/** The address of the signed-in user. */
async function emailOf(credential: Credential): Promise<string | undefined> {
  if (!('bearer' in credential)) return undefined;
  const { rows } = await app.store.db.query<{ email: string }>(
    'SELECT u.email FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.token_hash = $1',
    [tokenHash(credential.bearer)],
  );
  return rows[0]?.email;
}

async function extrasFor(name: CallName, credential: Credential): Promise<Pick<Ask, 'body' | 'headers'>> {
  switch (name) {
    case 'dryRun':
      return {
        body: {
          workspace: WORKSPACE,
          files: [{ path: 'a.sql', dialect: 'postgresql', status: 'given', source: { text: TEXT } }],
        },
      };
    case 'putText':
      return { body: TEXT, headers: { 'content-type': 'text/plain; charset=utf-8' } };
    case 'startSimulation':
      return { body: { workspace: WORKSPACE, head: { files: [] } } };
    case 'startWorkspaceSimulation':
      return { body: { head: { files: [] } } };
    case 'checkRuleset':
      return { body: { ruleset: { files: [] } } };
    case 'query':
      return { body: { workspace: WORKSPACE, query: TEXT, dialect: 'postgresql' } };
    case 'ingestEvents': {
      const event = { id: 'event-1', type: 'query', at: '2026-11-20T11:00:00Z', query: TEXT, dialect: 'postgresql' };
      return { body: { workspace: WORKSPACE, events: [event] } };
    }
    case 'activateRuleset': {
      return { body: { restore: 1 }, headers: { 'if-match': await activeTag() } };
    }
    case 'changeDataPolicy':
      return { body: { graceDays: 8 } };
    case 'changeProxyModes':
      return { body: { default: 'warn', databases: {} } };
    case 'createKey':
      return { body: { name: 'new', scopes: ['rules:read'] } };
    case 'createTrust':
      return { body: TRUST };
    case 'changeMember':
      return { body: { role: 'member' } };
    case 'createInvitation':
      return { body: { email: `i${invited++}@acme.example`, role: 'viewer' } };
    case 'joinWorkspace':
      return { body: { token: (await invitation(THIRD, await emailOf(credential))).token } };
    case 'createWorkspace':
      return { body: { id: `made${invited++}` } };
    case 'activateSimulation': {
      await app.store.db.query("UPDATE simulations SET status = 'done'");
      return { body: { reason: 'merged' }, headers: { 'if-match': await activeTag() } };
    }
    case 'renameWorkspace':
      return { body: { name: `Acme ${invited++}` } };
    case 'renameAccount':
      return { body: { name: 'Ann' } };
    case 'changePassword':
      return { body: { current: PASSWORD, password: `${PASSWORD} 2` } };
    case 'confirmSession':
      return { body: { password: PASSWORD } };
    case 'rotateKey':
    case 'connectIdentity':
      return { body: {} };
    case 'tryQuery':
      return { body: { query: TEXT, dialect: 'postgresql' } };
    case 'previewDataPolicy':
      return { body: { retentionDays: 1 } };
    case 'rotateKeys':
      return { body: { createdBy: 'nobody' } };
    default:
      return {};
  }
}

let made: Promise<{ readonly query: string; readonly flow: string; readonly dryRun: string }> | undefined;

/** A query and a dry run of the workspace, made once. */
function recorded() {
  made ??= (async () => {
    const query = queryRecord(WORKSPACE);
    await app.recorder.recordQuery(query);
    const answer = { id: newId('run'), ruleset: { version: 1, expired: [] }, judges: [], files: [] };
    await app.recorder.recordDryRun({ ...by(WORKSPACE), change: undefined, answer });
    return { query: query.id, flow: query.outcome.flow, dryRun: answer.id };
  })();
  return made;
}

async function activeTag(): Promise<string> {
  const { secret } = await keyOf(['rules:read']);
  const { headers } = await app.ask({ url: `/api/v1/workspaces/${WORKSPACE}/ruleset`, as: secret });
  return headers['etag'] ?? '';
}

async function simulation(): Promise<string> {
  const { secret } = await keyOf(['rules:simulate']);
  const body = { workspace: WORKSPACE, head: { files: [] }, change: { defaultBranch: true } };
  const reply = await app.ask({ method: 'POST', url: '/api/v1/ci/rules/simulate', as: secret, body });
  // Allows many open ones.
  await app.store.db.query("UPDATE simulations SET status = 'failed', outcome = $1 WHERE status = 'queued'", [
    JSON.stringify({
      ...(reply.body as object),
      status: 'failed',
      problem: { title: 't', status: 500, code: 'internal' },
    }),
  ]);
  return (reply.body as { id: string }).id;
}

/** Everything that can change in the workspace. */
async function traces(): Promise<unknown> {
  const counts = [
    'audit_events',
    'traffic_entries',
    'api_keys',
    'rulesets',
    'queries',
    'simulations',
    'texts',
    'sessions',
    'users',
    'members',
    'invitations',
    'workspaces',
    'history_days',
    'dry_runs',
    'audit_verifications',
  ];
  const { rows } = await app.store.db.query(
    `SELECT (SELECT audit_hash FROM workspaces WHERE id = $1) AS chain,
       ${counts.map((table) => `(SELECT count(*) FROM ${table}) AS ${table}`).join(', ')},
       (SELECT count(*) FROM api_keys WHERE revoked_at IS NULL) AS good`,
    [WORKSPACE],
  );
  return rows;
}

const STATUS: Readonly<Record<string, number>> = {
  key_missing: 401,
  key_malformed: 401,
  key_unknown: 401,
  key_revoked: 401,
  key_expired: 401,
  session_unknown: 401,
  scope_missing: 403,
  role_missing: 403,
  owner_needed: 403,
  session_needed: 403,
  key_needed: 403,
  workspace_not_found: 404,
  simulation_not_found: 404,
};

interface Cell {
  readonly name: TableCall;
  readonly row: CellRow;
  readonly who: Principal;
  readonly expected: string;
}

const CELLS: readonly Cell[] = (Object.entries(TABLE) as [TableCall, CellRow][]).flatMap(([name, row]) =>
  PRINCIPALS.map((who) => ({ name, row, who, expected: who.gets(row) })),
);

/**
 * What a cell shows: what its caller gets at all, and the call's answer or refusal. A refusal is shown once for all calls
 * that the same callers may make.
 */
function shownBy({ name, row, who, expected }: Cell): readonly string[] {
  const caller = `caller ${who.name}`;
  if (expected === 'answer') return [caller, `${who.name} is answered`, `${name} answers`];
  // Nothing about the call is looked at.
  if (STATUS[expected] === 401) return [caller];
  const { roles, stranger, foreignKey, scope } = row;
  const callers = JSON.stringify({ roles, stranger, foreignKey, keys: scope !== undefined });
  return [
    caller,
    `${expected} for ${callers}`,
    ...(expected === DECIDED_LATER[name] ? [`${expected} of ${name}`] : []),
  ];
}

/**
 * The fewest cells, nearly, that show all that any cell shows. The cell that shows most of what is still missing is
 * taken first; among equals, the first of the table.
 */
function chooseCells(): readonly Cell[] {
  const missing = new Set(CELLS.flatMap(shownBy));
  const chosen: Cell[] = [];
  while (missing.size > 0) {
    const gains = CELLS.map((cell) => shownBy(cell).filter((each) => missing.has(each)).length);
    const best = CELLS[gains.indexOf(Math.max(...gains))];
    if (!best) break;
    chosen.push(best);
    for (const each of shownBy(best)) missing.delete(each);
  }
  return chosen;
}

it.each(chooseCells().map((cell) => [cell.name, cell.who.name, cell.expected, cell] as const))(
  '%s, called by %s: %s',
  async (name, _, expected, { row, who }) => {
    const credential = await who.make();
    const { headers, ...ask } = await askFor(name, row, credential);
    const before = await traces();
    const reply = await app.ask({
      ...ask,
      ...('bearer' in credential && { as: credential.bearer }),
      headers: {
        ...headers,
        ...('header' in credential && credential.header !== undefined && { authorization: credential.header }),
      },
    });
    expect(reply.code ?? (reply.status === row.status ? 'answer' : reply.text)).toBe(expected);
    if (expected === 'answer') return;
    expect(reply.status).toBe(STATUS[expected]);
    if (expected === 'scope_missing') expect(reply.body).toMatchObject({ scope: row.scope });
    expect(await traces()).toEqual(before);
  },
);

let people = 0;

describe('a key instead of a session', () => {
  it.each([
    ['as the password', (email: string, secret: string) => ({ email, password: secret })],
    ['as the address', (_: string, secret: string) => ({ email: secret, password: PASSWORD })],
  ])('does not sign in: %s', async (_, body) => {
    const { email } = await createUser(app.ctx, { email: `ann${people++}@acme.example`, password: PASSWORD });
    const { secret } = await keyOf();
    for (const [as, refusal] of [
      [undefined, [401, 'sign_in_failed']],
      [secret, [403, 'session_needed']],
    ] as const) {
      const reply = await app.ask({ method: 'POST', url: '/api/v1/sessions', as, body: body(email, secret) });
      expect([reply.status, reply.code]).toEqual(refusal);
      expect(reply.text).not.toContain(secret);
    }
  });
});

describe('the workspace of a body', () => {
  const paths = {
    dryRun: '/api/v1/ci/dry-run',
    startSimulation: '/api/v1/ci/rules/simulate',
    query: '/api/v1/proxy/query',
    ingestEvents: '/api/v1/ingest/events',
  } as const;
  it.each(Object.entries(paths))('of %s must be that of the key, whatever else is wrong', async (_, url) => {
    const { secret } = await keyOf();
    for (const workspace of [OTHER, 'no-such']) {
      const reply = await app.ask({ method: 'POST', url, as: secret, body: { workspace, nonsense: true } });
      expect([reply.status, reply.code]).toEqual([404, 'workspace_not_found']);
      expect(reply.text).not.toContain('nonsense');
    }
    const mine = await app.ask({ method: 'POST', url, as: secret, body: { workspace: WORKSPACE, nonsense: true } });
    expect([mine.status, mine.code]).toEqual([422, 'field_invalid']);
  });
});

it('does not read a body before authentication', async () => {
  const reply = await app.ask({
    method: 'POST',
    url: '/api/v1/ci/dry-run',
    headers: { 'content-type': 'application/json' },
    body: '{ this is no JSON',
  });
  expect(reply.code).toBe('key_missing');
});

it('records the last use of a key', async () => {
  const { key, secret } = await createKey(app.ctx, WORKSPACE, { name: 'used', scopes: ['rules:read'] }, BY);
  expect(key.lastUsedAt).toBeUndefined();
  await app.ask({ url: `/api/v1/workspaces/${WORKSPACE}/ruleset`, as: secret });
  const { rows } = await app.store.db.query('SELECT last_used_at FROM api_keys WHERE id = $1', [key.id]);
  expect(rows).toEqual([{ last_used_at: NOON }]);
});
