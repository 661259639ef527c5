import {
  collectHistoryCommand,
  exportSqlCommand,
  type HistoryAnswer,
  mergeHistoryCommand,
  showHistoryCommand,
} from '../../commands/index.ts';
import type { Dialect, HistorySourceKind } from '../../model/index.ts';
import { visibleLines } from '../../report/index.ts';
import { historyWorkerUrl } from '../shared/program-modules.ts';
import { progressLine } from './progress.ts';

/** Options of `querygate history collect` as commander gives them. */
export interface CollectOptions {
  readonly output: string;
  readonly format?: HistorySourceKind;
  readonly dialect?: Dialect;
  readonly logLinePrefix?: string;
  readonly since?: string;
  readonly callerPattern?: readonly string[];
  readonly workers?: number;
  readonly memory?: number;
  readonly maxVariants?: number;
  readonly allowOverlap?: boolean;
}

export interface ShowOptions {
  readonly top: number;
  readonly json?: boolean;
}

export interface MergeOptions {
  readonly output: string;
  readonly allowOverlap?: boolean;
  readonly maxVariants?: number;
}

/** Reads logs into a snapshot. Raises ConfigError. */
export async function collect(logs: readonly string[], options: CollectOptions): Promise<void> {
  // Spill files are removed when the process exits; a signal without a handler would skip that.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
  const progress = progressLine('reading logs');
  try {
    const { logLinePrefix, ...rest } = options;
    const answer = await collectHistoryCommand({
      ...rest,
      inputs: logs,
      linePrefix: logLinePrefix,
      workerUrl: historyWorkerUrl(),
      now: new Date(),
      onProgress: progress.show,
    });
    progress.end();
    printAnswer(answer);
  } finally {
    progress.end();
  }
}

export async function show(file: string, { top, json = false }: ShowOptions): Promise<void> {
  printAnswer(await showHistoryCommand({ file, top, json, now: new Date() }));
}

export async function merge(
  files: readonly string[],
  { allowOverlap = false, ...options }: MergeOptions,
): Promise<void> {
  printAnswer(await mergeHistoryCommand({ ...options, files, allowOverlap }));
}

export async function exportSql(source: string | undefined): Promise<void> {
  printAnswer(await exportSqlCommand(source));
}

function printAnswer({ text, exitCode }: HistoryAnswer): void {
  process.exitCode = exitCode;
  process.stdout.write(visibleLines(text));
}
