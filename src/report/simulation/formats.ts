import type { SimulationReport } from '../../model/index.ts';
import type { Format, FormatEntry } from '../formats.ts';
import { renderSimulationCodeQuality } from './code-quality.ts';
import { renderSimulationGithub } from './github.ts';
import { renderSimulationJson } from './json.ts';
import { renderSimulationSummary } from './summary.ts';
import { renderSimulationTerminal } from './terminal.ts';

/** The formats of a simulation, under the same names as for `check`. */
export const SIMULATION_FORMATS = {
  terminal: { summary: 'text for people', render: renderSimulationTerminal },
  json: { summary: 'JSON for programs (schemas/simulation.v1.json)', render: renderSimulationJson },
  github: { summary: 'GitHub Actions annotations on the lines of the rules', render: renderSimulationGithub },
  summary: { summary: 'GitHub Actions job summary, Markdown', render: renderSimulationSummary },
  'code-quality': { summary: 'GitLab Code Quality report', render: renderSimulationCodeQuality },
} as const satisfies Record<Format, FormatEntry<SimulationReport>>;
