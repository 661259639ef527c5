import type { Dialect, FileTree } from '../../model/index.ts';
import type { InitSource } from './source.ts';

/** A file that `querygate init` would write. */
export interface InitFile {
  readonly path: string;
  readonly text: string;
  /** The text is appended to the file. */
  readonly append: boolean;
}

/** What `init` was asked for. */
export interface InitRequest {
  readonly tree: FileTree;
  readonly dialect: Dialect | undefined;
  readonly host: 'github' | 'gitlab';
  /** Code owners of the files that control the check, such as `@org/team`; empty if they are not known. */
  readonly owners: readonly string[];
  /** The repository of Querygate for `uses:` and `include:`; undefined if it is not known. */
  readonly source?: InitSource | undefined;
  /** Origin of the CI host on the web, such as `https://gitlab.example.com`; undefined if it is not known. */
  readonly server?: string | undefined;
  /** How a shell starts this client; by default `querygate`. */
  readonly command?: string | undefined;
  /** `YYYY-MM-DD`, UTC. */
  readonly today: string;
  /** Milliseconds since 1970 after which the first run stops. */
  readonly deadline: number;
  /** Called before each file of the first run. */
  readonly onProgress?: (done: number, total: number) => void;
}
