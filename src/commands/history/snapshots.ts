import { dayOf, EXIT } from '../../model/index.ts';
import type { CommandResult } from '../command-result.ts';

/** `querygate history show`: describes a snapshot. Raises ConfigError. */
export async function showHistoryCommand(request: {
  /** Path, or `-`. */
  readonly file: string;
  /** Number of flows to list. */
  readonly top: number;
  readonly json: boolean;
  readonly now: Date;
}): Promise<CommandResult> {
  const { describeHistory, descriptionText, snapshotFrom } = await import('../../history/index.ts');
  const { header, rows } = await snapshotFrom(request.file);
  const today = dayOf(request.now);
  const description = describeHistory(header, rows, { top: request.top, today });
  const text = request.json ? `${JSON.stringify(description, undefined, 2)}\n` : descriptionText(description);
  return { text, exitCode: EXIT.ok };
}

/** `querygate history merge`: merges several snapshots into one. Raises ConfigError. */
export async function mergeHistoryCommand(request: {
  readonly files: readonly string[];
  readonly output: string;
  readonly allowOverlap: boolean;
  readonly maxVariants?: number | undefined;
}): Promise<CommandResult> {
  const { headerText, mergeSnapshots } = await import('../../history/index.ts');
  const header = await mergeSnapshots(request.files, request.output, request);
  return { text: `wrote ${request.output}: ${headerText(header)}`, exitCode: EXIT.ok };
}
