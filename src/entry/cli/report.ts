import { resolve } from 'node:path';
import picocolors from 'picocolors';
import { detectHost, writeReportFile } from '../../ci/index.ts';
import type { ExitCode, ReportFormat, ReportOutput } from '../../model/index.ts';
import type { Formats, RenderOptions } from '../../report/index.ts';
import { terminalWidth } from './terminal-width.ts';

/** Options of a command that prints a report. */
export interface ReportOptions {
  readonly format: ReportFormat;
  readonly output?: readonly ReportOutput[];
}

/**
 * Prints a report, writes the formats of `--output`, and sets the exit code. Raises ConfigError.
 *
 * @param instead printed in place of the report
 */
export async function publish<Report extends { readonly exitCode: ExitCode }>(
  report: Report,
  formats: Formats<Report>,
  { format, output = [] }: ReportOptions,
  cwd: string,
  instead?: string,
): Promise<void> {
  // Set before anything is written: a reader that closes the pipe ends the process, and a file may not be writable.
  process.exitCode = report.exitCode;
  process.stdout.write(instead ?? formats[format].render(report, terminalOptions()));
  for (const { format, path } of output) await writeReportFile(cwd, resolve(cwd, path), formats[format].render(report));
}

function terminalOptions(): RenderOptions {
  const isGitlab = detectHost(process.env) === 'gitlab';
  return {
    colour: picocolors.isColorSupported,
    width: terminalWidth(),
    ...(isGitlab && { sections: { timestamp: Math.floor(Date.now() / 1000) } }),
  };
}
