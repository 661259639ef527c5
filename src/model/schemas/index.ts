// Separate from model/index.ts, so that runs that read no user file do not load zod.
export * from './action-inputs.ts';
export * from './config-file.ts';
export * from './file-context.ts';
export * from './flows-file.ts';
export * from './history-file.ts';
export { describeInputs } from './input-table.ts';
export { libraryOptionsSchema } from './library-options.ts';
export * from './record-inputs.ts';
export * from './recording.ts';
export * from './rule-file.ts';
export * from './simulate-inputs.ts';
