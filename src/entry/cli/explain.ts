import { withOutsideFiles, workingTree } from '../../ci/index.ts';
import { dialectOf, explainFile } from '../../commands/index.ts';
import { ConfigError, type Dialect, type FileTree } from '../../model/index.ts';
import { type CommandOutput, wrappedOutput } from './command-output.ts';
import { readStandardInput } from './standard-input.ts';
import { treePath, workingFolders } from './working-folders.ts';

/** Options of `querygate explain` as commander gives them. */
export interface ExplainOptions {
  readonly dialect?: Dialect;
  readonly config?: string;
  readonly stdinFilename?: string;
  readonly trace?: boolean;
}

/** @param file a path, or `-` for standard input */
export async function explain(file: string, options: ExplainOptions): Promise<CommandOutput> {
  const folders = await workingFolders();
  const tree = workingTree(folders.root);
  if (file !== '-' && options.stdinFilename !== undefined)
    throw new ConfigError('`--stdin-filename` names standard input, which is not read; explain `-`');
  const name = file === '-' ? options.stdinFilename : file;
  const path = name === undefined ? '-' : treePath(name, folders);
  const read =
    file === '-'
      ? withFile(tree, path, await readStandardInput())
      : await withOutsideFiles(tree, path.startsWith('/') ? [path] : []);
  const dialect = options.dialect ?? (await dialectOf(read, path, options.config));
  return wrappedOutput(await explainFile({ tree: read, path, dialect, trace: options.trace }));
}

/** The tree with another content at one path. */
function withFile(tree: FileTree, path: string, bytes: Uint8Array): FileTree {
  return { ...tree, read: async (other) => (other === path ? { kind: 'file', bytes } : tree.read(other)) };
}
