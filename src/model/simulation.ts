import type { Dialect } from './dialect.ts';
import type { ErrorPlace, ExitCode } from './errors.ts';
import type { HistorySource } from './history.ts';
import type { OperationKind } from './operations.ts';
import type { Judge, Notice, Scope } from './report.ts';
import type { Verdict } from './verdict.ts';

/**
 * What a change of the ruleset does to a flow. `newly_blocked`: all of its legitimate runs; `partly_blocked`: some of
 * them; `unknown`: something that differs cannot be decided, and might block; `changed`: between allow and warn.
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

/** How the text of a rule changed, whatever the history shows. */
export const RULE_CHANGES = ['added', 'removed', 'edited'] as const;

/** Flows and their executions. */
export interface FlowCount {
  readonly flows: number;
  readonly calls: number;
}

/** One rule that is not the same on both sides: it, or an exception to it. */
export interface RuleChange {
  readonly rule: string;
  readonly change: (typeof RULE_CHANGES)[number];
  /** What differs, for people, one entry each: `verdict: warn -> block`, `condition`, `exception added (owner, until 2027-03-31)`. */
  readonly differences: readonly string[];
  /** Whether the text alone can only block more, only less, or either. */
  readonly effect: 'stricter' | 'looser' | 'either';
  /** In the head; of a removed rule undefined. */
  readonly place: ErrorPlace | undefined;
  /** In the base; of an added rule undefined. */
  readonly basePlace: ErrorPlace | undefined;
  readonly owner: string | undefined;
  /** Rows and executions of the history with an operation of its kinds: none is "not exercised", never "safe". */
  readonly exercised: { readonly rows: number; readonly calls: number };
  readonly newlyBlocked: FlowCount;
  readonly newlyAllowed: FlowCount;
  readonly unknown: FlowCount;
}

/** Who runs a flow: what makes two runs of one shape two flows. */
export interface FlowCaller {
  readonly application: string | undefined;
  readonly user: string | undefined;
  readonly database: string | undefined;
}

/** Why a flow is in its class: one rule that says so. */
export interface FlowCause {
  readonly rule: string;
  /** Where the rule (or exception) that decides stands: in the head; in the base for what is newly allowed. */
  readonly place: ErrorPlace | undefined;
  /** The rule's message, one line. */
  readonly message: string;
  /** Why it cannot be decided; undefined where it is. */
  readonly undecided: string | undefined;
  readonly calls: number;
}

/** An acknowledgement of the head's ruleset that holds. */
export interface AcknowledgementReport {
  readonly rule: string;
  /** The flow's id, or the condition as written. */
  readonly about: string;
  readonly reason: string;
  readonly owner: string;
  /** `YYYY-MM-DD`, UTC, last day on which it holds. */
  readonly until: string;
  readonly place: ErrorPlace;
  /**
   * `refused`: it covers more flows than its `max-flows`. `merged`: the base has it too, so it was approved for another
   * change and covers nothing of this one.
   */
  readonly state: 'used' | 'unused' | 'expired' | 'refused' | 'merged';
  /** That it covers, or would. */
  readonly flows: number;
}

/** One recurring query whose verdict the change touches. */
export interface FlowReport {
  /** 12 hex digits: stable for shape, dialect, application (or user) and database. */
  readonly id: string;
  readonly class: FlowClass;
  readonly shape: string;
  readonly dialect: Dialect;
  readonly caller: FlowCaller;
  readonly kinds: readonly OperationKind[];
  /** All executions in the history. */
  readonly calls: number;
  /** The executions that the class is about. */
  readonly affectedCalls: number;
  /** Of all executions in the history, 0 to 1. */
  readonly share: number;
  /** Days on which it ran; 0 where the source carries no time. */
  readonly daysActive: number;
  readonly firstSeen: string | undefined;
  readonly lastSeen: string | undefined;
  readonly causes: readonly FlowCause[];
  /** What the affected runs have and the others have not, for people, worst first: `statement.limit 5000 (312 calls)`; at most 5. */
  readonly examples: readonly string[];
  /** How many more distinct ones there are. */
  readonly moreExamples: number;
  /** Undefined where it counts; else why it does not: seen on one day only, ignored caller, too few calls. */
  readonly leftOut: string | undefined;
  /** Reason and owner of the acknowledgement that covers it. */
  readonly acknowledged: { readonly reason: string; readonly owner: string; readonly until: string } | undefined;
  /** The condition of one narrow exception that saves exactly this flow, verified by simulating with it. */
  readonly proposal: { readonly rule: string; readonly when: string } | undefined;
}

