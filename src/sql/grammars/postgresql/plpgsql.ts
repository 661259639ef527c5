import type { Place, Span } from '../../../model/index.ts';
import { lexFragment } from '../../text/lexer/index.ts';
import { isTree, list, text } from './ast.ts';
import type { Parser } from './parser.ts';
import { type TreeFacts, walk } from './walk.ts';

/**
 * The parse mode of a statement in a PL/pgSQL tree (RawParseMode in PostgreSQL's parser.h). Other modes are expressions
 * and assignments.
 */
const STATEMENT_MODE = 0;

/** Shorter bodies take less than 0.1 s, whatever they declare. */
const SHORT = 50_000;
/** About a second. */
const MAX_COMPARISONS = 100_000_000;

/**
 * Whether the grammar would take long: it compares the names in each declaration and statement with all variables, one
 * by one. Without this limit, 30,000 variables take 15 seconds.
 */
export function hasTooManyVariables(body: string): boolean {
  if (body.length < SHORT) return false;
  const tokens = lexFragment(body, 'postgresql');
  if (tokens.isCut) return true;
  let variables = 0;
  let statements = 0;
  let declares = false;
  for (let at = 0; at < tokens.length; at++) {
    const word = tokens.word(at);
    if (word === ';') {
      statements++;
      if (declares) variables++;
    } else if (word === 'DECLARE') declares = true;
    // In an expression, `begin` is a name.
    else if (word === 'BEGIN' && /^(?:;|DECLARE)$/.test(tokens.word(at - 1))) declares = false;
  }
  return variables * statements > MAX_COMPARISONS;
}

/**
 * Reads the queries in the PL/pgSQL body of a CREATE FUNCTION or DO statement. Raises if the grammar rejects the body.
 */
export function readPlPgSql(parser: Parser, sql: string, place: Place, span: Span, into: TreeFacts): void {
  const open: unknown[] = [parser.parsePlPgSql(sql)];
  for (;;) {
    const value = open.pop();
    if (value === undefined) return;
    if (Array.isArray(value)) for (const item of value) open.push(item);
    else if (isTree(value)) {
      const expression = value['PLpgSQL_expr'];
      if (isTree(expression))
        readExpression(parser, text(expression['query']), Number(expression['parseMode'] ?? 0), place, span, into);
      for (const key in value) if (typeof value[key] === 'object' && value[key] !== null) open.push(value[key]);
    }
  }
}

function readExpression(parser: Parser, query: string, mode: number, place: Place, span: Span, into: TreeFacts): void {
  const sql = mode === STATEMENT_MODE ? query : `SELECT ${query.replace(/^[^:=]*:?=/, '')}`;
  let parsed: unknown;
  try {
    parsed = parser.parse(sql);
  } catch (error) {
    // Some forms of assignment are not expressions. The token reader reads the body in any case.
    if (mode !== STATEMENT_MODE) return;
    throw error;
  }
  for (const item of list(isTree(parsed) ? parsed['stmts'] : undefined))
    walk(isTree(item) ? item['stmt'] : undefined, place, span, into);
}
