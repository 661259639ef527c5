import type { Place } from '../facts/facts.ts';
import type { OperationKind } from '../facts/operations.ts';
import type { Location } from '../facts/span.ts';
import type { Section } from '../facts/statement.ts';
import type { MigrationTool } from '../migration-tool.ts';

/** Which ruleset produced a finding, if a pull request has two. */
export type Side = 'base' | 'head' | 'both';

/**
 * Where a finding comes from, and what exempts it. `counts` (policy.ts) says which count: `new` ones, and with
 * `findings: all` the `existing` ones. `existing`: the base version of the file had it too;
 * `suppressed`: by a comment; `excepted`: by an exception in the ruleset; `baselined`: by the baseline file;
 * `spared`: it is in a down section of a configured migration tool.
 */
export type FindingStatus = 'new' | 'existing' | 'suppressed' | 'excepted' | 'baselined' | 'spared';

/** A part of a file that a fix replaces. */
export interface FixEdit {
  /** Empty for a text that is inserted. */
  readonly location: Location;
  readonly text: string;
}

/** Lines of a file, and what replaces them: at least one line, without its line end, which is `\n`. */
export interface ChangedLines {
  /** Number of the first line, from 1. */
  readonly first: number;
  readonly before: readonly string[];
  /** Empty if the lines are removed. */
  readonly after: readonly string[];
}

/** A file that a fix adds; the migration tool runs it after the file of the finding. */
export interface FixFile {
  readonly path: string;
  readonly text: string;
}

/** SQL to write instead. With it, the file was judged again: it no longer has the finding, and has no other. */
export interface Fix {
  /** What it does: one line, lower case. */
  readonly title: string;
  /** In order, without overlaps. */
  readonly edits: readonly FixEdit[];
  /** The edits as one change of whole lines. */
  readonly lines: ChangedLines;
  /** In the order in which they run. */
  readonly files: readonly FixFile[];
  /** The path that the file of the finding gets; missing if it keeps its own. */
  readonly renamedTo?: string | undefined;
}

/**
 * Why a finding has no fix, the first obstacle first. `old-file`: the base has the file; `rule`: the rule has none for the
 * dialect; `form`: the statement has another form, or a name that other SQL has; `tool`: it is not known which tool runs the
 * file; `transaction`: the tool cannot run the steps as they have to; `finding`: the file would have another finding, or the
 * same one.
 */
export const NO_FIX = ['old-file', 'rule', 'form', 'tool', 'transaction', 'finding'] as const;
export type NoFix = (typeof NO_FIX)[number];

/** The notice of a run that reached a limit of its search for fixes. */
export const FIXES_LEFT_OUT =
  'fixes were not looked for everywhere: a run looks at 500 findings, files of 250,000 characters, 8 MB of SQL, and 300 ways to fix a file; name fewer files';

/** One rule hit on one operation, or (`unknown`) one thing that could not be decided. */
export interface Finding {
  /** Rule id; `unreadable` for a statement or file that could not be understood. */
  readonly rule: string;
  readonly verdict: 'block' | 'warn' | 'unknown';
  readonly status: FindingStatus;
  readonly path: string;
  /** Undefined if the finding is about a whole file. */
  readonly location: Location | undefined;
  /** Where its statement starts in the file, in UTF-16 units; undefined if it is not about one statement. */
  readonly statementOffset: number | undefined;
  /** The line on which the finding starts, at most 400 characters around it. Raw: escape it before printing. */
  readonly excerpt: string;
  /** Column (from 1) of the excerpt's first character in its line. Used to place a caret. */
  readonly excerptColumn: number;
  readonly operation: { readonly kind: OperationKind; readonly target: string; readonly place: Place } | undefined;
  readonly section: Section;
  /**
   * In a down section of a file without a `tool`: the tools that do not run this section on deployment. Empty if the change
   * names one of them, which applies once it is merged.
   */
  readonly downTools?: readonly MigrationTool[] | undefined;
  /** One line. */
  readonly message: string;
  /** The safe alternative, Markdown; empty if the rule has none. */
  readonly help: string;
  /** Page about the rule: its path in docs/, without `.md`. Undefined if it has none. */
  readonly docs: string | undefined;
  readonly owner: string | undefined;
  /** Whether a comment in the file may exempt it. */
  readonly suppressible: boolean;
  /** The reason of the suppression, exception or baseline entry that applies, if any. */
  readonly exemption: string | undefined;
  /** The fingerprint in the baseline that accepts it. Differs from `fingerprint` if the file was moved since. */
  readonly acceptedAs: string | undefined;
  readonly side: Side;
  /** The verdict under the edited rules, if both rulesets report the finding and the rules in force are stricter. */
  readonly onceMerged?: 'block' | 'warn' | 'unknown' | undefined;
  /** How many findings of the file it stands for, if not all of them are listed one by one; otherwise 1 or missing. */
  readonly count?: number | undefined;
  /** 64 hex digits and `/v1`: rule + path + query shape + occurrence. */
  readonly fingerprint: string;
}

/** A finding of a run, with the SQL to write instead. */
export interface ReportedFinding extends Finding {
  /** Missing if its rule has none with which the file passes, or if none was looked for. */
  readonly fix?: Fix | undefined;
  /** Missing if it has one, or if none was looked for. */
  readonly noFix?: NoFix | undefined;
}

/** A file after all fixes of a run. */
export interface RewrittenFile {
  readonly path: string;
  /** The path that it had; missing if it keeps it. */
  readonly previousPath?: string | undefined;
  /** Undefined if a fix adds the file. */
  readonly before: string | undefined;
  readonly after: string;
}

/** The number of findings, with those that a listed one stands for. */
export function countFindings(findings: readonly Pick<Finding, 'count'>[]): number {
  return findings.reduce((sum, { count = 1 }) => sum + count, 0);
}
