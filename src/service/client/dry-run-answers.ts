import { CALLS, type DryRun } from '../contract.ts';
import type { Asked } from './answer.ts';
import type { Reply } from './exchange.ts';
import { readOwn, unexpected } from './read-answer.ts';

/** What was asked in one call. */
export interface DryRunCall {
  readonly paths: readonly string[];
  readonly withHead: boolean;
  readonly withBase: boolean;
}

/** The answer to a call, about the very files that were sent. Raises whatever an answer that is none stands for. */
export function readDryRun(reply: Reply, call: DryRunCall, asked: Asked): DryRun {
  const answer = readOwn(reply, CALLS.dryRun.answers, CALLS.dryRun.response, asked);
  const fault = faultOf(answer, call);
  if (fault !== undefined) throw unexpected(fault, reply, asked);
  return answer;
}

function faultOf({ files, judges, drift }: DryRun, { paths, withHead, withBase }: DryRunCall): string | undefined {
  if (files.length !== paths.length) return `it is about ${files.length} files, and ${paths.length} were sent`;
  const other = files.findIndex(({ path }, at) => path !== paths[at]);
  if (other >= 0) return `its file ${other + 1} is not the one that was sent`;
  const stray = files.some(({ path, findings, suppressions, notices }) =>
    [...findings, ...suppressions, ...notices].some((part) => part.path !== undefined && part.path !== path),
  );
  if (stray) return 'it shows findings of one file in another';
  const sides = judges.map(({ side }) => side).join(' ');
  if (sides !== 'only' && !(withHead && sides === 'base head')) return 'it does not say which rulesets judged';
  if (withBase !== (drift !== undefined)) {
    return withBase ? 'it does not say whether the active ruleset has drifted' : 'it tells of a drift from nothing';
  }
  return undefined;
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
