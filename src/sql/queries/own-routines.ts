import { type Expression, partsOf } from '../expressions/expression.ts';
import type { TokenList } from '../text/tokens.ts';
import { nameKey, type SqlText } from './query.ts';

/** The functions and operators that a text creates. */
interface OwnRoutines {
  /** Names in lower case, without the schema. */
  readonly functions: ReadonlySet<string>;
  readonly operators: ReadonlySet<string>;
}

const byText = new WeakMap<TokenList, OwnRoutines>();
const CREATES = /^(?:CREATE|REPLACE|ALTER|AGGREGATE|DEFINER)$/;
const MAX_PARTS = 2000;
/** PostgreSQL takes as many of these characters for one operator as follow each other. */
const OPERATORS = /[-+*/<>=~!@#%^&|`?]+/g;

function routinesOf(text: SqlText): OwnRoutines {
  const known = byText.get(text.tokens);
  if (known) return known;
  const { tokens } = text;
  const functions = new Set<string>();
  const operators = new Set<string>();
  for (let at = 1; at < tokens.length; at++) {
    const word = tokens.word(at);
    if ((word !== 'FUNCTION' && word !== 'OPERATOR') || !CREATES.test(tokens.word(at - 1))) continue;
    let name = at + 1;
    if (tokens.word(name) === 'IF') name += 3;
    while (tokens.word(name + 1) === '.') name += 2;
    if (word === 'FUNCTION') functions.add(nameKey(text, name).toLowerCase());
    else operators.add(operatorAt(tokens, name));
  }
  const found = { functions, operators };
  byText.set(tokens, found);
  return found;
}

/** An operator of several characters may be several tokens. */
function operatorAt(tokens: TokenList, at: number): string {
  let operator = '';
  for (let next = at; tokens.word(next) !== '(' && next < tokens.length; next++) {
    operator += tokens.word(next);
    if (tokens.end(next) !== tokens.start(next + 1)) break;
  }
  return operator === '!=' ? '<>' : operator;
}

/**
 * The function or operator that decides a condition and that the text itself creates: what it returns is not known. One
 * whose arguments are given is a value like any other.
 */
export function ownRoutineIn(expression: Expression, text: SqlText): string | undefined {
  const { functions, operators } = routinesOf(text);
  if (functions.size + operators.size === 0) return undefined;
  const open: Expression[] = [expression];
  for (let count = 0; open.length > 0 && count < MAX_PARTS; count++) {
    const next = open.pop() as Expression;
    if (next.kind === 'binary' && operators.has(next.op)) return next.op;
    if (next.kind === 'opaque') {
      const { tokens } = text;
      const source = tokens.text.slice(tokens.start(next.from), tokens.end(next.to - 1));
      const found = source.match(OPERATORS)?.find((operator) => operators.has(operator));
      if (found !== undefined) return found;
    }
    const isOwn = next.kind === 'call' && functions.has(next.name);
    if (isOwn && (next === expression || hasColumn(next))) return next.name;
    for (const part of partsOf(next)) open.push(part);
  }
  return undefined;
}

function hasColumn(expression: Expression): boolean {
  return expression.kind === 'column' || partsOf(expression).some(hasColumn);
}
