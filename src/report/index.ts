export { FORMATS, type Format, type FormatEntry, isFormat } from './formats.ts';
export type { RenderOptions } from './options.ts';
export { SIMULATION_FORMATS } from './simulation/formats.ts';
export { simulationComment } from './simulation/summary.ts';
export { commentMarkdown } from './summary.ts';
export { visible, visibleLines } from './visible.ts';
