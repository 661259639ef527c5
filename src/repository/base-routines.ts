import type { FileTree } from '../model/index.ts';
import { readBaseFiles } from './base-files.ts';
import { type RoutineUse, routineUses } from './routine-uses.ts';
import type { RepositorySettings } from './settings.ts';

/** Maximum number of routines that are followed from one that calls the next. */
const MAX_ROUTINES = 100;

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
 * base that calls it. Undefined if that is not known.
 */
export async function attachedRoutines(
  names: readonly string[],
  path: string,
  { filesWith, isRun }: RoutineLookup,
  tree: FileTree,
  settings: RepositorySettings,
): Promise<readonly string[] | undefined> {
  const read = new Map<string, readonly RoutineUse[]>();
  const usesOf = async (name: string): Promise<readonly RoutineUse[] | undefined> => {
    const paths = filesWith(name);
    const files = await readBaseFiles(
      paths.filter((each) => !read.has(each)),
      path,
      tree,
      settings,
    );
    for (const file of files ?? []) read.set(file.path, routineUses(file));
    return files && paths.flatMap((each) => read.get(each) ?? []).filter(({ words }) => words.has(name));
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
