import type { Judgement } from '../judging/index.ts';
import { explainBlock, type Policies, type RefusalReason, RefusedError } from '../sessions/index.ts';
import { ANSWER, errorPayload, packet, type ServerError } from './packets.ts';

/** A session cannot begin. The client gets the server's own answer, or the message. */
export class StartError extends Error {
  readonly answer: Buffer | undefined;

  constructor(text: string, answer?: Buffer) {
    super(text);
    this.answer = answer;
  }
}

/** ER_SIGNAL_EXCEPTION: an error that the database's users have defined. */
const BLOCKED = { code: 1644, sqlstate: '42000' } as const;
/** ER_ACCESS_DENIED_ERROR. */
const DENIED = { code: 1045, sqlstate: '28000' } as const;
const CODES: Readonly<Record<RefusalReason, Omit<ServerError, 'message'>>> = {
  // ER_SERVER_SHUTDOWN
  'not-ready': { code: 1053, sqlstate: '08S01' },
  // ER_CON_COUNT_ERROR
  'too-many': { code: 1040, sqlstate: '08004' },
  // ER_UNKNOWN_ERROR
  unreachable: { code: 1105, sqlstate: 'HY000' },
  // ER_SERVER_SHUTDOWN
  stopping: { code: 1053, sqlstate: '08S01' },
  // ER_UNKNOWN_COM_ERROR
  protocol: { code: 1047, sqlstate: '08S01' },
  // ER_UNKNOWN_ERROR
  internal: { code: 1105, sqlstate: 'HY000' },
};

/** Bytes of a message that the clients of MySQL and MariaDB show. */
const MAX_MESSAGE = 511;

/** Bytes of a rule's advice below which it is left out. */
const MIN_ADVICE = 60;

/** SQLSTATE of a blocked query. */
export const BLOCKED_SQLSTATE = BLOCKED.sqlstate;

/** The error that a client gets for a blocked query. The rule and the event come whole, whatever the length of the rest. */
export function refusal(judgement: Judgement, event: string, policies: Policies): ServerError {
  const { message, detail, hint, advice = '' } = explainBlock(judgement, event, policies, 'mysql');
  const rest = [detail, hint].filter((part) => part !== undefined).join(' ');
  const room = MAX_MESSAGE - Buffer.byteLength(rest) - 2;
  const text = `${cut(message, room)}. ${rest}`;
  const left = MAX_MESSAGE - Buffer.byteLength(text) - 1;
  // A few words of it would be of no use.
  return { ...BLOCKED, message: advice === '' || left < MIN_ADVICE ? text : `${text} ${cut(advice, left)}` };
}

/** The error for a command that mode `enforce` does not pass on. */
export function refusedCommand(what: string): ServerError {
  return { ...CODES.protocol, message: `Querygate: ${what}, and mode enforce refuses what it cannot judge` };
}

function cut(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  let length = Math.max(0, bytes - 3);
  while (Buffer.byteLength(text.slice(0, length)) > bytes - 3) length--;
  return `${text.slice(0, length)}…`;
}

/** The last packet that a client gets. */
export function lastPacket(error: RefusedError | StartError, sequence: number): Buffer {
  if (error instanceof RefusedError)
    return packet(sequence, errorPayload({ ...CODES[error.reason], message: error.message }));
  return error.answer ?? packet(sequence, errorPayload({ ...DENIED, message: error.message }));
}

/** The same before the greeting: a client does not expect an SQLSTATE yet. */
export function earlyPacket({ reason, message }: RefusedError): Buffer {
  const { code } = CODES[reason];
  return packet(0, Buffer.from([ANSWER.error, code & 255, code >> 8]), message);
}
