import type { CheckReport } from '../model/index.ts';
import { renderCodeQuality } from './check/code-quality.ts';
import { renderGithub } from './check/github.ts';
import { renderJson } from './check/json.ts';
import { renderSummary } from './check/summary.ts';
import { renderTerminal } from './check/terminal.ts';
import type { RenderOptions } from './text/options.ts';

export interface FormatEntry<Report = CheckReport> {
  /** One line for `--help` and the docs. */
  readonly summary: string;
  /** Pure: the same report and options give the same text. What it returns ends with a newline. */
  readonly render: (report: Report, options?: RenderOptions) => string;
}

/** Every format, by the name that `--format` takes. */
export const FORMATS = {
  terminal: { summary: 'for people', render: renderTerminal },
  json: { summary: 'for machines (schemas/report.v1.json)', render: renderJson },
  github: { summary: 'annotations of GitHub Actions, as workflow commands', render: renderGithub },
  summary: { summary: 'job summary of GitHub Actions, Markdown', render: renderSummary },
  'code-quality': { summary: 'Code Quality report of GitLab', render: renderCodeQuality },
} as const satisfies Record<string, FormatEntry>;

export type Format = keyof typeof FORMATS;

export function isFormat(value: string): value is Format {
  return Object.hasOwn(FORMATS, value);
}
