import { sourceComment } from './source-line.ts';

/** A statement as it stands in the text of a recorded migration. */
export function statementText(sql: string): string {
  // A comment in a text that a program makes exempts nothing: one in the migration's source does.
  return sql.trim().replaceAll(/querygate:(?=\s*allow)/gi, 'querygate ');
}

/** The same for a statement however it is indented, from whatever line it comes, and whether a semicolon ends it. */
export function statementKey(sql: string): string {
  return sql
    .replace(sourceComment(sql) ?? '', '')
    .replaceAll(/\s+/g, ' ')
    .replace(/[; ]+$/, '')
    .trim();
}
