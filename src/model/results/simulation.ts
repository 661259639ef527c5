import type { Dialect } from '../dialect.ts';
import type { ErrorPlace, ExitCode } from '../errors.ts';
import type { OperationKind } from '../facts/operations.ts';
import type { HistoryOrigin, HistorySource } from '../history.ts';
import type { Judge, Notice, Scope } from './report.ts';
import type { RulesetComparisonResult } from './ruleset-comparison.ts';
import type { Verdict } from './verdict.ts';

/**
 * The effect of a ruleset change on a flow. `newly_blocked`: all of its legitimate runs are blocked; `partly_blocked`:
 * some of them; `unknown`: a changed rule cannot be decided and might block; `changed`: from allow to warn or back.
 * A flow has the worst class of its runs, in this order.
 */
export const FLOW_CLASSES = [
  'newly_blocked',
  'partly_blocked',
  'unknown',
  'newly_allowed',
  'changed',
  'unchanged',
] as const;
export type FlowClass = (typeof FLOW_CLASSES)[number];

/** How the text of a rule changed, independent of the history. */
export const RULE_CHANGES = ['added', 'removed', 'edited'] as const;

/** A number of flows and of their executions. */
export interface FlowCount {
  readonly flows: number;
  readonly calls: number;
}

/** One rule that differs between the two sides, itself or in its exceptions. */
export interface RuleChange {
  readonly rule: string;
  readonly change: (typeof RULE_CHANGES)[number];
  /** Differences, for display: `verdict: warn -> block`, `condition`, `exception added (owner, until 2027-03-31)`. */
  readonly differences: readonly string[];
  /** Judged by the text alone: the change can only block more, only less, or either. */
  readonly effect: 'stricter' | 'looser' | 'either';
  /**
   * Position in the head; undefined for a removed rule. For a rule of a pack or file that the change begins to extend: the
   * line under `extends`.
   */
  readonly place: ErrorPlace | undefined;
  /** Position in the base; undefined for an added rule. */
  readonly basePlace: ErrorPlace | undefined;
  readonly owner: string | undefined;
  /** Rows and executions in the history with an operation of its kinds. Zero means "not exercised", not "safe". */
  readonly exercised: { readonly rows: number; readonly calls: number };
  readonly newlyBlocked: FlowCount;
  readonly newlyAllowed: FlowCount;
  readonly unknown: FlowCount;
}

/** The caller of a flow. Runs of the same shape by different callers are different flows. */
export interface FlowCaller {
  readonly application: string | undefined;
  readonly user: string | undefined;
  readonly database: string | undefined;
}

/** A value that a rule read, with the number of calls that have it. */
export interface FactValue {
  /** `statement.limit` */
  readonly fact: string;
  /** For display: texts in quotes, lists as JSON. */
  readonly value: string;
  readonly calls: number;
}

/** One rule that puts a flow in its class. */
export interface FlowCause {
  readonly rule: string;
  /** Position of the deciding rule or exception: in the head, or in the base for a newly allowed flow. */
  readonly place: ErrorPlace | undefined;
  /** The rule's message, one line. */
  readonly message: string;
  /** Why it cannot be decided; undefined if it is decided. */
  readonly undecided: string | undefined;
  readonly calls: number;
  /**
   * The facts that make the rule block the affected calls (for a newly allowed flow: that made it block them), at most
   * 5; those that vary from call to call first. Empty if the rule is undecided.
   */
  readonly values: readonly FactValue[];
  /** How many more distinct values there are. */
  readonly moreValues: number;
}

/** An acknowledgement in the head's ruleset. */
export interface AcknowledgementReport {
  readonly rule: string;
  /** The flow's id, or the condition as written. */
  readonly about: string;
  readonly reason: string;
  readonly owner: string;
  /** Last day on which it applies: `YYYY-MM-DD`, UTC. */
  readonly until: string;
  readonly place: ErrorPlace;
  /**
   * `refused`: it would cover more flows than its `max-flows`. `merged`: the base has it too, so it was approved for an
   * earlier change and does not apply to this one.
   */
  readonly state: 'used' | 'unused' | 'expired' | 'refused' | 'merged';
  /** Number of flows that it covers, or would cover. */
  readonly flows: number;
}

