import type { CompletedSimulation } from '../../client/index.ts';
import type { LoadedHistory } from '../../history/index.ts';
import {
  ageInDays,
  ConfigError,
  type Dialect,
  EXIT,
  grouped,
  type HistoryReport,
  historyReport,
  isAvailable,
  PRODUCT,
  type SimulationProblem,
  type SimulationResult,
} from '../../model/index.ts';
import type { Ruleset } from '../../rules/index.ts';
import type { SimulationInput } from '../../simulation/index.ts';
import { type FoundHistory, findHistory, type HistoryPlaces } from '../inputs/find-history.ts';
import type { RunMode } from '../inputs/resolve-mode.ts';
import type { SimulateRequest } from '../inputs/simulate-request.ts';
import { serviceNotices } from '../report-parts/service-notices.ts';
import type { DeclaredFlows } from './declared-flows.ts';
import { endingWarnings } from './expiring-exceptions.ts';
import {
  ageWarnings,
  historyProblems,
  incompleteness,
  isOfTestsAlone,
  TESTS_ALONE,
  testsAloneProblems,
  unreadProblems,
} from './history-report.ts';
import { requestSimulation, withheldProblem } from './service.ts';
import { NO_HISTORY, type SimulationSettings } from './settings.ts';
import type { SimulatedSides } from './sides.ts';

/** The result of a replay. */
interface Replayed {
  readonly history: HistoryReport | undefined;
  readonly result: SimulationResult | undefined;
  readonly problems: readonly SimulationProblem[];
  readonly notices: readonly string[];
  /** Notices about what makes the result less certain. */
  readonly warnings?: readonly string[];
  /** Why there is no history; undefined if there is one, or nothing could be compared. */
  readonly withoutHistory?: WithoutHistory | undefined;
  /** If the service simulated: its judges, its ruleset, and whether the rulesets differ in effect. */
  readonly service?:
    | Pick<CompletedSimulation, 'base' | 'head' | 'outcome' | 'ruleset' | 'workspace' | 'page' | 'flowPages'>
    | undefined;
}

/**
 * `declared`: the configuration in force says that there is none. `first_ruleset`: nothing is in force that the change
 * could edit, and no history is configured. `missing`: there should be one, which is a problem.
 */
export type WithoutHistory = 'declared' | 'first_ruleset' | 'missing';

export const NOTHING_REPLAYED: Replayed = { history: undefined, result: undefined, problems: [], notices: [] };

/** Two rulesets that differ, and what is needed to compare them over a history. */
export interface ReplayTask {
  readonly request: SimulateRequest;
  readonly sides: SimulatedSides;
  readonly settings: SimulationSettings;
  readonly mode: RunMode;
  readonly flows: DeclaredFlows;
  readonly today: string;
  readonly base: Ruleset;
  readonly head: Ruleset;
}

/** Replays the history over both rulesets, here or in the service. Raises ConfigError for invalid settings. */
export async function replay(task: ReplayTask): Promise<Replayed> {
  const { mode } = task;
  switch (mode.kind) {
    case 'withheld':
      return { ...NOTHING_REPLAYED, problems: [withheldProblem(mode.why)] };
    case 'service':
      return replayInService(task, mode);
    case 'embedded': {
      const replayed = await replayEmbedded(task);
      const { fallbackReason } = mode;
      return fallbackReason === undefined ? replayed : { ...replayed, notices: [fallbackReason, ...replayed.notices] };
    }
  }
}

async function replayInService(task: ReplayTask, mode: Extract<RunMode, { kind: 'service' }>): Promise<Replayed> {
  const { request, sides, settings, flows } = task;
  const { done, problems } = await requestSimulation(request, mode, sides, flows, settings);
  if (!done) return { ...NOTHING_REPLAYED, problems };
  const notices = serviceNotices(done, request.now, {
    own: 'the base branch',
    consequence: 'the simulation compares with the active one',
  });
  if (done.outcome === 'no_effective_change') return { ...NOTHING_REPLAYED, problems, notices, service: done };
  const { result } = done;
  // The age is computed with the local clock, as in a run without a service.
  const incomplete = incompleteness(done.history, result, settings);
  const history = { ...done.history, ageDays: ageInDays(done.history.lastSeen, request.now) };
  return {
    history,
    result,
    problems: [
      ...historyProblems(history, undefined, request.now, settings),
      ...selfTestProblems(result),
      ...unreadProblems(result, settings),
      ...incomplete.problems,
    ],
    notices,
    warnings: [
      ...ageWarnings(history, undefined, [], request.now, settings),
      ...incomplete.warnings,
      ...(await endingWarnings(task)),
    ],
    service: done,
  };
}

