/**
 * Why the proxy turns a client away; each protocol has its own code for it.
 *
 * `not-ready`: no session can begin now. `too-many`: there are too many sessions already. `unreachable`: the database
 * cannot be reached. `stopping`: the proxy ends a session because it shuts down. `protocol`: the session cannot be
 * followed. `internal`: the proxy failed.
 */
export type RefusalReason = 'not-ready' | 'too-many' | 'unreachable' | 'stopping' | 'protocol' | 'internal';

/** The proxy turns a client away. The client sees the message. */
export class RefusedError extends Error {
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/** The client or the server violated the protocol, or requested something that cannot be judged. */
export class ProtocolError extends Error {}
