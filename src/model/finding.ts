import type { Place } from './facts.ts';
import type { OperationKind } from './operations.ts';
import type { Location } from './span.ts';

/** Which ruleset says so, where a pull request has two. */
export type Side = 'base' | 'head' | 'both';

/**
 * Why a finding does not count, or that it does:
 * `new` counts; `existing` was in the base version of the file; `suppressed` by a comment;
 * `excepted` by the ruleset; `baselined` by the baseline file; `spared` stands in a down section of a named tool.
 */
export type FindingStatus = 'new' | 'existing' | 'suppressed' | 'excepted' | 'baselined' | 'spared';

/** One rule hit on one operation, or (`unknown`) one thing that could not be decided. */
export interface Finding {
  /** Rule id; `unreadable` where no rule could be asked (a statement or file that could not be understood). */
  readonly rule: string;
  readonly verdict: 'block' | 'warn' | 'unknown';
  readonly status: FindingStatus;
  readonly path: string;
  /** Missing where the finding is about a whole file. */
  readonly location: Location | undefined;
  /** The statement's line on which the finding starts, cut to 400 characters around it, raw: escape it before printing. */
  readonly excerpt: string;
  /** Column of the excerpt's first character in its line, from 1, so that a caret can be placed. */
  readonly excerptColumn: number;
  readonly operation: { readonly kind: OperationKind; readonly target: string; readonly place: Place } | undefined;
  readonly section: 'up' | 'down' | '';
  /** One line. */
  readonly message: string;
  /** The safe way, Markdown; empty where the rule gives none. */
  readonly help: string;
  /** Page of the rule, where it has one. */
  readonly docs: string | undefined;
  readonly owner: string | undefined;
  /** Whether a comment in the file may exempt it. */
  readonly suppressible: boolean;
  /** The reason of the suppression, exception or baseline entry that holds, where one does. */
  readonly exemption: string | undefined;
  readonly side: Side;
  /** 64 hex digits and `/v1`: rule + path + query shape + occurrence. */
  readonly fingerprint: string;
}
