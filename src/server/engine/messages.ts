import type { RulesetFiles } from '../../contract/index.ts';
import type { ErrorPlace } from '../../model/index.ts';
import type { FlowExplanation } from '../../simulation/index.ts';
import type {
  CheckedRuleset,
  EngineRefusal,
  ListedRule,
  LoadedRuleset,
  RulePlace,
  RulesetDifference,
  SimulationOutcome,
  TryOutcome,
} from './engine.ts';
import type { CheckRulesetJob } from './tasks/check-ruleset.ts';
import type { CompareJob } from './tasks/compare-versions.ts';
import type { countUses, UsesJob } from './tasks/count-uses.ts';
import type { ExplainFlowJob } from './tasks/explain-flow.ts';
import type { FilesTask, JudgesTask, judgesOf } from './tasks/judge-files.ts';
import type { JudgedQuery, QueryJob } from './tasks/judge-query.ts';
import type { RulesJob } from './tasks/list-rules.ts';
import type { EventsJob } from './tasks/read-events.ts';
import type { ReplayJob } from './tasks/replay-history.ts';
import type { RulePlacesJob } from './tasks/rule-places.ts';
import type { SchemaUseJob, TableUseJob, UsedSchema, UsedTable } from './tasks/schema-use.ts';
import type { TryJob } from './tasks/try-query.ts';

/** Jobs of a thread: input and final output. */
export interface Jobs {
  query: { input: QueryJob; output: JudgedQuery };
  try: { input: TryJob; output: TryOutcome };
  rulePlaces: { input: RulePlacesJob; output: readonly RulePlace[] };
  rules: { input: RulesJob; output: readonly ListedRule[] };
  explainFlow: { input: ExplainFlowJob; output: FlowExplanation | undefined };
  events: { input: EventsJob; output: undefined };
  judges: { input: JudgesTask; output: Awaited<ReturnType<typeof judgesOf>> };
  files: { input: FilesTask; output: undefined };
  uses: { input: UsesJob; output: Awaited<ReturnType<typeof countUses>> };
  schemaUse: { input: SchemaUseJob; output: UsedSchema };
  tableUse: { input: TableUseJob; output: UsedTable };
  replay: { input: ReplayJob; output: SimulationOutcome };
  ruleset: { input: { readonly files: RulesetFiles }; output: LoadedRuleset };
  check: { input: CheckRulesetJob; output: CheckedRuleset };
  difference: { input: CompareJob; output: RulesetDifference };
  snapshot: { input: { readonly bytes: Uint8Array }; output: { readonly header: Readonly<Record<string, unknown>> } };
}
export type JobKind = keyof Jobs;

/** Messages to a thread. */
export type WorkerMessage =
  | { readonly kind: 'job'; readonly job: JobKind; readonly input: unknown }
  | { readonly kind: 'files'; readonly files: RulesetFiles };

/** Messages from a thread. */
export type WorkerReport =
  | { readonly kind: 'ready' }
  /** The thread has no ruleset cached under this key, and waits for the files. */
  | { readonly kind: 'need'; readonly key: string }
  | { readonly kind: 'part'; readonly index: number; readonly value: unknown }
  /** Several parts. The first one has the index `from`. */
  | { readonly kind: 'parts'; readonly from: number; readonly values: readonly unknown[] }
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | { readonly kind: 'done'; readonly output: unknown }
  | { readonly kind: 'refused'; readonly code: EngineRefusal['code']; readonly errors: EngineRefusal['errors'] }
  | { readonly kind: 'config'; readonly message: string; readonly place: ErrorPlace | undefined }
  /** An internal error, without any of the data that was read. `internal`: the message is our own. */
  | {
      readonly kind: 'defect';
      readonly what: string;
      readonly internal: boolean;
      readonly frames: readonly string[];
    };

/** Progress in shared memory: the main thread can read it even while the worker is busy. */
export class SharedProgress {
  readonly memory: SharedArrayBuffer;
  readonly #since: Float64Array;
  readonly #index: Int32Array;

  constructor(memory: SharedArrayBuffer = new SharedArrayBuffer(16)) {
    this.memory = memory;
    this.#since = new Float64Array(memory, 0, 1);
    this.#index = new Int32Array(memory, 8, 1);
  }

  /** Starts an item; STARTING_UP is the phase before the first item. */
  begin(index: number): void {
    this.#since[0] = Date.now();
    Atomics.store(this.#index, 0, index);
  }

  get index(): number {
    return Atomics.load(this.#index, 0);
  }

  /** Milliseconds since the current item started. */
  get elapsed(): number {
    return Date.now() - (this.#since[0] ?? 0);
  }
}

export const STARTING_UP = -1;