async function replayEmbedded(task: ReplayTask): Promise<Replayed> {
  const { request, settings, today } = task;
  if (settings.historyFrom === 'none') return compareWithoutHistory(task, 'declared', []);
  const places = await historyInForce(task);
  const { notices } = places;
  if (places.files.length === 0 && (await isFirstRuleset(task))) {
    const why = declaresNone(task) ? [] : places.missing;
    return compareWithoutHistory(task, 'first_ruleset', [...notices, ...why, fromNowOn(task)]);
  }
  const missing = places.missing.map(historyProblem);
  if (places.files.length === 0) {
    const compared = await compareWithoutHistory(task, 'missing', notices);
    return { ...compared, problems: [...missing, ...compared.problems] };
  }
  request.onProgress?.('reading the history');
  const read = await readHistory(places.files, task);
  if ('problem' in read) {
    const problems = [...missing, read.problem];
    return { ...NOTHING_REPLAYED, problems, notices: [...notices, ...dialectNotices(task)] };
  }
  const history = historyReport(read.header, shown(places.files), request.now, read.origins);
  const { collected } = read.origins[0]?.header ?? read.header;
  const problems = [...missing, ...historyProblems(history, collected, request.now, settings)];
  if (read.rows.length === 0) return { ...NOTHING_REPLAYED, history, problems, notices };
  const warnings = [...ageWarnings(history, collected, read.direct, request.now, settings)];
  request.onProgress?.(`replaying ${grouped(read.rows.length)} rows`);
  const simulateOn = (day: string) => simulateOver(read, task, day);
  const dialects = new Set(read.header.sources.map(({ dialect }) => dialect));
  const result = await withComparison(await simulateOn(today), task, dialects);
  const ending = await endingWarnings(task, result, simulateOn);
  const ofTests = testsAloneProblems(history, result, settings);
  if (isOfTestsAlone(history.origins) && ofTests.length === 0) warnings.push(TESTS_ALONE);
  const incomplete = incompleteness(history, result, settings);
  warnings.push(...incomplete.warnings);
  problems.push(...selfTestProblems(result), ...unreadProblems(result, settings), ...ofTests, ...incomplete.problems);
  return { history, result, problems, notices, warnings: [...warnings, ...ending] };
}

async function simulateOver(
  history: SimulationInput['history'],
  { base, head, settings, flows }: ReplayTask,
  today: string,
): Promise<SimulationResult> {
  const { simulate } = await import('../../simulation/index.ts');
  const { minCalls, minDays } = settings.policy;
  return simulate({
    history,
    base,
    head,
    today,
    settings: { minCalls, minDays, ignoreCallers: settings.ignoreCallers },
    declared: flows.flows,
  });
}

/** A first ruleset is stricter than none wherever it says something. */
async function withComparison(
  result: SimulationResult,
  { base, head, today }: ReplayTask,
  dialects?: ReadonlySet<Dialect>,
): Promise<SimulationResult> {
  if (base.sources.length === 0) return result;
  const { compareByThemselves } = await import('../../comparison/index.ts');
  return { ...result, comparison: await compareByThemselves({ base, head, today, dialects }) };
}

/** Nothing is in force yet, no history is configured, and the base has none at the default path. */
async function isFirstRuleset({ request, settings, base }: ReplayTask): Promise<boolean> {
  const tree = request.change?.rulesBase;
  if (settings.historyFrom !== 'default' || !tree || !isAvailable(tree) || base.sources.length > 0) return false;
  const entries = await Promise.all(settings.history.map((path) => tree.read(path)));
  return entries.every(({ kind }) => kind === 'missing');
}

const EMPTY_HISTORY: SimulationInput['history'] = { header: { sources: [], unread: 0, truncated: 0 }, rows: [] };

/** Whether the configuration of the change says that there is no history. */
function declaresNone({ sides }: ReplayTask): boolean {
  return sides.head.config?.value.simulate?.history === NO_HISTORY;
}

