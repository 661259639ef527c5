import type { Dialect, OperationKind } from '../../src/model/index.ts';

/** Words of destructive or risky statements, each with kinds. At least one of them must be among the operations. */
const DESTRUCTION: readonly (readonly [RegExp, readonly OperationKind[]])[] = [
  [/\bDROP\s+(?:TEMPORARY\s+|FOREIGN\s+)?TABLE\b/gi, ['drop_table']],
  [/\bDROP\s+COLUMN\b/gi, ['drop_column']],
  [/\bDROP\s+(?:DATABASE|SCHEMA)\b/gi, ['drop_database', 'drop_schema']],
  [/\bDROP\s+VIEW\b/gi, ['drop_view']],
  [/\bDROP\s+INDEX\b/gi, ['drop_index']],
  [/\bDROP\s+(?:PROC|PROCEDURE)\b/gi, ['drop_procedure']],
  [/\bDROP\s+FUNCTION\b/gi, ['drop_function']],
  [/\bDROP\s+TRIGGER\b/gi, ['drop_trigger']],
  [/\bDROP\s+CONSTRAINT\b/gi, ['drop_constraint']],
  [/\bDROP\s+(?:USER|ROLE|LOGIN)\b/gi, ['drop_role']],
  [/\bDROP\s+TYPE\b/gi, ['drop_type']],
  [/\bTRUNCATE\s+TABLE\b/gi, ['truncate', 'truncate_partition']],
  [/\bDELETE\s+FROM\b/gi, ['delete']],
  [/\bINSERT\s+INTO\b/gi, ['insert', 'replace']],
  [/\bALTER\s+TABLE\s+\S+\s+ADD\s+CONSTRAINT\b/gi, ['add_constraint']],
  [/\bCREATE\s+TABLE\b/gi, ['create_table']],
  [/(?<!\b(?:FOR|ON|DO|KEY|OR|THEN|AFTER|BEFORE|OF)\s)\bUPDATE\s+[\w.[\]"`#@]+\s+SET\b/gi, ['update']],
  [/\bEXEC(?:UTE)?\s*\(\s*@/gi, ['execute_dynamic']],
  [/\bsp_executesql\b/gi, ['execute_dynamic', 'call']],
];

/**
 * The statement without comments, strings, and quoted names that contain white space. Crude, but independent of the
 * lexer.
 */
function bare(text: string, dialect: Dialect): string {
  const backslash = dialect === 'mysql' || dialect === 'mariadb';
  const string = backslash ? /'(?:[^'\\]|\\.|'')*'|"(?:[^"\\]|\\.|"")*"/ : /'(?:[^']|'')*'/;
  const hash = backslash ? /|#[^\n]*/ : /(?:)/;
  const comment = `--[^\\n]*|/\\*[^]*?\\*/${backslash ? hash.source : ''}`;
  return text.replace(new RegExp(`${comment}|${string.source}`, 'g'), (found) =>
    found.startsWith('/*!') ? found : ' ',
  );
}

/** The destructive operations of a statement according to a plain search for words. */
export function destructionInWords(
  text: string,
  dialect: Dialect,
): readonly { readonly words: string; readonly any: readonly OperationKind[] }[] {
  // EXPLAIN runs nothing, and the others only name the operations that they allow or release.
  if (/^\s*(?:EXPLAIN|DESC|DESCRIBE|GRANT|REVOKE|DENY|ALTER\s+EXTENSION)\b(?!.*\bANALY[ZS]E\b)/is.test(text)) return [];
  const rest = bare(text, dialect);
  return DESTRUCTION.flatMap(([pattern, any]) => {
    const found = rest.match(pattern);
    return found ? [{ words: (found[0] ?? '').replace(/\s+/g, ' '), any }] : [];
  });
}
