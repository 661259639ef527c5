import type { LexicalMode } from '../../sql/index.ts';
import type { KeptReading } from '../../traffic/index.ts';
import type { Judgement, TextEncoding } from '../judging/index.ts';
import type { ProxyMode } from '../types.ts';

// What becomes of a client's message.

/** The message has to wait for answers. */
export const WAIT = Symbol('wait');
export type Wait = typeof WAIT;

/** The message is sent as it is. */
export const PASS = Symbol('pass');
export type Pass = typeof PASS;

/** A text, and how the server reads it. */
export interface QueryText {
  /** As the client sent it. */
  readonly bytes: Buffer;
  readonly encoding: TextEncoding;
  /** The encoding may be another one by the time that the server reads the text. */
  readonly isEncodingUnknown: boolean;
  /** How the server reads strings; several if that may change before. */
  readonly modes: readonly (LexicalMode | undefined)[];
  /** Cached facts of the bytes, so that a prepared statement is not read again each time that it runs. */
  readonly kept: KeptReading;
}

/** Values of parameters as text, null for NULL; undefined if there are none or they are not known. */
export type Binds = readonly (string | null)[] | undefined;

/** A query on its way. */
export interface SentQuery {
  /** Undefined: not known. */
  readonly text: QueryText | undefined;
  readonly binds: Binds;
  readonly judgement: Judgement;
  readonly mode: ProxyMode;
  readonly inTransaction: boolean | undefined;
  /** `Unanswered.version` when the query was judged. */
  readonly version: number;
  /** When it was sent or refused: milliseconds since 1970, and of `performance`. */
  at: number;
  since: number;
  /** See `ObservedQuery`. */
  literals?: (() => readonly string[]) | undefined;
}
