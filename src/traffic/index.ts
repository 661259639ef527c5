// Reads the facts of production queries fast enough for live traffic. Heavy: load it dynamically, if there are queries
// to read.
export { isDecidedByClass } from './decided-by-class.ts';
export { createFactReader, SMALL_LIMITS } from './fact-reader.ts';
export { shareReadings } from './shared-readings.ts';
export { recordedTags } from './tags.ts';
export type { FactReader, FactTuple, KeptReading, LoggedStatement, ReadText } from './types.ts';
export { type Remember, type TextRequest, VerdictCache, type VerdictLimits } from './verdict-cache.ts';
