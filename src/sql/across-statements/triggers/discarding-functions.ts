import type { Dialect, Operation, Target } from '../../../model/index.ts';
import { LEXICAL, type Lexical } from '../../text/dialects.ts';
import { lexFragment } from '../../text/lexer/index.ts';
import { NO_TARGET, readName } from '../../text/names.ts';
import type { TokenRange } from '../../text/splitter.ts';
import { T, type TokenList } from '../../text/tokens.ts';
import { runsIf } from './bodies.ts';
import { executedBy } from './forwarding-triggers.ts';
import {
  bodyFor,
  constantVariables,
  EVENTS,
  hasOneValue,
  isConstant,
  nullVariables,
  type TriggerEvent,
} from './function-texts.ts';
import { overwritesData } from './overwritten-columns.ts';
import { type Returned, type TriggerPaths, trackPaths } from './paths.ts';

/** A body that returns only NULL, does nothing else with rows and raises no error. */
const RETURNS_NULL = /\bRETURN\s+NULL\s*;/i;
/** In PL/pgSQL, the row that a trigger returns. */
const SETS_NULL = /\bNEW\s*:?=\s*NULL\s*;/i;
/** A body that does nothing but empty columns of each new row. */
const CLEARS_NEW =
  /^\W*BEGIN\s+(?:NEW\.\w+\s*:?=\s*(?:NULL|E?''|'\{\}'|'\[\]')(?:\s*::\s*\w+)?\s*;\s*)+RETURN\s+NEW\s*;\s*END\b/i;
/** A body that does nothing but give columns of the new row their old values: a change of them is lost. */
const KEEPS_OLD = /^\W*BEGIN\s+((?:NEW\.(\w+)\s*:?=\s*OLD\.\2\s*;\s*)+)RETURN\s+NEW\s*;\s*END\b/i;
/** A body that does nothing but delete the new row again. */
const DELETES_OWN =
  /^\W*BEGIN\s+DELETE\s+FROM\s+(\w+)\s+WHERE\s+(?:\w+\.)?(\w+)\s*=\s*NEW\.\2\s*;\s*RETURN\s+\w+\s*;\s*END\b/i;
/** Columns that are written once, by their names. */
const WRITTEN_ONCE =
  /^(?:"?(?:.*_)?(?:id|uuid|guid|key|slug|created\w*|inserted\w*|creator\w*|owner\w*|tenant\w*|version)"?)$/i;
