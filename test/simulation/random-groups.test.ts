import { describe, expect, test } from 'vitest';
import type { SimulationResult } from '../../src/model/index.ts';
import { type Ruleset, withException } from '../../src/rules/index.ts';
import { simulate } from '../../src/simulation/index.ts';
import { FILE, rulesetOf, TODAY } from './build.ts';
import { fileOf, Random, randomRow, randomSides } from './random.ts';

describe('the conditions of groups in random histories, tried by simulating again', () => {
  const counts = { exceptions: 0, acknowledgements: 0, none: 0 };

  test.each(Array.from({ length: 60 }, (_, seed) => seed))('seed %d', async (seed) => {
    const random = new Random(seed);
    const { base, head } = randomSides(random);
    const gaps = random.pick([0, 0, 0.02]);
    const rows = Array.from({ length: 300 }, () => randomRow(random, gaps));
    const sides = { base: await rulesetOf(fileOf(base)), head: await rulesetOf(fileOf(head)) };
    const simulated = (ruleset: Ruleset) =>
      simulate({
        history: { header: { sources: [], unread: 0, truncated: 0 }, rows },
        base: sides.base,
        head: ruleset,
        today: TODAY,
        settings: { minCalls: 1, minDays: 1, ignoreCallers: [] },
        declared: [],
      });
    const result = await simulated(sides.head);
    const others = (ids: readonly string[], { flows: all }: SimulationResult) =>
      all
        .filter(({ id }) => !ids.includes(id))
        .map(({ id, class: kind, affectedCalls }) => ({ id, kind, affectedCalls }));
    for (const { rule, flows: ids, exception, acknowledgement } of result.groups ?? []) {
      if ((exception ?? acknowledgement) === undefined) counts.none++;
      const entry = { rule, reason: 'r', owner: 'o', until: TODAY, source: FILE, place: { file: FILE } };
      if (exception !== undefined) {
        counts.exceptions++;
        const again = await simulated(await withException(sides.head, { ...entry, when: exception }));
        // Other runs of a flow may be newly allowed or changed, with or without the exception.
        const own = again.flows.filter(({ id }) => ids.includes(id)).map(({ class: kind }) => kind);
        expect(own.filter((kind) => kind !== 'newly_allowed' && kind !== 'changed')).toEqual([]);
        expect(others(ids, again)).toEqual(others(ids, result));
      }
      if (acknowledgement !== undefined) {
        counts.acknowledgements++;
        const { exceptions } = await withException(sides.head, { ...entry, when: acknowledgement });
        const condition = exceptions.at(-1)?.condition;
        const entries = [{ ...entry, flow: undefined, condition, maxFlows: ids.length }];
        const again = await simulated({ ...sides.head, acknowledgements: entries });
        expect(again.acknowledgements).toMatchObject([{ state: 'used', flows: ids.length }]);
        const covered = again.flows.filter(({ acknowledged }) => acknowledged);
        expect(covered.filter(({ id }) => !ids.includes(id))).toEqual([]);
      }
    }
  });

  test('are found for many groups, and not for all', () => {
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(10);
  });
});
