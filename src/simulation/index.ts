export type { DeclaredFlow } from './declared.ts';
export { flowId } from './flows.ts';
export type { CallerPattern, ReplaySettings } from './left-out.ts';
export { proposeAcknowledgements } from './propose-acknowledgements.ts';
export {
  type FlowsReading,
  type FlowTable,
  type MergedFlows,
  mergeFlows,
  type ReadFlow,
  readFlows,
} from './read-flows.ts';
export { type SimulationInput, simulate } from './simulate.ts';
export type { ReplayedSnapshot } from './unread.ts';
