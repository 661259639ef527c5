import type { CompletedDryRun, DryRunInput, DryRunProgress } from '../../client/index.ts';
import { ConfigError, EXIT, ServiceError } from '../../model/index.ts';
import type { CheckRequest } from '../inputs/check-request.ts';
import type { Settings } from '../inputs/config.ts';
import type { RunMode } from '../inputs/resolve-mode.ts';
import { rulesetFiles } from '../inputs/ruleset-files.ts';
import type { SideProblem, Sides } from '../inputs/sides.ts';
import type { FileToJudge } from './files.ts';
import type { ServiceProblem } from './findings.ts';

/** What the service was asked, and what it said. */
export interface ServiceDryRun {
  /** Undefined where it gave no answer: then `problem` says why. */
  readonly done: CompletedDryRun | undefined;
  readonly problem: ServiceProblem | undefined;
  /** Rule files of the change that the service does not take. */
  readonly refused: readonly SideProblem[];
}

/** The service is set, and this run cannot ask it. */
export function withheldProblem(why: string): ServiceProblem {
  return { exitCode: EXIT.unknown, message: why };
}

/**
 * Has the service judge: under its active ruleset, and under the edited one where the change edits the repository's. Rule
 * files of the change that it does not take are a mistake in the change, and the files are then judged without them. No
 * answer is a problem of the report. Raises ConfigError for settings that are wrong.
 */
export async function requestDryRun(
  request: CheckRequest,
  place: Extract<RunMode, { kind: 'service' }>,
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
      baseUrl: place.baseUrl,
      apiKey: place.apiKey,
      workspace: place.workspace,
      deadline: timeout === undefined ? undefined : timeout * 1000,
      env,
    });
    const { head, headHash, ...rest } = await dryRunInput(request, sides, settings, baseline, tasks);
    const ask = (question: DryRunInput) =>
      client.dryRun(question, { onProgress: (progress) => request.onAsking?.(wordsOf(progress)) });
    try {
      return { done: await ask({ ...rest, ...(head && { head, headHash }) }), problem: undefined, refused };
    } catch (error) {
      if (!isAbout(error, head)) throw error;
      refused.push({ kind: 'config', error });
      return { done: await ask(rest), problem: undefined, refused };
    }
  } catch (error) {
    if (error instanceof ServiceError) {
      const { message, exitCode } = error;
      return { done: undefined, problem: { message, exitCode }, refused };
    }
    // A file that the service does not take; without a place it is a setting.
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
  { change, event }: CheckRequest,
  { own, editedRules }: Sides,
  { failOn, suppressions }: Settings,
  baseline: ReadonlySet<string>,
  tasks: readonly FileToJudge[],
): Promise<DryRunInput> {
  return {
    files: tasks.map(({ path, status, text, baseText, settings: { dialect, tool, caller } }) => ({
      path,
      status,
      dialect,
      text,
      ...(baseText !== undefined && { baseText }),
      ...(tool && { tool }),
      ...(caller && { caller }),
    })),
    ...(editedRules && { head: await rulesetFiles(editedRules), headHash: editedRules.ruleset?.hash }),
    ...(own?.ruleset && { base: { hash: own.ruleset.hash, ruleset: await rulesetFiles(own) } }),
    settings: { 'fail-on': failOn, suppressions },
    ...(baseline.size > 0 && { baseline: [...baseline] }),
    change: { event, ...(change && { base: change.baseLabel, head: change.headLabel }) },
  };
}

function wordsOf(progress: DryRunProgress): string {
  switch (progress.state) {
    case 'judging':
      return `the service has judged ${progress.done} of ${progress.total} files`;
    case 'waiting':
      return `trying again in ${Math.ceil(progress.wait / 1000)} s (${progress.reason})`;
  }
}
