export { contextOfBase } from './base-tables.ts';
export { contextFinder, isBaseNameNew } from './context.ts';
export { contextNeeds, usedWords } from './context-needs.ts';
export { type DeclaredSchemas, readSchemas } from './declarative/read-schemas.ts';
export { withBase } from './examples.ts';
export { insideUseFinder } from './inside-use.ts';
export { proposeDialect } from './migrations/dialect-proposal.ts';
export { followingPath, isFreeAfter } from './migrations/following.ts';
export {
  compareVersions,
  isSameMigration,
  isSameVersion,
  type MigrationVersion,
  migrationName,
  numbersOf,
  timestampOf,
  versionOf,
} from './migrations/version.ts';
export type { DeclarativeFolder } from './settings.ts';
export { textAt } from './tree-text.ts';
