import type { CallerFacts, Dialect } from '../../model/index.ts';
import type { LexicalMode } from '../../sql/index.ts';
import type { QueryEffects, QuerySession, TextEncoding } from '../judging/index.ts';
import { type SessionState, type SurroundingsOptions, sharedCaller } from '../sessions/index.ts';
import { encodingOf, encodingOfCollation, UNKNOWN_ENCODING } from './character-sets.ts';
import { changesCharacterSet, changesLexing, changesLockTimeout } from './effects.ts';
import type { ClientLogin } from './handshake-response.ts';
import { STATUS } from './packets.ts';
import type { SessionChanges } from './session-changes.ts';
import { type Assignment, endsItsSettings, readAssignments, readUse } from './sql-statements.ts';

/** How texts are read by default, without backslashes, with double quotes around names, and both. */
const MODES: readonly (LexicalMode | undefined)[] = [
  undefined,
  { backslash: 'never' },
  { doubleQuote: 'identifier' },
  { backslash: 'never', doubleQuote: 'identifier' },
];
const NO_BACKSLASHES = 1;
const ANSI_QUOTES = 2;
/** The names of modes that are or include `ANSI_QUOTES`. */
const INCLUDES_ANSI = /ANSI|ORACLE|DB2|MSSQL|POSTGRESQL|MAXDB/i;
const DOUBLE_QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** Texts in user variables that are known, and characters of each. */
const MAX_VARIABLES = 100;
const MAX_VARIABLE = 10_000;

/** The state of a session, as reported by the client and the server. */
export class Session implements SessionState {
  /** Unique among all sessions of all proxies. */
  readonly name: string;
  user = '';
  /** The default database; empty: none, or not known. */
  database = '';
  encoding: TextEncoding = UNKNOWN_ENCODING;
  /** Id of the server's thread. */
  readonly backend: number;
  /** The session's own objects may stand for other tables: the default database or the storage engine changed. */
  areNamesUnsure = false;
  /** Undefined: not known, as after an error that may have ended a transaction. */
  inTransaction: boolean | undefined = false;
  /** Texts in user variables. Any statement but a SET of literals may change any of them. */
  readonly #variables = new Map<string, string>();
  readonly #dialect: Dialect;
  #application: string | undefined;
  #encodingAtLogin: TextEncoding = UNKNOWN_ENCODING;
  #isDatabaseKnown = true;
  #lockTimeoutSet: boolean | undefined = false;
  #hasBackslashes = true;
  /** The status was reported after everything that may have changed it. */
  #areModesKnown = true;
  /** Undefined: not known. MariaDB reports it, MySQL does not. */
  #ansiQuotes: boolean | undefined;
  #caller: CallerFacts | undefined;

  constructor(name: string, backend: number, dialect: Dialect) {
    this.name = name;
    this.backend = backend;
    this.#dialect = dialect;
  }

  /** The client logs in, or becomes another user: the server then resets everything else. */
  login({ user, database, collation, program }: ClientLogin): void {
    this.user = user;
    this.database = database;
    this.#isDatabaseKnown = true;
    this.#application = program;
    if (collation !== undefined) this.#encodingAtLogin = encodingOfCollation(collation);
    this.reset();
  }

  /** The server has reset everything but user and default database. */
  reset(): void {
    this.encoding = this.#encodingAtLogin;
    this.areNamesUnsure = false;
    this.#lockTimeoutSet = false;
    this.#ansiQuotes = undefined;
    this.#variables.clear();
    this.#caller = undefined;
  }

