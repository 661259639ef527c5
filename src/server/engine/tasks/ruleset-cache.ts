import type { RulesetFiles } from '../../../contract/index.ts';
import type { Ruleset } from '../../../rules/index.ts';
import { loadSent } from './sent-files.ts';

export interface RulesetCacheLimits {
  readonly rulesets: number;
  /** Of their files. */
  readonly characters: number;
}

interface CachedRuleset {
  readonly ruleset: Ruleset;
  readonly characters: number;
}

/** Rulesets that were loaded, by their key; those that were not asked for longest go first. */
export class RulesetCache {
  readonly #most: RulesetCacheLimits;
  readonly #kept = new Map<string, CachedRuleset>();
  #characters = 0;

  constructor(most: RulesetCacheLimits) {
    this.#most = most;
  }

  get size(): number {
    return this.#kept.size;
  }

  /** Loads it where it is not kept. Raises ConfigError. */
  async load(key: string, files: () => Promise<RulesetFiles>): Promise<Ruleset> {
    const known = this.#kept.get(key);
    if (known) {
      this.#kept.delete(key);
      this.#kept.set(key, known);
      return known.ruleset;
    }
    const sent = await files();
    const ruleset = await loadSent(sent);
    this.#keep(key, { ruleset, characters: sent.files.reduce((sum, { text }) => sum + text.length, 0) });
    return ruleset;
  }

  #keep(key: string, kept: CachedRuleset): void {
    this.#kept.set(key, kept);
    this.#characters += kept.characters;
    for (const [oldest, { characters }] of this.#kept) {
      if (this.#kept.size <= this.#most.rulesets && this.#characters <= this.#most.characters) return;
      if (oldest === key) return;
      this.#kept.delete(oldest);
      this.#characters -= characters;
    }
  }
}
