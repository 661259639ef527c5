import {
  type Binds,
  type ConnectionContext,
  PASS,
  type Pass,
  ProtocolError,
  type SentQuery,
  type SessionQueries,
  tooLong,
  WAIT,
  type Wait,
} from '../sessions/index.ts';
import { AnswerError, type AnswerKind, type Answers } from './answers.ts';
import { type Agreed, CAN } from './capabilities.ts';
import { COMMAND, nameOfCommand, quoted } from './commands.ts';
import { refusedCommand } from './errors.ts';
import type { CommandFramer } from './framing.ts';
import { readChangeUser } from './handshake-response.ts';
import type { Outcomes } from './outcomes.ts';
import { commandOf, Fields, HEADER, malformed, packet } from './packets.ts';
import { literalsOf, readTypes, readValues } from './parameters.ts';
import type { Session } from './session.ts';
import type { Statement, Statements } from './statements.ts';
import type { TextJudge } from './text-judge.ts';

/** Flags of COM_STMT_EXECUTE: with a cursor of any kind, and with query attributes. */
const CURSOR = 7;
const COUNTED = 8;
/** Where they are in its payload. */
const FLAGS = 5;
/** Bytes of COM_STMT_EXECUTE before its parameters. */
const BEFORE_PARAMETERS = 10;

/** The session with everything that its commands need. */
interface Parts {
  readonly session: Session;
  readonly context: ConnectionContext;
  readonly agreed: Agreed;
  readonly answers: Answers;
  readonly statements: Statements;
  readonly texts: TextJudge;
  readonly outcomes: Outcomes;
  readonly queries: SessionQueries;
}

/**
 * Judges the commands of a client, each after the one before it was answered. The result is PASS if the command is sent to the
 * server, the bytes to send instead if it is refused, or WAIT if a text is still being read.
 */
export class ClientCommands {
  readonly #session: Session;
  readonly #context: ConnectionContext;
  readonly #agreed: Agreed;
  readonly #answers: Answers;
  readonly #statements: Statements;
  readonly #texts: TextJudge;
  readonly #outcomes: Outcomes;
  readonly #queries: SessionQueries;

  constructor({ session, context, agreed, answers, statements, texts, outcomes, queries }: Parts) {
    this.#session = session;
    this.#context = context;
    this.#agreed = agreed;
    this.#answers = answers;
    this.#statements = statements;
    this.#texts = texts;
    this.#outcomes = outcomes;
    this.#queries = queries;
  }

  /** Handles a whole command. Raises ProtocolError. */
  handle(frame: CommandFramer): Buffer | Pass | Wait {
    if (frame.command < 0) throw new ProtocolError('a command without a payload');
    const payload = frame.payload();
    const fields = new Fields(payload, 1);
    switch (frame.command) {
      case COMMAND.query:
        return this.#query(fields);
      case COMMAND.statementPrepare:
        return this.#prepare(fields);
      case COMMAND.statementExecute:
        return this.#execute(payload, fields);
      case COMMAND.statementBulkExecute:
        return this.#bulkExecute(fields);
      case COMMAND.statementSendLongData:
        return this.#sendLongData(fields);
      case COMMAND.statementClose:
        this.#statements.close(fields.integer(4));
        return PASS;
      case COMMAND.statementReset:
        return this.#reset(fields);
      case COMMAND.statementFetch:
        this.#answers.push({ kind: 'rows' });
        return PASS;
      case COMMAND.changeUser:
        return this.#changeUser(fields);
      case COMMAND.resetConnection:
        this.#answers.push({ kind: 'packet', done: ({ error }) => error || this.#forget() });
        return PASS;
      case COMMAND.initDb:
        return this.#initDb(fields.rest());
      case COMMAND.quit:
        return PASS;
      case COMMAND.ping:
      case COMMAND.setOption:
      case COMMAND.statistics:
        this.#answers.push({ kind: 'packet' });
        return PASS;
      default:
        return this.#other(frame.command, fields);
    }
  }

