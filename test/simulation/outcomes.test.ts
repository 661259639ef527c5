import { describe, expect, test } from 'vitest';
import type { FlowClass, Verdict } from '../../src/model/index.ts';
import { CLASS_OF_VERDICTS, classOf, combine, levelPair, type RunClass } from '../../src/simulation/outcomes.ts';
import { blocks, file, row, run } from './build.ts';

/** Verdict under the base, verdict under the head, class of the run. */
const TABLE: readonly (readonly [Verdict, Verdict, RunClass])[] = [
  ['allow', 'allow', 'unchanged'],
  ['allow', 'warn', 'changed'],
  ['allow', 'unknown', 'unknown'],
  ['allow', 'block', 'newly_blocked'],
  ['warn', 'allow', 'changed'],
  ['warn', 'warn', 'unchanged'],
  ['warn', 'unknown', 'unknown'],
  ['warn', 'block', 'newly_blocked'],
  ['unknown', 'allow', 'unknown_loosening'],
  ['unknown', 'warn', 'unknown_loosening'],
  ['unknown', 'unknown', 'unknown'],
  ['unknown', 'block', 'newly_blocked'],
  ['block', 'allow', 'newly_allowed'],
  ['block', 'warn', 'newly_allowed'],
  ['block', 'unknown', 'unknown_loosening'],
  ['block', 'block', 'unchanged'],
];

const COUNTED_AS: Readonly<Record<RunClass, string>> = {
  newly_blocked: 'newlyBlocked',
  unknown: 'unknown',
  newly_allowed: 'newlyAllowed',
  unknown_loosening: 'unknownLoosening',
  changed: 'changed',
  unchanged: 'unchanged',
};

/** Rules that give this verdict for a run without a known limit; the two sides read different facts. */
function rulesOf(side: 'base' | 'head', verdict: Verdict): string[] {
  const warns = blocks(`no-${side}-warn`, 'true', 'warn');
  if (verdict === 'allow') return [blocks(`no-${side}`, 'false')];
  if (verdict === 'warn') return [warns];
  const fact = side === 'base' ? 'offset' : 'limit';
  return [warns, blocks(`no-${side}`, verdict === 'block' ? 'true' : `statement.${fact} > 5`)];
}

describe('the class of a run by its verdicts', () => {
  test('covers all pairs of verdicts', () => {
    const pairs = Object.entries(CLASS_OF_VERDICTS).flatMap(([base, row]) =>
      Object.keys(row).map((head) => `${base} ${head}`),
    );
    expect(pairs.sort()).toEqual(TABLE.map(([base, head]) => `${base} ${head}`).sort());
  });

  test.each(TABLE)('%s -> %s is %s', async (base, head, expected) => {
    expect(CLASS_OF_VERDICTS[base][head]).toBe(expected);
    const undecided = row({ facts: { limit: undefined, offset: undefined } });
    const { totals } = await run([undecided], file(rulesOf('base', base)), file(rulesOf('head', head)));
    const flows = Object.entries(totals).filter(([name, { flows: count }]) => name !== 'replayed' && count > 0);
    expect(flows.map(([name]) => name)).toEqual([COUNTED_AS[expected]]);
  });

  test('is unchanged if both sides can only agree, decided or not', () => {
    expect(classOf(levelPair(0, 0) | levelPair(2, 2))).toBe('unchanged');
    expect(classOf(levelPair(0, 0) | levelPair(2, 0) | levelPair(2, 2))).toBe('unknown_loosening');
    expect(classOf(levelPair(0, 0) | levelPair(0, 2) | levelPair(2, 2))).toBe('unknown');
    expect(classOf(levelPair(0, 0) | levelPair(1, 0) | levelPair(2, 2))).toBe('changed');
  });

  test('uses the stricter of two rules, on each side separately', () => {
    expect(combine(levelPair(2, 0), levelPair(0, 2))).toBe(levelPair(2, 2));
    expect(combine(levelPair(0, 0) | levelPair(0, 2), levelPair(1, 1))).toBe(levelPair(1, 1) | levelPair(1, 2));
  });
});

describe('only differing rules decide the class', () => {
  const cases: [string, string, string, FlowClass | 'none', string?][] = [
    [
      'an undecided rule that is the same on both sides',
      file([blocks('no-a', 'statement.limit > 5'), blocks('no-b', 'false')]),
      file([blocks('no-a', 'statement.limit > 5'), blocks('no-b', 'operation.temporary')]),
      'none',
    ],
    [
      'a run that a rule blocks on both sides, whatever other rules do',
      file([blocks('no-a', 'true')]),
      file([blocks('no-a', 'true'), blocks('no-b', 'statement.limit > 5')]),
      'none',
    ],
    [
      'an edited rule that is undecided for the same reason on both sides',
      file([blocks('no-a', 'statement.limit > 5')]),
      file([blocks('no-a', 'statement.limit > 5 || operation.temporary')]),
      'none',
    ],
    [
      'an exception for another caller of an undecided rule',
      file([blocks('no-a', 'statement.limit > 5')]),
      file([blocks('no-a', 'statement.limit > 5')], {
        exceptions: [`rule: no-a, when: 'caller.application == "etl"', reason: r, owner: o, until: 2027-01-01`],
      }),
      'none',
    ],
    [
      'a higher limit, which can only allow more',
      file([blocks('no-a', 'statement.limit > 5')]),
      file([blocks('no-a', 'statement.limit > 9')]),
      'newly_allowed',
      '`statement.limit` is not known',
    ],
    [
      'a lower limit, which may block',
      file([blocks('no-a', 'statement.limit > 9')]),
      file([blocks('no-a', 'statement.limit > 5')]),
      'unknown',
      '`statement.limit` is not known',
    ],
    [
      'an undecided exception',
      file([blocks('no-a', 'true')], {
        exceptions: [`rule: no-a, when: 'true', reason: r, owner: o, until: 2027-01-01`],
      }),
      file([blocks('no-a', 'true')], {
        exceptions: [`rule: no-a, when: 'statement.limit < 5', reason: r, owner: o, until: 2027-01-01`],
      }),
      'unknown',
      'an exception to the rule: `statement.limit` is not known',
    ],
    [
      'a renamed rule',
      file([blocks('no-a', 'statement.limit > 5')]),
      file([blocks('no-b', 'statement.limit > 5')]),
      'none',
    ],
    [
      'an undecided warning, which blocks nothing',
      file([blocks('no-a', 'false', 'warn')]),
      file([blocks('no-a', 'statement.limit > 5', 'warn')]),
      'changed',
      '`statement.limit` is not known',
    ],
    [
      'a rule about files, which applies to no production query',
      file([blocks('no-a', 'file.path == "x"')]),
      file([blocks('no-a', 'file.path != "x"')]),
      'none',
    ],
    [
      'a failed evaluation, which is undecided',
      file([blocks('no-a', 'false')]),
      file([blocks('no-a', 'caller.tags.route == "/x"')]),
      'unknown',
      'there is no `route` (guard it with `has()`)',
    ],
  ];
  test.each(cases)('%s', async (_, base, head, expected, cause) => {
    const { flows, selfTest, totals } = await run([row({ facts: { limit: undefined } })], base, head);
    expect(flows.map((flow) => flow.class)).toEqual(expected === 'none' ? [] : [expected]);
    expect(flows.flatMap(({ causes }) => causes.map(({ undecided }) => undecided))).toEqual(
      cause === undefined ? [] : [cause],
    );
    expect(totals.unchanged.flows).toBe(expected === 'none' ? 1 : 0);
    expect(selfTest).toBe(true);
  });
});
