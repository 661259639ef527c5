import { ConfigError, type FileTree, isAvailable, type Unavailable } from '../../model/index.ts';
import { type LoadRequest, loadRuleset, type Ruleset } from '../../rules/index.ts';
import type { CheckRequest } from './check-request.ts';
import { type LoadedConfig, loadConfig } from './config.ts';
import { cleanPath } from './globs.ts';

/** The settings that say where rules and configuration are. */
export type SideSource = Pick<CheckRequest, 'rules' | 'config' | 'trustedRules'>;

/** The configuration and rules of one side, as far as they could be read. */
export interface SideFiles {
  readonly config: LoadedConfig | undefined;
  /** Undefined if the side has none, or if it could not be read. */
  readonly ruleset: Ruleset | undefined;
  /** Where the ruleset was read; undefined if there is none. */
  readonly source: LoadRequest | undefined;
  readonly isReadable: boolean;
}

/** Reads the configuration and the rules of one side. Reports their errors to `onProblem` instead of throwing. */
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
      for (const mistake of error.all) onProblem(mistake);
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

/** A missing path is not an error here, since the other side may have it. */
async function loadFromEither(tree: FileTree, entry: string): Promise<Ruleset | undefined> {
  if (!entry.startsWith('querygate:')) {
    const path = cleanPath(entry);
    if ((await tree.read(path)).kind === 'missing' && (await tree.list(path)).length === 0) return undefined;
  }
  return loadRuleset({ tree, entry });
}

/** Marks an error as one of the base branch, which the change cannot fix. */
export function inBase(error: ConfigError): ConfigError {
  if (!error.place) return error;
  return new ConfigError(
    `this file is invalid on the base branch, so the rules in force are unknown: ${error.message}`,
    error.place,
  );
}