function fromNowOn(task: ReplayTask): string {
  return declaresNone(task)
    ? 'the configuration of this change says `simulate: { history: none }`, so later changes of the rules pass without a history too'
    : 'once the base branch has a ruleset, a change of the rules fails without a history, unless the configuration there says `simulate: { history: none }`';
}

/**
 * What can be said without a history: which rules are looser, and whether declared flows break. Of a first ruleset, each
 * rule is new, so only declared flows are worth a result.
 */
async function compareWithoutHistory(
  task: ReplayTask,
  withoutHistory: WithoutHistory,
  notices: readonly string[],
): Promise<Replayed> {
  const isWorthwhile = withoutHistory !== 'first_ruleset' || task.flows.flows.length > 0;
  const result = isWorthwhile
    ? await withComparison(await simulateOver(EMPTY_HISTORY, task, task.today), task)
    : undefined;
  return { history: undefined, result, problems: result ? selfTestProblems(result) : [], notices, withoutHistory };
}

function shown(files: readonly FoundHistory[]): Pick<HistoryReport, 'from' | 'side'> {
  return {
    from: files.map(({ name }) => name),
    side: files.some(({ side }) => side === 'untracked') ? 'untracked' : 'base',
  };
}

/**
 * The author of the change must not choose the history: the head's setting is used only if there is no other history.
 */
async function historyInForce({ request, settings }: ReplayTask): Promise<HistoryPlaces> {
  const { change } = request;
  const base = change && isAvailable(change.rulesBase) ? change.rulesBase : undefined;
  const where = {
    base,
    // A working tree has uncommitted files; for those, `disk` knows which files git tracks.
    head: change?.head.commit === undefined ? undefined : change.head,
    disk: request.files,
  };
  const { history, historyOfChange } = settings;
  const places = await findHistory({ ...where, named: history });
  if (!historyOfChange || sameTexts(history, historyOfChange)) return places;
  const isInBase = await Promise.all(history.map(async (path) => base && (await base.read(path)).kind !== 'missing'));
  if (places.files.length === 0 && !isInBase.includes(true)) return findHistory({ ...where, named: historyOfChange });
  const named = historyOfChange.map((path) => `\`${path}\``).join(', ');
  const notice = `the configuration that the change adds names the history ${named}: it takes effect once merged, and \`${history.join('`, `')}\` was replayed`;
  return { ...places, notices: [...places.notices, notice] };
}

function sameTexts(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((text, at) => text === b[at]);
}

/** The dialect decides what is found in a log, so the change must not set it. */
function dialectNotices({ request, sides }: ReplayTask): readonly string[] {
  const own = sides.head.config?.value.dialect;
  if (!request.change || request.dialect || sides.base.config?.value.dialect || !own) return [];
  return [
    `the configuration of the change sets the dialect \`${own}\`: it takes effect once merged, and was not used to read logs`,
  ];
}

async function readHistory(
  files: readonly FoundHistory[],
  { request, sides }: ReplayTask,
): Promise<LoadedHistory | { readonly problem: SimulationProblem }> {
  const { readHistory } = await import('../../history/index.ts');
  const inputs = files.map((file) => (file.side === 'base' ? { name: file.name, bytes: file.bytes } : file.at));
  try {
    return await readHistory(inputs, {
      callerMasks: sides.base.config?.value.simulate?.['caller-patterns'],
      nameMasks: sides.base.config?.value.simulate?.['name-patterns'],
      dialect: request.dialect ?? sides.base.config?.value.dialect,
      now: request.now,
      workerUrl: request.workerUrl,
      onProgress: ({ done, total }) => request.onProgress?.(progressText(done, total)),
    });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { problem: { ...historyProblem(error.message), place: error.place } };
  }
}

function progressText(done: number, total: number | undefined): string {
  return total ? `${Math.floor((100 * done) / total)} % of the logs` : 'reading the logs';
}

function historyProblem(message: string): SimulationProblem {
  return { kind: 'history', message, place: undefined, exitCode: EXIT.unknown };
}

function selfTestProblems({ selfTest }: SimulationResult): readonly SimulationProblem[] {
  if (selfTest) return [];
  const message = `self-test failed: the ruleset in force differs from itself; this is a bug in querygate ${PRODUCT.version}: please report it`;
  return [{ kind: 'defect', message, place: undefined, exitCode: EXIT.internal }];
}
