import type { Operation, Target } from '../../../model/index.ts';
import type { SqlText } from '../../queries/query.ts';
import { makeOperation } from '../../reader/operation.ts';
import type { Lexical } from '../../text/dialects.ts';
import { NO_TARGET } from '../../text/names.ts';
import type { TokenRange } from '../../text/splitter.ts';
import type { TokenList } from '../../text/tokens.ts';
import type { FollowedStatement } from '../followed-statement.ts';
import type { ScriptReading } from '../script-reading.ts';
import { isNever, wordsThatRun } from './bodies.ts';
import { bodyOf, freezes, TriggerFunctions, tableOfTrigger } from './discarding-functions.ts';
import { executedBy } from './forwarding-triggers.ts';
import { doesNothing, hasOneValue } from './function-texts.ts';
import { columnsIn, overwritesData } from './overwritten-columns.ts';

/** In T-SQL and SQLite, what a trigger does with rows, or to report an error to the application. */
const ACTS = /^(?:INSERT|REPLACE|UPDATE|DELETE|MERGE|TRUNCATE|EXEC|EXECUTE|RAISE|RAISERROR|THROW|ROLLBACK)$/;

/**
 * PostgreSQL: adds `discard_writes` to each BEFORE trigger whose function, created in the same file, returns NULL: the
 * write is then skipped without an error; or the old row on UPDATE. T-SQL and SQLite: the same for an INSTEAD OF trigger
 * whose body does nothing, and one that deletes each new row again. MySQL: for one that only clears columns of new rows.
 * `disable_trigger` for a trigger that is replaced by one that does nothing.
 */
export function markDiscardingTriggers(
  statements: readonly FollowedStatement[],
  { kinds, ranges, tokens, lexical, dialect }: ScriptReading,
): void {
  const { triggerBody } = lexical.routines;
  if (triggerBody === 'function' && kinds.has('create_function')) markEmptied(statements, ranges, tokens, lexical);
  if (kinds.has('create_rule')) markRules(statements, ranges, { tokens, lexical });
  if (!kinds.has('create_trigger') && !kinds.has('alter_other')) return;
  const swallows = SWALLOWS[triggerBody];
  const functions =
    triggerBody === 'function' && kinds.has('create_function')
      ? new TriggerFunctions(tokens, lexical, dialect)
      : undefined;
  for (const [at, statement] of statements.entries()) {
    const [first] = statement.operations;
    const range = ranges[at];
    if (!first || !range) continue;
    if (first.kind === 'create_function') functions?.define(first, range);
    const isAltered = first.kind === 'alter_other' && tokens.word(range.from + 1) === 'TRIGGER';
    if (first.kind !== 'create_trigger' && !isAltered) continue;
    const words = swallows ? wordsThatRun({ tokens, lexical }, range) : [];
    const loses = swallows?.(words) || functions?.swallow(first, range);
    if (!loses && !isReplacedByNothing(words) && !neverFires(first, { tokens, lexical }, range)) continue;
    const { place, span, tableCreatedHere } = first;
    const target = tableOfTrigger(tokens, range, lexical);
    const facts = { target, objectClass: 'relation', createdHere: tableCreatedHere } as const;
    const kind = loses ? 'discard_writes' : 'disable_trigger';
    statement.operations = [...statement.operations, makeOperation(kind, place, span, facts)];
  }
}

/**
 * PostgreSQL: adds `disable_trigger` to a trigger function that is replaced by one which does nothing, if the file creates
 * no trigger with it: it is off in the triggers that have it.
 */
function markEmptied(
  statements: readonly FollowedStatement[],
  ranges: readonly TokenRange[],
  tokens: TokenList,
  lexical: Lexical,
): void {
  const attached = new Set(
    ranges.map((range) => (tokens.word(range.from) === 'CREATE' ? executedBy(tokens, range, lexical) : undefined)),
  );
  for (const [at, statement] of statements.entries()) {
    const [first] = statement.operations;
    const range = ranges[at];
    if (first?.kind !== 'create_function' || !first.orReplace || first.createdHere || !range) continue;
    const { name } = first.target;
    if (name === undefined || attached.has(name) || !returnsTrigger(tokens, range)) continue;
    const { place, span, target } = first;
    if (!doesNothing(bodyOf(tokens, range))) continue;
    const tables = { ...target, text: `the tables that run ${target.text}` };
    statement.operations = [...statement.operations, makeOperation('disable_trigger', place, span, { target: tables })];
  }
}

