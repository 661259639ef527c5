import type { Dialect } from './dialect.ts';
import type { ExitCode } from './errors.ts';
import type { Finding } from './finding.ts';
import type { Location } from './span.ts';
import type { FailOn, FindingsMode, OnUnknown, Verdict } from './verdict.ts';

/** Who judged: one ruleset. */
export interface Judge {
  /** `base`, `head`, or `only` where there is one. */
  readonly side: 'base' | 'head' | 'only';
  /** What it is made of, in order: pack names and file paths. */
  readonly sources: readonly string[];
  /** Commit that its files were read from; undefined for the working directory and for packs alone. */
  readonly commit: string | undefined;
  /** SHA-256 of the effective ruleset, hex. */
  readonly hash: string;
  readonly rules: number;
  /** Rules that do not apply to these files, with the reason (`reads caller.user, and no caller is given`). */
  readonly notApplied: readonly { readonly rule: string; readonly reason: string }[];
}

/** What was judged. */
export interface Scope {
  /** `all`: every file named; `changed`: the changed files of a change. */
  readonly kind: 'all' | 'changed';
  /** The event of the CI host (`pull_request`, `merge_group`, `push`, …) or `local`. */
  readonly event: string;
  readonly base: string | undefined;
  readonly head: string | undefined;
}

export interface FileReport {
  readonly path: string;
  readonly previousPath: string | undefined;
  readonly dialect: Dialect | undefined;
  readonly status: 'added' | 'modified' | 'renamed' | 'deleted' | 'given';
  readonly statements: number;
  readonly verdict: Verdict;
}

/** One in-file exemption. */
export interface SuppressionReport {
  readonly path: string;
  readonly location: Location;
  readonly rules: readonly string[];
  readonly reason: string;
  /** `YYYY-MM-DD`, UTC, last day on which it holds. */
  readonly until: string | undefined;
  /** Whether the change adds or widens it. */
  readonly added: boolean;
  /** `refused`: the rule is not suppressible, or the base configuration refuses suppressions. */
  readonly state: 'used' | 'unused' | 'expired' | 'refused';
  /** How many findings it holds back. */
  readonly holds: number;
}

/** Something the reader must know that is no finding. */
export interface Notice {
  readonly level: 'notice' | 'warning';
  readonly message: string;
  readonly path: string | undefined;
  readonly location: Location | undefined;
}

export interface Totals {
  readonly files: number;
  readonly statements: number;
  readonly operations: number;
  /** New findings that count. */
  readonly blocked: number;
  readonly warned: number;
  readonly unknown: number;
  readonly existing: number;
  readonly suppressed: number;
  readonly excepted: number;
  readonly baselined: number;
  readonly spared: number;
  readonly newSuppressions: number;
}

/** A service that judged, or should have. */
export interface ServiceReport {
  /** Undefined where nobody named one, as a run without a key need not. */
  readonly workspace: string | undefined;
  /** Version of the workspace's active ruleset; undefined where it judged nothing. */
  readonly rulesetVersion: number | undefined;
}

/** The result of `check`: one serialisable value from which every format is made. */
export interface CheckReport {
  readonly kind: 'check';
  readonly formatVersion: 1;
  readonly tool: { readonly name: 'querygate'; readonly version: string };
  /** First line of every format: who judged, over what. */
  readonly headline: string;
  /** Empty where nothing was judged, since a service gave no answer or was not asked. */
  readonly judges: readonly Judge[];
  /** Undefined where the repository's own rules judged. */
  readonly service?: ServiceReport | undefined;
  readonly scope: Scope;
  readonly policy: {
    readonly failOn: FailOn;
    readonly onUnknown: OnUnknown;
    readonly findings: FindingsMode;
  };
  readonly verdict: Verdict;
  readonly exitCode: ExitCode;
  /** One line: why the exit code is what it is. */
  readonly conclusion: string;
  /** All findings, worst first, then by path and place; those that do not count come last. */
  readonly findings: readonly Finding[];
  readonly files: readonly FileReport[];
  readonly suppressions: readonly SuppressionReport[];
  readonly notices: readonly Notice[];
  readonly totals: Totals;
  /** The command that repeats this result in a checkout; undefined where it was a local run. */
  readonly repeat: string | undefined;
}