/** One recurring query whose verdict is affected by the change. */
export interface FlowReport {
  /** 12 hex digits, computed from shape, dialect, application (or user) and database. */
  readonly id: string;
  readonly class: FlowClass;
  readonly shape: string;
  readonly dialect: Dialect;
  readonly caller: FlowCaller;
  /** Where it ran; only if tests are in the history. */
  readonly origins?: readonly HistoryOrigin[];
  readonly kinds: readonly OperationKind[];
  /** All executions in the history. */
  readonly calls: number;
  /** The executions that the change affects. */
  readonly affectedCalls: number;
  /** Share of all executions in the history, 0 to 1. */
  readonly share: number;
  /** Number of days on which it ran; 0 if the source has no timestamps. */
  readonly daysActive: number;
  readonly firstSeen: string | undefined;
  readonly lastSeen: string | undefined;
  readonly causes: readonly FlowCause[];
  /** Facts of only the affected runs, for display, worst first, at most 5: `statement.limit 5000 (312 calls)`. */
  readonly examples: readonly string[];
  /** How many more distinct examples there are. */
  readonly moreExamples: number;
  /** Why the flow does not count (seen on one day only, ignored caller, too few calls); undefined if it counts. */
  readonly leftOut: string | undefined;
  /** The acknowledgement that covers it, if any. */
  readonly acknowledged: { readonly reason: string; readonly owner: string; readonly until: string } | undefined;
  /** The condition of a narrow exception for exactly this flow, verified by a simulation. */
  readonly proposal: { readonly rule: string; readonly when: string } | undefined;
}

/** What tells the groups of broken flows apart. */
export const GROUPINGS = ['caller', 'table', 'kind', 'value'] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** Broken flows of one rule. A rule that breaks many flows has groups, and each of its broken flows is in one of them. */
export interface BreakGroup {
  readonly rule: string;
  /** What tells this group from the others of the rule; empty if it is the only one. */
  readonly by: readonly Grouping[];
  /** Applications, or users of flows without one; those of most flows first. Empty text: not recorded. */
  readonly callers: readonly string[];
  /** Objects of the blocked operations; those of most flows first. */
  readonly tables: readonly string[];
  /** Kinds of the blocked operations; those of most flows first. */
  readonly kinds: readonly OperationKind[];
  /** As in a cause, of all flows of the group together. */
  readonly values: readonly FactValue[];
  readonly moreValues: number;
  /** Ids, worst first. */
  readonly flows: readonly string[];
  /** Calls that the rule blocks. */
  readonly calls: number;
  /** Condition of one exception that keeps exactly these flows working, verified by a simulation. */
  readonly exception: string | undefined;
  /** Condition that is true for exactly these flows of all that the rule endangers, for one acknowledgement. */
  readonly acknowledgement: string | undefined;
  /** False if one of the two conditions was not searched to the end, because that would have taken too long. */
  readonly tried: boolean;
}

/** A flow that `flows.yml` declares. */
export interface DeclaredFlowReport {
  readonly name: string;
  readonly owner: string;
  readonly place: ErrorPlace;
  readonly base: Verdict;
  readonly head: Verdict;
  readonly causes: readonly FlowCause[];
  /** Whether it fails the run: the base allows it, and the head blocks it or cannot decide. */
  readonly breaks: boolean;
}

/** The findings of `simulate`: the pure part, which the service computes too. */
export interface SimulationResult {
  readonly ruleChanges: readonly RuleChange[];
  /** All flows that changed, worst first, then by affected calls. */
  readonly flows: readonly FlowReport[];
  /** Groups of the flows that broad rules break; the rules in the order of `flows`, their groups with most calls first. */
  readonly groups?: readonly BreakGroup[];
  readonly declared: readonly DeclaredFlowReport[];
  readonly acknowledgements: readonly AcknowledgementReport[];
  /** Totals. Except for `replayed`, `acknowledged` and `leftOut`, without flows that are left out or acknowledged. */
  readonly totals: {
    readonly replayed: FlowCount;
    readonly unchanged: FlowCount;
    readonly newlyBlocked: FlowCount;
    readonly partlyBlocked: FlowCount;
    readonly newlyAllowed: FlowCount;
    readonly changed: FlowCount;
    readonly unknown: FlowCount;
    /** Undecided flows that might be newly allowed, but not newly blocked. */
    readonly unknownLoosening: FlowCount;
    readonly acknowledged: FlowCount;
    readonly leftOut: FlowCount;
  };
  /** Executions that neither side could evaluate: unreadable or truncated statements, and those lost by the source. */
  readonly unread: {
    readonly calls: number;
    /** Share of executions or of entries, whichever is larger, since a lost entry may stand for many calls. */
    readonly share: number;
    /** Entries of the sources, if their unread share is the larger one. */
    readonly records?: { readonly all: number; readonly unread: number };
    readonly byReason: Readonly<Record<string, number>>;
  };
  /** Number of broken flows, not saved by the exception of a group, without an attempt to propose an exception, because that would have taken too long. */
  readonly proposalsNotTried?: number;
  /** The two rulesets compared by themselves; missing if the base has none, or an older service did not compare them. */
  readonly comparison?: RulesetComparisonResult;
  /** Whether comparing the base with itself gave no difference. False means a bug in Querygate. */
  readonly selfTest: boolean;
}

