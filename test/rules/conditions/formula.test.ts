import { describe, expect, test } from 'vitest';
import { NO_USE } from '../../../src/model/index.ts';
import { compileCondition, loadConditionEngine } from '../../../src/rules/cel/engine.ts';
import { checkedCondition } from '../../../src/rules/conditions/compile.ts';
import { type Atom, atomsOf, evaluate, loadPacks, RuleFacts, truthPairs } from '../../../src/rules/index.ts';
import { CALLER, operationOf, statementFactsOf } from '../build.ts';

await loadConditionEngine(['x.matches("y")']);

function atoms(text: string): Atom[] {
  return [...atomsOf(checkedCondition(text).formula())];
}

describe('splitting a condition', () => {
  const cases: [string, string[]][] = [
    ['statement.limit > 5', ['statement.limit > 5']],
    ['!(a && b) || c', ['a', 'b', 'c']],
    ['a ? b : !c', ['a', 'b', 'c']],
    ['(a || b) == c', ['( a || b ) == c']],
    ['statement.limit - (statement.offset - 1) > 3', ['( statement.limit - ( statement.offset - 1 ) ) > 3']],
    ['[1, 2].exists(x, x > 1 && a)', ['[ 1 , 2 ] . exists ( x , ( x > 1 ) && a )']],
    ['operation.kind.matches("^x") // why', ['operation.kind . matches ( "^x" )']],
    ["operation.kind == 'x\\u0041\\n'", ['operation.kind == "xA\\u000a"']],
    ['caller.tags["a.b"] == "c"', ['caller.tags [ "a.b" ] == "c"']],
    ['-5 < statement.limit', ['( - 5 ) < statement.limit']],
    ['has(caller.tags.job)', ['has ( caller.tags.job )']],
  ];
  const names = { a: 'operation.cascade', b: 'operation.unique', c: 'operation.readable' } as const;
  const written = (text: string): string =>
    text.replace(/\b([abc])\b(?!["'.])/g, (_, name: keyof typeof names) => names[name]);
  test.each(cases)('%s', (text, expected) => {
    const compact = (source: string): string => source.replaceAll(' ', '');
    expect(atoms(written(text)).map((atom) => compact(atom.text))).toEqual(
      expected.map((atom) => compact(written(atom))),
    );
  });

  test('gives the same atoms for equal conditions in files and packs', async () => {
    const one = atoms(
      '!operation.createdHere&&!(operation.temporary)&&!operation.columnsCreatedHere && !operation.valuesCopied && !operation.valuesMoved && !operation.rolledBack && !operation.deferred && !use.unused',
    ).map(({ text }) => text);
    const rule = (await loadPacks()).rules.find(({ id }) => id === 'no-drop-column');
    const packed = rule?.condition?.formula();
    expect(packed && [...atomsOf(packed)].map(({ text }) => text)).toEqual(one);
  });

  test('gives the same atoms for every pack condition and its text', async () => {
    for (const { condition } of (await loadPacks()).rules) {
      if (!condition) continue;
      await loadConditionEngine([condition.text]);
      const packed = [...atomsOf(condition.formula())];
      const written = atoms(condition.text);
      expect(packed.map(({ text }) => text)).toEqual(written.map(({ text }) => text));
      expect(packed.map(({ reads }) => reads?.map(({ text }) => text).sort())).toEqual(
        written.map(({ reads }) => reads?.map(({ text }) => text).sort()),
      );
    }
  });

  const READS: [string, string[], string[] | undefined][] = [
    [
      'statement.limit > statement.offset',
      ['statement.limit', 'statement.offset'],
      ['statement.limit', 'statement.offset'],
    ],
    [
      'statement.tablesRead.exists(t, statement.limit > 1)',
      ['statement.tablesRead'],
      ['statement.tablesRead', 'statement.limit'],
    ],
    ['(operation.cascade || operation.unique) == true', [], ['operation.cascade', 'operation.unique']],
    ['(operation.cascade ? 1 : statement.limit) == 1', ['operation.cascade'], ['operation.cascade', 'statement.limit']],
    ['has(statement.limit)', ['statement.limit'], ['statement.limit']],
    ['has(statement.serverVersion)', [], ['statement.serverVersion']],
    ['has(file.path)', [], ['file.path']],
    ['caller.tags.job == "x"', ['caller.tags'], ['caller.tags']],
    ['operation.target.name == "x"', ['operation.target.name'], ['operation.target.name']],
    ['[statement].exists(s, s.limit > 1)', [], undefined],
  ];
  test.each(READS)('finds what %s needs and reads', (text, needs, reads) => {
    const [atom] = atoms(text);
    expect(atom?.needs.map((fact) => fact.text)).toEqual(needs);
    expect(atom?.reads?.map((fact) => fact.text)).toEqual(reads);
  });

  test('keeps the list limit of the whole condition for its parts', () => {
    // The nested loops limit the whole condition to 100 items; the second part alone could have 1000.
    const text =
      'statement.functions.exists(f, statement.columnsRead.exists(c, c == f)) || statement.tablesRead.exists(t, t == "x")';
    const tablesRead = Array.from({ length: 500 }, () => 'q');
    const statement = statementFactsOf({ tablesRead, functions: [], columnsRead: [] });
    const facts = new RuleFacts({ operation: operationOf(), statement, use: NO_USE, caller: CALLER, file: undefined });
    const whole = compileCondition(text).decide(facts);
    const parts = evaluate(checkedCondition(text).formula(), (atom) => {
      const decision = atom.decide(facts);
      return typeof decision === 'boolean' ? decision : undefined;
    });
    expect(whole).toMatchObject({ cause: expect.stringContaining('`statement.tablesRead` has more than 100 items') });
    expect(parts).toBeUndefined();
  });
});

describe('truthPairs', () => {
  const FF = 1;
  const TF = 2;
  const FT = 4;
  const TT = 8;
  const L = 'statement.limit';
  const cases: [string, string, number][] = [
    [`${L} > 5`, `${L} > 5`, FF | TT],
    [`${L} > 5`, `5 < ${L}`, FF | TT],
    [`${L} > 5`, `!(${L} <= 5)`, FF | TT],
    [`${L} > 5`, `${L} > 9`, FF | TF | TT],
    [`${L} > 9`, `${L} >= 9`, FF | FT | TT],
    [`${L} > 9`, `${L} < 5`, FF | TF | FT],
    [`${L} > 5`, 'statement.offset > 5', FF | TF | FT | TT],
    [`${L} > 5`, `${L} > 5 || operation.cascade`, FF | FT | TT],
    [`${L} > 5 && operation.cascade`, `${L} > 5`, FF | FT | TT],
    [`${L} > 5 || !(${L} > 5)`, 'false', TF],
    ['caller.user == "a"', 'caller.user in ["a", "b"]', FF | FT | TT],
    ['caller.user != "a"', 'caller.user == "b"', FF | TF | TT],
    ['caller.user == "other"', 'caller.user != "other"', TF | FT],
    ['operation.cascade ? true : operation.unique', 'operation.unique || operation.cascade', FF | TT],
    ['true', 'operation.cascade', TF | TT],
  ];
  test.each(cases)('for %s and %s', (first, second, expected) => {
    const formulas = [checkedCondition(first).formula(), checkedCondition(second).formula()] as const;
    // `true` is an atom too, and always decided.
    const answer = ({ text }: Atom): boolean | undefined =>
      text === 'true' ? true : text === 'false' ? false : undefined;
    expect(truthPairs(...formulas, answer)).toBe(expected);
  });

  test('returns all pairs if there are too many undecided atoms', () => {
    const many = Array.from({ length: 13 }, (_, i) => `operation.target.name.startsWith("${i}")`).join(' || ');
    const formula = checkedCondition(many).formula();
    expect(truthPairs(formula, formula, () => undefined)).toBe(FF | TF | FT | TT);
  });
});
