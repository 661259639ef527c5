import type { CallerFacts } from '../../model/index.ts';
import type { LexicalMode } from '../../sql/index.ts';
import { changesObjects, changesRole, type QueryEffects, type QuerySession } from '../judging/index.ts';
import { type SessionState, type SurroundingsOptions, sharedCaller } from '../sessions/index.ts';
import { changesLockTimeout, mayNameTemp } from './effects.ts';
import { encodingOf, UTF8 } from './encodings.ts';
import { NAME_BYTES } from './names.ts';
import { readLockTimeout, readSetRole } from './sql-names.ts';

/** How strings are read without `standard_conforming_strings`. */
export const BACKSLASHES: LexicalMode = { backslash: 'always' };

/** Settings that a ROLLBACK undoes. Undefined: not known. */
interface Settings {
  readonly role: string | undefined;
  readonly lockTimeout: boolean | undefined;
}

/** The state of a session, as reported by the client and the server. */
export class Session implements SessionState {
  /** Unique among all sessions of all proxies. */
  readonly name: string;
  readonly user: string;
  readonly database: string;
  encoding = UTF8;
  /** Id of the server's process; undefined until the server reports it. */
  backend: number | undefined;
  #application: string;
  #standardStrings = true;
  #settings: Settings;
  /** What COMMIT and ROLLBACK of the open transaction lead to; undefined if none is open. */
  #transaction: { readonly before: Settings; committed: Settings } | undefined;
  /** What the next ReadyForQuery leads to, if SET LOCAL ran without BEGIN: a pipeline is a transaction until Sync. */
  #afterLocal: Settings | undefined;
  /** The role that RESET ROLE leads to is the user of the session. */
  readonly #isUserDefault: boolean;
  /** The user of the session is the one who connected. */
  #isUserKnown = true;
  /**
   * The names of the session's own objects may stand for other tables: the search path may name `pg_temp` after other
   * schemas, or changed when a transaction ended, or an object was renamed or dropped without being named. From then
   * on, verdicts no longer depend on what the session created.
   */
  areNamesUnsure: boolean;
  /** A setting was changed since the server was last ready. */
  #changed = false;
  #caller: CallerFacts | undefined;

