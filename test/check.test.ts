import { beforeAll, describe, expect, it } from 'vitest';
import {
  expiredExceptionsOf,
  expiryNotice,
  type FileTask,
  fileJudge,
  type JudgeSettings,
  judgeFile,
  judgingRulesets,
  trafficJudge,
  wholeFileFinding,
} from '../src/check/index.ts';
import { type Finding, verdictOf } from '../src/model/index.ts';
import { loadRuleset, type Ruleset } from '../src/rules/index.ts';
import { createSqlReader, type SqlReader } from '../src/sql/index.ts';
import { treeOf } from './commands/build.ts';

// Judging one file, which the client and the service share. Rules, comments and exceptions are tested with the whole
// check (test/commands).

const DROP = 'DROP TABLE users;\n';

async function rulesetOf(verdict: string, more = ''): Promise<Ruleset> {
  const text = `version: 1
rules:
  - id: no-drop-table
    operations: [drop_table]
    verdict: ${verdict}
    message: m
    description: d
    help: h
${more}`;
  const ruleset = await loadRuleset({ tree: treeOf({ '.querygate/rules.yml': text }, 'abc') });
  if (!ruleset) throw new Error('there is a rule file');
  return ruleset;
}

let reader: SqlReader;
let block: Ruleset;
let warn: Ruleset;
beforeAll(async () => {
  reader = await createSqlReader('postgresql');
  block = await rulesetOf('block');
  warn = await rulesetOf('warn');
});

function judged(task: Partial<FileTask>, settings: Partial<JudgeSettings> = {}) {
  return judgeFile(
    reader,
    { path: 'a.sql', status: 'given', text: DROP, baseText: undefined, ...task },
    {
      rulesets: judgingRulesets(block, undefined),
      headDecides: false,
      failOn: 'block',
      suppressions: 'on',
      file: { dialect: 'postgresql', tool: undefined, caller: undefined },
      baseline: new Set(),
      today: '2026-11-20',
      ...settings,
    },
  );
}

const judge = (...args: Parameters<typeof judged>): readonly Finding[] => judged(...args).findings;

const statuses = (findings: readonly Finding[]) => findings.map(({ status }) => status);

describe('the status of a file in the change', () => {
  it.each([
    ['given', 'new'],
    ['added', 'new'],
    ['modified', 'existing'],
    // A renamed file runs as a new one.
    ['renamed', 'new'],
  ] as const)('decides whether an old finding counts: %s', (status, expected) => {
    expect(statuses(judge({ status, baseText: DROP }))).toEqual([expected]);
  });

  it.each([
    ['given', 'baselined'],
    ['modified', 'baselined'],
    ['added', 'new'],
    ['renamed', 'new'],
  ] as const)('decides whether the baseline applies: %s', (status, expected) => {
    const baseline = new Set(judge({}).map(({ fingerprint }) => fingerprint));
    expect(baseline.size).toBe(1);
    expect(statuses(judge({ status }, { baseline }))).toEqual([expected]);
  });

  it('ends what the baseline accepts once the base version has no such statement', () => {
    const baseline = new Set(judge({}).map(({ fingerprint }) => fingerprint));
    expect(statuses(judge({ status: 'modified', baseText: DROP }, { baseline }))).toEqual(['baselined']);
    expect(statuses(judge({ status: 'modified', baseText: 'SELECT 1;\n' }, { baseline }))).toEqual(['new']);
    const moved = { path: 'b.sql', formerPath: 'a.sql', status: 'renamed' } as const;
    expect(statuses(judge({ ...moved, baseText: DROP }, { baseline }))).toEqual(['baselined']);
    expect(statuses(judge({ ...moved, baseText: 'SELECT 1;\n' }, { baseline }))).toEqual(['new']);
  });

  it.each(['given', 'modified', 'added', 'renamed'] as const)(
    'makes no difference to a file that the baseline lists at its old path: %s',
    (status) => {
      const [old] = judge({ path: 'old/a.sql' });
      const baseline = new Set([old?.fingerprint ?? '']);
      const [moved] = judge({ path: 'new/a.sql', formerPath: 'old/a.sql', status }, { baseline });
      expect(moved).toMatchObject({ status: 'baselined', acceptedAs: old?.fingerprint, path: 'new/a.sql' });
      expect(moved?.fingerprint).not.toBe(old?.fingerprint);
      // Findings at the new path are not listed, so their fingerprints accept nothing.
      const own = new Set([moved?.fingerprint ?? '']);
      expect(statuses(judge({ path: 'new/a.sql', formerPath: 'old/a.sql', status }, { baseline: own }))).toEqual([
        'new',
      ]);
    },
  );

  it.each([
    ['given', undefined, false],
    ['added', undefined, true],
    ['renamed', undefined, true],
    ['modified', undefined, true],
    ['modified', `-- querygate:allow no-drop-table: why\n${DROP}`, false],
  ] as const)('decides whether a suppression is new: %s, %j', (status, baseText, added) => {
    const text = `-- querygate:allow no-drop-table: why\n${DROP}`;
    const { suppressions } = judged({ status, text, baseText });
    expect(suppressions).toMatchObject([{ added, state: 'used' }]);
  });
});

