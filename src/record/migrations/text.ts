import type { RecordedStatement } from '../../model/schemas/index.ts';
import type { RecordedMigration } from './split.ts';
import { statementText } from './statement-text.ts';

const BEGINS = /^\s*(?:BEGIN|START\s+TRANSACTION)\b/i;
const ENDS = /^\s*(?:COMMIT|END|ABORT|ROLLBACK(?!\s+(?:WORK\s+|TRANSACTION\s+)?TO\b))\b/i;
const COPIES = /^\s*COPY\b[\s\S]*\bFROM\s+STDIN\b/i;

/**
 * A recorded migration as the text of a SQL file. Of several sessions, each transaction stands where it ended: what others
 * committed in the meantime was there before.
 */
export function recordedText({ statements, settings }: Pick<RecordedMigration, 'statements' | 'settings'>): string {
  const seen = new Set<number>();
  const open = new Map<number, string>();
  let text = '';
  for (const statement of statements) {
    const { session, sql, transaction } = statement;
    let before = '';
    if (!seen.has(session)) {
      seen.add(session);
      before = settings
        .filter((each) => each.session === session)
        .map(lineOf)
        .join('');
      // The transaction of an earlier migration is still open.
      if (transaction === true && !BEGINS.test(sql)) before += 'BEGIN;\n';
    }
    const line = before + lineOf(statement);
    const isOpen = open.has(session) || transaction === true || BEGINS.test(sql);
    if (!isOpen || ENDS.test(sql)) {
      text += (open.get(session) ?? '') + line;
      open.delete(session);
    } else open.set(session, (open.get(session) ?? '') + line);
  }
  return text + [...open.values()].join('');
}

function lineOf({ sql }: RecordedStatement): string {
  return `${statementText(sql)};\n${COPIES.test(sql) ? '\\.\n' : ''}`;
}
