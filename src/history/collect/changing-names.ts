import { compareText, type ProposedMask, type ProposedMasks } from '../../model/index.ts';

type NameFact = ProposedMask['fact'];

/** Names that differ only in digits. */
export interface ChangingName {
  readonly fact: NameFact;
  /** With `*` in place of the parts that differ. */
  readonly pattern: string;
  /** At most `MAX_NAMES`. */
  readonly names: readonly string[];
}

/** Fewer names are usually shards, replicas or versions, which users name in rules. */
const MIN_NAMES = 10;
/** Per pattern. These limits keep hostile logs from filling the memory. */
const MAX_NAMES = 200;
const MAX_PATTERNS = 200;
const MAX_SEEN = 50_000;

const CHANGING = [
  /[0-9a-f]{8}(?:[-_][0-9a-f]{4}){3}[-_][0-9a-f]{12}/gi,
  /(?<![0-9a-z])(?=[0-9]*[a-f])(?=[a-f]*[0-9])[0-9a-f]{8,}(?![0-9a-z])/gi,
  /\d+/g,
] as const;

/** Collects the names of callers, and those in statements, to find those that change. */
export class ChangingNames {
  readonly #names = new Map<string, Set<string>>();
  /** Names that were added, so that each is compared once. */
  readonly #seen = new Set<string>();

  add(fact: NameFact, name: string): void {
    if (!/\d/.test(name)) return;
    const known = `${fact} ${name}`;
    if (this.#seen.has(known)) return;
    if (this.#seen.size >= MAX_SEEN) this.#seen.clear();
    this.#seen.add(known);
    const pattern = CHANGING.reduce((text, part) => text.replace(part, '*'), name);
    // No part of the name changes, or nothing but the changing parts is left.
    if (pattern === name || !/[a-z]{2}/i.test(pattern)) return;
    const key = `${fact} ${pattern}`;
    let names = this.#names.get(key);
    if (!names) {
      if (this.#names.size >= MAX_PATTERNS) return;
      names = new Set();
      this.#names.set(key, names);
    }
    if (names.size < MAX_NAMES) names.add(name);
  }

  addAll(found: readonly ChangingName[]): void {
    for (const { fact, names } of found) for (const name of names) this.add(fact, name);
  }

  /** All added names, grouped by pattern. */
  all(): readonly ChangingName[] {
    return [...this.#names].map(([key, names]) => {
      const space = key.indexOf(' ');
      return { fact: key.slice(0, space) as NameFact, pattern: key.slice(space + 1), names: [...names].sort() };
    });
  }

  /** Proposed masks of at least `fewest` names; those that match the most come first. */
  proposals(fewest = MIN_NAMES): ProposedMasks {
    const masks = this.all()
      .map(({ fact, pattern, names }) => ({ fact, pattern, count: names.length, isMore: names.length === MAX_NAMES }))
      .filter(({ count }) => count >= fewest)
      .sort((a, b) => b.count - a.count || compareText(a.pattern, b.pattern) || compareText(a.fact, b.fact));
    return { masks, isCutOff: this.#names.size >= MAX_PATTERNS };
  }
}
