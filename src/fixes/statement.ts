import type { Comment, Span, Statement } from '../model/index.ts';
import { T, type TokenList } from '../sql/index.ts';
import type { TokenRange } from './match.ts';

/** One thing that a statement does, as a statement of its own. */
export interface Part {
  /** The tokens to match. */
  readonly tokens: TokenList;
  readonly range: TokenRange;
  /** The statement without it; undefined if nothing remains. */
  readonly rest: string | undefined;
  /** The statement with another text in its place; undefined if that is not the one for which it is written, or nothing remains. */
  readonly replace: ((sql: string) => string | undefined) | undefined;
  /** The names in the other actions of the statement, in lower case, but for columns that become NOT NULL. */
  readonly namesBeside: ReadonlySet<string>;
  /** Whether the server runs the statement in another order than it is written. */
  readonly hasDrop: boolean;
  /** Which text of the file `rest` holds. */
  readonly restSpans: readonly Span[];
  /** The token before which `tokens` leave text out; undefined if they leave none out. */
  readonly gap: number | undefined;
}

/** The statement, and if it is an ALTER TABLE of several actions, the one at the offset. */
export function partsOf(tokens: TokenList, { span }: Statement, offset: number): readonly Part[] {
  const range = rangeOf(tokens, span);
  const whole: Part = {
    ...{ tokens, range, rest: undefined, restSpans: [], gap: undefined },
    ...{ replace: undefined, hasDrop: false, namesBeside: new Set<string>() },
  };
  const action = actionAt(tokens, range, offset);
  return action ? [whole, action] : [whole];
}

export function rangeOf(tokens: TokenList, { start, end }: Span): TokenRange {
  let from = 0;
  let high = tokens.length;
  while (from < high) {
    const middle = (from + high) >> 1;
    if (tokens.start(middle) < start) from = middle + 1;
    else high = middle;
  }
  let to = from;
  while (to < tokens.length && tokens.end(to) <= end && tokens.kind(to) !== T.terminator) to++;
  return { from, to };
}

function actionAt(tokens: TokenList, range: TokenRange, offset: number): Part | undefined {
  if (tokens.word(range.from) !== 'ALTER' || tokens.word(range.from + 1) !== 'TABLE') return undefined;
  const head = endOfHead(tokens, range);
  if (head === undefined) return undefined;
  const actions = actionsIn(tokens, head, range.to);
  // What the first action does is reported at the start of the statement.
  const at = Math.max(
    0,
    actions.findLastIndex(({ from }) => tokens.start(from) <= offset),
  );
  const action = actions[at];
  if (!action || actions.length < 2) return undefined;
  // PostgreSQL runs a DROP before the other actions, wherever it is written.
  const hasDrop = actions.some(({ from }, i) => i !== at && tokens.word(from) === 'DROP');
  const list = tokens.filtered(range.from, range.to, (i) => i < head || (i >= action.from && i < action.to));
  const { text } = tokens;
  const [before, after] = [actions[at - 1], actions[at + 1]];
  const [start, end] = [tokens.start(range.from), tokens.end(range.to - 1)];
  const restSpans = before
    ? [
        { start, end: tokens.end(before.to - 1) },
        { start: tokens.end(action.to - 1), end },
      ]
    : [
        { start, end: tokens.start(action.from) },
        { start: tokens.start(after?.from ?? action.to), end },
      ];
  const rest = restSpans.map((span) => text.slice(span.start, span.end)).join('');
  const [from, to] = [tokens.start(action.from), tokens.end(action.to - 1)];
  const replace = (sql: string) => {
    const own = withoutHead(sql, tokens, range.from, head);
    return own === undefined ? undefined : text.slice(start, from) + own + text.slice(to, end);
  };
  return {
    ...{ tokens: list, range: { from: 0, to: list.length }, rest, restSpans, gap: head - range.from },
    ...{ replace, hasDrop, namesBeside: namesIn(tokens, actions.toSpliced(at, 1)) },
  };
}

function namesIn(tokens: TokenList, actions: readonly TokenRange[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { from, to } of actions) {
    const words: string[] = [];
    for (let i = from; i < to; i++) words.push(tokens.text.slice(tokens.start(i), tokens.end(i)).replaceAll('"', ''));
    if (/^ALTER (?:COLUMN )?\S+ SET NOT NULL$/i.test(words.join(' '))) continue;
    for (const word of words) names.add(word.toLowerCase());
  }
  return names;
}

/** The action of an ALTER TABLE of the same table; undefined if it is another statement. */
function withoutHead(sql: string, tokens: TokenList, from: number, to: number): string | undefined {
  let at = 0;
  for (let i = from; i < to; i++) {
    const word = tokens.text.slice(tokens.start(i), tokens.end(i));
    at += /^\s*/.exec(sql.slice(at))?.[0].length ?? 0;
    if (sql.slice(at, at + word.length).toLowerCase() !== word.toLowerCase()) return undefined;
    at += word.length;
  }
  const action = sql.slice(at).trim();
  // An option of the whole statement, such as an algorithm, is not one of the action.
  return hasComma(action) ? undefined : action;
}

/** Whether there is a comma outside of parentheses. */
function hasComma(sql: string): boolean {
  let depth = 0;
  for (const character of sql) {
    if (character === '(') depth++;
    else if (character === ')') depth--;
    else if (character === ',' && depth === 0) return true;
  }
  return false;
}

/** Where the actions of an ALTER TABLE begin. */
function endOfHead(tokens: TokenList, { from, to }: TokenRange): number | undefined {
  let at = from + 2;
  if (tokens.word(at) === 'IF' && tokens.word(at + 1) === 'EXISTS') at += 2;
  if (tokens.word(at) === 'ONLY') at++;
  for (;;) {
    const kind = tokens.kind(at);
    if (kind !== T.word && kind !== T.quoted) return undefined;
    at++;
    if (tokens.word(at) !== '.') break;
    at++;
  }
  if (tokens.word(at) === '*') at++;
  return at < to ? at : undefined;
}

function actionsIn(tokens: TokenList, from: number, to: number): readonly TokenRange[] {
  const actions: TokenRange[] = [];
  let start = from;
  for (let at = from; at < to; at++) {
    const word = tokens.word(at);
    if (word === '(') at = Math.max(at, tokens.closing(at));
    else if (word === ',') {
      actions.push({ from: start, to: at });
      start = at + 1;
    }
  }
  return [...actions, { from: start, to }];
}

/** Whether each comment in the statement is inside one of the spans, so that none is lost. */
export function keepsComments(comments: readonly Comment[], statement: Span, kept: readonly Span[]): boolean {
  return comments
    .filter(({ start, end }) => start > statement.start && end < statement.end)
    .every(({ start, end }) => kept.some((span) => span.start <= start && end <= span.end));
}
