import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runSimulate, type SimulateRequest } from '../../../src/commands/index.ts';
import { collectSnapshot } from '../../../src/history/index.ts';
import { type Change, HISTORY_FILE, type SimulationReport } from '../../../src/model/index.ts';
import { SIMULATION_FORMATS } from '../../../src/report/index.ts';
import { CONFIG, type Files, LINK, RULES, treeOf } from '../build.ts';
import { NOW, snapshotOf } from '../snapshot.ts';
import {
  FILTER,
  HISTORY,
  KEPT,
  LIMIT,
  NO_DISK,
  OLD,
  RAN,
  ruleFile,
  type Settings,
  STAR,
  simulatePull,
} from './build.ts';

// The reports for pull requests that edit the rules.

interface Row {
  readonly name: string;
  readonly base: Files;
  readonly head: Files;
  readonly settings?: Settings;
  readonly change?: Partial<Change>;
  readonly outcome: SimulationReport['outcome'];
  readonly verdict: SimulationReport['verdict'];
  readonly exit: SimulationReport['exitCode'];
  /** `class application` of each flow. */
  readonly flows?: readonly string[];
  readonly problem?: RegExp;
  readonly conclusion?: RegExp;
  readonly headline?: RegExp;
  readonly provenance?: RegExp;
  readonly notice?: RegExp;
}

/** A history in which nothing breaks. */
const HARMLESS = await snapshotOf([{ sql: 'SELECT id FROM orders WHERE id = 1' }]);

/** What tests ran: of it, nothing breaks by `STAR`; one flow breaks by `FILTER`. */
const TESTS = await snapshotOf(
  [{ sql: 'SELECT id FROM orders WHERE id = 1' }, { sql: 'DELETE FROM carts', application: 'shop' }],
  { origin: 'tests', name: 'tests', days: ['2026-11-19'] },
);
const TESTS_PATH = '.querygate/tests.jsonl.gz';
const ofTests = (...more: readonly string[]) =>
  `version: 1\nsimulate:\n  history: [${TESTS_PATH}]\n${more.map((line) => `  ${line}\n`).join('')}`;
const BOTH = `version: 1\nsimulate:\n  history: [${HISTORY_FILE}, ${TESTS_PATH}]\n  min-days: 2\n`;

/** Nothing breaks by `STAR`; one flow breaks by `FILTER`. */
const SLOW_SAMPLE = await snapshotOf(
  [{ sql: 'SELECT id FROM orders WHERE id = 1' }, { sql: 'DELETE FROM carts', application: 'shop' }],
  { gaps: ['sampled', 'slow-only'] },
);
const STRICTER = ruleFile({ 'no-unfiltered-delete': FILTER, 'no-select-star': STAR });
const accepting = (...gaps: readonly string[]) => `version: 1\nsimulate:\n  accept-incomplete: [${gaps.join(', ')}]\n`;

const NO_HISTORY = 'version: 1\nsimulate:\n  history: none\n';

const SIMULATED = { outcome: 'simulated' } as const;
const NOT = { outcome: 'not_simulated', verdict: 'unknown' } as const;

