import { fileJudge, type JudgedFile, lastDayAllowed, wholeFileFinding } from '../../check/index.ts';
import { debug, timed } from '../../debug/index.ts';
import {
  type CheckReport,
  ConfigError,
  counted,
  counts,
  docsRootOf,
  FIXES_LEFT_OUT,
  filesRootOf,
  type Judge,
  type Notice,
  PRODUCT,
  type ReportNotice,
  type RewrittenFile,
  type ServiceReport,
  verdictOf,
} from '../../model/index.ts';
import type { BaselineEntry } from '../../model/schemas/index.ts';
import { contextFinder, readSchemas } from '../../repository/index.ts';
import { loadBaseline } from '../inputs/baseline-file.ts';
import type { CheckRequest } from '../inputs/check-request.ts';
import { resolveSettings, type Settings } from '../inputs/config.ts';
import { filesOfMovedFolders, movedFiles } from '../inputs/moved-files.ts';
import { type RunMode, resolveMode } from '../inputs/resolve-mode.ts';
import { type Selection, selectFiles } from '../inputs/select-files.ts';
import { inBase } from '../inputs/side-files.ts';
import { failedExamples, loadSides, type SideProblem, type Sides } from '../inputs/sides.ts';
import { headline, type ServiceOutcome } from '../report-parts/headline.ts';
import { repeatCommand } from '../report-parts/repeat.ts';
import { conclude, countTotals, isChecked, serviceFailureOf, sortFindings } from './conclude.ts';
import { editedSettingsNotices } from './edited-settings.ts';
import { embeddedJudge } from './embedded-judge.ts';
import { exceptionsTooLong, olderThanLimit } from './exemption-limit.ts';
import { type FileOutcome, type FileToJudge, outcomeOf, type PreparedFile, prepareFile } from './files.ts';
import { type ServiceProblem, serviceFinding, sideFinding, trustFindings } from './findings.ts';
import { Fixes } from './fixes.ts';
import { withMeasured } from './measured-findings.ts';
import { newFlowsOfTests, newFlowsText } from './new-flows.ts';
import {
  answerNotices,
  changeNotices,
  expiredOwnExceptions,
  movedAlongNotices,
  movedNotices,
  runNotice,
  sideNotices,
} from './notices.ts';
import { objectUses } from './object-uses.ts';
import { outcomeOfSource } from './recorded-outcome.ts';
import { type Recordings, readRecordings } from './recordings.ts';
import { prepareContextFile, prepareSchemaFile, withRemoved } from './schema-files.ts';
import { requestDryRun, withheldProblem } from './service.ts';
import { NOT_INTRODUCED, type Survey, surveyConclusion, surveyIntroduction } from './survey.ts';
import { unreadMigrations } from './unread-migrations.ts';

/** The inputs of a run. */
interface Run {
  readonly request: CheckRequest;
  readonly sides: Sides;
  readonly settings: Settings;
  /** Fingerprints of accepted findings. */
  readonly baseline: ReadonlySet<string>;
  /** By path of a moved file: the path under which the baseline lists it. */
  readonly moved: ReadonlyMap<string, string>;
  /** By path of a file that the change moves with its folder: its path in the base. */
  readonly movedAlong: ReadonlyMap<string, string>;
  readonly recorded: Recordings;
}

/** The results for the files, and which rulesets judged them. */
interface Judgement {
  readonly outcomes: readonly FileOutcome[];
  readonly refused: readonly ConfigError[];
  readonly judges: readonly Judge[];
  /** Undefined if the repository's own rules judged. */
  readonly serviceOutcome: ServiceOutcome | undefined;
  readonly service: ServiceReport | undefined;
  /** Why the service judged nothing. */
  readonly problem: ServiceProblem | undefined;
  /** Rule files of the change that the service rejected. */
  readonly problems: readonly SideProblem[];
  readonly notices: readonly Notice[];
  /** The files after all fixes, if that was asked for. */
  readonly rewritten?: readonly RewrittenFile[] | undefined;
}

/**
 * The dry run. Reads every SQL file of the change (or of `paths`), judges each statement under the rules in force, and
 * under the edited rules too if the change edits them, and decides whether the build passes. With a service, its active
 * ruleset is in force and the service judges; if it does not answer, the build does not pass.
 * Raises ConfigError for a user error that leaves nothing to judge by.
 */
