import {
  type JudgedFile,
  type JudgeSettings,
  judgeFile,
  judgeOfFiles,
  verdictOf,
  wholeFileFinding,
} from '../../check/index.ts';
import {
  type CheckReport,
  ConfigError,
  type Dialect,
  type Finding,
  type Judge,
  type Notice,
  PRODUCT,
  type ServiceReport,
} from '../../model/index.ts';
import { createSqlReader, type SqlReader } from '../../sql/index.ts';
import type { CheckRequest } from '../inputs/check-request.ts';
import { loadBaseline, resolveSettings, type Settings } from '../inputs/config.ts';
import { type RunMode, resolveMode } from '../inputs/resolve-mode.ts';
import { type Selection, selectFiles } from '../inputs/select-files.ts';
import { inBase } from '../inputs/side-files.ts';
import { failedExamples, loadSides, type SideProblem, type Sides } from '../inputs/sides.ts';
import { headline, type ServiceOutcome } from '../report-parts/headline.ts';
import { repeatCommand } from '../report-parts/repeat.ts';
import { conclude, countTotals, sortFindings } from './conclude.ts';
import { type FileOutcome, type FileToJudge, outcomeOf, type PreparedFile, prepareFile } from './files.ts';
import { type ServiceProblem, serviceFinding, sideFinding, trustFindings } from './findings.ts';
import { answerNotices, changeNotices, expiredHere, runNotice, sideNotices } from './notices.ts';
import { requestDryRun, withheldProblem } from './service.ts';

/** What a run stands on. */
interface Run {
  readonly request: CheckRequest;
  readonly sides: Sides;
  readonly settings: Settings;
  readonly baseline: ReadonlySet<string>;
}

/** Who judged the files, and what they came to. */
interface Judgement {
  readonly outcomes: readonly FileOutcome[];
  readonly refused: readonly ConfigError[];
  readonly judges: readonly Judge[];
  /** Undefined where the repository's own rules judged. */
  readonly said: ServiceOutcome | undefined;
  readonly service: ServiceReport | undefined;
  /** Why the service judged nothing. */
  readonly problem: ServiceProblem | undefined;
  /** Rule files of the change that the service does not take. */
  readonly problems: readonly SideProblem[];
  readonly notices: readonly Notice[];
}

/**
 * The dry run: reads every SQL file of the change (or of `paths`), has each statement judged under the rules in force,
 * and under the edited ones where the change edits them, and says whether the build passes. Where a service is set, its
 * active ruleset is in force, and it judges; what it does not answer is no pass.
 * Raises ConfigError for a mistake of the user that leaves nothing to judge by.
 */
export async function runCheck(request: CheckRequest): Promise<CheckReport> {
  const sides = await loadSides(request);
  const settings = resolveSettings(request, sides.inForce, sides.edited);
  const place = resolveMode(request.service, sides.inForce?.['on-missing-key'], 'check');
  const selection = request.standardInput
    ? { files: [{ path: STANDARD_INPUT, status: 'given' as const, previousPath: undefined }], notices: [], unread: [] }
    : await selectFiles(request, settings);
  const problems = [
    ...sides.problems,
    ...(request.event === 'local' ? [] : await failedExamples(sides.rules.at(-1)?.ruleset)),
  ];
  const baseline = await baselineInForce(request, sides, problems);
  const run = { request, sides, settings, baseline };
  const judgement = await judge(run, place, selection);
  const { outcomes, refused } = judgement;
  const [first] = refused;
  if (first && refused.length === outcomes.filter(({ report }) => report.status !== 'deleted').length) throw first;
  problems.push(...judgement.problems);
  const findings = [
    ...problems.map(sideFinding),
    ...trustFindings(request.change),
    ...(judgement.problem ? [serviceFinding(judgement.problem)] : []),
    ...selection.unread.map(({ path, problem }) => wholeFileFinding(path, problem)),
    ...outcomes.flatMap((outcome) => outcome.findings),
  ];
  const notices = [
    ...(request.hostNotices ?? []).map((message) => runNotice('notice', message)),
    ...selection.notices,
    ...(request.change ? changeNotices(request.change) : []),
    ...outcomes.flatMap((outcome) => outcome.notices),
  ];
  for (const error of refused) problems.push({ kind: 'config', error });
  return assemble(run, { ...sides, problems }, judgement, findings, notices);
}

/** A person mends a broken baseline at once; of a base branch it is not the change's to mend, and nothing is accepted. */
async function baselineInForce(
  { change }: CheckRequest,
  { tree, inForce }: Sides,
  problems: SideProblem[],
): Promise<ReadonlySet<string>> {
  try {
    return await loadBaseline(tree, inForce);
  } catch (error) {
    if (!change || !(error instanceof ConfigError)) throw error;
    problems.push({ kind: 'unknown', error: inBase(error) });
    return new Set();
  }
}

const STANDARD_INPUT = '-';

async function judge(run: Run, place: RunMode, selection: Selection): Promise<Judgement> {
  if (place.kind !== 'embedded') return judgeInService(run, place, selection);
  const judgement = await judgeHere(run, selection);
  if (place.instead === undefined) return judgement;
  return { ...judgement, notices: [runNotice('notice', place.instead), ...judgement.notices] };
}

