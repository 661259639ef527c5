import { describe, expect, it } from 'vitest';
import type { ExemptionList } from '../../src/model/index.ts';
import { EXEMPTION_FORMATS } from '../../src/report/index.ts';
import { expectGolden } from '../golden.ts';

const HOSTILE = '::error::x \u001b[31m\u202e`';
const COMMIT = 'c'.repeat(40);

const LIST: ExemptionList = {
  kind: 'exemptions',
  formatVersion: 1,
  headline: 'judged by .querygate/rules.yml (53 rules) over 2 SQL files',
  exemptions: [
    {
      kind: 'exception',
      path: '.querygate/rules.yml',
      line: 4,
      rules: ['no-drop-table'],
      reason: 'archived, OPS-142',
      owner: 'data-platform',
      until: '2026-01-31',
      state: 'expired',
      overLimit: false,
      author: { name: 'Test', date: '2026-01-02', commit: COMMIT },
    },
    {
      kind: 'suppression',
      path: `db/${HOSTILE}.sql`,
      line: 7,
      rules: ['no-drop-table', 'no-truncate'],
      reason: HOSTILE,
      owner: undefined,
      until: '2026-12-01',
      state: 'used',
      overLimit: true,
      author: { name: HOSTILE, date: '2026-01-02', commit: COMMIT },
    },
    {
      kind: 'suppression',
      path: 'db/2.sql',
      line: 1,
      rules: ['no-drop-table'],
      reason: 'archived',
      owner: undefined,
      until: undefined,
      state: 'unused',
      overLimit: false,
      author: undefined,
    },
  ],
  leftOut: 2,
  baseline: { path: '.querygate/baseline.json', findings: 300 },
  notices: [{ level: 'warning', message: HOSTILE, path: 'db/3.sql', location: undefined }],
};

const EMPTY: ExemptionList = { ...LIST, exemptions: [], leftOut: 0, baseline: undefined, notices: [] };

describe('a list of exemptions', () => {
  it.each(['terminal', 'json'] as const)('is printed as %s, also if it is empty', (format) => {
    const { render } = EXEMPTION_FORMATS[format];
    expectGolden(`report/golden/exemptions-${format}`, render(LIST, {}));
    expectGolden(`report/golden/exemptions-${format}-empty`, render(EMPTY, {}));
  });

  it.each(['terminal', 'json'] as const)('has no control character and no workflow command as %s', (format) => {
    const text = EXEMPTION_FORMATS[format].render(LIST, {});
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]|^\s*::/m);
  });

  it('is lossless as JSON', () => {
    expect(JSON.parse(EXEMPTION_FORMATS.json.render(LIST)).exemptions[1]).toMatchObject({
      path: `db/${HOSTILE}.sql`,
      author: { name: HOSTILE },
    });
  });
});
