import { LIMITS } from '../../contract/index.ts';
import type { Context } from '../context/types.ts';
import { ProblemError } from '../problems/error.ts';
import { partsExpireBefore } from './put-text.ts';

/** A part that a request names, and the place (JSON Pointer) where it does. */
export interface RequestedPart {
  readonly hash: string;
  readonly pointer: string;
}

const FROM = 'FROM texts WHERE workspace_id = $1 AND hash = ANY ($2::text[]) AND created_at >= $3';

/**
 * Total bytes of the parts, each counted as often as it is named, without reading them.
 * Raises ProblemError `text_missing` with the first missing part and its place in the request; `body_too_large` if the
 * parts are too long together.
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
  // A UTF-16 code unit has at most three bytes in UTF-8, so more bytes are certainly too many characters.
  if (bytes > 3 * LIMITS.dryRunCharacters) throw tooLong();
  return bytes;
}

/**
 * Reads the parts, by hash. They stay stored, because a request can be repeated. Call `sizeOfTexts` first to check the
 * size. Raises ProblemError `text_missing`, like `sizeOfTexts`.
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
  // A byte order mark at the start of a part is kept as a character: only the reader of the whole file knows its
  // meaning.
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
  const detail = `the part \`${missing.hash}\` was never sent or has expired; send all parts of the text, then repeat the request`;
  throw new ProblemError('text_missing', detail, { errors: [{ detail, pointer: missing.pointer }] });
}

/** The problem for too much text: parts can name more text than a request could hold. */
export function tooLong(): ProblemError {
  return new ProblemError(
    'body_too_large',
    `the texts of the files have more than ${LIMITS.dryRunCharacters} characters together; send fewer files at a time`,
  );
}
