import { createHash } from 'node:crypto';
import type { LexicalMode } from '../../../sql/index.ts';
import type { LoggedStatement } from '../../../traffic/index.ts';
import { decode } from '../../input/byte-text.ts';
import { SLOW_ONLY } from '../slow-only.ts';
import type { StatementSink } from '../source.ts';
import { type AuditRecord, auditBinds, auditRecord } from './audit.ts';
import { bindsOf } from './binds.ts';
import { inEnglish } from './languages.ts';
import { Session } from './sessions.ts';
import { BACKSLASHES, modeAfterText } from './string-mode.ts';

export type Severity = 'log' | 'warning' | 'failed' | 'other';

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
const NOTHING = new Uint8Array(0);
const NO_SESSION = new Session('', true);
/** Number of portals and prepared statements remembered for all unnamed sessions together. */
const MAX_UNNAMED = 4096;
const NO_SINK: StatementSink = { statement: () => undefined, unread: () => undefined, skipped: () => undefined };

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
   * these, so such a message comes from a RAISE, whatever it looks like.
   */
  raised = false;
  /** Whether the record has the text of the statement that caused it. */
  hasStatement = false;
  /** Whether its text was cut off. */
  truncated = false;
}

/** A statement of the log; bind values are parsed only when needed. */
class Logged implements LoggedStatement {
  bytes: Uint8Array = NOTHING;
  start = 0;
  end = 0;
  at = Number.NaN;
  readonly calls = 1;
  user: string | undefined = undefined;
  application: string | undefined = undefined;
  database: string | undefined = undefined;
  session = '';
  truncated = false;
  readonly normalised = false;
  mode: LexicalMode | undefined = undefined;
  #detail: Uint8Array = NOTHING;
  #detailStart = 0;
  #detailEnd = 0;
  #binds: readonly (string | null)[] | undefined;
  #bound = false;

  get binds(): readonly (string | null)[] | undefined {
    if (!this.#bound) this.setBinds(bindsOf(this.#detail, this.#detailStart, this.#detailEnd));
    return this.#binds;
  }

  setBinds(binds: readonly (string | null)[] | undefined): void {
    this.#binds = binds;
    this.#bound = true;
  }

  bindLater({ detail, detailStart, detailEnd }: LogRecord): void {
    this.#detail = detail;
    this.#detailStart = detailStart;
    this.#detailEnd = detailEnd;
    this.#bound = false;
  }
}

/**
 * Finds the executions among the records of a PostgreSQL log. With `log_statement`, the text is in a line of its own,
 * and its duration follows without text. With `log_min_duration_statement` alone, it comes with the duration. It never
 * comes twice (observed in PostgreSQL 15). In the extended protocol only the execution counts, not parse and bind. A
 * failed statement counts if `log_statement` has it, because that line precedes the execution; otherwise it does not.
 */
export class LogRecords {
  readonly record = new LogRecord();
  #sink: StatementSink;
  readonly #logged = new Logged();
  readonly #notes = new Set<string>();
  /** Whether any text came with a duration, and whether any was fast or came without one. */
  #timed = false;
  #fast = false;
  /** Prepared statements and portals of all sessions, if the source names no sessions. */
  readonly #unnamed = new Session('', true, MAX_UNNAMED);

  constructor(sink: StatementSink) {
    this.#sink = sink;
  }

  notes(): readonly string[] {
    return this.#timed && !this.#fast ? [...this.#notes, SLOW_ONLY] : [...this.#notes];
  }

