import { describe, expect, it } from 'vitest';
import type { CheckOptions } from '../../src/library/api.d.ts';
import { check, rules } from '../../src/library/index.ts';
import { DIALECTS, FAIL_ON, ON_UNKNOWN } from '../../src/model/index.ts';

const DROP = 'DROP TABLE users;\n';
const RULESET = `version: 1
rules:
  - id: no-drop-table
    operations: [drop_table]
    verdict: warn
    message: 'dropping {operation.target}'
    description: d
    help: h
exceptions:
  - rule: no-drop-table
    when: operation.target.name == 'users'
    reason: unused
    owner: ann
    until: 2026-11-20
`;

const statuses = async (sql: string, options: Partial<CheckOptions>) =>
  (await check(sql, { dialect: 'postgresql', ...options })).findings.map(({ status }) => status);

const refusal = (sql: unknown, options: unknown) =>
  check(sql as string, options as CheckOptions).then(
    () => 'accepted',
    (error: Error) => `${error.name}: ${error.message}`,
  );

describe('a report of the library', () => {
  it.each(DIALECTS)('has the finding of a %s statement, with its place', async (dialect) => {
    const report = await check(`SELECT 1;\n  ${DROP}`, { dialect, path: 'db/1.sql' });
    expect(report).toMatchObject({ passed: false, verdict: 'block', statements: 2, suppressions: [], notices: [] });
    expect(report.ruleset).toMatchObject({
      sources: ['querygate:recommended@1', 'querygate:availability@1'],
      notApplied: [],
    });
    expect(report.findings).toEqual([
      {
        rule: 'no-drop-table',
        verdict: 'block',
        status: 'new',
        path: 'db/1.sql',
        location: { start: { offset: 12, line: 2, column: 3 }, end: { offset: 28, line: 2, column: 19 } },
        excerpt: '  DROP TABLE users;',
        operation: { kind: 'drop_table', target: 'users', place: 'statement' },
        message: 'dropping table users loses all its rows',
        help: expect.stringContaining('Stop using the table first'),
        owner: undefined,
        suppressible: true,
        exemption: undefined,
        fingerprint: expect.stringMatching(/^[0-9a-f]{64}\/v1$/),
      },
    ]);
  });

  it('passes SQL without findings', async () => {
    expect(await check('CREATE TABLE t (id int);', { dialect: 'postgresql' })).toMatchObject({
      ...{ passed: true, verdict: 'allow', statements: 1, findings: [] },
    });
  });

  it('survives JSON', async () => {
    const report = await check(DROP, { dialect: 'mysql' });
    expect(JSON.parse(JSON.stringify(report))).toMatchObject({ verdict: 'block', findings: [{ path: '-' }] });
  });
});

describe('whether a check passes', () => {
  const failing: Readonly<Record<string, (failOn: string, onUnknown: string) => boolean>> = {
    'CREATE TABLE t (id int);': () => false,
    'ALTER TABLE t RENAME TO u;': (failOn) => failOn === 'warn',
    [DROP]: (failOn) => failOn !== 'never',
    'DROPP TABEL users;': (failOn, onUnknown) => failOn !== 'never' && onUnknown === 'fail',
  };
  const table = Object.entries(failing).flatMap(([sql, fails]) =>
    FAIL_ON.flatMap((failOn) =>
      ON_UNKNOWN.map((onUnknown) => ({ sql, failOn, onUnknown, passed: !fails(failOn, onUnknown) })),
    ),
  );

  it.each(table)('$passed for `$sql` under failOn $failOn, onUnknown $onUnknown', async (row) => {
    const { sql, passed, ...policy } = row;
    expect((await check(sql, { dialect: 'postgresql', ...policy })).passed).toBe(passed);
  });
});

