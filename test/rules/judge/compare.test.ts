import { describe, expect, test } from 'vitest';
import { compareRulesets, emptyRuleset, loadPacks, loadRuleset, type Ruleset } from '../../../src/rules/index.ts';
import { treeOf } from '../build.ts';

const TODAY = '2026-11-20';

async function load(text: string, more: Record<string, string> = {}): Promise<Ruleset> {
  const ruleset = await loadRuleset({ tree: treeOf({ '.querygate/rules.yml': text, ...more }) });
  if (!ruleset) throw new Error('no ruleset');
  return ruleset;
}

interface Parts {
  readonly operations?: string;
  readonly when?: string;
  readonly verdict?: string;
  readonly more?: string;
  readonly exceptions?: readonly (readonly [when: string, until: string])[];
}

function file({ operations = 'drop_table', when, verdict = 'block', more = '', exceptions = [] }: Parts): string {
  const condition = when === undefined ? '' : `, when: '${when}'`;
  const list = exceptions.map(
    ([text, until]) => `  - {rule: no-x, when: '${text}', reason: r, owner: o, until: ${until}}\n`,
  );
  return `version: 1\nrules:\n  - {id: no-x, operations: [${operations}], message: m, verdict: ${verdict}${condition}${more}}\n${list.length > 0 ? `exceptions:\n${list.join('')}` : ''}`;
}

const LIMIT = 'statement.limit > 5';
const KNOWN = 'operation.cascade';

describe('differences between two rulesets', () => {
  const cases: [string, Parts, Parts, string[], 'stricter' | 'looser' | 'either'][] = [
    ['verdict raised', { verdict: 'warn' }, {}, ['verdict: warn -> block'], 'stricter'],
    ['verdict lowered', {}, { verdict: 'warn' }, ['verdict: block -> warn'], 'looser'],
    ['turned off', {}, { verdict: 'off' }, ['verdict: block -> off'], 'looser'],
    ['turned on', { verdict: 'off' }, {}, ['verdict: off -> block'], 'stricter'],
    ['turned on with another condition', { verdict: 'off' }, { when: LIMIT }, ['verdict: off -> block'], 'stricter'],
    [
      'more kinds',
      {},
      { operations: 'drop_table, truncate' },
      ['operations: drop_table -> drop_table, truncate'],
      'stricter',
    ],
    ['fewer kinds', { operations: 'drop' }, {}, ['operations: drop -> drop_table'], 'looser'],
    ['other kinds', { operations: 'truncate' }, {}, ['operations: truncate -> drop_table'], 'either'],
    ['condition added', {}, { when: LIMIT }, ['condition added'], 'looser'],
    ['condition removed', { when: LIMIT }, {}, ['condition removed'], 'stricter'],
    ['one more alternative', { when: LIMIT }, { when: `${KNOWN} || ${LIMIT}` }, ['condition'], 'stricter'],
    ['one more requirement', { when: LIMIT }, { when: `(${LIMIT}) && ${KNOWN}` }, ['condition'], 'looser'],
    ['higher limit', { when: LIMIT }, { when: 'statement.limit > 50' }, ['condition'], 'looser'],
    ['lower limit', { when: LIMIT }, { when: '2 < statement.limit' }, ['condition'], 'stricter'],
    [
      'a longer list',
      { when: 'operation.target.name in ["a", "b"]' },
      { when: 'operation.target.name in ["a", "b", "c"]' },
      ['condition'],
      'stricter',
    ],
    ['something else', { when: LIMIT }, { when: 'statement.offset > 5' }, ['condition'], 'either'],
    [
      'lower verdict, more cases',
      { when: LIMIT },
      { verdict: 'warn' },
      ['verdict: block -> warn', 'condition removed'],
      'either',
    ],
    [
      'exception added',
      {},
      { exceptions: [[LIMIT, '2027-03-31']] },
      ['exception added (o, until 2027-03-31)'],
      'looser',
    ],
    [
      'exception removed',
      { exceptions: [[LIMIT, '2027-03-31']] },
      {},
      ['exception removed (o, until 2027-03-31)'],
      'stricter',
    ],
    [
      'exception that expires',
      { exceptions: [[LIMIT, '2026-11-20']] },
      {},
      ['exception removed (o, until 2026-11-20)'],
      'stricter',
    ],
    [
      'exception extended',
      { exceptions: [[LIMIT, '2027-03-31']] },
      { exceptions: [[LIMIT, '2028-03-31']] },
      ['exception extended (o, until 2027-03-31 -> 2028-03-31)'],
      'looser',
    ],
    [
      'exception shortened',
      { exceptions: [[LIMIT, '2027-03-31']] },
      { exceptions: [[LIMIT, '2026-11-20']] },
      ['exception shortened (o, until 2027-03-31 -> 2026-11-20)'],
      'stricter',
    ],
    [
      'exception shortened to before today',
      { exceptions: [[LIMIT, '2027-03-31']] },
      { exceptions: [[LIMIT, '2026-11-19']] },
      ['exception removed (o, until 2027-03-31)'],
      'stricter',
    ],
    [
      'exception widened',
      { exceptions: [['statement.limit < 5', '2027-03-31']] },
      { exceptions: [['statement.limit < 9', '2027-03-31']] },
      ['exception added (o, until 2027-03-31)', 'exception removed (o, until 2027-03-31)'],
      'looser',
    ],
  ];
  test.each(cases)('%s', async (_, base, head, differences, effect) => {
    const comparison = compareRulesets(await load(file(base)), await load(file(head)), TODAY);
    expect(comparison).toMatchObject({
      equal: false,
      same: [],
      differences: [{ rule: 'no-x', change: 'edited', differences, effect }],
    });
  });

  test('added and removed rules', async () => {
    const one = await load(file({ more: ', owner: dba' }));
    expect(compareRulesets(emptyRuleset(), one, TODAY).differences).toMatchObject([
      {
        change: 'added',
        effect: 'stricter',
        differences: ['new rule, verdict block'],
        owner: 'dba',
        basePlace: undefined,
        place: { line: 3 },
      },
    ]);
    expect(compareRulesets(one, emptyRuleset(), TODAY).differences).toMatchObject([
      {
        change: 'removed',
        effect: 'looser',
        differences: ['rule removed, verdict was block'],
        owner: 'dba',
        basePlace: { line: 3 },
        place: undefined,
      },
    ]);
  });

  test('a change of exceptions only has the position of the exception', async () => {
    const base = await load(file({ exceptions: [[LIMIT, '2027-03-31']] }));
    const head = await load(
      file({
        exceptions: [
          [LIMIT, '2027-03-31'],
          [KNOWN, '2027-03-31'],
        ],
      }),
    );
    expect(compareRulesets(base, head, TODAY).differences[0]).toMatchObject({
      place: { line: 6 },
      basePlace: { line: 3 },
    });
    expect(compareRulesets(head, base, TODAY).differences[0]).toMatchObject({
      place: { line: 3 },
      basePlace: { line: 3 },
    });
  });

  test('an override of a pack rule has its position in the file', async () => {
    const head = await load(
      'version: 1\nextends: ["querygate:recommended@1"]\nrules:\n  - {id: no-drop-table, verdict: warn}\n',
    );
    const { differences, same } = compareRulesets(await loadPacks('querygate:recommended@1'), head, TODAY);
    expect(differences).toMatchObject([
      {
        rule: 'no-drop-table',
        differences: ['verdict: block -> warn'],
        effect: 'looser',
        place: { file: '.querygate/rules.yml', line: 4 },
        basePlace: { file: 'querygate:recommended@1' },
      },
    ]);
    expect(same.length).toBe((await loadPacks('querygate:recommended@1')).rules.length - 1);
  });

  test('a pack condition that is written out and extended', async () => {
    const pack = await loadPacks('querygate:recommended@1');
    const when = pack.rules.find(({ id }) => id === 'no-drop-table')?.condition?.text;
    const override = (text: string): string =>
      `version: 1\nextends: ["querygate:recommended@1"]\nrules:\n  - id: no-drop-table\n    when: ${JSON.stringify(text)}\n`;
    expect(compareRulesets(pack, await load(override(`${when}`)), TODAY).equal).toBe(true);
    const narrower = await load(override(`${when} && operation.target.name != "t"`));
    expect(compareRulesets(pack, narrower, TODAY).differences).toMatchObject([{ effect: 'looser' }]);
    expect(compareRulesets(narrower, pack, TODAY).differences).toMatchObject([{ effect: 'stricter' }]);
  });
});

