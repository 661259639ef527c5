import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { Dialect } from '../model/index.ts';
import { createSqlReader, LEXICAL, type LexicalMode, type SqlReader } from '../sql/index.ts';
import type { KeyLexer } from './key-lexer.ts';
import { KeyTable } from './key-table.ts';
import { lexerFor } from './lexed-dialects.ts';
import { flagsOf } from './lexical-flags.ts';
import { withCertainFilters } from './parameter-filters.ts';
import { type BaseStatement, readInFull } from './reading.ts';
import { Sessions } from './sessions.ts';
import { type ClassReading, SharedReadings } from './shared-readings.ts';
import { UNBOUND } from './slots.ts';
import { type KnownTags, Tags } from './tags.ts';
import { agree, TextClass } from './text-class.ts';
import { type KnownText, TextTable } from './text-facts.ts';
import type { FactReader, KeptReading, LoggedStatement } from './types.ts';

/** Cache limits: classes by key, and by full text. At least half of the entries stay cached at any time. */
const LIMITS = { classes: { keys: 32_000, bytes: 32 << 20 }, exact: { keys: 16_000, bytes: 16 << 20 } };
/** For a long-lived thread that reads every dialect. */
export const SMALL_LIMITS = { classes: { keys: 8000, bytes: 8 << 20 }, exact: { keys: 4000, bytes: 4 << 20 } };
/** A longer text without a key is identified by its hash. */
const MAX_EXACT = 4096;

/**
 * Marks a class whose texts are identified by all their bytes, because the lexer and the full reading disagree on its
 * numbers.
 */
const KNOWN_BY_TEXT = Symbol('known by text');

/**
 * Loads what the dialect needs, and returns a reader that is fast enough for logs.
 *
 * @param shared memory from `shareReadings`: the readers of several threads read each class once
 */
export async function createFactReader(
  dialect: Dialect,
  limits = LIMITS,
  shared?: SharedArrayBuffer,
): Promise<FactReader> {
  const readings = shared && new SharedReadings(shared, dialect);
  return new ShapeFactReader(await createSqlReader(dialect), limits, readings);
}

class ShapeFactReader implements FactReader {
  readings = 0;
  texts = 0;
  byClass = false;
  readonly #sql: SqlReader;
  readonly #lexer: KeyLexer | undefined;
  readonly #known: TextTable;
  readonly #classes: KeyTable<TextClass | typeof KNOWN_BY_TEXT>;
  readonly #exact: KeyTable<KnownText>;
  readonly #shared: SharedReadings | undefined;
  readonly #sessions: Sessions;
  readonly #tags = new Tags();
  readonly #exactKey = new Uint8Array(MAX_EXACT + 8);
  readonly #exactWords = new Uint32Array(this.#exactKey.buffer);
  #flags = 0;
  #backslash: LexicalMode['backslash'];
  #doubleQuote: LexicalMode['doubleQuote'];

  constructor(sql: SqlReader, limits: typeof LIMITS, readings: SharedReadings | undefined) {
    this.#sql = sql;
    this.#shared = readings;
    this.#classes = new KeyTable(limits.classes);
    this.#exact = new KeyTable(limits.exact);
    this.#lexer = lexerFor(sql.dialect);
    this.#sessions = new Sessions(undefined, !LEXICAL[sql.dialect].sessions.failuresLogged);
    this.#known = new TextTable(sql.dialect);
  }

