import { LIMITS, type SentText, type SqlFile } from '../../contract.ts';
import type { Context } from '../context.ts';
import type { EngineFile } from '../engine/engine.ts';
import { takeTexts, tooLong, type WantedPart } from './take-texts.ts';

/**
 * The files of a dry run with their texts whole.
 * Raises ProblemError `text_missing`, and `body_too_large` where the texts are too long together.
 */
export async function wholeFiles(
  ctx: Context,
  workspace: string,
  files: readonly SqlFile[],
): Promise<readonly EngineFile[]> {
  const wanted = files.flatMap(({ source, base }, index) => [
    ...partsOf(source, `/files/${index}/source`),
    ...(base ? partsOf(base, `/files/${index}/base`) : []),
  ]);
  const parts = await takeTexts(ctx, workspace, wanted);
  let characters = 0;
  const whole = (sent: SentText): string => {
    const pieces = 'text' in sent ? [sent.text] : sent.parts.map((hash) => parts.get(hash) ?? '');
    characters += pieces.reduce((sum, { length }) => sum + length, 0);
    if (characters <= LIMITS.dryRunCharacters) return pieces.join('');
    throw tooLong();
  };
  return files.map(({ source, base, ...file }) => ({
    ...file,
    text: whole(source),
    baseText: base && whole(base),
  }));
}

function partsOf(sent: SentText, pointer: string): readonly WantedPart[] {
  if ('text' in sent) return [];
  return sent.parts.map((hash, index) => ({ hash, pointer: `${pointer}/parts/${index}` }));
}
