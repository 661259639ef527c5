import type { FileTree } from '../model/index.ts';
import { readBaseFiles } from './base-files.ts';
import { isDemonstration } from './migrations/find-tools.ts';
import { codeText, foreignFolders } from './migrations/repository-files.ts';
import { codeToolsFor } from './migrations/tools.ts';
import type { RepositorySettings } from './settings.ts';
import { hidesTables } from './unnamed-tables.ts';

/**
 * Whether the base may create tables whose names are in none of its SQL files: in dynamic SQL, under a name with a
 * placeholder, or in code.
 *
 * @param candidates the SQL files that may do so
 * @param path the file whose dialect applies to candidates without one
 */
export async function mayHaveHiddenTables(
  candidates: readonly string[],
  path: string,
  tree: FileTree,
  settings: RepositorySettings,
): Promise<boolean> {
  const files = await readBaseFiles(candidates, path, tree, settings);
  return !files || files.some(hidesTables) || (await hasSchemaInCode(tree));
}

/** Maximum number of files that are read to see whether they are migrations. Above it, some are assumed to be. */
const MAX_FILES = 300;
const RAILS_SCHEMA = /(?:^|\/)db\/(?:\w+_)?schema\.rb$/;
const PRISMA_SCHEMA = /\.prisma$/;
const PRISMA_MIGRATION = /(?:^|\/)migration\.sql$/;

const inCode = new WeakMap<FileTree, Promise<boolean>>();

/** Whether the schema, or a migration, is in a language that is not read. Looked for once in a tree. */
export function hasSchemaInCode(tree: FileTree): Promise<boolean> {
  const known = inCode.get(tree) ?? findSchemaInCode(tree);
  inCode.set(tree, known);
  return known;
}

async function findSchemaInCode(tree: FileTree): Promise<boolean> {
  const all = await tree.list('');
  const foreignFolder = foreignFolders(all);
  const paths = all.filter((path) => foreignFolder(path) === undefined && !isDemonstration(path));
  if (paths.some((path) => RAILS_SCHEMA.test(path))) return true;
  // Prisma's migrations repeat the schema in SQL.
  if (paths.some((path) => PRISMA_SCHEMA.test(path)) && !paths.some((path) => PRISMA_MIGRATION.test(path))) return true;
  const candidates = paths.filter((path) => codeToolsFor(path).length > 0);
  if (candidates.length > MAX_FILES) return true;
  for (const path of candidates) {
    const entry = await tree.read(path);
    const text = entry.kind === 'file' ? codeText(entry.bytes) : undefined;
    if (text === undefined || codeToolsFor(path).some(({ content }) => content.test(text))) return true;
  }
  return false;
}
