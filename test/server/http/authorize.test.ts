import { describe, expect, it } from 'vitest';
import { API_SCOPES, type ApiScope, CALLS, LIMITS, ROLES } from '../../../src/contract/index.ts';
import { authorize } from '../../../src/server/http/authorize.ts';
import type { Principal } from '../../../src/server/http/principal.ts';
import { NOON } from '../test-store.ts';
import {
  byRole,
  byScope,
  type CellRow,
  CONFIRMED,
  DECIDED_LATER,
  type Expected,
  OPEN_CALLS,
  TABLE,
  type TableCall,
} from './table.ts';

// Every call with every principal that can exist: keys with each set of scopes, and users with each role. That the
// service asks this function is the matter of routes.test.ts; what a caller without a principal gets, of cells.test.ts.

const WORKSPACE = 'acme';
const OTHER = 'other';

interface Caller {
  readonly name: string;
  readonly principal: Principal;
  readonly gets: Expected;
}

const SCOPE_SETS: readonly (readonly ApiScope[])[] = Array.from({ length: 2 ** API_SCOPES.length }, (_, bits) =>
  API_SCOPES.filter((_scope, index) => ((bits >> index) & 1) === 1),
);

const KEYS: readonly Caller[] = SCOPE_SETS.flatMap((scopes) =>
  (['own', 'foreign'] as const).map((place) => ({
    name: `a key of the ${place} workspace with ${scopes.join(', ') || 'no scope'}`,
    principal: keyWith(scopes, place === 'own' ? WORKSPACE : OTHER),
    gets: byScope(scopes, place),
  })),
);

function keyWith(scopes: readonly ApiScope[], workspace: string): Principal {
  const key = { kind: 'key', id: 'key_1', workspace, name: 'ci', databaseId: undefined, expiresAt: undefined } as const;
  return { kind: 'key', key: { ...key, scopes: new Set(scopes), state: 'active' } };
}

const ROLES_OR_NONE = [undefined, ...ROLES];

/** Users with each role in the workspace and in another one, who signed in some minutes ago. */
function users(minutes: number): readonly Caller[] {
  return ROLES_OR_NONE.flatMap((role) =>
    ROLES_OR_NONE.map((elsewhere) => ({
      name: `${role ?? 'no member'} here, ${elsewhere ?? 'no member'} elsewhere`,
      principal: userWith({ [WORKSPACE]: role, [OTHER]: elsewhere }, minutes),
      gets: byRole(role, elsewhere),
    })),
  );
}

function userWith(roles: Readonly<Record<string, (typeof ROLES_OR_NONE)[number]>>, minutes: number): Principal {
  const session = {
    user: { id: 'usr_1', email: 'ann@acme.example', name: 'Ann' },
    expiresAt: NOON.toISOString(),
    confirmedAt: new Date(NOON.getTime() - minutes * 60_000).toISOString(),
    confirmBy: 'password' as const,
    workspaces: Object.entries(roles).flatMap(([id, role]) => (role === undefined ? [] : [{ id, name: id, role }])),
  };
  return { kind: 'person', token: 'qgs_1', session };
}

/** The result of a call for each caller, by name; of a missing scope, with the scope. */
function resultsOf(name: TableCall, callers: readonly Caller[]): Readonly<Record<string, string>> {
  const entry = CALLS[name];
  const workspace = entry.path.includes('{workspace}') ? WORKSPACE : undefined;
  return Object.fromEntries(
    callers.map((caller) => {
      const refusal = authorize({ entry, workspace, now: NOON }, caller.principal);
      return [caller.name, refusal ? [refusal.code, refusal.more.scope].filter(Boolean).join(' ') : 'answer'];
    }),
  );
}

/** The same from the table. */
function expectedOf(name: TableCall, row: CellRow, callers: readonly Caller[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    callers.map((caller) => {
      const code = caller.gets(row);
      if (code === DECIDED_LATER[name]) return [caller.name, 'answer'];
      return [caller.name, code === 'scope_missing' ? `${code} ${row.scope}` : code];
    }),
  );
}

it('has a row for every call of the contract, and no other', () => {
  expect([...Object.keys(TABLE), ...OPEN_CALLS].sort()).toEqual(Object.keys(CALLS).sort());
});

it('matches the calls of the contract', () => {
  const said = Object.entries(TABLE).map(([name, { method, path, status }]) => {
    const template = path
      .replace(/\?.*/, '')
      .replace(/\/W(?=\/|$)/, '/{workspace}')
      .replace('HASH', '{hash}')
      .replace('SIMULATION', '{id}')
      .replace('DRYRUN', '{run}')
      .replace('QUERY', '{query}')
      .replace('FLOW', '{flow}')
      .replace('SESSION', '{session}')
      .replace('IDENTITY', '{identity}')
      .replace('USER', '{user}')
      .replace('INVITATION', '{invitation}')
      .replace('TRUST', '{trust}')
      .replace(/KEY|ROTATING/, '{key}')
      .replace('rulesets/1', 'rulesets/{version}');
    return [name, { method, path: template, answers: status }];
  });
  expect(Object.fromEntries(said)).toEqual(
    Object.fromEntries(
      Object.entries(CALLS)
        .filter(([name]) => !OPEN_CALLS.some((each) => each === name))
        .map(([name, { method, path, answers }]) => [name, { method, path, answers }]),
    ),
  );
});

describe.each(Object.entries(TABLE) as [TableCall, CellRow][])('authorize %s', (name, row) => {
  it('for a key with each set of scopes', () => {
    expect(resultsOf(name, KEYS)).toEqual(expectedOf(name, row, KEYS));
  });

  it('for a user with each role', () => {
    const callers = users(LIMITS.confirmMinutes);
    expect(resultsOf(name, callers)).toEqual(expectedOf(name, row, callers));
  });

  it('for a user whose sign-in is too old for some changes', () => {
    const callers = users(LIMITS.confirmMinutes + 1);
    const recent = expectedOf(name, row, callers);
    const expected = Object.entries(recent).map(([who, code]) => [
      who,
      code === 'answer' && CONFIRMED.has(name) ? 'confirmation_needed' : code,
    ]);
    expect(resultsOf(name, callers)).toEqual(Object.fromEntries(expected));
  });
});
