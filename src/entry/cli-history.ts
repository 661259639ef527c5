import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  collectHistoryCommand,
  type HistoryAnswer,
  mergeHistoryCommand,
  showHistoryCommand,
} from '../commands/index.ts';
import type { Dialect, HistorySourceKind } from '../model/index.ts';
import { visible, visibleLines } from '../report/index.ts';

/** Options of `querygate history collect` as commander gives them. */
export interface CollectOptions {
  readonly output: string;
  readonly format?: HistorySourceKind;
  readonly dialect?: Dialect;
  readonly logLinePrefix?: string;
  readonly workers?: number;
  readonly memory?: number;
  readonly maxVariants?: number;
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
  // What went over the disk is removed when the process ends, which a signal alone would keep it from.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
  const progress = progressLine();
  try {
    const { logLinePrefix, ...others } = options;
    const answer = await collectHistoryCommand({
      ...others,
      inputs: logs,
      linePrefix: logLinePrefix,
      workerUrl: workerUrl(),
      now: new Date(),
      onProgress: progress.show,
    });
    progress.end();
    say(answer);
  } finally {
    progress.end();
  }
}

export async function show(file: string, { top, json = false }: ShowOptions): Promise<void> {
  say(await showHistoryCommand({ file, top, json, now: new Date() }));
}

export async function merge(
  files: readonly string[],
  { allowOverlap = false, ...options }: MergeOptions,
): Promise<void> {
  say(await mergeHistoryCommand({ ...options, files, allowOverlap, now: new Date() }));
}

function say({ text, exitCode }: HistoryAnswer): void {
  process.exitCode = exitCode;
  process.stdout.write(visibleLines(text));
}

/** The module that a thread starts with: beside the one that this process started with. */
function workerUrl(): URL | undefined {
  const [, main] = process.argv;
  if (main === undefined) return undefined;
  const folder = dirname(realpathSync(main));
  const file = ['history-worker.js', 'history-worker.ts']
    .map((name) => join(folder, name))
    .find((path) => existsSync(path));
  return file === undefined ? undefined : pathToFileURL(file);
}

const FIRST_MS = 500;
const EVERY_MS = 100;

/** A line that is written over, for a person who waits: only on a terminal, and only once it takes long. */
function progressLine(): { readonly show: (text: string) => void; readonly end: () => void } {
  const started = performance.now();
  let shown = 0;
  return {
    show(text) {
      if (!process.stderr.isTTY) return;
      const now = performance.now();
      if (now - started < FIRST_MS || now - shown < EVERY_MS) return;
      shown = now;
      process.stderr.write(`\rreading logs: ${visible(text)}\u001b[K`);
    },
    end() {
      if (shown > 0) process.stderr.write('\r\u001b[K');
      shown = 0;
    },
  };
}