const DOES_MORE =
  /\bRETURN\s+(?!NULL\b)\w|\b(?:INSERT|UPDATE|DELETE|MERGE|EXECUTE|CALL)\b|\bPERFORM\s+[^;]*\(|\bRAISE\s+(?:EXCEPTION|'|;)/i;

/** PostgreSQL: what the trigger functions of a file do with the rows that are written. */
export class TriggerFunctions {
  readonly #tokens: TokenList;
  readonly #lexical: Lexical;
  /** The events for which a function discards each row. */
  readonly #discarding = new Map<string, ReadonlySet<TriggerEvent>>();
  /** The tables from which functions delete the new row, by the names of the functions. */
  readonly #deletingOwn = new Map<string, string>();

  readonly #dialect: Dialect;

  constructor(tokens: TokenList, lexical: Lexical, dialect: Dialect) {
    this.#tokens = tokens;
    this.#lexical = lexical;
    this.#dialect = dialect;
  }

  define({ target: { name } }: Operation, range: TokenRange): void {
    if (name === undefined) return;
    const body = bodyOf(this.#tokens, range);
    const nulls = nullVariables(body);
    const events = EVENTS.filter((event) => discardsFor(body, event, nulls, this.#dialect));
    this.#discarding.set(name, new Set(events));
    const deleted = DELETES_OWN.exec(body)?.[1];
    if (deleted !== undefined) this.#deletingOwn.set(name, deleted.toLowerCase());
    else this.#deletingOwn.delete(name);
  }

  /** Whether the function of a trigger swallows the write. */
  swallow({ target }: Operation, range: TokenRange): boolean {
    if (target.name === undefined) return false;
    return this.#discards(range) || deletesItsInserts(this.#tokens, range, this.#deletingOwn, this.#lexical);
  }

  #discards(range: TokenRange): boolean {
    const events = this.#discarding.get(executedBefore(this.#tokens, range, this.#lexical));
    return events !== undefined && eventsOf(this.#tokens, range).some((event) => events.has(event));
  }
}

/** The events before the ON of a trigger. */
function eventsOf(tokens: TokenList, { from, to }: TokenRange): readonly TriggerEvent[] {
  let on = from;
  while (on < to && tokens.word(on) !== 'ON') on++;
  return EVENTS.filter((event) => {
    for (let at = from; at < on; at++) if (tokens.word(at) === event) return true;
    return false;
  });
}

/** What loses the row that is written, by the event. */
const LOST: Readonly<Record<TriggerEvent, readonly Returned[]>> = {
  INSERT: ['old', 'null'],
  UPDATE: ['old', 'null'],
  DELETE: ['new', 'null'],
};

/** What surrounds a body. */
const QUOTES = /^(?:\$\w*\$|E?')|(?:\$\w*\$|')$/gi;

/** Whether a BEFORE trigger with this body loses each row of an event, or values of it. */
function discardsFor(body: string, event: TriggerEvent, nulls: ReadonlySet<string>, dialect: Dialect): boolean {
  const plain = bodyFor(body, event);
  const text = { tokens: lexFragment(plain.replace(QUOTES, ' '), dialect), lexical: LEXICAL[dialect] };
  const paths = trackPaths(text, nulls);
  if (!paths) return discards(plain);
  if (event === 'UPDATE' && freezes(KEEPS_OLD.exec(body)?.[1], /NEW\.(\w+)/gi)) return true;
  const returned = [...paths.returned];
  if (returned.length > 0 && returned.every((row) => LOST[event].includes(row)))
    return (event === 'DELETE' && paths.returned.has('new')) || !passesOn(paths, event, text.tokens);
  return event !== 'DELETE' && losesValues(paths, event, text.tokens, dialect, constantVariables(plain));
}

/** Whether it passes the row on to another table, or marks one that is to be deleted. */
function passesOn({ actions }: TriggerPaths, event: TriggerEvent, tokens: TokenList): boolean {
  const row = event === 'DELETE' ? 'OLD' : 'NEW';
  return actions.some(([from, to]) => {
    if (event !== 'DELETE' && tokens.word(from) === 'UPDATE') return false;
    const columns = new Set<string>();
    for (let at = from; at < to; at++) {
      if (tokens.word(at) !== row) continue;
      const isColumn = tokens.word(at + 1) === '.' && tokens.word(at + 2) !== '*';
      if (!isColumn || event === 'DELETE') return true;
      columns.add(tokens.word(at + 2));
    }
    return columns.size >= ENOUGH_COLUMNS;
  });
}

/** An INSERT with this many columns of the new row stores it. */
const ENOUGH_COLUMNS = 3;

/** Whether columns of each new row get values that have nothing of what was written. */
function losesValues(
  { assigned }: TriggerPaths,
  event: TriggerEvent,
  tokens: TokenList,
  dialect: Dialect,
  known: ReadonlySet<string>,
): boolean {
  const constants: string[] = [];
  for (const { column, from, to } of assigned) {
    const value = tokens.text.slice(tokens.start(from), tokens.end(to - 1));
    if (column === undefined) {
      if (replacesRow(tokens, from, to)) return true;
    } else if (hasOneValue(value, column, dialect)) return true;
    else if (isConstant(value, dialect) || known.has(value.toLowerCase())) constants.push(column);
  }
  return overwritesData(constants, event === 'INSERT');
}

/** `NEW := jsonb_populate_record(NEW, '{…}')`, and a value that reads nothing of the row. */
function replacesRow(tokens: TokenList, from: number, to: number): boolean {
  if (to <= from + 1) return false;
  if (/POPULATE_RECORD$/.test(tokens.word(from)) && tokens.word(from + 3) === ',')
    return tokens.kind(from + 4) === T.string && tokens.word(from + 5) !== '||';
  for (let at = from; at < to; at++) if (/^(?:NEW|OLD)$/.test(tokens.word(at))) return false;
  return tokens.word(from) === '(' && tokens.word(from + 1) === 'SELECT';
}

function discards(body: string): boolean {
  return CLEARS_NEW.test(body) || SETS_NULL.test(body) || (RETURNS_NULL.test(body) && !DOES_MORE.test(body));
}

/** Whether the assignments include a column that is normally written more than once. */
export function freezes(assignments: string | undefined, names: RegExp): boolean {
  return [...(assignments ?? '').matchAll(names)].some(([, column = '']) => !WRITTEN_ONCE.test(column));
}

/** The table that a trigger is on. */
export function tableOfTrigger(tokens: TokenList, { from, to }: TokenRange, lexical: Lexical): Target {
  for (let at = from; at < to; at++) if (tokens.word(at) === 'ON') return readName(tokens, at + 1, lexical).target;
  return NO_TARGET;
}

/** The body of a function, without comments; empty if it has none. */
export function bodyOf(tokens: TokenList, { from, to }: TokenRange): string {
  for (let at = from; at < to; at++) {
    const kind = tokens.kind(at);
    if (kind !== T.dollar && (kind !== T.string || tokens.word(at - 1) !== 'AS')) continue;
    return tokens.raw(at).replace(/--[^\n]*|\/\*[^*]*\*\//g, ' ');
  }
  return '';
}

/** Whether it is an AFTER INSERT trigger whose function deletes the new row of the trigger's table. */
function deletesItsInserts(
  tokens: TokenList,
  range: TokenRange,
  functions: ReadonlyMap<string, string>,
  lexical: Lexical,
): boolean {
  const table = tableOfTrigger(tokens, range, lexical).name;
  let isAfterInsert = false;
  for (let at = range.from; at < range.to; at++) {
    isAfterInsert ||= tokens.word(at) === 'AFTER' && tokens.word(at + 1) === 'INSERT';
    if (!/^(?:FUNCTION|PROCEDURE)$/.test(tokens.word(at)) || tokens.word(at - 1) !== 'EXECUTE') continue;
    const name = readName(tokens, at + 1, lexical).target.name ?? '';
    return isAfterInsert && table !== undefined && functions.get(name) === table;
  }
  return false;
}

/**
 * The function of a BEFORE trigger for each row, whatever is in it; empty for any other. What one for the statement returns
 * does not count.
 */
function executedBefore(tokens: TokenList, range: TokenRange, lexical: Lexical): string {
  let before = false;
  let forRow = false;
  for (let at = range.from; at < range.to; at++) {
    before ||= tokens.word(at) === 'BEFORE';
    forRow ||= tokens.word(at) === 'ROW' && tokens.word(at - 1) !== 'OLD' && tokens.word(at - 1) !== 'NEW';
    const isCondition = tokens.word(at) === 'WHEN' && tokens.word(at + 1) === '(';
    if (isCondition && runsIf({ tokens, lexical }, at + 2, tokens.closing(at + 1)) !== 'always') return '';
  }
  return (before && forRow && executedBy(tokens, range, lexical)) || '';
}
