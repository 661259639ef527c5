import type { RepositoryFiles } from '../../repository/migrations/index.ts';

/** A submodule of such a name may hold the SQL of this repository. */
const SQL_NAME = /(?:^|[/_.-])(?:sql|migrat\w*|schemas?|databases?|db|seeds?|ddl)(?:$|[/_.-])/i;
/** Paths that would select other files as a glob, or are not a valid one. */
const GLOB = /^!|[*?{[]|[@!+]\(/;

/**
 * The submodules that nothing connects with SQL: not their names, the folders of migration tools, or SQL files in them.
 * Without an entry in `ignore`, each change of one would be unknown.
 */
export function ignoredSubmodules(
  { submodules, sql }: Pick<RepositoryFiles, 'submodules' | 'sql'>,
  toolFolders: readonly string[],
): readonly string[] {
  return submodules.filter((path) => {
    const folder = `${path}/`;
    const isTool = toolFolders.some((other) => other.startsWith(folder) || folder.startsWith(other));
    return !isTool && !SQL_NAME.test(path) && !GLOB.test(path) && !sql.some((file) => file.startsWith(folder));
  });
}
