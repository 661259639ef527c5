import type { Dialect } from '../../../model/index.ts';
import { lex, T } from '../../../sql/index.ts';

type Tokens = ReturnType<typeof lex>;

/** Databases by the name that the command uses, with the name of the one in which statements are executed again. */
export type SecondNames = ReadonlyMap<string, string>;

/** The statement for the second databases: names of the first ones are replaced. */
export function forSecond(sql: string, names: SecondNames, dialect: Dialect): string {
  const tokens = lex(sql, dialect);
  let text = '';
  let from = 0;
  for (let at = 0; at < tokens.length; at++) {
    const second = namesDatabase(tokens, at) ? names.get(nameAt(tokens, at)) : undefined;
    if (second === undefined) continue;
    text += `${sql.slice(from, tokens.start(at))}\`${second}\``;
    from = tokens.end(at);
  }
  return text + sql.slice(from);
}

/** The databases that a statement creates. */
export function databasesCreated(sql: string, dialect: Dialect): readonly string[] {
  if (!/\b(?:database|schema)\b/i.test(sql)) return [];
  const tokens = lex(sql, dialect);
  const created: string[] = [];
  for (let at = 0; at < tokens.length; at++)
    if (isDatabaseWord(tokens, at - 1) && isName(tokens, at)) created.push(nameAt(tokens, at));
  return created;
}

function namesDatabase(tokens: Tokens, at: number): boolean {
  if (!isName(tokens, at) || tokens.word(at - 1) === '.') return false;
  if (tokens.word(at + 1) === '.') return true;
  return tokens.word(at - 1) === 'USE' || isDatabaseWord(tokens, at - 1);
}

/** Whether what follows is the name of a database: `DATABASE`, `DATABASE IF EXISTS`. */
function isDatabaseWord(tokens: Tokens, at: number): boolean {
  const isWord = (index: number) => ['DATABASE', 'SCHEMA'].includes(tokens.word(index));
  if (isWord(at)) return tokens.word(at + 1) !== 'IF';
  if (tokens.word(at) !== 'EXISTS') return false;
  return isWord(at - 2) || (tokens.word(at - 1) === 'NOT' && isWord(at - 3));
}

function isName(tokens: Tokens, at: number): boolean {
  return tokens.kind(at) === T.word || tokens.kind(at) === T.quoted;
}

function nameAt(tokens: Tokens, at: number): string {
  const raw = tokens.raw(at);
  return tokens.kind(at) === T.quoted ? raw.slice(1, -1).replaceAll('``', '`') : raw;
}
