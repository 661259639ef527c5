import { qualified } from '../../text/names.ts';
import type { TokenRange } from '../../text/splitter.ts';
import type { TokenList } from '../../text/tokens.ts';
import { changeFacts, type FollowedStatement } from '../followed-statement.ts';
import type { ScriptReading } from '../script-reading.ts';

/** Marks each CREATE TABLE whose row security the same section of the file enables afterwards (`rowSecurity`). */
export function markRowSecurity(
  statements: readonly FollowedStatement[],
  { kinds, tokens, ranges }: ScriptReading,
): void {
  if (!kinds.has('create_table') || !kinds.has('enable_row_security')) return;
  const created = new Map<string, { readonly statement: FollowedStatement; readonly index: number }>();
  for (const [at, statement] of statements.entries()) {
    const range = ranges[at];
    for (const [index, { kind, target, place }] of statement.operations.entries()) {
      const key = `${statement.section} ${qualified({ ...target, schema: target.schema === 'public' ? '' : target.schema })}`;
      if (kind === 'create_table' && place === 'statement') created.set(key, { statement, index });
      if (kind !== 'enable_row_security' || place !== 'statement' || !range || !enables(tokens, range)) continue;
      const table = created.get(key);
      if (table) changeFacts(table.statement, table.index, { rowSecurity: true });
    }
  }
}

/** FORCE alone does not enable it. */
function enables(tokens: TokenList, { from, to }: TokenRange): boolean {
  for (let at = from; at < to; at++) if (tokens.word(at) === 'ENABLE') return true;
  return false;
}
