import { T, type TokenList } from './tokens.ts';

/** Reserved words that begin a T-SQL statement wherever they stand at the top level. */
const STARTS = new Set(
  `ALTER BACKUP BEGIN BULK CHECKPOINT CLOSE COMMIT CREATE DBCC DEALLOCATE DECLARE DELETE DENY DROP ELSE END EXEC EXECUTE
   FETCH GOTO GRANT IF INSERT KILL MERGE OPEN PRINT RAISERROR RECONFIGURE RESTORE RETURN REVERT REVOKE ROLLBACK SAVE
   SELECT SET SHUTDOWN TRUNCATE UPDATE USE WAITFOR WHILE`.split(/\s+/),
);
const DDL = new Set(['CREATE', 'ALTER', 'DROP']);
const MAIN_VERBS = new Set(['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'MERGE']);
const PRIVILEGE = new Set(['GRANT', 'REVOKE', 'DENY']);

/** What of the statement has been seen at its top level, kept up to date token by token. */
interface Seen {
  /** The statement's verb; of a WITH, the verb behind it once seen. */
  verb: string;
  select: boolean;
  openCases: number;
  /** ON or TO of a GRANT, REVOKE or DENY. */
  privilegeTarget: boolean;
}

/** Whether the word at `at` continues the statement. */
function continues(tokens: TokenList, at: number, seen: Seen): boolean {
  const word = tokens.word(at);
  const before = tokens.word(at - 1);
  const after = tokens.word(at + 1);
  const { verb } = seen;
  if (before === '.' || after === '.') return true;
  if (verb === 'WITH') return MAIN_VERBS.has(word);
  if (PRIVILEGE.has(verb) && !PRIVILEGE.has(word)) return !seen.privilegeTarget || word === 'ALTER';
  switch (word) {
    case 'SELECT':
      if (verb === 'INSERT') return !seen.select || isSetOperator(before);
      return isSetOperator(before) || before === 'FOR' || before === 'AS';
    case 'SET':
      return (
        ['UPDATE', 'MERGE', 'ALTER'].includes(verb) || before === 'DELETE' || before === 'UPDATE' || before === 'ON'
      );
    case 'UPDATE':
    case 'DELETE':
    case 'INSERT':
      if (verb === 'MERGE' && before === 'THEN') return true;
      return (
        ['ON', 'FOR', 'AFTER', 'OF', ',', 'BEFORE', 'BULK'].includes(before) || (word === 'UPDATE' && after === '(')
      );
    case 'DROP':
    case 'ALTER':
      if (verb !== 'ALTER') return false;
      return (
        after === 'COLUMN' || after === 'CONSTRAINT' || after === 'MEMBER' || (word === 'DROP' && !isDropObject(after))
      );
    case 'EXECUTE':
    case 'EXEC':
      return before === 'WITH' || verb === 'INSERT';
    case 'IF':
      return (DDL.has(verb) && after === 'EXISTS') || before === 'ELSE';
    case 'END':
    case 'ELSE':
      return seen.openCases > 0;
    case 'RETURN':
    case 'KILL':
    case 'USE':
    case 'OPEN':
    case 'CLOSE':
    case 'SAVE':
      return before === 'OPTION' || before === ',';
    case 'FETCH':
      return verb === 'SELECT' || verb === 'INSERT';
    default:
      return false;
  }
}

function isSetOperator(word: string): boolean {
  return word === 'UNION' || word === 'ALL' || word === 'EXCEPT' || word === 'INTERSECT';
}

function isDropObject(word: string): boolean {
  return /^(?:TABLE|INDEX|VIEW|PROC|PROCEDURE|FUNCTION|TRIGGER|DATABASE|SCHEMA|USER|LOGIN|ROLE|TYPE|SEQUENCE|SYNONYM|STATISTICS|ASSEMBLY|DEFAULT|RULE|LOGIN|CERTIFICATE|SECURITY)$/.test(
    word,
  );
}

/**
 * Cuts a T-SQL batch into statements, since T-SQL needs no `;` between them. A routine takes the rest of its
 * batch as its body. Pushes onto `ranges`; every token of the batch is in exactly one range.
 */
export function splitBatch(tokens: TokenList, from: number, to: number, ranges: { from: number; to: number }[]): void {
  let first = from;
  let depth = 0;
  const begin = (at: number): Seen => ({
    verb: tokens.word(at),
    select: tokens.word(at) === 'SELECT',
    openCases: 0,
    privilegeTarget: false,
  });
  let seen = begin(from);
  for (let at = from + 1; at < to; at++) {
    const kind = tokens.kind(at);
    const word = tokens.word(at);
    if (kind === T.op) {
      if (word === '(') depth++;
      else if (word === ')' && depth > 0) depth--;
      continue;
    }
    if (kind !== T.word || depth > 0) continue;
    if (STARTS.has(word) && !continues(tokens, at, seen)) {
      ranges.push({ from: first, to: at });
      first = at;
      seen = begin(at);
      continue;
    }
    if (word === 'SELECT') seen.select = true;
    else if (word === 'CASE') seen.openCases++;
    else if (word === 'END' && seen.openCases > 0) seen.openCases--;
    else if (word === 'ON' || word === 'TO' || word === 'FROM') seen.privilegeTarget = true;
    if (seen.verb === 'WITH' && MAIN_VERBS.has(word)) seen.verb = word;
  }
  if (to > first) ranges.push({ from: first, to });
}

/** Whether a word begins a T-SQL statement when it stands at the top level of a body. */
export function startsStatement(word: string): boolean {
  return STARTS.has(word);
}
