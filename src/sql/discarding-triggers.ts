import type { OperationKind } from '../model/index.ts';
import type { FollowedStatement } from './followed-statement.ts';
import { makeOperation } from './reader/operation.ts';
import type { Lexical } from './text/dialects.ts';
import { readName } from './text/names.ts';
import type { TokenRange } from './text/splitter.ts';
import { T, type TokenList } from './text/tokens.ts';

/** A body that returns only NULL, does nothing else with rows and raises no error. */
const RETURNS_NULL = /\bRETURN\s+NULL\s*;/i;
const DOES_MORE =
  /\bRETURN\s+(?!NULL\b)\w|\b(?:INSERT|UPDATE|DELETE|MERGE|EXECUTE|PERFORM|CALL)\b|\bRAISE\s+(?:EXCEPTION|'|;)/i;

/**
 * PostgreSQL: adds `discard_writes` to each BEFORE trigger whose function, created in the same file, returns NULL: the
 * write is then skipped without an error.
 */
export function addDiscardingTriggers(
  statements: readonly FollowedStatement[],
  kinds: ReadonlySet<OperationKind>,
  ranges: readonly TokenRange[],
  tokens: TokenList,
  lexical: Lexical,
): void {
  if (lexical.family !== 'psql' || !kinds.has('create_trigger') || !kinds.has('create_function')) return;
  const discarding = new Set<string>();
  for (const [at, statement] of statements.entries()) {
    const [first] = statement.operations;
    const range = ranges[at];
    if (!first || !range || first.target.name === undefined) continue;
    if (first.kind === 'create_function') {
      const name = first.target.name;
      if (returnsNull(tokens, range)) discarding.add(name);
      else discarding.delete(name);
    } else if (first.kind === 'create_trigger' && runsBefore(tokens, range, discarding, lexical)) {
      const { target, table, place, span } = first;
      statement.operations = [...statement.operations, makeOperation('discard_writes', place, span, { target, table })];
    }
  }
}

function returnsNull(tokens: TokenList, { from, to }: TokenRange): boolean {
  for (let at = from; at < to; at++) {
    const kind = tokens.kind(at);
    if (kind !== T.dollar && (kind !== T.string || tokens.word(at - 1) !== 'AS')) continue;
    const body = tokens.raw(at).replace(/--[^\n]*|\/\*[^*]*\*\//g, ' ');
    return RETURNS_NULL.test(body) && !DOES_MORE.test(body);
  }
  return false;
}

function runsBefore(
  tokens: TokenList,
  { from, to }: TokenRange,
  names: ReadonlySet<string>,
  lexical: Lexical,
): boolean {
  let before = false;
  for (let at = from; at < to; at++) {
    before ||= tokens.word(at) === 'BEFORE';
    if (!/^(?:FUNCTION|PROCEDURE)$/.test(tokens.word(at)) || tokens.word(at - 1) !== 'EXECUTE') continue;
    return before && names.has(readName(tokens, at + 1, lexical).target.name ?? '');
  }
  return false;
}