describe('the position of a changed rule', () => {
  interface Keys {
    readonly operations?: string;
    readonly when?: string | undefined;
    readonly verdict?: string;
    readonly message?: string;
  }
  const KEYS: Keys = { operations: '[drop_table]', when: KNOWN, verdict: 'block', message: 'm' };
  const rule = (keys: Keys): string =>
    `version: 1\nrules:\n  - id: no-x\n${Object.entries(keys)
      .flatMap(([key, value]) => (value === undefined ? [] : [`    ${key}: ${value}\n`]))
      .join('')}`;
  const cases: [string, Keys, Keys, { line: number; column: number }][] = [
    ['its verdict', KEYS, { ...KEYS, verdict: 'warn' }, { line: 6, column: 5 }],
    ['turned off', KEYS, { ...KEYS, verdict: "'off'" }, { line: 6, column: 5 }],
    ['turned on', { ...KEYS, verdict: "'off'" }, KEYS, { line: 6, column: 5 }],
    ['its operations', KEYS, { ...KEYS, operations: '\n      - drop_table\n      - truncate' }, { line: 4, column: 5 }],
    ['its condition', KEYS, { ...KEYS, when: LIMIT }, { line: 5, column: 5 }],
    ['its condition in a block', KEYS, { ...KEYS, when: `>-\n      ${LIMIT}` }, { line: 5, column: 5 }],
    ['a new condition', { ...KEYS, when: undefined }, KEYS, { line: 5, column: 5 }],
    ['two keys: the first in the file', KEYS, { ...KEYS, when: LIMIT, verdict: 'warn' }, { line: 5, column: 5 }],
    ['a removed condition', KEYS, { ...KEYS, when: undefined }, { line: 3, column: 5 }],
    [
      'a removed condition and a new verdict',
      KEYS,
      { ...KEYS, when: undefined, verdict: 'warn' },
      { line: 5, column: 5 },
    ],
  ];
  test.each(cases)('%s', async (_, base, head, place) => {
    const { differences } = compareRulesets(await load(rule(base)), await load(rule(head)), TODAY);
    expect(differences).toMatchObject([
      { place: { file: '.querygate/rules.yml', ...place }, basePlace: { line: 3, column: 5 } },
    ]);
  });

  const EXTENDING = 'version: 1\nextends: [../policy/base.yml]\nrules:\n  - id: no-x\n';
  const shared = (keys: Keys) => ({ 'policy/base.yml': rule(keys) });

  test('a key of an extended file, although another key is overridden', async () => {
    const override = `${EXTENDING}    message: n\n`;
    const base = await load(override, shared(KEYS));
    const head = await load(override, shared({ ...KEYS, when: LIMIT }));
    expect(compareRulesets(base, head, TODAY).differences).toMatchObject([
      { place: { file: 'policy/base.yml', line: 5, column: 5 }, basePlace: { file: '.querygate/rules.yml', line: 4 } },
    ]);
  });

  test('a removed override has the position of the rule, not of the inherited key', async () => {
    const base = await load(`${EXTENDING}    message: n\n    verdict: warn\n`, shared(KEYS));
    const head = await load(`${EXTENDING}    message: n\n`, shared(KEYS));
    expect(compareRulesets(base, head, TODAY).differences).toMatchObject([
      { differences: ['verdict: warn -> block'], place: { file: '.querygate/rules.yml', line: 4, column: 5 } },
    ]);
  });

  test('a key that a pack defines', async () => {
    const file = (more: string): string =>
      `version: 1\nextends: ["querygate:recommended@1"]\nrules:\n  - id: no-drop-table\n    owner: dba\n${more}`;
    const [base, head] = [await load(file('    verdict: warn\n')), await load(file(''))];
    expect(compareRulesets(head, base, TODAY).differences).toMatchObject([{ place: { line: 6, column: 5 } }]);
    expect(compareRulesets(base, head, TODAY).differences).toMatchObject([{ place: { line: 4, column: 5 } }]);
  });
});

