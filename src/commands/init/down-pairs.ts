import { folderAbove, folderOf } from '../../repository/migrations/index.ts';

/** Files that undo the migration of another file beside them, such as `1_x.down.sql` beside `1_x.up.sql`, or `1-x-down.sql`. */
export interface DownPairs {
  /** What selects them: one glob for each folder. */
  readonly globs: readonly string[];
  readonly files: number;
}

/** Case-sensitive, as tools read the names: `1.DOWN.sql` may run forward. */
const DOWN_FILE = /(?:[._-]|\/|^)down\.sql$/;

export function isDownFile(path: string): boolean {
  return DOWN_FILE.test(path);
}

/** The share of a folder's down files that have their up file. The up file of a few may be lost, or squashed. */
const PAIRED = 0.9;

/**
 * The folders whose down files undo the up files beside them. The name of one file alone proves nothing: a folder
 * counts if nearly all of its down files are paired.
 */
export function downPairs(downFiles: readonly string[], paths: readonly string[]): DownPairs {
  const upFiles = paths.map(withoutEnding).filter((path) => /(?:[._-]|\/|^)up$/.test(path));
  const ups = new Set([...upFiles, ...upFiles.map(ofAnyDialect)]);
  const byGlob = new Map<string, { files: number; paired: number }>();
  for (const path of downFiles) {
    const glob = globOf(path);
    if (glob === undefined) continue;
    const counts = byGlob.get(glob) ?? { files: 0, paired: 0 };
    counts.files++;
    if (upsOf(path).some((up) => ups.has(up))) counts.paired++;
    byGlob.set(glob, counts);
  }
  const found = [...byGlob].filter(([, { files, paired }]) => paired >= files * PAIRED);
  return {
    globs: found.map(([glob]) => glob).sort(),
    files: found.reduce((sum, [, { files }]) => sum + files, 0),
  };
}

/** `a/1.up` of `a/1.up.sql`: the up file may be written in another language, such as Go or fizz. */
function withoutEnding(path: string): string {
  const name = path.slice(folderOf(path).length);
  const dot = name.lastIndexOf('.');
  return dot === -1 ? path : path.slice(0, path.length - name.length + dot);
}

/** `a/1.*.up` of `a/1.mysql.up`. */
function ofAnyDialect(up: string): string {
  const folder = folderOf(up);
  return folder + up.slice(folder.length).replace(/^(.+)\.[^.]+\.up$/s, '$1.*.up');
}

/** Words for all dialects in the names of files. */
const ALL_DIALECTS = /^(?:all|any|common|generic)$/;

/**
 * The names that the up file can have, without their endings. The down file of one dialect may undo an up file for all
 * dialects, and a down file for all dialects may undo several up files of one dialect each.
 */
function upsOf(path: string): readonly string[] {
  const stem = path.slice(0, -'down.sql'.length);
  const folder = folderOf(stem);
  const [, shorter, dialect = ''] = /^(.+\.)([^.]+)\.$/s.exec(stem.slice(folder.length)) ?? [];
  const names = [stem, ...(shorter === undefined ? [] : [folder + shorter]), `${stem}*.`];
  if (ALL_DIALECTS.test(dialect)) names.push(`${folder}${shorter}*.`);
  return names.map((name) => `${name}up`);
}

/** Selects the down files of one folder, and no others. Undefined if the folder cannot be written as a glob. */
function globOf(path: string): string | undefined {
  const folder = folderOf(path);
  const isWholeName = path.slice(folder.length) === 'down.sql';
  const separator = path.at(-'?down.sql'.length);
  const above = isWholeName ? folderAbove(folder) : folder;
  if (above === undefined || /^!|[*?{}[\]\\]|[@!+]\(/.test(above)) return undefined;
  return isWholeName ? `${above}*/down.sql` : `${above}*${separator}down.sql`;
}
