import { visible, wrapLines } from '../../report/index.ts';

/** An error as a line for standard error. A terminal gets it wrapped; a log keeps one line for each error. */
export function errorLine(message: string): string {
  const line = `querygate: ${visible(message)}`;
  return `${process.stderr.isTTY ? wrapLines(line, process.stderr.columns || 100) : line}\n`;
}
