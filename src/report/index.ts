export { commentMarkdown } from './check/summary.ts';
export { EXEMPTION_FORMATS } from './exemptions.ts';
export { FORMATS, type Formats } from './formats.ts';
export { exceptionLines } from './simulation/exceptions.ts';
export { SIMULATION_FORMATS } from './simulation/formats.ts';
export { simulationComment } from './simulation/summary.ts';
export type { RenderOptions } from './text/options.ts';
export { visible, visibleLines } from './text/visible.ts';
export { scalar as yamlScalar } from './text/yaml.ts';
