import type { Dialect } from '../dialect.ts';
import type { ExitCode } from '../errors.ts';
import type { Location } from '../facts/span.ts';
import type { ReportedFinding, RewrittenFile } from './finding.ts';
import type { FailOn, FindingsMode, OnUnknown, Verdict } from './verdict.ts';

/** One ruleset that the check applied. */
export interface Judge {
  /** `base`, `head`, or `only` if there is just one. */
  readonly side: 'base' | 'head' | 'only';
  /** Its sources, in order: pack names and file paths. */
  readonly sources: readonly string[];
  /** Commit from which its files were read; undefined for the working directory and for packs alone. */
  readonly commit: string | undefined;
  /** SHA-256 of the effective ruleset, hex. */
  readonly hash: string;
  readonly rules: number;
  /** Its files extend no pack, and do not say on purpose that they extend nothing (`extends: []`). */
  readonly extendsNoPack?: true | undefined;
  /**
   * Rules that do not apply to these files, with the reason (`needs caller, but no caller is given`). `exception`: only
   * an exception to the rule does not apply.
   */
  readonly notApplied: readonly {
    readonly rule: string;
    readonly reason: string;
    readonly exception?: true | undefined;
  }[];
}

/** What was checked. */
export interface Scope {
  /** `all`: all selected files; `changed`: only the changed files. */
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
  /** `given`: the run is about all files; `skipped`: accepted as history by `start-after`, a schema file from which migrations are generated, or a SQLite database, and not judged. */
  readonly status: 'added' | 'modified' | 'renamed' | 'deleted' | 'given' | 'skipped';
  readonly statements: number;
  readonly verdict: Verdict;
}

/** One in-file exemption. */
export interface SuppressionReport {
  readonly path: string;
  readonly location: Location;
  readonly rules: readonly string[];
  readonly reason: string;
  /** Last day on which it applies: `YYYY-MM-DD`, UTC. */
  readonly until: string | undefined;
  /** Whether the change adds or widens it. */
  readonly added: boolean;
  /** `refused`: the rule is not suppressible, or the base configuration refuses suppressions. */
  readonly state: 'used' | 'unused' | 'expired' | 'refused';
  /** How many findings it exempts. */
  readonly holds: number;
}

/** A message in the report that is not a finding. */
export interface Notice {
  readonly level: 'notice' | 'warning';
  readonly message: string;
  readonly path: string | undefined;
  readonly location: Location | undefined;
}

/** A notice of a check's report. */
export interface ReportNotice extends Notice {
  /** False if it is shown in the report only, without an annotation. */
  readonly annotated?: false;
  /** All files that the message is about, if there can be more than it names. */
  readonly paths?: readonly string[];
}

export interface Totals {
  readonly files: number;
  readonly statements: number;
  readonly operations: number;
  /** Findings that count, by verdict. */
  readonly blocked: number;
  readonly warned: number;
  readonly unknown: number;
  /** The other findings, by status. */
  readonly existing: number;
  readonly suppressed: number;
  readonly excepted: number;
  readonly baselined: number;
  readonly spared: number;
  readonly newSuppressions: number;
}

/** A query that the tests of a change execute, and those of the base do not execute in this way. */
export interface NewFlow {
  readonly shape: string;
  readonly dialect: Dialect;
  /** `stricter`: the base's tests execute the shape too, with values about which the rules are less strict. */
  readonly kind: 'new' | 'stricter';
  /** Applications, or users without one. */
  readonly callers: readonly string[];
  readonly verdict: Verdict;
  /** The rules that report it. */
  readonly rules: readonly string[];
}

/** The service that ran the check, or should have. */
export interface ServiceReport {
  /** Undefined if none was configured, which a run without a key does not require. */
  readonly workspace: string | undefined;
  /** Version of the workspace's active ruleset; undefined if the service checked nothing. */
  readonly rulesetVersion: number | undefined;
}

/** The result of `check`: one serialisable value, from which every report format is rendered. */
export interface CheckReport {
  readonly kind: 'check';
  readonly formatVersion: 1;
  readonly tool: { readonly name: 'querygate'; readonly version: string };
  /** First line of every format: which ruleset was applied, to what. */
  readonly headline: string;
  /** Empty if nothing was checked because the service did not respond or was not called. */
  readonly judges: readonly Judge[];
  /** Undefined if the repository's own rules were used. */
  readonly service?: ServiceReport | undefined;
  readonly scope: Scope;
  readonly policy: {
    readonly failOn: FailOn;
    readonly onUnknown: OnUnknown;
    readonly findings: FindingsMode;
    /** Last day that a new exemption may have, `YYYY-MM-DD`; undefined without `max-exemption-days`. */
    readonly lastExemptionDay?: string | undefined;
  };
  readonly verdict: Verdict;
  readonly exitCode: ExitCode;
  /** Reason for the exit code, one line. */
  readonly conclusion: string;
  /** All findings, worst first, then by path and position; findings that do not count come last. */
  readonly findings: readonly ReportedFinding[];
  readonly files: readonly FileReport[];
  readonly suppressions: readonly SuppressionReport[];
  readonly notices: readonly ReportNotice[];
  /** Strictest verdict first; undefined if no tests were compared. */
  readonly newFlows?: readonly NewFlow[] | undefined;
  /** The files after all fixes; missing if none were asked for. */
  readonly rewritten?: readonly RewrittenFile[] | undefined;
  readonly totals: Totals;
  /** Its page in the dashboard of the service; undefined without one. */
  readonly page?: string | undefined;
  /** Address of the judged files on the web, with `/` at its end; undefined if it is unknown. */
  readonly filesRoot?: string | undefined;
  /** Address of Querygate's docs/, with `/` at its end; undefined if it is unknown. */
  readonly docsRoot?: string | undefined;
  /** Command lines that repeat this run in a checkout of the change; undefined for a local run. */
  readonly repeat: string | undefined;
}
