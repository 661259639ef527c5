import { describe, expect, test } from 'vitest';
import { ConfigError } from '../../src/model/index.ts';
import { atomsOf, compareRulesets, type FactPath, type Formula } from '../../src/rules/index.ts';
import { ConditionEvaluator, UNDECIDED } from '../../src/simulation/condition-evaluator.ts';
import { Replay } from '../../src/simulation/replay.ts';
import { differsFromItself } from '../../src/simulation/self-test.ts';
import { StepBudget } from '../../src/simulation/step-budget.ts';
import { FactNumbers, TupleCache } from '../../src/simulation/tuple-cache.ts';
import { blocks, file, limited, row, rulesetOf, TODAY } from './build.ts';

describe('what is found out once for each tuple of facts', () => {
  const fact = (text: string, valueIn: FactPath['valueIn']): FactPath => ({ text, valueIn });
  const LIMIT = fact('statement.limit', ({ statement }) => statement.limit);
  const TABLES = fact('statement.tablesRead', ({ statement }) => statement.tablesRead);
  const USER = fact('caller.user', ({ caller }) => caller?.user);

  /** How often each row was looked at, and what came out. */
  function ask(reads: readonly FactPath[] | undefined, rows: readonly ReturnType<typeof row>[]) {
    const questions = new ConditionEvaluator(new StepBudget());
    const byTuple = new TupleCache<string>(reads, new FactNumbers());
    let asked = 0;
    const found = rows.map((entry) => {
      questions.about(entry, 0);
      return byTuple.get(questions, () => {
        asked++;
        return JSON.stringify(reads?.map((read) => read.valueIn(questions.known) ?? 'unknown'));
      });
    });
    return { asked, found };
  }

  test('equal tuples share what was found, different ones never do', () => {
    const values = [1, 2, undefined];
    const lists = [[], ['a'], ['a', 'b'], ['b', 'a'], ['a,b'], undefined];
    const users = ['', '1', 'a', undefined];
    const rows = values.flatMap((limit) =>
      lists.flatMap((tablesRead) =>
        users.map((user) => limited(limit, { facts: { tablesRead: tablesRead && [...tablesRead] }, caller: { user } })),
      ),
    );
    const { asked, found } = ask([LIMIT, TABLES, USER], [...rows, ...rows.map((entry) => structuredClone(entry))]);
    expect(asked).toBe(rows.length);
    expect(new Set(found).size).toBe(rows.length);
    expect(found.slice(rows.length)).toEqual(found.slice(0, rows.length));
  });

  test('where tuples do not recur, it is asked every time, and the answers are right all the same', () => {
    const rows = Array.from({ length: 9000 }, (_, i) => limited(i));
    const { found } = ask([LIMIT], [...rows, ...rows]);
    expect(found).toEqual([...rows, ...rows].map(({ facts }) => JSON.stringify([facts.limit])));
  });

  test('what reads more than can be told is asked every time', () => {
    expect(ask(undefined, [row(), row(), row()]).asked).toBe(3);
    expect(ask([], [row(), row(), row()]).asked).toBe(1);
  });
});

test('where a fact that every evaluation needs is not carried, nothing is evaluated', () => {
  const questions = new ConditionEvaluator(new StepBudget());
  const needs = [{ text: 'statement.limit', valueIn: ({ statement }) => statement.limit }] satisfies FactPath[];
  const decide = (): never => {
    throw new Error('it was evaluated');
  };
  const slot = questions.slotOf({ text: 'x', key: 'x', needs, reads: needs, comparison: undefined, size: 1, decide });
  questions.about(limited(undefined), 0);
  expect(questions.ask(slot)).toBe(UNDECIDED);
  questions.about(limited(1), 0);
  expect(() => questions.ask(slot)).toThrow('it was evaluated');
});

describe('the self-test', () => {
  test('finds a condition that answers otherwise when it is asked again', async () => {
    const base = await rulesetOf(file([blocks('no-x', 'operation.cascade')]));
    const head = await rulesetOf(undefined);
    const { differences } = compareRulesets(base, head, TODAY);
    const differs = (given: typeof differences): boolean =>
      differsFromItself(base, given, [row(), row()], TODAY, new StepBudget());
    expect(differs(differences)).toBe(false);
    let answer = false;
    const fickle = differences.map((difference) => {
      const { base: side } = difference;
      if (!side?.rule.condition) throw new Error('no condition');
      const [atom] = atomsOf(side.rule.condition.formula());
      if (!atom) throw new Error('no question');
      const decide = (): boolean => {
        answer = !answer;
        return answer;
      };
      const formula = (): Formula => ({ op: 'atom', atom: { ...atom, decide } });
      return {
        ...difference,
        base: { ...side, rule: { ...side.rule, condition: { ...side.rule.condition, formula } } },
      };
    });
    expect(differs(fickle)).toBe(true);
  });
});

describe('rules that would take too long', () => {
  test('are an error, never a smaller answer', async () => {
    const dear = Array.from({ length: 12 }, (_, i) => `operation.target.name.startsWith("${i}")`).join(' || ');
    const head = await rulesetOf(file([blocks('no-x', dear)]));
    const rows = Array.from({ length: 100 }, (_, i) =>
      row({ operations: [{ target: { name: `t${i}`, schema: '', quoted: false, text: '' } }] }),
    );
    const replay = new Replay(compareRulesets(await rulesetOf(undefined), head, TODAY), new StepBudget(2000));
    const judgeAll = (): void => {
      for (const entry of rows) replay.judge(entry);
    };
    expect(judgeAll).toThrow(ConfigError);
    expect(judgeAll).toThrow('take too long over this history; make them simpler');
  });
});
