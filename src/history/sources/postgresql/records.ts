import { decode } from '../../input/byte-text.ts';
import { type Gaps, NO_GAPS } from '../gaps.ts';
import type { StartedStatement, StatementSink } from '../source.ts';
import { type AuditRecord, auditBinds, auditRecord } from './audit.ts';
import { bindsOfText } from './binds.ts';
import { inEnglish } from './languages.ts';
import { LogRecord } from './log-record.ts';
import { Logged } from './logged.ts';
import { NamelessStatements } from './nameless-statements.ts';
import { plannedStatement } from './plan-text.ts';
import { Session } from './sessions.ts';
import { BACKSLASHES, modeAfterText } from './string-mode.ts';
import { digest, fingerprint } from './text-mark.ts';

const ascii = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const STATEMENT = ascii('statement: ');
const DURATION = ascii('duration: ');
const EXECUTE = ascii('execute ');
const FETCH = ascii('execute fetch from ');
const PARSE = ascii('parse ');
const BIND = ascii('bind ');
const PLAN = ascii('plan:');
const AUDIT = ascii('AUDIT: ');
const CONNECTION = ascii('connection ');
const DISCONNECTION = ascii('disconnection: ');
const NONSTANDARD = ascii('nonstandard use of ');
const PREPARE = ascii('prepare: ');
const SPACE = 0x20;
const COLON = 0x3a;
const SLASH = 0x2f;
const SEMICOLON = 0x3b;
/** Clients choose portal names, which may have any length. */
const MAX_PORTAL = 200;
/** Number of portals and prepared statements remembered for all unnamed sessions together. */
const MAX_UNNAMED = 4096;
const NO_STATEMENT: StartedStatement = { ran: () => undefined, failed: () => undefined };
const NO_SINK: StatementSink = {
  statement: () => undefined,
  started: () => NO_STATEMENT,
  unread: () => undefined,
  skipped: () => undefined,
};

const PLAN_AGAIN = 'plan of a logged statement';
const PLANS_ONLY =
  'statements were read from plans of `auto_explain`, which has none of DDL, COPY, SET and transactions, and may sample (`auto_explain.sample_rate`)';

/** Bind values that are not in the detail; null if the statement has none of its own. */
type Binds = readonly (string | null)[] | null | undefined;

/**
 * Finds the executions among the records of a PostgreSQL log. With `log_statement`, the text is in a line of its own,
 * and its duration follows without text. With `log_min_duration_statement` alone, it comes with the duration. It never
 * comes twice (observed in PostgreSQL 15). In the extended protocol only the execution counts, not parse and bind. The
 * lines of `log_statement` and pgaudit precede the execution: such a statement counts unless an error of its session
 * names it before the session continues.
 */
export class LogRecords {
  readonly record = new LogRecord();
  #sink: StatementSink;
  readonly #logged = new Logged();
  readonly #notes = new Set<string>();
  /** Whether any text came with a duration, and whether any was fast or came without one. */
  #timed = false;
  #fast = false;
  /** Whether a plan was counted. */
  #planned = false;
  /** Prepared statements and portals of all sessions, if the source names no sessions. */
  readonly #unnamed = new Session('', true, MAX_UNNAMED);
  readonly #nameless = new NamelessStatements(MAX_UNNAMED);
  /** If there are plans, and sessions are not named: plans whose line may follow, and lines whose plan may follow. */
  #plans: NamelessStatements | undefined;
  readonly #plannedLater = new NamelessStatements(MAX_UNNAMED);

  constructor(sink: StatementSink) {
    this.#sink = sink;
  }

  notes(): readonly string[] {
    return this.#planned ? [...this.#notes, PLANS_ONLY] : [...this.#notes];
  }

