import { evaluate } from '@marcbachmann/cel-js';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { exceptionSchema } from '../../../src/model/schemas/index.ts';
import { exemptionFor } from '../../../src/report/check/exemption.ts';
import { firstSentence, helpBlocks } from '../../../src/report/text/help.ts';
import { createSqlReader } from '../../../src/sql/index.ts';
import { finding, report } from '../build.ts';
import { HOSTILE } from '../scenarios.ts';

const SQL = 'DROP TABLE a;';

function exception(target: string, changes: Parameters<typeof finding>[3] = {}) {
  const operation = { kind: 'drop_table', target, place: 'statement' } as const;
  const found = finding('db/a.sql', SQL, 'DROP TABLE a', { suppressible: false, operation, ...changes });
  const exemption = exemptionFor(found, report());
  if (exemption?.by !== 'exception') throw new Error('expected an exception');
  return exemption;
}

const NAME = HOSTILE.replaceAll(/[.$%{}:?]/g, '');

// [target, facts that the proposed condition must match, facts that it must not match]
const users = { operation: { target: { name: 'users', schema: '' } }, file: { path: 'db/a.sql' } };
const hr = { operation: { target: { name: 'users', schema: 'hr' } }, file: { path: 'db/b.sql' } };
it.each([
  ['users', users, { ...users, operation: { target: { name: 'user', schema: '' } } }],
  ['hr.users', hr, { ...hr, operation: { target: { name: 'users', schema: 'public' } } }],
  ['db.hr.users', users, hr],
  ['', users, hr],
  ['app_${env}', users, hr],
  [NAME, { ...users, operation: { target: { name: NAME, schema: '' } } }, users],
  [`it's "x"`, { ...users, operation: { target: { name: `it's "x"`, schema: '' } } }, users],
])('proposes an exception that works for %j', (target, holds, not) => {
  const { yaml } = exception(target);
  // Fill in the placeholders, which would be rejected.
  const day = yaml.join('\n').replace('<YYYY-MM-DD>', '2027-01-31').replace('<reason>', 'archived in OPS-142');
  const [entry, ...rest] = parse(day) as unknown[];
  expect(rest).toEqual([]);
  const { when, rule, owner } = exceptionSchema.parse(entry);
  expect({ rule, owner }).toEqual({ rule: 'no-drop-table', owner: 'data-platform' });
  expect(evaluate(when, holds)).toBe(true);
  expect(evaluate(when, not)).toBe(false);
});

it.each([undefined, '', 'a, b: c # d', `"'`, HOSTILE])('keeps the owner %j unchanged', (owner) => {
  const { yaml, ask } = exception('users', { owner });
  const [entry] = parse(yaml.join('\n')) as { owner: string }[];
  expect(entry?.owner).toBe(owner === undefined || owner === '' ? '<owner>' : owner);
  expect(ask).toContain('.querygate/rules.yml');
});

it('proposes a comment if one is allowed, and nothing for SQL that could not be read', () => {
  const found = finding('db/a.sql', SQL, 'DROP TABLE a');
  expect(exemptionFor(found, report())).toEqual({ by: 'comment', line: '-- querygate:allow no-drop-table: <reason>' });
  expect(exemptionFor({ ...found, operation: undefined }, report())).toBeUndefined();
  expect(exemptionFor({ ...found, operation: undefined, suppressible: false }, report())).toBeUndefined();
});

it('gives both kinds of exemption the last day that the configuration allows', () => {
  const found = finding('db/a.sql', SQL, 'DROP TABLE a');
  const policy = { ...report().policy, lastExemptionDay: '2027-01-31' };
  expect(exemptionFor(found, report({ policy }))).toEqual({
    by: 'comment',
    line: '-- querygate:allow no-drop-table until 2027-01-31: <reason>',
  });
  expect(exemptionFor({ ...found, suppressible: false }, report({ policy }))).toMatchObject({
    yaml: expect.arrayContaining([expect.stringContaining('until: 2027-01-31 }')]),
  });
});

it.each([
  ['', ''],
  ['Rename it first. Drop it later.', 'Rename it first.'],
  ['Use e.g. a view. Then drop.', 'Use e.g. a view.'],
  ['Set a limit of 1.5 s first', 'Set a limit of 1.5 s first'],
  ['Rename it\nfirst.\n\nThen drop it.', 'Rename it first.'],
  ['Either:\n\n- this\n- or that\n\nAnd more.', 'Either: this; or that'],
  ['```sql\nSELECT 1;\n```\nThat way! Or else.', 'That way!'],
])('finds the first sentence of %j', (help, expected) => {
  expect(firstSentence(help)).toBe(expected);
});

it('splits help into blocks', () => {
  expect(helpBlocks('One\r\ntwo\n\n1. a\n   b\n* c\n~~~~\nx\n~~~\n\ny\n~~~~\nend\n```\nopen')).toEqual([
    { kind: 'text', text: 'One two' },
    { kind: 'item', text: 'a b' },
    { kind: 'item', text: 'c' },
    { kind: 'code', lines: ['x', '~~~', '', 'y'] },
    { kind: 'text', text: 'end' },
    { kind: 'code', lines: ['open'] },
  ]);
});

it.each([
  ['postgresql', '\\c shop'],
  ['postgresql', '\\! ls'],
  ['sqlite', '.read a.sql'],
  ['mysql', 'SOURCE a.sql'],
  ['mysql', '\\. a.sql'],
  ['transactsql', ':r a.sql'],
  ['transactsql', '!!dir'],
] as const)('proposes an exception that works for the client command in %s: %s', async (dialect, sql) => {
  const { statements } = (await createSqlReader(dialect)).read(`${sql}\n`, { path: 'db/a.sql' });
  const [command] = statements.flatMap(({ operations }) => operations);
  expect(command?.kind).toBe('meta_command');
  const operation = { kind: 'meta_command', target: command?.target.text ?? '', place: 'statement' } as const;
  const [entry] = parse(exception('', { operation }).yaml.join('\n')) as { readonly when: string }[];
  expect(evaluate(entry?.when ?? '', { operation: { target: { name: command?.target.name } } })).toBe(true);
});
