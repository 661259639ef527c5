import { createHash } from 'node:crypto';
import {
  type FlowReport,
  PRODUCT,
  type RuleChange,
  type SimulationReport,
  type SimulationResult,
} from '../../model/index.ts';
import { type CodeQualityIssue, codeQualityReport } from '../text/code-quality-issue.ts';
import { effectOf, flowGroups } from './groups.ts';
import { hitsByRule, placeOfChange, type RuleHits, type RulePlace, rulePlaceAt } from './hits.ts';
import { listedFlows, notListedText } from './listed-flows.ts';
import {
  acknowledgementText,
  changeText,
  declaredBreaks,
  declaredText,
  exercisedText,
  looserChanges,
  notExercised,
  problemsOf,
  problemText,
} from './sentences.ts';
import { callerText, callsText, cutText, quantity, seenText } from './words.ts';

type Severity = CodeQualityIssue['severity'];

/** Maximum number of entries for flows; GitLab shows only the first few anyway. */
const MAX_ENTRIES = 5_000;
const RULE_FILE = '.querygate/rules.yml';

/** File for entries that have none: GitLab requires one, so they are put on the ruleset's file. */
function rulesetFile({ head, base }: SimulationReport): string {
  const own = [...(head?.sources ?? []), ...(base?.sources ?? [])].filter(
    (path) => !path.startsWith(`${PRODUCT.name}:`),
  );
  return own[0] ?? RULE_FILE;
}

/** Depends on rule and flow only, not on where the rule is or how often the flow ran. */
function fingerprint(...parts: readonly string[]): string {
  return createHash('sha256')
    .update(['simulation/v1', ...parts].join('\0'))
    .digest('hex');
}

function severityOf(flow: FlowReport): Severity {
  if (flow.class === 'newly_blocked') return 'blocker';
  if (flow.class === 'partly_blocked') return 'critical';
  return flow.class === 'unknown' ? 'major' : 'minor';
}

function flowText({ flow, cause }: RuleHits['hits'][number]): string {
  const why = cutText(cause?.undecided ?? cause?.message ?? '', 200);
  const calls = `${callsText(flow)} by ${callerText(flow.caller)} ${effectOf(flow)}, ${seenText(flow)}`;
  return `${calls}${why === '' ? '' : `; ${why}`}; flow ${cutText(flow.id, 40)}: ${cutText(flow.shape, 300)}`;
}

type Entry = Omit<CodeQualityIssue, 'location'> & { readonly place: RulePlace };

function entry(rule: string, severity: Severity, place: RulePlace, text: string, key: readonly string[]): Entry {
  const name = cutText(rule, 80) || 'simulation';
  return { description: `${name}: ${text}`, check_name: name, fingerprint: fingerprint(rule, ...key), severity, place };
}

function changeEntry(change: RuleChange, severity: Severity, text: string, category: string): Entry {
  return entry(change.rule, severity, placeOfChange(change), text, [category, change.change]);
}

function resultEntries(result: SimulationResult): readonly Entry[] {
  const groups = flowGroups({ flows: listedFlows(result).listed });
  const hits = hitsByRule(result, [...groups.broken, ...groups.unknown, ...groups.loosened]).flatMap((group) =>
    group.hits.map((hit) => ({ group, hit })),
  );
  const flows = hits
    .slice(0, MAX_ENTRIES)
    .map(({ group, hit }) =>
      entry(group.rule, severityOf(hit.flow), group.place, flowText(hit), ['flow', hit.flow.id]),
    );
  const notListed = [
    notListedText(result),
    hits.length > MAX_ENTRIES ? `${quantity(hits.length - MAX_ENTRIES, 'more entry', 'more entries')} left out` : '',
  ]
    .filter((text) => text !== '')
    .join('; ');
  return [
    ...flows,
    ...(notListed === ''
      ? []
      : [entry('flows-not-listed', 'major', rulePlaceAt(undefined), notListed, ['not listed'])]),
    ...declaredBreaks(result).map((flow) =>
      entry('declared-flow', flow.head === 'block' ? 'blocker' : 'major', rulePlaceAt(flow.place), declaredText(flow), [
        'declared',
        flow.name,
      ]),
    ),
    ...looserChanges(result).map((change) =>
      changeEntry(change, 'minor', `${changeText(change)}; ${exercisedText(change)}`, 'looser'),
    ),
    ...result.acknowledgements.map((ack) => {
      const severity = ack.state === 'used' ? 'info' : 'minor';
      return entry(ack.rule, severity, rulePlaceAt(ack.place), acknowledgementText(ack), [
        'acknowledged',
        ack.about,
        ack.state,
      ]);
    }),
    ...notExercised(result).map((change) => changeEntry(change, 'info', exercisedText(change), 'not exercised')),
  ];
}

/**
 * GitLab's Code Quality report. It has an entry on the rule's line for each flow that would break, is undecided or is
 * newly allowed. It also has entries for looser rules, rules that are not exercised, acknowledgements and problems.
 */
export function renderSimulationCodeQuality(report: SimulationReport): string {
  const problems = problemsOf(report).map((problem) =>
    entry(
      `simulation-${problem.kind}`,
      problem.kind === 'rules' ? 'blocker' : 'major',
      rulePlaceAt(problem.place),
      problemText(problem),
      [problem.message],
    ),
  );
  const entries = [...problems, ...(report.result === undefined ? [] : resultEntries(report.result))];
  const file = rulesetFile(report);
  return codeQualityReport(
    entries.map(({ place, ...issue }) => ({
      ...issue,
      location: { path: place.path ?? file, lines: { begin: place.location?.start.line ?? 1 } },
    })),
  );
}
