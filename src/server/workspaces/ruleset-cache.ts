import type { ActiveRuleset } from '../../contract/index.ts';

/** Rulesets in memory, the last that was used of each workspace, up to a number of characters of rule files. */
export class RulesetCache {
  readonly #most: number;
  /** The one that was used longest ago comes first. */
  readonly #kept = new Map<string, { readonly ruleset: ActiveRuleset; readonly characters: number }>();
  #characters = 0;

  constructor(most: number) {
    this.#most = most;
  }

  find(workspace: string, version: number): ActiveRuleset | undefined {
    const known = this.#kept.get(workspace);
    if (known?.ruleset.version !== version) return undefined;
    this.#kept.delete(workspace);
    this.#kept.set(workspace, known);
    return known.ruleset;
  }

  keep(ruleset: ActiveRuleset): void {
    this.#forget(ruleset.workspace);
    const characters = ruleset.ruleset.files.reduce((sum, { path, text }) => sum + path.length + text.length, 1000);
    this.#kept.set(ruleset.workspace, { ruleset, characters });
    this.#characters += characters;
    for (const workspace of this.#kept.keys()) {
      if (this.#characters <= this.#most) return;
      this.#forget(workspace);
    }
  }

  #forget(workspace: string): void {
    this.#characters -= this.#kept.get(workspace)?.characters ?? 0;
    this.#kept.delete(workspace);
  }
}