export async function runCheck(request: CheckRequest): Promise<CheckReport> {
  const sides = await loadSides(request);
  const settings = resolveSettings(request, sides.inForce, sides.edited);
  const mode = resolveMode(request.service, sides.inForce?.['on-missing-key'], 'check');
  debug('run', () => `mode ${mode.kind}, event ${request.event}`);
  const selection = await selectFiles(request, settings);
  const problems = [
    ...sides.problems,
    ...exceptionsTooLong(sides, { ...settings, today: request.today }),
    ...(request.event === 'local' ? [] : await failedExamples(sides.rules.at(-1)?.ruleset)),
  ];
  const accepted = request.baseline ?? (await baselineInForce(request, sides, problems));
  const baseline = new Set(accepted.map(({ fingerprint }) => fingerprint));
  const moved = await movedFiles(accepted, selection.files, settings, request.head, request.change);
  const movedAlong = await filesOfMovedFolders(selection.files, settings, request.change);
  const recorded = await readRecordings(request, settings);
  const run = { request, sides, settings, baseline, moved, movedAlong, recorded };
  const judgement = await judge(run, mode, selection);
  const { outcomes, refused } = judgement;
  const tested = await newFlowsOfTests(request, sides, settings, mode);
  const unread = await unreadMigrations(request, settings, request.recordings && recorded);
  // Not with a service, whose rules are others.
  const introduction = mode.kind === 'embedded' ? await surveyIntroduction(request, sides) : NOT_INTRODUCED;
  const [first] = refused;
  // A configuration that could not be read may have had the dialect.
  if (first && refused.length === outcomes.filter(({ report }) => isChecked(report)).length)
    throw sides.problems[0]?.error ?? first;
  problems.push(...judgement.problems);
  const findings = [
    ...problems.map(sideFinding),
    ...trustFindings(request.change),
    ...(judgement.problem ? [serviceFinding(judgement.problem)] : []),
    ...selection.unread.map(({ path, problem }) => wholeFileFinding(path, problem)),
    ...unread.findings,
    ...recorded.findings,
    ...tested.findings,
    ...outcomes.flatMap((outcome) => outcome.findings),
  ];
  const notices: ReportNotice[] = [
    ...(request.hostNotices ?? []).map((message) => runNotice('notice', message)),
    ...introduction.notices,
    ...selection.notices,
    ...unread.notices,
    ...recorded.notices,
    ...tested.notices,
    ...(request.change ? changeNotices(request.change, request.source) : []),
    ...outcomes.flatMap((outcome) => outcome.notices),
    ...movedNotices(findings, moved, request.change),
    ...movedAlongNotices(findings, movedAlong),
    ...(mode.kind === 'embedded' ? await editedSettings(run, judgement) : []),
  ];
  for (const error of refused) problems.push({ kind: 'config', error });
  const newFlows = tested.flows;
  const found = { findings, notices, suppressions: unread.suppressions, leftOut: selection.leftOut, newFlows };
  return assemble(run, { ...sides, problems }, judgement, found, introduction.survey);
}

/**
 * A broken baseline is an error in a local run. On the base branch the change cannot fix it: then nothing is accepted.
 */
async function baselineInForce(
  { change }: CheckRequest,
  { tree, inForce }: Sides,
  problems: SideProblem[],
): Promise<readonly BaselineEntry[]> {
  try {
    return await loadBaseline(tree, inForce);
  } catch (error) {
    if (!change || !(error instanceof ConfigError)) throw error;
    problems.push({ kind: 'unknown', error: inBase(error) });
    return [];
  }
}

async function judge(run: Run, mode: RunMode, selection: Selection): Promise<Judgement> {
  if (mode.kind !== 'embedded') return judgeInService(run, mode, selection);
  const judgement = await judgeEmbedded(run, selection);
  if (mode.fallbackReason === undefined) return judgement;
  return { ...judgement, notices: [runNotice('notice', mode.fallbackReason), ...judgement.notices] };
}

