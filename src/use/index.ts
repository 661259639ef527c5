// What a history says about the use of tables, columns, views, routines, sequences and types that a change takes away.
export { type AskedUse, answerFor, type FoundUse, foundUse, type InsideUse, scopeOf } from './asked.ts';
export { ANYWHERE, type CountedUse, HIDDEN_USES, MAX_TEXTS, textsNaming, textsOf, UseCounter } from './count.ts';
export { exampleUses } from './example.ts';
export {
  NO_HISTORY,
  notKnown,
  notSearched,
  type ObjectName,
  questionKey,
  questionOf,
  type UseAnswer,
  type UseQuestion,
} from './question.ts';
export { SchemaUse, type TableUse } from './schema-use.ts';
export { type ColumnUse, TableColumns } from './table-columns.ts';
