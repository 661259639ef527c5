import type { RulesetFiles } from '../../contract/index.ts';
import { ConfigError, type FileTree } from '../../model/index.ts';
import type { LoadRequest, Ruleset } from '../../rules/index.ts';

/** A ruleset, and where it was read; the empty ruleset has no source. */
export interface ReadRuleset {
  readonly ruleset: Ruleset | undefined;
  readonly source: LoadRequest | undefined;
}

/** Every file of a ruleset, so that the service loads it as the client did. Packs are sent as names. */
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
    throw new ConfigError(`the rule file \`${path}\` was removed while it was being read; run the command again`);
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(entry.bytes);
}
