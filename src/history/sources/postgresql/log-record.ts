import { Session } from './sessions.ts';

/** `fatal` ends the session, whether or not a statement is running. */
export type Severity = 'log' | 'warning' | 'failed' | 'fatal' | 'other';

const NOTHING = new Uint8Array(0);
const NO_SESSION = new Session('', true);

/** Filled by the reader of a format; `take` consumes it. */
export class LogRecord {
  bytes: Uint8Array = NOTHING;
  /** The message, without severity. */
  start = 0;
  end = 0;
  /** The detail; `detailEnd` is 0 if there is none. */
  detail: Uint8Array = NOTHING;
  detailStart = 0;
  detailEnd = 0;
  severity: Severity = 'other';
  at = Number.NaN;
  user: string | undefined = undefined;
  application: string | undefined = undefined;
  database: string | undefined = undefined;
  session: Session = NO_SESSION;
  /**
   * Whether the record names the statement or function that caused it. When the server logs a statement, it hides
   * these, so such a message always comes from a RAISE.
   */
  raised = false;
  /** Whether the record has the text of the statement that caused it. */
  hasStatement = false;
  /** That text, if the record is a failure. */
  statement: Uint8Array = NOTHING;
  statementStart = 0;
  statementEnd = 0;
  /** Whether it shows that it happened while a statement was parsed or bound, before it ran. */
  beforeRun = false;
  /** Whether its text was cut off. */
  truncated = false;
}

export function isFailure({ severity }: LogRecord): boolean {
  return severity === 'failed' || severity === 'fatal';
}

/** Whether a process that shows this command tag was parsing or binding: no statement was running. */
export function isBeforeRun(tag: string): boolean {
  return tag === 'PARSE' || tag === 'BIND';
}
