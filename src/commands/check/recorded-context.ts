import type { Change, Dialect, FileContext, FileTree } from '../../model/index.ts';
import type { MeasuredStatement } from '../../record/index.ts';
import { contextFinder, contextOfBase } from '../../repository/index.ts';

/** One migration of a recording as a SQL file. */
export interface RecordedPart {
  /** Its place among the others shows when it ran. */
  readonly path: string;
  readonly text: string;
  /** Path of its source in the repository; undefined if it has none there. */
  readonly source: string | undefined;
  /** What was measured of its statements, by `statementKey`. */
  readonly measured: ReadonlyMap<string, MeasuredStatement>;
  /** `new`: the change adds it; `edited`: databases have run it before the change; `old`: the change does not touch it. */
  readonly state: 'new' | 'edited' | 'old';
}

/**
 * What is known before a part of a recording runs. The order is certain: what the earlier parts did is what the base says,
 * and tables that new ones made are new.
 */
export async function contextOfPart(
  part: RecordedPart,
  parts: readonly RecordedPart[],
  dialect: Dialect,
  change: Change | undefined,
): Promise<FileContext | undefined> {
  const earlier = parts.slice(0, parts.indexOf(part));
  const known = contextOfBase(part.text, part.path, dialect, earlier.map(({ text }) => text).join(''));
  if (!change) return known;
  const isOld = ({ state }: RecordedPart) => state !== 'new';
  const base = textTree(earlier.filter(isOld));
  const head = textTree([...earlier, part]);
  const files = [...earlier.filter((each) => !isOld(each)), part].map(({ path }) => ({
    path,
    status: 'added' as const,
    previousPath: undefined,
  }));
  const own = { ...change, rulesBase: base, diffBase: base, head, files, untrusted: undefined };
  const find = contextFinder({ change: own, head }, settingsOf(dialect), files);
  const found = await find({ path: part.path, text: part.text, settings: { dialect } });
  const { createdBefore = [] } = found ?? {};
  const isNew = ({ name, schema }: { name: string; schema: string }) =>
    createdBefore.some((table) => table.name === name && table.schema === schema);
  return {
    ...known,
    ...(found?.routinesRun && { routinesRun: found.routinesRun }),
    ...(found?.routinesAttached && { routinesAttached: found.routinesAttached }),
    routinesUsed: found?.routinesUsed ?? known.routinesUsed,
    ...(createdBefore.length > 0 && { createdBefore }),
    tables: known.tables.filter((table) => !isNew(table)),
  };
}

/** The parts of a recording are all of one database. */
function settingsOf(dialect: Dialect): Parameters<typeof contextFinder>[1] {
  return {
    of: () => ({ dialect, tool: undefined }),
    selects: () => true,
    isIgnored: () => false,
    mayHold: () => true,
    isEditedDialect: () => false,
  };
}

function textTree(parts: readonly RecordedPart[]): FileTree {
  const texts = new Map(parts.map(({ path, text }) => [path, text]));
  return {
    label: 'recording',
    commit: undefined,
    read: async (path) => {
      const text = texts.get(path);
      return text === undefined ? { kind: 'missing' } : { kind: 'file', bytes: Buffer.from(text) };
    },
    list: async (folder) => [...texts.keys()].filter((path) => folder === '' || path.startsWith(`${folder}/`)),
  };
}