  gaps(): Gaps {
    const isSlow = this.#timed && !this.#fast;
    if (!isSlow && !this.#planned) return NO_GAPS;
    return {
      shown: [],
      assumed: [...(isSlow ? (['slow-only'] as const) : []), ...(this.#planned ? (['sampled'] as const) : [])],
    };
  }

  /** Call it once all is read. */
  end(): void {
    this.#nameless.end();
    this.#plans?.end();
  }

  /** Processes the record. `line` is where it begins. */
  take(line: number): void {
    const { record } = this;
    if (record.session.mine) this.#take(line);
    else if (record.session.id === '') this.#readForOthers(line);
  }

  #take(line: number): void {
    const { record } = this;
    switch (record.severity) {
      case 'log':
        return this.#message(line);
      case 'failed':
      case 'fatal':
        return this.#failure(line);
      case 'warning':
        // Only sessions with standard_conforming_strings off get this warning.
        if (begins(record, record.start, NONSTANDARD)) record.session.mode = BACKSLASHES;
        return this.#otherOrAudit(line);
      case 'other':
        return this.#otherOrAudit(line);
    }
  }

  /**
   * If sessions are not named, records are distributed by number. Each part must then read the records of the others
   * too, because a PREPARE in one part affects an EXECUTE in another.
   */
  #readForOthers(line: number): void {
    const sink = this.#sink;
    this.#sink = NO_SINK;
    this.#take(line);
    this.#sink = sink;
  }

  /** A failure names its statement, which may be the latest one of its session. */
  #failure(line: number): void {
    const { record } = this;
    const { session, statement, statementStart, statementEnd } = record;
    if (session.id !== '') this.#sink.failed?.(session.id);
    if (record.hasStatement) {
      if (session.id === '') this.#nameless.failed(this.#namelessKey(statement, statementStart, statementEnd));
      else if (record.beforeRun) session.settle();
      else if (session.failed(statement, statementStart, statementEnd)) session.audited = 0;
    } else if (record.severity === 'failed' && !record.beforeRun && session.failedLatest()) {
      // With `log_min_error_statement` above `error`, or if a deferred constraint fails at the end of a transaction.
      return this.#sink.unread('error that does not name its statement', line, 1);
    }
    this.#sink.skipped(record.hasStatement ? 'failed statement' : 'error');
  }

