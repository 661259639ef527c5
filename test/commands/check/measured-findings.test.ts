import { describe, expect, it } from 'vitest';
import type { RecordedStatement } from '../../../src/model/schemas/index.ts';
import { knexRow, recordingOf } from '../../record/build.ts';
import { checkPull, config, type Files, RULES } from '../build.ts';

const CODE = 'exports.up = async (knex) => {};\n';
const NEW = 'migrations/2_new.js';
const OLD: Files = { ...config(), 'migrations/1_old.js': CODE };

type Measured = Pick<RecordedStatement, 'locks' | 'rewritten'>;
const ran = (sql: string, measured: Measured = {}) => ({ sql, ...measured });
const rewritten = (table = 'public.t'): Measured => ({
  locks: [{ table, mode: 'ACCESS EXCLUSIVE' }],
  rewritten: [table],
});

/** The findings of a migration that the change adds, after one that made `t` and `u`. */
async function found(statements: readonly ReturnType<typeof ran>[], code = CODE, base: Files = OLD, line = 1) {
  const older = ['CREATE TABLE t (id int PRIMARY KEY, a text)', 'CREATE TABLE u (id int)', knexRow('1_old.js')];
  const text = recordingOf([...older, ...statements, knexRow('2_new.js')]);
  const report = await checkPull(base, { ...base, [NEW]: code }, { recordings: [{ name: 'r.jsonl', text }] });
  return report.findings.map(({ rule, verdict, status, path, location, message }) => {
    expect([path, location?.start.line]).toEqual([NEW, line]);
    return `${rule} ${verdict} ${status}: ${message}`;
  });
}

describe('what was measured while a migration was recorded', () => {
  it('is shown with what rules report of the statement', async () => {
    const sql = 'ALTER TABLE t\n  ADD c float DEFAULT random()';
    expect(await found([ran(sql, rewritten())])).toEqual([
      'no-rewriting-column warn new: adding c writes every row of t again; measured: ACCESS EXCLUSIVE on t, rewritten; recorded: `ALTER TABLE t ADD c float DEFAULT random()`',
    ]);
  });

  it('adds a table that is rewritten without a rule that reports it', async () => {
    const sql = 'SELECT upgrade_everything()';
    expect(await found([ran(sql, rewritten('shop.t'))])).toEqual([
      'measured-rewrite warn new: every row of shop.t is written again, while queries on it wait; measured: ACCESS EXCLUSIVE on shop.t, rewritten; recorded: `SELECT upgrade_everything()`',
    ]);
  });

  it('adds a lock on a table that the statement does not name', async () => {
    const locks: Measured = {
      locks: [
        { table: 'public.t', mode: 'ACCESS EXCLUSIVE' },
        { table: 'public.u', mode: 'SHARE ROW EXCLUSIVE' },
      ],
    };
    expect((await found([ran('SELECT lock_things()', locks)])).map((line) => line.replace(/; measured.*/, ''))).toEqual(
      [
        'measured-lock warn new: queries on t, which the statement does not name, wait until its transaction ends',
        'measured-lock warn new: writes to u, which the statement does not name, wait until its transaction ends',
      ],
    );
  });

  it.each<[string, readonly ReturnType<typeof ran>[], string?, Files?]>([
    [
      'a lock on a table that the statement names',
      [ran('ALTER TABLE T ADD b int', { locks: [{ table: 'public.t', mode: 'ACCESS EXCLUSIVE' }] })],
    ],
    ['a table that the change makes', [ran('CREATE TABLE n (id int)'), ran('SELECT fill()', rewritten('public.n'))]],
    [
      'a ruleset without rules for rewrites',
      [ran('SELECT upgrade()', rewritten())],
      CODE,
      { ...OLD, [RULES]: 'version: 1\nextends: []\n' },
    ],
  ])('adds nothing for %s', async (_, statements, code, base) => {
    expect((await found(statements, code, base)).filter((line) => /^measured/.test(line))).toEqual([]);
  });

  it('is about the statements of a text that name the table', async () => {
    const sql = 'SET CONSTRAINTS c IMMEDIATE; ALTER TABLE t DROP CONSTRAINT c; ALTER TABLE u ADD y int';
    const locks: Measured = {
      locks: [
        { table: 'public.t', mode: 'ACCESS EXCLUSIVE' },
        { table: 'public.u', mode: 'ACCESS EXCLUSIVE' },
      ],
    };
    expect((await found([ran(sql, locks)])).filter((line) => line.startsWith('measured'))).toEqual([]);
  });

  it('stands once for a table, whatever statements were sent with the one that rewrites it', async () => {
    const sql = 'ALTER TABLE t ADD c float DEFAULT random(); SELECT 1';
    const rules = (await found([ran(sql, rewritten())])).map((line) => line.split(' ')[0]);
    expect(rules).toContain('no-rewriting-column');
    expect(rules).not.toContain('measured-rewrite');
  });

  it('stands at the line of the source that a comment in the statement names', async () => {
    const shorter = ran(`SELECT upgrade() -- ${NEW}`);
    const upgrade = ran(`/*line:${NEW}:2*/ SELECT upgrade()`, rewritten());
    const tagged = await found([upgrade], `${CODE}\n`, OLD, 2);
    expect(tagged).toEqual([
      'measured-rewrite warn new: every row of t is written again, while queries on it wait; measured: ACCESS EXCLUSIVE on t, rewritten; recorded: `SELECT upgrade()`',
    ]);
    expect(await found([shorter, upgrade], `${CODE}\n`, OLD, 2)).toEqual(tagged);
  });

  it('adds a lock on a table that only the path in such a comment names', async () => {
    const locks: Measured = { locks: [{ table: 'public.t', mode: 'ACCESS EXCLUSIVE' }] };
    const lines = await found([ran('SELECT upgrade() /*line:app/t.rb:2*/', locks)]);
    expect(lines.map((line) => line.split(':')[0])).toEqual(['measured-lock warn new']);
  });

  it('is exempt by a comment in the source', async () => {
    const code = `// querygate:allow measured-rewrite: small table\n${CODE}`;
    expect((await found([ran('SELECT upgrade()', rewritten())], code)).map((line) => line.slice(0, 35))).toEqual([
      'measured-rewrite warn suppressed: e',
    ]);
  });
});