  /** A command that is too long to be judged, in a mode that blocks nothing. */
  oversized({ command, buffer, start }: CommandFramer): Pass {
    const query = this.#queries.unknown(tooLong(this.#context));
    this.#queries.isRefused(query);
    if (command === COMMAND.statementPrepare) this.#sendPrepare(query);
    else if (command === COMMAND.statementExecute)
      this.#outcomes.running('results', query, ((buffer[start + HEADER + FLAGS] ?? 0) & CURSOR) !== 0);
    else if (command === COMMAND.query || command === COMMAND.statementBulkExecute)
      this.#outcomes.running('results', query);
    else throw new ProtocolError(tooLong(this.#context));
    return PASS;
  }

  #query(fields: Fields): Buffer | Pass | Wait {
    if (this.#agreed.capabilities & CAN.queryAttributes) this.#skipAttributes(fields);
    return this.#run(fields.rest(), 'results');
  }

  /** Attributes of a query, which come before its text. They are MySQL's, and read by its documents alone. */
  #skipAttributes(fields: Fields): void {
    const count = fields.length() ?? malformed();
    fields.length();
    if (count === 0) return;
    const nulls = fields.bytes((count + 7) >> 3);
    // Types always come.
    if (fields.integer(1) !== 1) malformed();
    const types = Array.from({ length: count }, () => {
      const type = fields.integer(2);
      fields.sized();
      return type;
    });
    readValues(fields, types, nulls, this.#session.encoding);
  }

  /** @param recorded whether a query that runs is recorded, if the rules allow it */
  #run(bytes: Buffer, kind: AnswerKind, recorded = true): Buffer | Pass | Wait {
    const query = this.#texts.judge(this.#texts.textOf(bytes), undefined);
    if (query === WAIT) return WAIT;
    if (this.#queries.isRefused(query)) return this.#outcomes.refuse(query);
    if (recorded || query.judgement.verdict !== 'allow') this.#outcomes.running(kind, query);
    else this.#answers.push({ kind });
    return PASS;
  }

  #prepare(fields: Fields): Buffer | Pass | Wait {
    // It outlives the command.
    const text = this.#texts.textOf(Buffer.from(fields.rest()));
    const query = this.#texts.judge(text, undefined);
    if (query === WAIT) return WAIT;
    const { verdict, isOpen } = query.judgement;
    // An open verdict may be another one when the values are known.
    const isDecided = verdict === 'block' || !isOpen;
    if (!isDecided) this.#queries.stamp(query);
    else if (this.#queries.isRefused(query)) {
      this.#statements.prepareFailed();
      return this.#outcomes.refuse(query, 'prepared');
    }
    this.#sendPrepare(query);
    return PASS;
  }

  #sendPrepare(query: SentQuery): void {
    if (this.#statements.size >= this.#context.limits.names)
      throw new ProtocolError('the session has too many prepared statements');
    this.#outcomes.preparing(query, ({ statement }) => {
      if (!statement) return this.#statements.prepareFailed();
      const { id, parameters } = statement;
      this.#statements.prepared(id, {
        text: query.text,
        parameters,
        types: undefined,
        areTypesUnsent: false,
        hasLongData: false,
      });
    });
  }

  #execute(payload: Buffer, fields: Fields): Buffer | Pass | Wait {
    const id = fields.integer(4);
    const flags = fields.integer(1);
    fields.integer(4);
    const statement = this.#statements.find(id);
    if (!statement) return this.#runMissing();
    const read = this.#readParameters(statement, flags, fields);
    const sent = this.#runStatement(id, statement, read, (flags & CURSOR) !== 0);
    if (sent === WAIT) return WAIT;
    statement.types = read.types;
    if (sent !== PASS) {
      // The client does not send the types again, if they stay the same.
      statement.areTypesUnsent ||= read.areSent;
      return sent;
    }
    const isAdded = statement.areTypesUnsent && !read.areSent;
    statement.areTypesUnsent = false;
    return isAdded ? withTypes(payload, statement) : PASS;
  }

  #bulkExecute(fields: Fields): Buffer | Pass | Wait {
    const id = fields.integer(4);
    const statement = this.#statements.find(id);
    if (!statement) return this.#runMissing();
    // The server keeps the types; a later execution must name its own to be read.
    statement.types = undefined;
    return this.#runStatement(id, statement, NOT_READ);
  }

  #runStatement(
    id: number,
    statement: Statement,
    { types, binds }: Parameters,
    hasCursor = false,
  ): Buffer | Pass | Wait {
    const query = statement.text
      ? this.#texts.judge(statement.text, binds)
      : this.#queries.unknown('the prepared statement is not known here');
    if (query === WAIT) return WAIT;
    const { hasBackslashes } = this.#session;
    if (types && binds) query.literals = () => literalsOf(types, binds, hasBackslashes);
    const hadLongData = statement.hasLongData;
    statement.hasLongData = false;
    if (!this.#queries.isRefused(query)) {
      this.#outcomes.running('results', query, hasCursor);
      return PASS;
    }
    if (!hadLongData) return this.#outcomes.refuse(query);
    // The server would add what comes next to the values that it has.
    this.#answers.push({ kind: 'packet', isHidden: true });
    const number = Buffer.alloc(4);
    number.writeUInt32LE(id);
    const reset = packet(0, Buffer.from([COMMAND.statementReset]), number);
    return Buffer.concat([reset, this.#outcomes.refuse(query)]);
  }

  /** The server knows no such statement either: each one was prepared through the proxy. */
  #runMissing(): Pass {
    this.#answers.push({
      kind: 'results',
      // If it executes one all the same, nothing must wait for rows that do not come.
      hasCursor: true,
      done: ({ error }) => {
        if (!error) throw new AnswerError('the server executed a statement that was not prepared');
      },
    });
    return PASS;
  }

  /** The types that an execution sends or keeps, and its values as far as they are known. */
  #readParameters({ parameters, hasLongData, types: before }: Statement, flags: number, fields: Fields): Parameters {
    // Attributes count as parameters.
    if (flags & COUNTED) return NOT_READ;
    if (parameters === 0) return { types: before, areSent: false, binds: undefined };
    const nulls = fields.bytes((parameters + 7) >> 3);
    const areSent = fields.integer(1) === 1;
    const types = areSent ? readTypes(fields, parameters) : before;
    // Values that came before are left out.
    if (hasLongData || !types) return { types, areSent, binds: undefined };
    return { types, areSent, binds: readValues(fields, types, nulls, this.#session.encoding) };
  }

  #sendLongData(fields: Fields): Pass {
    const statement = this.#statements.find(fields.integer(4));
    if (statement) statement.hasLongData = true;
    return PASS;
  }

  #reset(fields: Fields): Pass {
    const statement = this.#statements.find(fields.integer(4));
    if (statement) statement.hasLongData = false;
    this.#answers.push({ kind: 'packet' });
    return PASS;
  }

  #changeUser(fields: Fields): Pass {
    const login = readChangeUser(fields, this.#agreed.capabilities);
    this.#answers.push({
      kind: 'authentication',
      done: ({ error }) => {
        if (error) return;
        this.#forget();
        this.#session.login(login);
      },
    });
    return PASS;
  }

  /** The server has reset the session. */
  #forget(): void {
    this.#statements.clear();
    this.#session.reset();
    this.#context.judge.ended(this.#session.name);
    this.#outcomes.version++;
  }

  #initDb(name: Buffer): Buffer | Pass | Wait {
    const query = this.#texts.judge(this.#texts.textOf(Buffer.from(`USE ${quoted(name)}`, 'latin1')), undefined);
    if (query === WAIT) return WAIT;
    if (this.#queries.isRefused(query)) return this.#outcomes.refuse(query);
    // As in a log, it is a query only where rules say something about it.
    if (query.judgement.verdict !== 'allow') this.#outcomes.running('packet', query);
    else {
      this.#answers.push({
        kind: 'packet',
        done: ({ error }) => {
          if (!error) this.#outcomes.usedDatabase(query);
        },
      });
    }
    return PASS;
  }

  /** A command for which there is a statement of SQL; others cannot be followed. */
  #other(command: number, fields: Fields): Buffer | Pass | Wait {
    const sql = (text: string) => Buffer.from(text, 'latin1');
    switch (command) {
      case COMMAND.fieldList:
        return this.#run(sql(`SHOW COLUMNS FROM ${quoted(fields.terminated())}`), 'rows', false);
      case COMMAND.createDb:
        return this.#run(sql(`CREATE DATABASE ${quoted(fields.rest())}`), 'packet');
      case COMMAND.dropDb:
        return this.#run(sql(`DROP DATABASE ${quoted(fields.rest())}`), 'packet');
      case COMMAND.shutdown:
        return this.#run(sql('SHUTDOWN'), 'packet');
      case COMMAND.processInfo:
        return this.#run(sql('SHOW PROCESSLIST'), 'results', false);
      case COMMAND.processKill:
        return this.#run(sql(`KILL ${fields.integer(4)}`), 'packet');
      default:
        return this.#unfollowed(command);
    }
  }

  /** Raises ProtocolError but in mode `enforce`, which refuses the command. */
  #unfollowed(command: number): Buffer {
    const what = `the command ${nameOfCommand(command)} is not supported by the proxy`;
    const query = this.#queries.unknown(what);
    this.#queries.isRefused(query);
    if (query.mode === 'enforce') return this.#outcomes.refuse(query, 'results', () => refusedCommand(what));
    this.#queries.record(query, 'ok', undefined);
    throw new ProtocolError(what);
  }
}

/** An execution with the types of its parameters, which it has left out. Raises ProtocolError if they are not known. */
function withTypes(payload: Buffer, { parameters, types }: Statement): Buffer {
  if (!types) throw new ProtocolError('the types of parameters are not known to the database');
  const at = BEFORE_PARAMETERS + ((parameters + 7) >> 3);
  const added = Buffer.alloc(1 + 2 * types.length);
  added[0] = 1;
  for (const [index, type] of types.entries()) added.writeUInt16LE(type, 1 + 2 * index);
  return commandOf(Buffer.concat([payload.subarray(0, at), added, payload.subarray(at + 1)]));
}

interface Parameters {
  readonly types: readonly number[] | undefined;
  readonly areSent: boolean;
  readonly binds: Binds;
}

const NOT_READ: Parameters = { types: undefined, areSent: true, binds: undefined };