async function judgeEmbedded(run: Run, selection: Selection): Promise<Judgement> {
  const { request, sides, settings, baseline } = run;
  const judgeOne = embeddedJudge(sides, settings, baseline, request.today);
  const fixes = new Fixes(run, judgeOne, selection.files);
  const uses = objectUses(request, settings, sides);
  const outcomes: FileOutcome[] = [];
  const refused: ConfigError[] = [];
  /** Files that take something away, and their places among the others. */
  const again: (readonly [number, PreparedFile, FileToJudge])[] = [];
  // One file after the other, so that the text of a judged file can be freed.
  for await (const prepared of preparedFiles(run, selection)) {
    const { task } = prepared;
    const judged =
      task && (await logged(task.path, task.settings.dialect, () => judgeOne.judge(task, uses.asking(task))));
    if (task && uses.asked(task)) again.push([outcomes.length, prepared, task]);
    const outcome = await outcomeIn(run, prepared, judged);
    outcomes.push(task && !uses.asked(task) ? await fixes.addTo(outcome, task) : outcome);
    if (prepared.refused) refused.push(prepared.refused);
  }
  const isAnswered = again.length > 0 && (await uses.read());
  for (const [at, prepared, task] of again) {
    const outcome = isAnswered
      ? await outcomeIn(run, prepared, await judgeOne.judge(task, uses.answering(task)))
      : (outcomes[at] as FileOutcome);
    outcomes[at] = await fixes.addTo(outcome, task);
  }
  const rewritten = request.rewrite ? await fixes.writeAll(outcomes) : undefined;
  const callerGiven = outcomes.some(({ report }) => settings.of(report.path).caller !== undefined);
  return {
    outcomes,
    refused,
    judges: sides.rules.map((ruleset) => fileJudge(ruleset, callerGiven)),
    serviceOutcome: undefined,
    service: undefined,
    problem: undefined,
    problems: [],
    rewritten,
    notices: [
      ...expiredOwnExceptions(sides, request.today),
      ...uses.notices.map((message) => runNotice('warning', message)),
      ...(fixes.isCut ? [runNotice('notice', FIXES_LEFT_OUT)] : []),
    ],
  };
}

function logged(path: string, dialect: string, judge: () => Promise<JudgedFile>): Promise<JudgedFile> {
  return timed(
    'run',
    () => `judged \`${path}\` as ${dialect}`,
    judge,
    ({ statements, findings }) => `${counted(statements, 'statement')}, ${counted(findings.length, 'finding')}`,
  );
}

/** Judges the files once more, as if the settings that the change edits were in force. */
async function editedSettings(run: Run, { outcomes }: Judgement): Promise<readonly Notice[]> {
  const { request, sides, settings } = run;
  if (!sides.edited) return [];
  const edited = resolveSettings(request, sides.edited, undefined);
  const selection = await selectFiles(request, edited);
  const recorded = new Set(run.recorded.files.map(({ file }) => file.path));
  const paths = outcomes.map(({ report }) => report.path).filter((path) => !recorded.has(path));
  if (judgesAlike(settings, edited, paths, selection)) return [];
  const { outcomes: merged } = await judgeEmbedded({ ...run, settings: edited }, selection);
  const findingsOf = (list: readonly FileOutcome[]) => list.flatMap(({ findings }) => findings);
  return editedSettingsNotices(
    { findings: findingsOf(outcomes), policy: settings },
    { findings: findingsOf(merged), policy: edited },
  );
}

/** Whether the edited settings select the same files and judge each of them in the same way. */
function judgesAlike(now: Settings, edited: Settings, paths: readonly string[], { files }: Selection): boolean {
  const rest = (path: string, settings: Settings) => JSON.stringify({ ...settings.of(path), editedTool: undefined });
  const whole = ({ failOn, suppressions, findings, maxExemptionDays }: Settings) =>
    JSON.stringify([failOn, suppressions, findings, maxExemptionDays]);
  return (
    whole(now) === whole(edited) &&
    files.length === paths.length &&
    files.every(({ path }, at) => path === paths[at] && rest(path, now) === rest(path, edited))
  );
}

async function judgeInService(
  run: Run,
  mode: Exclude<RunMode, { kind: 'embedded' }>,
  selection: Selection,
): Promise<Judgement> {
  const { request, sides, settings, baseline } = run;
  const prepared: PreparedFile[] = [];
  for await (const file of preparedFiles(run, selection)) prepared.push(file);
  const tasks = prepared.flatMap(({ task }) => task ?? []);
  const withheld = mode.kind === 'withheld' ? withheldProblem(mode.why) : undefined;
  const dryRun =
    mode.kind === 'service' && tasks.length > 0
      ? await requestDryRun(request, mode, sides, settings, baseline, tasks)
      : undefined;
  const done = dryRun?.done;
  const problem = tasks.length > 0 ? (withheld ?? dryRun?.problem) : undefined;
  // The client has checked that the answer lists the same files in the same order.
  const judged = new Map(tasks.map((task, at) => [task, done?.files[at]]));
  return {
    outcomes: await Promise.all(prepared.map((file) => outcomeIn(run, file, file.task && judged.get(file.task)))),
    refused: prepared.flatMap(({ refused }) => refused ?? []),
    judges: done?.judges ?? [],
    serviceOutcome: done
      ? { kind: 'judged', done }
      : problem
        ? { kind: 'unanswered', reason: serviceFailureOf(problem) }
        : { kind: 'nothing' },
    service: { workspace: done?.workspace ?? request.service.workspace, rulesetVersion: done?.ruleset.version },
    problem,
    problems: dryRun?.refused ?? [],
    notices: done ? answerNotices(request, done) : [],
  };
}