/** A flow that `flows.yml` declares. */
export interface DeclaredFlowReport {
  readonly name: string;
  readonly owner: string;
  readonly place: ErrorPlace;
  readonly base: Verdict;
  readonly head: Verdict;
  readonly causes: readonly FlowCause[];
  /** Whether it fails the run: the head blocks it, or cannot decide, and the base let it pass. */
  readonly breaks: boolean;
}

/** What `simulate` compares and finds: the pure part, which a service computes too. */
export interface SimulationResult {
  readonly ruleChanges: readonly RuleChange[];
  /** Flows that are not unchanged, worst first, then by affected calls; all of them. */
  readonly flows: readonly FlowReport[];
  readonly declared: readonly DeclaredFlowReport[];
  readonly acknowledgements: readonly AcknowledgementReport[];
  /** Counts of flows that count: neither left out nor acknowledged, but for `replayed`, `acknowledged` and `leftOut`. */
  readonly totals: {
    readonly replayed: FlowCount;
    readonly unchanged: FlowCount;
    readonly newlyBlocked: FlowCount;
    readonly partlyBlocked: FlowCount;
    readonly newlyAllowed: FlowCount;
    readonly changed: FlowCount;
    readonly unknown: FlowCount;
    /** Undecided, and at the very worst newly allowed. */
    readonly unknownLoosening: FlowCount;
    readonly acknowledged: FlowCount;
    readonly leftOut: FlowCount;
  };
  /** Executions that no side could judge: unreadable or truncated statements, and what the source lost. */
  readonly unread: {
    readonly calls: number;
    /** Of executions or of entries, whichever part is larger: lines that are lost may each have stood for many calls. */
    readonly share: number;
    /** Entries of the sources that left no row, where they are the larger part. */
    readonly records?: { readonly all: number; readonly unread: number };
    readonly byReason: Readonly<Record<string, number>>;
  };
  /** Broken flows for which no exception was looked for, since that would have taken too long. */
  readonly proposalsNotTried?: number;
  /** The base against itself gave no difference. False is a defect. */
  readonly selfTest: boolean;
}

/** What the history is, for the reader of a report. */
export interface HistoryReport {
  /** Where it came from: paths of snapshots or logs, or `workspace <id>`. */
  readonly from: readonly string[];
  /** Which side's copy was read, where git tracks it. */
  readonly side: 'base' | 'untracked' | 'service';
  readonly firstSeen: string | undefined;
  readonly lastSeen: string | undefined;
  /** Days from the last statement to today; undefined where the history carries no time. */
  readonly ageDays: number | undefined;
  readonly statements: number;
  readonly rows: number;
  readonly sources: readonly HistorySource[];
}

export interface SimulationPolicy {
  readonly maxBrokenFlows: number;
  readonly maxUnknown: number;
  /** Percent of executions. */
  readonly maxUnread: number;
  /** Days. */
  readonly maxAge: number;
  readonly failOnNewlyAllowed: boolean;
  readonly failOn: 'block' | 'never';
  readonly minCalls: number;
  readonly minDays: number;
}

/** Something that kept the simulation from being made, or from being trusted. */
export interface SimulationProblem {
  readonly kind: 'rules' | 'history' | 'base' | 'service' | 'defect';
  /** One line, lower case. */
  readonly message: string;
  readonly place: ErrorPlace | undefined;
  readonly exitCode: ExitCode;
}

/** The result of `simulate`: one serialisable value from which every format is made. */
export interface SimulationReport {
  readonly kind: 'simulation';
  readonly formatVersion: 1;
  readonly tool: { readonly name: 'querygate'; readonly version: string };
  /** First line of every format: which rulesets, over which history. */
  readonly headline: string;
  /** Base and head; undefined where a side could not be read. */
  readonly base: Judge | undefined;
  readonly head: Judge | undefined;
  readonly scope: Scope;
  /** `no_effective_change`: both sides judge alike, and nothing was replayed. */
  readonly outcome: 'simulated' | 'no_effective_change' | 'not_simulated';
  readonly policy: SimulationPolicy;
  readonly history: HistoryReport | undefined;
  /** Undefined unless `simulated`. */
  readonly result: SimulationResult | undefined;
  readonly verdict: Verdict;
  readonly exitCode: ExitCode;
  /** One line: why the exit code is what it is. */
  readonly conclusion: string;
  /** Each with its own sentence, worst first. */
  readonly problems: readonly SimulationProblem[];
  readonly notices: readonly Notice[];
  /** YAML of acknowledgements for all that breaks, ready to paste; undefined where nothing does. */
  readonly proposedAcknowledgements: string | undefined;
  /** The command that repeats this result in a checkout; undefined where it was a local run. */
  readonly repeat: string | undefined;
}