async function judgeHere(run: Run, selection: Selection): Promise<Judgement> {
  const { request, sides, settings, baseline } = run;
  const judging = {
    rulesets: sides.rules,
    headDecides: sides.headDecides,
    failOn: settings.failOn,
    suppressions: settings.suppressions,
    baseline,
    today: request.today,
  };
  const judgeOne = judgeWithReaders(judging);
  const outcomes: FileOutcome[] = [];
  const refused: ConfigError[] = [];
  // One file after the other: a text that is judged needs not be kept.
  for await (const prepared of preparedFiles(run, selection)) {
    const judged = prepared.task && (await judgeOne(prepared.task));
    outcomes.push(outcomeOf(prepared, judged, settings));
    if (prepared.refused) refused.push(prepared.refused);
  }
  const callerGiven = outcomes.some(({ report }) => settings.of(report.path).caller !== undefined);
  return {
    outcomes,
    refused,
    judges: sides.rules.map((ruleset) => judgeOfFiles(ruleset, callerGiven)),
    said: undefined,
    service: undefined,
    problem: undefined,
    problems: [],
    notices: expiredHere(sides, request.today),
  };
}

function judgeWithReaders(judging: Omit<JudgeSettings, 'file'>): (task: FileToJudge) => Promise<JudgedFile> {
  const readers = new Map<Dialect, SqlReader>();
  return async (task) => {
    const { dialect } = task.settings;
    const reader = readers.get(dialect) ?? (await createSqlReader(dialect));
    readers.set(dialect, reader);
    return judgeFile(reader, task, { ...judging, file: task.settings });
  };
}

async function judgeInService(
  run: Run,
  place: Exclude<RunMode, { kind: 'embedded' }>,
  selection: Selection,
): Promise<Judgement> {
  const { request, sides, settings, baseline } = run;
  const prepared: PreparedFile[] = [];
  for await (const file of preparedFiles(run, selection)) prepared.push(file);
  const tasks = prepared.flatMap(({ task }) => task ?? []);
  const withheld = place.kind === 'withheld' ? withheldProblem(place.why) : undefined;
  const asked =
    place.kind === 'service' && tasks.length > 0
      ? await requestDryRun(request, place, sides, settings, baseline, tasks)
      : undefined;
  const done = asked?.done;
  const problem = tasks.length > 0 ? (withheld ?? asked?.problem) : undefined;
  // The client has seen that the answer is about the very files, in their order.
  const judged = new Map(tasks.map((task, at) => [task, done?.files[at]]));
  return {
    outcomes: prepared.map((file) => outcomeOf(file, file.task && judged.get(file.task), settings)),
    refused: prepared.flatMap(({ refused }) => refused ?? []),
    judges: done?.judges ?? [],
    said: done
      ? { kind: 'judged', done }
      : problem
        ? { kind: 'silent', asked: place.kind === 'service' }
        : { kind: 'nothing' },
    service: { workspace: done?.workspace ?? request.service.workspace, rulesetVersion: done?.ruleset.version },
    problem,
    problems: asked?.refused ?? [],
    notices: done ? answerNotices(request, done) : [],
  };
}

async function* preparedFiles({ request, sides, settings }: Run, { files }: Selection): AsyncGenerator<PreparedFile> {
  let done = 0;
  for (const file of files) {
    request.onProgress?.(done++, files.length, file.path);
    yield await prepareFile(request, settings, file, sides.introduces);
  }
  request.onProgress?.(done, files.length, '');
}

function assemble(
  { request, settings }: Run,
  sides: Sides,
  judgement: Judgement,
  found: readonly Finding[],
  notices: readonly Notice[],
): CheckReport {
  const { outcomes, judges, said, service, problem } = judgement;
  const findings = sortFindings(found);
  const files = outcomes.map(({ report }) => report);
  const suppressions = outcomes.flatMap((outcome) => outcome.suppressions);
  const operations = outcomes.reduce((sum, outcome) => sum + outcome.operations, 0);
  const totals = countTotals(files, findings, suppressions, operations);
  const policy = { failOn: settings.failOn, onUnknown: settings.onUnknown, findings: settings.findings };
  const mistakes = sides.problems.filter(({ kind }) => kind === 'config').length;
  const { exitCode, conclusion } = conclude(totals, policy, mistakes, problem);
  const { change } = request;
  const answered = said?.kind === 'judged' ? said.done : undefined;
  return {
    kind: 'check',
    formatVersion: 1,
    tool: { name: 'querygate', version: PRODUCT.version },
    headline: headline(request, sides, totals.files, said),
    judges,
    ...(service && { service }),
    scope: { kind: change ? 'changed' : 'all', event: request.event, base: change?.baseLabel, head: change?.headLabel },
    policy,
    verdict: verdictOf(findings),
    exitCode,
    conclusion,
    findings,
    files,
    suppressions: [...suppressions].sort((a, b) => Number(b.added) - Number(a.added)),
    notices: [...notices, ...sideNotices(sides, judges.length, findings, answered), ...judgement.notices],
    totals,
    repeat: repeatCommand(request, service !== undefined),
  };
}
