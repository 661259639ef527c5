import type { FileTree } from '../../model/index.ts';
import { loadPacks, loadRuleset, type Ruleset } from '../../rules/index.ts';
import { createSqlReader, type SqlReader } from '../../sql/index.ts';
import { loadConfig } from './config.ts';

export interface RulesRequest {
  readonly tree: FileTree;
  /**
   * A pack, rule file or folder. If undefined: the one of the configuration, else the default path, else the default
   * pack.
   */
  readonly rules: string | undefined;
}

/** The effective ruleset of a tree. Raises ConfigError. */
export async function loadEffective({ tree, rules }: RulesRequest): Promise<Ruleset> {
  const entry = rules ?? (await loadConfig(tree))?.value.rules;
  return (await loadRuleset({ tree, entry })) ?? (await loadPacks());
}

/** Loads the reader of each dialect once. */
export function memoisedReader(): typeof createSqlReader {
  const readers = new Map<string, Promise<SqlReader>>();
  return (dialect) => {
    const reader = readers.get(dialect) ?? createSqlReader(dialect);
    readers.set(dialect, reader);
    return reader;
  };
}