const ROWS: readonly Row[] = [
  {
    name: 'no break in a history of tests alone',
    base: { ...OLD, [CONFIG]: ofTests(), [TESTS_PATH]: TESTS },
    head: { ...ruleFile({ 'no-unfiltered-delete': FILTER, 'no-select-star': STAR }), [CONFIG]: ofTests() },
    ...SIMULATED,
    verdict: 'unknown',
    exit: 5,
    headline: /over 20 calls in tests of 2026-11-19; without the built-in rules$/,
    provenance: /over \.querygate\/tests\.jsonl\.gz of the base branch \(20 calls in tests of 2026-11-19\)$/,
    problem: /^history production was not seen: .*`simulate: \{ tests-alone: accept \}`$/m,
  },
  {
    name: 'no break in a history of tests alone, which the change itself accepts',
    base: { ...OLD, [CONFIG]: ofTests(), [TESTS_PATH]: TESTS },
    head: { ...ruleFile({ 'no-select-star': STAR }), [CONFIG]: ofTests('tests-alone: accept') },
    ...SIMULATED,
    verdict: 'unknown',
    exit: 5,
    problem: /production was not seen/,
  },
  {
    name: 'no break in a history of tests alone, which the base accepts',
    base: { ...OLD, [CONFIG]: ofTests('tests-alone: accept'), [TESTS_PATH]: TESTS },
    head: {
      ...ruleFile({ 'no-unfiltered-delete': FILTER, 'no-select-star': STAR }),
      [CONFIG]: ofTests('tests-alone: accept'),
    },
    ...SIMULATED,
    verdict: 'allow',
    exit: 0,
    notice: /^warning production was not seen: /m,
  },
  {
    name: 'a break in a history of tests alone',
    base: { ...ruleFile({ 'no-select-star': STAR }), [CONFIG]: ofTests(), [TESTS_PATH]: TESTS },
    head: { ...ruleFile({ 'no-select-star': STAR, 'no-unfiltered-delete': FILTER }), [CONFIG]: ofTests() },
    ...SIMULATED,
    verdict: 'block',
    exit: 1,
    flows: ['newly_blocked shop'],
    conclusion: /^failed: 1 legitimate flow would break$/,
    notice: /^warning production was not seen: /m,
  },
  {
    name: 'a break in tests beside production, where flows of one day do not count',
    base: { ...ruleFile({ 'no-select-star': STAR }), [CONFIG]: BOTH, [HISTORY_FILE]: HARMLESS, [TESTS_PATH]: TESTS },
    head: { ...ruleFile({ 'no-select-star': STAR, 'no-unfiltered-delete': FILTER }), [CONFIG]: BOTH },
    ...SIMULATED,
    verdict: 'block',
    exit: 1,
    flows: ['newly_blocked shop'],
    headline: /over 10 calls from 2026-11-18 to 2026-11-19 and 20 calls in tests of 2026-11-19; /,
  },
  {
    name: 'no break in production nor in tests',
    base: { ...OLD, [CONFIG]: BOTH, [HISTORY_FILE]: HARMLESS, [TESTS_PATH]: TESTS },
    head: { ...ruleFile({ 'no-unfiltered-delete': FILTER, 'no-select-star': STAR }), [CONFIG]: BOTH },
    ...SIMULATED,
    verdict: 'allow',
    exit: 0,
  },
  {
    name: 'no break in a sample of slow statements',
    base: { ...OLD, [HISTORY_FILE]: SLOW_SAMPLE },
    head: { ...STRICTER, [CONFIG]: accepting('sampled', 'slow-only') },
    ...SIMULATED,
    verdict: 'unknown',
    exit: 5,
    headline: /over 20 calls from 2026-11-18 to 2026-11-19 \(a sample of the calls, slow statements only\); /,
    problem:
      /^history the history holds a sample of the calls \(`postgresql\.json`\), so it cannot show that nothing breaks; .*`simulate: \{ accept-incomplete: \[sampled\] \}`\nhistory the history holds slow statements only /m,
  },
  {
    name: 'no break in a sample of slow statements, of which the base accepts one',
    base: { ...OLD, [CONFIG]: accepting('sampled'), [HISTORY_FILE]: SLOW_SAMPLE },
    head: { ...STRICTER, [CONFIG]: accepting('sampled') },
    ...SIMULATED,
    verdict: 'unknown',
    exit: 5,
    problem: /^history the history holds slow statements only /,
    notice: /^warning the history holds a sample of the calls /m,
  },
  {
    name: 'no break in a sample of slow statements, which the base accepts',
    base: { ...OLD, [CONFIG]: accepting('sampled', 'slow-only'), [HISTORY_FILE]: SLOW_SAMPLE },
    head: { ...STRICTER, [CONFIG]: accepting('sampled', 'slow-only') },
    ...SIMULATED,
    verdict: 'allow',
    exit: 0,
    notice: /^warning the history holds a sample of the calls .*\nwarning the history holds slow statements only /m,
  },
  {
    name: 'a break in a sample',
    base: { ...ruleFile({ 'no-select-star': STAR }), [HISTORY_FILE]: SLOW_SAMPLE },
    head: STRICTER,
    ...SIMULATED,
    verdict: 'block',
    exit: 1,
    flows: ['newly_blocked shop'],
    conclusion: /^failed: 1 legitimate flow would break$/,
  },
  {
    name: 'a break in a sample that `max-broken-flows` allows',
    base: { ...ruleFile({ 'no-select-star': STAR }), [HISTORY_FILE]: SLOW_SAMPLE },
    head: STRICTER,
    settings: { limits: { maxBrokenFlows: 1 } },
    ...SIMULATED,
    verdict: 'block',
    exit: 5,
    flows: ['newly_blocked shop'],
  },
  {
    name: 'only a looser rule, which breaks nothing whatever a sample lacks',
    base: { ...STRICTER, [HISTORY_FILE]: SLOW_SAMPLE },
    head: OLD,
    ...SIMULATED,
    verdict: 'warn',
    exit: 0,
  },
  {
    name: 'fresh tests beside production that ended long ago',
    base: {
      ...OLD,
      [CONFIG]: BOTH,
      [HISTORY_FILE]: await snapshotOf([{ sql: 'SELECT 1' }], { days: ['2026-09-01'] }),
      [TESTS_PATH]: TESTS,
    },
    head: { ...ruleFile({ 'no-unfiltered-delete': FILTER, 'no-select-star': STAR }), [CONFIG]: BOTH },
    ...SIMULATED,
    verdict: 'unknown',
    exit: 5,
    problem: /^history production in the history ends 80 days ago, but `max-age` is 30 days/m,
  },
  {
    name: 'a rule that breaks one flow of one application',
    base: { ...OLD, ...KEPT },
    head: { ...ruleFile({ 'no-unfiltered-delete': FILTER, 'no-select-star': STAR }), ...KEPT },
    ...SIMULATED,
    verdict: 'block',
    exit: 1,
    flows: ['newly_blocked nightly-export'],
    conclusion: /^failed: 1 legitimate flow would break$/,
    headline:
      /^judged by \.querygate\/rules\.yml at ba5eba5\w* \(in force\) and 4ead4ea\w* \(once merged\) over 5,030 calls from 2026-11-18 to 2026-11-19; without the built-in rules$/,
    provenance:
      /^simulated .*rules\.yml at 4ead4ea\w* once merged \(2 rules, without the built-in ones: it extends no pack\) against .*rules\.yml at ba5eba5\w* in force \(1 rule, without the built-in ones: it extends no pack\), over \.querygate\/history\.jsonl\.gz of the base branch \(5,030 calls, 2026-11-18 to 2026-11-19, holds every call\)$/,
  },
  {
    name: 'a rule that breaks a part of a flow',
    base: { ...OLD, ...KEPT },
    head: { ...ruleFile({ 'no-unfiltered-delete': FILTER, 'no-large-limit': LIMIT }), ...KEPT },
    ...SIMULATED,
    verdict: 'block',
    exit: 1,
    flows: ['partly_blocked web'],
  },
  {
    name: 'a break within the limit',
    base: { ...OLD, ...KEPT },
    head: { ...ruleFile({ 'no-unfiltered-delete': FILTER, 'no-select-star': STAR }), ...KEPT },
    settings: { limits: { maxBrokenFlows: 1 } },
    ...SIMULATED,
    verdict: 'block',
    exit: 0,
    conclusion: /^passed, with 1 broken flow \(within `max-broken-flows`\)/,
  },
  {
    name: 'report only',
    base: { ...OLD, ...KEPT },
    head: { ...ruleFile({ 'no-unfiltered-delete': FILTER, 'no-select-star': STAR }), ...KEPT },
    settings: { limits: { failOn: 'never' } },
    ...SIMULATED,
    verdict: 'block',
    exit: 0,
    conclusion: /^reported only \(`fail-on: never`\): 1 legitimate flow would break$/,
  },
  {
    name: 'a flow that only a condition on the caller saves',
    base: { ...OLD, ...KEPT },
    head: {
      ...ruleFile({
        'no-unfiltered-delete': FILTER,
        'no-select-star': ['select', 'statement.selectStar && caller.application != "nightly-export"'],
      }),
      ...KEPT,
    },
    ...SIMULATED,
    verdict: 'allow',
    exit: 0,
    flows: [],
  },
  {
    name: 'a loosening',
    base: { ...OLD, ...KEPT },
    head: { ...ruleFile({ 'no-unfiltered-delete': [...FILTER, 'warn'] }), ...KEPT },
    ...SIMULATED,
    verdict: 'warn',
    exit: 0,
    flows: ['newly_allowed nightly-export'],
    conclusion: /^passed, with 1 flow newly allowed, 1 looser rule$/,
  },
  {
    name: 'a loosening with `fail-on-newly-allowed`',
    base: { ...OLD, ...KEPT },
    head: { ...ruleFile({ 'no-unfiltered-delete': [...FILTER, 'warn'] }), ...KEPT },
    settings: { limits: { failOnNewlyAllowed: true } },
    ...SIMULATED,
    verdict: 'warn',
    exit: 1,
    conclusion: /1 flow would be newly allowed.*; 1 rule would be looser/,
  },
  {
    name: 'all rules deleted',
    base: { ...OLD, ...KEPT },
    head: KEPT,
    ...SIMULATED,
    verdict: 'warn',
    exit: 0,
    flows: ['newly_allowed nightly-export'],
    provenance: /^simulated no ruleset once merged against/,
  },
  {
    name: 'a first ruleset',
    base: KEPT,
    head: { ...OLD, ...KEPT },
    ...SIMULATED,
    verdict: 'block',
    exit: 1,
    flows: ['newly_blocked nightly-export'],
    provenance: /against no ruleset in force/,
  },
  {
    name: 'an edit without an effect',
    base: { ...OLD, ...KEPT },
    head: {
      [RULES]: `# why\n${OLD[RULES].replace("'operation", "'  operation").replace('message: do not', 'message: never')}`,
      ...KEPT,
    },
    outcome: 'no_effective_change',
    verdict: 'allow',
    exit: 0,
    provenance: /^no effective change: .* \(both have the hash [0-9a-f]{12}\), so no history was replayed$/,
    conclusion: /^passed: no effective change$/,
  },
  {
    name: 'no rules on either side',
    base: { ...KEPT },
    head: { ...KEPT },
    outcome: 'no_effective_change',
    verdict: 'allow',
    exit: 0,
    provenance:
      /^no effective change: there is no ruleset, neither in force nor once merged, so no history was replayed$/,
  },
  {
    name: 'an edit without an effect, and no history at all',
    base: OLD,
    head: { [RULES]: `# why\n${OLD[RULES]}` },
    outcome: 'no_effective_change',
    verdict: 'allow',
    exit: 0,
  },
  {
    name: 'an exception that expired on both sides',
    base: { ...OLD, ...KEPT },
    head: {
      ...ruleFile(
        { 'no-unfiltered-delete': FILTER },
        'exceptions:\n  - { rule: no-unfiltered-delete, when: "true", reason: r, owner: o, until: 2026-01-01 }\n',
      ),
      ...KEPT,
    },
    outcome: 'no_effective_change',
    verdict: 'allow',
    exit: 0,
    provenance: /judges as .* does today \(rule by rule\)/,
  },
  {
    name: 'a renamed file',
    base: { ...OLD, ...KEPT },
    head: { '.querygate/rules/own.yml': OLD[RULES], ...KEPT },
    outcome: 'no_effective_change',
    verdict: 'allow',
    exit: 0,
  },
  {
    name: 'a repointed configuration, whose rules are stricter',
    base: { [CONFIG]: 'version: 1\nrules: a.yml\n', 'a.yml': OLD[RULES], ...KEPT },
    head: {
      [CONFIG]: 'version: 1\nrules: b.yml\n',
      'a.yml': OLD[RULES],
      'b.yml': ruleFile({ 'no-select-star': STAR, 'no-unfiltered-delete': FILTER })[RULES],
      ...KEPT,
    },
    ...SIMULATED,
    verdict: 'block',
    exit: 1,
    flows: ['newly_blocked nightly-export'],
    provenance: /b\.yml .*against a\.yml/,
  },
  {
    name: 'a configuration that names a missing file',
    base: { [CONFIG]: 'version: 1\nrules: a.yml\n', 'a.yml': OLD[RULES], ...KEPT },
    head: { [CONFIG]: 'version: 1\nrules: b.yml\n', 'a.yml': OLD[RULES], ...KEPT },
    ...NOT,
    exit: 2,
    problem: /b\.yml:undefined there is no such rule file/,
    conclusion: /^failed: 1 error in the rules or the configuration$/,
  },
  {
    name: 'a rule that was merged to the base in the meantime',
    base: { ...ruleFile({ 'no-select-star': STAR, 'no-unfiltered-delete': FILTER }), ...KEPT },
    head: { ...OLD, 'README.md': 'x', ...KEPT },
    change: { mergeBase: async () => treeOf({ ...OLD, ...KEPT }) },
    outcome: 'no_effective_change',
    verdict: 'allow',
    exit: 0,
  },
  {
    name: 'a rule file that both branches edited',
    base: { ...ruleFile({ 'no-select-star': STAR, 'no-unfiltered-delete': FILTER }), ...KEPT },
    head: { ...ruleFile({ 'no-large-limit': LIMIT, 'no-unfiltered-delete': FILTER }), ...KEPT },
    change: { mergeBase: async () => treeOf({ ...OLD, ...KEPT }) },
    ...NOT,
    exit: 5,
    problem: /merge the base branch into the change/,
  },
  {
    name: 'a base that moved on, without a known merge base',
    base: { ...OLD, ...KEPT },
    head: { ...OLD, ...KEPT },
    change: { mergeBase: async () => ({ unavailable: 'the clone is shallow' }) },
    ...NOT,
    exit: 5,
    problem: /the rules after the merge are unknown: the clone is shallow/,
  },
  {
    name: 'a list of changed files that cannot be trusted',
    base: { ...OLD, ...KEPT },
    head: { ...OLD, ...KEPT },
    change: { untrusted: 'another commit is checked out' },
    ...NOT,
    exit: 5,
    problem: /not known for certain: another commit is checked out/,
  },
  {
    name: 'a base that cannot be read',
    base: {},
    head: { ...OLD, ...KEPT },
    change: { rulesBase: { unavailable: 'the clone is shallow' } },
    ...NOT,
    exit: 5,
    problem: /rules in force cannot be read: the clone is shallow/,
  },
  {
    name: "a broken rule file of the base's own",
    base: { [RULES]: 'version: 1\nrules: nope\n', ...KEPT },
    head: { ...OLD, ...KEPT },
    ...NOT,
    exit: 5,
    problem: /this file is invalid on the base branch/,
  },
  {
    name: 'a broken rule file, reported on its line',
    base: { ...OLD, ...KEPT },
    head: { [RULES]: 'version: 1\nrules:\n  - id: no-x\n    verdict: nope\n', ...KEPT },
    ...NOT,
    exit: 2,
    problem: /^rules \.querygate\/rules\.yml:4 /,
  },
  {
    name: 'an example of a rule that fails',
    base: { ...OLD, ...KEPT },
    head: {
      [RULES]: `${OLD[RULES]}    examples:\n      block: ['DELETE FROM t WHERE id = 1']\n`,
      ...KEPT,
    },
    outcome: 'no_effective_change',
    verdict: 'unknown',
    exit: 2,
    problem: /an example of the rule `no-unfiltered-delete` fails/,
  },
  {
    name: 'no history',
    base: OLD,
    head: ruleFile({ 'no-select-star': STAR }),
    ...NOT,
    exit: 5,
    problem: /^history there is no history at `\.querygate\/history\.jsonl\.gz`/,
    provenance: / once merged .*against .* in force/,
  },
  {
    name: 'a first ruleset without a history',
    base: {},
    head: OLD,
    ...NOT,
    exit: 0,
    conclusion:
      /^passed, but not simulated: there is no history yet, and no ruleset is in force that this change could/,
    headline: /^not simulated: no ruleset \(in force\) and \.querygate\/rules\.yml/,
    notice: /^notice there is no history at .*create one with `querygate history collect <logs> -o \./m,
  },
  {
    name: 'a first ruleset that switches a built-in rule off',
    base: {},
    head: {
      '.querygate/rules.yml':
        "version: 1\nextends: ['querygate:recommended@1', 'querygate:availability@1']\nrules: [{ id: no-drop-table, verdict: 'off' }]\n",
    },
    ...NOT,
    exit: 0,
    notice:
      /^notice without a ruleset, SQL files are judged by .*; this ruleset loosens 1 of their rules: `no-drop-table` \(verdict: block -> off\)$/m,
  },
  {
    name: 'a first ruleset whose configuration says that there is no history',
    base: {},
    head: { ...OLD, [CONFIG]: NO_HISTORY },
    ...NOT,
    exit: 0,
    notice:
      /^notice the configuration of this change says .* so later changes of the rules pass without a history too$/m,
  },
  {
    name: 'a first ruleset with the history that it will be judged on later',
    base: {},
    head: { ...OLD, ...KEPT, [CONFIG]: 'version: 1\nsimulate:\n  history: .querygate/history.jsonl.gz\n' },
    ...NOT,
    exit: 0,
    notice: /^notice the history .* comes with the change itself/m,
  },
  {
    name: 'a first ruleset that would block a declared flow, without a history',
    base: {},
    head: {
      ...OLD,
      '.querygate/flows.yml':
        'version: 1\nflows:\n  - { name: purge, owner: web, dialect: postgresql, sql: DELETE FROM sessions }\n',
    },
    outcome: 'not_simulated',
    verdict: 'block',
    exit: 1,
    conclusion: /^failed: 1 declared flow would break$/,
  },
  {
    name: 'a first ruleset whose configured history is missing',
    base: { [CONFIG]: 'version: 1\nsimulate:\n  history: logs/*.gz\n' },
    head: { ...OLD, [CONFIG]: 'version: 1\nsimulate:\n  history: logs/*.gz\n' },
    ...NOT,
    exit: 5,
    problem: /^history there is no history at `logs\/\*\.gz`/,
  },
  {
    name: 'a first ruleset whose history is a Git LFS pointer',
    base: { [HISTORY_FILE]: 'version https://git-lfs.github.com/spec/v1\n' },
    head: { ...OLD, [HISTORY_FILE]: 'version https://git-lfs.github.com/spec/v1\n' },
    ...NOT,
    exit: 5,
    problem: /is a Git LFS pointer/,
  },
  {
    name: 'a looser rule, where the base branch says that there is no history',
    base: { ...OLD, [CONFIG]: NO_HISTORY },
    head: { ...ruleFile({ 'no-unfiltered-delete': [...FILTER, 'warn'] }), [CONFIG]: NO_HISTORY },
    outcome: 'not_simulated',
    verdict: 'unknown',
    exit: 0,
    conclusion:
      /^passed, but not simulated: the configuration says that there is no history \(`simulate\.history: none`\)$/,
  },
  {
    name: 'a looser rule with `fail-on-newly-allowed`, and no history',
    base: { ...OLD, [CONFIG]: 'version: 1\nsimulate:\n  fail-on-newly-allowed: true\n' },
    head: ruleFile({ 'no-unfiltered-delete': [...FILTER, 'warn'] }),
    outcome: 'not_simulated',
    verdict: 'unknown',
    exit: 1,
    conclusion:
      /^failed: 1 rule would be looser .*; there is no history at .* say so there in .*`simulate: \{ history: none \}`/,
  },
  {
    name: 'a looser rule with `fail-on-newly-allowed`, where the base branch says that there is no history',
    base: { ...OLD, [CONFIG]: `${NO_HISTORY}  fail-on-newly-allowed: true\n` },
    head: { ...ruleFile({ 'no-unfiltered-delete': [...FILTER, 'warn'] }), [CONFIG]: NO_HISTORY },
    outcome: 'not_simulated',
    verdict: 'unknown',
    exit: 1,
    conclusion: /^failed: 1 rule would be looser/,
  },
  {
    name: 'rules that do not change, where the base branch says that there is no history',
    base: { ...OLD, [CONFIG]: NO_HISTORY },
    head: { ...OLD, [CONFIG]: NO_HISTORY },
    outcome: 'no_effective_change',
    verdict: 'allow',
    exit: 0,
    headline: /; the configuration says `simulate\.history: none`;/,
  },
  {
    name: 'a change that says itself that there is no history',
    base: OLD,
    head: { ...ruleFile({ 'no-select-star': STAR }), [CONFIG]: NO_HISTORY },
    ...NOT,
    exit: 5,
    problem: /^history there is no history at/,
  },
  {
    name: 'a history of the workflow, where the base branch says that there is none',
    base: { ...OLD, [CONFIG]: NO_HISTORY, 'h.gz': HISTORY },
    head: { ...ruleFile({ 'no-unfiltered-delete': FILTER, 'no-select-star': STAR }), [CONFIG]: NO_HISTORY },
    settings: { history: ['h.gz'] },
    ...SIMULATED,
    verdict: 'block',
    exit: 1,
  },
  {
    name: 'no history, reported only',
    base: OLD,
    head: ruleFile({ 'no-select-star': STAR }),
    settings: { limits: { failOn: 'never' } },
    ...NOT,
    exit: 0,
    conclusion: /^reported only/,
  },
  {
    name: 'a history that only the change tracks',
    base: OLD,
    head: { ...ruleFile({ 'no-select-star': STAR }), ...KEPT },
    ...NOT,
    exit: 5,
    problem: /comes with the change itself, so it is not used/,
  },
  {
    name: 'an empty history',
    base: { ...OLD, [HISTORY_FILE]: await snapshotOf([]) },
    head: { ...ruleFile({ 'no-select-star': STAR }), [HISTORY_FILE]: await snapshotOf([]) },
    ...NOT,
    exit: 5,
    problem: /is empty, so nothing can be replayed/,
  },
  {
    name: 'a file that is not a history',
    base: { ...OLD, [HISTORY_FILE]: 'hello\n' },
    head: { ...ruleFile({ 'no-select-star': STAR }), [HISTORY_FILE]: 'hello\n' },
    ...NOT,
    exit: 5,
    problem: /^history /,
  },
  {
    name: 'a stale history, which is replayed and still fails',
    base: { ...OLD, [HISTORY_FILE]: await snapshotOf(RAN, { days: ['2026-08-01', '2026-08-02'] }) },
    head: {
      ...ruleFile({ 'no-unfiltered-delete': FILTER, 'no-truncate': ['truncate', 'true'] }),
      [HISTORY_FILE]: await snapshotOf(RAN, { days: ['2026-08-01', '2026-08-02'] }),
    },
    ...SIMULATED,
    verdict: 'unknown',
    exit: 5,
    problem: /the history ends 110 days ago, but `max-age` is 30 days/,
  },
  {
    name: 'a source that is too old next to a recent one',
    base: {
      ...OLD,
      'a.gz': HISTORY,
      'b.gz': await snapshotOf(RAN, { days: ['2026-08-01', '2026-08-02'], name: 'replica.json' }),
      [CONFIG]: 'version: 1\nsimulate:\n  history: [a.gz, b.gz]\n',
    },
    head: {
      ...ruleFile({ 'no-unfiltered-delete': FILTER, 'no-truncate': ['truncate', 'true'] }),
      [CONFIG]: 'version: 1\nsimulate:\n  history: [a.gz, b.gz]\n',
    },
    ...SIMULATED,
    verdict: 'allow',
    exit: 0,
    notice: /^warning the source `replica\.json` of the history ends 110 days ago, but `max-age` is 30 days/m,
  },
  {
    name: 'an export without timestamps, whose age is unknown',
    base: { ...OLD, [HISTORY_FILE]: '{"sql":"DELETE FROM sessions","calls":9}\n' },
    head: ruleFile({ 'no-unfiltered-delete': FILTER, 'no-truncate': ['truncate', 'true'] }),
    settings: { dialect: 'postgresql' },
    ...SIMULATED,
    verdict: 'allow',
    exit: 0,
    notice: /^warning the source `history\.jsonl\.gz` of the history has no timestamps, so its age is unknown/m,
  },
  {
    name: 'a stricter rule that the history does not exercise',
    base: { ...OLD, ...KEPT },
    head: ruleFile({ 'no-unfiltered-delete': FILTER, 'no-truncate': ['truncate', 'true'] }),
    ...SIMULATED,
    verdict: 'allow',
    exit: 0,
    conclusion: /^passed, with 1 edited rule not exercised by the history$/,
  },
  {
    name: 'an exception that ends soon, with the flows that break then',
    base: { ...OLD, ...KEPT },
    head: ruleFile(
      { 'no-unfiltered-delete': FILTER, 'no-select-star': STAR },
      'exceptions:\n  - { rule: no-select-star, when: \'caller.application == "nightly-export"\', reason: r, owner: o, until: 2026-12-01 }\n',
    ),
    ...SIMULATED,
    verdict: 'allow',
    exit: 0,
    notice:
      /^warning the change adds or shortens an exception to `no-select-star` that ends on 2026-12-01: from then on, 1 flow \(20 calls\) that pass now would break$/m,
  },
  {
    name: 'an exception whose end was moved closer',
    base: {
      ...ruleFile(
        { 'no-select-star': STAR },
        'exceptions:\n  - { rule: no-select-star, when: \'caller.application == "nightly-export"\', reason: r, owner: o, until: 2027-12-01 }\n',
      ),
      ...KEPT,
    },
    head: ruleFile(
      { 'no-select-star': STAR, 'no-unfiltered-delete': [...FILTER, 'warn'] },
      'exceptions:\n  - { rule: no-select-star, when: \'caller.application == "nightly-export"\', reason: r, owner: o, until: 2026-11-20 }\n',
    ),
    ...SIMULATED,
    verdict: 'warn',
    exit: 0,
    notice: /^warning .* that ends on 2026-11-20: from then on, 1 flow \(20 calls\) that pass now would break$/m,
  },
  {
    name: 'a history that ends in the future',
    base: { ...OLD, [HISTORY_FILE]: await snapshotOf(RAN, { days: ['2026-11-01', '2027-11-02'] }) },
    head: ruleFile({ 'no-unfiltered-delete': FILTER, 'no-truncate': ['truncate', 'true'] }),
    ...SIMULATED,
    verdict: 'unknown',
    exit: 5,
    problem: /is in the future/,
  },
  {
    name: 'a history with too many unread calls',
    base: { ...OLD, [HISTORY_FILE]: await snapshotOf(RAN, { unread: 100 }) },
    head: ruleFile({ 'no-unfiltered-delete': FILTER, 'no-truncate': ['truncate', 'true'] }),
    ...SIMULATED,
    verdict: 'unknown',
    exit: 5,
    problem: /100 calls of the history \(1\.95 %\) could not be read/,
  },
  {
    name: 'a history whose unread entries can stand for many calls',
    base: { ...OLD, [HISTORY_FILE]: await snapshotOf(RAN, { unread: 5, records: 95 }) },
    head: ruleFile({ 'no-unfiltered-delete': FILTER, 'no-truncate': ['truncate', 'true'] }),
    ...SIMULATED,
    verdict: 'unknown',
    exit: 5,
    problem: /5 log entries of 100 \(5\.00 %; one entry can stand for many calls\) could not be read/,
  },
  {
    name: 'a normalised history that cannot decide',
    base: { ...OLD, [HISTORY_FILE]: await snapshotOf(RAN.map((ran) => ({ ...ran, normalised: true }))) },
    head: ruleFile({ 'no-unfiltered-delete': FILTER, 'no-large-limit': LIMIT }),
    ...SIMULATED,
    verdict: 'unknown',
    exit: 5,
    flows: ['unknown web'],
    conclusion: /^failed: 1 flow could not be decided$/,
  },
  {
    name: 'several problems: the smallest exit code wins, and all are reported',
    base: { ...OLD, [HISTORY_FILE]: await snapshotOf(RAN, { days: ['2026-08-01', '2026-08-02'] }) },
    head: ruleFile({ 'no-unfiltered-delete': FILTER, 'no-select-star': STAR }),
    ...SIMULATED,
    verdict: 'block',
    exit: 1,
    conclusion: /1 legitimate flow would break; the history ends 110 days ago/,
  },
  {
    name: 'settings of the base, not those of the change',
    base: { ...OLD, ...KEPT, [CONFIG]: 'version: 1\nsimulate:\n  max-broken-flows: 0\n' },
    head: {
      ...ruleFile({ 'no-unfiltered-delete': FILTER, 'no-select-star': STAR }),
      ...KEPT,
      [CONFIG]: 'version: 1\nsimulate:\n  max-broken-flows: 100\n  ignore-callers: [{ application: "*" }]\n',
    },
    ...SIMULATED,
    verdict: 'block',
    exit: 1,
    notice: /edits the settings of `simulate`: those of the base branch apply/,
  },
  {
    name: 'settings of the change if the base has none: only stricter ones apply',
    base: { ...OLD, ...KEPT },
    head: {
      ...ruleFile({ 'no-unfiltered-delete': [...FILTER, 'warn'], 'no-select-star': STAR }),
      ...KEPT,
      [CONFIG]: 'version: 1\nsimulate:\n  max-broken-flows: 100\n  fail-on-newly-allowed: true\n',
    },
    ...SIMULATED,
    verdict: 'block',
    exit: 1,
    conclusion: /1 legitimate flow would break; 1 flow would be newly allowed/,
  },
  {
    name: 'a first configuration that names another history: that of the base is used',
    base: { ...OLD, ...KEPT, 'other.jsonl.gz': HARMLESS },
    head: {
      ...ruleFile({ 'no-unfiltered-delete': FILTER, 'no-select-star': STAR }),
      ...KEPT,
      'other.jsonl.gz': HARMLESS,
      [CONFIG]: 'version: 1\nsimulate:\n  history: other.jsonl.gz\n',
    },
    ...SIMULATED,
    verdict: 'block',
    exit: 1,
    flows: ['newly_blocked nightly-export'],
    provenance: /over \.querygate\/history\.jsonl\.gz of the base branch/,
    notice: /names the history `other\.jsonl\.gz`: it takes effect once merged/,
  },
  {
    name: 'a first configuration that names another history, if that of the base cannot be read',
    base: { ...OLD, [HISTORY_FILE]: LINK, 'other.jsonl.gz': HARMLESS },
    head: {
      ...ruleFile({ 'no-unfiltered-delete': FILTER, 'no-select-star': STAR }),
      'other.jsonl.gz': HARMLESS,
      [CONFIG]: 'version: 1\nsimulate:\n  history: other.jsonl.gz\n',
    },
    ...NOT,
    exit: 5,
    problem: /is a symbolic link on the base branch/,
  },
  {
    name: 'a first configuration that names the only history that the base has',
    base: { ...OLD, 'other.jsonl.gz': HISTORY },
    head: {
      ...ruleFile({ 'no-unfiltered-delete': FILTER, 'no-select-star': STAR }),
      [CONFIG]: 'version: 1\nsimulate:\n  history: other.jsonl.gz\n',
    },
    ...SIMULATED,
    verdict: 'block',
    exit: 1,
    provenance: /over other\.jsonl\.gz of the base branch/,
  },
  {
    name: 'a first configuration with a dialect, which is not used to read logs',
    base: { ...OLD, [HISTORY_FILE]: '{"sql":"DELETE FROM sessions","calls":9}\n' },
    head: {
      ...ruleFile({ 'no-unfiltered-delete': FILTER, 'no-select-star': STAR }),
      [CONFIG]: 'version: 1\ndialect: sqlite\n',
    },
    ...NOT,
    exit: 5,
    problem: /do not name the dialect/,
    notice: /sets the dialect `sqlite`: it takes effect once merged/,
  },
  {
    name: 'a caller that the base ignores',
    base: { ...OLD, ...KEPT, [CONFIG]: 'version: 1\nsimulate:\n  ignore-callers: [{ application: "nightly-*" }]\n' },
    head: {
      ...ruleFile({ 'no-unfiltered-delete': FILTER, 'no-select-star': STAR }),
      [CONFIG]: 'version: 1\nsimulate:\n  ignore-callers: [{ application: "nightly-*" }]\n',
    },
    ...SIMULATED,
    verdict: 'allow',
    exit: 0,
  },
  {
    name: 'an acknowledged break',
    base: { ...OLD, ...KEPT },
    head: {
      ...ruleFile(
        { 'no-unfiltered-delete': FILTER, 'no-select-star': STAR },
        'acknowledge:\n  - { rule: no-select-star, when: \'caller.application == "nightly-export"\', max-flows: 1, reason: r, owner: o, until: 2027-01-01 }\n',
      ),
    },
    ...SIMULATED,
    verdict: 'warn',
    exit: 0,
    conclusion: /1 acknowledged break/,
  },
  {
    name: 'an acknowledgement that expired',
    base: { ...OLD, ...KEPT },
    head: {
      ...ruleFile(
        { 'no-unfiltered-delete': FILTER, 'no-select-star': STAR },
        'acknowledge:\n  - { rule: no-select-star, when: \'caller.application == "nightly-export"\', max-flows: 1, reason: r, owner: o, until: 2026-01-01 }\n',
      ),
    },
    ...SIMULATED,
    verdict: 'block',
    exit: 1,
  },
  {
    name: 'a fork',
    base: { ...OLD, ...KEPT },
    head: { ...ruleFile({ 'no-unfiltered-delete': FILTER, 'no-select-star': STAR }), ...KEPT },
    change: { fork: true },
    ...SIMULATED,
    verdict: 'block',
    exit: 1,
    provenance: /; the head comes from a fork$/,
  },
  {
    name: 'a workspace without a service',
    base: { ...OLD, ...KEPT },
    head: OLD,
    settings: { service: { workspace: 'w1' } },
    outcome: 'no_effective_change',
    verdict: 'allow',
    exit: 0,
    headline: /; workspace `w1` was not asked: no service is configured$/,
  },
  {
    name: 'a fork without a key',
    base: { ...OLD, ...KEPT },
    head: { ...ruleFile({ 'no-select-star': STAR }), ...KEPT },
    settings: { service: { baseUrl: 'https://q.example', workspace: 'w1', withheld: 'the head comes from a fork' } },
    ...NOT,
    exit: 5,
    problem: /^service the head comes from a fork, so there is no API key/,
  },
  {
    name: 'a fork without a key, with `on-missing-key: embedded` for `simulate`',
    base: { ...OLD, ...KEPT, [CONFIG]: 'version: 1\nsimulate:\n  on-missing-key: embedded\n' },
    head: { ...ruleFile({ 'no-unfiltered-delete': FILTER, 'no-select-star': STAR }), ...KEPT },
    settings: { service: { baseUrl: 'https://q.example', workspace: 'w1', withheld: 'the head comes from a fork' } },
    ...SIMULATED,
    verdict: 'block',
    exit: 1,
    headline: /workspace `w1` was not asked$/,
    notice: /`on-missing-key: embedded`/,
  },
  {
    name: 'a fork without a key, with `on-missing-key: embedded` for all jobs',
    base: { ...OLD, ...KEPT, [CONFIG]: 'version: 1\non-missing-key: embedded\n' },
    head: { ...ruleFile({ 'no-unfiltered-delete': FILTER, 'no-select-star': STAR }), ...KEPT },
    settings: { service: { baseUrl: 'https://q.example', workspace: 'w1', withheld: 'the head comes from a fork' } },
    ...SIMULATED,
    verdict: 'block',
    exit: 1,
    notice: /`on-missing-key: embedded`/,
  },
  {
    name: 'a fork without a key, with `on-missing-key: embedded` for all jobs but `simulate`',
    base: {
      ...OLD,
      ...KEPT,
      [CONFIG]: 'version: 1\non-missing-key: embedded\nsimulate:\n  on-missing-key: unknown\n',
    },
    head: { ...ruleFile({ 'no-select-star': STAR }), ...KEPT },
    settings: { service: { baseUrl: 'https://q.example', workspace: 'w1', withheld: 'the head comes from a fork' } },
    ...NOT,
    exit: 5,
    problem: /^service the head comes from a fork, so there is no API key/,
  },
];

describe('a pull request with', () => {
  it.each(ROWS)('$name', async (row) => {
    const report = await simulatePull(row.base, row.head, row.settings, row.change);
    const { outcome, verdict, exitCode } = report;
    expect({ outcome, verdict, exitCode, why: report.conclusion }).toEqual({
      outcome: row.outcome,
      verdict: row.verdict,
      exitCode: row.exit,
      why: report.conclusion,
    });
    if (row.flows)
      expect(report.result?.flows.map(({ class: kind, caller }) => `${kind} ${caller.application}`)).toEqual(row.flows);
    const problems = report.problems.map(
      ({ kind, message, place }) => `${kind} ${place ? `${place.file}:${place.line} ` : ''}${message}`,
    );
    if (row.problem) expect(problems.join('\n')).toMatch(row.problem);
    else if (row.exit === 0 && row.settings?.limits?.failOn !== 'never') expect(problems).toEqual([]);
    if (row.conclusion) expect(report.conclusion).toMatch(row.conclusion);
    if (row.provenance) expect(report.provenance).toMatch(row.provenance);
    if (row.headline) expect(report.headline).toMatch(row.headline);
    if (row.notice)
      expect(report.notices.map(({ level, message }) => `${level} ${message}`).join('\n')).toMatch(row.notice);
  });
});

describe('other runs', () => {
  const request: Omit<SimulateRequest, 'head'> = {
    change: undefined,
    event: 'schedule',
    now: NOW,
    files: NO_DISK,
    limits: {},
    service: {},
  };

  it('without a change have nothing to compare', async () => {
    const report = await runSimulate({ ...request, head: treeOf({ ...OLD }) });
    expect(report).toMatchObject({ outcome: 'no_effective_change', exitCode: 0 });
    expect(report.headline).toMatch(/the event `schedule` has no change to compare$/);
  });

  it('can name both rulesets, and read a history from disk', async () => {
    const tree = treeOf({
      'a.yml': OLD[RULES],
      'b.yml': ruleFile({ 'no-select-star': ['select', 'statement.selectStar'] })[RULES],
    });
    const report = await runSimulate({
      ...request,
      head: tree,
      event: 'local',
      given: { base: { tree, entry: 'a.yml' }, head: { tree, entry: 'b.yml' } },
      history: ['none.gz'],
    });
    expect(report).toMatchObject({ outcome: 'not_simulated', exitCode: 5 });
    expect(report.headline).toBe('not simulated: a.yml (in force) and b.yml (as given); without the built-in rules');
    expect(report.provenance).toContain(
      'b.yml as given (1 rule, without the built-in ones: it extends no pack) against a.yml in force (1 rule, without the built-in ones: it extends no pack)',
    );
  });

  it.each([
    [
      { baseUrl: 'https://q.example', workspace: 'w' },
      /API key is missing; set `SERVICE_API_KEY`, or give the job an identity/,
    ],
    [{ baseUrl: 'https://q.example', workspace: 'w', keyAdvice: 'look there' }, /`SERVICE_API_KEY`: look there$/],
    [{ apiKey: 'k', workspace: 'w' }, /base URL is missing; set `SERVICE_BASE_URL`/],
    [{ baseUrl: 'https://q.example', apiKey: 'k' }, /workspace is missing; set `SERVICE_WORKSPACE_ID`/],
  ])('with incomplete service settings are an error: %j', async (service, message) => {
    await expect(simulatePull(OLD, OLD, { service })).rejects.toThrow(message);
  });

  it.each(['/etc/passwd', '../x.gz', 'a/../../x.gz'])(
    'whose own first configuration leads to %s are refused: that is the workflow\u2019s to name',
    async (history) => {
      const config = (text: string) => ({ [CONFIG]: `version: 1\nsimulate:\n  history: ${text}\n` });
      await expect(simulatePull(OLD, { ...OLD, ...config(history) })).rejects.toThrow(/is outside the repository/);
      const named = await simulatePull({ ...OLD, ...config(history) }, OLD);
      expect(named.outcome).toBe('no_effective_change');
    },
  );

  it.each([
    [{ rules: 'none.yml' }, /there is no rule file `none\.yml`, neither in the base nor in the head/],
    [{ config: 'none.yml' }, /there is no configuration `none\.yml`/],
  ])('that name a file that neither side has are an error: %j', async (settings, message) => {
    await expect(simulatePull(OLD, OLD, settings)).rejects.toThrow(message);
  });
});

it('lists of 400 lengths by ten applications are ten flows, and one page', async () => {
  const numbers = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, at) => `$${from + at}`).join(',');
  const lines = Array.from({ length: 4000 }, (_, at) => {
    const last = 1 + Math.floor(at / 10);
    const sql = `SELECT "id" FROM "public"."User" WHERE ("id" IN (${numbers(1, last)}) AND "tenant" = $${last + 1}) LIMIT $${last + 2}`;
    return JSON.stringify({
      sql,
      application: `shop-${'abcdefghij'[at % 10]}`,
      user: 'app',
      database: 'shop',
      calls: 2,
    });
  });
  const folder = mkdtempSync(join(tmpdir(), 'querygate-lists-'));
  try {
    const path = join(folder, 'history.jsonl.gz');
    const log = { name: 'log.jsonl', bytes: Buffer.from(lines.join('\n')) };
    await collectSnapshot([log], path, { dialect: 'postgresql', now: NOW });
    const history = { [HISTORY_FILE]: readFileSync(path) };
    const long = ['select', 'statement.longestInList > 100'] as const;
    const report = await simulatePull(
      { ...OLD, ...history },
      { ...ruleFile({ 'no-unfiltered-delete': FILTER, 'no-long-lists': long }), ...history },
    );
    expect(report.result?.flows.map((flow) => [flow.class, flow.calls])).toEqual(
      Array(10).fill(['partly_blocked', 800]),
    );
    expect(SIMULATION_FORMATS.summary.render(report, {}).length).toBeLessThan(30_000);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('flows in the logs of tenant databases are one flow by the patterns of the configuration', async () => {
  const lines = Array.from({ length: 12 }, (_, at) =>
    JSON.stringify({
      sql: 'DELETE FROM carts WHERE id = 1',
      application: 'shop',
      user: 'app',
      database: `tenant_${at}`,
    }),
  );
  const base = (patterns: string) => ({
    ...OLD,
    'log.jsonl': lines.join('\n'),
    [CONFIG]: `version: 1\ndialect: postgresql\nsimulate:\n  history: log.jsonl\n${patterns}`,
  });
  const brokenWith = async (patterns: string) => {
    const report = await simulatePull(base(patterns), {
      ...base(patterns),
      ...ruleFile({ 'no-unfiltered-delete': ['delete', 'true'] }),
    });
    return report.result?.flows.map(({ caller, calls }) => [caller.database, calls]);
  };
  expect(await brokenWith('')).toHaveLength(12);
  expect(await brokenWith("  caller-patterns: [{ database: 'tenant_*' }]\n")).toEqual([['tenant_*', 12]]);
});
