import { type CallerFacts, compareText, type Dialect } from '../model/index.ts';
import type { LexicalMode } from '../sql/index.ts';
import type { KeyLexer } from './key-lexer.ts';
import { lexerFor } from './lexed-dialects.ts';
import { flagsOf } from './lexical-flags.ts';
import { UNBOUND } from './slots.ts';
import { Tags } from './tags.ts';

/** A text whose verdict is wanted, without bind values. */
export interface TextRequest {
  readonly query: string;
  readonly dialect: Dialect;
  /** What the session changed in how strings are read, as far as it is known. */
  readonly mode?: LexicalMode | undefined;
  /** Without `tags`, the tags of the query's own comments apply. */
  readonly caller: CallerFacts;
  /** Everything else that the verdict depends on: the ruleset, the day. */
  readonly judge: string;
}

/** A judged text without any finding. */
export interface Allowed<Outcome> {
  readonly outcome: Outcome;
  /** Approximate characters of the outcome. */
  readonly characters: number;
  /** The outcome is the same for all texts of the class with the same values (decided-by-class.ts). */
  readonly byClass: boolean;
}

/** Remembers the outcome of the text that was asked for. Only for texts without a finding: nothing else is remembered. */
export type Remember<Outcome> = (allowed: Allowed<Outcome>) => void;

export interface VerdictLimits {
  readonly entries: number;
  readonly bytes: number;
  /** A longer text is judged each time: reading it is the larger part, and this runs on the main thread. */
  readonly text: number;
}

const LIMITS: VerdictLimits = { entries: 20_000, bytes: 32 << 20, text: 8192 };
/** Larger entries are not kept. */
const MAX_ENTRY = 128 << 10;
/** Size of an entry without its texts. */
const ENTRY_BYTES = 500;

interface Entry<Outcome> {
  readonly outcome: Outcome;
  readonly bytes: number;
}

/**
 * Outcomes of texts without findings, by everything that they depend on. Texts that differ only in literals that no
 * fact depends on share an entry: the key is the class of the text, the values that were looked at, the caller with its
 * tags, and the judge. A text that has no class, or whose class does not hold all that rules see, is identified by all
 * its characters. Evicts the least recently used.
 */
export class VerdictCache<Outcome> {
  readonly #limits: VerdictLimits;
  readonly #entries = new Map<string, Entry<Outcome>>();
  readonly #lexers = new Map<Dialect, KeyLexer | undefined>();
  readonly #tags = new Tags();
  #bytes = 0;

  constructor(limits: Partial<VerdictLimits> = {}) {
    this.#limits = { ...LIMITS, ...limits };
  }

  get size(): { readonly entries: number; readonly bytes: number } {
    return { entries: this.#entries.size, bytes: this.#bytes };
  }

  /** The outcome of the text; a function that remembers it if it is not known; undefined if it is not to be remembered. */
  find(request: TextRequest): { readonly outcome: Outcome } | Remember<Outcome> | undefined {
    if (request.query.length > this.#limits.text) return undefined;
    const surroundings = surroundingsOf(request);
    const classKey = this.#classKey(request, surroundings);
    const textKey = textKeyOf(request, surroundings);
    const known = (classKey === undefined ? undefined : this.#take(classKey)) ?? this.#take(textKey);
    if (known) return known;
    return (allowed) => {
      if (!allowed.byClass) this.#keep(textKey, allowed);
      else if (classKey !== undefined) this.#keep(classKey, allowed);
    };
  }

  /** Undefined if the text has none. */
  #classKey({ query, dialect, mode, caller }: TextRequest, surroundings: string): string | undefined {
    if (!this.#lexers.has(dialect)) this.#lexers.set(dialect, lexerFor(dialect));
    const lexer = this.#lexers.get(dialect);
    if (!lexer) return undefined;
    const bytes = Buffer.from(query);
    lexer.setMode(mode);
    lexer.read(bytes, 0, bytes.length, UNBOUND, flagsOf(mode));
    // An unpaired surrogate is another character in bytes.
    if (lexer.exact || (lexer.beyondAscii && /\p{Surrogate}/u.test(query))) return undefined;
    let tags = '';
    if (caller.tags === undefined) {
      this.#tags.read(bytes, lexer.comments, lexer.moreComments);
      tags = `${this.#tags.inPart}${JSON.stringify(this.#tags.current)}`;
    }
    const { key, length, slots } = lexer;
    const values = slots.values.subarray(0, slots.length).join();
    const words = Buffer.from(key.buffer, key.byteOffset, length).toString('latin1');
    return `class ${length} ${words} ${values} ${tags} ${surroundings}`;
  }

  #take(key: string): Entry<Outcome> | undefined {
    const known = this.#entries.get(key);
    if (!known) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, known);
    return known;
  }

  #keep(key: string, { outcome, characters }: Allowed<Outcome>): void {
    const bytes = 2 * (key.length + characters) + ENTRY_BYTES;
    if (bytes > Math.min(MAX_ENTRY, this.#limits.bytes) || this.#entries.has(key)) return;
    this.#entries.set(key, { outcome, bytes });
    this.#bytes += bytes;
    for (const [oldest, entry] of this.#entries) {
      if (this.#entries.size <= this.#limits.entries && this.#bytes <= this.#limits.bytes) return;
      this.#entries.delete(oldest);
      this.#bytes -= entry.bytes;
    }
  }
}

function surroundingsOf({ dialect, caller, judge }: TextRequest): string {
  const { user, role, application, database, tags } = caller;
  const sorted = tags && Object.entries(tags).sort(([a], [b]) => compareText(a, b));
  return JSON.stringify([dialect, judge, user, role, application, database, sorted]);
}

function textKeyOf({ query, mode }: TextRequest, surroundings: string): string {
  return `text ${flagsOf(mode)} ${query.length} ${query} ${surroundings}`;
}
