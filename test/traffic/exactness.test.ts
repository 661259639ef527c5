import { describe, expect, test } from 'vitest';
import { shareReadings } from '../../src/traffic/index.ts';
import { Exactness, seeded } from './exactness.ts';
import { Generator } from './generate.ts';
import { mutateEquality, mutateForm, mutateLiterals, mutateParameters } from './mutate.ts';
import { GROUPS } from './pairs.ts';

const DIALECTS = ['postgresql', 'mysql', 'mariadb'] as const;

describe.each(GROUPS)('%s', (_, dialects, texts) => {
  test.each(dialects)('%s: facts by class equal those of a full reading, in any order', async (dialect) => {
    for (const order of [texts, [...texts].reverse()]) {
      const exactness = await Exactness.of(dialect);
      for (const text of [...order, ...order]) await exactness.compare(text);
      expect(exactness.differences).toEqual([]);
    }
  });
});

test.each(DIALECTS)('%s: facts are the same if another thread read a text of the class first', async (dialect) => {
  const shared = shareReadings();
  const texts = GROUPS.flatMap(([, dialects, group]) => (dialects.includes(dialect) ? group : []));
  const first = await Exactness.of(dialect, shared);
  const second = await Exactness.of(dialect, shared);
  for (const text of texts.toReversed()) await first.compare(text);
  for (const text of texts) await second.compare(text);
  expect(second.differences).toEqual([]);
  // Texts that are identified by all their bytes are not shared.
  expect(second.readings).toBeLessThan(first.readings / 2);
});

describe.each(DIALECTS)('generated %s', (dialect) => {
  test('facts by class equal those of a full reading', async () => {
    const exactness = await Exactness.of(dialect);
    const random = seeded(20261120);
    const generator = new Generator(dialect, random);
    for (let made = 0; made < 120; made++) {
      const text = generator.text();
      await exactness.compare(text);
      for (let mutant = 0; mutant < 6; mutant++) {
        const changed = mutant % 3 === 0 ? mutateForm(text, dialect, random) : text;
        await exactness.compare(mutateLiterals(changed, dialect, random, { wild: mutant % 2 === 0 ? 0 : 0.15 }));
      }
      for (let mutant = 0; mutant < 3; mutant++) await exactness.compare(mutateParameters(text, dialect, random));
      const condition = generator.condition();
      for (let mutant = 0; mutant < 3; mutant++) await exactness.compare(mutateParameters(condition, dialect, random));
      for (let mutant = 0; mutant < 10; mutant++) await exactness.compare(mutateEquality(condition, random));
    }
    expect(exactness.differences).toEqual([]);
    expect(exactness.compared).toBe(120 * 23);
    // Otherwise nothing was read by its class.
    expect(exactness.readings).toBeLessThan(exactness.compared * 0.7);
  });
});

describe('string modes', () => {
  test.each([
    ['postgresql', { backslash: 'always' }],
    ['mysql', { doubleQuote: 'identifier' }],
    ['mysql', { backslash: 'never' }],
    ['mariadb', { doubleQuote: 'identifier', backslash: 'never' }],
  ] as const)('%s with %j', async (dialect, mode) => {
    const exactness = await Exactness.of(dialect);
    const random = seeded(7);
    const texts = [
      "SELECT a FROM t WHERE b = 'x\\' AND c = 'y'",
      "SELECT a FROM t WHERE b = 'x\\\\' AND c = 'y'",
      "SELECT a FROM t WHERE b = 'x' AND \"c\" = 'y'",
      'DELETE FROM t WHERE "a" = "a"',
      "DELETE FROM t WHERE a = 'x\\' OR 1=1 -- '",
      "DELETE FROM t WHERE a = 'it\\'s' AND b = '1'",
    ];
    for (const text of texts) {
      for (const way of [undefined, mode]) {
        await exactness.compare(text, way);
        for (let mutant = 0; mutant < 20; mutant++)
          await exactness.compare(mutateLiterals(text, dialect, random, { mode: way }), way);
      }
    }
    expect(exactness.differences).toEqual([]);
  });
});
