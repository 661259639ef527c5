import type { Dialect } from '../dialect.ts';
import type { OperationKind } from '../facts/operations.ts';
import type { Verdict } from './verdict.ts';

/** SQL that two rulesets judge differently. */
export interface DifferingSql {
  readonly sql: string;
  readonly dialect: Dialect;
  readonly base: Verdict;
  readonly head: Verdict;
  /** The rules that differ on it, by id. */
  readonly rules: readonly string[];
  /** Path of the file that holds it; undefined for a query of production. */
  readonly path: string | undefined;
  /** Who runs it: `user`, `tags.job`; null if a fact is not known. Empty names are left out. */
  readonly caller: { readonly [fact: string]: string | null } | undefined;
  readonly serverVersion: number | undefined;
  /** Queries that production ran, for rules about the use of an object; undefined without a history. */
  readonly history: readonly string[] | undefined;
  /** The first day on which they differ, `YYYY-MM-DD`, UTC; undefined for today. */
  readonly from: string | undefined;
}

/** A kind of operation on which the head is looser or stricter than the base, with an example. */
export interface KindChange {
  readonly kind: OperationKind;
  readonly change: 'looser' | 'stricter';
  readonly example: DifferingSql;
}

/** A kind of operation for which it is not decided whether the head is looser. */
export interface OpenKind {
  readonly kind: OperationKind;
  /** The rule of the base that may be stricter; undefined if the search ended before it found one. */
  readonly rule: string | undefined;
  /** What stopped the search, one line. */
  readonly why: string;
}

/** Two rulesets compared by themselves, without a history. */
export interface RulesetComparisonResult {
  /** In the order of the kinds in docs/facts.md, looser first. */
  readonly kinds: readonly KindChange[];
  /**
   * Whether the head is somewhere looser than the base. `no` is proved for every statement; `yes` has an example in `kinds`.
   */
  readonly looser: 'no' | 'yes' | 'not_decided';
  /** Why it is not decided, by kind; empty unless it is not. */
  readonly open: readonly OpenKind[];
}

/** The result of `querygate rules compare`. */
export interface RulesetComparisonReport extends RulesetComparisonResult {
  readonly kind: 'ruleset-comparison';
  readonly formatVersion: 1;
  /** Which rulesets were compared, in a few words. */
  readonly headline: string;
}
