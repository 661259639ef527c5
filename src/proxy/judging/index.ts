// Judges the queries of one database, whatever protocol they came by.
export {
  bothEffects,
  changesObjects,
  changesPath,
  changesRole,
  changesTransaction,
  isBarrier,
  type QueryEffects,
  UNKNOWN_EFFECTS,
  usesNames,
} from './effects.ts';
export { decode, inUtf8, isDecodable, type TextEncoding } from './encodings.ts';
export { bothJudgements, type Judgement, type QuerySession, stricterOf } from './judgement.ts';
export { type LongText, LongTextReader, runLongTextThread } from './long-texts.ts';
export { QueryJudge, type ReadFacts, withUnknown } from './query-judge.ts';
