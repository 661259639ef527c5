import { ConfigError, type FileTree } from '../../model/index.ts';
import { type Survey, surveyRepository } from '../check/survey.ts';
import type { CheckRequest } from '../inputs/check-request.ts';
import { resolveSettings } from '../inputs/config.ts';
import { loadSides } from '../inputs/sides.ts';
import type { InitFile, InitRequest } from './request.ts';

/** What a check of all files would report, had the planned files been written. */
export interface FirstRun {
  /** Undefined if the files that are already there are invalid. */
  readonly survey: Survey | undefined;
  /** The mistakes in them, each as one line. */
  readonly problems: readonly string[];
  readonly withoutDialect: number;
}

/** Runs the check on the tree and the planned files, in this process. Writes nothing. */
export async function firstRun(request: InitRequest, files: readonly InitFile[]): Promise<FirstRun> {
  const { onProgress } = request;
  const check: CheckRequest = {
    change: undefined,
    head: withFiles(request.tree, files),
    event: 'local',
    today: request.today,
    service: {},
    ...(onProgress && { onProgress }),
  };
  try {
    const sides = await loadSides(check);
    const settings = resolveSettings(check, sides.inForce, sides.edited);
    const survey = await surveyRepository(check, sides, settings, request.deadline);
    return { survey, problems: [], withoutDialect: survey.withoutDialect };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { survey: undefined, problems: error.all.map((mistake) => mistake.toLine()), withoutDialect: 0 };
  }
}

/** The tree with the new files in it. */
function withFiles(tree: FileTree, files: readonly InitFile[]): FileTree {
  const added = new Map(files.filter(({ append }) => !append).map(({ path, text }) => [path, text]));
  return {
    ...tree,
    read: async (path) => {
      const text = added.get(path);
      return text === undefined ? tree.read(path) : { kind: 'file', bytes: new TextEncoder().encode(text) };
    },
    list: async (folder) => {
      const own = [...added.keys()].filter((path) => folder === '' || path.startsWith(`${folder}/`));
      return [...new Set([...(await tree.list(folder)), ...own])].sort();
    },
  };
}
