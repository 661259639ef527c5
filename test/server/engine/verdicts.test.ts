import { afterAll, describe, expect, it } from 'vitest';
import { type CallerFacts, DIALECTS, type Dialect } from '../../../src/model/index.ts';
import { createEngine } from '../../../src/server/engine/create-engine.ts';
import type {
  EngineRuleset,
  EventOutcome,
  EventTasks,
  QueryTask,
  TextTask,
} from '../../../src/server/engine/engine.ts';
import { Literals, SIMPLE } from '../../databases/statements-postgresql.ts';
import { Random } from '../../simulation/random.ts';
import { pick, seeded } from '../../traffic/exactness.ts';
import { Generator } from '../../traffic/generate.ts';
import { mutateForm, mutateLiterals } from '../../traffic/mutate.ts';
import { GROUPS } from '../../traffic/pairs.ts';
import { ACTIVE, eventTask, eventTasks, queryTask, rule, ruleFile, sent, UNKNOWN_CALLER, WORKER } from './build.ts';

// A remembered verdict is the one that the engine would give: with equal findings, and equal rows to record. Queries and
// events share them.

const remembering = createEngine({ workerUrl: WORKER, threads: 2 });
const judging = createEngine({ workerUrl: WORKER, threads: 2, verdicts: { entries: 0 } });
afterAll(() => Promise.all([remembering.close(), judging.close()]));

/** Rules that read what differs between similar texts. */
const PICKY: EngineRuleset = {
  key: 'acme/2',
  files: sent(
    `${ruleFile(
      rule('limit', 'any', 'statement.limit > 6'),
      rule('list', 'any', 'statement.longestInList > 2', 'warn'),
      rule('always', 'update, delete', 'operation.filter == "always_true"'),
      rule('timeout', 'write', '!statement.lockTimeoutSet && statement.inTransaction'),
      rule('web', 'delete', 'caller.application == "web"'),
      rule('user', 'update', 'caller.user.startsWith("a")', 'warn'),
      rule('job', 'select', 'caller.tags.exists(k, caller.tags[k] == "nightly")'),
      rule('name', 'any', 'operation.target.name == "t2" || operation.target.name == "s2"'),
    )}exceptions:\n  - { rule: limit, when: 'statement.limit == 10', reason: r, owner: o, until: 2026-11-21 }\n`,
  ),
};
const LOOSE: EngineRuleset = { key: 'acme/3', files: sent(ruleFile(rule('none', 'drop', undefined))) };

const CALLERS: readonly CallerFacts[] = [
  UNKNOWN_CALLER,
  { ...UNKNOWN_CALLER, application: 'web', user: 'alice' },
  { ...UNKNOWN_CALLER, application: 'web-7d9c5b8f6d-x2x4z', user: 'bob' },
  { ...UNKNOWN_CALLER, role: 'r', database: 'd' },
  { ...UNKNOWN_CALLER, tags: { job: 'nightly' } },
  { ...UNKNOWN_CALLER, tags: {} },
];
const COMMENTS = ['', '', '', " /*job='nightly'*/", " /*job='42'*/", ' /* hint */', ' -- end'];

/** What else an event says. Only the first ones are like queries. */
const EVENTS: readonly Partial<TextTask>[] = [
  {},
  {},
  { failed: true },
  { normalised: true },
  { truncated: true },
  { binds: ['7', null] },
  { inTransaction: true },
  { inTransaction: false },
  { session: { name: 's', statement: 1 } },
  { session: { name: 's', statement: 3 } },
  { judge: false },
];

async function outcomeOf(engine: typeof judging, task: EventTasks): Promise<EventOutcome> {
  const [outcome] = await engine.events(task);
  if (!outcome || !('rows' in outcome)) return outcome ?? { invalid: 'no outcome' };
  const { allowed, ...read } = outcome;
  return read;
}

function* workload(dialect: Dialect, random: () => number): Iterable<string> {
  const generator = new Generator(dialect, random);
  const literals = new Literals(new Random(7));
  const groups = GROUPS.filter(([, dialects]) => dialects.includes(dialect));
  for (let made = 0; made < 25; made++) {
    const base = pick(random, [
      () => generator.text(),
      () => generator.condition(),
      () => pick(random, pick(random, groups)?.[2] ?? ['SELECT 1']),
      () => `SELECT a FROM t${pick(random, ['', '2'])} WHERE b = 1 LIMIT ${pick(random, ['5', '10', '5, 7'])}`,
      () => `SET lock_timeout = ${pick(random, ['0', "'1s'"])}; UPDATE t SET a = 1 WHERE b = 2`,
      () => `SAVEPOINT s${pick(random, ['1', '2'])}`,
      () => pick(random, SIMPLE)(literals).sql,
    ])();
    for (let mutant = 0; mutant < 6; mutant++)
      yield `${mutateLiterals(mutant === 3 ? mutateForm(base, dialect, random) : base, dialect, random, { wild: 0.05 })}${pick(random, COMMENTS)}`;
  }
}

describe.each(DIALECTS)('%s', (dialect) => {
  it('gives equal outcomes with and without remembered verdicts', async () => {
    const random = seeded(11);
    let allowed = 0;
    for (const query of workload(dialect, random)) {
      const task: QueryTask = queryTask(query, {
        dialect,
        caller: pick(random, CALLERS),
        active: pick(random, [ACTIVE, PICKY, LOOSE]),
        today: pick(random, ['2026-11-21', '2026-11-22']),
      });
      const [first, again, judged] = [
        await remembering.query(task),
        await remembering.query(task),
        await judging.query(task),
      ];
      expect(first, query).toEqual(judged);
      expect(again, query).toEqual(judged);
      if (judged.verdict === 'allow') allowed++;
      const { caller, active, today } = task;
      const event = eventTask(query, { dialect, caller, judge: true, ...pick(random, EVENTS) });
      const events = eventTasks([event], { active, today });
      const recorded = await outcomeOf(judging, events);
      expect(await outcomeOf(remembering, events), query).toEqual(recorded);
      expect(await outcomeOf(remembering, events), query).toEqual(recorded);
    }
    expect(allowed).toBeGreaterThan(40);
  });
});
