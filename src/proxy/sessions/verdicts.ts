import type { Judgement } from '../judging/index.ts';
import type { ProxyMode, QueryJudgement } from '../types.ts';

/** One object for each judgement and mode, so that its JSON can be kept. */
const VERDICTS = new WeakMap<Judgement, Map<ProxyMode, QueryJudgement>>();

/** The judgement as it is recorded; undefined if there were no rules. */
export function judgedAs(judgement: Judgement, mode: ProxyMode): QueryJudgement | undefined {
  const { rules, verdict, findings } = judgement;
  if (!rules) return undefined;
  const known = VERDICTS.get(judgement) ?? new Map<ProxyMode, QueryJudgement>();
  VERDICTS.set(judgement, known);
  let made = known.get(mode);
  if (!made) {
    made = { verdict, rules: [...new Set(findings.map(({ rule }) => rule))], ruleset: rules.version, mode };
    known.set(mode, made);
  }
  return made;
}
