import { CALLS, type DryRun } from '../contract/index.ts';
import type { Reply } from '../http/index.ts';
import { type FindingStatus, PRODUCT } from '../model/index.ts';
import type { DryRunFile, DryRunInput } from './dry-run-plan.ts';
import { oneLine, type RequestContext } from './errors.ts';
import { readWorkspaceAnswer, unexpectedAnswer } from './read-response.ts';

/** One call of a dry run: the input of the whole dry run, and the files of this call. */
export interface DryRunCall {
  readonly input: DryRunInput;
  readonly files: readonly DryRunFile[];
}

/**
 * Reads the response to a call, and checks that it covers exactly the files that were sent, that the requested rulesets
 * were used, and that no finding is discounted for a reason that the request did not contain.
 * Raises the error that a failed or unexpected response stands for.
 */
export function readDryRun(reply: Reply, call: DryRunCall, context: RequestContext): DryRun {
  const answer = readWorkspaceAnswer(reply, CALLS.dryRun.answers, CALLS.dryRun.response, context);
  const fault = faultOfFiles(answer, call) ?? faultOfJudges(answer, call.input) ?? faultOfStatus(answer, call);
  if (fault !== undefined) throw unexpectedAnswer(oneLine(fault, context.mask), reply, context);
  return answer;
}

function faultOfFiles({ files }: DryRun, { files: sent }: DryRunCall): string | undefined {
  if (files.length !== sent.length) return `it covers ${files.length} files, but ${sent.length} were sent`;
  const mismatch = files.findIndex(({ path }, index) => path !== sent[index]?.path);
  if (mismatch >= 0) return `its file ${mismatch + 1} is not file ${mismatch + 1} of the request`;
  const misplaced = files.some(({ path, findings, suppressions, notices }) =>
    [...findings, ...suppressions, ...notices].some((part) => part.path !== undefined && part.path !== path),
  );
  return misplaced ? 'it reports findings of one file under another' : undefined;
}

function faultOfJudges({ judges, drift, engine }: DryRun, { head, headHash, base }: DryRunInput): string | undefined {
  const sides = judges.map(({ side }) => side).join(' ');
  if (sides !== 'only' && !(head && sides === 'base head')) return 'it does not name the rulesets that were used';
  // Hashes are only comparable within one version: another version may compute them differently.
  const isComparable = engine.name === PRODUCT.name && engine.version === PRODUCT.version;
  if (head && headHash !== undefined && isComparable && judges.at(-1)?.hash !== headHash) {
    return sides === 'only'
      ? 'it used only the active ruleset and not the edited rules, which differ'
      : 'it used other rules than the edited ones';
  }
  if ((base !== undefined) !== (drift !== undefined)) {
    return base
      ? 'it does not say whether the active ruleset has drifted'
      : 'it reports drift, but no base ruleset was sent';
  }
  return undefined;
}

function faultOfStatus({ files }: DryRun, { input, files: sent }: DryRunCall): string | undefined {
  const baseline = new Set(input.baseline);
  for (const [index, { path, findings }] of files.entries()) {
    const file = sent[index];
    for (const { status, acceptedAs } of findings) {
      const fault = file && statusFault(status, acceptedAs, file, baseline, input);
      if (fault !== undefined) return `a finding in \`${path}\` is \`${status}\`, but ${fault}`;
    }
  }
  return undefined;
}

/** Why a finding of the file cannot have this status, with which it would not count. */
function statusFault(
  status: FindingStatus,
  acceptedAs: string | undefined,
  file: DryRunFile,
  baseline: ReadonlySet<string>,
  { settings }: DryRunInput,
): string | undefined {
  switch (status) {
    case 'baselined':
      return baseline.has(acceptedAs ?? '') && (file.formerPath !== undefined || !isNew(file))
        ? undefined
        : 'no baseline accepts it';
    case 'existing':
      return (file.status === 'modified' && file.baseText !== undefined) || file.context?.routines !== undefined
        ? undefined
        : 'no earlier text of the file or of its routines was sent';
    case 'suppressed':
      return settings?.suppressions === 'off' ? 'suppressions are off' : undefined;
    case 'spared':
      return file.tool === undefined ? 'the file has no migration tool' : undefined;
    default:
      return undefined;
  }
}

function isNew({ status }: DryRunFile): boolean {
  return status === 'added' || status === 'renamed';
}

/** Identifies the rulesets and the engine version, which must be the same in all responses of one dry run. */
export function judgedBy({ ruleset, judges, engine }: DryRun): string {
  const rulesets = judges.map(({ side, hash, rules, sources, commit }) => [side, hash, rules, sources, commit]);
  return JSON.stringify([ruleset.version, engine.name, engine.version, rulesets]);
}

/** Merges the judges of all responses. A rule is listed as not applied only if it was applied in no call. */
export function mergeJudges([first, ...others]: readonly DryRun[]): DryRun['judges'] {
  return (first?.judges ?? []).map((judge, index) => {
    const otherSets = others.map(({ judges }) => new Set(judges[index]?.notApplied.map(subjectOf)));
    const notApplied = judge.notApplied.filter((entry) =>
      otherSets.every((subjects) => subjects.has(subjectOf(entry))),
    );
    return { ...judge, notApplied };
  });
}

function subjectOf({ rule, exception }: DryRun['judges'][number]['notApplied'][number]): string {
  return exception ? `exception to ${rule}` : rule;
}
