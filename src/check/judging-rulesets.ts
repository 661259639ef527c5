import type { Judge } from '../model/index.ts';
import { type EvaluationScope, type Ruleset, rulesNotApplied, rulesThatApply } from '../rules/index.ts';

/** One ruleset that judges. */
export interface JudgingRuleset {
  readonly side: Judge['side'];
  readonly ruleset: Ruleset;
}

/** The rulesets that judge: the one in force, and the edited one if it differs. */
export function judgingRulesets(inForce: Ruleset, edited: Ruleset | undefined): readonly JudgingRuleset[] {
  if (edited === undefined || edited.hash === inForce.hash) return [{ side: 'only', ruleset: inForce }];
  return [
    { side: 'base', ruleset: inForce },
    { side: 'head', ruleset: edited },
  ];
}

const CALLER = { user: '', role: '', application: '', database: '', tags: {} };

/** The judge of a check. `callerGiven`: whether the caller of any file is known, so that rules about callers apply. */
export function fileJudge(judging: JudgingRuleset, callerGiven: boolean): Judge {
  return judgeOver(judging, { file: { path: '', section: '' }, caller: callerGiven ? CALLER : undefined });
}

/** The judge of production queries: these always have a caller, and never a file. */
export function trafficJudge(judging: JudgingRuleset): Judge {
  return judgeOver(judging, { file: undefined, caller: CALLER });
}

function judgeOver({ side, ruleset }: JudgingRuleset, scope: EvaluationScope): Judge {
  return {
    side,
    sources: ruleset.sources,
    commit: ruleset.commit,
    get hash() {
      return ruleset.hash;
    },
    rules: rulesThatApply(ruleset),
    ...(ruleset.extendsNoPack && { extendsNoPack: true }),
    notApplied: rulesNotApplied(ruleset, scope),
  };
}
