import type { Operation } from '../../model/index.ts';
import { makeOperation } from '../reader/operation.ts';
import type { FollowedStatement } from './followed-statement.ts';
import type { ScriptReading } from './script-reading.ts';

/** Where a statement sets the mode, and the value. */
const ASSIGNED = /(?<![@\w])(?:@@)?(?:session\.|local\.)?sql_mode\s*:?=\s*([\s\S]*)$/i;
const WRITTEN_OUT = /^(["'])([^"']*)\1/;
const VARIABLE = /^@(\w+)\b/;
/** A variable that gets a text: `@m = 'ANSI'`. */
const KEPT = /(?<!@)@(\w+)\s*:?=\s*(["'])([^"']*)\2/g;
const STRICT = /STRICT_|TRADITIONAL/i;

const WARNINGS = /\bANSI_WARNINGS\s+(ON|OFF)\b/i;

/**
 * MySQL, MariaDB: adds `discard_data` to each change of a column's type after the file sets an SQL mode that is not
 * strict. In a strict mode such a statement fails if a value does not fit; in others it cuts the value off. T-SQL: the same
 * after SET ANSI_WARNINGS OFF.
 */
export function markLaxTypeChanges(
  statements: readonly FollowedStatement[],
  { kinds, ranges, tokens, lexical }: ScriptReading,
): void {
  if (!lexical.sqlMode && !lexical.sessions.ansiWarnings) return;
  if (!kinds.has('set') || !kinds.has('alter_column_type')) return;
  const mode = new Mode(lexical.sessions.ansiWarnings);
  for (const [at, statement] of statements.entries()) {
    const range = ranges[at];
    const sets = range && statement.operations.some(({ kind }) => kind === 'set');
    const isLaxHere = sets
      ? mode.set(tokens.text.slice(tokens.start(range.from), tokens.end(range.to - 1)))
      : mode.isLax;
    if (!isLaxHere) continue;
    const changes = statement.operations.filter(({ kind }) => kind === 'alter_column_type');
    if (changes.length > 0) statement.operations = [...statement.operations, ...changes.map(lossOf)];
  }
}

/** The mode of the session. */
class Mode {
  isLax = false;
  /** The texts that variables got, by the names of the variables. */
  readonly #kept = new Map<string, string>();
  readonly #ansiWarnings: boolean;

  constructor(ansiWarnings: boolean) {
    this.#ansiWarnings = ansiWarnings;
  }

  /** Applies a statement with SET. Returns whether the mode is lax in that statement. */
  set(text: string): boolean {
    let isLaxHere = this.isLax;
    const warnings = this.#ansiWarnings ? WARNINGS.exec(text)?.[1] : undefined;
    if (warnings !== undefined) isLaxHere = /^off$/i.test(warnings);
    const value = ASSIGNED.exec(text)?.[1];
    if (value !== undefined) isLaxHere = isLax(value, this.#kept);
    for (const [, name = '', , modes = ''] of text.matchAll(KEPT)) this.#kept.set(name.toLowerCase(), modes);
    // MariaDB's `SET STATEMENT … FOR` sets it for one statement.
    if (!/^SET\s+STATEMENT\b/i.test(text)) this.isLax = isLaxHere;
    return isLaxHere;
  }
}

/** Whether a mode is not strict. */
function isLax(value: string, kept: ReadonlyMap<string, string>): boolean {
  const modes = WRITTEN_OUT.exec(value)?.[2];
  if (modes !== undefined) return !STRICT.test(modes);
  const variable = VARIABLE.exec(value)?.[1];
  if (variable !== undefined) {
    const set = kept.get(variable.toLowerCase());
    // Set in another way, it is most likely the old mode.
    return set !== undefined && !STRICT.test(set);
  }
  // `REPLACE(@@sql_mode, 'STRICT_TRANS_TABLES', '')` takes the mode away; `CONCAT(@@sql_mode, …)` keeps it.
  if (/^REPLACE\s*\(/i.test(value)) return STRICT.test(value);
  return /^\w+\s*\(/.test(value) && !/@@/.test(value);
}

function lossOf({ place, span, target, createdHere, temporary, tableCreatedHere }: Operation): Operation {
  const facts = { target, createdHere, temporary, tableCreatedHere, objectClass: 'relation' } as const;
  return makeOperation('discard_data', place, span, facts);
}
