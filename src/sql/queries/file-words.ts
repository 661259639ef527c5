import type { TokenList } from '../text/tokens.ts';

/** Settings and definitions in a file that change how its conditions are read. */
export interface FileWords {
  /** Columns that are made NOT NULL, as `table.column` in lower case. */
  readonly notNull: ReadonlySet<string>;
  /** Columns whose NULLs are all replaced: `UPDATE t SET c = 0 WHERE c IS NULL`. */
  readonly filled: ReadonlySet<string>;
  /** ANSI_NULLS OFF: NULL is equal to NULL. */
  readonly comparesNulls: boolean;
  /** HIGH_NOT_PRECEDENCE: NOT is about the next value only. */
  readonly bindsNot: boolean;
}

const ALTERS = /\bALTER\s+TABLE\s+(?:IF\s+EXISTS\s+)?(?:ONLY\s+)?(?:"?\w+"?\s*\.\s*)?"?(\w+)"?\s([^;]*)/gi;
const FILLS =
  /\bUPDATE\s+(?:ONLY\s+)?(?:["[`]?\w+["\]`]?\s*\.\s*)?["[`]?(\w+)["\]`]?\s+SET\s+["[`]?(\w+)["\]`]?\s*=[^;=]*?\bWHERE\s+["[`]?\2["\]`]?\s+IS\s+NULL\s*(?:;|$)/gi;
const SETS_NOT_NULL = /\bALTER\s+(?:COLUMN\s+)?"?(\w+)"?\s+SET\s+NOT\s+NULL\b/gi;

const byText = new WeakMap<TokenList, FileWords>();

export function fileWords(tokens: TokenList): FileWords {
  let words = byText.get(tokens);
  if (!words) {
    const { text } = tokens;
    words = {
      notNull: /\bSET\s+NOT\s+NULL\b/i.test(text) ? columnsMadeNotNull(text) : NONE,
      filled: /\bIS\s+NULL\b/i.test(text) ? columnsFilled(text) : NONE,
      comparesNulls: /\bANSI_NULLS\s+OFF\b/i.test(text),
      bindsNot: /\bHIGH_NOT_PRECEDENCE\b/i.test(text),
    };
    byText.set(tokens, words);
  }
  return words;
}

const NONE: ReadonlySet<string> = new Set();

function columnsMadeNotNull(text: string): ReadonlySet<string> {
  const columns = new Set<string>();
  for (const [, table = '', actions = ''] of text.matchAll(ALTERS))
    for (const [, column = ''] of actions.matchAll(SETS_NOT_NULL)) columns.add(`${table}.${column}`.toLowerCase());
  return columns;
}

function columnsFilled(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(FILLS)].map(([, table = '', column = '']) => `${table}.${column}`.toLowerCase()));
}