function returnsTrigger(tokens: TokenList, { from, to }: TokenRange): boolean {
  for (let at = from; at < to; at++)
    if (tokens.word(at) === 'RETURNS') return /^(?:EVENT_)?TRIGGER$/.test(tokens.word(at + 1));
  return false;
}

/** PostgreSQL: adds `discard_writes` to `DO INSTEAD UPDATE u …`, which uses nothing of the row that is written. */
function markRules(
  statements: readonly FollowedStatement[],
  ranges: readonly TokenRange[],
  text: Parameters<typeof wordsThatRun>[0],
): void {
  for (const [at, statement] of statements.entries()) {
    const [first] = statement.operations;
    const range = ranges[at];
    if (first?.kind !== 'create_rule' || !range || statement.operations.some(({ kind }) => kind === 'discard_writes'))
      continue;
    const words = joined(wordsThatRun(text, range));
    const [, action] = INSTEAD.exec(words) ?? [];
    if (action === undefined || !losesRow(action)) continue;
    const { place, span, table, tableCreatedHere } = first;
    const [schema, name] = table?.includes('.') ? table.split('.') : ['', table];
    const target: Target = { ...NO_TARGET, schema: schema ?? '', name };
    const facts = { target, objectClass: 'relation', createdHere: tableCreatedHere } as const;
    statement.operations = [...statement.operations, makeOperation('discard_writes', place, span, facts)];
  }
}

