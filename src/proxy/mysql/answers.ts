import { ProtocolError } from '../sessions/index.ts';
import type { StatementResult } from '../types.ts';
import { type Agreed, CAN, MARIADB_CAN } from './capabilities.ts';
import { ANSWER, errorPayload, Fields, malformed, packet, readError, type ServerError, STATUS } from './packets.ts';
import { readChanges, type SessionChanges } from './session-changes.ts';

/**
 * What the server answers to a command: results with their rows, the ids of a statement, rows alone, one packet, or packets of
 * an authentication up to its end.
 */
export type AnswerKind = 'results' | 'prepared' | 'rows' | 'packet' | 'authentication';

/** A command that was sent. */
export interface Expected {
  readonly kind: AnswerKind;
  /** Called once when it was answered. */
  readonly done?: ((answer: Answer) => void) | undefined;
  /** Called instead if the session ended before. */
  readonly broken?: (() => void) | undefined;
  /** What the client gets instead of the error, if it takes the place of a refused command. Called before `done`. */
  readonly refusal?: ((error: ServerError) => ServerError | undefined) | undefined;
  /** The client did not send it, and gets no answer. */
  readonly isHidden?: boolean;
  /** The client asked for a cursor: the rows may come with COM_STMT_FETCH. */
  readonly hasCursor?: boolean;
}

export interface Answer {
  readonly error: ServerError | undefined;
  /** Results that came before the error, the first ones: of the statements of the text that have run. */
  readonly results: readonly StatementResult[];
  /** Ids of a statement that was prepared. */
  readonly statement: PreparedIds | undefined;
}

export interface PreparedIds {
  readonly id: number;
  readonly parameters: number;
}

/** Called with what answers report about the session. */
export interface Reports {
  /** As soon as it arrives. */
  status(flags: number): void;
  /** When the command was answered: it belongs to the session as it was before. */
  changed(changes: SessionChanges): void;
}

/** The server's packets do not match the commands that were sent. */
export class AnswerError extends ProtocolError {}

/** The packet is not passed on. */
export const DROP = Symbol('drop');

/** Where the next packet of an answer is in it. `definitions` are those of a prepared statement. */
type Part = 'first' | 'columns' | 'end of columns' | 'rows' | 'definitions' | 'file';

/** A procedure can send any number of them. */
const MAX_RESULTS = 10_000;
/** Number of a progress report, which has the form of an error. */
const PROGRESS = 0xffff;
/** Length of the packet that ends rows or columns in the older form. */
const END_LENGTH = 5;
/** The longest payload in which the newer form ends rows: a longer packet is a row. */
const MAX_END = 0xffffff;

/** Follows which command each packet of the server answers, and where its answer ends. */
export class Answers {
  readonly #agreed: Agreed;
  readonly #reports: Reports;
  readonly #queue: Expected[] = [];
  #part: Part = 'first';
  /** Packets that are still to come of the columns or definitions. */
  #left = 0;
  #statement: PreparedIds | undefined;
  #results: StatementResult[] = [];
  /** Rows that were read of the current result. */
  #rows = 0;
  #changes: SessionChanges[] = [];

  constructor(agreed: Agreed, reports: Reports) {
    this.#agreed = agreed;
    this.#reports = reports;
  }

  push(expected: Expected): void {
    this.#queue.push(expected);
  }

  /** Whether everything that was sent is answered. */
  get settled(): boolean {
    return this.#queue.length === 0;
  }

  get isAuthenticating(): boolean {
    return this.#queue[0]?.kind === 'authentication';
  }

  /** The server reads a file from the client, up to an empty packet. */
  get isReadingFile(): boolean {
    return this.#part === 'file';
  }

  /** The client sent the end of the file. */
  endFile(): void {
    this.#part = 'first';
  }

