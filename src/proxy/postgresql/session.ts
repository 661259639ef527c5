import type { CallerFacts } from '../../model/index.ts';
import type { LexicalMode } from '../../sql/index.ts';
import type { QueryEffects, QuerySession } from '../judging/index.ts';
import { changesLockTimeout, changesObjects, changesRole } from './effects.ts';
import { NAME_BYTES } from './names.ts';
import { readLockTimeout, readSetRole } from './sql-names.ts';

/** How strings are read without `standard_conforming_strings`. */
export const BACKSLASHES: LexicalMode = { backslash: 'always' };

/** Settings that a ROLLBACK undoes. Undefined: not known. */
interface Settings {
  readonly role: string | undefined;
  readonly lockTimeout: boolean | undefined;
}

/** What the client and the server said about a session. */
export class Session {
  /** Unique among all sessions of all proxies. */
  readonly name: string;
  readonly user: string;
  readonly database: string;
  encoding = 'UTF8';
  #application: string;
  #standardStrings = true;
  #settings: Settings;
  /** What COMMIT and ROLLBACK of the open transaction lead to; undefined if none is open. */
  #transaction: { readonly before: Settings; committed: Settings } | undefined;
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
    // What the server sets for a role or a database is not seen: `ALTER ROLE … SET role`.
    this.#settings = {
      role: hasOptions || parameters.has('role') ? undefined : this.user,
      lockTimeout: hasOptions || parameters.has('lock_timeout') ? undefined : false,
    };
  }

  /** Takes a ParameterStatus. */
  report(parameter: string, value: string): void {
    if (parameter === 'client_encoding') this.encoding = value;
    else if (parameter === 'standard_conforming_strings') this.#standardStrings = value === 'on';
    else if (parameter === 'session_authorization' && value !== this.user) this.#set({ role: undefined });
    else if (parameter === 'application_name' && value !== this.#application) {
      this.#application = value;
      this.#caller = undefined;
    }
  }

  get caller(): CallerFacts {
    this.#caller ??= {
      user: this.user,
      role: this.#settings.role,
      application: this.#application,
      database: this.database,
      tags: undefined,
    };
    return this.#caller;
  }

  /** How the server reads strings in the texts of the session. */
  get stringMode(): LexicalMode | undefined {
    return this.#standardStrings ? undefined : BACKSLASHES;
  }

  /**
   * The surroundings of a query.
   *
   * @param options.areObjectsKnown false if they are not to be considered, whatever the session created
   * @param options.pending what may change them before the query runs
   * @param options.mode how strings in the query are read
   */
  surroundings({
    inTransaction,
    areObjectsKnown = true,
    pending = [],
    mode,
  }: {
    readonly inTransaction: boolean | undefined;
    readonly areObjectsKnown?: boolean;
    readonly pending?: readonly QueryEffects[];
    readonly mode: LexicalMode | undefined;
  }): QuerySession {
    return {
      name: areObjectsKnown && !pending.some(changesObjects) ? this.name : '',
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
   */
  ran(effects: QueryEffects, text: string | undefined, tags: readonly string[]): void {
    for (const tag of tags) this.#follow(tag, text);
    if (changesRole(effects)) this.#ranRole(text);
    if (changesLockTimeout(effects)) this.#ranLockTimeout(text);
  }

  /** The server raised an error. Outside of BEGIN, it undoes everything since the last Sync. */
  failed(): void {
    if (this.#changed && !this.#transaction) this.#set({ role: undefined, lockTimeout: undefined });
  }

  /** @param isIdle no transaction is open */
  ready(isIdle: boolean): void {
    this.#changed = false;
    if (isIdle) this.#transaction = undefined;
    // COMMIT AND CHAIN.
    else this.#transaction ??= { before: this.#settings, committed: this.#settings };
  }

  #follow(tag: string, text: string | undefined): void {
    if (tag === 'BEGIN' || tag === 'START TRANSACTION')
      this.#transaction ??= { before: this.#settings, committed: this.#settings };
    else if (tag === 'COMMIT' && this.#transaction) this.#end(this.#transaction.committed);
    else if (tag === 'ROLLBACK' && this.#transaction) {
      // The tag is the same for a savepoint.
      if (text !== undefined && !/\bto\b/i.test(text)) this.#end(this.#transaction.before);
      else this.#set({ role: undefined, lockTimeout: undefined });
    }
  }

  #end(settings: Settings): void {
    this.#transaction = undefined;
    this.#set(settings);
  }

  #ranRole(text: string | undefined): void {
    const set = text === undefined ? undefined : readSetRole(text);
    this.#setIn(set ? { role: set.role ?? this.user } : { role: undefined }, set?.isLocal === true);
  }

  #ranLockTimeout(text: string | undefined): void {
    const set = text === undefined ? undefined : readLockTimeout(text);
    this.#setIn({ lockTimeout: set?.isSet }, set?.isLocal === true);
  }

  #setIn(change: Partial<Settings>, isLocal: boolean): void {
    // Outside of a transaction, SET LOCAL has no effect.
    if (isLocal && !this.#transaction) return;
    this.#changed = true;
    if (this.#transaction && !isLocal) this.#transaction.committed = { ...this.#transaction.committed, ...change };
    this.#set(change);
  }

  #set(change: Partial<Settings>): void {
    this.#settings = { ...this.#settings, ...change };
    this.#caller = undefined;
  }
}

/** A name as the server reads it: it forgets what is too long. */
function asName(name: string): string {
  const bytes = Buffer.from(name);
  return bytes.length > NAME_BYTES ? bytes.toString('utf8', 0, NAME_BYTES) : name;
}
