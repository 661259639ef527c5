import { evaluateCondition } from '../../expressions/evaluate.ts';
import type { Expression } from '../../expressions/expression.ts';
import { parseExpression } from '../../expressions/parse/index.ts';
import { truthOfCondition } from '../../expressions/truth.ts';
import { withConstants } from '../../queries/given-values.ts';
import type { SqlText } from '../../queries/query.ts';
import type { TokenRange } from '../../text/splitter.ts';

/** Characters of a literal that patterns look at: longer than any that empties a column. */
const MAX_LITERAL = 8;
/** Tokens of the longest body whose conditions are read. */
const MAX_TOKENS = 2000;
/** In T-SQL, what may follow the condition of an IF. */
const STARTS =
  /^(?:BEGIN|INSERT|UPDATE|DELETE|MERGE|EXEC|EXECUTE|SET|SELECT|RETURN|DECLARE|PRINT|RAISERROR|THROW|ROLLBACK|COMMIT|IF|WHILE|TRUNCATE|WITH)$/;
const KEY_OF_NEW = /^new\.id$/;

type Runs = 'always' | 'never' | 'maybe';

/**
 * The words, operators and literals of a trigger, without the branches of its IFs that never run, and without the words
 * around those that always do. Long literals are cut.
 */
export function wordsThatRun(text: SqlText, { from, to }: TokenRange): readonly string[] {
  const { tokens } = text;
  const words: string[] = [];
  const readsIfs = to - from <= MAX_TOKENS;
  /** Where words are left out: the next one that is not, by the first one. */
  const gaps = new Map<number, number>();
  for (let at = from; at < to; ) {
    const isIf = readsIfs && tokens.word(at) === 'IF' && tokens.word(at - 1) !== 'END';
    const next = gaps.get(at) ?? (isIf ? readIf(text, at, to, gaps) : undefined);
    if (next === undefined) words.push(tokens.word(at) || shortened(tokens.raw(at)));
    at = next ?? at + 1;
  }
  return words;
}

/** The token with which an IF at `at` goes on: its branch, or what follows. Undefined if the branch may run or not. */
function readIf(text: SqlText, at: number, to: number, gaps: Map<number, number>): number | undefined {
  const { tokens, lexical } = text;
  const closes = lexical.routines.triggerBody === 'row';
  let condition = at + 1;
  let depth = 0;
  for (; condition < to; condition++) {
    const word = tokens.word(condition);
    if (word === '(') depth++;
    else if (word === ')') depth--;
    else if (depth > 0) continue;
    else if (closes ? word === 'THEN' : STARTS.test(word) && tokens.word(condition + 1) !== '(') break;
  }
  const runs = runsIf(text, at + 1, condition);
  if (runs === 'maybe' || condition >= to) return undefined;
  const branch = closes ? condition + 1 : condition;
  const end = closes ? endOfThen(text, branch, to) : endOfStatement(text, branch, to);
  const isPlain = closes ? tokens.word(end) === 'END' : tokens.word(end) !== 'ELSE';
  if (!isPlain) return undefined;
  const after = closes ? afterSemicolon(text, end + 2) : end;
  if (runs === 'never') return after;
  if (closes) gaps.set(end, after);
  return branch;
}

function afterSemicolon({ tokens }: SqlText, at: number): number {
  return tokens.word(at) === ';' ? at + 1 : at;
}

/** MySQL: ELSEIF, ELSE or END IF of the IF whose branch begins at `from`. */
function endOfThen({ tokens }: SqlText, from: number, to: number): number {
  let depth = 0;
  for (let at = from; at < to; at++) {
    const word = tokens.word(at);
    const ends = word === 'END' && tokens.word(at + 1) === 'IF';
    if (depth === 0 && (ends || /^(?:ELSE|ELSEIF)$/.test(word))) return at;
    if (ends) depth--;
    else if (word === 'IF' && tokens.word(at - 1) !== 'END' && tokens.word(at + 1) !== '(') depth++;
  }
  return to;
}

/** T-SQL: the end of the statement or block at `from`. Statements need no semicolon: then that of the block it is in. */
function endOfStatement({ tokens }: SqlText, from: number, to: number): number {
  let depth = 0;
  for (let at = from; at < to; at++) {
    const word = tokens.word(at);
    if (word === 'BEGIN' || word === 'CASE') depth++;
    else if (word === 'END' && --depth < 0) return at;
    else if (word === 'ELSE' && depth === 0) return at;
    const isLast = word === ';' || (word === 'END' && tokens.word(from) === 'BEGIN');
    if (depth === 0 && isLast) return afterEnd(tokens, at);
  }
  return to;
}

function afterEnd(tokens: SqlText['tokens'], at: number): number {
  return tokens.word(at) === 'END' && tokens.word(at + 1) === ';' ? at + 2 : at + 1;
}

/** Whether the branch of an IF runs, by its condition. */
export function runsIf(text: SqlText, from: number, to: number): Runs {
  const condition = parseExpression(text.tokens, from, to, text.lexical);
  if (!condition) return 'maybe';
  if (condition.kind === 'exists' && !condition.always) return isEmpty(text, condition) ? 'never' : 'maybe';
  for (const known of [condition, ...withConstants(condition, { text, inBody: true })]) {
    const truth = truthOfCondition(known, text.lexical);
    if (truth === 'true') return 'always';
    const negated: Expression = { kind: 'unary', op: 'not', arg: known };
    if (truth === 'false' || truth === 'null' || truthOfCondition(negated, text.lexical) === 'true') return 'never';
  }
  return holdsForNewRows(condition, text) ? 'always' : 'maybe';
}

/** `EXISTS (SELECT … WHERE 1 = 0)`. */
function isEmpty(text: SqlText, { from, to }: Expression & { kind: 'exists' }): boolean {
  for (let at = from; at < to; at++) if (text.tokens.word(at) === 'WHERE') return isNever(text, at + 1, to - 1);
  return false;
}

/** Whether no row meets the condition in `from` to `to`. */
export function isNever(text: SqlText, from: number, to: number): boolean {
  const condition = parseExpression(text.tokens, from, to, text.lexical);
  const truth = condition && truthOfCondition(condition, text.lexical);
  return truth === 'false' || truth === 'null';
}

/** `NEW.x IS NOT NULL`, `NEW.id > 0`. */
function holdsForNewRows(condition: Expression, { lexical }: SqlText): boolean {
  if (condition.kind === 'is' && condition.arg.kind === 'column' && /^new(?:\.|$)/.test(condition.arg.text))
    return condition.negated && condition.what === 'NULL';
  return [1, 735_911].every((key) => {
    const keyOf = (part: Expression) => (part.kind === 'column' && KEY_OF_NEW.test(part.text) ? key : undefined);
    return evaluateCondition(condition, { valueOf: keyOf, lexical }) === true;
  });
}

function shortened(literal: string): string {
  return literal.length > MAX_LITERAL ? "'…'" : literal;
}
