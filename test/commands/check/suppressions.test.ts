import { describe, expect, it } from 'vitest';
import { all, checkFiles, checkPull, config, counting, type Files, LINK, notices, RULES, rules } from '../build.ts';

const SETUP: Files = { ...config(), ...rules() };
const ALLOW = '-- querygate:allow no-drop-table: archived, OPS-142\n';
const DROP = 'DROP TABLE users;\n';

describe('a comment that exempts a statement', () => {
  it('that the change adds takes effect at once, and is reported as new', async () => {
    const report = await checkPull(SETUP, { ...SETUP, 'db/2.sql': ALLOW + DROP });
    expect(all(report)).toEqual(['suppressed block no-drop-table db/2.sql:2']);
    expect(report.findings[0]?.exemption).toBe('archived, OPS-142');
    expect(report.suppressions).toMatchObject([{ path: 'db/2.sql', added: true, state: 'used', holds: 1 }]);
    expect([report.exitCode, report.totals.newSuppressions]).toEqual([0, 1]);
  });

  it('that existed before is not new', async () => {
    const report = await checkPull(
      { ...SETUP, 'db/1.sql': ALLOW + DROP },
      { ...SETUP, 'db/1.sql': `SELECT 1;\n${ALLOW}${DROP}` },
    );
    expect(report.totals).toMatchObject({ suppressed: 1, newSuppressions: 0 });
  });

  it('in an unchanged file is not new', async () => {
    const report = await checkFiles({ ...SETUP, 'db/1.sql': ALLOW + DROP });
    expect(report.totals).toMatchObject({ suppressed: 1, newSuppressions: 0 });
  });

  it('has no effect after it is removed: the finding is new', async () => {
    const report = await checkPull({ ...SETUP, 'db/1.sql': ALLOW + DROP }, { ...SETUP, 'db/1.sql': DROP });
    expect(counting(report)).toEqual(['block no-drop-table db/1.sql:1']);
  });

  it.each([
    [
      'of a rule that forbids it',
      '-- querygate:allow no-grant-to-public: x\n',
      'GRANT SELECT ON t TO PUBLIC;\n',
      'refused',
    ],
    ['without a reason', '-- querygate:allow no-drop-table\n', DROP, undefined],
    ['with an unreadable reason', '-- querygate:allow no-drop-table: \u200b\u2800 -\n', DROP, undefined],
    ['of another rule', '-- querygate:allow no-truncate: x\n', DROP, 'unused'],
    ['of no rule', '-- querygate:allow no-drop-tabel: x\n', DROP, undefined],
    ['that has run out', '-- querygate:allow no-drop-table until 2026-11-19: x\n', DROP, 'expired'],
    ['in a string', "SELECT '-- querygate:allow no-drop-table: x';\n", DROP, undefined],
    ['above another statement', `${ALLOW}SELECT 1;\n`, DROP, 'unused'],
    ['with a line between', `${ALLOW}\n`, DROP, 'unused'],
    ['in a quoted body', '', `DO $$\n${ALLOW}BEGIN DROP TABLE users; END $$;\n`, undefined],
  ])('%s has no effect', async (_, comment, sql, state) => {
    const report = await checkPull(SETUP, { ...SETUP, 'db/2.sql': comment + sql });
    expect(report.totals.suppressed).toBe(0);
    expect(report.exitCode).toBe(1);
    expect(report.suppressions.map((suppression) => suppression.state)).toEqual(state ? [state] : []);
  });

  it('is valid on its last day', async () => {
    const comment = '-- querygate:allow no-drop-table until 2026-11-20: x\n';
    const report = await checkPull(SETUP, { ...SETUP, 'db/2.sql': comment + DROP });
    expect(report.findings[0]).toMatchObject({ status: 'suppressed', exemption: 'x (until 2026-11-20)' });
  });

  it('that is invalid is explained in a notice', async () => {
    const report = await checkFiles({ ...SETUP, 'db/2.sql': `-- querygate:allow no-drop-tabel: x\n${DROP}` });
    expect(notices(report)).toBe(
      'warning db/2.sql: this suppression has no effect: there is no rule `no-drop-tabel` (did you mean `no-drop-table`?); use the rule id of the finding',
    );
  });

  it('never hides what could not be read', async () => {
    const report = await checkFiles({ ...SETUP, 'a.sql': '-- querygate:allow unreadable: x\nFROBNICATE t;\n' });
    expect(counting(report)).toEqual(['unknown unreadable a.sql:2']);
    expect(notices(report)).toMatch(/SQL that could not be read cannot be allowed/);
  });
});

describe('an exemption that has expired', () => {
  const EXPIRED = '-- querygate:allow no-drop-table until 2026-01-31: x\n';

  it('fails in a changed file, although the base has it too', async () => {
    const report = await checkPull(
      { ...SETUP, 'db/1.sql': EXPIRED + DROP },
      { ...SETUP, 'db/1.sql': `${EXPIRED}${DROP}SELECT 1;\n` },
    );
    expect(counting(report)).toEqual(['block no-drop-table db/1.sql:2']);
  });

  it('fails for each of several in one comment', async () => {
    const both = `/* querygate:allow no-drop-table until 2026-01-31: x
   querygate:allow no-truncate until 2026-01-31: y */
DO $$ BEGIN DROP TABLE users; TRUNCATE users; END $$;
`;
    const report = await checkPull({ ...SETUP, 'db/1.sql': both }, { ...SETUP, 'db/1.sql': `${both}SELECT 1;\n` });
    expect(counting(report).sort()).toEqual(['block no-drop-table db/1.sql:3', 'block no-truncate db/1.sql:3']);
  });

  it('is only reported in an unchanged file', async () => {
    const report = await checkPull(
      { ...SETUP, 'db/1.sql': EXPIRED + DROP },
      {
        ...SETUP,
        'db/1.sql': EXPIRED + DROP,
        'db/2.sql': 'SELECT 1;\n',
      },
    );
    expect(report.exitCode).toBe(0);
  });
});

