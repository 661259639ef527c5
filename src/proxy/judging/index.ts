// Judges the queries of one database, whatever protocol they came by.
export { decode, inUtf8, isJudged } from './encodings.ts';
export {
  bothEffects,
  changesPath,
  changesRole,
  type Judgement,
  type QueryEffects,
  type QuerySession,
  stricterOf,
  UNKNOWN_EFFECTS,
} from './judgement.ts';
export { type LongText, LongTextReader, runLongTextThread } from './long-texts.ts';
export { QueryJudge, type ReadFacts, withUnknown } from './query-judge.ts';