  startInput(failuresUnseen = !LEXICAL[this.#sql.dialect].sessions.failuresLogged): void {
    this.#sessions.clear(failuresUnseen);
  }

  tags(): Readonly<Record<string, string>> {
    return this.#tags.current;
  }

  failed(session: string): void {
    this.#sessions.failed(session);
  }

  ended(session: string): void {
    this.#sessions.ended(session);
  }

  tagsInPart(): boolean {
    return this.#tags.inPart;
  }

  read(statement: LoggedStatement): KnownText {
    this.texts++;
    this.#setMode(statement.mode);
    return this.#sessions.follow(this.#textOf(statement), statement.session);
  }

  preview(statement: LoggedStatement, kept?: KeptReading): KnownText {
    this.texts++;
    this.#setMode(statement.mode);
    return this.#sessions.preview(kept ? this.#keptText(statement, kept) : this.#textOf(statement), statement.session);
  }

  /** Reads a text whose bytes are always the same: only the values of its parameters can make a difference. */
  #keptText(statement: LoggedStatement, kept: KeptReading): KnownText {
    const { latest } = kept;
    if (latest instanceof Reading && latest.reader === this && latest.flags === this.#flags) {
      this.#tags.again(latest.tags);
      this.byClass = latest.byClass;
      return latest.text;
    }
    const text = this.#textOf(statement);
    if (!this.#lexer?.slots.readsBinds && !isHeavyText(text.tuples))
      kept.latest = new Reading(this, this.#flags, text, this.#tags.latest, this.byClass);
    return text;
  }

  #setMode(mode: LexicalMode | undefined): void {
    if (mode?.backslash === this.#backslash && mode?.doubleQuote === this.#doubleQuote) return;
    this.#backslash = mode?.backslash;
    this.#doubleQuote = mode?.doubleQuote;
    this.#flags = flagsOf(mode);
    this.#lexer?.setMode(mode);
  }

  #textOf(statement: LoggedStatement): KnownText {
    const lexer = this.#lexer;
    const { bytes, start, end, normalised } = statement;
    if (!lexer) {
      this.#tags.readEnds(bytes, start, end);
      return this.#exactText(statement);
    }
    lexer.read(bytes, start, end, statement, this.#flags | (normalised ? NORMALISED : 0));
    if (lexer.exact) this.#tags.readEnds(bytes, start, end);
    else this.#tags.read(bytes, lexer.comments, lexer.moreComments);
    if (lexer.exact || statement.truncated) return this.#exactText(statement);
    if (lexer.beyondAscii && !isUtf8(bytes.subarray(start, end))) return this.#exactText(statement);
    let found = this.#classes.get(lexer.words, lexer.length);
    if (found === undefined) {
      const made = this.#newClass(lexer, statement);
      found = made.found;
      if (!made.isHeavy) this.#classes.set(lexer.words, lexer.length, found);
    }
    if (found === KNOWN_BY_TEXT) return this.#exactText(statement);
    this.byClass = true;
    return found.of(lexer.slots.values, lexer.slots.length);
  }

  #newClass(
    lexer: KeyLexer,
    statement: LoggedStatement,
  ): { readonly found: TextClass | typeof KNOWN_BY_TEXT; readonly isHeavy: boolean } {
    const known = this.#shared?.get(lexer.words, lexer.length);
    const reading = known ?? this.#readClass(lexer, statement);
    const { statements, squashed } = reading;
    const isHeavy = statements !== undefined && isHeavyText(statements);
    if (!known && !isHeavy) this.#shared?.set(lexer.words, lexer.length, reading);
    if (!statements) return { found: KNOWN_BY_TEXT, isHeavy };
    return { found: new TextClass(statements, isHeavy ? this.#lone() : this.#known, squashed), isHeavy };
  }

  #readClass(lexer: KeyLexer, statement: LoggedStatement): ClassReading {
    const { bytes, start, end, normalised } = statement;
    const flags = this.#flags | (normalised ? NORMALISED : 0);
    const { statements, squashed } = this.#readInFull(statement);
    const { readsBinds } = lexer.slots;
    // The full reading does not see bind values.
    if (readsBinds) lexer.read(bytes, start, end, UNBOUND, flags);
    const agrees = agree(statements, lexer.slots.values, lexer.slots.length);
    if (readsBinds) lexer.read(bytes, start, end, statement, flags);
    const isClass = agrees && !statements.some(dependsOnText);
    return { statements: isClass ? statements : undefined, squashed };
  }

  /** Reads a text that is identified by all its bytes and its mode. */
  #exactText(statement: LoggedStatement): KnownText {
    this.byClass = false;
    const { bytes, start, end, normalised, truncated } = statement;
    const key = this.#exactKey;
    key[0] = this.#flags | (normalised ? NORMALISED : 0) | (truncated ? TRUNCATED : 0);
    let length = 1;
    if (end - start <= MAX_EXACT) {
      key.set(bytes.subarray(start, end), 1);
      length += end - start;
    } else {
      key[0] |= HASHED;
      key.set(createHash('sha256').update(bytes.subarray(start, end)).digest(), 1);
      length += 32;
    }
    for (let at = length; (at & 3) !== 0; at++) key[at] = 0;
    let text = this.#exact.get(this.#exactWords, length);
    if (text) return text;
    const { statements, squashed } = this.#readInFull(statement);
    const isHeavy = isHeavyText(statements);
    text = new TextClass(statements, isHeavy ? this.#lone() : this.#known, squashed).of(NO_VALUES, 0);
    if (!isHeavy) this.#exact.set(this.#exactWords, length, text);
    return text;
  }

  /** A table for one text, which is forgotten with it. */
  #lone(): TextTable {
    return new TextTable(this.#sql.dialect);
  }

  #readInFull({ bytes, start, end, mode, normalised, truncated }: LoggedStatement): {
    statements: readonly BaseStatement[];
    squashed: boolean;
  } {
    this.readings++;
    const part = bytes.subarray(start, end);
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(part);
    const statements = readInFull(this.#sql, text, { mode, truncated, validUtf8: isUtf8(part) });
    if (!normalised) return { statements, squashed: false };
    return { statements: withCertainFilters(this.#sql, text, mode, statements), squashed: text.includes('...') };
  }
}

/** The reading of a text if no fact depends on the values of parameters. */
class Reading {
  readonly reader: ShapeFactReader;
  readonly flags: number;
  readonly text: KnownText;
  readonly tags: KnownTags;
  readonly byClass: boolean;

  constructor(reader: ShapeFactReader, flags: number, text: KnownText, tags: KnownTags, byClass: boolean) {
    this.reader = reader;
    this.flags = flags;
    this.text = text;
    this.tags = tags;
    this.byClass = byClass;
  }
}

/**
 * Operations of a text that is read again each time. With hundreds of them a text takes a megabyte, and thousands of
 * texts are cached.
 */
const HEAVY = 64;

function isHeavyText(statements: readonly Pick<BaseStatement, 'operations'>[]): boolean {
  let operations = 0;
  for (const statement of statements) operations += statement.operations.length;
  return operations > HEAVY;
}

/** Settings whose value decides which operations a SET has. */
const SWITCHES = /sql_log_bin|check_constraint_checks|sql_mode/i;

/** Kinds whose arguments name the object, or decide between two of them. */
const BY_ARGUMENTS = /^(?:reset_sequence|maintain|schedule_job|drop_job)$/;

/**
 * Whether a text decides what its class leaves out: the object, as in `setval('users_id_seq', 1)`, or what a SET turns
 * off.
 */
function dependsOnText({ operations }: BaseStatement): boolean {
  return operations.some(
    ({ kind, target }) => BY_ARGUMENTS.test(kind) || (kind === 'set' && SWITCHES.test(target.text)),
  );
}

const NO_VALUES = new Float64Array(0);
const NORMALISED = 1;
const TRUNCATED = 2;
const HASHED = 4;
