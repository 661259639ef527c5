// The facts of production queries at the speed of traffic. Heavy: load it dynamically, where there are queries to read.
export { createFactReader, SMALL_LIMITS } from './fact-reader.ts';
export { keptTags } from './tags.ts';
export type { FactReader, FactTuple, LoggedStatement, ReadText } from './types.ts';
