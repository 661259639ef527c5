import { describe, expect, test } from 'vitest';
import type { FlowClass, HistoryRow, Verdict } from '../../src/model/index.ts';
import { compareRulesets, judgeStatement, type Ruleset } from '../../src/rules/index.ts';
import { CLASS_OF_VERDICTS, type RunClass } from '../../src/simulation/outcomes.ts';
import { Replay } from '../../src/simulation/replay.ts';
import { rulesetOf, run, TODAY } from './build.ts';
import { completed, fileOf, Random, randomRow, randomSides } from './random.ts';

const SEEDS = Array.from({ length: 60 }, (_, i) => i + 1);
const ROWS = 60;

const ORDER: readonly Verdict[] = ['allow', 'warn', 'unknown', 'block'];

interface Judged {
  readonly verdict: Verdict;
  /** Whether a warning is undecided. */
  readonly isVague: boolean;
}

/** The verdict of a ruleset by the engine that `check` uses, counting only rules that `of` accepts. */
function judged(
  ruleset: Ruleset,
  { operations, facts, caller, callerPatterns }: HistoryRow,
  of: (rule: string) => boolean,
): Judged {
  let verdict: Verdict = 'allow';
  let isVague = false;
  for (const hit of judgeStatement(
    ruleset,
    { operations, facts },
    { file: undefined, caller, callerPatterns, today: TODAY },
  )) {
    if (hit.exemption || !of(hit.rule.id)) continue;
    const undecidedWarning = hit.verdict === 'unknown' && hit.rule.verdict === 'warn';
    if (undecidedWarning) isVague = true;
    else if (ORDER.indexOf(hit.verdict) > ORDER.indexOf(verdict)) verdict = hit.verdict;
  }
  return { verdict, isVague };
}

/** What the class of a run guarantees about its verdicts under base and head, once all facts are known. */
const PROMISES: Readonly<Record<RunClass, (base: Verdict, head: Verdict) => boolean>> = {
  newly_blocked: (_, head) => head === 'block',
  unknown: () => true,
  newly_allowed: (base, head) => base === 'block' && head !== 'block',
  unknown_loosening: (base, head) => base === 'block' || head !== 'block',
  changed: (base, head) => (base === 'block') === (head === 'block'),
  unchanged: (base, head) => base === head,
};

async function sidesOf(random: Random) {
  const { base, head } = randomSides(random);
  const [before, after] = [await rulesetOf(fileOf(base)), await rulesetOf(fileOf(head))];
  return { before, after, comparison: compareRulesets(before, after, TODAY) };
}

describe('the replay, compared with evaluating every rule for every row on both sides', () => {
  const seen = new Map<string, number>();
  const count = (what: string): void => {
    seen.set(what, (seen.get(what) ?? 0) + 1);
  };

  test.each(SEEDS)('seed %d', async (seed) => {
    const random = new Random(seed);
    const { before, after, comparison } = await sidesOf(random);
    const differing = new Set(comparison.differences.map(({ rule }) => rule));
    const replay = new Replay(comparison);
    for (let i = 0; i < ROWS; i++) {
      const row = randomRow(random, random.pick([0, 0.15, 0.5]));
      const { class: kind } = replay.judge(row);
      count(kind);
      const base = judged(before, row, (rule) => differing.has(rule));
      const head = judged(after, row, (rule) => differing.has(rule));
      // A rule that is the same on both sides and undecided counts as not matching.
      const common = certain(before, row, (rule) => !differing.has(rule));
      const withCommon = (own: Verdict): Verdict => (ORDER.indexOf(common) > ORDER.indexOf(own) ? common : own);
      const [b, h] = [withCommon(base.verdict), withCommon(head.verdict)];
      const isDecided = b !== 'unknown' && h !== 'unknown' && !base.isVague && !head.isVague;
      if (isDecided) expect(kind, show(seed, i, b, h)).toBe(CLASS_OF_VERDICTS[b][h]);
      if (kind === 'unknown' || kind === 'unknown_loosening') expect([b, h], show(seed, i, b, h)).toContain('unknown');
      if (b !== 'unknown' && h === 'block') {
        expect(kind, show(seed, i, b, h)).toBe(b === 'block' ? 'unchanged' : 'newly_blocked');
      }

      for (let sample = 0; sample < 6; sample++) {
        const known = completed(row, random);
        const [was, is] = [judged(before, known, () => true), judged(after, known, () => true)];
        // A failed evaluation is undecided even if all facts are known.
        if (was.verdict === 'unknown' || is.verdict === 'unknown' || was.isVague || is.isVague) continue;
        count(`completed ${kind}`);
        // A rule that is the same on both sides and was undecided may block before and after.
        const blocksAnyway = judged(before, known, (rule) => !differing.has(rule)).verdict === 'block';
        if (blocksAnyway) expect([was.verdict, is.verdict]).toEqual(['block', 'block']);
        else expect(PROMISES[kind](was.verdict, is.verdict), show(seed, i, was.verdict, is.verdict, kind)).toBe(true);
      }
    }
  });

  test('covers every class, before and after completing the facts', () => {
    for (const kind of Object.keys(PROMISES)) {
      expect(seen.get(kind), kind).toBeGreaterThan(20);
      expect(seen.get(`completed ${kind}`), kind).toBeGreaterThan(20);
    }
  });
});

