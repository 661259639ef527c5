import { type DryRunRequest, LIMITS, type SqlFile, type TextOrParts } from '../contract/index.ts';
import { ConfigError } from '../model/index.ts';
import { maxParts, type TextPart, textParts } from './text-parts.ts';

/** A SQL file to check. */
export interface DryRunFile extends Omit<SqlFile, 'source' | 'base'> {
  /** The full text, decoded. */
  readonly text: string;
  /** The text before the change, if the file existed. */
  readonly baseText?: string | undefined;
}

/** The input of a dry run: like the request of the contract, but with the files as plain text. */
export interface DryRunInput extends Omit<DryRunRequest, 'workspace' | 'files'> {
  readonly files: readonly DryRunFile[];
  /** SHA-256 of the effective ruleset in `head`. It is not sent, but compared with the response. */
  readonly headHash?: string | undefined;
}

/** A file, and whether its texts are uploaded in parts before the call. */
interface PlannedFile {
  readonly file: DryRunFile;
  readonly inParts: boolean;
}
export type PlannedCall = readonly PlannedFile[];

/**
 * Groups the files into calls, in order. Each call has at most LIMITS.sqlFiles files and LIMITS.requestBytes bytes. The
 * SQL of a call, including uploaded parts, has the same limit (unless a single file is larger), because more SQL could
 * keep the service busy for longer than the client waits. Raises ConfigError if the rules and the baseline, which are
 * part of every call, leave no room for a file.
 */
export function planCalls({ files, headHash: _, ...rest }: DryRunInput, workspace: string): readonly PlannedCall[] {
  const available = LIMITS.requestBytes - jsonBytes({ ...rest, workspace, files: [] });
  const calls: PlannedFile[][] = [];
  let sizes = { entries: 0, texts: 0 };
  for (const file of files) {
    const planned = plan(file, available);
    const { entry, texts } = planned;
    if (entry > available) throw tooLarge(LIMITS.requestBytes - available, file);
    const call = calls.at(-1);
    const fits =
      call !== undefined &&
      call.length < LIMITS.sqlFiles &&
      sizes.entries + entry <= available &&
      sizes.texts + texts <= LIMITS.requestBytes;
    if (fits) {
      call.push(planned);
      sizes = { entries: sizes.entries + entry, texts: sizes.texts + texts };
    } else {
      calls.push([planned]);
      sizes = { entries: entry, texts };
    }
  }
  return calls;
}

function tooLarge(commonBytes: number, { path }: DryRunFile): ConfigError {
  return new ConfigError(
    `the rule files and the baseline have ${commonBytes} bytes, which leaves no room for this file: a request can have at most ${LIMITS.requestBytes} bytes; make them smaller`,
    { file: path },
  );
}

/** Sizes in bytes. `entry`: the file in the request body; `texts`: the SQL itself. */
function plan(file: DryRunFile, available: number): PlannedFile & { readonly entry: number; readonly texts: number } {
  const sizes = [file.text, file.baseText ?? ''].map((text) => Buffer.byteLength(text));
  const texts = sizes.reduce((sum, size) => sum + size, 0);
  // Avoids serialising tens of megabytes only to measure them.
  if (sizes.every((size) => size <= LIMITS.partBytes)) {
    const entry = jsonBytes(entryOf(file, (text) => ({ text }))) + 1;
    if (entry <= available) return { file, inParts: false, entry, texts };
  }
  const entry = jsonBytes(entryOf(file, (text) => ({ parts: placeholders(text) }))) + 1;
  return { file, inParts: true, entry, texts };
}

function placeholders(text: string): string[] {
  return Array.from({ length: Math.max(1, maxParts(Buffer.byteLength(text))) }, () => '0'.repeat(64));
}

/** The files of a call as they are sent, and the parts to upload before the call. */
export function writeCall(call: PlannedCall): { readonly files: SqlFile[]; readonly parts: readonly TextPart[] } {
  const parts = new Map<string, TextPart>();
  const files = call.map(({ file, inParts }) =>
    entryOf(file, (text) => {
      // An empty text has no parts.
      if (!inParts || text === '') return { text };
      const fileParts = textParts(text, file.path);
      for (const part of fileParts) parts.set(part.hash, part);
      return { parts: fileParts.map(({ hash }) => hash) };
    }),
  );
  return { files, parts: [...parts.values()] };
}

function entryOf({ text, baseText, ...rest }: DryRunFile, toSent: (text: string) => TextOrParts): SqlFile {
  return { ...rest, source: toSent(text), ...(baseText !== undefined && { base: toSent(baseText) }) };
}

function jsonBytes(value: object): number {
  return Buffer.byteLength(JSON.stringify(value));
}
