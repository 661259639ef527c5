import { type DryRunRequest, LIMITS, type SentText, type SqlFile } from '../contract/index.ts';
import { ConfigError } from '../model/index.ts';
import { mostParts, type TextPart, textParts } from './text-parts.ts';

/** A SQL file to judge. */
export interface DryRunFile extends Omit<SqlFile, 'source' | 'base'> {
  /** The whole text, decoded. */
  readonly text: string;
  /** The text before the change, where there was one. */
  readonly baseText?: string | undefined;
}

/** What to judge, and by what: the request of the contract, with files as they are. */
export interface DryRunInput extends Omit<DryRunRequest, 'workspace' | 'files'> {
  readonly files: readonly DryRunFile[];
  /** SHA-256 of the effective ruleset in `head`, as it is computed here: it is not sent, the answer is held to it. */
  readonly headHash?: string | undefined;
}

/** A file and whether its texts go up before the call, in parts. */
interface PlannedFile {
  readonly file: DryRunFile;
  readonly inParts: boolean;
}
export type PlannedCall = readonly PlannedFile[];

/**
 * Which files go together in one call, in their order. A call holds at most LIMITS.sqlFiles files, a body that the
 * service takes, and as much SQL as a body can hold, parts counted too (but for a file that has more by itself): a call
 * with much more would keep the service busy for longer than a client waits.
 * Raises ConfigError where what comes with every call leaves no room for a file.
 */
export function planCalls({ files, headHash: _, ...rest }: DryRunInput, workspace: string): readonly PlannedCall[] {
  const room = LIMITS.requestBytes - jsonBytes({ ...rest, workspace, files: [] });
  const calls: PlannedFile[][] = [];
  let sizes = { entries: 0, texts: 0 };
  for (const file of files) {
    const planned = plan(file, room);
    const { entry, texts } = planned;
    if (entry > room) throw tooMuch(LIMITS.requestBytes - room, file);
    const call = calls.at(-1);
    const fits =
      call !== undefined &&
      call.length < LIMITS.sqlFiles &&
      sizes.entries + entry <= room &&
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

function tooMuch(common: number, { path }: DryRunFile): ConfigError {
  return new ConfigError(
    `the rule files and the baseline have ${common} bytes together, and the service takes ${LIMITS.requestBytes} with the files to judge; make them smaller`,
    { file: path },
  );
}

/** Sizes in bytes: `entry` what the file takes up in the body, `texts` the SQL itself. */
function plan(file: DryRunFile, room: number): PlannedFile & { readonly entry: number; readonly texts: number } {
  const sizes = [file.text, file.baseText ?? ''].map((text) => Buffer.byteLength(text));
  const texts = sizes.reduce((sum, size) => sum + size, 0);
  // Without writing JSON of tens of megabytes to see its length.
  if (sizes.every((size) => size <= LIMITS.partBytes)) {
    const entry = jsonBytes(entryOf(file, (text) => ({ text }))) + 1;
    if (entry <= room) return { file, inParts: false, entry, texts };
  }
  const entry = jsonBytes(entryOf(file, (text) => ({ parts: placeholders(text) }))) + 1;
  return { file, inParts: true, entry, texts };
}

function placeholders(text: string): string[] {
  return Array.from({ length: Math.max(1, mostParts(Buffer.byteLength(text))) }, () => '0'.repeat(64));
}

/** The files of a call as the body has them, and the parts that must be there before it. */
export function writeCall(call: PlannedCall): { readonly files: SqlFile[]; readonly parts: readonly TextPart[] } {
  const parts = new Map<string, TextPart>();
  const files = call.map(({ file, inParts }) =>
    entryOf(file, (text) => {
      // An empty text has no parts.
      if (!inParts || text === '') return { text };
      const own = textParts(text, file.path);
      for (const part of own) parts.set(part.hash, part);
      return { parts: own.map(({ hash }) => hash) };
    }),
  );
  return { files, parts: [...parts.values()] };
}

function entryOf({ text, baseText, ...rest }: DryRunFile, sent: (text: string) => SentText): SqlFile {
  return { ...rest, source: sent(text), ...(baseText !== undefined && { base: sent(baseText) }) };
}

function jsonBytes(value: object): number {
  return Buffer.byteLength(JSON.stringify(value));
}
