import type { RulesetFiles } from '../../contract/index.ts';
import { ConfigError, type FileTree } from '../../model/index.ts';
import type { LoadRequest, Ruleset } from '../../rules/index.ts';

/** A ruleset, and where it was read; without a source it is the empty one. */
export interface ReadRuleset {
  readonly ruleset: Ruleset | undefined;
  readonly source: LoadRequest | undefined;
}

/** Every file that a ruleset is made of, so that the service loads it as the client did. Packs stay names. */
export async function rulesetFiles({ ruleset, source }: ReadRuleset): Promise<RulesetFiles> {
  const paths = (ruleset?.sources ?? []).filter((name) => !name.startsWith('querygate:'));
  const files = await Promise.all(paths.map(async (path) => ({ path, text: await textOf(source?.tree, path) })));
  return {
    ...(source?.entry !== undefined && { entry: source.entry === '' ? '.' : source.entry }),
    ...(ruleset?.commit !== undefined && { commit: ruleset.commit }),
    files,
  };
}

async function textOf(tree: FileTree | undefined, path: string): Promise<string> {
  const entry = await tree?.read(path);
  if (entry?.kind !== 'file')
    throw new ConfigError(`the rule file \`${path}\` is gone since it was read; run this again`);
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(entry.bytes);
}
