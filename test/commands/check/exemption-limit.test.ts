import { describe, expect, it } from 'vitest';
import { all, checkFiles, checkPull, config, counting, type Files, notices, rules } from '../build.ts';

// Today is 2026-11-20, so 180 days reach to 2027-05-19.
const LIMIT = config('max-exemption-days: 180\n');
const SETUP: Files = { ...LIMIT, ...rules() };
const DROP = 'DROP TABLE users;\n';
const allow = (until = '') => `-- querygate:allow no-drop-table${until && ` until ${until}`}: archived\n${DROP}`;

describe('a suppression that the change adds', () => {
  it.each(['2027-05-19', '2026-11-20'])('applies if its last day is within the limit: %s', async (until) => {
    const report = await checkPull(SETUP, { ...SETUP, 'db/1.sql': allow(until) });
    expect([report.exitCode, notices(report)]).toEqual([0, '']);
    expect(report.suppressions).toMatchObject([{ state: 'used' }]);
  });

  it.each([
    ['2027-05-20', '`until 2027-05-20` is too late'],
    ['', 'it has no last day'],
  ])('is refused if it lasts longer: %j', async (until, why) => {
    for (const before of [{}, { 'db/1.sql': DROP.replace('users', 'other') }]) {
      const report = await checkPull({ ...SETUP, ...before }, { ...SETUP, 'db/1.sql': allow(until) });
      expect(counting(report)).toEqual(['block no-drop-table db/1.sql:2']);
      expect(report.exitCode).toBe(1);
      expect(report.suppressions).toMatchObject([{ state: 'refused', added: true, holds: 0 }]);
      expect(notices(report)).toBe(
        `warning db/1.sql: this suppression has no effect: ${why}, and the configuration allows 180 days (\`max-exemption-days\`); write \`until 2027-05-19\` or earlier`,
      );
    }
  });

  it('is refused alone, and others in the same comment apply', async () => {
    const comment =
      '/* querygate:allow no-drop-table: forever\n   querygate:allow no-truncate until 2026-12-01: soon */\n';
    const sql = `${comment}DROP TABLE a;\n${comment}TRUNCATE b;\n`;
    const report = await checkPull(SETUP, { ...SETUP, 'db/1.sql': sql });
    expect(counting(report)).toEqual(['block no-drop-table db/1.sql:3']);
    expect(all(report)).toContain('suppressed block no-truncate db/1.sql:6');
  });

  it('is refused if it is the edit of an old one', async () => {
    const before = { ...SETUP, 'db/1.sql': allow('2026-12-01') };
    expect((await checkPull(before, { ...before, 'db/1.sql': allow() })).exitCode).toBe(1);
  });
});

describe('a suppression from before the limit', () => {
  it('still applies in a file that the change edits, and in a run over all files', async () => {
    const before = { ...SETUP, 'db/1.sql': allow() };
    for (const report of [
      await checkPull(before, { ...before, 'db/1.sql': `SELECT 1;\n${allow()}` }),
      await checkFiles(before),
    ]) {
      expect([report.exitCode, report.totals.suppressed]).toEqual([0, 1]);
      expect(notices(report)).toBe(
        'notice: exemptions from before `max-exemption-days: 180` that end later or never: 1 suppression; `querygate suppressions` lists them',
      );
    }
  });

  it('is refused if it would exempt more than before', async () => {
    const two = 'DROP TABLE a, b;\n';
    const comment = '-- querygate:allow no-drop-table: archived\n';
    const before = { ...SETUP, 'db/1.sql': `${comment}DROP TABLE a;\n` };
    expect(counting(await checkPull(before, { ...before, 'db/1.sql': comment + two }))).toHaveLength(2);
  });
});

describe('the limit', () => {
  it.each([
    ['the base', LIMIT, config()],
    ['the head', config(), LIMIT],
    ['the lower of both', config('max-exemption-days: 999\n'), LIMIT],
    ['the lower of both, again', LIMIT, config('max-exemption-days: 999\n')],
  ])('comes from %s', async (_, base, head) => {
    const report = await checkPull({ ...base, ...rules() }, { ...head, ...rules(), 'db/1.sql': allow('2028-01-01') });
    expect(counting(report)).toEqual(['block no-drop-table db/1.sql:2']);
  });
});

describe('an exception', () => {
  const exceptions = (until: string, when = 'operation.target.name == "old"', more = '') =>
    rules(
      {},
      `exceptions:\n  - { rule: no-drop-table, when: '${when}', reason: r, owner: o, until: ${until} }\n${more}`,
    );

  it.each([
    ['is added', rules(), exceptions('2027-05-20')],
    ['is extended', exceptions('2027-01-01'), exceptions('2027-05-20')],
    ['is extended from beyond the limit', exceptions('2027-06-01'), exceptions('2027-06-02')],
    ['has another condition', exceptions('2028-01-01'), exceptions('2028-01-01', 'true')],
    ['comes with the first ruleset', {}, exceptions('2027-05-20')],
  ])('that lasts too long is an error at its line if it %s', async (_, base, head) => {
    const report = await checkPull({ ...LIMIT, ...base }, { ...LIMIT, ...head });
    expect(report.exitCode).toBe(2);
    expect(report.findings).toMatchObject([
      {
        rule: 'configuration',
        path: '.querygate/rules.yml',
        location: { start: { line: 4 } },
        message: expect.stringContaining(
          'allows 180 days (`max-exemption-days`); write `until: 2027-05-19` or earlier',
        ),
      },
    ]);
  });

  it.each([
    ['is within the limit', rules(), exceptions('2027-05-19')],
    ['is older', exceptions('2028-01-01'), exceptions('2028-01-01', undefined, '# edited\n')],
    ['is shortened', exceptions('2028-02-01'), exceptions('2028-01-01')],
    ['is removed', exceptions('2028-02-01'), rules()],
  ])('passes if it %s', async (_, base, head) => {
    expect((await checkPull({ ...LIMIT, ...base }, { ...LIMIT, ...head })).exitCode).toBe(0);
  });

  it('that is older is counted in a notice', async () => {
    const report = await checkFiles({ ...LIMIT, ...exceptions('2028-01-01'), 'a.sql': 'SELECT 1;\n' });
    expect(notices(report)).toContain('that end later or never: 1 exception;');
  });
});
