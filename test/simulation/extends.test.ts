import { describe, expect, test } from 'vitest';
import { emptyRuleset, loadRuleset, type Ruleset } from '../../src/rules/index.ts';
import { simulate } from '../../src/simulation/index.ts';
import { treeOf } from '../rules/build.ts';
import { blocks, FILE, file, row, TODAY } from './build.ts';

type Files = Readonly<Record<string, string>>;

async function loaded(files: Files | undefined): Promise<Ruleset> {
  return (files && (await loadRuleset({ tree: treeOf(files) }))) ?? emptyRuleset();
}

const DELETES = row({ operations: [{ kind: 'delete', filter: 'none' }] });
const PACK = 'querygate:recommended@1';
const PLAIN = 'version: 1\n';
const extending = (...names: string[]): string =>
  `version: 1\nextends:\n${names.map((name) => `  - ${name}\n`).join('')}`;
const ORG = file([blocks('no-x', 'true')]);

interface Case {
  readonly base: Files | undefined;
  readonly head: Files;
  readonly rule: string;
  /** Positions in the head and in the base. */
  readonly place: object | undefined;
  readonly basePlace?: object;
}

const CASES: Readonly<Record<string, Case>> = {
  'a pack that the change extends': {
    base: { [FILE]: PLAIN },
    head: { [FILE]: extending(PACK) },
    rule: 'no-unfiltered-delete',
    place: { file: FILE, line: 3, column: 5 },
  },
  'the second of two packs': {
    base: { [FILE]: extending('querygate:availability@1') },
    head: { [FILE]: extending('querygate:availability@1', PACK) },
    rule: 'no-unfiltered-delete',
    place: { file: FILE, line: 4 },
  },
  'a pack of a first ruleset': {
    base: undefined,
    head: { [FILE]: extending(PACK) },
    rule: 'no-unfiltered-delete',
    place: { file: FILE, line: 3 },
  },
  'a file that the change extends': {
    base: { [FILE]: PLAIN, 'org.yml': ORG },
    head: { [FILE]: extending('../org.yml'), 'org.yml': ORG },
    rule: 'no-x',
    place: { file: FILE, line: 3 },
  },
  'a pack of a file that the change extends': {
    base: { [FILE]: PLAIN },
    head: { [FILE]: extending('../org.yml'), 'org.yml': extending(PACK) },
    rule: 'no-unfiltered-delete',
    place: { file: FILE, line: 3 },
  },
  'a pack that an extended file begins to extend': {
    base: { [FILE]: extending('../org.yml'), 'org.yml': PLAIN },
    head: { [FILE]: extending('../org.yml'), 'org.yml': extending(PACK) },
    rule: 'no-unfiltered-delete',
    place: { file: 'org.yml', line: 3 },
  },
  'a rule of the file itself': {
    base: { [FILE]: PLAIN },
    head: { [FILE]: `${file([blocks('no-x', 'true')])}extends: [${PACK}]\n` },
    rule: 'no-x',
    place: { file: FILE, line: 3 },
  },
  'a rule that an extended file gains': {
    base: { [FILE]: extending('../org.yml'), 'org.yml': PLAIN },
    head: { [FILE]: extending('../org.yml'), 'org.yml': ORG },
    rule: 'no-x',
    place: { file: 'org.yml', line: 3 },
  },
  'a pack that the change no longer extends': {
    base: { [FILE]: extending(PACK) },
    head: { [FILE]: PLAIN },
    rule: 'no-unfiltered-delete',
    place: undefined,
    basePlace: { file: FILE, line: 3 },
  },
};

describe('the position of a rule change', () => {
  test.each(Object.entries(CASES))('of %s', async (_, { base, head, rule, place, basePlace }) => {
    const { ruleChanges, flows } = await simulate({
      history: { header: { sources: [], unread: 0, truncated: 0 }, rows: [DELETES, row()] },
      base: await loaded(base),
      head: await loaded(head),
      today: TODAY,
      settings: { minCalls: 1, minDays: 1, ignoreCallers: [] },
      declared: [],
    });
    const change = ruleChanges.find((entry) => entry.rule === rule);
    if (place) expect(change?.place).toMatchObject(place);
    else expect(change?.place).toBeUndefined();
    if (basePlace) expect(change?.basePlace).toMatchObject(basePlace);
    const causes = flows.flatMap((flow) => flow.causes).filter((cause) => cause.rule === rule);
    expect(causes.length).toBeGreaterThan(0);
    for (const cause of causes) expect(cause.place).toMatchObject(place ?? basePlace ?? {});
  });
});
