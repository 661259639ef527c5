import { expect, test } from 'vitest';
import { pageNotes } from '../../../scripts/packs/pages.ts';
import { check } from '../../../src/library/index.ts';
import { PACKS } from '../../../src/rules/index.ts';

const NOTES = pageNotes();
const SAFE = [...PACKS].flatMap(([pack, rules]) =>
  rules.flatMap(({ id }) =>
    (NOTES.get(id)?.['safe-sql'] ?? []).flatMap(({ dialects, sql }) =>
      dialects.map((dialect) => [id, dialect, pack, sql] as const),
    ),
  ),
);

test.each(SAFE)(
  'what the page of %s shows as safe gets no finding of that rule in %s',
  async (id, dialect, pack, sql) => {
    const ruleset = `version: 1\nextends: ["${pack}"]\nrules:\n  - id: ${id}\n    verdict: warn\n`;
    const { findings } = await check(sql, { dialect, ruleset });
    const own = findings.filter(
      ({ rule, status }) => (rule === id || rule.startsWith('no-unread')) && status === 'new',
    );
    expect(own.map(({ rule, excerpt }) => `${rule}: ${excerpt}`)).toEqual([]);
  },
);

test('every rule with notes for its page exists', () => {
  const ids = new Set([...PACKS.values()].flat().map(({ id }) => id));
  expect([...NOTES.keys()].filter((id) => !ids.has(id))).toEqual([]);
});