describe('an option of the library', () => {
  it.each<[string, string, Partial<CheckOptions>, readonly string[]]>([
    ['exempts what the base text has too', DROP, { baseText: DROP }, ['existing']],
    ['counts what the base text does not have', DROP, { baseText: 'DROP TABLE other;' }, ['new']],
    ['exempts the down section of the tool', `-- +goose Down\n${DROP}`, { tool: 'goose' }, ['spared']],
    ['counts a down section without a tool', `-- +goose Down\n${DROP}`, {}, ['new']],
    ['lets comments exempt', `-- querygate:allow no-drop-table: empty\n${DROP}`, {}, ['suppressed']],
    [
      'keeps comments from exempting',
      `-- querygate:allow no-drop-table: empty\n${DROP}`,
      { suppressions: 'off' },
      ['new'],
    ],
    ['applies an exception until its last day', DROP, { ruleset: RULESET, today: '2026-11-20' }, ['excepted']],
    ['ends an exception after its last day', DROP, { ruleset: RULESET, today: '2026-11-21' }, ['new']],
  ])('%s', async (_, sql, options, expected) => {
    expect(await statuses(sql, options)).toEqual(expected);
  });

  it('defaults to the current day', async () => {
    const ruleset = RULESET.replace('2026-11-20', '2000-01-01');
    expect(await statuses(DROP, { ruleset })).toEqual(['new']);
    expect(await statuses(DROP, { ruleset, today: '2000-01-01' })).toEqual(['excepted']);
  });

  it('names the caller to rules, and without it reports which rules do not apply', async () => {
    const ruleset = `version: 1
rules:
  - {id: no-app-ddl, operations: [drop_table], when: caller.user == 'app', verdict: block, message: m, description: d, help: h}
`;
    const options = { dialect: 'postgresql', ruleset } as const;
    expect((await check(DROP, { ...options, caller: { user: 'app' } })).verdict).toBe('block');
    expect((await check(DROP, { ...options, caller: { user: 'ann' } })).verdict).toBe('allow');
    const { ruleset: applied } = await check(DROP, options);
    expect(applied.notApplied.map(({ rule }) => rule)).toEqual(['no-app-ddl']);
  });

  it('switches between rulesets in concurrent calls', async () => {
    const day = { dialect: 'postgresql', today: '2026-11-21' } as const;
    const both = [
      check(DROP, { ...day, ruleset: RULESET }),
      check(DROP, day),
      check(DROP, { ...day, ruleset: RULESET }),
    ];
    expect((await Promise.all(both)).map(({ verdict }) => verdict)).toEqual(['warn', 'block', 'warn']);
  });

  it.each([
    ['no options', undefined, 'the options are missing'],
    ['no dialect', {}, '`dialect` is missing'],
    [
      'an unknown dialect',
      { dialect: 'postgres' },
      '`postgres` is not a valid value for `dialect` (did you mean `postgresql`?)',
    ],
    [
      'a misspelled option',
      { dialect: 'mysql', rulesets: RULESET },
      'unknown key `rulesets` (did you mean `ruleset`?)',
    ],
    ['an unknown key of the caller', { dialect: 'mysql', caller: { usr: 'a' } }, 'unknown key `usr` in `caller`'],
    ['an invalid day', { dialect: 'mysql', today: 'now' }, '`now` is not a valid date for `today`'],
    ['an empty path', { dialect: 'mysql', path: '' }, '`path` must not be empty'],
    ['a ruleset that is not one', { dialect: 'mysql', ruleset: 'rules: []' }, '`version` is missing'],
    ['an empty ruleset', { dialect: 'mysql', ruleset: '' }, 'the file must be a mapping'],
    [
      'a ruleset that extends a file',
      { dialect: 'mysql', ruleset: 'version: 1\nextends: [a.yml]\n' },
      'there is no file `a.yml` in the given ruleset',
    ],
  ])('is refused: %s', async (_, options, message) => {
    expect(await refusal(DROP, options)).toContain(`ConfigError: ${message}`);
  });

  it('is refused with all mistakes at once', async () => {
    const message = await refusal(DROP, { dialect: 'mysql', failOn: 'red', onUnknown: 'red' });
    expect(message).toContain('`failOn`');
    expect(message).toContain('`onUnknown`');
  });

  it('gives the place of a mistake in the ruleset', async () => {
    const error = await check(DROP, { dialect: 'mysql', ruleset: 'version: 1\nrulez: []\n' }).catch((cause) => cause);
    expect(error.place).toEqual({ file: 'ruleset.yml', line: 2, column: 1 });
  });
});

