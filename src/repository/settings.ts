import {
  type Change,
  COMMON_NAME,
  type Dialect,
  type FileReport,
  type FileTree,
  type MigrationTool,
} from '../model/index.ts';
import { dialectOfWord } from './migrations/index.ts';

/** What the configuration says about the SQL files of the repository. */
export interface RepositorySettings {
  of(path: string): {
    readonly dialect: Dialect | undefined;
    readonly tool: MigrationTool | undefined;
    readonly declarative?: DeclarativeFolder | undefined;
    readonly editedDeclarative?: boolean | undefined;
  };
  selects(path: string): boolean;
  /** Whether `ignore` skips the file. */
  isIgnored(path: string): boolean;
  /** Whether a folder at that path could contain selected files. */
  mayHold(path: string): boolean;
  /** Whether only the edited configuration sets the dialect of the file. */
  isEditedDialect(path: string): boolean;
}

/** Files that describe a schema. */
export interface DeclarativeFolder {
  /** Equal for the files of one schema. */
  readonly group: string;
  /** Migrations are generated from the files: they are not applied themselves. */
  readonly isContext: boolean;
}

/** The change that a file belongs to. */
export interface RepositoryChange {
  readonly change: Change | undefined;
  /** What is judged: the head of the change, or the working directory. */
  readonly head: FileTree;
  /** Set if the SQL comes from standard input. */
  readonly standardInput?: Uint8Array | undefined;
}

/** A file that is judged. */
export interface ChangedFile {
  readonly path: string;
  readonly status: FileReport['status'];
}

/**
 * Files with the same result may run on one database; '' may be any database. The dialect of a file comes from the base's
 * configuration or from its name; what the change edits in the configuration does not count.
 */
export function databaseOf(path: string, settings: RepositorySettings): string {
  if (settings.isEditedDialect(path)) return '';
  const { dialect } = settings.of(path);
  return dialect === undefined ? '' : COMMON_NAME[dialect];
}

/** Whether the file or a folder of it is named after a database that is not read, and the base's configuration skips it, as `init` does. */
function isOfUnreadDatabase(base: string, path: string, settings: RepositorySettings): boolean {
  const own = wordsOfPath(path);
  const isUnread = (word: string) => typeof dialectOfWord(word) === 'object' && !own.includes(word);
  return settings.isIgnored(base) && wordsOfPath(base).some(isUnread);
}

/** The folders of a path, and the words of the file's name: `db/schema-h2.sql`. */
function wordsOfPath(path: string): readonly string[] {
  const folders = path.split('/');
  const name = folders.pop() ?? '';
  return [...folders, ...name.split(/[-._]/)];
}

/** Whether a file of the base runs on another database than the file at `path`. */
export function isOtherDatabase(base: string, path: string, settings: RepositorySettings): boolean {
  if (isOfUnreadDatabase(base, path, settings)) return true;
  const own = databaseOf(path, settings);
  if (own === '' || settings.isEditedDialect(base)) return false;
  const { dialect } = settings.of(base);
  return dialect !== undefined && COMMON_NAME[dialect] !== own;
}
