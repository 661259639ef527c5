import type { RulesetFiles } from '../../contract/index.ts';
import type { ErrorPlace } from '../../model/index.ts';
import type { EngineRefusal, EventTask, LoadedRuleset, QueryOutcome, SimulationOutcome } from './engine.ts';
import type { FilesTask, JudgesTask, judgesOf } from './tasks/judge-files.ts';
import type { QueryJob } from './tasks/judge-query.ts';
import type { ReplayJob } from './tasks/replay-history.ts';

/** What a thread can be given to do, and what it answers with in the end. */
export interface Jobs {
  query: { input: QueryJob; output: QueryOutcome };
  events: { input: { readonly tasks: readonly EventTask[] }; output: undefined };
  judges: { input: JudgesTask; output: Awaited<ReturnType<typeof judgesOf>> };
  files: { input: FilesTask; output: undefined };
  replay: { input: ReplayJob; output: SimulationOutcome };
  ruleset: { input: { readonly files: RulesetFiles }; output: LoadedRuleset };
  snapshot: { input: { readonly bytes: Uint8Array }; output: { readonly header: Readonly<Record<string, unknown>> } };
}
export type JobKind = keyof Jobs;

/** To a thread. */
export type WorkerMessage =
  | { readonly kind: 'job'; readonly job: JobKind; readonly input: unknown }
  | { readonly kind: 'files'; readonly files: RulesetFiles };

/** From a thread. */
export type WorkerReport =
  | { readonly kind: 'ready' }
  /** It does not keep the ruleset of this key, and goes on once it has the files. */
  | { readonly kind: 'need'; readonly key: string }
  | { readonly kind: 'part'; readonly index: number; readonly value: unknown }
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | { readonly kind: 'done'; readonly output: unknown }
  | { readonly kind: 'refused'; readonly code: EngineRefusal['code']; readonly errors: EngineRefusal['errors'] }
  | { readonly kind: 'config'; readonly message: string; readonly place: ErrorPlace | undefined }
  /** A defect of ours. Nothing of it holds what was read; `internal`: the words are our own. */
  | {
      readonly kind: 'defect';
      readonly what: string;
      readonly internal: boolean;
      readonly frames: readonly string[];
    };

/** What a thread and the one that watches it both see: how far it is, also while the thread has no time to say so. */
export class SharedProgress {
  readonly memory: SharedArrayBuffer;
  readonly #since: Float64Array;
  readonly #index: Int32Array;

  constructor(memory: SharedArrayBuffer = new SharedArrayBuffer(16)) {
    this.memory = memory;
    this.#since = new Float64Array(memory, 0, 1);
    this.#index = new Int32Array(memory, 8, 1);
  }

  /** An item begins; GETTING_READY is all that comes before the first. */
  begin(index: number): void {
    this.#since[0] = Date.now();
    Atomics.store(this.#index, 0, index);
  }

  get index(): number {
    return Atomics.load(this.#index, 0);
  }

  /** Milliseconds for which it has been at it. */
  get elapsed(): number {
    return Date.now() - (this.#since[0] ?? 0);
  }
}

export const STARTING_UP = -1;
