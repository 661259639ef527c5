import type { Actor, DryRun, DryRunRequest, EventsAnswer, QueryEvent, QueryRequest } from '../../contract/index.ts';
import type { Author } from '../context/types.ts';
import type { EventOutcome, QueryOutcome } from '../engine/engine.ts';

/** Who asks or tells. */
export interface RecordAuthor extends Author {
  readonly actor: Actor;
  readonly workspace: string;
  /** Of the key. */
  readonly databaseId: string | undefined;
}

/** A query that was judged. */
export interface QueryRecord extends RecordAuthor {
  /** Of the answer: `qry_…`. */
  readonly id: string;
  readonly request: Pick<QueryRequest, 'query' | 'dialect' | 'caller'>;
  readonly outcome: QueryOutcome;
  /** Version of the ruleset that judged. */
  readonly ruleset: number;
}

/** Events that can be read, each with what the engine made of it, and its place in the request. */
export interface EventsRecord extends RecordAuthor {
  readonly events: readonly { readonly index: number; readonly event: QueryEvent; readonly outcome: EventOutcome }[];
}

/** SQL files that were judged. */
export interface DryRunRecord extends RecordAuthor {
  readonly change: DryRunRequest['change'];
  readonly answer: Pick<DryRun, 'id' | 'ruleset' | 'judges' | 'files'>;
}

export interface EventsRecorded {
  readonly accepted: number;
  readonly duplicates: number;
  /** By index. */
  readonly refused: EventsAnswer['refused'];
}

/** Text as PostgreSQL can hold it: NUL and halves of characters become U+FFFD. */
export function storable(text: string): string {
  return text.replaceAll(/\0|\p{Surrogate}/gu, '\ufffd');
}
