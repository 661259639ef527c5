import type { SimulationReport } from '../../model/index.ts';
import type { Formats } from '../formats.ts';
import { renderSimulationCodeQuality } from './code-quality.ts';
import { renderSimulationGithub } from './github.ts';
import { renderSimulationJson } from './json.ts';
import { renderSimulationJunit } from './junit.ts';
import { renderSimulationMarkdown } from './markdown.ts';
import { renderSimulationSarif } from './sarif.ts';
import { renderSimulationSummary } from './summary.ts';
import { renderSimulationTerminal } from './terminal.ts';

/** The formats of a simulation, under the same names as for `check`. */
export const SIMULATION_FORMATS = {
  terminal: { summary: 'text for people', render: renderSimulationTerminal },
  json: { summary: 'JSON for programs (schemas/simulation.v1.json)', render: renderSimulationJson },
  github: { summary: 'GitHub Actions annotations on the lines of the rules', render: renderSimulationGithub },
  summary: { summary: 'GitHub Actions job summary, Markdown', render: renderSimulationSummary },
  markdown: { summary: 'Markdown without HTML, for comments on any host', render: renderSimulationMarkdown },
  'code-quality': { summary: 'GitLab Code Quality report', render: renderSimulationCodeQuality },
  sarif: { summary: 'SARIF 2.1.0, for GitHub code scanning', render: renderSimulationSarif },
  junit: { summary: 'JUnit XML, for test reports', render: renderSimulationJunit },
} as const satisfies Formats<SimulationReport>;