  /** Takes the status of an answer. */
  status(flags: number): void {
    this.inTransaction = (flags & STATUS.inTransaction) !== 0 || (flags & STATUS.autocommit) === 0;
    this.#hasBackslashes = (flags & STATUS.noBackslashes) === 0;
    this.#areModesKnown = true;
    if (this.#dialect === 'mariadb') this.#ansiQuotes = (flags & STATUS.ansiQuotes) !== 0;
  }

  /** Takes what the server reports besides. */
  changed({ database, variables }: SessionChanges): void {
    if (database !== undefined) this.useDatabase(database);
    const characters = variables.get('character_set_client');
    if (characters !== undefined) this.encoding = encodingOf(characters);
    const sqlMode = variables.get('sql_mode');
    if (sqlMode !== undefined) this.#ansiQuotes = INCLUDES_ANSI.test(sqlMode);
  }

  /** @param name undefined: not known */
  useDatabase(name: string | undefined): void {
    this.database = name ?? '';
    this.#isDatabaseKnown = name !== undefined;
    this.#caller = undefined;
  }

  get caller(): CallerFacts {
    this.#caller ??= sharedCaller({
      user: this.user,
      // Roles that are active by default are not visible.
      role: undefined,
      application: this.#application,
      database: this.#isDatabaseKnown ? this.database : undefined,
      tags: undefined,
    });
    return this.#caller;
  }

  /** Whether a backslash escapes in strings, as far as the server has reported it. */
  get hasBackslashes(): boolean {
    return this.#hasBackslashes;
  }

  /**
   * How the server reads a text now: several ways if that is not known and makes a difference.
   *
   * @param isAny the text itself may change it
   */
  modesFor(bytes: Buffer, isAny = false): readonly (LexicalMode | undefined)[] {
    const hasQuotes = bytes.includes(DOUBLE_QUOTE);
    if ((isAny || !this.#areModesKnown) && (hasQuotes || bytes.includes(BACKSLASH))) return MODES;
    const base = this.#hasBackslashes ? 0 : NO_BACKSLASHES;
    if (this.#ansiQuotes === undefined && hasQuotes) return [MODES[base], MODES[base | ANSI_QUOTES]];
    return [MODES[this.#ansiQuotes ? base | ANSI_QUOTES : base]];
  }

  surroundings({
    inTransaction,
    areObjectsKnown = true,
    areNamesClear = true,
    mode,
  }: SurroundingsOptions): QuerySession {
    return {
      name: areObjectsKnown && areNamesClear ? this.name : '',
      areNamesSure: areNamesClear && !this.areNamesUnsure,
      caller: this.caller,
      mode,
      inTransaction,
      lockTimeoutSet: this.#lockTimeoutSet,
    };
  }

  /** The text in a user variable, if it is known. */
  variable(name: string): string | undefined {
    return this.#variables.get(`@${name}`);
  }

  /**
   * Follows a query that ran, or failed in part.
   *
   * @param text undefined if it has several statements, or is not known
   */
  ran(effects: QueryEffects, text: string | undefined): void {
    const { kinds } = effects;
    if (kinds.has('use')) {
      const database = text === undefined ? undefined : readUse(text);
      if (database === undefined || database !== this.database) this.useDatabase(database);
    }
    if (text !== undefined && endsItsSettings(text)) return;
    const assignments = kinds.has('set') && text !== undefined ? readAssignments(text) : undefined;
    if (assignments) for (const each of assignments) this.#assign(each);
    else {
      if (changesCharacterSet(effects)) this.encoding = UNKNOWN_ENCODING;
      if (changesLexing(effects) && this.#dialect !== 'mariadb') this.#ansiQuotes = undefined;
      if (changesLockTimeout(effects)) this.#lockTimeoutSet = undefined;
    }
  }

  /**
   * Follows a query that failed: a part of its assignments may have been made, and an error does not report the status.
   *
   * @param text undefined if it has several statements, or is not known
   */
  failed(effects: QueryEffects, text: string | undefined): void {
    // A deadlock, for example, ends the transaction.
    if (this.inTransaction !== false || effects.isOpaque || effects.kinds.has('set')) this.inTransaction = undefined;
    if (text !== undefined && readAssignments(text)?.length === 1) return;
    if (changesCharacterSet(effects)) this.encoding = UNKNOWN_ENCODING;
    if (changesLockTimeout(effects)) this.#lockTimeoutSet = undefined;
    if (!changesLexing(effects)) return;
    this.#areModesKnown = false;
    this.#ansiQuotes = undefined;
  }

  /** A text ran that may have changed any user variable: a function or a trigger may. */
  forgetVariables(): void {
    this.#variables.clear();
  }

  #assign({ name, isGlobal, value, isString }: Assignment): void {
    if (isGlobal) return;
    switch (name) {
      case 'names':
      case 'character_set_client':
        if (/^default$/i.test(value ?? '')) this.encoding = UNKNOWN_ENCODING;
        else this.encoding = value === undefined ? UNKNOWN_ENCODING : encodingOf(value);
        return;
      case 'sql_mode':
        if (this.#dialect === 'mariadb') return;
        this.#ansiQuotes = isString ? INCLUDES_ANSI.test(value ?? '') : undefined;
        return;
      case 'lock_wait_timeout':
        this.#lockTimeoutSet = value === undefined || !/^\d+$/.test(value) ? undefined : true;
        return;
      default:
        if (!name.startsWith('@')) return;
        if (value === undefined || !isString || value.length > MAX_VARIABLE) this.#variables.delete(name);
        else if (this.#variables.size < MAX_VARIABLES) this.#variables.set(name, value);
    }
  }
}
