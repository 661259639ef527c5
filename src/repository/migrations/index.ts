export { dialectOfFolder, dialectOfWord } from './dialect-words.ts';
export { type Evidence, type FoundTool, findTools, guessDialect, isDemonstration } from './find-tools.ts';
export { codeText, folderAbove, folderOf, type RepositoryFiles, repositoryFiles } from './repository-files.ts';
export { findSchemaFiles } from './schema-files.ts';
export type { PrintedSql } from './tool-signs.ts';
export { type CodeTool, codeToolsFor, TOOLS } from './tools.ts';
