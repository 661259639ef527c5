import { T, type TokenList } from './tokens.ts';

/** Reserved words that begin a T-SQL statement wherever they stand at the top level. */
const STARTS = new Set(
  `ALTER BACKUP BEGIN BULK CHECKPOINT CLOSE COMMIT CREATE DBCC DEALLOCATE DECLARE DELETE DENY DROP ELSE END EXEC EXECUTE
   FETCH GOTO GRANT IF INSERT KILL MERGE OPEN PRINT RAISERROR RECONFIGURE RESTORE RETURN REVERT REVOKE ROLLBACK SAVE
   SELECT SET SHUTDOWN TRUNCATE UPDATE USE WAITFOR WHILE`.split(/\s+/),
);
const MAIN_VERBS = new Set(['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'MERGE']);
const PRIVILEGE = new Set(['GRANT', 'REVOKE', 'DENY']);
const SET_OPERATORS = new Set(['UNION', 'ALL', 'EXCEPT', 'INTERSECT']);
/** What ALTER … does to its object; a second one begins with a comma or is a statement of its own. */
const ACTIONS = new Set(
  'ADD DROP ALTER SET ENABLE DISABLE SWITCH REBUILD REORGANIZE MODIFY CHECK NOCHECK WITH SPLIT MERGE START STOP TRANSFER'.split(
    ' ',
  ),
);
/** What an `ALTER COLUMN c` adds and drops. */
const COLUMN_OPTIONS = new Set(['ROWGUIDCOL', 'PERSISTED', 'NOT', 'SPARSE', 'HIDDEN', 'MASKED']);
/** Behind BEGIN, END and ELSE these words belong to them; any other begins a statement. */
const BLOCK_WORDS: Record<string, RegExp> = {
  BEGIN: /^(?:TRY|CATCH|TRAN|TRANSACTION|DISTRIBUTED|DIALOG|CONVERSATION|ATOMIC)$/,
  END: /^(?:TRY|CATCH|CONVERSATION)$/,
  ELSE: /^$/,
};

/** What of the statement has been seen at its top level, kept up to date token by token. */
interface Seen {
  /** The statement's verb; of a WITH, the verb behind it once seen. */
  verb: string;
  view: boolean;
  /** The SELECT, VALUES or EXEC that the rows of an INSERT or a view come from. */
  source: boolean;
  set: boolean;
  action: boolean;
  openCases: number;
  /** ON, TO or FROM of a GRANT, REVOKE or DENY. */
  privilegeTarget: boolean;
}

function begin(tokens: TokenList, at: number): Seen {
  const verb = tokens.word(at);
  return {
    verb,
    view: objectOf(tokens, at) === 'VIEW',
    source: verb === 'SELECT',
    set: verb === 'SET',
    action: false,
    openCases: 0,
    privilegeTarget: false,
  };
}

/** What CREATE, ALTER or CREATE OR ALTER at `at` is about. */
function objectOf(tokens: TokenList, at: number): string {
  const verb = tokens.word(at);
  if (verb !== 'CREATE' && verb !== 'ALTER') return '';
  return tokens.word(at + 1) === 'OR' ? tokens.word(at + 3) : tokens.word(at + 1);
}

/** Whether the word at `at` continues the statement. */
function continues(tokens: TokenList, at: number, seen: Seen): boolean {
  const word = tokens.word(at);
  const before = tokens.word(at - 1);
  const after = tokens.word(at + 1);
  const { verb } = seen;
  const ddl = verb === 'CREATE' || verb === 'ALTER';
  if (before === '.') return true;
  if (verb === 'WITH') return MAIN_VERBS.has(word);
  if (PRIVILEGE.has(verb)) return word === 'GRANT' ? after === 'OPTION' : !seen.privilegeTarget && !PRIVILEGE.has(word);
  switch (word) {
    case 'SELECT':
      if (SET_OPERATORS.has(before) || before === 'AS') return true;
      return verb === 'DECLARE' ? before === 'FOR' : (verb === 'INSERT' || seen.view) && !seen.source;
    case 'SET':
      if (before === 'DELETE' || before === 'UPDATE') return verb !== 'DELETE' || seen.set;
      return (verb === 'UPDATE' && !seen.set) || (verb === 'ALTER' && !seen.action);
    case 'UPDATE':
    case 'DELETE':
    case 'INSERT':
      if (before === 'THEN') return verb === 'MERGE';
      if (word === 'UPDATE' && after === '(') return true;
      if (word === 'UPDATE' && before === 'FOR') return verb === 'DECLARE' || verb === 'SELECT';
      if (word === 'UPDATE' && after === 'POPULATION') return true;
      if (word === 'INSERT' && before === 'BULK') return verb === 'BULK';
      return ddl && /^(?:ON|AFTER|BEFORE)$/.test(before);
    case 'DROP':
      if (verb === 'ALTER' && COLUMN_OPTIONS.has(after)) return true;
      return verb === 'ALTER' && (!seen.action || before === ',');
    case 'ALTER':
      return before === 'OR' || (verb === 'ALTER' && (!seen.action || before === ','));
    case 'MERGE':
      return after === 'JOIN' || (verb === 'ALTER' && after === 'RANGE');
    case 'EXECUTE':
    case 'EXEC':
      return before === 'WITH' || (verb === 'INSERT' && !seen.source);
    case 'IF':
      return verb === 'DROP' || verb === 'ALTER' ? after === 'EXISTS' : false;
    case 'END':
    case 'ELSE':
      return seen.openCases > 0;
    case 'ROLLBACK':
      return before === 'WITH' && verb === 'ALTER';
    case 'FETCH':
      return verb === 'SELECT' || verb === 'INSERT';
    default:
      return false;
  }
}

/** Whether a statement that no reserved word announces begins at `at`. */
function beginsUnreserved(tokens: TokenList, at: number, first: number, seen: Seen): boolean {
  const word = tokens.word(at);
  if (/^(?:ENABLE|DISABLE)$/.test(word) && tokens.word(at + 1) === 'TRIGGER') {
    return seen.verb !== 'ALTER' || seen.action;
  }
  const own = BLOCK_WORDS[seen.verb];
  if (own && seen.openCases === 0) {
    if (at === first + 1) return !own.test(word);
    return at === first + 2 && /^(?:TRY|CATCH)$/.test(tokens.word(first + 1));
  }
  // A label ends at its colon.
  return at === first + 2 && tokens.word(first + 1) === ':';
}

/** Whether a routine begins at `at`, whose body is the rest of its batch. */
export function beginsRoutine(tokens: TokenList, at: number): boolean {
  const object = objectOf(tokens, at);
  return object === 'PROC' || object === 'PROCEDURE' || object === 'FUNCTION' || object === 'TRIGGER';
}

/**
 * Cuts a T-SQL batch into statements, since T-SQL needs no `;` between them. A routine takes the rest of its
 * batch as its body. Pushes onto `ranges`; every token of the batch is in exactly one range.
 */
export function splitBatch(tokens: TokenList, from: number, to: number, ranges: { from: number; to: number }[]): void {
  let first = from;
  let depth = 0;
  let seen = begin(tokens, from);
  for (let at = from; at < to; at++) {
    const kind = tokens.kind(at);
    const word = tokens.word(at);
    if (at > first && depth === 0 && startsAt(tokens, at, first, seen)) {
      ranges.push({ from: first, to: at });
      first = at;
      seen = begin(tokens, at);
    }
    if (at === first && beginsRoutine(tokens, at)) break;
    if (word === '(') depth++;
    else if (word === ')' && depth > 0) depth--;
    else if (kind === T.word && depth === 0 && at > first) follow(tokens, at, word, seen);
  }
  if (to > first) ranges.push({ from: first, to });
}

function startsAt(tokens: TokenList, at: number, first: number, seen: Seen): boolean {
  const kind = tokens.kind(at);
  if (kind === T.word && STARTS.has(tokens.word(at))) return !continues(tokens, at, seen);
  return kind !== T.op && beginsUnreserved(tokens, at, first, seen);
}

function follow(tokens: TokenList, at: number, word: string, seen: Seen): void {
  switch (word) {
    case 'SELECT':
    case 'VALUES':
    case 'EXEC':
    case 'EXECUTE':
      if (tokens.word(at - 1) !== 'WITH') seen.source = true;
      break;
    case 'SET':
      seen.set = true;
      break;
    case 'CASE':
      seen.openCases++;
      break;
    case 'END':
      if (seen.openCases > 0) seen.openCases--;
      break;
    case 'ON':
    case 'TO':
    case 'FROM':
      seen.privilegeTarget = true;
  }
  if (seen.verb === 'WITH' && MAIN_VERBS.has(word)) seen.verb = word;
  if (seen.verb === 'ALTER' && ACTIONS.has(word)) seen.action = true;
}