describe('an exemption is reported as new', () => {
  it.each([
    ['in a file that is renamed', '', ALLOW + DROP, { status: 'renamed', path: 'db/2.sql', previousPath: 'db/1.sql' }],
    ['with another reason', ALLOW + DROP, ALLOW.replace('archived', 'because') + DROP, undefined],
    ['with a later day', ALLOW + DROP, ALLOW.replace('table:', 'table until 2029-01-01:') + DROP, undefined],
    ['for one rule more', ALLOW + DROP, ALLOW.replace('table:', 'table, no-truncate:') + DROP, undefined],
    ['at another statement', ALLOW + DROP, `${ALLOW}DROP TABLE orders;\n`, undefined],
    ['for a second one of the kind', ALLOW + DROP, ALLOW + DROP + ALLOW + DROP, undefined],
  ] as const)('%s', async (_, before, after, renamed) => {
    const path = renamed?.path ?? 'db/1.sql';
    const report = await checkPull(
      { ...SETUP, 'db/1.sql': before },
      { ...SETUP, [path]: after },
      {},
      renamed ? { files: [renamed] } : {},
    );
    expect(report.totals.newSuppressions).toBe(1);
  });

  it('if it exempts more than before', async () => {
    const allow = '-- querygate:allow no-unfiltered-delete: never matches\n';
    const report = await checkPull(
      { ...SETUP, 'db/1.sql': `${allow}DELETE FROM users WHERE 1 = 2;\n` },
      { ...SETUP, 'db/1.sql': `${allow}DELETE FROM users WHERE 1 = 1;\n` },
    );
    expect(report.totals).toMatchObject({ suppressed: 1, newSuppressions: 1 });
  });

  it.each([
    ['cannot be read', { diffBase: { unavailable: 'not fetched' } }, ALLOW + DROP],
    ['was a link', {}, LINK],
    ['was no text', {}, new Uint8Array([0xff, 0xfe, 0x41])],
  ])('if the old version %s', async (_, change, before) => {
    const report = await checkPull(
      { ...SETUP, 'db/1.sql': before },
      { ...SETUP, 'db/1.sql': ALLOW + DROP },
      {},
      {
        ...change,
        files: [{ status: 'modified', path: 'db/1.sql', previousPath: undefined }],
      },
    );
    expect(report.totals).toMatchObject({ suppressed: 1, newSuppressions: 1 });
  });
});

describe('the base configuration', () => {
  const pull = (setting: string, sql: string, headSetting = setting) =>
    checkPull(
      { ...config(`suppressions: ${setting}\n`), ...rules(), 'db/1.sql': 'SELECT 1;\n' },
      { ...config(`suppressions: ${headSetting}\n`), ...rules(), 'db/1.sql': `SELECT 1;\n${sql}` },
    );

  it('can refuse every exemption', async () => {
    const report = await pull('off', ALLOW + DROP);
    expect(counting(report)).toEqual(['block no-drop-table db/1.sql:3']);
    expect(report.suppressions).toMatchObject([{ state: 'refused' }]);
    expect(report.findings[0]?.suppressible).toBe(false);
  });

  it('can fail on new ones', async () => {
    const report = await pull('fail-on-new', ALLOW + DROP);
    expect(all(report)).toEqual(['new block new-suppression db/1.sql:2', 'suppressed block no-drop-table db/1.sql:3']);
    expect(report.exitCode).toBe(1);
  });

  it('with `fail-on-new` lets existing ones pass', async () => {
    const setup = { ...config('suppressions: fail-on-new\n'), ...rules() };
    const report = await checkPull(
      { ...setup, 'db/1.sql': ALLOW + DROP },
      { ...setup, 'db/1.sql': `${ALLOW}${DROP}SELECT 1;\n` },
    );
    expect(report.exitCode).toBe(0);
  });

  it.each([
    ['off', 'on'],
    ['off', 'fail-on-new'],
    ['fail-on-new', 'on'],
    ['on', 'off'],
    ['on', 'fail-on-new'],
  ])('and the edited one: the stricter of `%s` and `%s` applies', async (base, head) => {
    expect((await pull(base, ALLOW + DROP, head)).exitCode).toBe(1);
  });
});

describe('two rulesets', () => {
  const own = (suppressible: boolean) => ({
    [RULES]: `version: 1
rules:
  - { id: no-drop-table, operations: [drop_table], verdict: block, message: no, suppressible: ${suppressible} }
`,
  });

  it('must both accept an exemption', async () => {
    const report = await checkPull(
      { ...config(), ...own(false) },
      { ...config(), ...own(true), 'db/2.sql': ALLOW + DROP },
    );
    expect(counting(report)).toEqual(['block no-drop-table db/2.sql:2 (base)']);
  });

  it('can each have rules that the other does not have', async () => {
    const more = rules({}, 'rules:\n  - { id: no-select, operations: [select], verdict: block, message: no }\n');
    const sql = '-- querygate:allow no-select: needed\nSELECT 1;\n';
    const setup = config('suppressions: fail-on-new\n');
    const report = await checkPull({ ...setup, ...rules() }, { ...setup, ...more, 'db/2.sql': sql });
    expect(notices(report)).toBe('');
    expect(report.suppressions).toMatchObject([{ state: 'used', holds: 1, added: true }]);
    expect(all(report)).toEqual([
      'new block new-suppression db/2.sql:1',
      'suppressed block no-select db/2.sql:2 (head)',
    ]);
  });
});