/** The strictest certain verdict. */
function certain(
  ruleset: Ruleset,
  { operations, facts, caller, callerPatterns }: HistoryRow,
  of: (rule: string) => boolean,
): Verdict {
  const hits = judgeStatement(
    ruleset,
    { operations, facts },
    { file: undefined, caller, callerPatterns, today: TODAY },
  );
  return hits
    .filter((hit) => !hit.exemption && of(hit.rule.id))
    .reduce<Verdict>((worst, { verdict }) => {
      if (verdict === 'unknown') return worst;
      return ORDER.indexOf(verdict) > ORDER.indexOf(worst) ? verdict : worst;
    }, 'allow');
}

function show(...parts: readonly unknown[]): string {
  return parts.join(' ');
}

describe('the totals, compared with a plain count', () => {
  test.each(SEEDS.slice(0, 20))('seed %d', async (seed) => {
    const random = new Random(1000 + seed);
    const { base, head } = randomSides(random);
    const rows = Array.from({ length: ROWS }, () => randomRow(random, 0));
    const result = await run(rows, fileOf(base), fileOf(head));
    const [before, after] = [await rulesetOf(fileOf(base)), await rulesetOf(fileOf(head))];

    const flows = new Map<string, HistoryRow[]>();
    for (const row of rows) {
      const key = JSON.stringify([row.shape, row.caller.application || row.caller.user, row.caller.database]);
      flows.set(key, [...(flows.get(key) ?? []), row]);
    }
    const expected = new Map<FlowClass | 'undecided', number>();
    for (const flow of flows.values()) {
      const pairs = flow.map((row) => [judged(before, row, () => true), judged(after, row, () => true)] as const);
      // A failed evaluation is undecided even if all facts are known; the other test covers that.
      const isDecided = pairs.every(([was, is]) =>
        [was, is].every((side) => side.verdict !== 'unknown' && !side.isVague),
      );
      const kind = isDecided ? classOf(pairs.map(([was, is]) => [was.verdict, is.verdict])) : 'undecided';
      expected.set(kind, (expected.get(kind) ?? 0) + 1);
    }
    const { totals } = result;
    expect(totals.replayed).toEqual({ flows: flows.size, calls: rows.reduce((sum, row) => sum + calls(row), 0) });
    expect(result.selfTest).toBe(true);
    const counted = Object.entries(totals).filter(([name]) => name !== 'replayed');
    expect(counted.reduce((sum, [, { flows: count }]) => sum + count, 0)).toBe(flows.size);
    const slack = expected.get('undecided') ?? 0;
    const near = (found: number, kind: FlowClass): void => {
      const wanted = expected.get(kind) ?? 0;
      expect(found, kind).toBeGreaterThanOrEqual(wanted);
      expect(found, kind).toBeLessThanOrEqual(wanted + slack);
    };
    near(totals.newlyBlocked.flows, 'newly_blocked');
    near(totals.partlyBlocked.flows, 'partly_blocked');
    near(totals.newlyAllowed.flows, 'newly_allowed');
    near(totals.changed.flows, 'changed');
    near(totals.unchanged.flows, 'unchanged');
  });
});

function calls({ days }: HistoryRow): number {
  return Object.values(days).reduce((sum, count) => sum + count, 0);
}

function classOf(pairs: readonly (readonly [Verdict, Verdict])[]): FlowClass {
  const legitimate = pairs.filter(([base]) => base !== 'block');
  const blocked = legitimate.filter(([, head]) => head === 'block');
  if (blocked.length > 0) return blocked.length === legitimate.length ? 'newly_blocked' : 'partly_blocked';
  if (pairs.some(([base, head]) => base === 'block' && head !== 'block')) return 'newly_allowed';
  return pairs.some(([base, head]) => base !== head) ? 'changed' : 'unchanged';
}
