// Reads the facts of production queries fast enough for live traffic. Heavy: load it dynamically, if there are queries
// to read.
export { createFactReader, SMALL_LIMITS } from './fact-reader.ts';
export { recordedTags } from './tags.ts';
export type { FactReader, FactTuple, LoggedStatement, ReadText } from './types.ts';