  /** Remembers the portals and prepared statements of the current session. */
  get #memory(): Session {
    const { session } = this.record;
    return session.id === '' ? this.#unnamed : session;
  }

  /** pgaudit.log_level can be any level. */
  #otherOrAudit(line: number): void {
    const { record } = this;
    if (!record.raised && begins(record, record.start, AUDIT)) this.#audit(line);
    else this.#sink.skipped('server message');
  }

  #message(line: number): void {
    const { record } = this;
    const { bytes, start } = record;
    if (record.raised) return this.#sink.skipped('server message');
    switch (bytes[start]) {
      case 0x73: // s
        if (begins(record, start, STATEMENT)) return this.#simple(start + STATEMENT.length, false);
        break;
      case 0x65: // e
        if (begins(record, start, EXECUTE)) return this.#execute(start, false, line);
        break;
      case 0x64: // d
        if (begins(record, start, DURATION)) return this.#duration(start + DURATION.length, line);
        if (begins(record, start, DISCONNECTION)) {
          record.session.settle();
          return this.#sink.skipped('connection');
        }
        break;
      case 0x41: // A
        if (begins(record, start, AUDIT)) return this.#audit(line);
        break;
      case 0x63: // c
        if (begins(record, start, CONNECTION)) return this.#sink.skipped('connection');
        break;
    }
    this.#foreign(line);
  }

  /** Reads messages in the language of `lc_messages`. */
  #foreign(line: number): void {
    const { record } = this;
    const english = inEnglish(record.bytes, record.start, record.end);
    if (english === undefined) {
      const head = decode(record.bytes, record.start, Math.min(record.end, record.start + 80));
      if (/^[^:]{2,40}: \d+[.,]\d{3} \S/.test(head)) this.#sink.unread('duration line in an unknown language', line, 1);
      else this.#sink.skipped('server message');
      return;
    }
    record.bytes = english;
    record.start = 0;
    record.end = english.length;
    this.#message(line);
  }

  /** Reads from after `duration: `. */
  #duration(start: number, line: number): void {
    const { record } = this;
    const { bytes, end } = record;
    // `4.999 ms`; some languages use a comma.
    const point = bytes[start + 1];
    if ((point === 0x2e || point === 0x2c) && (bytes[start] as number) < 0x35) this.#fast = true;
    const at = afterDuration(bytes, start, end);
    if (at < 0) return this.#sink.skipped('server message');
    if (at >= end) return this.#bareDuration();
    if (begins(record, at, STATEMENT)) return this.#simple(at + STATEMENT.length, true);
    if (begins(record, at, EXECUTE)) return this.#execute(at, true, line);
    if (begins(record, at, PARSE) || begins(record, at, BIND)) {
      record.session.settle();
      return this.#sink.skipped('parse or bind step');
    }
    if (begins(record, at, PLAN)) return this.#plan(at + PLAN.length, line);
    this.#sink.unread('duration line in an unknown format', line, 1);
  }

  #bareDuration(): void {
    const { session } = this.record;
    session.settle();
    if (session.awaitsDuration || session.id === '') this.#sink.skipped('duration of a logged statement');
    else {
      this.#sink.skipped('duration without a statement');
      this.#notes.add(
        'some durations have no statement: with `log_duration`, statements below `log_min_duration_statement` are logged without their text',
      );
    }
    session.awaitsDuration = false;
  }

  #execute(start: number, duration: boolean, line: number): void {
    const { record } = this;
    const { bytes, end, session } = record;
    const fetch = begins(record, start, FETCH);
    const name = start + (fetch ? FETCH.length : EXECUTE.length);
    let colon = name;
    let portal = false;
    while (colon + 1 < end && (bytes[colon] !== COLON || bytes[colon + 1] !== SPACE)) {
      if (bytes[colon] === SLASH) portal = true;
      colon++;
    }
    if (colon + 1 >= end) return this.#sink.unread('execute line without a statement', line, 1);
    // The first fetch from a portal is its execution. If it was fast, only a later one may be in the log.
    if (!portal) {
      if (!this.#isInUnnamedPortal(name, colon) || !fetch) return this.#statement(colon + 2, duration);
      session.awaitsDuration = !duration;
      if (duration) session.settle();
      return this.#sink.skipped('further fetch from a portal');
    }
    if (colon - name > MAX_PORTAL) return this.#statement(colon + 2, duration);
    // Sessions use the same portal names. If sessions are not named, the text tells portals apart.
    const text = session.id === '' ? ` ${digest(bytes, colon, end)}` : '';
    const portalName = decode(bytes, name, colon) + text;
    if (this.#memory.seenPortal(portalName) && fetch) {
      session.awaitsDuration = !duration;
      if (duration) session.settle();
      else session.fetch(portalName, bytes, colon + 2, end);
      return this.#sink.skipped('further fetch from a portal');
    }
    this.#statement(colon + 2, duration, portalName);
  }

  /** Whether the unnamed portal of the session runs this statement already; records it. `name` is that of the statement. */
  #isInUnnamedPortal(name: number, colon: number): boolean {
    const { bytes, end, session } = this.record;
    // If sessions are not named, the text tells their portals apart.
    if (session.id === '') {
      return this.#unnamed.seenPortal(
        `${decode(bytes, name, Math.min(colon, name + MAX_PORTAL))} ${digest(bytes, colon, end)}`,
      );
    }
    const before = session.unnamedPortal;
    session.unnamedPortal = fingerprint(bytes, name, end);
    return session.unnamedPortal === before;
  }

  /** A statement of the simple protocol, which closes the unnamed portal. */
  #simple(start: number, duration: boolean): void {
    this.record.session.unnamedPortal = 0;
    this.#statement(start, duration);
  }

  #statement(start: number, duration: boolean, portal?: string): void {
    const { record } = this;
    const { bytes, end, session } = record;
    session.awaitsDuration = !duration;
    if (duration) this.#timed = true;
    else this.#fast = true;
    if (start >= end) {
      session.settle();
      return this.#sink.skipped('empty statement');
    }
    const textFingerprint = fingerprint(bytes, start, end);
    if (session.planned !== 0) {
      if (session.planned === textFingerprint) session.failedLatest(PLAN_AGAIN);
      session.planned = 0;
    }
    if (session.audited === textFingerprint) {
      // If pgaudit logs too, its line comes first in the extended protocol and when durations are logged.
      session.audited = 0;
      session.logged = textFingerprint;
      if (duration) session.settle();
      return this.#sink.skipped('line of an audited statement');
    }
    session.logged = textFingerprint;
    session.settle();
    if (isPrepare(bytes, start)) this.#memory.seenPrepare(digest(bytes, start, end));
    else if (record.detailEnd > 0 && startsWith(record.detail, record.detailStart, record.detailEnd, PREPARE)) {
      this.#prepared();
    }
    if (this.#plans !== undefined && session.id === '') {
      const key = this.#namelessKey(bytes, start, end);
      this.#plans.failed(key, PLAN_AGAIN);
      if (duration) this.#plannedLater.start(key, NO_STATEMENT);
    }
    if (duration) this.#emit(bytes, start, end);
    else this.#emitStarted(bytes, start, end, undefined, portal);
    this.record.session.mode = modeAfterText(bytes, start, end, this.record.session.mode);
  }

  /**
   * `EXECUTE name` comes with the PREPARE that the session ran before. If that PREPARE is not in the log (it was fast),
   * it is taken from here, once per session (or once per log, if sessions are not named).
   */
  #prepared(): void {
    const { detail, detailStart, detailEnd } = this.record;
    const start = detailStart + PREPARE.length;
    if (!this.#memory.seenPrepare(digest(detail, start, detailEnd))) this.#emit(detail, start, detailEnd, null);
  }

  #emit(bytes: Uint8Array, start: number, end: number, binds?: Binds): void {
    this.#sink.statement(this.#loggedOf(bytes, start, end, binds));
  }

  #emitStarted(bytes: Uint8Array, start: number, end: number, binds: Binds, portal?: string): void {
    const { session } = this.record;
    const started = this.#sink.started(this.#loggedOf(bytes, start, end, binds));
    if (session.id === '') this.#nameless.start(this.#namelessKey(bytes, start, end), started);
    else session.start(started, bytes, start, end, portal);
  }

  #namelessKey(bytes: Uint8Array, start: number, end: number): string {
    const { user, application, database } = this.record;
    return JSON.stringify([digest(bytes, start, end), user, application, database]);
  }

  #loggedOf(bytes: Uint8Array, start: number, end: number, binds: Binds): Logged {
    const { record } = this;
    const logged = this.#logged;
    logged.bytes = bytes;
    logged.start = start;
    logged.end = end;
    logged.at = record.at;
    logged.user = record.user;
    logged.application = record.application;
    logged.database = record.database;
    logged.session = record.session.id;
    logged.truncated = record.truncated;
    logged.mode = record.session.mode;
    if (binds !== undefined || record.detailEnd === 0) logged.setBinds(binds ?? undefined);
    else logged.bindLater(record.detail, record.detailStart, record.detailEnd);
    return logged;
  }

  /** `auto_explain` logs a statement when it has ended, before the line of its duration. */
  #plan(start: number, line: number): void {
    const { record } = this;
    const { session } = record;
    const planned = plannedStatement(decode(record.bytes, start, record.end));
    if (!planned) return this.#sink.unread('auto_explain plan in an unknown format', line, 1);
    const text = new TextEncoder().encode(planned.sql);
    const textFingerprint = fingerprint(text, 0, text.length);
    const key = session.id === '' ? this.#namelessKey(text, 0, text.length) : '';
    const isLogged =
      session.logged === textFingerprint ||
      session.audited === textFingerprint ||
      // The text of an EXECUTE is that of its PREPARE.
      (isPrepare(text, 0) && session.logged !== 0) ||
      (session.id === '' && (this.#nameless.has(key) || this.#plannedLater.has(key)));
    this.#plans ??= new NamelessStatements(MAX_UNNAMED);
    if (session.id === '') this.#plannedLater.failed(key);
    if (isLogged) return this.#sink.skipped(PLAN_AGAIN);
    // A text of several statements is logged in full for each of them.
    if (session.planned === textFingerprint && text.subarray(0, -1).includes(SEMICOLON))
      return this.#sink.skipped('further plan of a statement');
    this.#timed = true;
    const binds = planned.parameters === undefined ? null : (bindsOfText(`: ${planned.parameters}`) ?? null);
    const sunk = this.#sink.started(this.#loggedOf(text, 0, text.length, binds));
    const started: StartedStatement = {
      ran: () => {
        this.#planned = true;
        sunk.ran();
      },
      failed: (what) => sunk.failed(what),
    };
    if (session.id === '') this.#plans.start(key, started);
    else {
      session.start(started, text, 0, text.length);
      session.planned = textFingerprint;
    }
    session.mode = modeAfterText(text, 0, text.length, session.mode);
  }

  #audit(line: number): void {
    const { bytes, start, end } = this.record;
    this.takeAudit(auditRecord(decode(bytes, start + AUDIT.length, end)), line);
  }

  /** Processes a pgaudit record; undefined if it could not be read. */
  takeAudit(audit: AuditRecord | undefined, line: number): void {
    const { session } = this.record;
    if (!session.mine) return;
    if (audit === undefined) return this.#sink.unread('audit line in an unknown format', line, 1);
    if (audit.substatement !== '1') return this.#sink.skipped('audit line of a nested statement');
    // With `pgaudit.log_relation`, each relation has a line; with `pgaudit.log_statement_once`, the text is logged
    // once.
    if (session.auditNumber === audit.statement || audit.text === '<previously logged>') {
      return this.#sink.skipped('further audit line of a statement');
    }
    session.auditNumber = session.id === '' ? '' : audit.statement;
    if (audit.text === '<not logged>') return this.#sink.unread('audit line without the statement', line, 1);
    const text = new TextEncoder().encode(audit.text);
    const textFingerprint = fingerprint(text, 0, text.length);
    const executes = audit.command !== 'PREPARE' && isPrepare(text, 0);
    if (session.logged === textFingerprint || (executes && session.logged !== 0)) {
      return this.#sink.skipped('audit line of a logged statement');
    }
    // A text of several statements is logged in full for each of them.
    if (session.audited === textFingerprint && text.subarray(0, -1).includes(SEMICOLON)) {
      return this.#sink.skipped('further audit line of a statement');
    }
    session.settle();
    session.audited = textFingerprint;
    this.#fast = true;
    this.#emitStarted(text, 0, text.length, auditBinds(audit.parameters) ?? null);
    this.record.session.mode = modeAfterText(text, 0, text.length, this.record.session.mode);
  }
}