  /** Processes the record. `line` is where it begins. */
  take(line: number): void {
    const { record } = this;
    if (!record.session.mine) {
      if (record.session.id === '' && record.severity === 'log') this.#readForOthers(line);
      return;
    }
    switch (record.severity) {
      case 'log':
        return this.#message(line);
      case 'failed':
        if (record.session.id !== '') this.#sink.failed?.(record.session.id);
        return this.#sink.skipped(record.hasStatement ? 'failed statement' : 'error');
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
    this.#message(line);
    this.#sink = sink;
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
        if (begins(record, start, STATEMENT)) return this.#statement(start + STATEMENT.length, false);
        break;
      case 0x65: // e
        if (begins(record, start, EXECUTE)) return this.#execute(start, false, line);
        break;
      case 0x64: // d
        if (begins(record, start, DURATION)) return this.#duration(start + DURATION.length, line);
        if (begins(record, start, DISCONNECTION)) return this.#sink.skipped('connection');
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
    let at = start;
    while (at < end && bytes[at] !== SPACE) at++;
    if (bytes[at + 1] !== 0x6d || bytes[at + 2] !== 0x73) return this.#sink.skipped('server message');
    at += 3;
    while (at < end && bytes[at] === SPACE) at++;
    if (at >= end) return this.#bareDuration();
    if (begins(record, at, STATEMENT)) return this.#statement(at + STATEMENT.length, true);
    if (begins(record, at, EXECUTE)) return this.#execute(at, true, line);
    if (begins(record, at, PARSE) || begins(record, at, BIND)) return this.#sink.skipped('parse or bind step');
    if (begins(record, at, PLAN)) return this.#sink.skipped('auto_explain plan');
    this.#sink.unread('duration line in an unknown format', line, 1);
  }

  #bareDuration(): void {
    const { session } = this.record;
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
    if (portal && colon - name <= MAX_PORTAL) {
      // Sessions use the same portal names. If sessions are not named, the text tells portals apart.
      const text = session.id === '' ? ` ${digest(bytes, colon, end)}` : '';
      if (this.#memory.seenPortal(decode(bytes, name, colon) + text) && fetch) {
        session.awaitsDuration = !duration;
        return this.#sink.skipped('further fetch from a portal');
      }
    }
    this.#statement(colon + 2, duration);
  }

  #statement(start: number, duration: boolean): void {
    const { record } = this;
    const { bytes, end, session } = record;
    session.awaitsDuration = !duration;
    if (duration) this.#timed = true;
    else this.#fast = true;
    if (start >= end) return this.#sink.skipped('empty statement');
    const textFingerprint = fingerprint(bytes, start, end);
    if (session.audited === textFingerprint) {
      // If pgaudit logs too, its line comes first in the extended protocol and when durations are logged.
      session.audited = 0;
      session.logged = textFingerprint;
      return this.#sink.skipped('line of an audited statement');
    }
    session.logged = textFingerprint;
    if (isPrepare(bytes, start)) this.#memory.seenPrepare(digest(bytes, start, end));
    else if (record.detailEnd > 0 && startsWith(record.detail, record.detailStart, record.detailEnd, PREPARE)) {
      this.#prepared();
    }
    this.#emit(bytes, start, end);
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

  /** `binds` if they are not in the detail; null if the statement has none of its own. */
  #emit(bytes: Uint8Array, start: number, end: number, binds?: readonly (string | null)[] | null): void {
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
    else logged.bindLater(record);
    this.#sink.statement(logged);
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
    session.audited = textFingerprint;
    this.#fast = true;
    this.#emit(text, 0, text.length, auditBinds(audit.parameters) ?? null);
    this.record.session.mode = modeAfterText(text, 0, text.length, this.record.session.mode);
  }
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

/** Identifies a text. */
function digest(bytes: Uint8Array, start: number, end: number): string {
  return createHash('sha256').update(bytes.subarray(start, end)).digest('base64');
}

/** Distinguishes consecutive texts of a session by length and sixteen bytes spread over the text. Never 0. */
function fingerprint(bytes: Uint8Array, start: number, end: number): number {
  const length = end - start;
  let hash = length;
  const step = length < 16 ? 1 : length / 16;
  for (let at = 0; at < 16 && at < length; at++) {
    hash = Math.imul(hash, 31) + (bytes[start + Math.trunc(at * step)] as number);
  }
  return (Math.imul(hash, 31) + (bytes[end - 1] ?? 0)) | 0 || 1;
}
