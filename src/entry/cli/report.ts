import { resolve } from 'node:path';
import picocolors from 'picocolors';
import { detectHost, writeReportFile } from '../../ci/index.ts';
import { ConfigError, type ExitCode } from '../../model/index.ts';
import type { FormatEntry, RenderOptions } from '../../report/index.ts';

/** Options of a command that prints a report. */
export interface ReportOptions {
  readonly format: string;
  /** Each is `<format>=<path>`. */
  readonly output?: readonly string[];
}

type Formats<Report> = Readonly<Record<string, FormatEntry<Report>>>;

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
  const files = outputFiles(report, formats, output);
  // Set before anything is written: a reader that closes the pipe ends the process, and a file may not be writable.
  process.exitCode = report.exitCode;
  process.stdout.write(instead ?? render(report, formats, format, terminalOptions()));
  for (const { path, text } of files) await writeReportFile(cwd, resolve(cwd, path), text);
}

/**
 * The reports that are written to files. Raises ConfigError.
 *
 * @param outputs each is `<format>=<path>`
 */
export function outputFiles<Report>(
  report: Report,
  formats: Formats<Report>,
  outputs: readonly string[],
  options: RenderOptions = {},
): readonly { readonly path: string; readonly text: string }[] {
  return outputs.map((given) => {
    const equals = given.indexOf('=');
    return { path: given.slice(equals + 1), text: render(report, formats, given.slice(0, equals), options) };
  });
}

function render<Report>(report: Report, formats: Formats<Report>, format: string, options: RenderOptions): string {
  const entry = Object.hasOwn(formats, format) ? formats[format] : undefined;
  if (!entry) throw new ConfigError(`there is no format \`${format}\`; use ${Object.keys(formats).join(', ')}`);
  return entry.render(report, options);
}

function terminalOptions(): RenderOptions {
  const isGitlab = detectHost(process.env) === 'gitlab';
  return {
    colour: picocolors.isColorSupported,
    width: process.stdout.columns || Number(process.env['COLUMNS']) || 100,
    ...(isGitlab && { sections: { timestamp: Math.floor(Date.now() / 1000) } }),
  };
}
