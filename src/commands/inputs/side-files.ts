import { ConfigError, type FileTree, isAvailable, type Unavailable } from '../../model/index.ts';
import { type LoadRequest, loadRuleset, type Ruleset } from '../../rules/index.ts';
import type { CheckRequest } from './check-request.ts';
import { type LoadedConfig, loadConfig } from './config.ts';
import { cleanPath } from './globs.ts';

/** What a run says of where rules and configuration lie. */
export type SideSource = Pick<CheckRequest, 'rules' | 'config' | 'trustedRules'>;

/** What one side says, as far as it could be read. */
export interface SideFiles {
  readonly config: LoadedConfig | undefined;
  /** Undefined where the side has none, or none that could be read. */
  readonly ruleset: Ruleset | undefined;
  /** Where the ruleset was read; undefined where there is none. */
  readonly source: LoadRequest | undefined;
  readonly isReadable: boolean;
}

/** Reads the configuration and the rules of one side. What is wrong with them goes to `onProblem`; nothing is thrown for it. */
export async function readSide(
  source: SideSource,
  tree: FileTree | Unavailable,
  onProblem: (error: ConfigError) => void,
): Promise<SideFiles> {
  if (!isAvailable(tree)) {
    onProblem(new ConfigError(`the rules in force cannot be read: ${tree.unavailable}`));
    return { config: undefined, ruleset: undefined, source: undefined, isReadable: false };
  }
  let isReadable = true;
  const attempt = async <T>(load: () => Promise<T | undefined>): Promise<T | undefined> => {
    try {
      return await load();
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      isReadable = false;
      onProblem(error);
      return undefined;
    }
  };
  const config = await attempt(() => loadConfig(tree, source.config));
  if (!isReadable || source.trustedRules) return { config, ruleset: undefined, source: undefined, isReadable };
  const ruleset = await attempt(() =>
    source.rules === undefined ? loadRuleset({ tree, entry: config?.value.rules }) : loadFromEither(tree, source.rules),
  );
  return { config, ruleset, source: ruleset && { tree, entry: source.rules ?? config?.value.rules }, isReadable };
}

/** A path of the workflow that the tree lacks is no mistake here: the other side may have it. */
async function loadFromEither(tree: FileTree, entry: string): Promise<Ruleset | undefined> {
  if (!entry.startsWith('querygate:')) {
    const path = cleanPath(entry);
    if ((await tree.read(path)).kind === 'missing' && (await tree.list(path)).length === 0) return undefined;
  }
  return loadRuleset({ tree, entry });
}

/** Says of a mistake that it is the base's own, and so not for the change to mend. */
export function inBase(error: ConfigError): ConfigError {
  if (!error.place) return error;
  return new ConfigError(
    `the base branch's own file is wrong, so what is in force is not known: ${error.message}`,
    error.place,
  );
}
