import { T, type TokenList } from './tokens.ts';

/** Reserved words that start a T-SQL statement at the top level, unless `continues` says otherwise. */
const STARTS = new Set(
  `ALTER BACKUP BEGIN BULK CHECKPOINT CLOSE COMMIT CREATE DBCC DEALLOCATE DECLARE DELETE DENY DROP ELSE END EXEC EXECUTE
   FETCH GOTO GRANT IF INSERT KILL MERGE OPEN PRINT RAISERROR RECONFIGURE RESTORE RETURN REVERT REVOKE ROLLBACK SAVE
   SELECT SET SHUTDOWN TRUNCATE UPDATE USE WAITFOR WHILE`.split(/\s+/),
);
const MAIN_VERBS = new Set(['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'MERGE']);
const PRIVILEGE = new Set(['GRANT', 'REVOKE', 'DENY']);
const SET_OPERATORS = new Set(['UNION', 'ALL', 'EXCEPT', 'INTERSECT']);
/** Actions of an ALTER. A further action follows a comma; without a comma, the word starts a new statement. */
const ACTIONS = new Set(
  `ADD DROP ALTER SET ENABLE DISABLE SWITCH REBUILD REORGANIZE MODIFY CHECK NOCHECK WITH SPLIT MERGE START STOP TRANSFER
   GRANT DENY JOIN FAILOVER OFFLINE`.split(/\s+/),
);
/** What `ALTER COLUMN c` can add and drop. */
const COLUMN_OPTIONS = new Set('ROWGUIDCOL PERSISTED NOT SPARSE HIDDEN MASKED STATISTICAL_SEMANTICS'.split(' '));
/** Words that belong to the BEGIN, END or ELSE before them. Any other word starts a statement. */
const BLOCK_WORDS: Record<string, RegExp> = {
  BEGIN: /^(?:TRY|CATCH|TRAN|TRANSACTION|DISTRIBUTED|DIALOG|CONVERSATION|ATOMIC)$/,
  END: /^(?:TRY|CATCH|CONVERSATION)$/,
  ELSE: /^$/,
};
/** What the END of `GENERATED ALWAYS AS ROW END` is of. */
const GENERATED_BY = /^(?:ROW|TRANSACTION_ID|SEQUENCE_NUMBER)$/;

/** What has been found at the top level of the statement so far. */
interface StatementProgress {
  /** The statement's verb. For a WITH, the main verb once it has been found. */
  verb: string;
  view: boolean;
  /** Whether the SELECT, VALUES or EXEC that provides the rows of an INSERT or view was found. */
  source: boolean;
  set: boolean;
  action: boolean;
  openCases: number;
  /** Whether the ON, TO or FROM of a GRANT, REVOKE or DENY was found. */
  privilegeTarget: boolean;
}

function begin(tokens: TokenList, at: number): StatementProgress {
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

/** The object type of the CREATE, ALTER or CREATE OR ALTER at `at`; empty for other statements. */
function objectOf(tokens: TokenList, at: number): string {
  const verb = tokens.word(at);
  if (verb !== 'CREATE' && verb !== 'ALTER') return '';
  return tokens.word(at + 1) === 'OR' ? tokens.word(at + 3) : tokens.word(at + 1);
}

/** Whether a word between two others belongs to the current statement. */
type Continues = (progress: StatementProgress, before: string, after: string) => boolean;

/** The reserved words that may stand inside a statement. All others begin one. */
const CONTINUES: Readonly<Record<string, Continues>> = {
  SELECT: ({ verb, view, source }, before) => {
    if (SET_OPERATORS.has(before) || before === 'AS') return true;
    return verb === 'DECLARE' ? before === 'FOR' : (verb === 'INSERT' || view) && !source;
  },
  SET: ({ verb, set, action }, before) => {
    if (before === 'DELETE' || before === 'UPDATE') return verb !== 'DELETE' || set;
    return (verb === 'UPDATE' && !set) || (verb === 'ALTER' && !action);
  },
  UPDATE: (progress, before, after) => {
    if (before === 'THEN') return progress.verb === 'MERGE';
    if (after === '(') return true;
    if (before === 'FOR') return progress.verb === 'DECLARE' || progress.verb === 'SELECT';
    return after === 'POPULATION' || isEvent(progress, before);
  },
  DELETE: (progress, before) => (before === 'THEN' ? progress.verb === 'MERGE' : isEvent(progress, before)),
  INSERT: (progress, before) => {
    if (before === 'THEN') return progress.verb === 'MERGE';
    return before === 'BULK' ? progress.verb === 'BULK' : isEvent(progress, before);
  },
  DROP: (progress, before, after) =>
    isAction(progress, before) || (progress.verb === 'ALTER' && COLUMN_OPTIONS.has(after)),
  ALTER: (progress, before) => before === 'OR' || isAction(progress, before),
  MERGE: ({ verb }, _, after) => after === 'JOIN' || (verb === 'ALTER' && after === 'RANGE'),
  EXECUTE: continuesAsExec,
  EXEC: continuesAsExec,
  IF: ({ verb }, _, after) => (verb === 'DROP' || verb === 'ALTER') && after === 'EXISTS',
  END: ({ openCases }) => openCases > 0,
  ELSE: ({ openCases }) => openCases > 0,
  ROLLBACK: ({ verb }, before) => before === 'WITH' && verb === 'ALTER',
  FETCH: ({ verb }) => verb === 'SELECT' || verb === 'INSERT',
};

/** `INSERT t EXEC procedure`, `WITH EXECUTE AS owner`. */
function continuesAsExec({ verb, source }: StatementProgress, before: string): boolean {
  return before === 'WITH' || (verb === 'INSERT' && !source);
}

/** Whether it is an event of a trigger: `AFTER INSERT`. */
function isEvent({ verb }: StatementProgress, before: string): boolean {
  return (verb === 'CREATE' || verb === 'ALTER') && /^(?:ON|AFTER|BEFORE)$/.test(before);
}

/** Whether it is an action of an ALTER. */
function isAction({ verb, action }: StatementProgress, before: string): boolean {
  return verb === 'ALTER' && (!action || before === ',');
}

/** Whether the reserved word at `at` belongs to the current statement. */
function continues(tokens: TokenList, at: number, progress: StatementProgress): boolean {
  const word = tokens.word(at);
  const before = tokens.word(at - 1);
  const after = tokens.word(at + 1);
  const { verb } = progress;
  if (before === '.') return true;
  if (word === 'END' && GENERATED_BY.test(before) && tokens.word(at - 3) === 'ALWAYS') return true;
  // `ALTER AVAILABILITY GROUP g GRANT CREATE ANY DATABASE`
  if (verb === 'ALTER' && PRIVILEGE.has(word) && tokens.word(at - 3) === 'AVAILABILITY') return true;
  if (verb === 'ALTER' && word === 'CREATE' && PRIVILEGE.has(before)) return true;
  if (verb === 'WITH') return MAIN_VERBS.has(word);
  if (PRIVILEGE.has(verb))
    return word === 'GRANT' ? after === 'OPTION' : !progress.privilegeTarget && !PRIVILEGE.has(word);
  return CONTINUES[word]?.(progress, before, after) ?? false;
}

/** Whether a statement without a reserved first word starts at `at`. */
function beginsUnreserved(tokens: TokenList, at: number, first: number, progress: StatementProgress): boolean {
  const word = tokens.word(at);
  if (/^(?:ENABLE|DISABLE)$/.test(word) && tokens.word(at + 1) === 'TRIGGER') {
    return progress.verb !== 'ALTER' || progress.action;
  }
  const blockWords = BLOCK_WORDS[progress.verb];
  if (blockWords && progress.openCases === 0) {
    if (at === first + 1) return !blockWords.test(word);
    return at === first + 2 && /^(?:TRY|CATCH)$/.test(tokens.word(first + 1));
  }
  // A label ends at its colon.
  return at === first + 2 && tokens.word(first + 1) === ':';
}

/** Whether the statement at `at` creates or alters a routine, whose body is the rest of its batch. */
export function beginsRoutine(tokens: TokenList, at: number): boolean {
  const object = objectOf(tokens, at);
  return object === 'PROC' || object === 'PROCEDURE' || object === 'FUNCTION' || object === 'TRIGGER';
}

/**
 * Splits a T-SQL batch into statements, which need no `;` between them. The body of a routine is the rest of its batch.
 * Appends to `ranges`; every token of the batch is in exactly one range.
 */
export function splitBatch(tokens: TokenList, from: number, to: number, ranges: { from: number; to: number }[]): void {
  let first = from;
  let depth = 0;
  let progress = begin(tokens, from);
  for (let at = from; at < to; at++) {
    const kind = tokens.kind(at);
    const word = tokens.word(at);
    if (at > first && depth === 0 && startsAt(tokens, at, first, progress)) {
      ranges.push({ from: first, to: at });
      first = at;
      progress = begin(tokens, at);
    }
    if (at === first && beginsRoutine(tokens, at)) break;
    if (word === '(') depth++;
    else if (word === ')' && depth > 0) depth--;
    else if (kind === T.word && depth === 0 && at > first) track(tokens, at, word, progress);
  }
  if (to > first) ranges.push({ from: first, to });
}

function startsAt(tokens: TokenList, at: number, first: number, progress: StatementProgress): boolean {
  const kind = tokens.kind(at);
  if (kind === T.word && STARTS.has(tokens.word(at))) return !continues(tokens, at, progress);
  return kind !== T.op && beginsUnreserved(tokens, at, first, progress);
}

function track(tokens: TokenList, at: number, word: string, progress: StatementProgress): void {
  switch (word) {
    case 'SELECT':
    case 'VALUES':
    case 'EXEC':
    case 'EXECUTE':
      if (tokens.word(at - 1) !== 'WITH') progress.source = true;
      break;
    case 'SET':
      progress.set = true;
      break;
    case 'CASE':
      progress.openCases++;
      break;
    case 'END':
      if (progress.openCases > 0) progress.openCases--;
      break;
    case 'ON':
    case 'TO':
    case 'FROM':
      progress.privilegeTarget = true;
  }
  if (progress.verb === 'WITH' && MAIN_VERBS.has(word)) progress.verb = word;
  if (progress.verb === 'ALTER' && ACTIONS.has(word)) progress.action = true;
}
