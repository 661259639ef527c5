import { describe, expect, test } from 'vitest';
import { ConfigError } from '../../src/model/index.ts';
import { atomsOf, compareRulesets, type FactPath, type Formula } from '../../src/rules/index.ts';
import { ConditionEvaluator, UNDECIDED } from '../../src/simulation/condition-evaluator.ts';
import { Replay } from '../../src/simulation/replay.ts';
import { differsFromItself } from '../../src/simulation/self-test.ts';
import { StepBudget } from '../../src/simulation/step-budget.ts';
import { FactNumbers, TupleCache } from '../../src/simulation/tuple-cache.ts';
import { blocks, file, limited, row, rulesetOf, TODAY } from './build.ts';

describe('the cache of results by tuples of facts', () => {
  const fact = (text: string, valueIn: FactPath['valueIn']): FactPath => ({ text, valueIn });
  const LIMIT = fact('statement.limit', ({ statement }) => statement.limit);
  const TABLES = fact('statement.tablesRead', ({ statement }) => statement.tablesRead);
  const USER = fact('caller.user', ({ caller }) => caller?.user);

  /** Evaluates each row through a cache; returns the number of evaluations and the results. */
  function evaluateAll(reads: readonly FactPath[] | undefined, rows: readonly ReturnType<typeof row>[]) {
    const evaluator = new ConditionEvaluator(new StepBudget());
    const byTuple = new TupleCache<string>(reads, new FactNumbers());
    let evaluations = 0;
    const results = rows.map((entry) => {
      evaluator.setOperation(entry, 0);
      return byTuple.get(evaluator, () => {
        evaluations++;
        return JSON.stringify(reads?.map((read) => read.valueIn(evaluator.facts) ?? 'unknown'));
      });
    });
    return { evaluations, results };
  }

  test('shares results between equal tuples, never between different ones', () => {
    const values = [1, 2, undefined];
    const lists = [[], ['a'], ['a', 'b'], ['b', 'a'], ['a,b'], undefined];
    const users = ['', '1', 'a', undefined];
    const rows = values.flatMap((limit) =>
      lists.flatMap((tablesRead) =>
        users.map((user) => limited(limit, { facts: { tablesRead: tablesRead && [...tablesRead] }, caller: { user } })),
      ),
    );
    const { evaluations, results } = evaluateAll(
      [LIMIT, TABLES, USER],
      [...rows, ...rows.map((entry) => structuredClone(entry))],
    );
    expect(evaluations).toBe(rows.length);
    expect(new Set(results).size).toBe(rows.length);
    expect(results.slice(rows.length)).toEqual(results.slice(0, rows.length));
  });

  test('gives correct results without caching if tuples do not recur', () => {
    const rows = Array.from({ length: 9000 }, (_, i) => limited(i));
    const { results } = evaluateAll([LIMIT], [...rows, ...rows]);
    expect(results).toEqual([...rows, ...rows].map(({ facts }) => JSON.stringify([facts.limit])));
  });

  test('caches nothing if the facts read are not known', () => {
    expect(evaluateAll(undefined, [row(), row(), row()]).evaluations).toBe(3);
    expect(evaluateAll([], [row(), row(), row()]).evaluations).toBe(1);
  });
});

test('evaluates nothing if a required fact is not recorded', () => {
  const evaluator = new ConditionEvaluator(new StepBudget());
  const needs = [{ text: 'statement.limit', valueIn: ({ statement }) => statement.limit }] satisfies FactPath[];
  const decide = (): never => {
    throw new Error('it was evaluated');
  };
  const slot = evaluator.slotOf({ text: 'x', key: 'x', needs, reads: needs, comparison: undefined, size: 1, decide });
  evaluator.setOperation(limited(undefined), 0);
  expect(evaluator.truthOf(slot)).toBe(UNDECIDED);
  evaluator.setOperation(limited(1), 0);
  expect(() => evaluator.truthOf(slot)).toThrow('it was evaluated');
});

describe('the self-test', () => {
  test('detects a condition that gives another result when evaluated again', async () => {
    const base = await rulesetOf(file([blocks('no-x', 'operation.temporary')]));
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
      if (!atom) throw new Error('no atom');
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
  test('raise an error, and never an incomplete result', async () => {
    const expensive = Array.from({ length: 12 }, (_, i) => `operation.target.name.startsWith("${i}")`).join(' || ');
    const head = await rulesetOf(file([blocks('no-x', expensive)]));
    const rows = Array.from({ length: 100 }, (_, i) =>
      row({ operations: [{ target: { name: `t${i}`, schema: '', quoted: false, text: '' } }] }),
    );
    const replay = new Replay(compareRulesets(await rulesetOf(undefined), head, TODAY), new StepBudget(2000));
    const judgeAll = (): void => {
      for (const entry of rows) replay.judge(entry);
    };
    expect(judgeAll).toThrow(ConfigError);
    expect(judgeAll).toThrow('over this history takes too long; simplify their conditions');
  });
});
