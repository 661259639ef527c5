import type { RecordedStatement } from '../../model/schemas/index.ts';

const BEGINS = /^\s*(?:BEGIN|START\s+TRANSACTION)\b/i;
const COPIES = /^\s*COPY\b[\s\S]*\bFROM\s+STDIN\b/i;

/**
 * Recorded statements as the text of a SQL file with the transactions in which they ran. Several sessions come one after
 * the other.
 */
export function recordedText(statements: readonly RecordedStatement[]): string {
  const sessions = new Map<number, RecordedStatement[]>();
  for (const statement of statements) {
    const own = sessions.get(statement.session);
    if (own) own.push(statement);
    else sessions.set(statement.session, [statement]);
  }
  return [...sessions.values()].map(sessionText).join('');
}

function sessionText(statements: readonly RecordedStatement[]): string {
  const [first] = statements;
  // The transaction of an earlier migration, or one that began before this part of the recording, is still open.
  const open = first?.transaction === true && !BEGINS.test(first.sql) ? 'BEGIN;\n' : '';
  return open + statements.map(({ sql }) => `${sql.trim()};\n${COPIES.test(sql) ? '\\.\n' : ''}`).join('');
}
