import { EVERY_TABLE } from '../text/names.ts';
import { changeFacts, type FollowedStatement } from './followed-statement.ts';
import type { ScriptReading } from './script-reading.ts';

/** What sp_MSforeachtable replaces in its commands by the name of each table. */
const EACH = '?';

/** Gives the `?` in the commands of sp_MSforeachtable words that messages can print. Its name stays not known. */
export function markEveryTable(statements: readonly FollowedStatement[], { context, kinds, lexical }: ScriptReading) {
  if (context === undefined || !lexical.queries.insertExec || !kinds.has('call')) return;
  for (const statement of statements) {
    if (!statement.operations.some(({ kind, target }) => kind === 'call' && target.name === 'sp_msforeachtable'))
      continue;
    for (const [index, { place, target }] of statement.operations.entries())
      if (place === 'dynamic' && target.text === EACH)
        changeFacts(statement, index, { target: { ...target, text: EVERY_TABLE.text } });
  }
}
