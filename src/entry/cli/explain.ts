import { withOutsideFiles, workingTree } from '../../ci/index.ts';
import { dialectOf, explainFile } from '../../commands/index.ts';
import { ConfigError, type FileTree, isDialect } from '../../model/index.ts';
import { visibleLines } from '../../report/index.ts';
import { place, readStandardInput } from './check.ts';
import { workingFolders } from './working-folders.ts';

/** Options of `querygate explain` as commander gives them. */
export interface ExplainOptions {
  readonly dialect?: string;
  readonly config?: string;
  readonly stdinFilename?: string;
}

/** @param file a path, or `-` for standard input */
export async function explain(file: string, options: ExplainOptions): Promise<string> {
  const { cwd, root } = await workingFolders();
  if (file !== '-' && options.stdinFilename !== undefined)
    throw new ConfigError('`--stdin-filename` names standard input, which is not read; explain `-`');
  const name = file === '-' ? options.stdinFilename : file;
  const path = name === undefined ? '-' : place(name, cwd, root);
  const tree =
    file === '-'
      ? withFile(workingTree(root), path, await readStandardInput())
      : await withOutsideFiles(workingTree(root), path.startsWith('/') ? [path] : []);
  const dialect =
    options.dialect !== undefined && isDialect(options.dialect)
      ? options.dialect
      : await dialectOf(tree, path, options.config);
  return visibleLines(await explainFile({ tree, path, dialect }));
}

/** The tree with another content at one path. */
function withFile(tree: FileTree, path: string, bytes: Uint8Array): FileTree {
  return { ...tree, read: async (other) => (other === path ? { kind: 'file', bytes } : tree.read(other)) };
}