/** The result for a file. */
async function outcomeIn(
  { request, sides, settings, recorded }: Run,
  prepared: PreparedFile,
  judged: JudgedFile | undefined,
): Promise<FileOutcome> {
  const outcome = outcomeOf(prepared, judged, settings);
  const { task } = prepared;
  if (!task || !recorded.files.includes(prepared)) return outcome;
  const measured = recorded.measured.get(prepared) ?? new Map();
  return outcomeOfSource(
    withMeasured(outcome, task, measured, sides, recorded.isLikeProduction(prepared, task.settings.serverVersion)),
    task,
    request,
    settings,
  );
}

async function* preparedFiles(
  { request, sides, settings, moved, movedAlong, recorded }: Run,
  { files }: Selection,
): AsyncGenerator<PreparedFile> {
  const contextOf = contextFinder(request, settings, files);
  const schemas = await readSchemas(request, settings, files);
  let done = 0;
  for (const file of withRemoved(files, schemas)) {
    request.onProgress?.(done++, files.length, file.path);
    const { path } = file;
    const own = {
      ...file,
      formerPath: moved.get(path) ?? movedAlong.get(path),
      isMovedAlong: movedAlong.has(path),
    };
    const prepared =
      prepareContextFile(own, settings, schemas) ?? (await prepareFile(request, settings, own, sides.introduces));
    yield await prepareSchemaFile(request, settings, prepared, schemas, contextOf);
  }
  yield* recorded.files;
  request.onProgress?.(done, files.length, '');
}

function assemble(
  { request, settings, recorded }: Run,
  sides: Sides,
  judgement: Judgement,
  found: Pick<CheckReport, 'findings' | 'notices' | 'suppressions' | 'newFlows'> & Pick<Selection, 'leftOut'>,
  survey: Survey | undefined,
): CheckReport {
  const { outcomes, judges, serviceOutcome, service, problem, rewritten } = judgement;
  const { newFlows } = found;
  const findings = sortFindings(found.findings, settings);
  const files = outcomes.map(({ report }) => report);
  const suppressions = [...outcomes.flatMap((outcome) => outcome.suppressions), ...found.suppressions];
  const operations = outcomes.reduce((sum, outcome) => sum + outcome.operations, 0);
  const totals = countTotals(files, findings, suppressions, operations, settings);
  const limit = { ...settings, today: request.today };
  const policy = {
    failOn: settings.failOn,
    onUnknown: settings.onUnknown,
    findings: settings.findings,
    lastExemptionDay: lastDayAllowed(limit),
  };
  const configErrors = sides.problems.filter(({ kind }) => kind === 'config').length;
  const { exitCode, conclusion } = conclude(
    totals,
    policy,
    configErrors,
    problem,
    survey ? `no SQL in this change; ${surveyConclusion(survey)}` : newFlows && newFlowsText(newFlows),
  );
  const { change } = request;
  const answer = serviceOutcome?.kind === 'judged' ? serviceOutcome.done : undefined;
  return {
    kind: 'check',
    formatVersion: 1,
    tool: { name: 'querygate', version: PRODUCT.version },
    headline: headline(
      request,
      sides,
      { files: totals.files, recorded: recorded.files.length, leftOut: found.leftOut, newFlows },
      serviceOutcome,
    ),
    judges,
    ...(service && { service }),
    scope: { kind: change ? 'changed' : 'all', event: request.event, base: change?.baseLabel, head: change?.headLabel },
    policy,
    verdict: verdictOf(findings, policy),
    exitCode,
    conclusion,
    findings,
    files,
    suppressions: [...suppressions].sort((a, b) => Number(b.added) - Number(a.added)),
    notices: [
      ...found.notices,
      ...sideNotices(
        sides,
        judges.length,
        findings.filter((finding) => counts(finding, policy)),
        answer,
      ),
      ...olderThanLimit(sides, suppressions, limit),
      ...judgement.notices,
    ],
    ...(newFlows && { newFlows }),
    ...(rewritten && { rewritten }),
    totals,
    ...(answer?.page !== undefined && { page: answer.page }),
    filesRoot: request.judged && filesRootOf(request.judged),
    docsRoot: docsRootOf(request.source),
    repeat: repeatCommand(request, service !== undefined),
  };
}
