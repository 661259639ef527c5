export { readAlter } from './alter.ts';
export { nameAt } from './columns.ts';
export { readCreate } from './create.ts';
export { namesTemporarySchema, readLanguage } from './create-routine.ts';
export { readDrop } from './drop.ts';
export { readDbcc, readMaintenance, readStatistics } from './maintenance.ts';
export {
  ALL_SETTINGS,
  type OptionChange,
  optionsAfter,
  readOptionChange,
  SECURITY_DEFINER,
  SECURITY_INVOKER,
} from './object-options.ts';
export {
  afterParenthesis,
  nameOfColumn,
  type Part,
  type Renamed,
  readCopy,
  readCreated,
  readRenames,
  type TableCopy,
  type WholeTable,
} from './table-copy.ts';
export { columnDifference } from './type-changes.ts';
