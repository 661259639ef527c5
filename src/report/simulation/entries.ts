import { createHash } from 'node:crypto';
import {
  type BreakGroup,
  counted,
  type FlowReport,
  isBroken,
  isFailure,
  type RuleChange,
  type SimulationReport,
  type SimulationResult,
} from '../../model/index.ts';
import { ruleFileOf } from '../text/paths.ts';
import { coverLines, groupLines, groupsOfRule, worstFlow } from './break-groups.ts';
import { effectOf, type Failing, failingOf, flowGroups, tooRareBreaks } from './groups.ts';
import { hitsByRule, placeOfChange, type RuleHits, type RulePlace, rulePlaceAt } from './hits.ts';
import { listedFlows, notListedText } from './listed-flows.ts';
import { remedyText, valuesLine } from './rule-groups.ts';
import {
  acknowledgementText,
  declaredBreaks,
  declaredText,
  exercisedText,
  leftOutLines,
  looserChanges,
  notExercised,
  problemsOf,
  problemText,
  TOO_RARE_ADVICE,
  testedText,
  UNKNOWN_ADVICE,
} from './sentences.ts';
import { callsText, cutText, listed, runByText, seenText } from './words.ts';

// What a report for a code viewer lists: an entry on the line of the rule for each flow and each rule.

/** Maximum number of entries for flows; hosts show only the first few anyway. */
const MAX_ENTRIES = 5_000;
/** Rules that one entry names. */
const MAX_NAMES = 20;

/** Most severe first. */
export type Severity = 'blocker' | 'critical' | 'major' | 'minor' | 'info';

/** All text is raw. */
export interface Entry {
  /** Id of the rule, or a name for entries that are about no rule. */
  readonly rule: string;
  readonly severity: Severity;
  /** Whether it fails the run. */
  readonly fails: boolean;
  readonly place: RulePlace;
  readonly text: string;
  /** What to do, if that is known. */
  readonly advice: string;
  readonly fingerprint: string;
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
  const calls = `${callsText(flow)} by ${runByText(flow)} ${effectOf(flow)}, ${seenText(flow)}`;
  const values = valuesLine(cause);
  const because = values === '' ? '' : ` because of ${cutText(values, 300)}`;
  return `${calls}${because}${why === '' ? '' : `; ${why}`}; flow ${cutText(flow.id, 40)}: ${cutText(flow.shape, 300)}`;
}

interface Cause {
  readonly severity: Severity;
  readonly fails?: boolean;
  readonly place: RulePlace;
  readonly advice?: string;
}

/** @param key what identifies the entry among those of its rule */
function entry(rule: string, text: string, key: readonly string[], cause: Cause): Entry {
  const name = cutText(rule, 80) || 'simulation';
  return { fails: false, advice: '', ...cause, rule: name, text, fingerprint: fingerprint(rule, ...key) };
}

function flowEntry(rule: string, place: RulePlace, hit: RuleHits['hits'][number], failing: Failing): Entry {
  const { flow } = hit;
  const isUnknown = flow.class === 'unknown';
  const group = isBroken(flow) ? 'broken' : isUnknown ? 'unknown' : 'loosened';
  const advice = isBroken(flow) ? remedyText(flow) : isUnknown ? UNKNOWN_ADVICE : '';
  const key = ['flow', flow.id];
  return entry(rule, flowText(hit), key, { severity: severityOf(flow), fails: failing[group], place, advice });
}

/** The fingerprint of a group stays the same if it gains a flow. */
function breakGroupEntry(group: BreakGroup, place: RulePlace, result: SimulationResult, failing: Failing): Entry {
  const { rule, by, callers: caller, tables: table, kinds: kind } = group;
  const value = group.values.map((known) => `${known.fact} ${known.value}`).sort();
  const key = ['group', ...by.flatMap((grouping) => ({ caller, table, kind, value })[grouping])];
  const severity = worstFlow(group, result)?.class === 'partly_blocked' ? 'critical' : 'blocker';
  const advice = [...coverLines(group, result), 'or narrow the rule'].join('; ');
  return entry(rule, groupLines(group, result).join('; '), key, { severity, fails: failing.broken, place, advice });
}

