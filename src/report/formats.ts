import type { CheckReport, ReportFormat } from '../model/index.ts';
import { renderCodeQuality } from './check/code-quality.ts';
import { renderGithub } from './check/github.ts';
import { renderJson } from './check/json.ts';
import { renderJunit } from './check/junit.ts';
import { renderMarkdown } from './check/markdown.ts';
import { renderSarif } from './check/sarif.ts';
import { renderSummary } from './check/summary.ts';
import { renderTerminal } from './check/terminal.ts';
import type { RenderOptions } from './text/options.ts';

export interface FormatEntry<Report = CheckReport> {
  /** One line for `--help` and the docs. */
  readonly summary: string;
  /** Pure: the same report and options give the same text, which ends with a newline. */
  readonly render: (report: Report, options?: RenderOptions) => string;
}

/** The formats of one kind of report. */
export type Formats<Report> = Readonly<Record<ReportFormat, FormatEntry<Report>>>;

export const FORMATS = {
  terminal: { summary: 'text for people', render: renderTerminal },
  json: { summary: 'JSON for programs (schemas/report.v1.json)', render: renderJson },
  github: { summary: 'GitHub Actions annotations, as workflow commands', render: renderGithub },
  summary: { summary: 'GitHub Actions job summary, Markdown', render: renderSummary },
  markdown: { summary: 'Markdown without HTML, for comments on any host', render: renderMarkdown },
  'code-quality': { summary: 'GitLab Code Quality report', render: renderCodeQuality },
  sarif: { summary: 'SARIF 2.1.0, for GitHub code scanning', render: renderSarif },
  junit: { summary: 'JUnit XML, for test reports', render: renderJunit },
} as const satisfies Formats<CheckReport>;
