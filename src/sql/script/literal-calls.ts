import type { SplitScript } from '../across-statements/script-reading.ts';
import { decodeString, stringValue } from '../reader/body.ts';
import type { LiteralCall } from '../reader/scan.ts';
import type { Lexical } from '../text/dialects.ts';
import { readName, unquote } from '../text/names.ts';
import type { TokenRange } from '../text/splitter.ts';
import { T, type TokenList } from '../text/tokens.ts';
import { wordsOf } from '../text/words.ts';

/** A routine that the file creates, with the calls of it. */
interface Routine {
  readonly range: TokenRange;
  readonly parameters: readonly string[];
  readonly calls: LiteralCall[];
  /** Whether every use of its name is such a call. */
  known: boolean;
}

const NONE: readonly LiteralCall[] = [];
const ROUTINES = /^(?:FUNCTION|PROCEDURE)$/;
/** Types that keep every character of a text. */
const TEXT_TYPES = /^(?:TEXT|VARCHAR|CHARACTER VARYING)$/;
/** Statements that do not run the routines that they name. */
const ONLY_NAMES = /^(?:DROP|COMMENT|GRANT|REVOKE)$/;
/** Maximum calls of one routine: its body is read again for each. */
const MAX_CALLS = 64;

/**
 * The calls of PL/pgSQL routines whose arguments are all literals, such as `CALL f('posts')`. The dynamic SQL that the
 * file runs through such a routine is then known, although the routine builds it from its parameters.
 */
export class LiteralCalls {
  readonly #tokens: TokenList;
  readonly #ranges: readonly TokenRange[];
  readonly #lexical: Lexical;
  /** Names of routines, in lower case, that other files of the change use; undefined if they are not known. */
  readonly #usedElsewhere: readonly string[] | undefined;
  #routines: ReadonlyMap<number, Routine> | undefined;

  constructor({ tokens, ranges, lexical, context }: SplitScript) {
    this.#tokens = tokens;
    this.#ranges = ranges;
    this.#lexical = lexical;
    this.#usedElsewhere = context?.routinesUsed;
  }

  /** The calls of the routine that a statement creates; empty unless all of its calls are known. */
  of({ from }: TokenRange): readonly LiteralCall[] {
    if (this.#lexical.routines.language !== 'plpgsql' || !this.#usedElsewhere || this.#tokens.word(from) !== 'CREATE')
      return NONE;
    if (afterHead(this.#tokens, from) < 0) return NONE;
    this.#routines ??= this.#find(this.#usedElsewhere);
    const routine = this.#routines.get(from);
    return routine?.known && routine.calls.length <= MAX_CALLS ? routine.calls : NONE;
  }

  #find(usedElsewhere: readonly string[]): ReadonlyMap<number, Routine> {
    const byName = new Map<string, Routine>();
    const byStart = new Map<number, Routine>();
    for (const range of this.#ranges) {
      const created = this.#created(range);
      if (!created) continue;
      const { name, parameters } = created;
      const overloaded = byName.get(name);
      if (overloaded) overloaded.known = false;
      const known = !overloaded && parameters !== undefined && !usedElsewhere.includes(name);
      const routine = { range, parameters: parameters ?? [], calls: [], known };
      byName.set(name, routine);
      byStart.set(range.from, routine);
    }
    for (const range of this.#ranges) this.#addUses(range, byName, byStart.get(range.from));
    return byStart;
  }

  #addUses(range: TokenRange, byName: ReadonlyMap<string, Routine>, own: Routine | undefined): void {
    if (ONLY_NAMES.test(this.#tokens.word(range.from))) return;
    const called = own ? undefined : this.#called(range);
    const routine = called && byName.get(called.name);
    const call = routine && literalCall(routine.parameters, called.values);
    if (routine && call) routine.calls.push(call);
    let ownNames = 0;
    for (let at = range.from; at < range.to; at++) {
      for (const name of namesUsedAt(this.#tokens, at)) {
        const used = byName.get(name);
        if (!used) continue;
        if (used === own && ++ownNames === 1) continue;
        if (used === routine && call && at < called.arguments) continue;
        used.known = false;
      }
    }
  }

  /** The routine that a statement creates; without parameters if one of them is not a plain text parameter. */
  #created({ from, to }: TokenRange): { readonly name: string; readonly parameters?: readonly string[] } | undefined {
    const head = this.#tokens.word(from) === 'CREATE' ? afterHead(this.#tokens, from) : -1;
    if (head < 0) return undefined;
    const { target, next } = readName(this.#tokens, head, this.#lexical);
    if (target.name === undefined || this.#tokens.word(next) !== '(') return undefined;
    const name = target.name.toLowerCase();
    const parameters: string[] = [];
    let at = next + 1;
    while (at < to && this.#tokens.word(at) !== ')') {
      if (this.#tokens.kind(at) !== T.word) return { name };
      parameters.push(this.#tokens.raw(at++).toLowerCase());
      let type = '';
      for (; at < to && !/^[,)]$/.test(this.#tokens.word(at)); at++) type += ` ${this.#tokens.word(at)}`;
      if (!TEXT_TYPES.test(type.trim())) return { name };
      if (this.#tokens.word(at) === ',') at++;
    }
    return { name, parameters };
  }

  /** `CALL name ('literal', …)` and `SELECT name ('literal', …)`, with nothing else in the statement. */
  #called({ from, to }: TokenRange) {
    const tokens = this.#tokens;
    if (!/^(?:CALL|SELECT)$/.test(tokens.word(from))) return undefined;
    const { target, next } = readName(tokens, from + 1, this.#lexical);
    if (target.name === undefined || tokens.word(next) !== '(') return undefined;
    const values: string[] = [];
    let at = next + 1;
    for (; at < to && tokens.word(at) !== ')'; at += 2) {
      if (tokens.kind(at) !== T.string || !/^[,)]$/.test(tokens.word(at + 1))) return undefined;
      values.push(stringValue(tokens.raw(at), this.#lexical));
      if (tokens.word(at + 1) === ')') break;
    }
    const end = values.length > 0 ? at + 2 : at + 1;
    return end === to ? { name: target.name.toLowerCase(), values, arguments: next } : undefined;
  }
}

/** The position of the name in `CREATE [OR REPLACE] FUNCTION name`; -1 in any other statement. */
function afterHead(tokens: TokenList, from: number): number {
  const at = tokens.word(from + 1) === 'OR' ? from + 3 : from + 1;
  return ROUTINES.test(tokens.word(at)) ? at + 1 : -1;
}

function literalCall(parameters: readonly string[], values: readonly string[]): LiteralCall | undefined {
  if (values.length !== parameters.length || new Set(parameters).size < parameters.length) return undefined;
  return new Map(parameters.map((name, index) => [name, values[index] ?? '']));
}

/** The names, in lower case, that the token at `at` may use. */
function namesUsedAt(tokens: TokenList, at: number): Iterable<string> {
  const raw = tokens.raw(at);
  const kind = tokens.kind(at);
  if (kind === T.word) return [raw.toLowerCase()];
  const words = wordsOf(raw);
  // `\n` in a string, and an escaped name.
  if (raw.includes('\\') && (kind === T.string || kind === T.quoted)) {
    for (const text of [unquote(raw), decodeString(raw, true)]) for (const word of wordsOf(text)) words.add(word);
  }
  return words;
}
