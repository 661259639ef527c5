import { describe, expect, it } from 'vitest';
import { runSimulate, type SimulateRequest } from '../../../src/commands/index.ts';
import { type Change, HISTORY_FILE, type SimulationReport } from '../../../src/model/index.ts';
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

// What a pull request that edits the rules is told.

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
  readonly notice?: RegExp;
}

/** A history in which nothing breaks. */
const HARMLESS = await snapshotOf([{ sql: 'SELECT id FROM orders WHERE id = 1' }]);

const SIMULATED = { outcome: 'simulated' } as const;
const NOT = { outcome: 'not_simulated', verdict: 'unknown' } as const;

const ROWS: readonly Row[] = [
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
      /^simulated .*rules\.yml at 4ead4ea\w* as it would be \(2 rules\) against .*rules\.yml at ba5eba5\w* in force \(1 rule\), over \.querygate\/history\.jsonl\.gz of the base branch \(5,030 calls, 2026-11-18 to 2026-11-19\)$/,
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
    name: 'what only the condition on a caller saves',
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
    name: 'a loosening that is to fail',
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
    headline: /^simulated no ruleset as it would be against/,
  },
  {
    name: 'a first ruleset',
    base: KEPT,
    head: { ...OLD, ...KEPT },
    ...SIMULATED,
    verdict: 'block',
    exit: 1,
    flows: ['newly_blocked nightly-export'],
    headline: /against no ruleset in force/,
  },
  {
    name: 'an edit of form alone',
    base: { ...OLD, ...KEPT },
    head: {
      [RULES]: `# why\n${OLD[RULES].replace("'operation", "'  operation").replace('message: do not', 'message: never')}`,
      ...KEPT,
    },
    outcome: 'no_effective_change',
    verdict: 'allow',
    exit: 0,
    headline: /^no effective change: .* \(both have the hash [0-9a-f]{12}\), so no history was replayed$/,
    conclusion: /^passed: no effective change$/,
  },
  {
    name: 'no rules on either side',
    base: { ...KEPT },
    head: { ...KEPT },
    outcome: 'no_effective_change',
    verdict: 'allow',
    exit: 0,
    headline:
      /^no effective change: there is no ruleset, neither in force nor as it would be, so no history was replayed$/,
  },
  {
    name: 'an edit of form alone, and no history at all',
    base: OLD,
    head: { [RULES]: `# why\n${OLD[RULES]}` },
    outcome: 'no_effective_change',
    verdict: 'allow',
    exit: 0,
  },
  {
    name: 'an exception that ran out on both sides',
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
    headline: /judges as .* does today \(rule by rule\)/,
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
    headline: /b\.yml .*against a\.yml/,
  },
  {
    name: 'a configuration that points at nothing',
    base: { [CONFIG]: 'version: 1\nrules: a.yml\n', 'a.yml': OLD[RULES], ...KEPT },
    head: { [CONFIG]: 'version: 1\nrules: b.yml\n', 'a.yml': OLD[RULES], ...KEPT },
    ...NOT,
    exit: 2,
    problem: /there is no rule file `b\.yml`/,
  },
  {
    name: 'a rule merged to the base meanwhile',
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
    name: 'a base that went on, nobody knows from where',
    base: { ...OLD, ...KEPT },
    head: { ...OLD, ...KEPT },
    change: { mergeBase: async () => ({ unavailable: 'the clone is shallow' }) },
    ...NOT,
    exit: 5,
    problem: /what would be in force is not known: the clone is shallow/,
  },
  {
    name: 'a list of changes that cannot be trusted',
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
    problem: /the base branch's own file is wrong/,
  },
  {
    name: 'a broken rule file, on its line',
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
    headline: /^not simulated: /,
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
    name: 'a history that only the change brings',
    base: OLD,
    head: { ...ruleFile({ 'no-select-star': STAR }), ...KEPT },
    ...NOT,
    exit: 5,
    problem: /comes with the change itself, and is no history/,
  },
  {
    name: 'an empty history',
    base: { ...OLD, [HISTORY_FILE]: await snapshotOf([]) },
    head: { ...ruleFile({ 'no-select-star': STAR }), [HISTORY_FILE]: await snapshotOf([]) },
    ...NOT,
    exit: 5,
    problem: /is empty: nothing can be replayed/,
  },
  {
    name: 'a file that is no history',
    base: { ...OLD, [HISTORY_FILE]: 'hello\n' },
    head: { ...ruleFile({ 'no-select-star': STAR }), [HISTORY_FILE]: 'hello\n' },
    ...NOT,
    exit: 5,
    problem: /^history /,
  },
  {
    name: 'a stale history: it is replayed, and fails all the same',
    base: { ...OLD, [HISTORY_FILE]: await snapshotOf(RAN, { days: ['2026-08-01', '2026-08-02'] }) },
    head: {
      ...ruleFile({ 'no-unfiltered-delete': FILTER, 'no-truncate': ['truncate', 'true'] }),
      [HISTORY_FILE]: await snapshotOf(RAN, { days: ['2026-08-01', '2026-08-02'] }),
    },
    ...SIMULATED,
    verdict: 'unknown',
    exit: 5,
    problem: /the history ends 109 days ago, and may be 30 days old \(`max-age`\)/,
  },
  {
    name: 'a source that is too old beside a fresh one',
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
    notice:
      /^warning the source `replica\.json` of the history ends 109 days ago, and may be 30 days old \(`max-age`\)/m,
  },
  {
    name: 'an export without times, of which nobody knows how old it is',
    base: { ...OLD, [HISTORY_FILE]: '{"sql":"DELETE FROM sessions","calls":9}\n' },
    head: ruleFile({ 'no-unfiltered-delete': FILTER, 'no-truncate': ['truncate', 'true'] }),
    settings: { dialect: 'postgresql' },
    ...SIMULATED,
    verdict: 'allow',
    exit: 0,
    notice: /^warning the source `history\.jsonl\.gz` of the history carries no time, so how old it is is not known/m,
  },
  {
    name: 'a stricter rule of which the history has nothing',
    base: { ...OLD, ...KEPT },
    head: ruleFile({ 'no-unfiltered-delete': FILTER, 'no-truncate': ['truncate', 'true'] }),
    ...SIMULATED,
    verdict: 'allow',
    exit: 0,
    conclusion: /^passed, with 1 edited rule not exercised$/,
  },
  {
    name: 'an exception that ends soon: what breaks then is said today',
    base: { ...OLD, ...KEPT },
    head: ruleFile(
      { 'no-unfiltered-delete': FILTER, 'no-select-star': STAR },
      'exceptions:\n  - { rule: no-select-star, when: \'caller.application == "nightly-export"\', reason: r, owner: o, until: 2026-12-01 }\n',
    ),
    ...SIMULATED,
    verdict: 'allow',
    exit: 0,
    notice:
      /^warning the change sets an exception to `no-select-star` to end on 2026-12-01: from then on 1 flow \(20 calls\) would break that pass now$/m,
  },
  {
    name: 'an exception that is made to end soon',
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
    notice: /^warning .* to end on 2026-11-20: from then on 1 flow \(20 calls\) would break that pass now$/m,
  },
  {
    name: 'a history that ends in the future',
    base: { ...OLD, [HISTORY_FILE]: await snapshotOf(RAN, { days: ['2026-11-01', '2027-11-02'] }) },
    head: ruleFile({ 'no-unfiltered-delete': FILTER, 'no-truncate': ['truncate', 'true'] }),
    ...SIMULATED,
    verdict: 'unknown',
    exit: 5,
    problem: /lies in the future/,
  },
  {
    name: 'a history of which too much is unread',
    base: { ...OLD, [HISTORY_FILE]: await snapshotOf(RAN, { unread: 100 }) },
    head: ruleFile({ 'no-unfiltered-delete': FILTER, 'no-truncate': ['truncate', 'true'] }),
    ...SIMULATED,
    verdict: 'unknown',
    exit: 5,
    problem: /100 calls of the history \(1\.95 %\) could not be read/,
  },
  {
    name: 'a history whose lost lines may each have stood for many calls',
    base: { ...OLD, [HISTORY_FILE]: await snapshotOf(RAN, { unread: 5, records: 95 }) },
    head: ruleFile({ 'no-unfiltered-delete': FILTER, 'no-truncate': ['truncate', 'true'] }),
    ...SIMULATED,
    verdict: 'unknown',
    exit: 5,
    problem:
      /5 entries of the logs, of 100 entries \(5\.00 %\), whatever number of calls each stands for, could not be read/,
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
    name: 'several reasons: the smallest code wins, and all are said',
    base: { ...OLD, [HISTORY_FILE]: await snapshotOf(RAN, { days: ['2026-08-01', '2026-08-02'] }) },
    head: ruleFile({ 'no-unfiltered-delete': FILTER, 'no-select-star': STAR }),
    ...SIMULATED,
    verdict: 'block',
    exit: 1,
    conclusion: /1 legitimate flow would break; the history ends 109 days ago/,
  },
  {
    name: 'settings of the base, not of the change',
    base: { ...OLD, ...KEPT, [CONFIG]: 'version: 1\nsimulate:\n  max-broken-flows: 0\n' },
    head: {
      ...ruleFile({ 'no-unfiltered-delete': FILTER, 'no-select-star': STAR }),
      ...KEPT,
      [CONFIG]: 'version: 1\nsimulate:\n  max-broken-flows: 100\n  ignore-callers: [{ application: "*" }]\n',
    },
    ...SIMULATED,
    verdict: 'block',
    exit: 1,
    notice: /edits the settings of `simulate`: those of the base branch count/,
  },
  {
    name: 'settings of the change where the base has no configuration: only what is stricter',
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
    name: 'a first configuration that names another history: that of the base counts',
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
    headline: /over \.querygate\/history\.jsonl\.gz of the base branch/,
    notice: /names the history `other\.jsonl\.gz`: that takes effect once merged/,
  },
  {
    name: 'a first configuration that names another history, where that of the base cannot be read',
    base: { ...OLD, [HISTORY_FILE]: LINK, 'other.jsonl.gz': HARMLESS },
    head: {
      ...ruleFile({ 'no-unfiltered-delete': FILTER, 'no-select-star': STAR }),
      'other.jsonl.gz': HARMLESS,
      [CONFIG]: 'version: 1\nsimulate:\n  history: other.jsonl.gz\n',
    },
    ...NOT,
    exit: 5,
    problem: /is a link in the base branch/,
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
    headline: /over other\.jsonl\.gz of the base branch/,
  },
  {
    name: 'a first configuration whose dialect would choose how the log is read',
    base: { ...OLD, [HISTORY_FILE]: '{"sql":"DELETE FROM sessions","calls":9}\n' },
    head: {
      ...ruleFile({ 'no-unfiltered-delete': FILTER, 'no-select-star': STAR }),
      [CONFIG]: 'version: 1\ndialect: sqlite\n',
    },
    ...NOT,
    exit: 5,
    problem: /do not say in which dialect/,
    notice: /names the dialect `sqlite`: that takes effect once merged/,
  },
  {
    name: 'a caller that the base leaves out',
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
    name: 'an acknowledgement that ran out',
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
    headline: /; the head comes from a fork$/,
  },
  {
    name: 'a workspace alone',
    base: { ...OLD, ...KEPT },
    head: OLD,
    settings: { service: { workspace: 'w1' } },
    outcome: 'no_effective_change',
    verdict: 'allow',
    exit: 0,
    headline: /; workspace `w1` was not asked: no service is set$/,
  },
  {
    name: 'a fork that has no key',
    base: { ...OLD, ...KEPT },
    head: { ...ruleFile({ 'no-select-star': STAR }), ...KEPT },
    settings: { service: { baseUrl: 'https://q.example', workspace: 'w1', withheld: 'the head comes from a fork' } },
    ...NOT,
    exit: 5,
    problem: /^service the head comes from a fork, so there is no API key/,
  },
  {
    name: 'a fork that has no key, and the base lets it be embedded',
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
    name: 'a fork that has no key, and the base lets every job be embedded',
    base: { ...OLD, ...KEPT, [CONFIG]: 'version: 1\non-missing-key: embedded\n' },
    head: { ...ruleFile({ 'no-unfiltered-delete': FILTER, 'no-select-star': STAR }), ...KEPT },
    settings: { service: { baseUrl: 'https://q.example', workspace: 'w1', withheld: 'the head comes from a fork' } },
    ...SIMULATED,
    verdict: 'block',
    exit: 1,
    notice: /`on-missing-key: embedded`/,
  },
  {
    name: 'a fork that has no key, and the base lets all but simulations be embedded',
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

describe('a pull request that brings', () => {
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

  it('about no change have nothing to compare', async () => {
    const report = await runSimulate({ ...request, head: treeOf({ ...OLD }) });
    expect(report).toMatchObject({ outcome: 'no_effective_change', exitCode: 0 });
    expect(report.headline).toMatch(/the event `schedule` is about no change$/);
  });

  it('may name both rulesets, and read a history from disk', async () => {
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
    expect(report.headline).toContain('b.yml as given (1 rule) against a.yml in force (1 rule)');
  });

  it.each([
    [{ baseUrl: 'https://q.example', workspace: 'w' }, /API key is missing; set `SERVICE_API_KEY`$/],
    [{ baseUrl: 'https://q.example', workspace: 'w', keyAdvice: 'look there' }, /`SERVICE_API_KEY`: look there$/],
    [{ apiKey: 'k', workspace: 'w' }, /base URL is missing; set `SERVICE_BASE_URL`/],
    [{ baseUrl: 'https://q.example', apiKey: 'k' }, /workspace is missing; set `SERVICE_WORKSPACE_ID`/],
  ])('that ask for a service by halves are mistakes: %j', async (service, message) => {
    await expect(simulatePull(OLD, OLD, { service })).rejects.toThrow(message);
  });

  it.each(['/etc/passwd', '../x.gz', 'a/../../x.gz'])(
    'whose own first configuration leads to %s are refused: that is the workflow\u2019s to name',
    async (history) => {
      const config = (text: string) => ({ [CONFIG]: `version: 1\nsimulate:\n  history: ${text}\n` });
      await expect(simulatePull(OLD, { ...OLD, ...config(history) })).rejects.toThrow(/lies outside of the repository/);
      const named = await simulatePull({ ...OLD, ...config(history) }, OLD);
      expect(named.outcome).toBe('no_effective_change');
    },
  );

  it.each([
    [{ rules: 'none.yml' }, /there is no rule file `none\.yml`, neither in the base nor in the head/],
    [{ config: 'none.yml' }, /there is no configuration `none\.yml`/],
  ])('that name what neither side has are mistakes: %j', async (settings, message) => {
    await expect(simulatePull(OLD, OLD, settings)).rejects.toThrow(message);
  });
});
