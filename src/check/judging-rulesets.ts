import type { Judge } from '../model/index.ts';
import { type EvaluationScope, type Ruleset, rulesNotApplied } from '../rules/index.ts';

/** One ruleset that judges. */
export interface JudgingRuleset {
  readonly side: Judge['side'];
  readonly ruleset: Ruleset;
}

/** The rulesets that judge: the one in force, and beside it the edited one where it is another. */
export function judgingRulesets(inForce: Ruleset, edited: Ruleset | undefined): readonly JudgingRuleset[] {
  if (edited === undefined || edited.hash === inForce.hash) return [{ side: 'only', ruleset: inForce }];
  return [
    { side: 'base', ruleset: inForce },
    { side: 'head', ruleset: edited },
  ];
}

const CALLER = { user: '', role: '', application: '', database: '', tags: {} };

/** Who judged files. `callerGiven`: whether of any of them it is known who runs it, so that rules about callers apply. */
export function judgeOfFiles(judging: JudgingRuleset, callerGiven: boolean): Judge {
  return judgeOver(judging, { file: { path: '', section: '' }, caller: callerGiven ? CALLER : undefined });
}

/** Who judged what runs in production: it always has a caller, and never a file. */
export function judgeOfTraffic(judging: JudgingRuleset): Judge {
  return judgeOver(judging, { file: undefined, caller: CALLER });
}

function judgeOver({ side, ruleset }: JudgingRuleset, surroundings: EvaluationScope): Judge {
  return {
    side,
    sources: ruleset.sources,
    commit: ruleset.commit,
    hash: ruleset.hash,
    rules: ruleset.rules.filter((rule) => rule.verdict !== 'off').length,
    notApplied: rulesNotApplied(ruleset, surroundings),
  };
}
