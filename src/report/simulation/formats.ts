import type { SimulationReport } from '../../model/index.ts';
import type { Format, FormatEntry } from '../formats.ts';
import { renderSimulationCodeQuality } from './code-quality.ts';
import { renderSimulationGithub } from './github.ts';
import { renderSimulationJson } from './json.ts';
import { renderSimulationSummary } from './summary.ts';
import { renderSimulationTerminal } from './terminal.ts';

/** The formats of a simulation: the same names as the check's. */
export const SIMULATION_FORMATS = {
  terminal: { summary: 'for people', render: renderSimulationTerminal },
  json: { summary: 'for machines (schemas/simulation.v1.json)', render: renderSimulationJson },
  github: { summary: 'annotations of GitHub Actions on the lines of the rules', render: renderSimulationGithub },
  summary: { summary: 'job summary of GitHub Actions, Markdown', render: renderSimulationSummary },
  'code-quality': { summary: 'Code Quality report of GitLab', render: renderSimulationCodeQuality },
} as const satisfies Record<Format, FormatEntry<SimulationReport>>;