/**
 * Whether a message begins like the line of a parse or bind step in English. Nothing more of such a line is read. Its
 * text may still be escaped.
 */
export function isParseOrBind(bytes: Uint8Array, start: number, end: number): boolean {
  if (!startsWith(bytes, start, end, DURATION)) return false;
  const at = afterDuration(bytes, start + DURATION.length, end);
  return at >= 0 && (startsWith(bytes, at, end, PARSE) || startsWith(bytes, at, end, BIND));
}

/** The position of what follows a number and `ms`; -1 if they are not there. */
function afterDuration(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && bytes[at] !== SPACE) at++;
  if (bytes[at + 1] !== 0x6d || bytes[at + 2] !== 0x73) return -1;
  at += 3;
  while (at < end && bytes[at] === SPACE) at++;
  return at;
}

function begins(record: LogRecord, at: number, lead: Uint8Array): boolean {
  return startsWith(record.bytes, at, record.end, lead);
}

function startsWith(bytes: Uint8Array, start: number, end: number, lead: Uint8Array): boolean {
  const { length } = lead;
  if (end - start < length) return false;
  for (let at = 0; at < length; at++) if (bytes[start + at] !== lead[at]) return false;
  return true;
}

const PREPARE_WORD = ascii('prepare');

function isPrepare(bytes: Uint8Array, start: number): boolean {
  for (let at = 0; at < PREPARE_WORD.length; at++) {
    if (((bytes[start + at] ?? 0) | 0x20) !== PREPARE_WORD[at]) return false;
  }
  return true;
}
