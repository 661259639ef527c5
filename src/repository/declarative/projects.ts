import type { FileTree } from '../../model/index.ts';
import { textAt } from '../tree-text.ts';
import { rolesIn, type SqlFileRole } from './sql-project.ts';

/** The SSDT projects of a tree. */
export interface Projects {
  /** What the project does with a SQL file. Without a project, a file describes the schema. */
  roleOf(path: string): SqlFileRole;
}

/** A project file of SSDT. */
export const PROJECT = /\.sqlproj$/i;
/** The log in which SSDT finds out which objects were renamed. */
export const REFACTOR_LOG = /\.refactorlog$/i;

/** Reads the project files of a tree. A file belongs to the nearest project above it. */
export async function projectsOf(tree: FileTree): Promise<Projects> {
  const folders = new Map<string, ((path: string) => SqlFileRole)[]>();
  for (const path of (await tree.list('')).filter((each) => PROJECT.test(each))) {
    const text = await textAt(tree, path);
    if (text === undefined) continue;
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    folders.set(folder, [...(folders.get(folder) ?? []), rolesIn(text, folder)]);
  }
  return {
    roleOf: (path) => {
      const nearest = [...folders.keys()]
        .filter((folder) => path.startsWith(folder))
        .sort((a, b) => b.length - a.length)[0];
      const roles = nearest === undefined ? [] : (folders.get(nearest) ?? []);
      return roles.length === 0 || roles.some((of) => of(path) === 'schema') ? 'schema' : 'script';
    },
  };
}