describe('the rulesets that judge', () => {
  it('are a single one if the change does not edit the rules', async () => {
    expect(judgingRulesets(block, undefined).map(({ side }) => side)).toEqual(['only']);
    expect(judgingRulesets(block, await rulesetOf('block')).map(({ side }) => side)).toEqual(['only']);
    expect(judgingRulesets(block, warn).map(({ side, ruleset }) => [side, ruleset.hash])).toEqual([
      ['base', block.hash],
      ['head', warn.hash],
    ]);
  });

  it.each([
    [false, 'block'],
    [true, 'warn'],
  ] as const)('use the stricter verdict, unless the head decides (%s)', (headDecides, verdict) => {
    const findings = judge({}, { rulesets: judgingRulesets(block, warn), headDecides });
    expect(findings.map((finding) => finding.verdict)).toEqual([verdict]);
    expect(verdictOf(findings, { findings: 'new' })).toBe(verdict);
  });

  it('list the rules that are not applied', async () => {
    const judging = {
      side: 'only' as const,
      ruleset: await rulesetOf('block', `    when: 'caller.user == "app"'\n`),
    };
    expect(fileJudge(judging, false)).toMatchObject({ rules: 1, commit: 'abc', hash: judging.ruleset.hash });
    expect(fileJudge(judging, false).notApplied.map(({ rule }) => rule)).toEqual(['no-drop-table']);
    expect(fileJudge(judging, true).notApplied).toEqual([]);
    expect(trafficJudge(judging).notApplied).toEqual([]);
  });
});

it('an exception is valid through its last day', async () => {
  const ruleset = await rulesetOf(
    'block',
    `exceptions:
  - { rule: no-drop-table, when: 'operation.target.name == "a"', reason: r, owner: dba, until: 2026-11-20 }
`,
  );
  expect(expiredExceptionsOf(ruleset, '2026-11-20')).toEqual([]);
  const [expired] = expiredExceptionsOf(ruleset, '2026-11-21');
  expect(expired).toEqual({
    rule: 'no-drop-table',
    until: '2026-11-20',
    owner: 'dba',
    place: { file: '.querygate/rules.yml', line: 10, column: 5 },
  });
  expect(expired && expiryNotice(expired)).toMatchObject({ level: 'warning', path: '.querygate/rules.yml' });
});

it('a file that could not be judged is unknown, and cannot be exempted', () => {
  const finding = wholeFileFinding('a.sql', 'it takes too long');
  expect(finding).toMatchObject({ verdict: 'unknown', status: 'new', suppressible: false, location: undefined });
  expect(verdictOf([finding], { findings: 'new' })).toBe('unknown');
  expect(finding.fingerprint).not.toBe(wholeFileFinding('b.sql', 'it takes too long').fingerprint);
});

describe('a loop over a list of names', () => {
  const loopOver = (names: string) => `DO $$ DECLARE t text; BEGIN FOREACH t IN ARRAY ARRAY[${names}] LOOP
  EXECUTE format('DROP TABLE %I', t);
END LOOP; END $$;`;

  it.each([
    ["'a', 'b', 'c'", ['m', 'm', 'm']],
    ["'a', 'b', 'c', 'd'", ['m; the same for 3 other names in this code']],
  ])('over %s has the findings %j', (names, messages) => {
    const { findings } = judged({ text: loopOver(names) });
    expect(findings.map(({ message }) => message)).toEqual(messages);
  });

  it('is not what one text does to one object', () => {
    const text = `DO $$ BEGIN EXECUTE '${'DROP TABLE a; '.repeat(4)}'; END $$;`;
    expect(judge({ text })).toHaveLength(4);
  });
});
