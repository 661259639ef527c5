import type { Operation, OperationKind } from '../model/index.ts';
import type { FollowedStatement } from './followed-statement.ts';
import { makeOperation } from './reader/operation.ts';
import type { Lexical } from './text/dialects.ts';
import type { TokenRange } from './text/splitter.ts';
import type { TokenList } from './text/tokens.ts';

/** A mode that is written out. One that comes from a variable or a function is most likely the old one. */
const WRITTEN_OUT = /\bsql_mode\s*:?=\s*(["'])([^"']*)\1\s*(?:,|$)/i;
/** `REPLACE(@@sql_mode, 'STRICT_TRANS_TABLES', '')` takes the strict mode away. */
const TAKEN_AWAY =
  /\breplace\s*\(\s*@@[^,()]*\bsql_mode\s*,\s*(["'])[^"']*(?:STRICT_|TRADITIONAL)[^"']*\1\s*,\s*(["'])\2/i;

/**
 * MySQL, MariaDB: adds `discard_data` to each change of a column's type after the file sets an SQL mode that is not
 * strict. In a strict mode such a statement fails if a value does not fit; in others it cuts the value off.
 */
export function addLaxTypeChanges(
  statements: readonly FollowedStatement[],
  kinds: ReadonlySet<OperationKind>,
  ranges: readonly TokenRange[],
  tokens: TokenList,
  lexical: Lexical,
): void {
  if (lexical.family !== 'mysql' || !kinds.has('set') || !kinds.has('alter_column_type')) return;
  let lax = false;
  for (const [at, statement] of statements.entries()) {
    const range = ranges[at];
    if (range && statement.operations.some(({ kind, target }) => kind === 'set' && target.name === 'sql_mode')) {
      const text = tokens.text.slice(tokens.start(range.from), tokens.end(range.to - 1));
      const modes = WRITTEN_OUT.exec(text.replace(/\s*\*\/$/, ''))?.[2];
      lax = TAKEN_AWAY.test(text) || (modes !== undefined && !/STRICT_|TRADITIONAL/i.test(modes));
    }
    if (!lax) continue;
    const changes = statement.operations.filter(({ kind }) => kind === 'alter_column_type');
    if (changes.length > 0) statement.operations = [...statement.operations, ...changes.map(lossOf)];
  }
}

function lossOf({ place, span, target, createdHere, temporary, tableCreatedHere }: Operation): Operation {
  const facts = { target, createdHere, temporary, tableCreatedHere, objectClass: 'relation' } as const;
  return makeOperation('discard_data', place, span, facts);
}
