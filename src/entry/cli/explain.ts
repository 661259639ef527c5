import { withOutsideFiles, workingTree } from '../../ci/index.ts';
import { dialectOf, explainFile } from '../../commands/index.ts';
import { isDialect } from '../../model/index.ts';
import { visibleLines } from '../../report/index.ts';
import { place } from './check.ts';
import { workingFolders } from './working-folders.ts';

export async function explain(file: string, options: { dialect?: string; config?: string }): Promise<string> {
  const { cwd, root } = await workingFolders();
  const path = place(file, cwd, root);
  const tree = await withOutsideFiles(workingTree(root), path.startsWith('/') ? [path] : []);
  const dialect =
    options.dialect !== undefined && isDialect(options.dialect)
      ? options.dialect
      : await dialectOf(tree, path, options.config);
  return visibleLines(await explainFile({ tree, path, dialect }));
}
