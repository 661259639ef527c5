import type { Dialect, ErrorPlace, OperationKind, RuleVerdict } from '../../model/index.ts';
import type { ExampleSet, FixEntry } from '../../model/schemas/index.ts';
import type { Condition } from '../conditions/compile.ts';
import type { MessageTemplate } from './message.ts';

/** The safe alternative, Markdown. The default is empty if the rule has none. */
export type RuleHelp = { readonly default: string } & { readonly [D in Dialect]?: string | undefined };

/** A rule with all overrides applied. */
export interface Rule {
  readonly id: string;
  /** Kinds and groups, as written. */
  readonly operations: readonly string[];
  /** The kinds that `operations` expands to. */
  readonly kinds: ReadonlySet<OperationKind>;
  /** Undefined if every operation of these kinds matches. */
  readonly condition: Condition | undefined;
  readonly verdict: RuleVerdict;
  readonly message: MessageTemplate;
  readonly description: string;
  readonly help: RuleHelp;
  /** SQL to write instead, in the order in which it is tried. */
  readonly fixes: readonly FixEntry[];
  readonly per: 'operation' | 'statement';
  readonly owner: string | undefined;
  /** The database users to whose queries alone it applies; undefined for all queries, and for files. */
  readonly users?: readonly string[] | undefined;
  readonly suppressible: boolean;
  /** Page about the rule: its path in docs/, without `.md`. Only rules of built-in packs have one. */
  readonly docs: string | undefined;
  /** The source with `final: true`; no other source may loosen the rule. */
  readonly finalIn: string | undefined;
  readonly examples: readonly ExampleSet[];
  /** The source that defined or last overrode the rule: a pack name or a path. */
  readonly source: string;
  /** Position of the rule or of its last override. */
  readonly place: ErrorPlace;
  /** Position of each deciding key in the file that set it last; built-in packs have none. */
  readonly keyPlaces: Readonly<Partial<Record<DecidingKey, ErrorPlace>>>;
}

/** The keys of a rule that decide its verdicts. */
export const DECIDING_KEYS = ['operations', 'when', 'verdict'] as const;
export type DecidingKey = (typeof DECIDING_KEYS)[number];

/** An exemption in the ruleset. */
export interface Exception {
  readonly rule: string;
  readonly condition: Condition;
  readonly reason: string;
  readonly owner: string;
  /** Last day on which it applies: `YYYY-MM-DD`, UTC. */
  readonly until: string;
  readonly source: string;
  readonly place: ErrorPlace;
}

/** An intended break of production flows. It changes no verdict, only whether a simulation fails. */
export interface Acknowledgement {
  readonly rule: string;
  /** Id of the one flow that may break; undefined if a condition selects the flows. */
  readonly flow: string | undefined;
  readonly condition: Condition | undefined;
  /** Maximum number of flows that the condition may cover; undefined without a condition. */
  readonly maxFlows: number | undefined;
  readonly reason: string;
  readonly owner: string;
  /** Last day on which it applies: `YYYY-MM-DD`, UTC. */
  readonly until: string;
  readonly source: string;
  readonly place: ErrorPlace;
}

/** An effective ruleset: packs, `extends` and overrides are resolved. */
export interface Ruleset {
  /** All rules, including `off` ones, in the order of their first definition. */
  readonly rules: readonly Rule[];
  readonly exceptions: readonly Exception[];
  readonly acknowledgements: readonly Acknowledgement[];
  /** Its sources, in order: names of packs and paths of files. */
  readonly sources: readonly string[];
  /** For each source that a file extends, the line under `extends` that names it. */
  readonly extendedAt?: ReadonlyMap<string, ErrorPlace>;
  /** Its files extend no pack, and do not say on purpose that they extend nothing (`extends: []`). */
  readonly extendsNoPack?: true | undefined;
  /** Commit from which its files were read; undefined for the working directory and for packs alone. */
  readonly commit: string | undefined;
  /** SHA-256 of everything that decides a verdict, hex. Equal rulesets have equal hashes, however they are written. */
  readonly hash: string;
  /** The rules for each kind, without `off` ones, in order. */
  readonly byKind: ReadonlyMap<OperationKind, readonly Rule[]>;
  readonly exceptionsOf: ReadonlyMap<string, readonly Exception[]>;
}