/** States what a report does not list. */
function notListedEntry(text: string): Entry {
  return entry('flows-not-listed', text, ['not listed'], { severity: 'major', place: rulePlaceAt(undefined) });
}

function resultEntries(report: SimulationReport, result: SimulationResult): readonly Entry[] {
  const groups = flowGroups({ flows: listedFlows(result).listed });
  const failing = failingOf(report, result);
  const byRule = hitsByRule(result, [...groups.broken, ...groups.unknown, ...groups.loosened]);
  const made = byRule.flatMap(({ rule, place, hits }) => {
    const breakGroups = hits.some(({ flow }) => isBroken(flow)) ? groupsOfRule(rule, result) : [];
    const others = hits.filter(({ flow }) => breakGroups.length === 0 || !isBroken(flow));
    return [
      ...breakGroups.map((group) => () => breakGroupEntry(group, place, result, failing)),
      ...others.map((hit) => () => flowEntry(rule, place, hit, failing)),
    ];
  });
  const flows = made.slice(0, MAX_ENTRIES).map((make) => make());
  const more = made.length - MAX_ENTRIES;
  const notListed = [
    notListedText(result),
    more > 0 ? `${counted(more, 'more entry', 'more entries')} left out` : '',
  ].filter((text) => text !== '');
  return [
    ...flows,
    ...hitsByRule(result, tooRareBreaks(groups)).map((group) =>
      entry(
        group.rule,
        `not counted: ${leftOutLines(group.hits.map(({ flow }) => flow)).join('; ')}`,
        ['not counted'],
        {
          severity: 'minor',
          place: group.place,
          advice: TOO_RARE_ADVICE,
        },
      ),
    ),
    ...(notListed.length === 0 ? [] : [notListedEntry(notListed.join('; '))]),
    ...declaredBreaks(result).map((flow) =>
      entry('declared-flow', declaredText(flow), ['declared', flow.name], {
        severity: flow.head === 'block' ? 'blocker' : 'major',
        fails: failing.declared,
        place: rulePlaceAt(flow.place),
      }),
    ),
    ...looserChanges(result).map((change) =>
      entry(change.rule, testedText(report, change), ['looser', change.change], {
        severity: 'minor',
        fails: failing.loosened && change.newlyAllowed.flows > 0,
        place: placeOfChange(change),
      }),
    ),
    ...result.acknowledgements.map((ack) =>
      entry(ack.rule, acknowledgementText(ack), ['acknowledged', ack.about, ack.state], {
        severity: ack.state === 'used' ? 'info' : 'minor',
        place: rulePlaceAt(ack.place),
      }),
    ),
    ...notExercisedEntries(report, notExercised(report, result)),
  ];
}

/** One entry for all rules that no call exercises. */
function notExercisedEntries(report: SimulationReport, changes: readonly RuleChange[]): readonly Entry[] {
  const placed = changes.find((change) => placeOfChange(change).location !== undefined) ?? changes[0];
  if (placed === undefined) return [];
  const names = changes.map(({ rule }) => `\`${cutText(rule, 80)}\``);
  const more = names.length === 1 ? '' : `; ${counted(names.length, 'rule')}: ${listed(names, MAX_NAMES, 'rule')}`;
  const text = `${exercisedText(report, placed)}${more}`;
  const rule = names.length === 1 ? placed.rule : 'not-exercised';
  return [entry(rule, text, ['not exercised', placed.change], { severity: 'info', place: placeOfChange(placed) })];
}

/** Most important first. */
export function entriesOf(report: SimulationReport): readonly Entry[] {
  const problems = problemsOf(report).map((problem) =>
    entry(`simulation-${problem.kind}`, problemText(problem), [problem.message], {
      severity: problem.kind === 'rules' ? 'blocker' : 'major',
      fails: isFailure(problem.exitCode, report.policy),
      place: rulePlaceAt(problem.place),
    }),
  );
  return [...problems, ...(report.result === undefined ? [] : resultEntries(report, report.result))];
}

/** The file for entries that have none. */
export function ruleFileOfReport({ head, base }: SimulationReport): string {
  return ruleFileOf([...(head?.sources ?? []), ...(base?.sources ?? [])]);
}