const INSTEAD = /\bON (?:INSERT|UPDATE|DELETE) TO .*? DO INSTEAD (?:\( )?((?:INSERT|UPDATE|DELETE|SELECT)\b.*)$/;

/** Whether the action of a rule passes nothing of the row on. What a SELECT returns is lost, unless it calls a function. */
function losesRow(action: string): boolean {
  return action.startsWith('SELECT') ? !/\w \(/.test(action) : !/\b(?:NEW|OLD)\b/.test(action);
}

/**
 * Whether it is an INSTEAD OF trigger that does nothing: it has no action, returns before the first one, or does not write
 * what it is for. One for DELETE may mark rows by an UPDATE, but not by an INSERT elsewhere.
 */
function doesNothingInstead(words: readonly string[]): boolean {
  const instead = words.findIndex((word, at) => word === 'INSTEAD' && words[at + 1] === 'OF') + 2;
  const body = words.findIndex((word, at) => at > instead && /^(?:AS|BEGIN)$/.test(word));
  if (instead < 2 || body < 0) return false;
  const actions = actionsIn(words.slice(body + 1));
  const isForDelete = words[instead] === 'DELETE' && words[instead + 1] !== ',';
  return actions.every((word) => isForDelete && (word === 'INSERT' || word === 'REPLACE'));
}

/** What a body does with rows, up to the RETURN that ends it. */
function actionsIn(body: readonly string[]): readonly string[] {
  const actions: string[] = [];
  let conditional = false;
  for (const [at, word] of body.entries()) {
    conditional ||= word === 'IF' || word === 'WHILE';
    if (word === 'RETURN' && actions.length === 0 && !conditional) return [];
    if (ACTS.test(word) && !(word === 'INSERT' && isOfNoRows(body.slice(at, at + MAX_WORDS)))) actions.push(word);
  }
  return actions;
}

/** `INSERT INTO t SELECT … WHERE 1 = 0`. */
function isOfNoRows(words: readonly string[]): boolean {
  return /^INSERT (?:[^;]* )?WHERE (\d+) (?:= (?!\1 )\d+|(?:<>|!=) \1) (?:;|END|$)/.test(`${words.join(' ')} `);
}

/** T-SQL's ALTER TRIGGER, or CREATE OR REPLACE, with a body that does nothing. */
function isReplacedByNothing(words: readonly string[]): boolean {
  const [verb, or, replace] = words;
  if (verb !== 'ALTER' && !(or === 'OR' && /^(?:ALTER|REPLACE)$/.test(replace ?? ''))) return false;
  const body = words.findIndex((word, at) => word === 'AS' || (word === 'ROW' && words[at - 1] === 'EACH'));
  if (body < 0 || words.includes('INSTEAD')) return false;
  const inner = words.slice(body + 1);
  return actionsIn(inner).length === 0 && !inner.some((word) => DOES_OTHERWISE.test(word));
}

/** PostgreSQL: a trigger that is replaced by one with a condition which no row meets: `WHEN (false)`. */
function neverFires({ orReplace }: Operation, text: SqlText, { from, to }: TokenRange): boolean {
  if (!orReplace || text.lexical.routines.triggerBody !== 'function') return false;
  for (let at = from; at < to; at++)
    if (text.tokens.word(at) === 'WHEN') return isNever(text, at + 2, text.tokens.closing(at + 1));
  return false;
}

/** Statements by which a trigger does something, and words of bodies that are not read. */
const DOES_OTHERWISE = /^(?:NEW|CALL|SIGNAL|RESIGNAL|EXTERNAL|INTO|SEND|CURSOR|WAITFOR)$/;

/** Whether it is a trigger that does nothing but clear columns of each new row: `SET NEW.x = NULL`. */
function clearsInserted(words: readonly string[]): boolean {
  const text = joined(words);
  if (CLEARS.test(text)) return true;
  const [, event, assignments = ''] = SETS_CONSTANTS.exec(text) ?? [];
  return overwritesData(columnsIn(assignments), event === 'INSERT');
}

const CONSTANT = "(?:NULL|- \\d\\S*|\\d\\S*|N?'[^ ]*')";
const SETS_CONSTANTS = new RegExp(
  `\\bBEFORE (INSERT|UPDATE) ON .* ROW (?:BEGIN )?SET (NEW \\. \\S+ = ${CONSTANT}(?: (?:,|; SET) NEW \\. \\S+ = ${CONSTANT})*)(?: ;(?: END)?)?$`,
);
/** T-SQL. */
const UPDATES_INSERTED = new RegExp(
  `\\b(?:AFTER|FOR) (INSERT|UPDATE)(?: , (?:INSERT|UPDATE))? AS (?:BEGIN )?(?:SET NOCOUNT ON ;? ?)?UPDATE \\S+ SET ((?:(?:\\S+ \\. )?\\S+ = ${CONSTANT}(?: , )?)+) FROM (?:\\S+ \\. )*\\S+ (?:AS )?\\S+ (?:INNER )?JOIN INSERTED\\b(?!.*\\bWHERE\\b)`,
);

/** Whether it is an AFTER trigger that only overwrites what was written. */
function overwritesInserted(words: readonly string[]): boolean {
  const [, event, assignments = ''] = UPDATES_INSERTED.exec(joined(words)) ?? [];
  return overwritesData(columnsIn(assignments), event === 'INSERT');
}

/** MySQL: whether it only sets columns of the new row, one of them to a value that is always the same: `LEFT(NEW.x, 0)`. */
function losesAssigned(words: readonly string[]): boolean {
  const [, assignments = ''] = SETS_NEW.exec(joined(words)) ?? [];
  return assignments.split(/(?:,|; SET) NEW \. /).some((assignment) => {
    const [, column = '', value = ''] = /^(\S+) = (.*)$/.exec(assignment) ?? [];
    return /\bNEW \./.test(value) && hasOneValue(value.replaceAll(' . ', '.'), column.toLowerCase(), 'mysql');
  });
}

const SETS_NEW =
  /\bBEFORE (?:INSERT|UPDATE) ON .* ROW (?:BEGIN )?SET NEW \. ([^;]*(?:; SET NEW \. [^;]*)*?)(?: ;(?: END)?)?$/;

/** SQLite: whether it is a trigger that only overwrites columns of the row that was written with constants. */
function overwritesWritten(words: readonly string[]): boolean {
  const [, event, table, updated, assignments = ''] = OVERWRITES.exec(joined(words)) ?? [];
  return table !== undefined && table === updated && overwritesData(columnsIn(assignments), event === 'INSERT');
}

const OVERWRITES = new RegExp(
  `\\bAFTER (INSERT|UPDATE)(?: OF [^;]*?)? ON (\\S+) (?:FOR EACH ROW )?BEGIN UPDATE (\\S+) SET ((?:\\S+ = ${CONSTANT}(?: , )?)+) WHERE (\\S+) = NEW \\. \\5 ;(?: END)?(?: ;)?$`,
);

const CLEARS =
  /\bBEFORE (?:INSERT|UPDATE) ON .* ROW (?:BEGIN )?SET NEW \. \S+ = (?:NULL|'(?:\{\}|\[\])?')(?: (?:,|; SET) NEW \. \S+ = (?:NULL|'(?:\{\}|\[\])?'))*(?: ;(?: END)?)?$/;

/** The words and operators of a trigger with blanks between them; empty for a long one. */
function joined(words: readonly string[]): string {
  return words.length > MAX_WORDS ? '' : words.join(' ');
}

/** Whether it is an AFTER INSERT trigger that deletes each row again: `DELETE FROM t WHERE id = NEW.id`, `… JOIN inserted`. */
function deletesInserted(words: readonly string[]): boolean {
  const text = joined(words);
  const [, table = '', body = ''] = AFTER_INSERT.exec(text) ?? AFTER_INSERT_SQLCMD.exec(text) ?? [];
  if (table === '') return false;
  const [, deleted, column, same, rest] = DELETES_NEW.exec(body) ?? [];
  if (deleted === table && column === same) return rest === undefined;
  const [, emptied, key, inserted] = DELETES_IN.exec(body) ?? [];
  if (emptied === table && key === inserted) return true;
  const [, alias, source, own] = DELETES_JOINED.exec(body) ?? [];
  return source === table && (alias === own || alias === table);
}

const MAX_WORDS = 200;

const AFTER_INSERT = /\b(?:AFTER|FOR) INSERT ON ((?:\S+ \. )*\S+) .*?\b(?:BEGIN|AS) (DELETE\b.*)$/;
const AFTER_INSERT_SQLCMD =
  /\bON ((?:\S+ \. )*\S+) (?:AFTER|FOR) INSERT AS (?:BEGIN )?(?:SET NOCOUNT ON ;? ?)?(DELETE\b.*)$/;
/** SQLite: words and operators with blanks between them, up to the end of the body. */
const DELETES_NEW = /^DELETE FROM (\S+) WHERE (\S+) = NEW \. (\S+) ;( (?!END).*)?/;
/** T-SQL. */
const DELETES_JOINED = /^DELETE (\S+) FROM ((?:\S+ \. )*\S+) (?:AS )?(\S+) (?:INNER )?JOIN INSERTED\b(?!.*\bWHERE\b)/;

const DELETES_IN = /^DELETE (?:FROM )?((?:\S+ \. )*\S+) WHERE (\S+) IN \( SELECT (\S+) FROM INSERTED \)(?! AND\b)/;

/** MySQL: whether it is a trigger that only gives columns of the new row their old values: `SET NEW.x = OLD.x`. */
function keepsOld(words: readonly string[]): boolean {
  return freezes(KEEPS_OLD_MYSQL.exec(joined(words))?.[1], /NEW \. (\S+) =/g);
}

/** SQLite and T-SQL: whether it is an AFTER UPDATE trigger that only writes the old values back. */
function writesBack(words: readonly string[]): boolean {
  const text = joined(words);
  const [, assignments] = WRITES_BACK.exec(text) ?? WRITES_BACK_SQLCMD.exec(text) ?? [];
  return freezes(assignments, /(\S+) = /g);
}

const KEEPS_OLD_MYSQL =
  /\bBEFORE UPDATE ON .* ROW (?:BEGIN )?SET (NEW \. (\S+) = OLD \. \2(?: (?:,|; SET) NEW \. (\S+) = OLD \. \3)*)(?: ;(?: END)?)?$/;
const WRITES_BACK =
  /\bAFTER UPDATE (?:OF [^;]*?)?ON \S+ [^;]*?\bBEGIN UPDATE \S+ SET ((?:(\S+) = OLD \. \2(?: , )?)+) WHERE (\S+) = (?:NEW|OLD) \. \3 ;(?: END)?(?: ;)?$/;
const WRITES_BACK_SQLCMD =
  /\b(?:AFTER|FOR) UPDATE AS (?:BEGIN )?(?:SET NOCOUNT ON ;? ?)?UPDATE \S+ SET ((?:(?:\S+ \. )?(\S+) = \S+ \. \2(?: , )?)+) FROM (?:\S+ \. )*\S+ (?:AS )?\S+ (?:INNER )?JOIN DELETED\b(?!.*\bWHERE\b)/;

/** Whether the body of a trigger shows that it swallows writes, by the place of the body. */
const SWALLOWS: Partial<Record<Lexical['routines']['triggerBody'], (words: readonly string[]) => boolean>> = {
  row: (words) => clearsInserted(words) || keepsOld(words) || losesAssigned(words),
  batch: (words) =>
    doesNothingInstead(words) || deletesInserted(words) || writesBack(words) || overwritesInserted(words),
  begin: (words) =>
    doesNothingInstead(words) || deletesInserted(words) || writesBack(words) || overwritesWritten(words),
};
