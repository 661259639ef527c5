import type { QueryText, SentQuery } from '../sessions/index.ts';

// What the client sent and later messages can refer to.

/** A text that was prepared, by the protocol or by SQL. */
export interface PreparedText {
  readonly text: QueryText;
  /** Object ids of its parameters' types; 0 if the client left one to the server. */
  readonly types: readonly number[];
}

/** A statement that was bound. */
export interface Portal {
  /** Undefined: not known. */
  readonly query: SentQuery | undefined;
  started: boolean;
}
