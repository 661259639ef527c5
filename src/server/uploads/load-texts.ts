import { LIMITS } from '../../contract/index.ts';
import type { Context } from '../context/types.ts';
import { ProblemError } from '../problems/error.ts';
import { partsExpireBefore } from './put-text.ts';

/** A part that a request names, and where it does: a JSON Pointer. */
export interface RequestedPart {
  readonly hash: string;
  readonly pointer: string;
}

const FROM = 'FROM texts WHERE workspace_id = $1 AND hash = ANY ($2::text[]) AND created_at >= $3';

/**
 * Bytes of the parts together, each as often as it is named; nothing of them is read.
 * Raises ProblemError `text_missing` that names the first part that is not there, and where the request names it;
 * `body_too_large` where they are too long together.
 */
export async function sizeOfTexts(ctx: Context, workspace: string, wanted: readonly RequestedPart[]): Promise<number> {
  if (wanted.length === 0) return 0;
  const { rows } = await ctx.db.query<{ hash: string; bytes: number }>(
    `SELECT hash, octet_length(bytes) AS bytes ${FROM}`,
    parametersOf(ctx, workspace, wanted),
  );
  const sizes = new Map(rows.map(({ hash, bytes }) => [hash, bytes]));
  refuseMissing(wanted, sizes);
  const bytes = wanted.reduce((sum, { hash }) => sum + (sizes.get(hash) ?? 0), 0);
  // A UTF-16 code unit has at most three bytes in UTF-8: what has more bytes is too long, and need not be read to know it.
  if (bytes > 3 * LIMITS.dryRunCharacters) throw tooLong();
  return bytes;
}

/**
 * The parts, by hash. They stay where they are: a request may come again. Raises ProblemError `text_missing`, as `sizeOfTexts`
 * does, which tells whether there is room for them.
 */
export async function loadTexts(
  ctx: Context,
  workspace: string,
  wanted: readonly RequestedPart[],
): Promise<ReadonlyMap<string, string>> {
  if (wanted.length === 0) return new Map();
  const { rows } = await ctx.db.query<{ hash: string; bytes: Uint8Array }>(
    `SELECT hash, bytes ${FROM}`,
    parametersOf(ctx, workspace, wanted),
  );
  // A mark at the beginning of a part is a character of the text: only whoever reads the file knows what it means there.
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const texts = new Map(rows.map(({ hash, bytes }) => [hash, decoder.decode(bytes)]));
  refuseMissing(wanted, texts);
  return texts;
}

function parametersOf(ctx: Context, workspace: string, wanted: readonly RequestedPart[]): readonly unknown[] {
  return [workspace, [...new Set(wanted.map(({ hash }) => hash))], partsExpireBefore(ctx.now())];
}

function refuseMissing(wanted: readonly RequestedPart[], known: ReadonlyMap<string, unknown>): void {
  const missing = wanted.find(({ hash }) => !known.has(hash));
  if (!missing) return;
  const detail = `the part \`${missing.hash}\` was never sent, or is gone; send all parts of the text, and ask again`;
  throw new ProblemError('text_missing', detail, { errors: [{ detail, pointer: missing.pointer }] });
}

/** Parts make it easy to name more text than a request could hold. */
export function tooLong(): ProblemError {
  return new ProblemError(
    'body_too_large',
    `the texts of the files have more than ${LIMITS.dryRunCharacters} characters together; ask about fewer files at a time`,
  );
}
