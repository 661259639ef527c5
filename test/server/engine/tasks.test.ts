import { describe, expect, it } from 'vitest';
import type { RulesetFiles } from '../../../src/contract/index.ts';
import { loadGivenFiles, PACKS } from '../../../src/rules/index.ts';
import { Admission } from '../../../src/server/engine/admission.ts';
import { EngineBusy } from '../../../src/server/engine/engine.ts';
import { driftOf } from '../../../src/server/engine/tasks/drift.ts';
import { describeRuleset } from '../../../src/server/engine/tasks/load-ruleset.ts';
import { RulesetCache } from '../../../src/server/engine/tasks/ruleset-cache.ts';
import { RECOMMENDED, rule, ruleFile, sent, TODAY, toolsOver } from './build.ts';

const STAR = ruleFile(rule('no-star', 'select', 'statement.selectStar'));

describe('files of a ruleset', () => {
  it.each<{ name: string; files: RulesetFiles; sources: readonly string[]; rules: number }>([
    { name: 'none: the empty ruleset', files: { files: [] }, sources: [], rules: 0 },
    {
      name: 'a pack',
      files: RECOMMENDED,
      sources: ['querygate:recommended@1'],
      rules: PACKS.get('querygate:recommended@1')?.length ?? 0,
    },
    { name: 'the usual file', files: sent(STAR), sources: ['.querygate/rules.yml'], rules: 1 },
    {
      name: 'a folder',
      files: {
        entry: 'rules',
        files: [
          { path: 'rules/b.yml', text: 'version: 1\n' },
          { path: 'rules/a.yml', text: STAR },
        ],
      },
      sources: ['rules/a.yml', 'rules/b.yml'],
      rules: 1,
    },
    { name: 'all files', files: { entry: '.', files: [{ path: 'x.yml', text: STAR }] }, sources: ['x.yml'], rules: 1 },
    {
      name: 'a rule that is off',
      files: sent(ruleFile(rule('no-star', 'select', 'statement.selectStar', 'off'))),
      sources: ['.querygate/rules.yml'],
      rules: 0,
    },
  ])('$name', async ({ files, sources, rules }) => {
    expect(await describeRuleset({ files })).toEqual({ sources, rules, hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
  });

  it.each<{ name: string; files: RulesetFiles; said: RegExp; file: string }>([
    {
      name: 'without an entry',
      files: { files: [{ path: 'other.yml', text: STAR }] },
      said: /none of the files is `\.querygate\/rules\.yml`/,
      file: 'other.yml',
    },
    {
      name: 'of which two have one path',
      files: { files: [...sent(STAR).files, ...sent('version: 1\n').files] },
      said: /two files of the request have this path/,
      file: '.querygate/rules.yml',
    },
    {
      name: 'that extend what was not sent',
      files: sent('version: 1\nextends: [base.yml]\n'),
      said: /base\.yml/,
      file: '.querygate/rules.yml',
    },
    {
      name: 'that lead out of the repository',
      files: sent('version: 1\nextends: [../../etc/passwd]\n'),
      said: /\.\./,
      file: '.querygate/rules.yml',
    },
    { name: 'that are not YAML', files: sent('version: [1\n'), said: /./, file: '.querygate/rules.yml' },
    {
      name: 'that nest aliases without an end',
      files: sent(`version: 1\na: &a [x]\nb: &b [${'*a, '.repeat(100)}]\nc: [${'*b, '.repeat(100)}]\n`),
      said: /./,
      file: '.querygate/rules.yml',
    },
  ])('$name are refused', async ({ files, said, file }) => {
    const error = await describeRuleset({ files }).catch((raised: unknown) => raised);
    expect(error).toMatchObject({ name: 'EngineRefusal', code: 'rules_invalid', errors: [{ place: { file } }] });
    expect(String(error)).toMatch(said);
  });
});

describe('cached rulesets of a thread', () => {
  const small = sent(STAR);
  it('are evicted, least recently used first', async () => {
    const kept = new RulesetCache({ rulesets: 2, characters: 1_000_000 });
    const loaded: string[] = [];
    const load = (key: string) =>
      kept.load(key, async () => {
        loaded.push(key);
        return small;
      });
    for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await load(key);
    expect(loaded).toEqual(['a', 'b', 'c', 'b']);
    expect(kept.size).toBe(2);
  });

  it('stay within the limit of characters, except for the last one', async () => {
    const kept = new RulesetCache({ rulesets: 9, characters: STAR.length + 10 });
    for (const key of ['a', 'b', 'c']) await kept.load(key, async () => small);
    expect(kept.size).toBe(1);
    await kept.load('large', async () => sent(`${STAR}# ${'x'.repeat(1000)}\n`));
    expect(kept.size).toBe(1);
  });

  it('of clients do not evict the active ones', async () => {
    const rulesets = Object.fromEntries(
      Array.from({ length: 40 }, (_, i) => [`sent ${i}`, sent(`${STAR}# ${i}\n`)] as const),
    );
    const { tools, reports } = toolsOver({ 'acme/1': small, ...rulesets });
    for (const key of ['acme/1', ...Object.keys(rulesets), 'acme/1', 'sent 39', 'sent 0']) await tools.ruleset(key);
    expect(reports.requested.filter((key) => key === 'acme/1')).toHaveLength(1);
    expect(reports.requested.filter((key) => key === 'sent 39')).toHaveLength(1);
    expect(reports.requested.filter((key) => key === 'sent 0')).toHaveLength(2);
  });

  it('do not include a ruleset that does not load', async () => {
    const kept = new RulesetCache({ rulesets: 2, characters: 1000 });
    await expect(kept.load('a', async () => sent('nope'))).rejects.toThrow();
    expect(kept.size).toBe(0);
  });
});

describe('the drift from the active ruleset', () => {
  const ACTIVE = STAR;
  const other = ruleFile(rule('no-star', 'select', 'statement.selectStar', 'warn'));
  it.each<{ name: string; own: string | undefined; hash: 'active' | 'other'; drift: object | undefined }>([
    { name: 'is absent by the hash alone', own: undefined, hash: 'active', drift: { same: true, changes: [] } },
    { name: 'is known by the hash alone', own: undefined, hash: 'other', drift: { same: false, changes: [] } },
    {
      name: 'is absent for files with the same verdicts',
      own: `# x\n${ACTIVE}`,
      hash: 'active',
      drift: { same: true, changes: [] },
    },
    {
      name: 'is computed from the files, whatever hash another version computed',
      own: ACTIVE,
      hash: 'other',
      drift: { same: true, changes: [] },
    },
    {
      name: 'is listed rule by rule',
      own: other,
      hash: 'other',
      drift: { same: false, changes: [{ rule: 'no-star', change: 'edited', differences: ['verdict: block -> warn'] }] },
    },
    {
      name: 'includes what comments may exempt',
      own: ACTIVE.replace('verdict: block', 'verdict: block\n    suppressible: false'),
      hash: 'other',
      drift: { same: false, changes: [] },
    },
    {
      name: 'is computed from the hash for files that do not load',
      own: 'nope',
      hash: 'other',
      drift: { same: false, changes: [] },
    },
  ])('$name', async ({ own, hash, drift }) => {
    const active = await loadGivenFiles(sent(ACTIVE));
    const { tools } = toolsOver(own === undefined ? {} : { own: sent(own) });
    const key = own === undefined ? undefined : 'own';
    const given = { hash: hash === 'active' ? active.hash : 'f'.repeat(64), key };
    expect(await driftOf(active, given, TODAY, tools)).toEqual(drift);
  });

  it('is not computed unless requested', async () => {
    const { tools } = toolsOver({});
    expect(await driftOf(await loadGivenFiles(sent(ACTIVE)), undefined, TODAY, tools)).toBeUndefined();
  });
});

it('tasks above a limit are refused, per kind, until there is room again', async () => {
  const admission = new Admission();
  const room = { maxTasks: 1, maxTasksPerWorkspace: 1, maxCharacters: 10, maxCharactersPerWorkspace: 10 };
  const one = <T>(what: string, work: () => Promise<T>) =>
    admission.one({ what, workspace: 'acme', characters: 0 }, room, work);
  let finish: (value: string) => void = () => {};
  const first = one('dry runs', () => new Promise<string>((resolve) => (finish = resolve)));
  await expect(one('dry runs', async () => 'x')).rejects.toThrow(EngineBusy);
  expect(await one('imports', async () => 'y')).toBe('y');
  finish('done');
  expect(await first).toBe('done');
  await expect(one('dry runs', async () => Promise.reject(new Error('z')))).rejects.toThrow('z');
  expect(await one('dry runs', async () => 'again')).toBe('again');
});

it.each<
  [what: string, inside: readonly (readonly [workspace: string, characters: number])[], taken: readonly boolean[]]
>([
  [
    'tasks of one workspace',
    [
      ['a', 0],
      ['a', 0],
      ['a', 0],
      ['b', 0],
    ],
    [true, true, false, true],
  ],
  [
    'tasks of all',
    [
      ['a', 0],
      ['b', 0],
      ['c', 0],
      ['d', 0],
    ],
    [true, true, true, false],
  ],
  [
    'characters of one',
    [
      ['a', 50],
      ['a', 11],
      ['a', 10],
      ['b', 50],
    ],
    [true, false, true, false],
  ],
  [
    'characters of all',
    [
      ['a', 60],
      ['b', 40],
      ['c', 1],
    ],
    [true, true, false],
  ],
  [
    'one that is larger than its share',
    [
      ['a', 900],
      ['a', 0],
      ['b', 41],
      ['b', 40],
    ],
    [true, true, false, true],
  ],
  [
    'one that is larger than its share beside another',
    [
      ['a', 1],
      ['a', 900],
    ],
    [true, false],
  ],
])('the limits apply to %s', async (_, inside, taken) => {
  const admission = new Admission();
  const room = { maxTasks: 3, maxTasksPerWorkspace: 2, maxCharacters: 100, maxCharactersPerWorkspace: 60 };
  let finish: () => void = () => {};
  const end = new Promise<void>((resolve) => (finish = resolve));
  const work = inside.map(([workspace, characters]) =>
    admission
      .one({ what: 'dry runs', workspace, characters }, room, () => end)
      .then(
        () => true,
        (error: unknown) => !(error instanceof EngineBusy),
      ),
  );
  finish();
  expect(await Promise.all(work)).toEqual(taken);
});