  /** @param parameters of the client's StartupMessage */
  constructor(name: string, parameters: ReadonlyMap<string, string>) {
    this.name = name;
    this.user = asName(parameters.get('user') ?? '');
    this.database = asName(parameters.get('database') ?? '') || this.user;
    this.#application = parameters.get('application_name') ?? '';
    const hasOptions = parameters.has('options');
    // Unlike those of the protocol, names of settings may be written in capitals.
    const settings = new Set([...parameters.keys()].map((name) => name.toLowerCase()));
    this.#isUserDefault = !hasOptions && !settings.has('role');
    const given = [...parameters].filter(([name]) => /^(?:options|search_path)$/i.test(name));
    this.areNamesUnsure = given.some(([, value]) => /pg_temp|\\/i.test(value));
    // Settings of a role or a database are not visible here: `ALTER ROLE … SET role`.
    this.#settings = {
      role: this.#isUserDefault ? this.user : undefined,
      lockTimeout: hasOptions || settings.has('lock_timeout') ? undefined : false,
    };
  }

  /** Takes a ParameterStatus. */
  report(parameter: string, value: string): void {
    if (parameter === 'client_encoding') this.encoding = encodingOf(value);
    else if (parameter === 'standard_conforming_strings') this.#standardStrings = value === 'on';
    else if (parameter === 'session_authorization' && value !== this.user) {
      this.#isUserKnown = false;
      this.#set({ role: undefined });
    } else if (parameter === 'application_name' && value !== this.#application) {
      this.#application = value;
      this.#caller = undefined;
    }
  }

  get caller(): CallerFacts {
    this.#caller ??= sharedCaller({
      user: this.user,
      role: this.#settings.role,
      application: this.#application,
      database: this.database,
      tags: undefined,
    });
    return this.#caller;
  }

  /** How the server reads strings in the texts of the session. */
  get stringMode(): LexicalMode | undefined {
    return this.#standardStrings ? undefined : BACKSLASHES;
  }

  surroundings({
    inTransaction,
    areObjectsKnown = true,
    areNamesClear = true,
    pending = [],
    mode,
  }: SurroundingsOptions): QuerySession {
    const areNamesSure = areNamesClear && !pending.some(changesObjects);
    return {
      name: areObjectsKnown && areNamesSure ? this.name : '',
      areNamesSure: areNamesSure && !this.areNamesUnsure,
      caller: pending.some(changesRole) ? { ...this.caller, role: undefined } : this.caller,
      mode,
      inTransaction,
      lockTimeoutSet: pending.some(changesLockTimeout) ? undefined : this.#settings.lockTimeout,
    };
  }

  /**
   * Follows a query that ran.
   *
   * @param text undefined if it has several statements
   * @param tags of its CommandComplete messages
   * @param whole the text, however many statements it has; undefined if it is not known
   */
  ran(effects: QueryEffects, text: string | undefined, tags: readonly string[], whole = text): void {
    for (const tag of tags) this.#follow(tag, text, whole);
    this.areNamesUnsure ||= mayNameTemp(effects, whole);
    if (changesRole(effects)) this.#ranRole(text);
    if (changesLockTimeout(effects)) this.#ranLockTimeout(text);
  }

  /** The server raised an error. Outside of BEGIN, it undoes everything since the last Sync. */
  failed(): void {
    if (!this.#changed || this.#transaction) return;
    this.#set(UNKNOWN);
    if (this.#afterLocal) this.#afterLocal = UNKNOWN;
  }

  /** @param isIdle no transaction is open */
  ready(isIdle: boolean): void {
    this.#changed = false;
    const transaction = this.#transaction;
    const afterLocal = this.#afterLocal;
    this.#afterLocal = undefined;
    if (isIdle) {
      this.#transaction = undefined;
      // The transaction ended another way: by a COMMIT that failed, or PREPARE TRANSACTION.
      if (transaction) this.#set(common([transaction.before, transaction.committed, this.#settings]));
      else if (afterLocal) this.#set(afterLocal);
    }
    // COMMIT AND CHAIN.
    else this.#begin(afterLocal);
  }

  #follow(tag: string, text: string | undefined, whole: string | undefined): void {
    if (tag === 'BEGIN' || tag === 'START TRANSACTION') {
      this.#begin(this.#afterLocal);
      this.#afterLocal = undefined;
      return;
    }
    const isRollback = tag === 'ROLLBACK';
    if (!isRollback && tag !== 'COMMIT' && tag !== 'PREPARE TRANSACTION') return;
    if (!this.#transaction) {
      // Without BEGIN, what a pipeline did since the last Sync is a transaction too.
      if (isRollback && this.#changed) this.#set(UNKNOWN);
    } else if (!isRollback) this.#end(this.#transaction.committed);
    // The tag is the same for a savepoint.
    else if (text !== undefined && !/\bto\b/i.test(text)) this.#end(this.#transaction.before);
    else this.#set(UNKNOWN);
    // AND CHAIN begins another one at once.
    if (whole === undefined) this.#begin(UNKNOWN);
    else if (/\bchain\b/i.test(whole)) this.#begin();
  }

  /** @param outside what a ROLLBACK leads to */
  #begin(outside: Settings = this.#settings): void {
    // What a pipeline set before BEGIN becomes part of the transaction.
    const before = this.#changed ? UNKNOWN : outside;
    this.#transaction ??= { before, committed: this.#changed ? this.#settings : outside };
  }

  #end(settings: Settings): void {
    this.#transaction = undefined;
    this.#set(settings);
  }

  #ranRole(text: string | undefined): void {
    const change = text === undefined ? undefined : readSetRole(text);
    switch (change?.to) {
      case 'unchanged':
        return;
      case 'name':
        return this.#setIn({ role: change.name }, change.isLocal);
      case 'none':
      case 'default': {
        const isUser = this.#isUserKnown && (change.to === 'none' || this.#isUserDefault);
        return this.#setIn({ role: isUser ? this.user : undefined }, change.isLocal);
      }
      default:
        // SET SESSION AUTHORIZATION, for example.
        this.#isUserKnown = false;
        return this.#setIn({ role: undefined }, false);
    }
  }

  #ranLockTimeout(text: string | undefined): void {
    const set = text === undefined ? undefined : readLockTimeout(text);
    this.#setIn({ lockTimeout: set?.isSet }, set?.isLocal === true);
  }

  #setIn(change: Partial<Settings>, isLocal: boolean): void {
    if (isLocal && !this.#transaction) {
      this.#afterLocal ??= this.#settings;
      return this.#set(UNKNOWN);
    }
    this.#changed = true;
    if (this.#afterLocal) this.#afterLocal = { ...this.#afterLocal, ...change };
    if (this.#transaction && !isLocal) this.#transaction.committed = { ...this.#transaction.committed, ...change };
    this.#set(change);
  }

  #set(change: Partial<Settings>): void {
    this.#settings = { ...this.#settings, ...change };
    this.#caller = undefined;
  }
}

const UNKNOWN: Settings = { role: undefined, lockTimeout: undefined };

/** The values in which all of them agree. */
function common([first = UNKNOWN, ...others]: readonly Settings[]): Settings {
  return {
    role: others.every(({ role }) => role === first.role) ? first.role : undefined,
    lockTimeout: others.every(({ lockTimeout }) => lockTimeout === first.lockTimeout) ? first.lockTimeout : undefined,
  };
}

/** A name as the server reads it: it forgets what is too long. */
function asName(name: string): string {
  const bytes = Buffer.from(name);
  return bytes.length > NAME_BYTES ? bytes.toString('utf8', 0, NAME_BYTES) : name;
}
