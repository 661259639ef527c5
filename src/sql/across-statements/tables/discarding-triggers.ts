import { makeOperation } from '../../reader/operation.ts';
import type { Lexical } from '../../text/dialects.ts';
import { NO_TARGET, readName } from '../../text/names.ts';
import type { TokenRange } from '../../text/splitter.ts';
import { T, type TokenList } from '../../text/tokens.ts';
import type { Pass } from '../script-reading.ts';

/** A PL/pgSQL body that does nothing but tell the server to skip the write. */
const RETURNS_NULL = /^\s*BEGIN\s+RETURN\s+NULL\s*;\s*END\b/i;
/** A PL/pgSQL body that lets the write pass and does nothing else. */
const DOES_NOTHING = /^\s*BEGIN\s+RETURN\s+(?:NULL|NEW|OLD)\s*;\s*END\b/i;
/** What a body does with rows, or to report an error. */
const ACTS = /^(?:INSERT|REPLACE|UPDATE|DELETE|MERGE|TRUNCATE|EXEC|EXECUTE|RAISE|RAISERROR|THROW|ROLLBACK)$/;

/**
 * Adds `discard_writes` to a trigger whose body keeps nothing of what is written: in PostgreSQL, one for each row before or
 * instead of the write, with a function of the same file that only returns NULL, also if WHEN limits it to some rows; in
 * SQLite and T-SQL, an INSTEAD OF trigger whose body neither writes nor raises an error.
 */
export const markDiscardingTriggers: Pass = (statements, { kinds, ranges, tokens, lexical }) => {
  if (!kinds.has('create_trigger')) return;
  const { triggerBody } = lexical.routines;
  const discarding = new Set<string>();
  for (const [at, statement] of statements.entries()) {
    const [first] = statement.operations;
    const range = ranges[at];
    if (!first || !range) continue;
    if (first.kind === 'create_function' && first.target.name !== undefined) {
      if (triggerBody === 'function' && RETURNS_NULL.test(bodyOf(tokens, range))) discarding.add(first.target.name);
      else discarding.delete(first.target.name);
    }
    if (first.kind !== 'create_trigger') continue;
    const discards =
      triggerBody === 'function'
        ? discarding.has(functionOf(tokens, range, lexical) ?? '')
        : isInsteadOfNothing(tokens, range);
    if (!discards) continue;
    const { place, span, tableCreatedHere } = first;
    const facts = {
      target: tableOf(tokens, range, lexical),
      objectClass: 'relation',
      createdHere: tableCreatedHere,
    } as const;
    statement.operations = [...statement.operations, makeOperation('discard_writes', place, span, facts)];
  }
};

/**
 * PostgreSQL: adds `disable_trigger` to a trigger function that is replaced by one that does nothing, if no trigger of the
 * file runs it: older triggers run it, and are off from then on.
 */
export const markEmptiedTriggers: Pass = (statements, { kinds, ranges, tokens, lexical }) => {
  if (lexical.routines.triggerBody !== 'function' || !kinds.has('create_function')) return;
  const used = new Set(ranges.map((range) => functionOf(tokens, range, lexical, 'any')));
  for (const [at, statement] of statements.entries()) {
    const [first] = statement.operations;
    const range = ranges[at];
    if (first?.kind !== 'create_function' || !first.orReplace || first.createdHere || !range) continue;
    const { place, span, target } = first;
    if (used.has(target.name) || !returnsTrigger(tokens, range)) continue;
    if (!DOES_NOTHING.test(bodyOf(tokens, range))) continue;
    const tables = { ...target, text: `the tables that run ${target.text}` };
    statement.operations = [...statement.operations, makeOperation('disable_trigger', place, span, { target: tables })];
  }
};

function returnsTrigger(tokens: TokenList, { from, to }: TokenRange): boolean {
  for (let at = from; at < to; at++) if (tokens.word(at) === 'RETURNS') return tokens.word(at + 1) === 'TRIGGER';
  return false;
}

function tableOf(tokens: TokenList, { from, to }: TokenRange, lexical: Lexical) {
  for (let at = from; at < to; at++) if (tokens.word(at) === 'ON') return readName(tokens, at + 1, lexical).target;
  return NO_TARGET;
}

/** The body of a function, without comments; empty if it is not a string. */
function bodyOf(tokens: TokenList, { from, to }: TokenRange): string {
  for (let at = from; at < to; at++) {
    const kind = tokens.kind(at);
    if (kind === T.dollar || (kind === T.string && tokens.word(at - 1) === 'AS'))
      return withoutComments(tokens.raw(at).replace(/^(?:\$\w*\$|E?')/i, ''));
  }
  return '';
}

function withoutComments(text: string): string {
  return text.replace(/--[^\n]*|\/\*(?:[^*]|\*(?!\/))*\*\//g, ' ');
}

/** The function of a trigger for each row that runs before or instead of the write; or of any trigger. */
function functionOf(
  tokens: TokenList,
  { from, to }: TokenRange,
  lexical: Lexical,
  trigger: 'any' | 'for-row' = 'for-row',
): string | undefined {
  let isForRow = trigger === 'any';
  for (let at = from; at < to; at++) {
    const word = tokens.word(at);
    if (word === 'AFTER' && trigger === 'for-row') return undefined;
    isForRow ||= word === 'ROW';
    if (word === 'EXECUTE' && /^(?:FUNCTION|PROCEDURE)$/.test(tokens.word(at + 1)))
      return isForRow ? readName(tokens, at + 2, lexical).target.name : undefined;
  }
  return undefined;
}

function isInsteadOfNothing(tokens: TokenList, { from, to }: TokenRange): boolean {
  let isInstead = false;
  for (let at = from; at < to; at++) {
    const word = tokens.word(at);
    if (isInstead && /^(?:AS|BEGIN)$/.test(word)) {
      for (let inner = at + 1; inner < to; inner++) if (ACTS.test(tokens.word(inner))) return false;
      return true;
    }
    isInstead ||= word === 'INSTEAD' && tokens.word(at + 1) === 'OF';
  }
  return false;
}
