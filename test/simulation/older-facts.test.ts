import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { snapshotFrom } from '../../src/history/index.ts';
import { simulate } from '../../src/simulation/index.ts';
import { rulesetOf, TODAY } from './build.ts';

const TEXT = readFileSync(new URL('../history/fixtures/version-1.jsonl', import.meta.url), 'utf8');

async function simulated(text: string, when: string) {
  const history = await snapshotFrom({ name: 'h.jsonl', bytes: Buffer.from(text) });
  const head = await rulesetOf(
    `version: 1\nextends: []\nrules:\n  - {id: no-drop, operations: [drop_table], verdict: block, message: m, when: '${when}'}\n`,
  );
  const base = await rulesetOf(undefined);
  const { flows } = await simulate({
    history,
    base,
    head,
    today: TODAY,
    settings: { minCalls: 1, minDays: 1, ignoreCallers: [] },
    declared: [],
  });
  return flows.map(({ class: kind, causes }) => [kind, causes[0]?.undecided]);
}

const WHY =
  '`operation.rebuilt` is not known: rows of an older facts version do not record it; collect the history again';

it.each([
  ['is unknown over rows of version 1, and says why', TEXT, '!operation.rebuilt', [['unknown', WHY]]],
  ['is unknown over rows of version 1 in either sense', TEXT, 'operation.rebuilt', [['unknown', WHY]]],
  [
    'blocks rows of version 2',
    TEXT.replace('"factsVersion":1', '"factsVersion":2'),
    '!operation.rebuilt',
    [['newly_blocked', undefined]],
  ],
  [
    'blocks rows of version 1 if it needs no fact of version 2',
    TEXT,
    '!operation.cascade',
    [['newly_blocked', undefined]],
  ],
  [
    'blocks rows of version 1 if another fact decides',
    TEXT,
    '!operation.cascade || !operation.rebuilt',
    [['newly_blocked', undefined]],
  ],
  [
    'does not explain other unknown facts by the version',
    TEXT,
    '!operation.createdHere',
    [['unknown', '`operation.createdHere` is not known']],
  ],
])('a new rule %s', async (_, text, when, expected) => {
  expect(await simulated(text, when)).toEqual(expected);
});
