import type { Judgement, LongText, QueryJudge, ReadFacts } from '../judging/index.ts';
import type { EventSink, ProxyMode, RuleSource } from '../types.ts';
import type { HeldBytes } from './held-bytes.ts';
import type { Action, Policies } from './policies.ts';

/** What all connections of a proxy share. */
export interface ConnectionContext {
  readonly judge: QueryJudge;
  readonly rules: RuleSource;
  readonly events: EventSink;
  readonly policies: Policies;
  readonly limits: ConnectionLimits;
  readonly held: HeldBytes;
  readonly watch: ConnectionWatch;
  mode(user: string, database: string): ProxyMode;
  /**
   * Called when answers of the server were read, before the client gets them. If it returns a promise, nothing is passed on in
   * either direction until that is settled.
   *
   * @param isIdle everything is answered, and no transaction is open
   */
  readonly answered?: (session: SessionIdentity, isIdle: boolean) => Promise<void> | undefined;
  /** Reads a long text in another thread. */
  readElsewhere(text: LongText): Promise<ReadFacts>;
}

export interface ConnectionLimits {
  /** Bytes of a message that must be read whole. */
  readonly message: number;
  /** The same, while the sessions together hold too much. */
  readonly messageWhenFull: number;
  /** Bytes of the longest text that is read in this thread. */
  readonly ownText: number;
  /** Messages without an answer in one connection. */
  readonly pending: number;
  /** Names of prepared statements, and of what else a session can name, in one connection. */
  readonly names: number;
}

/** Receives what happens, for metrics and the log. */
export interface ConnectionWatch {
  /** @param milliseconds from the arrival of the message until it was judged */
  judged(judgement: Judgement, action: Action, milliseconds: number): void;
  bytes(fromClient: number, fromServer: number): void;
  problem(session: SessionIdentity, what: string): void;
  /** MySQL and MariaDB: the server refused the login, or the session ended before that. */
  loginFailed?(): void;
}

/** Which session it is, for the log and the modes. */
export interface SessionIdentity {
  /** Unique among all sessions of all proxies. */
  readonly name: string;
  readonly user: string;
  readonly database: string;
}

/** Bytes of the longest message that is kept in memory now. */
export function longestMessage({ held, limits }: ConnectionContext): number {
  return held.isFull ? limits.messageWhenFull : limits.message;
}

/** Why a longer message cannot be judged. */
export function tooLong({ held, limits }: ConnectionContext): string {
  return held.isFull
    ? `a message is longer than ${limits.messageWhenFull} bytes while the sessions of the proxy hold too many incomplete ones`
    : `a message is longer than ${limits.message} bytes, and cannot be judged`;
}
