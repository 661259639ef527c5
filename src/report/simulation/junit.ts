import {
  counted,
  type DeclaredFlowReport,
  isBroken,
  isFailure,
  type SimulationReport,
  type SimulationResult,
} from '../../model/index.ts';
import { detailsOf, type JunitCase, junitReport } from '../text/junit-report.ts';
import { adviceFor, coverLines, groupingText, groupLines, groupsOfRule } from './break-groups.ts';
import { effectOf, type Failing, failingOf, flowGroups } from './groups.ts';
import { hitsByRule, placeOfChange, type RuleHits, type RulePlace, rulePlaceAt } from './hits.ts';
import { notListedText } from './listed-flows.ts';
import { remedyText, valuesLine } from './rule-groups.ts';
import {
  acknowledgementText,
  declaredText,
  historyLine,
  notTriedText,
  problemsOf,
  problemText,
  resultLine,
  testedText,
  UNKNOWN_ADVICE,
  unreadLines,
} from './sentences.ts';
import { callsText, cutText, placeText, runByText, seenText } from './words.ts';

const MAX_SHAPE = 1_000;

function flowDetails({ flow, cause }: RuleHits['hits'][number]): readonly string[] {
  const why = cause?.undecided ?? cause?.message ?? '';
  const values = valuesLine(cause);
  return [
    `flow ${cutText(flow.id, 40)}: ${callsText(flow)} by ${runByText(flow)} ${effectOf(flow)}; ${seenText(flow)}`,
    cutText(flow.shape, MAX_SHAPE),
    ...(values === '' ? [] : [`because of: ${values}`]),
    ...(why === '' ? [] : [`why: ${cutText(why, 500)}`]),
    ...(cause?.place === undefined ? [] : [`rule: ${cutText(placeText(cause.place), 300)}`]),
    ...(isBroken(flow) ? [`to do: ${remedyText(flow)}`] : []),
  ];
}

/** All that the change does to the flows of one rule. */
interface RuleEffects {
  readonly place: RulePlace;
  readonly about: string[];
  broken: RuleHits['hits'];
  unknown: RuleHits['hits'];
  loosened: RuleHits['hits'];
}

/** The rules that differ or affect flows, by id. */
function rulesOf(report: SimulationReport, result: SimulationResult): ReadonlyMap<string, RuleEffects> {
  const rules = new Map<string, RuleEffects>();
  const at = (rule: string, place: RulePlace): RuleEffects => {
    const found = rules.get(rule) ?? { place, about: [], broken: [], unknown: [], loosened: [] };
    rules.set(rule, found);
    return found;
  };
  const groups = flowGroups(result);
  for (const kind of ['broken', 'unknown', 'loosened'] as const) {
    for (const { rule, place, hits } of hitsByRule(result, groups[kind])) {
      const effects = at(rule, place);
      effects[kind] = effects[kind].concat(hits);
    }
  }
  for (const change of result.ruleChanges) {
    at(change.rule, placeOfChange(change)).about.push(testedText(report, change));
  }
  for (const entry of result.acknowledgements) {
    at(entry.rule, rulePlaceAt(entry.place)).about.push(`acknowledgement: ${acknowledgementText(entry)}`);
  }
  return rules;
}

function ruleCase(rule: string, effects: RuleEffects, result: SimulationResult, failing: Failing): JunitCase {
  const { place, about, broken, unknown, loosened } = effects;
  const count = (hits: readonly unknown[], what: string): string[] =>
    hits.length === 0 ? [] : [`${counted(hits.length, 'flow')} ${what}`];
  const summary = [
    ...count(broken, 'would break'),
    ...count(unknown, 'could not be decided'),
    ...count(loosened, 'newly allowed, at least possibly'),
  ].join('; ');
  const isFailure = (failing.broken && broken.length > 0) || (failing.loosened && loosened.length > 0);
  const isError = failing.unknown && unknown.length > 0;
  const groups = broken.length === 0 ? [] : groupsOfRule(rule, result);
  const brokenFlows = broken.map(({ flow }) => flow);
  return {
    name: cutText(rule, 80) || 'the change',
    file: place.path,
    line: place.location?.start.line,
    outcome: isFailure ? 'failure' : isError ? 'error' : 'passed',
    type: isFailure ? 'block' : 'unknown',
    message: summary,
    details: detailsOf(
      [
        [summary, ...about].filter((line) => line !== ''),
        broken.length === 0 ? [] : [`to do: ${adviceFor(brokenFlows, groups)}`],
        unknown.length === 0 ? [] : [`to do: ${UNKNOWN_ADVICE}`],
        groups.length === 0 ? [] : [`${groupingText(groups)}:`],
        ...groups.map((group) => [...groupLines(group, result), ...coverLines(group, result)]),
      ],
      [...(groups.length === 0 ? broken : []), ...unknown, ...loosened],
      flowDetails,
    ),
  };
}

function declaredCase(flow: DeclaredFlowReport, failing: Failing): JunitCase {
  const text = declaredText(flow);
  const place = rulePlaceAt(flow.place);
  const outcome = flow.head === 'block' ? 'failure' : 'error';
  return {
    name: `declared flow ${cutText(flow.name, 120)}`,
    file: place.path,
    line: place.location?.start.line,
    outcome: flow.breaks && failing.declared ? outcome : 'passed',
    type: flow.head,
    message: text,
    details: detailsOf([[text]]),
  };
}

function problemCases(report: SimulationReport): readonly JunitCase[] {
  return problemsOf(report).map((problem) => ({
    name: `problem: ${problem.kind}`,
    file: rulePlaceAt(problem.place).path,
    line: problem.place?.line,
    outcome: isFailure(problem.exitCode, report.policy) ? 'error' : 'passed',
    type: problem.kind,
    message: problem.message,
    details: detailsOf([[problemText(problem)]]),
  }));
}

/** The run itself. It fails only if nothing else does, so that a failed run never looks passed. */
function runCase(report: SimulationReport, hasFailed: boolean): JunitCase {
  const { exitCode, conclusion, history, policy, result } = report;
  const fails = exitCode !== 0 && !hasFailed;
  return {
    name: 'the run',
    outcome: !fails ? 'passed' : exitCode === 1 ? 'failure' : 'error',
    type: `exit code ${exitCode}`,
    message: conclusion,
    details: detailsOf([
      [report.headline, resultLine(report), conclusion],
      [
        report.provenance,
        ...(history === undefined ? [] : [historyLine(history, policy.maxAge)]),
        ...unreadLines(report),
        ...(result === undefined ? [] : [notListedText(result), notTriedText(result)]),
      ].filter((line) => line !== ''),
      ...report.notices.map(({ message }) => [message]),
      report.repeat === undefined ? [] : ['To reproduce this in a checkout:', ...report.repeat.split('\n')],
    ]),
  };
}

/** JUnit: a test case for each rule that differs or affects flows, each declared flow, each problem, and the run. */
export function renderSimulationJunit(report: SimulationReport): string {
  const { result } = report;
  const failing = result && failingOf(report, result);
  const cases = [
    ...problemCases(report),
    ...(result && failing
      ? [
          ...[...rulesOf(report, result)].map(([rule, effects]) => ruleCase(rule, effects, result, failing)),
          ...result.declared.map((flow) => declaredCase(flow, failing)),
        ]
      : []),
  ];
  const hasFailed = cases.some(({ outcome }) => outcome !== 'passed');
  return junitReport('querygate.simulate', [...cases, runCase(report, hasFailed)]);
}
