import { ConfigError, type FileTree } from '../../model/index.ts';
import { loadRuleset } from '../../rules/index.ts';
import { FaultLog, type Log } from '../log.ts';
import type { ActiveRules, RuleSource } from '../types.ts';
import { RecordingTree } from './recording-tree.ts';

/** Where the rules are: a tree, and a rule file or folder in it, or the name of a pack. */
export interface RulePlace {
  readonly tree: FileTree;
  readonly entry: string;
}

export interface FileRulesOptions {
  /** Finds the rules; called for each look, since a tree may remember what it has read. Raises ConfigError. */
  readonly place: () => Promise<RulePlace>;
  /** Milliseconds between two looks for changed files. Default: 5 seconds. */
  readonly interval?: number | undefined;
  readonly log: Log;
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
}

const DEFAULT_INTERVAL_MS = 5_000;

/** Rules from a file or folder, loaded again when a file changes or on demand. */
export class FileRules implements RuleSource {
  readonly #options: FileRulesOptions;
  readonly #faults: FaultLog;
  #current: ActiveRules;
  /** What was last read, whether it could be loaded or not. */
  #seen: RecordingTree;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();
  #closed = false;

  /** Loads the rules. Raises ConfigError: a proxy does not start with rules that do not load. */
  static async open(options: FileRulesOptions): Promise<FileRules> {
    const { tree, entry } = await options.place();
    const seen = new RecordingTree(tree);
    return new FileRules(options, await load(seen, entry), seen);
  }

  private constructor(options: FileRulesOptions, current: ActiveRules, seen: RecordingTree) {
    this.#options = options;
    this.#faults = new FaultLog(options.log, options.now ?? Date.now);
    this.#current = current;
    this.#seen = seen;
    this.#schedule();
  }

  get current(): ActiveRules {
    return this.#current;
  }

  age(): number {
    return 0;
  }

  /** Looks for changed files now (SIGHUP). If they do not load, the old rules stay in force, and the log says so. */
  async reload(): Promise<void> {
    this.#looking = this.#looking.then(() => this.#look());
    await this.#looking;
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#looking;
  }

  #schedule(): void {
    if (this.#closed) return;
    this.#timer = setTimeout(
      () => void this.reload().finally(() => this.#schedule()),
      this.#options.interval ?? DEFAULT_INTERVAL_MS,
    );
  }

  /** Never raises. */
  async #look(): Promise<void> {
    if (this.#closed) return;
    try {
      const { tree, entry } = await this.#options.place();
      // Reading the files is much cheaper than loading them.
      if (await this.#seen.isSameIn(tree)) return;
      this.#seen = new RecordingTree(tree);
      const rules = await load(this.#seen, entry);
      this.#faults.ended('the changed rules load again');
      if (rules.hash === this.#current.hash) return;
      this.#current = rules;
      this.#options.log('info', 'changed rules are in force', { hash: rules.hash });
    } catch (error) {
      const why = error instanceof ConfigError ? error.toLine() : String(error);
      this.#faults.failed('error', `the changed rules do not load: ${why}; the old ones stay in force`);
    }
  }
}

async function load(tree: FileTree, entry: string): Promise<ActiveRules> {
  const ruleset = await loadRuleset({ tree, entry });
  if (!ruleset)
    throw new ConfigError(`there are no rules in \`${entry}\`; give a rule file, a folder of rule files or a pack`);
  return { ruleset, version: undefined, hash: ruleset.hash, mode: undefined };
}
