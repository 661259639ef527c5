import { isSqlFileName, type Operation, runsFile, type Statement } from '../model/index.ts';
import { LEXICAL } from '../sql/index.ts';
import { type BaseFile, perFile, scriptOf } from './base-files.ts';

/** Text that is run, or a name, file or statement that the file does not show. Few of these create tables. */
const MAY_HIDE = [
  /\bexecute\b(?!\s+(?:function|procedure|on)\b)|\bprepare\b|\bexec\s*\(|\bsp_executesql\b|\bsp_rename\b|\\gexec\b/i,
  /\b(?:table|exists|to|into)\s+[^\s(;,]*[${<%:&@]/i,
  /^[ \t]*(?:\\(?:i|ir|include|include_relative|\.)|source|:r|\.read)[ \t]/im,
  /(?:^|;)[ \t]*(?:\{[{%]|\$[{(]|<%)/m,
];

/** Whether the file may create tables that it does not name: most do not, and need not be read. */
export function mayHideTables(text: string): boolean {
  return MAY_HIDE.some((pattern) => pattern.test(text));
}

/** Whether the file creates tables, or gives tables names, that are not in its text. Yes if that is not certain. */
export const hidesTables = perFile((file) => {
  const { text } = file;
  const { statements, unreadable } = scriptOf(file);
  const isTemplate = ({ span }: { readonly span: { readonly start: number } }) =>
    /^\s{0,100}(?:\{[{%]|\$[{(]|<%)/.test(text.slice(span.start, span.start + 200));
  if (unreadable.some(isTemplate)) return true;
  return statements.some((statement) => statement.unreadable.some(isTemplate) || hidesTable(statement, file));
});

function hidesTable({ operations, span }: Statement, { text, dialect }: BaseFile): boolean {
  return operations.some((operation, at) => {
    switch (operation.kind) {
      case 'create_table':
        return operation.target.name === undefined && !operation.temporary;
      case 'rename_table':
        return HIDES_NEW_NAME.some((pattern) => pattern.test(text.slice(span.start, span.end)));
      case 'meta_command':
        return runsOtherFile(operation, text.slice(span.start, span.end));
      // What is known of the text is in the operations that follow.
      case 'execute_dynamic':
        if (operation.readable || operations[at + 1]?.place === 'dynamic') return false;
        return mayCreateTable(operation.place === 'statement' ? text : text.slice(span.start, span.end), dialect);
      default:
        return false;
    }
  });
}

/** Whether SQL that is put together in a text may create a table, or give one a name: not if all that is put together is other SQL. */
function mayCreateTable(text: string, dialect: BaseFile['dialect']): boolean {
  const body = text.replace(CREATES_ROUTINE, '');
  if (!OTHER_SQL.test(body) || /\b(?:create|rename|sp_rename)\b/i.test(body)) return true;
  return LEXICAL[dialect].queries.selectInto !== 'variables-or-file' && /\bselect\b[^;]*\binto\b/i.test(body);
}

const OTHER_SQL = /'\s*(?:alter\s+table|drop|truncate|insert|update|delete|grant|revoke)\b/i;
const CREATES_ROUTINE = /^\s*create\s+(?:or\s+\w+\s+)?(?:definer\s*=\s*\S+\s+)?(?:procedure|proc|function)\b/i;

/** A placeholder, except for the prefix of all tables (`%PREFIX%notes`), or the end of a string that continues. */
const HIDES_NEW_NAME = [
  /\bTO\s+(?!`?(?:%\w+%|\{\w+\}|@\w+@)[a-z_][\w$]*`?(?:[\s;,]|$))[^\s;,]*[${<%:'&@]/i,
  /\bSP_RENAME\b[^;]*@/i,
];

/** Whether a client command runs SQL that is in no SQL file. */
function runsOtherFile(operation: Operation, command: string): boolean {
  if (/^gexec$/i.test(operation.target.name ?? '')) return true;
  const [file = ''] = /(?<=\s)\S.*/.exec(command) ?? [];
  return runsFile(operation) && !isSqlFileName(file.replace(/[\s;'"]+$/, '').replace(/^['"]/, ''));
}
