import { ConfigError, counts, type FileTree, type Finding } from '../../model/index.ts';
import { runCheck } from '../check/run.ts';

/** An open document of a repository. */
export interface EditorDocument {
  /** The files of the repository, as they are on disk. */
  readonly tree: FileTree;
  /** From the top of the repository. */
  readonly path: string;
  readonly text: string;
}

/** The files of the repository, with the text of the document. */
export function withText({ tree, path, text }: EditorDocument): FileTree {
  const bytes = new TextEncoder().encode(text);
  return { ...tree, read: async (other) => (other === path ? { kind: 'file', bytes } : tree.read(other)) };
}

/** What an editor shows in a document. */
interface DocumentReport {
  /** Those that count. */
  readonly findings: readonly Finding[];
  /** Why nothing could be judged, such as an error in a rule file; undefined otherwise. */
  readonly problem: string | undefined;
}

/**
 * Judges a document with the rules and settings of its repository, as `querygate check - --stdin-filename` does.
 *
 * @param today `YYYY-MM-DD`, UTC
 */
export async function checkDocument({ tree, path, text }: EditorDocument, today: string): Promise<DocumentReport> {
  const standardInput = new TextEncoder().encode(text);
  const request = { change: undefined, head: tree, event: 'local', today, standardInput, paths: [path], service: {} };
  try {
    const { findings, policy } = await runCheck(request);
    return { findings: findings.filter((finding) => counts(finding, policy)), problem: undefined };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { findings: [], problem: error.toLine() };
  }
}
