import type { Notice } from './report.ts';

/** Who last edited a line, and when. */
export interface LineAuthor {
  /** Raw text of a commit. */
  readonly name: string;
  /** `YYYY-MM-DD`, UTC. */
  readonly date: string;
  /** Full commit id. */
  readonly commit: string;
}

/** One exemption that `querygate suppressions` lists. */
export interface Exemption {
  readonly kind: 'suppression' | 'exception';
  readonly path: string;
  readonly line: number;
  readonly rules: readonly string[];
  readonly reason: string;
  /** Only exceptions have one. */
  readonly owner: string | undefined;
  /** Last day on which it applies: `YYYY-MM-DD`, UTC; undefined if it has none. */
  readonly until: string | undefined;
  /** `active`: an exception in force, whether or not anything needs it. For the others see SuppressionReport. */
  readonly state: 'used' | 'unused' | 'expired' | 'refused' | 'active';
  /** Whether it lasts longer than `max-exemption-days` allows. It still applies, because it is older than the limit. */
  readonly overLimit: boolean;
  /** Undefined outside of git, for a line that is not committed, and if the clone is too shallow to tell. */
  readonly author: LineAuthor | undefined;
}

/** The result of `querygate suppressions`. */
export interface ExemptionList {
  readonly kind: 'exemptions';
  readonly formatVersion: 1;
  /** Which ruleset was applied, to what. */
  readonly headline: string;
  /** Those that end first come first, those without a last day come last. */
  readonly exemptions: readonly Exemption[];
  /** How many exemptions `expiring` left out. */
  readonly leftOut: number;
  readonly baseline: { readonly path: string; readonly findings: number } | undefined;
  readonly notices: readonly Notice[];
}
