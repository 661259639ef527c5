/** The names of the report formats, in the order of the help. */
export const REPORT_FORMATS = [
  'terminal',
  'json',
  'github',
  'summary',
  'markdown',
  'code-quality',
  'sarif',
  'junit',
] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** A file that a report is written to. */
export interface ReportOutput {
  readonly format: ReportFormat;
  readonly path: string;
}

/** Reads `<format>=<path>`. Returns a message if it is invalid. */
export function readReportOutput(text: string): ReportOutput | string {
  const [, name, path] = /^([a-z-]+)=(.+)$/s.exec(text) ?? [];
  if (name === undefined || path === undefined) return 'write `<format>=<path>`';
  const format = REPORT_FORMATS.find((known) => known === name);
  return format ? { format, path } : `there is no format \`${name}\`; use ${REPORT_FORMATS.join(', ')}`;
}
