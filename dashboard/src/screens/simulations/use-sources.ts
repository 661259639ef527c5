import { useCall } from '../../api/use-call.ts';
import type { Simulated } from './words.ts';

/** Texts of the rule files by path, as far as they are kept. */
export interface Sources {
  readonly before: ReadonlyMap<string, string>;
  readonly after: ReadonlyMap<string, string>;
}

/** Reads the rule files of a simulation. */
export function useSources(workspace: string, { id, ruleset }: Simulated): Sources {
  const head = useCall('readSimulatedRuleset', { path: { workspace, id } });
  const base = useCall(
    'readRulesetVersion',
    { path: { workspace, version: String(ruleset.version) } },
    { enabled: ruleset.version > 0 && head.data?.ruleset !== undefined },
  );
  const textsOf = (files: readonly { readonly path: string; readonly text: string }[] = []) =>
    new Map(files.map(({ path, text }) => [path, text]));
  return { before: textsOf(base.data?.ruleset.files), after: textsOf(head.data?.ruleset?.files) };
}
