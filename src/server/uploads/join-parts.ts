import { LIMITS, type SqlFile, type TextOrParts } from '../../contract/index.ts';
import type { Context } from '../context/types.ts';
import type { EngineFile, FilesToRead } from '../engine/engine.ts';
import { loadTexts, type RequestedPart, sizeOfTexts, tooLong } from './load-texts.ts';

/**
 * The files of a dry run. Their parts are read only on `read`, because a small request can name much text.
 * Both raise ProblemError `text_missing`, and `body_too_large` if the texts are too long together.
 */
export async function filesToRead(ctx: Context, workspace: string, files: readonly SqlFile[]): Promise<FilesToRead> {
  const wanted = files.flatMap(({ source, base }, index) => [
    ...partsOf(source, `/files/${index}/source`),
    ...(base ? partsOf(base, `/files/${index}/base`) : []),
  ]);
  const inBody = files.reduce(
    (sum, { source, base }) => sum + charactersOf(source) + (base ? charactersOf(base) : 0),
    0,
  );
  return {
    // A character has at least one byte.
    characters: inBody + (await sizeOfTexts(ctx, workspace, wanted)),
    read: () => wholeFiles(ctx, workspace, files, wanted),
  };
}

async function wholeFiles(
  ctx: Context,
  workspace: string,
  files: readonly SqlFile[],
  wanted: readonly RequestedPart[],
): Promise<readonly EngineFile[]> {
  const parts = await loadTexts(ctx, workspace, wanted);
  let characters = 0;
  const whole = (sent: TextOrParts): string => {
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

function charactersOf(sent: TextOrParts): number {
  return 'text' in sent ? sent.text.length : 0;
}

function partsOf(sent: TextOrParts, pointer: string): readonly RequestedPart[] {
  if ('text' in sent) return [];
  return sent.parts.map((hash, index) => ({ hash, pointer: `${pointer}/parts/${index}` }));
}
