// What a history says about the use of tables, columns, views and routines that a change takes away.
export { answerOf, type UnusedSettings } from './answer.ts';
export { type CountedUse, UseCounter } from './count.ts';
export { exampleUses } from './example.ts';
export {
  NO_HISTORY,
  type ObjectName,
  questionKey,
  questionOf,
  type UseAnswer,
  type UseQuestion,
} from './question.ts';
export type { UseScope } from './row-use.ts';
