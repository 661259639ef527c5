import type { SuggestedOutcome } from '../../ci/index.ts';
import { counted } from '../../model/index.ts';

/** What became of the fixes of a run, for people: sentences without a full stop. */
export function suggestionLines(
  { suggested, outside, problem }: SuggestedOutcome,
  others: readonly string[],
): readonly string[] {
  const lines = [
    problem ?? (suggested > 0 ? `suggested ${counted(suggested, 'change')}` : undefined),
    outside > 0
      ? `${counted(outside, 'fix', 'fixes')} not suggested: the host does not show the lines as added`
      : undefined,
    ...others,
  ].filter((line) => line !== undefined);
  const isWhole = problem === undefined && outside === 0 && others.length === 0;
  return isWhole || lines.length === 0 ? lines : [...lines, 'the report has the SQL of all fixes'];
}
