import { createHash } from 'node:crypto';
import type { RulesetFiles } from '../../contract/index.ts';
import type { DryRunTask, EngineRuleset } from './engine.ts';
import { CLIENT_KEY_PREFIX } from './tasks/client-key.ts';
import type { OwnRuleset } from './tasks/drift.ts';

/** Cache key of a ruleset that a client sent: equal only for equal files, and never the key of an active ruleset. */
export function rulesetKey(files: RulesetFiles): string {
  return `${CLIENT_KEY_PREFIX}${createHash('sha256').update(JSON.stringify(files)).digest('hex')}`;
}

/** The repository's own ruleset, in the form that tasks use. */
export function ownOf(own: DryRunTask['own']): OwnRuleset | undefined {
  return own && { hash: own.hash, key: own.ruleset && rulesetKey(own.ruleset) };
}

/** The optional ruleset, with its key. */
export function hasOwn(key: string | undefined, files: RulesetFiles | undefined): EngineRuleset | undefined {
  return key === undefined || files === undefined ? undefined : { key, files };
}

/** The files by key, for threads that do not have the rulesets cached. */
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
