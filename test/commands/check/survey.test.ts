import { describe, expect, it } from 'vitest';
import { makeBaseline } from '../../../src/commands/index.ts';
import { EXIT } from '../../../src/model/index.ts';
import { checkPull, config, type Files, treeOf } from '../build.ts';

const BASE = config();

/** Checks a pull request that adds files. */
function checked(added: Files, base: Files, head: Files) {
  return checkPull(base, { ...head, ...added });
}

describe('a change that introduces Querygate', () => {
  const OLD = {
    'db/1.sql': 'CREATE TABLE a (id int);\nDROP TABLE b;\n',
    'db/2.sql': 'DROP TABLE c;\nUPDATE d SET e = 1;\n',
  };

  it('says what the rules find in the whole repository, and passes', async () => {
    const report = await checked(BASE, OLD, OLD);
    expect(report.notices[0]?.message).toBe(
      'the whole repository has 4 statements in 2 SQL files: 3 findings would be blocked (no-drop-table 2, no-unfiltered-update 1); old findings do not fail changes that do not touch them, and `querygate baseline create` accepts them',
    );
    expect(report.conclusion).toBe(
      'passed: no SQL in this change; 3 findings in the whole repository would be blocked',
    );
    expect([report.exitCode, report.totals.files, report.findings]).toEqual([EXIT.ok, 0, []]);
  });

  it('gives no advice if there is nothing to accept', async () => {
    const clean = { 'db/1.sql': 'CREATE TABLE a (id int);\n' };
    expect((await checked(BASE, clean, clean)).notices[0]?.message).toBe(
      'the whole repository has 1 statement in 1 SQL file: nothing would be blocked',
    );
  });

  it('still fails for SQL of its own', async () => {
    const report = await checked({ ...BASE, 'db/3.sql': 'DROP TABLE x;\n' }, OLD, OLD);
    expect([report.exitCode, report.totals.blocked]).toEqual([EXIT.blocked, 1]);
    expect(report.notices[0]?.message).toContain('4 findings would be blocked');
  });

  it('says nothing about the whole repository once the base has a configuration', async () => {
    const base = { ...BASE, ...OLD };
    const report = await checked({ 'a.txt': 'x' }, base, base);
    expect(report.notices.filter(({ message }) => message.includes('whole repository'))).toEqual([]);
    expect(report.conclusion).toBe('passed: nothing to check');
  });

  it('uses the tool and the exclusions of the change, which apply once it is merged', async () => {
    const files = {
      'm/1.sql': '-- +goose Up\nCREATE TABLE a (id int);\n-- +goose Down\nDROP TABLE a;\nDROP TABLE b;\n',
      'structure.sql': 'DROP TABLE c;\n',
    };
    const settings = "ignore: [structure.sql]\nfiles:\n  - { paths: ['m/**'], tool: goose }\n";
    expect((await checked(config(settings), files, files)).notices[0]?.message).toBe(
      'the whole repository has 3 statements in 1 SQL file: nothing would be blocked',
    );
  });

  it('names migrations that are not SQL, and never says that they would pass', async () => {
    const rails = { 'db/migrate/20240101120000_a.rb': 'class A < ActiveRecord::Migration[7.1]\nend\n' };
    const report = await checked(BASE, rails, rails);
    expect(report.notices[0]?.message).toBe(
      'the whole repository has 0 statements in 0 SQL files: nothing was checked, migrations that are not SQL and are not checked: Rails 1',
    );
    expect(report.conclusion).toBe('passed: no SQL in this change; nothing in the whole repository was checked');
  });

  it('says that nothing was checked if no file has a dialect', async () => {
    const report = await checked({ '.querygate/config.yml': 'version: 1\n' }, OLD, OLD);
    expect(report.notices[0]?.message).toContain('nothing was checked, 2 files have no dialect');
  });

  it('counts what its own baseline accepts', async () => {
    const head = treeOf({ ...BASE, ...OLD });
    const check = { change: undefined, head, event: 'local', today: '2026-11-20', service: {} };
    const { text } = await makeBaseline({ action: 'create', check, file: undefined, force: false });
    const baseline = { '.querygate/baseline.json': text };
    expect((await checked({ ...BASE, ...baseline }, OLD, OLD)).notices[0]?.message).toBe(
      'the whole repository has 4 statements in 2 SQL files: nothing would be blocked, 3 accepted by the baseline',
    );
  });

  it('passes with a warning if its baseline is invalid', async () => {
    const report = await checked({ ...BASE, '.querygate/baseline.json': '{' }, OLD, OLD);
    expect(report.notices[0]).toMatchObject({
      level: 'warning',
      message: expect.stringMatching(/^the whole repository could not be checked: .*baseline\.json/) as string,
    });
    expect(report.exitCode).toBe(EXIT.ok);
  });

  it('says nothing about the whole repository if its own rules are invalid', async () => {
    const report = await checked({ ...BASE, '.querygate/rules.yml': 'version: 9\n' }, OLD, OLD);
    expect(report.notices.filter(({ message }) => message.includes('whole repository'))).toEqual([]);
    expect(report.exitCode).toBe(EXIT.config);
  });
});
