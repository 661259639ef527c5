import type { Actor, EventsAnswer, QueryEvent, QueryRequest, StatusEvent } from '../../contract/index.ts';
import type { Author } from '../context/types.ts';
import type { JudgedDryRun } from '../dry-runs/details.ts';
import type { EventOutcome, QueryOutcome } from '../engine/engine.ts';
import type { RecordCheck } from './check-records.ts';

/** The author of a record. */
export interface RecordAuthor extends Author {
  readonly actor: Actor;
  readonly workspace: string;
  /** Database id of the key. */
  readonly databaseId: string | undefined;
  /** Checked again in the transaction that writes the record. */
  readonly check?: RecordCheck | undefined;
}

/** A query that was judged. */
export interface QueryRecord extends RecordAuthor {
  /** Id of the response: `qry_…`. */
  readonly id: string;
  readonly request: Pick<QueryRequest, 'query' | 'dialect' | 'caller'>;
  readonly outcome: QueryOutcome;
  /** Version of the ruleset that judged. */
  readonly ruleset: number;
}

/** Valid events of one request, each with its index in it. */
export interface EventsRecord extends RecordAuthor {
  /** Events of queries, with the outcome of the engine. */
  readonly events: readonly { readonly index: number; readonly event: QueryEvent; readonly outcome: EventOutcome }[];
  readonly statuses?: readonly { readonly index: number; readonly event: StatusEvent }[] | undefined;
  /** Version of the ruleset that judged events without a verdict; undefined if there are none. */
  readonly ruleset?: number | undefined;
}

export interface DryRunRecord extends RecordAuthor, JudgedDryRun {}

export interface EventsRecorded {
  readonly accepted: number;
  readonly duplicates: number;
  /** By index. */
  readonly refused: EventsAnswer['refused'];
}

/** Text that PostgreSQL can store: U+0000 and unpaired surrogates become U+FFFD. */
export function storable(text: string): string {
  return text.replaceAll(/\0|\p{Surrogate}/gu, '\ufffd');
}
