import { describe, expect, it } from 'vitest';
import { checkFiles, checkPull, config, counting, RULES } from '../build.ts';

// How a file runs: `tool`, `transaction` and `server-version` of the configuration.

const RULE = (when: string) => ({
  [RULES]: `version: 1
extends: []
rules:
  - id: no-lock
    operations: [create_index]
    when: ${when}
    verdict: block
    message: locks the table
    description: d
    help: h
`,
});
const BEFORE_12 = RULE('statement.serverVersion < 120000');
const IN_TRANSACTION = RULE('statement.inTransaction');
const INDEX = 'CREATE INDEX CONCURRENTLY i ON t (a);\n';
const FOUND = ['block no-lock m/1.sql:1'];
const UNKNOWN = ['unknown no-lock m/1.sql:1'];

const FILES = (setting: string) => config(`files: [{ paths: [m/**], ${setting} }]\n`);

describe('the configuration says how a file runs', () => {
  it.each([
    ['no version: the rule is undecided', config(), BEFORE_12, UNKNOWN],
    ['an older server', config("server-version: '9.6'\n"), BEFORE_12, FOUND],
    ['a newer server', config("server-version: '16'\n"), BEFORE_12, []],
    ['a number', config('server-version: 11\n'), BEFORE_12, FOUND],
    ['a version for these paths', FILES("server-version: '10.4'"), BEFORE_12, FOUND],
    ['a version for other paths', config("files: [{ paths: [n/**], server-version: '10.4' }]\n"), BEFORE_12, UNKNOWN],
    [
      'the version of the path overrides the default',
      config("server-version: '16'\nfiles: [{ paths: [m/**], server-version: '10.4' }]\n"),
      BEFORE_12,
      FOUND,
    ],
    ['no tool', config(), IN_TRANSACTION, []],
    ['a tool that begins a transaction', FILES('tool: goose'), IN_TRANSACTION, FOUND],
    ['a tool that begins none', FILES('tool: sqitch'), IN_TRANSACTION, []],
    ['a transaction', FILES('transaction: true'), IN_TRANSACTION, FOUND],
    ['a tool without its transaction', FILES('tool: goose, transaction: false'), IN_TRANSACTION, []],
  ])('%s', async (_name, base, rules, expected) => {
    const setup = { ...base, ...rules };
    expect(counting(await checkPull(setup, { ...setup, 'm/1.sql': INDEX }))).toEqual(expected);
  });

  it.each([
    ['its version', config("server-version: '9.6'\n"), config("server-version: '16'\n"), BEFORE_12, FOUND],
    ['a first version', config(), config("server-version: '16'\n"), BEFORE_12, UNKNOWN],
    ['its transaction', FILES('transaction: true'), FILES('transaction: false'), IN_TRANSACTION, FOUND],
  ])('a change cannot set %s for itself', async (_name, base, head, rules, expected) => {
    const report = await checkPull({ ...base, ...rules }, { ...head, ...rules, 'm/1.sql': INDEX });
    expect(counting(report)).toEqual(expected);
  });

  const STRINGS = `SET standard_conforming_strings = off;\nSELECT 'a\\'; DROP TABLE users; --';`;
  it.each([
    ['nothing', config(), config(), ['unknown unreadable m/1.sql:2']],
    ['run-by', FILES('run-by: psql'), FILES('run-by: psql'), []],
    ['another run-by', FILES('run-by: driver'), FILES('run-by: driver'), ['unknown unreadable m/1.sql:2']],
    ['only the change', config(), FILES('run-by: psql'), ['unknown unreadable m/1.sql:2']],
    ['a tool that runs psql', FILES('tool: sqitch'), FILES('tool: sqitch'), []],
  ])('what runs the file decides where programs differ: %s says it', async (_name, base, head, expected) => {
    const rules = RULE('statement.inTransaction');
    expect(counting(await checkPull({ ...base, ...rules }, { ...head, ...rules, 'm/1.sql': STRINGS }))).toEqual(
      expected,
    );
  });

  it.each(["'sixteen'", '9.6', "'2018'", '-1'])('server-version: %s is refused with the form', async (value) => {
    const setup = { ...config(`server-version: ${value}\n`), ...BEFORE_12 };
    await expect(checkFiles({ ...setup, 'm/1.sql': INDEX })).rejects.toThrow(/server-version.*in quotes/s);
  });
});