describe('equal rulesets', () => {
  const cases: [string, Parts, Parts][] = [
    ['descriptive texts', {}, { more: ', description: d, help: h, owner: o, examples: {block: [DROP TABLE t]}' }],
    ['white space and comments', { when: 'statement.limit > 5' }, { when: ' statement.limit>5 // rows' }],
    ['kinds in another order', { operations: 'drop_table, truncate' }, { operations: 'truncate, drop_table' }],
    [
      'exceptions that expired on both sides',
      { exceptions: [[LIMIT, '2026-11-19']] },
      { exceptions: [[KNOWN, '2026-11-01']] },
    ],
    ['a removed exception that had expired', { exceptions: [[LIMIT, '2026-11-19']] }, {}],
    [
      'a repeated exception',
      { exceptions: [[LIMIT, '2027-01-01']] },
      {
        exceptions: [
          [LIMIT, '2027-01-01'],
          [LIMIT, '2026-12-01'],
        ],
      },
    ],
    [
      'a repeated exception, the shorter one first',
      { exceptions: [[LIMIT, '2027-01-01']] },
      {
        exceptions: [
          [LIMIT, '2026-12-01'],
          [LIMIT, '2027-01-01'],
        ],
      },
    ],
    ['off on both sides', { verdict: 'off' }, { verdict: 'off', when: LIMIT }],
    ['exceptions to a rule that is off', { verdict: 'off' }, { verdict: 'off', exceptions: [[LIMIT, '2027-01-01']] }],
    ['keys that matter only for files', {}, { more: ', suppressible: false, final: true' }],
  ];
  test.each(cases)('%s', async (_, base, head) => {
    expect(compareRulesets(await load(file(base)), await load(file(head)), TODAY)).toMatchObject({
      equal: true,
      differences: [],
    });
  });

  test('rules in another order or file', async () => {
    const rule = (id: string): string => `  - {id: ${id}, operations: [drop], verdict: block, message: m}\n`;
    const base = await load(`version: 1\nrules:\n${rule('no-a')}${rule('no-b')}`);
    const head = await load(`version: 1\nextends: [rules/b.yml]\nrules:\n${rule('no-a')}`, {
      '.querygate/rules/b.yml': `version: 1\nrules:\n${rule('no-b')}`,
    });
    expect(compareRulesets(base, head, TODAY)).toMatchObject({ equal: true });
    expect(base.hash).toBe(head.hash);
  });

  test('a rule that is off and no rule', async () => {
    const off = await load(file({ verdict: 'off' }));
    expect(compareRulesets(off, emptyRuleset(), TODAY).equal).toBe(true);
    expect(compareRulesets(emptyRuleset(), off, TODAY).equal).toBe(true);
  });
});
