import type { ErrorPlace, OperationKind, RuleVerdict } from '../../model/index.ts';
import type { ExampleSet } from '../../model/schemas/index.ts';
import type { Condition } from '../conditions/compile.ts';
import type { MessageTemplate } from './message.ts';

/** A rule in force, all overrides applied. */
export interface Rule {
  readonly id: string;
  /** As written: kinds and groups. */
  readonly operations: readonly string[];
  /** The kinds that `operations` stands for. */
  readonly kinds: ReadonlySet<OperationKind>;
  /** Undefined where every operation of the kinds matches. */
  readonly condition: Condition | undefined;
  readonly verdict: RuleVerdict;
  readonly message: MessageTemplate;
  readonly description: string;
  /** Markdown; empty where the rule gives none. */
  readonly help: string;
  readonly owner: string | undefined;
  readonly suppressible: boolean;
  /** Address of the rule's page; only rules of built-in packs have one. */
  readonly docs: string | undefined;
  /** The source that said `final: true`; nothing else may loosen the rule. */
  readonly finalIn: string | undefined;
  readonly examples: readonly ExampleSet[];
  /** The source that gave the rule or overrode it last: a pack's name or a path. */
  readonly source: string;
  /** Where the rule, or its last override, stands. */
  readonly place: ErrorPlace;
  /** Where the keys that decide were written last, in whichever file; a built-in pack has none. */
  readonly keyPlaces: Readonly<Partial<Record<DecidingKey, ErrorPlace>>>;
}

/** The keys of a rule that decide what it says. */
export const DECIDING_KEYS = ['operations', 'when', 'verdict'] as const;
export type DecidingKey = (typeof DECIDING_KEYS)[number];

/** An exemption in the ruleset. */
export interface Exception {
  readonly rule: string;
  readonly condition: Condition;
  readonly reason: string;
  readonly owner: string;
  /** `YYYY-MM-DD`, UTC, last day on which it holds. */
  readonly until: string;
  readonly source: string;
  readonly place: ErrorPlace;
}

/** A break of production flows that the ruleset's owners mean: it decides no verdict, only what fails a simulation. */
export interface Acknowledgement {
  readonly rule: string;
  /** Id of the one flow that may break; undefined where a condition says which may. */
  readonly flow: string | undefined;
  readonly condition: Condition | undefined;
  /** How many flows the condition may cover; undefined without one. */
  readonly maxFlows: number | undefined;
  readonly reason: string;
  readonly owner: string;
  /** `YYYY-MM-DD`, UTC, last day on which it holds. */
  readonly until: string;
  readonly source: string;
  readonly place: ErrorPlace;
}

/** An effective ruleset: packs, `extends` and overrides are resolved. */
export interface Ruleset {
  /** Every rule, `off` ones too, in the order in which they were first given. */
  readonly rules: readonly Rule[];
  readonly exceptions: readonly Exception[];
  readonly acknowledgements: readonly Acknowledgement[];
  /** What it is made of, in order: names of packs and paths of files. */
  readonly sources: readonly string[];
  /** Commit that its files were read from; undefined for the working directory and for packs alone. */
  readonly commit: string | undefined;
  /** SHA-256 of all that decides a verdict, hex: equal for rulesets that judge alike, however they are written. */
  readonly hash: string;
  /** The rules that say something of a kind (not `off`), in order. */
  readonly byKind: ReadonlyMap<OperationKind, readonly Rule[]>;
  readonly exceptionsOf: ReadonlyMap<string, readonly Exception[]>;
}
