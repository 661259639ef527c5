import { T, type TokenList } from '../text/tokens.ts';
import { nameKey, type SqlText } from './query.ts';

/** Names in a statement that look like a column or a given value, and are neither. */
export interface StatementNames {
  /** Whether a bare name, by its key, is a variable or parameter of the routine, which hides a column of that name. */
  isVariable(name: string): boolean;
  /** Whether the statement assigns the variable at a token: its value then depends on the rows that were read. */
  isAssigned(at: number): boolean;
}

/** The names of the statement in tokens `from` to `to`. */
export function statementNames(text: SqlText, inBody: boolean, from: number, to: number): StatementNames {
  const { tokens, lexical } = text;
  let assigned: ReadonlySet<string> | undefined;
  let variables: ReadonlySet<string> | undefined;
  return {
    isVariable(name) {
      if (!inBody) return false;
      // PL/pgSQL rejects a name that is a variable and a column, except with this option.
      if (lexical.routines.language === 'plpgsql') return hasConflictOption(tokens);
      if (lexical.routines.language !== 'psm') return false;
      variables ??= variablesAt(text, from);
      return variables.has(name.toLowerCase());
    },
    isAssigned(at) {
      if (tokens.kind(at) !== T.param) return false;
      assigned ??= assignedIn(text, from, to);
      return assigned.has(variableName(tokens, at));
    },
  };
}

/** By text: whether it may set `variable_conflict`, which decides between a variable and a column of one name. */
const conflictOptions = new WeakMap<TokenList, boolean>();

function hasConflictOption(tokens: TokenList): boolean {
  let found = conflictOptions.get(tokens);
  if (found === undefined) {
    found = tokens.text.includes('variable_conflict');
    conflictOptions.set(tokens, found);
  }
  return found;
}

/** `@x`, @`x` and `@'x'` are one variable. */
function variableName(tokens: TokenList, at: number): string {
  return tokens.raw(at).toLowerCase().replaceAll(/[`'"]/g, '');
}

/** MySQL's `@x := …` and T-SQL's `SELECT @x = …`, `SET @x += …`. */
function assignedIn({ tokens, lexical }: SqlText, from: number, to: number): ReadonlySet<string> {
  const assigned = new Set<string>();
  if (tokens.word(from) === 'SET') return assigned;
  for (let at = from; at < to; at++) {
    if (tokens.kind(at) !== T.param) continue;
    const next = tokens.word(at + 1);
    const isFirst = lexical.queries.selectEquals && /^(?:SELECT|SET|,|DISTINCT|ALL|\))$/.test(tokens.word(at - 1));
    const operator = /^[-+*/%&|^]$/.test(next) ? tokens.word(at + 2) : next;
    if (next === ':=' || (isFirst && operator === '=')) assigned.add(variableName(tokens, at));
  }
  return assigned;
}

interface Routine {
  readonly from: number;
  readonly variables: ReadonlySet<string>;
}

/** By text: its routines, in order. */
const routines = new WeakMap<TokenList, readonly Routine[]>();

/** The parameters and variables, in lower case, of the routine that holds the token. */
function variablesAt(text: SqlText, at: number): ReadonlySet<string> {
  let all = routines.get(text.tokens);
  if (!all) {
    all = readRoutines(text);
    routines.set(text.tokens, all);
  }
  let low = 0;
  let high = all.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((all[middle]?.from ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return all[low - 1]?.variables ?? NO_VARIABLES;
}

const NO_VARIABLES: ReadonlySet<string> = new Set();

function readRoutines(text: SqlText): readonly Routine[] {
  const { tokens } = text;
  const found: Routine[] = [];
  let variables = new Set<string>();
  for (let at = 0; at < tokens.length; at++) {
    const word = tokens.word(at);
    if (/^(?:PROCEDURE|FUNCTION|TRIGGER|EVENT)$/.test(word)) {
      variables = new Set();
      found.push({ from: at, variables });
      if (word === 'PROCEDURE' || word === 'FUNCTION') addParameters(text, at, variables);
    } else if (word === 'BEGIN' && tokens.word(at + 1) === 'NOT') {
      // MariaDB's block outside of a routine.
      variables = new Set();
      found.push({ from: at, variables });
    } else if (word === 'DECLARE') addDeclared(text, at + 1, variables);
  }
  return found;
}

/** Tokens between the word FUNCTION and the parenthesis of its parameters. */
const MAX_NAME = 8;

function addParameters(text: SqlText, from: number, variables: Set<string>): void {
  const { tokens } = text;
  let at = from + 1;
  while (at < from + MAX_NAME && tokens.word(at) !== '(') at++;
  if (tokens.word(at) !== '(') return;
  let depth = 0;
  for (; at < tokens.length; at++) {
    const word = tokens.word(at);
    if (word === '(') depth++;
    else if (word === ')' && --depth === 0) return;
    if (depth !== 1 || !/^[(,]$/.test(word)) continue;
    const name = /^(?:IN|OUT|INOUT)$/.test(tokens.word(at + 1)) ? at + 2 : at + 1;
    if (isName(tokens, name)) variables.add(nameKey(text, name).toLowerCase());
  }
}

/** `DECLARE a, b INT`. */
function addDeclared(text: SqlText, from: number, variables: Set<string>): void {
  const { tokens } = text;
  for (let at = from; isName(tokens, at); at += 2) {
    variables.add(nameKey(text, at).toLowerCase());
    if (tokens.word(at + 1) !== ',') return;
  }
}

function isName(tokens: TokenList, at: number): boolean {
  return tokens.kind(at) === T.word || tokens.kind(at) === T.quoted;
}
