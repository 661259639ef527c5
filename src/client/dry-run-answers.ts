import { CALLS, type DryRun } from '../contract/index.ts';
import { type FindingStatus, PRODUCT } from '../model/index.ts';
import { oneLine, type RequestContext } from './answer.ts';
import type { DryRunFile, DryRunInput } from './dry-run-plan.ts';
import type { Reply } from './exchange.ts';
import { readWorkspaceAnswer, unexpectedAnswer } from './read-answer.ts';

/** What was asked in one call: the question, and the files of it that went over. */
export interface DryRunCall {
  readonly question: DryRunInput;
  readonly files: readonly DryRunFile[];
}

/**
 * The answer to a call: about the very files that were sent, by the rulesets that were asked for, with no finding left out
 * of the count for a reason that the question did not give. Raises whatever an answer that is none stands for.
 */
export function readDryRun(reply: Reply, call: DryRunCall, asked: RequestContext): DryRun {
  const answer = readWorkspaceAnswer(reply, CALLS.dryRun.answers, CALLS.dryRun.response, asked);
  const fault = faultOfFiles(answer, call) ?? faultOfJudges(answer, call.question) ?? faultOfStatus(answer, call);
  if (fault !== undefined) throw unexpectedAnswer(oneLine(fault, asked.mask), reply, asked);
  return answer;
}

function faultOfFiles({ files }: DryRun, { files: sent }: DryRunCall): string | undefined {
  if (files.length !== sent.length) return `it is about ${files.length} files, and ${sent.length} were sent`;
  const other = files.findIndex(({ path }, at) => path !== sent[at]?.path);
  if (other >= 0) return `its file ${other + 1} is not the one that was sent`;
  const stray = files.some(({ path, findings, suppressions, notices }) =>
    [...findings, ...suppressions, ...notices].some((part) => part.path !== undefined && part.path !== path),
  );
  return stray ? 'it shows findings of one file in another' : undefined;
}

function faultOfJudges({ judges, drift, engine }: DryRun, { head, headHash, base }: DryRunInput): string | undefined {
  const sides = judges.map(({ side }) => side).join(' ');
  if (sides !== 'only' && !(head && sides === 'base head')) return 'it does not say which rulesets judged';
  // One program computes one hash of one ruleset; another one may do so otherwise.
  const isComparable = engine.name === PRODUCT.name && engine.version === PRODUCT.version;
  if (head && headHash !== undefined && isComparable && judges.at(-1)?.hash !== headHash) {
    return sides === 'only'
      ? 'its active ruleset alone judged, and the edited rules, which are others, did not'
      : 'other rules than the edited ones judged';
  }
  if ((base !== undefined) !== (drift !== undefined)) {
    return base ? 'it does not say whether the active ruleset has drifted' : 'it tells of a drift from nothing';
  }
  return undefined;
}

function faultOfStatus({ files }: DryRun, { question, files: sent }: DryRunCall): string | undefined {
  const baseline = new Set(question.baseline);
  for (const [at, { path, findings }] of files.entries()) {
    const file = sent[at];
    for (const { status, fingerprint } of findings) {
      const fault = file && impossible(status, fingerprint, file, baseline, question);
      if (fault !== undefined) return `a finding in \`${path}\` is \`${status}\`, ${fault}`;
    }
  }
  return undefined;
}

/** Why a finding of the file cannot have that status, by which it would not count. */
function impossible(
  status: FindingStatus,
  fingerprint: string,
  file: DryRunFile,
  baseline: ReadonlySet<string>,
  { settings }: DryRunInput,
): string | undefined {
  switch (status) {
    case 'baselined':
      return baseline.has(fingerprint) && file.status !== 'added' && file.status !== 'renamed'
        ? undefined
        : 'which no baseline accepts';
    case 'existing':
      return file.status === 'modified' && file.baseText !== undefined
        ? undefined
        : 'which would be of a text that it was not sent';
    case 'suppressed':
      return settings?.suppressions === 'off' ? 'which nothing in the file may bring about' : undefined;
    case 'spared':
      return file.tool === undefined ? 'though no tool runs the file' : undefined;
    default:
      return undefined;
  }
}

/** Which rulesets judged, and by what program: what must be equal in all answers of one run. */
export function judgedBy({ ruleset, judges, engine }: DryRun): string {
  const rulesets = judges.map(({ side, hash, rules, sources, commit }) => [side, hash, rules, sources, commit]);
  return JSON.stringify([ruleset.version, engine.name, engine.version, rulesets]);
}

/** The judges of all answers: of the rules that do not apply, those that applied in no call. */
export function mergedJudges([first, ...others]: readonly DryRun[]): DryRun['judges'] {
  return (first?.judges ?? []).map((judge, at) => {
    const rest = others.map(({ judges }) => new Set(judges[at]?.notApplied.map(({ rule }) => rule)));
    return { ...judge, notApplied: judge.notApplied.filter(({ rule }) => rest.every((rules) => rules.has(rule))) };
  });
}
