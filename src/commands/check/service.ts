import type { CompletedDryRun, DryRunInput, DryRunProgress } from '../../client/index.ts';
import type { UsedObject } from '../../contract/index.ts';
import { ConfigError, EXIT, ServiceError } from '../../model/index.ts';
import type { CheckRequest } from '../inputs/check-request.ts';
import type { Settings } from '../inputs/config.ts';
import type { RunMode } from '../inputs/resolve-mode.ts';
import { rulesetFiles } from '../inputs/ruleset-files.ts';
import type { SideProblem, Sides } from '../inputs/sides.ts';
import type { FileToJudge } from './files.ts';
import type { ServiceProblem } from './findings.ts';
import { objectsTakenAway } from './taken-away.ts';

/** The result of a dry run in the service. */
export interface ServiceDryRun {
  /** Undefined if the service did not answer: then `problem` says why. */
  readonly done: CompletedDryRun | undefined;
  readonly problem: ServiceProblem | undefined;
  /** Rule files of the change that the service rejected. */
  readonly refused: readonly SideProblem[];
}

/** A service is configured, but this run cannot use it. */
export function withheldProblem(why: string): ServiceProblem {
  return { exitCode: EXIT.unknown, message: why };
}

/**
 * Lets the service judge the files: under its active ruleset, and under the edited one if the change edits the
 * repository's rules. If the service rejects the rule files of the change, that is an error in the change, and the
 * files are judged without them. If it does not answer, the report shows a problem. Raises ConfigError for invalid
 * settings.
 */
export async function requestDryRun(
  request: CheckRequest,
  mode: Extract<RunMode, { kind: 'service' }>,
  sides: Sides,
  settings: Settings,
  baseline: ReadonlySet<string>,
  tasks: readonly FileToJudge[],
): Promise<ServiceDryRun> {
  const { createServiceClient } = await import('../../client/index.ts');
  const { timeout, env = {} } = request.service;
  const refused: SideProblem[] = [];
  try {
    const client = createServiceClient({
      baseUrl: mode.baseUrl,
      ...mode.credential,
      workspace: mode.workspace,
      deadline: timeout === undefined ? undefined : timeout * 1000,
      env,
    });
    const uses = await objectsTakenAway(request, settings, tasks);
    const { head, headHash, ...rest } = await dryRunInput(request, sides, settings, baseline, tasks, uses);
    const dryRun = (input: DryRunInput) =>
      client.dryRun(input, { onProgress: (progress) => request.onServiceProgress?.(progressText(progress)) });
    try {
      return { done: await dryRun({ ...rest, ...(head && { head, headHash }) }), problem: undefined, refused };
    } catch (error) {
      if (!isAbout(error, head)) throw error;
      refused.push(...error.all.map((mistake) => ({ kind: 'config' as const, error: mistake })));
      return { done: await dryRun(rest), problem: undefined, refused };
    }
  } catch (error) {
    if (error instanceof ServiceError) {
      const { message, exitCode } = error;
      return { done: undefined, problem: { message, exitCode }, refused };
    }
    // With a place, the service rejected a file; without one, a setting is invalid.
    if (!(error instanceof ConfigError && error.place)) throw error;
    const problem = { message: error.toLine(), exitCode: EXIT.config };
    return { done: undefined, problem, refused };
  }
}

function isAbout(error: unknown, head: DryRunInput['head']): error is ConfigError {
  if (!(error instanceof ConfigError)) return false;
  return head?.files.some(({ path }) => path === error.place?.file) === true;
}

async function dryRunInput(
  { change, event, service }: CheckRequest,
  { own, editedRules }: Sides,
  { failOn, suppressions, maxExemptionDays, unusedDays }: Settings,
  baseline: ReadonlySet<string>,
  tasks: readonly FileToJudge[],
  uses: ReadonlyMap<FileToJudge, readonly UsedObject[]>,
): Promise<DryRunInput> {
  const sent = withinLimit(tasks.map((task) => ({ ...task, uses: uses.get(task) })));
  return {
    files: sent.map(({ path, formerPath, status, text, baseText, context, settings, uses: objects }) => ({
      path,
      formerPath,
      status,
      dialect: settings.dialect,
      text,
      baseText,
      tool: settings.tool,
      runBy: settings.runBy,
      transaction: settings.transaction,
      serverVersion: settings.serverVersion,
      caller: settings.caller,
      context: context && (structuredClone(context) as DryRunInput['files'][0]['context']),
      ...(objects && { uses: [...objects] }),
    })),
    ...(editedRules && { head: await rulesetFiles(editedRules), headHash: editedRules.ruleset?.hash }),
    ...(own?.ruleset && { base: { hash: own.ruleset.hash, ruleset: await rulesetFiles(own) } }),
    settings: {
      'fail-on': failOn,
      suppressions,
      ...(maxExemptionDays !== undefined && { 'max-exemption-days': maxExemptionDays }),
      ...(unusedDays !== undefined && uses.size > 0 && { 'unused-days': unusedDays }),
    },
    ...(baseline.size > 0 && { baseline: [...baseline] }),
    change: { ...service.run, event, ...(change && { base: change.baseLabel, head: change.headLabel }) },
  };
}

/** Maximum number of values in the contexts of a run: a request has a limit for its values (`LIMITS.bodyValues`). */
const MAX_CONTEXT_VALUES = 50_000;

type SentFile = FileToJudge & { readonly uses: readonly UsedObject[] | undefined };

/** Leaves out the contexts and objects beyond the limit. What a file does not say is not known. */
function withinLimit(tasks: readonly SentFile[]): readonly SentFile[] {
  let values = 0;
  return tasks.map((task) => {
    values += (task.context ? valuesIn(task.context) : 0) + (task.uses ? valuesIn(task.uses) : 0);
    if (values <= MAX_CONTEXT_VALUES) return task;
    // Without its schema, what a file loses would pass.
    const { schema } = task.context ?? {};
    return { ...task, context: schema && { tables: [], schema }, uses: undefined };
  });
}

/** Values, lists and objects. */
function valuesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce((sum: number, each) => sum + valuesIn(each), 1);
}

function progressText(progress: DryRunProgress): string {
  switch (progress.state) {
    case 'judging':
      return `the service has judged ${progress.done} of ${progress.total} files`;
    case 'waiting':
      return `retrying in ${Math.ceil(progress.wait / 1000)} s (${progress.reason})`;
  }
}
