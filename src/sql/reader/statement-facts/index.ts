export { calledFunction } from './called-function.ts';

export { gatherFacts, type TokenFacts } from './gather.ts';
export { numberAt } from './limits.ts';
