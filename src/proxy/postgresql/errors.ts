import { ProtocolError, type RefusalReason, type RefusedError } from '../sessions/index.ts';
import { fatal } from './messages.ts';

/** The client violated the protocol, or requested something that cannot be judged. */
export class MessageError extends ProtocolError {
  readonly sqlstate: string;

  constructor(message: string, sqlstate = '08P01') {
    super(message);
    this.sqlstate = sqlstate;
  }
}

/** A session cannot begin. The client gets `sqlstate` and the message, unless the database has answered itself. */
export class StartError extends Error {
  readonly sqlstate: string;
  /** The database's own answer. */
  readonly answer: Buffer | undefined;

  constructor(sqlstate: string, text: string, answer?: Buffer) {
    super(text);
    this.sqlstate = sqlstate;
    this.answer = answer;
  }
}

const SQLSTATES: Readonly<Record<RefusalReason, string>> = {
  // cannot_connect_now
  'not-ready': '57P03',
  // too_many_connections
  'too-many': '53300',
  // connection_failure
  unreachable: '08006',
  // admin_shutdown
  stopping: '57P01',
  // protocol_violation
  protocol: '08P01',
  // internal_error
  internal: 'XX000',
};

/** The last message that a client gets. */
export function lastMessage(error: RefusedError | StartError): Buffer {
  if (error instanceof StartError) return error.answer ?? fatal(error.sqlstate, error.message);
  const { cause, message, reason } = error;
  return fatal(cause instanceof MessageError ? cause.sqlstate : SQLSTATES[reason], message);
}