describe('the SQL given to the library', () => {
  const utf16 = Buffer.from(`\ufeff${DROP}`, 'utf16le');

  it.each([
    ['UTF-8', Buffer.from(DROP), 'block', []],
    ['UTF-16', utf16, 'block', []],
    [
      'Latin-1',
      Buffer.from('SELECT 1; -- \u00e9\u00e8', 'latin1'),
      'allow',
      ['the file is not UTF-8; it was read as Latin-1'],
    ],
    ['half a UTF-16 character', utf16.subarray(0, -1), 'unknown', []],
    ['a text with a byte-order mark', `\ufeff${DROP}`, 'block', []],
    ['nothing', '', 'allow', []],
  ])('can be %s', async (_, sql, verdict, notices) => {
    const report = await check(sql, { dialect: 'postgresql' });
    expect(report.verdict).toBe(verdict);
    expect(report.notices.map(({ message }) => message)).toEqual(notices);
  });

  it.each([undefined, null, 1, {}])('is refused if it is %s', async (sql) => {
    expect(await refusal(sql, { dialect: 'mysql' })).toBe('ConfigError: the SQL must be a string or a Uint8Array');
  });
});

describe('the rules of the library', () => {
  it('are those of the built-in pack', async () => {
    const listed = await rules();
    expect(listed.length).toBeGreaterThan(40);
    expect(listed.find(({ id }) => id === 'no-drop-table')).toEqual({
      id: 'no-drop-table',
      verdict: 'block',
      operations: ['drop_table'],
      when: '!operation.createdHere && !operation.temporary && !operation.rebuilt && !operation.rowsCopied && !operation.valuesMoved && !operation.replacesNothing && !operation.rolledBack && !operation.deferred && !use.unused',
      description: expect.stringContaining('Dropping a table'),
      help: expect.stringContaining('Stop using the table first'),
      owner: undefined,
      suppressible: true,
      source: 'querygate:recommended@1',
    });
  });

  it('are those of a given ruleset, with overrides', async () => {
    const own = 'version: 1\nextends: [querygate:recommended@1]\nrules:\n  - {id: no-drop-table, verdict: "off"}\n';
    const listed = await rules(own);
    expect(listed.find(({ id }) => id === 'no-drop-table')).toMatchObject({ verdict: 'off', source: 'ruleset.yml' });
  });
});

describe('the SQL of the base branch', () => {
  const REPLACE = 'DROP TABLE IF EXISTS users; CREATE TABLE users (id int);';
  const verdict = async (sql: string, options: Partial<CheckOptions>) =>
    (await check(sql, { dialect: 'postgresql', ...options })).verdict;

  it('shows that a dropped table does not exist yet', async () => {
    expect(await verdict(REPLACE, { baseSql: 'CREATE TABLE orders (id int);' })).toBe('warn');
  });

  it.each([
    ['is missing', undefined],
    ['creates the table', 'CREATE TABLE users (id int);'],
    ['names the table in other words', 'CREATE TABLE "USERS" (id int);'],
    ['names the table in a comment', '-- users\n'],
  ])('relaxes nothing if it %s', async (_, baseSql) => {
    expect(await verdict(REPLACE, { baseSql })).toBe('block');
  });

  it('shows that a column does not exist yet', async () => {
    for (const add of [
      'ALTER TABLE t ADD COLUMN IF NOT EXISTS c int; UPDATE t SET c = 1;',
      'ALTER TABLE t DROP COLUMN IF EXISTS c; ALTER TABLE t ADD COLUMN c int;',
    ]) {
      expect(await verdict(add, { baseSql: 'CREATE TABLE t (id int);' })).not.toBe('block');
      expect(await verdict(add, { baseSql: 'CREATE TABLE t (id int, c int);' })).toBe('block');
      expect(await verdict(add, {})).toBe('block');
    }
  });

  it('does not change what is known of the routines of the file', async () => {
    const routine = 'CREATE FUNCTION f(t text) RETURNS void LANGUAGE plpgsql AS $$ BEGIN EXECUTE t; END $$;';
    expect(await verdict(routine, { baseSql: '' })).toBe(await verdict(routine, {}));
  });
});
