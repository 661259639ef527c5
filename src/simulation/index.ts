export type { DeclaredFlow } from './declared.ts';
export { explainFlow, type FlowExplanation } from './explain-flow.ts';
export { proposeAcknowledgements } from './propose-acknowledgements.ts';
export { type FlowTable, MissingDialectError, mergeFlows, type ParsedFlow, readFlows } from './read-flows.ts';
export { type SimulationInput, simulate } from './simulate.ts';
