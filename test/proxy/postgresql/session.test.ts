import { expect, test } from 'vitest';
import type { OperationKind } from '../../../src/model/index.ts';
import type { QueryEffects } from '../../../src/proxy/judging/index.ts';
import { Session } from '../../../src/proxy/postgresql/session.ts';
import { readLockTimeout, readNameStatement, readSetRole } from '../../../src/proxy/postgresql/sql-names.ts';

function effects(kind: OperationKind, ...settings: string[]): QueryEffects {
  return {
    kinds: new Set([kind]),
    settings: new Set(settings),
    isOpaque: false,
    changesSession: true,
    creates: false,
    mayRemove: false,
    mayChangePathLater: false,
  };
}

/** What happens in a session: a statement that runs, an error, or the server that is ready (`I`, `T`). */
const EVENTS: Readonly<Record<string, (session: Session) => void>> = {
  error: (session) => session.failed(),
  I: (session) => session.ready(true),
  T: (session) => session.ready(false),
};

function follow(session: Session, text: string): void {
  const event = EVENTS[text];
  if (event) return event(session);
  const word = text.startsWith('PREPARE') ? text : (text.split(' ')[0] ?? '');
  if (/role/i.test(text)) session.ran(effects('set_role'), text, ['SET']);
  else if (/lock_timeout/.test(text)) session.ran(effects('set', 'lock_timeout'), text, ['SET']);
  else session.ran(effects(word.split(' ')[0]?.toLowerCase() as OperationKind), text, [word]);
}

test.each([
  ['SET ROLE x', 'x', false],
  ["SET ROLE 'it''s'", "it's", false],
  ['SET SESSION ROLE "X"', 'X', false],
  ['SET ROLE NONE', 'app', false],
  ['SET ROLE x|RESET ROLE', 'app', false],
  ['SET ROLE x /* y */', undefined, false],
  ['SET lock_timeout = 5', 'app', true],
  ['SET lock_timeout = 0', 'app', false],
  ['RESET lock_timeout', 'app', undefined],
  ['SET LOCAL ROLE x', undefined, undefined],
  ['SET LOCAL ROLE x|I', 'app', false],
  ['SET LOCAL ROLE x|SET ROLE y|I', 'y', false],
  ['SET LOCAL ROLE x|error|I', 'app', false],
  ['SET ROLE y|SET LOCAL ROLE x|error|I', undefined, undefined],
  ['SET LOCAL ROLE x|BEGIN|T|COMMIT|I', 'app', false],
  ['SET ROLE "none"', 'app', false],
  ["SET ROLE 'NONE'", 'NONE', false],
  ['SET ROLE TO DEFAULT', undefined, false],
  ['BEGIN|SET LOCAL ROLE x', 'x', false],
  ['BEGIN|T|SET LOCAL ROLE x|COMMIT|I', 'app', false],
  ['BEGIN|T|SET ROLE x|COMMIT|I', 'x', false],
  ['BEGIN|T|SET ROLE x|ROLLBACK|I', 'app', false],
  ['SET ROLE x|I|BEGIN|T|SET ROLE y|ROLLBACK|I', 'x', false],
  ['BEGIN|T|SET ROLE x|ROLLBACK TO s|T', undefined, undefined],
  ['SET ROLE x|error|I', undefined, undefined],
  ['SET ROLE x|I|error|I', 'x', false],
  ['SET ROLE x|I|BEGIN|T|SET ROLE y|error|I', undefined, false],
  ['SET ROLE x|I|BEGIN|T|error|I', 'x', false],
  ['BEGIN|T|COMMIT AND CHAIN|T|SET ROLE x|ROLLBACK|I', 'app', false],
  ['SET ROLE x|ROLLBACK|I', undefined, undefined],
  ['SET ROLE x|BEGIN|T|ROLLBACK|I', undefined, undefined],
  ['SET ROLE x|BEGIN|T|COMMIT|I', 'x', false],
  ['BEGIN|T|SET ROLE x|PREPARE TRANSACTION|I', 'x', false],
  ['BEGIN|T|SET ROLE x|PREPARE TRANSACTION|BEGIN|T|ROLLBACK|I', undefined, undefined],
  ['SET ROLE x\u00a0', undefined, false],
  ['SET\u2003ROLE x', undefined, false],
  ['SET lock_timeout = 0.1', 'app', undefined],
  ["SET lock_timeout = '400us'", 'app', undefined],
  ["SET lock_timeout = '5s'", 'app', true],
  ["SET lock_timeout TO '1 min' ;", 'app', true],
  ['SET LOCAL lock_timeout = 1e-9|I', 'app', false],
  ['SET lock_timeout TO DEFAULT', 'app', undefined],
])('after %s the role is %s, and whether a lock timeout is set: %s', (texts, role, isSet) => {
  const session = new Session('s', new Map([['user', 'app']]));
  for (const text of texts.split('|')) follow(session, text);
  const { caller, lockTimeoutSet } = session.surroundings({ inTransaction: undefined, mode: undefined });
  expect([caller.role, lockTimeoutSet]).toEqual([role, isSet]);
});

test.each([
  ['options', '-c role=x'],
  ['role', 'x'],
  ['Role', 'x'],
])('a session that begins with %s has an unknown role', (name, value) => {
  const parameters = new Map([
    ['user', 'app'],
    [name, value],
  ]);
  expect(new Session('s', parameters).caller.role).toBe(undefined);
});

test.each([
  [{ user: 'app' }, 'app', 'app'],
  [{ user: 'app', database: '' }, 'app', 'app'],
  [{ user: 'app', database: 'shop' }, 'app', 'shop'],
  [{ user: `${'u'.repeat(63)}x`, database: `${'d'.repeat(63)}x` }, 'u'.repeat(63), 'd'.repeat(63)],
])('%o is the user %s of the database %s, as for the server', (parameters, user, database) => {
  expect(new Session('s', new Map(Object.entries(parameters))).caller).toMatchObject({ user, database });
});

test.each([
  ['SET lock_timeout = 5', readLockTimeout],
  ['SET ROLE none', readSetRole],
  ['DEALLOCATE ALL', readNameStatement],
  ['EXECUTE a', readNameStatement],
  ['PREPARE a', readNameStatement],
])(
  '%s before many spaces and a comment is read in linear time',
  (start, read) => {
    for (const space of [' ', '\n', "' '", '" "']) read(`${start}${space.repeat(400_000)}/**/`);
  },
  5_000,
);