describe('a rewrite that was not measured', () => {
  const LIKE = { server: '16.4 (Debian 16.4-1)', timeZone: 'Etc/UTC' };
  const settings = (text: string): Files => ({ ...OLD, ...config(text) });
  const BOTH = "server-version: '16'\ntime-zone: UTC\n";
  const sql = 'ALTER TABLE t ALTER a TYPE varchar(20)';
  const locked: Measured = { locks: [{ table: 'public.t', mode: 'ACCESS EXCLUSIVE' }] };

  async function rulesOf(base: Files, header: object, measured: Measured) {
    const older = ['CREATE TABLE t (id int PRIMARY KEY, a text)', knexRow('1_old.js')];
    const text = recordingOf([...older, ran(sql, measured), knexRow('2_new.js')], {}, header);
    const report = await checkPull(base, { ...base, [NEW]: CODE }, { recordings: [{ name: 'r.jsonl', text }] });
    const notices = report.notices.filter(({ message }) => message.startsWith('not reported, since'));
    return { rules: report.findings.map(({ rule }) => rule), notices: notices.length };
  }

  it('is not reported if the server is that of the configuration', async () => {
    expect(await rulesOf(settings(BOTH), LIKE, locked)).toEqual({ rules: [], notices: 1 });
  });

  it.each<[string, Files, object, Measured]>([
    ['another version', settings(BOTH), { ...LIKE, server: '15.3' }, locked],
    ['another time zone', settings(BOTH), { ...LIKE, timeZone: 'Europe/Paris' }, locked],
    ['a server that is not named', settings(BOTH), {}, locked],
    ['a configuration without a time zone', settings("server-version: '16'\n"), LIKE, locked],
    ['a configuration without a version', settings('time-zone: UTC\n'), LIKE, locked],
    ['a lock that was not measured', settings(BOTH), LIKE, {}],
    ['a lock on another table', settings(BOTH), LIKE, { locks: [{ table: 'public.u', mode: 'ACCESS EXCLUSIVE' }] }],
    ['a rewrite', settings(BOTH), LIKE, rewritten()],
  ])('stays with %s', async (_, base, header, measured) => {
    expect((await rulesOf(base, header, measured)).rules).toContain('no-column-type-change');
  });
});
