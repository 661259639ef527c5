import type { ActiveRuleset } from '../../contract/index.ts';

/** A cache with the last used ruleset of each workspace, bounded by the characters of rule files. */
export class RulesetCache {
  readonly #maxCharacters: number;
  /** In order of use, least recently used first. */
  readonly #entries = new Map<string, { readonly ruleset: ActiveRuleset; readonly characters: number }>();
  #characters = 0;

  constructor(maxCharacters: number) {
    this.#maxCharacters = maxCharacters;
  }

  find(workspace: string, version: number): ActiveRuleset | undefined {
    const known = this.#entries.get(workspace);
    if (known?.ruleset.version !== version) return undefined;
    this.#entries.delete(workspace);
    this.#entries.set(workspace, known);
    return known.ruleset;
  }

  /** The last used version, which may no longer be the active one. */
  last(workspace: string): ActiveRuleset | undefined {
    const known = this.#entries.get(workspace);
    return known && this.find(workspace, known.ruleset.version);
  }

  keep(ruleset: ActiveRuleset): void {
    this.#forget(ruleset.workspace);
    const characters = ruleset.ruleset.files.reduce((sum, { path, text }) => sum + path.length + text.length, 1000);
    this.#entries.set(ruleset.workspace, { ruleset, characters });
    this.#characters += characters;
    for (const workspace of this.#entries.keys()) {
      if (this.#characters <= this.#maxCharacters) return;
      this.#forget(workspace);
    }
  }

  #forget(workspace: string): void {
    this.#characters -= this.#entries.get(workspace)?.characters ?? 0;
    this.#entries.delete(workspace);
  }
}
