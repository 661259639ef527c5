import type { TokenRange } from '../text/splitter.ts';
import { T, type TokenList } from '../text/tokens.ts';

const OBJECTS =
  /^(?:TABLE|VIEW|DATABASE|SCHEMA|PROCEDURE|FUNCTION|TRIGGER|EVENT|SEQUENCE|MATERIALIZED|TEMPORARY|TEMP|UNIQUE|VIRTUAL|TYPE|DOMAIN|EXTENSION)$/;
/** What `ALTER TABLE … DROP`, `ADD` and `ALTER` do not act on. */
const OWN_OBJECTS =
  /^(?:TABLE|VIEW|DATABASE|SCHEMA|PROCEDURE|FUNCTION|TRIGGER|EVENT|SEQUENCE|MATERIALIZED|TYPE|DOMAIN|EXTENSION)$/;
/** Statements that hold others: at their end, or in a body. */
const HOLDS_STATEMENTS =
  /^(?:EXPLAIN|DESCRIBE|DESC|ANALYZE|ANALYSE|PREPARE|DECLARE|BEGIN|IF|ELSE|ELSEIF|CASE|WHEN|WHILE|LOOP|REPEAT|UNTIL|FOR|SHOW|HANDLER|HELP|COPY|UNLOAD|EXPORT|BACKUP|EXECUTE|LOAD|CANCEL|PAUSE|RESUME|DO)$/;
/** Objects whose definition ends with a statement or holds some. */
const DEFINED_BY_STATEMENTS =
  /^(?:PROCEDURE|FUNCTION|TRIGGER|EVENT|RULE|PACKAGE|SCHEMA|SCHEDULE|CHANGEFEED|SERVER|AGGREGATE)$/;
/** What a part of the statement follows: `SET STATEMENT … FOR DELETE`, `INSERT OR REPLACE INTO`. */
const BEFORE_PART = /^(?:FOR|DO|THEN|AS|OR)$/;
/** Before SELECT, when it is a part of the statement. */
const BEFORE_QUERY = /^(?:AS|UNION|ALL|DISTINCT|EXCEPT|INTERSECT|MINUS|IN|BY|VALUES|USING|FROM)$/;
/** Statements that never hold a query outside of parentheses. */
const WITHOUT_QUERY = /^(?:DROP|TRUNCATE|DELETE|UPDATE|RENAME|USE|PRAGMA|CALL)$/;

/**
 * The token at which another statement begins, without a separator before it: a forgotten semicolon, or a delimiter that
 * nothing declares. -1 if there is none. Servers refuse the whole; a program that knows the delimiter runs both.
 */
export function leftOverAt(tokens: TokenList, { from, to }: TokenRange): number {
  const verb = tokens.word(from);
  const start = checkedFrom(tokens, from, to, verb);
  let depth = 0;
  for (let at = start; at < to; at++) {
    const kind = tokens.kind(at);
    if (kind === T.op) {
      const word = tokens.word(at);
      if (word === '(') depth++;
      else if (word === ')') depth--;
      continue;
    }
    if (depth === 0 && kind === T.word && beginsStatement(tokens, at, verb)) return at;
  }
  return -1;
}

/** Where a word can begin another statement, and is not a part of this one. */
function checkedFrom(tokens: TokenList, from: number, to: number, verb: string): number {
  if (HOLDS_STATEMENTS.test(verb) || isDefinedByStatements(tokens, from, to, verb)) return to;
  if (verb === 'GRANT' || verb === 'REVOKE') return afterGrantee(tokens, from, to);
  return verb === 'WITH' ? afterMainVerb(tokens, from, to) : from + 1;
}

function isDefinedByStatements(tokens: TokenList, from: number, to: number, verb: string): boolean {
  if (verb !== 'CREATE' && verb !== 'ALTER') return false;
  for (let at = from + 1; at < Math.min(to, from + 14); at++) {
    if (DEFINED_BY_STATEMENTS.test(tokens.word(at))) return true;
    if (OWN_OBJECTS.test(tokens.word(at))) return false;
  }
  return false;
}

function beginsStatement(tokens: TokenList, at: number, verb: string): boolean {
  const before = tokens.word(at - 1);
  if (BEFORE_PART.test(before)) return false;
  const next = tokens.word(at + 1);
  switch (tokens.word(at)) {
    case 'DROP':
    case 'ALTER':
      return OWN_OBJECTS.test(next) && isName(tokens, at + 2);
    case 'CREATE':
      return (OBJECTS.test(next) || (next === 'OR' && tokens.word(at + 2) === 'REPLACE')) && isName(tokens, at + 2);
    case 'TRUNCATE':
    case 'RENAME':
      return next === 'TABLE' && isName(tokens, at + 2);
    case 'DELETE':
      return next === 'FROM' && isName(tokens, at + 2);
    case 'INSERT':
    case 'REPLACE':
      return (next === 'INTO' || next === 'OR' || next === 'IGNORE') && isName(tokens, at + 2);
    case 'UPDATE':
      return tokens.word(at + 2) === 'SET' && isName(tokens, at + 1);
    case 'SELECT':
      return WITHOUT_QUERY.test(verb) && !BEFORE_QUERY.test(before);
    default:
      return false;
  }
}

function isName(tokens: TokenList, at: number): boolean {
  const kind = tokens.kind(at);
  return kind === T.word || kind === T.quoted || kind === T.placeholder;
}

/** Privileges are named like statements; what follows TO or FROM is not. */
function afterGrantee(tokens: TokenList, from: number, to: number): number {
  for (let at = from; at < to; at++) if (/^(?:TO|FROM)$/.test(tokens.word(at))) return at + 1;
  return to;
}

const MAIN_VERBS = /^(?:SELECT|INSERT|UPDATE|DELETE|MERGE|VALUES|TABLE|REPLACE)$/;

function afterMainVerb(tokens: TokenList, from: number, to: number): number {
  let depth = 0;
  for (let at = from; at < to; at++) {
    const word = tokens.word(at);
    if (word === '(') depth++;
    else if (word === ')') depth--;
    else if (depth === 0 && MAIN_VERBS.test(word)) return at + 1;
  }
  return to;
}
