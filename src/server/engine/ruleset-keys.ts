import { createHash } from 'node:crypto';
import type { RulesetFiles } from '../../contract/index.ts';
import type { DryRunTask, EngineRuleset } from './engine.ts';
import { CLIENT_KEY_PREFIX } from './tasks/client-key.ts';
import type { OwnRuleset } from './tasks/drift.ts';

/** A name for a ruleset that has none: equal for equal files only, and never that of an active one. */
export function rulesetKey(files: RulesetFiles): string {
  return `${CLIENT_KEY_PREFIX}${createHash('sha256').update(JSON.stringify(files)).digest('hex')}`;
}

/** The repository's own ruleset, as tasks know it. */
export function ownOf(own: DryRunTask['own']): OwnRuleset | undefined {
  return own && { hash: own.hash, key: own.ruleset && rulesetKey(own.ruleset) };
}

/** A ruleset that there may be. */
export function hasOwn(key: string | undefined, files: RulesetFiles | undefined): EngineRuleset | undefined {
  return key === undefined || files === undefined ? undefined : { key, files };
}

/** What a thread that does not keep them is given. */
export function rulesetFiles(rulesets: readonly (EngineRuleset | undefined)[]): ReadonlyMap<string, RulesetFiles> {
  return new Map(rulesets.flatMap((ruleset) => (ruleset ? [[ruleset.key, ruleset.files] as const] : [])));
}

/** Characters of the files. */
export function sizeOfFiles({ files }: RulesetFiles): number {
  return files.reduce((sum, { text }) => sum + text.length, 0);
}

/** The workspace whose active ruleset it is. */
export function workspaceOf({ key }: EngineRuleset): string {
  return key.split('/')[0] ?? '';
}
