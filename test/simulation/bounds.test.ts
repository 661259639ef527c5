import { describe, expect, test } from 'vitest';
import { ConfigError } from '../../src/model/index.ts';
import { compareRulesets, type FactPath } from '../../src/rules/index.ts';
import { Questions } from '../../src/simulation/questions.ts';
import { Replay } from '../../src/simulation/replay.ts';
import { Steps } from '../../src/simulation/steps.ts';
import { ByTuple, FactNumbers } from '../../src/simulation/tuples.ts';
import { blocks, file, limited, row, rulesetOf, TODAY } from './build.ts';

describe('what is found out once for each tuple of facts', () => {
  const fact = (text: string, valueIn: FactPath['valueIn']): FactPath => ({ text, valueIn });
  const LIMIT = fact('statement.limit', ({ statement }) => statement.limit);
  const TABLES = fact('statement.tablesRead', ({ statement }) => statement.tablesRead);
  const USER = fact('caller.user', ({ caller }) => caller?.user);

  /** How often each row was looked at, and what came out. */
  function ask(reads: readonly FactPath[] | undefined, rows: readonly ReturnType<typeof row>[]) {
    const questions = new Questions(new Steps());
    const byTuple = new ByTuple<string>(reads, new FactNumbers());
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

describe('rules that would take too long', () => {
  test('are an error, never a smaller answer', async () => {
    const dear = Array.from({ length: 12 }, (_, i) => `operation.target.name.startsWith("${i}")`).join(' || ');
    const head = await rulesetOf(file([blocks('no-x', dear)]));
    const rows = Array.from({ length: 100 }, (_, i) =>
      row({ operations: [{ target: { name: `t${i}`, schema: '', quoted: false, text: '' } }] }),
    );
    const replay = new Replay(compareRulesets(await rulesetOf(undefined), head, TODAY), new Steps(2000));
    const judgeAll = (): void => {
      for (const entry of rows) replay.judge(entry);
    };
    expect(judgeAll).toThrow(ConfigError);
    expect(judgeAll).toThrow('take too long over this history; make them simpler');
  });
});
