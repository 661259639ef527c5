import type { CheckedRulesetBody, RulesetFiles } from '../../contract/index.ts';
import { type Context, dayOf } from '../context/types.ts';
import { type Engine, EngineLimit, EngineRefusal } from '../engine/engine.ts';
import { activeRuleset, engineRuleset } from './active.ts';

/**
 * Checks a ruleset that a user proposes: its mistakes, its examples, and what it changes. Nothing is stored. Raises
 * ProblemError `workspace_not_found`.
 */
export async function checkRuleset(
  ctx: Context,
  engine: Pick<Engine, 'checkRuleset'>,
  workspace: string,
  files: RulesetFiles,
): Promise<CheckedRulesetBody> {
  const active = await activeRuleset(ctx, workspace);
  try {
    const checked = await engine.checkRuleset(files, engineRuleset(active), dayOf(ctx.now()));
    const valid = checked.examples.failed.length === 0;
    const compared = checked.compared && { ...checked.compared, version: active.version };
    return { workspace, valid, problems: [], checked: { ...checked, compared } };
  } catch (error) {
    if (error instanceof EngineRefusal)
      return { workspace, valid: false, problems: problemsOf(error), checked: undefined };
    if (!(error instanceof EngineLimit)) throw error;
    const detail = `${error.message}; make the rule files simpler`;
    return { workspace, valid: false, problems: [{ detail, place: undefined }], checked: undefined };
  }
}

function problemsOf({ errors }: EngineRefusal): CheckedRulesetBody['problems'] {
  return errors.map(({ detail, place }) => ({
    detail,
    place: place && { file: place.file, line: place.line, column: place.column },
  }));
}
