import type { RulesetFiles } from '../../../contract/index.ts';
import { loadGivenFiles, type Ruleset } from '../../../rules/index.ts';

export interface RulesetCacheLimits {
  readonly rulesets: number;
  /** Total characters of the rule files. */
  readonly characters: number;
}

interface CachedRuleset {
  readonly ruleset: Ruleset;
  readonly characters: number;
}

/** Loaded rulesets by key; evicts the least recently used. */
export class RulesetCache {
  readonly #limits: RulesetCacheLimits;
  readonly #entries = new Map<string, CachedRuleset>();
  #characters = 0;

  constructor(limits: RulesetCacheLimits) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Returns the cached ruleset, or loads it. Raises ConfigError. */
  async load(key: string, files: () => Promise<RulesetFiles>): Promise<Ruleset> {
    const known = this.#entries.get(key);
    if (known) {
      this.#entries.delete(key);
      this.#entries.set(key, known);
      return known.ruleset;
    }
    const sent = await files();
    const ruleset = await loadGivenFiles(sent);
    this.#add(key, { ruleset, characters: sent.files.reduce((sum, { text }) => sum + text.length, 0) });
    return ruleset;
  }

  #add(key: string, entry: CachedRuleset): void {
    this.#entries.set(key, entry);
    this.#characters += entry.characters;
    for (const [oldest, { characters }] of this.#entries) {
      if (this.#entries.size <= this.#limits.rulesets && this.#characters <= this.#limits.characters) return;
      if (oldest === key) return;
      this.#entries.delete(oldest);
      this.#characters -= characters;
    }
  }
}
