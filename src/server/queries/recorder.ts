import type { QueryEvent } from '../../contract/index.ts';
import type { Context } from '../context/types.ts';
import type { EventOutcome } from '../engine/engine.ts';
import { ProblemError } from '../problems/error.ts';
import { StoreError } from '../store/database.ts';
import type { DryRunRecord, EventsRecord, EventsRecorded, QueryRecord } from './records.ts';
import { type Batch, writeBatch } from './write-batch.ts';

export interface RecorderOptions {
  /** Maximum waiting records of all workspaces. Default: 5,000. */
  readonly maxWaiting?: number | undefined;
  /** Their maximum characters. Default: 64 Mi. */
  readonly maxCharacters?: number | undefined;
}

/**
 * Writes records. Records of one workspace that arrive during a write are combined into the next transaction, because
 * each needs the end of the same audit chain and a disk sync. A call returns once its own record is on disk. All
 * methods raise ProblemError `unavailable` if too many records wait, `workspace_not_found`, what the check of the record
 * raises (check-records.ts), and StoreError.
 */
export interface Recorder {
  recordQuery(record: QueryRecord): Promise<void>;
  recordEvents(record: EventsRecord): Promise<EventsRecorded>;
  recordDryRun(record: DryRunRecord): Promise<void>;
  /** Records that are waiting or being written, for /metrics. */
  readonly waiting: number;
  /** Refuses new records, and returns once all others are written. */
  close(): Promise<void>;
}

/** Limits of one transaction. */
const BATCH = 200;
const BATCH_CHARACTERS = 8 * 1024 * 1024;

type Job = {
  readonly characters: number;
  readonly resolve: (recorded: EventsRecorded | undefined) => void;
  readonly reject: (error: unknown) => void;
} & (
  | { readonly kind: 'query'; readonly record: QueryRecord }
  | { readonly kind: 'events'; readonly record: EventsRecord }
  | { readonly kind: 'dryRun'; readonly record: DryRunRecord }
);
type Kind = Pick<Job, 'kind' | 'record'>;

export function createRecorder(ctx: Context, options: RecorderOptions = {}): Recorder {
  return new GroupRecorder(ctx, options);
}

class GroupRecorder implements Recorder {
  waiting = 0;
  readonly #ctx: Context;
  readonly #maxWaiting: number;
  readonly #maxCharacters: number;
  /** Workspaces with records that are being written. */
  readonly #lanes = new Map<string, { readonly jobs: Job[]; readonly done: Promise<void> }>();
  #characters = 0;
  #closed = false;

  constructor(ctx: Context, { maxWaiting = 5_000, maxCharacters = 64 * 1024 * 1024 }: RecorderOptions) {
    this.#ctx = ctx;
    this.#maxWaiting = maxWaiting;
    this.#maxCharacters = maxCharacters;
  }

  async recordQuery(record: QueryRecord): Promise<void> {
    await this.#add({ kind: 'query', record }, record.request.query.length);
  }

  async recordEvents(record: EventsRecord): Promise<EventsRecorded> {
    const characters = record.events.reduce((sum, { event, outcome }) => sum + charactersOf(event, outcome), 0);
    return (await this.#add({ kind: 'events', record }, characters)) ?? { accepted: 0, duplicates: 0, refused: [] };
  }

  async recordDryRun(record: DryRunRecord): Promise<void> {
    await this.#add({ kind: 'dryRun', record }, 0);
  }

  async close(): Promise<void> {
    this.#closed = true;
    while (this.#lanes.size > 0) await Promise.all([...this.#lanes.values()].map(({ done }) => done));
  }

  #add(kind: Kind, characters: number): Promise<EventsRecorded | undefined> {
    if (this.#closed)
      return Promise.reject(new ProblemError('unavailable', 'the service is stopping; try again', {}, 1));
    // A record above the limit is accepted if nothing else waits.
    const full = this.#characters + characters > this.#maxCharacters && this.waiting > 0;
    if (full || this.waiting >= this.#maxWaiting)
      return Promise.reject(
        new ProblemError('unavailable', 'too many records are waiting to be written; try again', {}, 1),
      );
    this.waiting++;
    this.#characters += characters;
    return new Promise((resolve, reject) => {
      const job = { ...kind, characters, resolve, reject } as Job;
      const { workspace } = kind.record;
      const lane = this.#lanes.get(workspace);
      if (lane) lane.jobs.push(job);
      else {
        const jobs = [job];
        this.#lanes.set(workspace, { jobs, done: this.#drain(workspace, jobs) });
      }
    });
  }

  /** Writes waiting records, including those that arrive in the meantime; never raises. */
  async #drain(workspace: string, jobs: Job[]): Promise<void> {
    // Lets records of the same event loop turn join the batch.
    await Promise.resolve();
    while (jobs.length > 0) {
      const batch = jobs.splice(0, sizeOfBatch(jobs));
      await this.#write(workspace, batch);
      this.waiting -= batch.length;
      for (const { characters } of batch) this.#characters -= characters;
    }
    this.#lanes.delete(workspace);
  }

  async #write(workspace: string, jobs: readonly Job[]): Promise<void> {
    try {
      const { recorded, refused } = await writeBatch(this.#ctx, workspace, batchOf(jobs));
      for (const job of jobs) {
        const refusal = refused.get(job.record);
        if (refusal) job.reject(refusal);
        else job.resolve(job.kind === 'events' ? recorded.get(job.record) : undefined);
      }
    } catch (error) {
      // A record that cannot be written must not fail the others.
      if (jobs.length > 1 && !(error instanceof StoreError))
        for (const job of jobs) await this.#write(workspace, [job]);
      else for (const job of jobs) job.reject(error);
    }
  }
}

function charactersOf({ query = '' }: QueryEvent, outcome: EventOutcome): number {
  return 'rows' in outcome ? outcome.rows.reduce((sum, { text }) => sum + text.length, query.length) : query.length;
}

function sizeOfBatch(jobs: readonly Job[]): number {
  let size = 0;
  let characters = 0;
  for (const job of jobs) {
    characters += job.characters;
    if (size > 0 && (size >= BATCH || characters > BATCH_CHARACTERS)) break;
    size++;
  }
  return size;
}

function batchOf(jobs: readonly Job[]): Batch {
  return {
    queries: jobs.flatMap((job) => (job.kind === 'query' ? job.record : [])),
    events: jobs.flatMap((job) => (job.kind === 'events' ? job.record : [])),
    dryRuns: jobs.flatMap((job) => (job.kind === 'dryRun' ? job.record : [])),
  };
}
