import { createHash } from 'node:crypto';
import type { RulesetFiles } from '../../src/contract/index.ts';
import { type Engine, EngineRefusal, type LoadedRuleset } from '../../src/server/engine/engine.ts';

type Part = Pick<Engine, 'loadRuleset' | 'dryRun' | 'simulate'>;

/** A stub engine: every call raises, except those that the test provides. */
export function madeEngine(parts: Partial<Part>): Part {
  const none = (name: string) => () => Promise.reject(new Error(`the test did not expect \`${name}\``));
  return { loadRuleset: none('loadRuleset'), dryRun: none('dryRun'), simulate: none('simulate'), ...parts };
}

/** Loads any files without the word `broken`; the hash is computed from the files. */
export async function loadAnything(files: RulesetFiles): Promise<LoadedRuleset> {
  const broken = files.files.find(({ text }) => text.includes('broken'));
  if (broken)
    throw new EngineRefusal('rules_invalid', [
      { detail: 'this rule file is broken; mend it', place: { file: broken.path, line: 1, column: 1 } },
    ]);
  const hash = createHash('sha256').update(JSON.stringify(files)).digest('hex');
  return { hash, sources: files.files.map(({ path }) => path), rules: files.files.length };
}