  /** Whether the payload of a packet must be known whole. Called for the first packet of each payload. */
  reads(first: number, length: number): boolean {
    switch (this.#part) {
      case 'rows':
        return first === ANSWER.error || (first === ANSWER.end && this.#isEnd(length));
      case 'columns':
      case 'definitions':
        return first === ANSWER.error;
      default:
        return !this.isAuthenticating || first === ANSWER.ok || first === ANSWER.error;
    }
  }

  /**
   * Takes a payload, which is in the buffer from `start` to `end`, or begins there if it is not read. Returns the packet that
   * the client gets instead; undefined: the same one. Raises ProtocolError.
   */
  take(sequence: number, length: number, buffer: Buffer, start: number, end: number): Buffer | typeof DROP | undefined {
    const first = length === 0 ? -1 : (buffer[start] as number);
    const expected = this.#queue[0];
    if (first === ANSWER.error) return this.#fail(sequence, new Fields(buffer, start + 1, end), expected);
    if (!expected) throw new AnswerError('the server sent a packet that answers nothing');
    switch (this.#part) {
      case 'rows':
        if (first === ANSWER.end && this.#isEnd(length)) this.#endRows(new Fields(buffer, start + 1, end), expected);
        else this.#rows++;
        return undefined;
      case 'columns':
        if (--this.#left === 0) this.#part = this.#hasEnds ? 'end of columns' : 'rows';
        return undefined;
      case 'end of columns':
        this.#endColumns(first, length, new Fields(buffer, start + 1, end), expected);
        return undefined;
      case 'definitions':
        if (--this.#left === 0) this.#finish(expected, undefined);
        return undefined;
      default:
        return this.#first(first, length, new Fields(buffer, start, end), expected);
    }
  }

  /** The session ended. */
  end(): void {
    for (const { broken } of this.#queue.splice(0)) broken?.();
  }

  /** Columns and rows end with packets of the older form. */
  get #hasEnds(): boolean {
    return (this.#agreed.capabilities & CAN.noEof) === 0;
  }

  #isEnd(length: number): boolean {
    return this.#hasEnds ? length <= END_LENGTH : length < MAX_END;
  }

  #first(first: number, length: number, fields: Fields, expected: Expected): typeof DROP | undefined {
    switch (expected.kind) {
      case 'authentication':
        if (first === ANSWER.ok) this.#ok(fields, expected);
        return undefined;
      case 'prepared':
        if (first !== ANSWER.ok) throw new AnswerError('the server did not answer with a prepared statement');
        this.#prepared(fields, expected);
        return undefined;
      case 'rows':
        this.#part = 'rows';
        if (first === ANSWER.end && this.#isEnd(length)) {
          fields.integer(1);
          this.#endRows(fields, expected);
        } else this.#rows++;
        return undefined;
      case 'packet':
        if (first === ANSWER.ok) this.#ok(fields, expected);
        else if (first === ANSWER.end && this.#isEnd(length)) {
          fields.integer(1);
          this.#endRows(fields, expected);
        }
        // Statistics: a text.
        else this.#finish(expected, undefined);
        return expected.isHidden ? DROP : undefined;
      case 'results':
        if (first === ANSWER.ok) this.#ok(fields, expected);
        else if (first === ANSWER.localInfile) this.#part = 'file';
        else this.#columns(fields);
        return undefined;
    }
  }

  #columns(fields: Fields): void {
    this.#left = fields.length() ?? malformed();
    // The server may leave out the columns of a prepared statement that have not changed.
    const isCached = (this.#agreed.mariadb & MARIADB_CAN.cachedMetadata) !== 0 && fields.left > 0;
    const areLeftOut = isCached && fields.integer(1) === 0;
    if (!areLeftOut && this.#left > 0) this.#part = 'columns';
    else this.#part = this.#hasEnds ? 'end of columns' : 'rows';
  }

  #endColumns(first: number, length: number, fields: Fields, expected: Expected): void {
    if (first !== ANSWER.end || length > END_LENGTH) throw new AnswerError('the server did not end the columns');
    this.#part = 'rows';
    fields.integer(2);
    const status = fields.integer(2);
    this.#reports.status(status);
    // A procedure's own cursor sets the flag too, for results of the same call that come later.
    const isOpened = (status & STATUS.cursor) !== 0 && (status & STATUS.moreResults) === 0;
    if (!expected.hasCursor || !isOpened) return;
    this.#results.push({ rows: undefined, isQuery: true });
    this.#finish(expected, undefined);
  }

  #prepared(fields: Fields, expected: Expected): void {
    fields.integer(1);
    const id = fields.integer(4);
    const columns = fields.integer(2);
    const parameters = fields.integer(2);
    this.#statement = { id, parameters };
    const packets = (count: number) => (count === 0 || !this.#hasEnds ? count : count + 1);
    this.#left = packets(columns) + packets(parameters);
    if (this.#left > 0) this.#part = 'definitions';
    else this.#finish(expected, undefined);
  }

  /** @param fields from the first byte of the payload on */
  #ok(fields: Fields, expected: Expected): void {
    fields.integer(1);
    const { status, rows, info } = this.#readOk(fields);
    this.#end(status, { rows, isQuery: false, info }, expected);
  }

  /** @param fields after the first byte of the payload */
  #endRows(fields: Fields, expected: Expected): void {
    const result = { rows: this.#rows, isQuery: true };
    if (!this.#hasEnds) return this.#end(this.#readOk(fields).status, result, expected);
    fields.integer(2);
    this.#end(fields.integer(2), result, expected);
  }

  #readOk(fields: Fields): { readonly status: number; readonly rows: number; readonly info: string | undefined } {
    const rows = fields.length() ?? 0;
    fields.length();
    const status = fields.integer(2);
    fields.integer(2);
    const isTracked = (this.#agreed.capabilities & CAN.sessionTrack) !== 0 && (status & STATUS.stateChanged) !== 0;
    let info: Buffer | undefined;
    if (isTracked && fields.left > 0) {
      // A text for people comes first.
      info = fields.sized();
      if (fields.left > 0) this.#changes.push(readChanges(fields.nested()));
    } else if (rows === 0) info = fields.rest();
    return { status, rows, info: rows === 0 ? info?.toString('latin1') : undefined };
  }

  /** A result has ended. */
  #end(status: number, result: StatementResult, expected: Expected): void {
    this.#reports.status(status);
    if (this.#results.length < MAX_RESULTS) this.#results.push(result);
    this.#rows = 0;
    if (expected.kind === 'results' && status & STATUS.moreResults) this.#part = 'first';
    else this.#finish(expected, undefined);
  }

  #fail(sequence: number, fields: Fields, expected: Expected | undefined): Buffer | undefined {
    const error = readError(fields);
    if (error.code === PROGRESS && this.#agreed.mariadb & MARIADB_CAN.progress) return undefined;
    // The server ends the session.
    if (!expected) return undefined;
    if (expected.isHidden) throw new AnswerError('the server refused to reset a statement');
    const instead = expected.refusal?.(error);
    this.#finish(expected, error);
    return instead && packet(sequence, errorPayload(instead));
  }

  #finish(expected: Expected, error: ServerError | undefined): void {
    const statement = this.#statement;
    const results = this.#results;
    this.#queue.shift();
    this.#results = [];
    this.#rows = 0;
    this.#part = 'first';
    this.#left = 0;
    this.#statement = undefined;
    expected.done?.({ error, results, statement });
    if (this.#changes.length === 0) return;
    for (const changes of this.#changes) this.#reports.changed(changes);
    this.#changes = [];
  }
}