/** What one origin gives to a history. */
export interface OriginReport {
  readonly origin: HistoryOrigin;
  readonly statements: number;
  readonly rows: number;
  readonly firstSeen: string | undefined;
  readonly lastSeen: string | undefined;
}

/** The history of a simulation, for reports. */
export interface HistoryReport {
  /** Where it came from: paths of snapshots or logs, or `workspace <id>`. */
  readonly from: readonly string[];
  /** Where it was read: from the base branch if that tracks it, else from disk (`untracked`). */
  readonly side: 'base' | 'untracked' | 'service';
  /** The time of production, if it is in the history; else of the tests. */
  readonly firstSeen: string | undefined;
  readonly lastSeen: string | undefined;
  /** Days from the last statement to today; undefined if the history has no timestamps. */
  readonly ageDays: number | undefined;
  /** Of all origins. */
  readonly statements: number;
  readonly rows: number;
  /** What each origin gives, production first; only if tests are in the history. */
  readonly origins?: readonly OriginReport[];
  readonly sources: readonly HistorySource[];
}

export interface SimulationPolicy {
  readonly maxBrokenFlows: number;
  readonly maxUnknown: number;
  /** Percentage of executions. */
  readonly maxUnread: number;
  /** Days. */
  readonly maxAge: number;
  readonly failOnNewlyAllowed: boolean;
  readonly failOn: 'block' | 'never';
  readonly minCalls: number;
  readonly minDays: number;
}

/** A problem that prevented the simulation or makes its result unreliable. */
export interface SimulationProblem {
  readonly kind: 'rules' | 'history' | 'base' | 'service' | 'defect';
  /** One line, lower case. */
  readonly message: string;
  readonly place: ErrorPlace | undefined;
  readonly exitCode: ExitCode;
}

/** The result of `simulate`: one serialisable value, from which every report format is rendered. */
export interface SimulationReport {
  readonly kind: 'simulation';
  readonly formatVersion: 1;
  readonly tool: { readonly name: 'querygate'; readonly version: string };
  /** First line of every format: who judged, over what, in a few words. */
  readonly headline: string;
  /** Which rulesets were compared over which history, in full. */
  readonly provenance: string;
  /** Base and head; undefined if that side could not be read. */
  readonly base: Judge | undefined;
  readonly head: Judge | undefined;
  readonly scope: Scope;
  /**
   * `no_effective_change`: both sides give the same verdicts, so nothing was replayed. `not_simulated`: they differ, and
   * nothing was replayed.
   */
  readonly outcome: 'simulated' | 'no_effective_change' | 'not_simulated';
  readonly policy: SimulationPolicy;
  readonly history: HistoryReport | undefined;
  /** Of a run that was not simulated for lack of a history: changed rules and declared flows, and no calls. */
  readonly result: SimulationResult | undefined;
  readonly verdict: Verdict;
  readonly exitCode: ExitCode;
  /** Reason for the exit code, one line. */
  readonly conclusion: string;
  /** Worst first. */
  readonly problems: readonly SimulationProblem[];
  readonly notices: readonly Notice[];
  /** YAML of acknowledgements for all broken flows or their groups, ready to paste; undefined if nothing breaks. */
  readonly proposedAcknowledgements: string | undefined;
  /** Its page in the dashboard of the service; undefined without one. */
  readonly page?: string | undefined;
  /** The page of a flow, if its id is appended. */
  readonly flowPages?: string | undefined;
  /** Address of the judged files on the web, with `/` at its end; undefined if it is unknown. */
  readonly filesRoot?: string | undefined;
  /** Address of Querygate's docs/, with `/` at its end; undefined if it is unknown. */
  readonly docsRoot?: string | undefined;
  /** Command lines that repeat this run in a checkout of the change; undefined for a local run. */
  readonly repeat: string | undefined;
}
