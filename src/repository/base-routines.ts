import type { FileTree } from '../model/index.ts';
import { readBaseFiles } from './base-files.ts';
import { isDemonstration } from './migrations/find-tools.ts';
import { compareVersions, versionOf } from './migrations/version.ts';
import { type RoutineUse, routineUses } from './routine-uses.ts';
import type { RepositorySettings } from './settings.ts';

/** Maximum number of routines that are followed from one that calls the next. */
const MAX_ROUTINES = 100;
/** Of more files than these, only the newest are read: a snapshot of a whole schema in each version has all of it. */
const MAX_FILES = 200;
const MAX_CHARACTERS = 4_000_000;
/** Files that are read together: each read by itself would be one more process of git. */
const BATCH = 8;

/** Where to search for uses of routines. */
interface RoutineLookup {
  /** The files of the base that contain a word in lower case. */
  readonly filesWith: (word: string) => readonly string[];
  /** Whether the change runs a routine, by its name in lower case. */
  readonly isRun: (name: string) => boolean;
}

/**
 * The routines, by lower-case name, that the base attaches to a trigger, event, job, default, policy or the like,
 * directly or through routines that call them. A routine also counts as attached if the change runs a routine of the
 * base that calls it. Tests and examples attach nothing. Undefined if a file cannot be read.
 */
export async function attachedRoutines(
  names: readonly string[],
  path: string,
  { filesWith, isRun }: RoutineLookup,
  tree: FileTree,
  settings: RepositorySettings,
): Promise<readonly string[] | undefined> {
  const read = new Map<string, readonly RoutineUse[]>();
  let characters = 0;
  const usesOf = async (name: string): Promise<readonly RoutineUse[] | undefined> => {
    const paths = filesWith(name).filter((each) => !isDemonstration(each));
    const unread = newestFirst(paths)
      .slice(0, MAX_FILES)
      .filter((each) => !read.has(each));
    for (let from = 0; from < unread.length && characters <= MAX_CHARACTERS; from += BATCH) {
      const files = await readBaseFiles(unread.slice(from, from + BATCH), path, tree, settings);
      if (!files) return undefined;
      for (const file of files) {
        characters += file.text.length;
        read.set(file.path, routineUses(file));
      }
    }
    return paths.flatMap((each) => read.get(each) ?? []).filter(({ words }) => words.has(name));
  };
  const attached: string[] = [];
  for (const name of names) {
    const callers = new Set([name]);
    for (const caller of callers) {
      const uses = await usesOf(caller);
      if (!uses) return undefined;
      for (const { routine } of uses) if (routine !== undefined) callers.add(routine);
      const runs = ({ routine }: RoutineUse) => routine === undefined || (routine !== name && isRun(routine));
      if (callers.size <= MAX_ROUTINES && !uses.some(runs)) continue;
      attached.push(name);
      break;
    }
  }
  return attached;
}

/** Files without a version first: they are not replaced by later ones. */
function newestFirst(paths: readonly string[]): readonly string[] {
  return paths
    .map((path) => ({ path, version: versionOf(path) }))
    .sort((a, b) => {
      if (!a.version || !b.version) return Number(a.version !== undefined) - Number(b.version !== undefined);
      return compareVersions(b.version, a.version) ?? 0;
    })
    .map(({ path }) => path);
}
