import { describe, expect, test } from 'vitest';
import type { DeclaredFlow } from '../../src/simulation/index.ts';
import { blocks, file, limited, type RowParts, row, run } from './build.ts';

const PLACE = { file: '.querygate/flows.yml', line: 3, column: 5 };

function declared(...statements: readonly RowParts[]): DeclaredFlow {
  const rows = (statements.length > 0 ? statements : [{}]).map((parts) => row(parts));
  const caller = rows[0]?.caller ?? row().caller;
  return { name: 'checkout', owner: 'shop', place: PLACE, caller, statements: rows };
}

describe('declared flows', () => {
  const LIMIT: RowParts = { facts: { limit: undefined } };
  const none = file([blocks('no-x', 'false')]);
  const all = file([blocks('no-x', 'true')]);
  const large = file([blocks('no-x', 'statement.limit > 5')]);
  const warn = file([blocks('no-x', 'true', 'warn')]);
  const cases: [string, DeclaredFlow, string, string, [string, string, boolean], (string | undefined)[]][] = [
    ['passing on both sides', declared(), none, none, ['allow', 'allow', false], []],
    ['blocked by the head', declared(), none, all, ['allow', 'block', true], [undefined]],
    [
      'undecided under the head',
      declared(LIMIT),
      none,
      large,
      ['allow', 'unknown', true],
      ['`statement.limit` is not known'],
    ],
    [
      'undecided on both sides',
      declared(LIMIT),
      large,
      large,
      ['unknown', 'unknown', false],
      ['`statement.limit` is not known'],
    ],
    ['newly allowed', declared(), all, none, ['block', 'allow', false], []],
    ['blocked on both sides', declared(), all, all, ['block', 'block', false], [undefined]],
    ['with a warning', declared(), none, warn, ['allow', 'warn', false], []],
    ['with an undecided warning', declared(LIMIT), none, large.replace('block', 'warn'), ['allow', 'allow', false], []],
    [
      'with one blocked statement of two',
      declared({}, { operations: [{ temporary: true }] }),
      none,
      file([blocks('no-x', 'operation.temporary')]),
      ['allow', 'block', true],
      [undefined],
    ],
    [
      'with an unknown caller',
      declared({ caller: { application: undefined } }),
      none,
      file([blocks('no-x', 'caller.application != "web"')]),
      ['allow', 'unknown', true],
      ['`caller.application` is not known'],
    ],
    [
      'under a rule about files, which does not apply',
      declared(),
      none,
      file([blocks('no-x', 'file.path != "x"')]),
      ['allow', 'allow', false],
      [],
    ],
    [
      'exempted by an exception',
      declared(),
      none,
      file([blocks('no-x', 'true')], {
        exceptions: [`rule: no-x, when: 'true', reason: r, owner: o, until: 2027-01-01`],
      }),
      ['allow', 'allow', false],
      [],
    ],
  ];
  test.each(cases)('%s', async (_, flow, base, head, expected, undecided) => {
    const result = await run([limited(1)], base, head, { declared: [flow] });
    const [report] = result.declared;
    expect([report?.base, report?.head, report?.breaks]).toEqual(expected);
    expect(report?.causes.map((cause) => cause.undecided)).toEqual(undecided);
    expect(report).toMatchObject({ name: 'checkout', owner: 'shop', place: PLACE });
  });
});
