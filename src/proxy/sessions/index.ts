// The sessions of clients, in any protocol: how they begin and end, what is sent and what waits, what is recorded.
export { Barriers } from './barriers.ts';
export { sharedCaller } from './callers.ts';
export { type ConnectionContext, type ConnectionLimits, longestMessage, tooLong } from './context.ts';
export { ProtocolError, type RefusalReason, RefusedError } from './errors.ts';
export { Framing } from './framing.ts';
export { HeldBytes } from './held-bytes.ts';
export { Listener } from './listener.ts';
export { nonce } from './nonce.ts';
export { OwnObjects } from './own-objects.ts';
export { Pieces } from './pieces.ts';
export { type Action, explainBlock, explainWarning, type Policies } from './policies.ts';
export type {
  AcceptOptions,
  ClientMessages,
  Protocol,
  ServerMessages,
  SessionStart,
  SessionTracker,
} from './protocol.ts';
export { SessionQueries, type SessionState, type SurroundingsOptions, type Unanswered } from './queries.ts';
export { type Binds, PASS, type Pass, type QueryText, type SentQuery, WAIT, type Wait } from './sent.ts';
