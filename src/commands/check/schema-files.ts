import { type FileContext, type FileTree, isAvailable, type Notice, type SchemaFile } from '../../model/index.ts';
import { type DeclaredSchemas, textAt } from '../../repository/index.ts';
import type { CheckRequest } from '../inputs/check-request.ts';
import type { Settings } from '../inputs/config.ts';
import { noDialect } from '../inputs/dialect.ts';
import type { SelectedFile } from '../inputs/select-files.ts';
import type { FileToJudge, PreparedFile } from './files.ts';
import { sideFinding } from './findings.ts';

/** The files of the run, and those that only the project of a schema has removed. */
export function withRemoved(files: readonly SelectedFile[], { removed }: DeclaredSchemas): readonly SelectedFile[] {
  const known = new Set(files.map(({ path }) => path));
  const more = removed.filter((path) => !known.has(path));
  return [...files, ...more.map((path) => ({ path, status: 'deleted' as const, previousPath: undefined }))];
}

/** A file from which migrations are generated is not judged. Undefined for all others. */
export function prepareContextFile(
  file: SelectedFile,
  settings: Settings,
  { of, uncovered }: DeclaredSchemas,
): PreparedFile | undefined {
  const { path, status } = file;
  if (!settings.of(path).declarative?.isContext || !of(path)) return undefined;
  const notices = uncovered
    .filter((each) => each.path === path)
    .map(({ tables }): Notice => {
      const message = `this file changes ${tables.slice(0, 5).join(', ')}${tables.length > 5 ? ` and ${tables.length - 5} more` : ''}, but no migration of this change does: generate the migration`;
      return { level: 'notice', message, path, location: undefined };
    });
  return {
    file: { ...file, status: status === 'deleted' ? status : 'skipped' },
    dialect: undefined,
    notices,
    task: undefined,
    finding: undefined,
    refused: undefined,
  };
}

/** Adds what the rest of the repository says about a file. One that describes a schema may also be judged if it is deleted. */
export async function prepareSchemaFile(
  { change }: CheckRequest,
  settings: Settings,
  prepared: PreparedFile,
  schemas: DeclaredSchemas,
  contextOf: (task: FileToJudge) => Promise<FileContext | undefined>,
): Promise<PreparedFile> {
  const { file, task } = prepared;
  const { path, status, previousPath } = file;
  const schema = schemas.of(path);
  if (task) {
    const context = await contextOf(task);
    const includes = schemas.includesOf(path, task.text);
    if (!schema) return { ...prepared, task: { ...task, context: withIncludes(context, includes) } };
    // A tool that compares schemas does not run a moved file again.
    const moved =
      task.status === 'renamed' && change && isAvailable<FileTree>(change.diffBase)
        ? { status: 'modified' as const, baseText: await textAt(change.diffBase, previousPath ?? path) }
        : {};
    return { ...prepared, task: { ...task, ...moved, context: { ...(context ?? NOTHING_ELSE), schema } } };
  }
  if (status !== 'deleted' || !schema || !losesAny(schema)) return prepared;
  const own = settings.of(path);
  const { dialect } = own;
  if (!dialect) {
    const refused = noDialect(path, '');
    return { ...prepared, refused, finding: sideFinding({ kind: 'config', error: refused }) };
  }
  const removed = { path, status: 'modified' as const, text: '', baseText: undefined, settings: { ...own, dialect } };
  return { ...prepared, dialect, task: { ...removed, context: { ...NOTHING_ELSE, schema } } };
}

/** The context of a file that needs to know nothing else. */
const NOTHING_ELSE: FileContext = { tables: [], routinesUsed: [] };

/** The file as the tool of a schema reads it, where nothing is compared. */
export function asSchemaFile(task: FileToJudge, settings: Settings): FileToJudge {
  if (!settings.of(task.path).declarative) return task;
  return { ...task, context: { ...NOTHING_ELSE, schema: { changes: [], applied: [], unknown: [] } } };
}

function losesAny({ changes, unknown }: SchemaFile): boolean {
  return changes.length + unknown.length > 0;
}

function withIncludes(context: FileContext | undefined, includes: readonly string[]): FileContext | undefined {
  return includes.length === 0 ? context : { ...(context ?? NOTHING_ELSE), includes };
}
