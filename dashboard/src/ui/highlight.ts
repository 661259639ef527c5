/** Languages that code is shown in. `text` is not coloured. */
export type Language = 'sql' | 'yaml' | 'text';
export interface Token {
  readonly text: string;
  readonly kind?: 'key' | 'string' | 'value' | 'comment';
}

const SQL_WORDS =
  'add all alter and any as asc begin between by cascade case cast check column commit constraint copy create cross default delete desc distinct do drop else end except exists execute explain false fetch for foreign from full grant group having if in index inner insert into is join key lateral left like limit lock merge natural not null offset on or order outer over partition primary procedure references rename replace returning revoke right rollback row select set table then to trigger true truncate union unique update using vacuum values view when where with';

const SQL = new RegExp(
  [
    '(?<comment>--[^\\n]*|/\\*[\\s\\S]*?(?:\\*/|$))',
    "(?<string>'(?:[^']|'')*(?:'|$))",
    '(?<value>\\$[0-9]+|\\b[0-9]+(?:\\.[0-9]+)?\\b)',
    `(?<key>\\b(?:${SQL_WORDS.replaceAll(' ', '|')})\\b)`,
  ].join('|'),
  'giu',
);

const YAML =
  /(?<comment>(?:^|(?<=\s))#[^\n]*)|(?<string>'(?:[^'\n]|'')*'|"(?:[^"\\\n]|\\.)*")|(?<key>(?<=^[ \t]*(?:- +)?)[A-Za-z][\w-]*(?=:(?:\s|$)))|(?<value>(?<=[\s[>=<(])[0-9]+(?:[-.][0-9]+)*\b)/gmu;

/**
 * Splits code into tokens for colouring. It is only for display: judging SQL is the service's work.
 * Longer texts than 100,000 characters are not coloured.
 */
export function tokens(text: string, language: Language): readonly Token[] {
  if (language === 'text' || text.length > 100_000) return [{ text }];
  const found: Token[] = [];
  let end = 0;
  for (const match of text.matchAll(language === 'sql' ? SQL : YAML)) {
    if (match.index > end) found.push({ text: text.slice(end, match.index) });
    const kind = Object.entries(match.groups ?? {}).find(([, value]) => value !== undefined)?.[0];
    found.push({ text: match[0], kind: kind as NonNullable<Token['kind']> });
    end = match.index + match[0].length;
  }
  if (end < text.length) found.push({ text: text.slice(end) });
  return found;
}

/** The tokens of each line, so that a comment or string may span several. */
export function tokenLines(text: string, language: Language): readonly (readonly Token[])[] {
  const lines: Token[][] = [[]];
  for (const token of tokens(text, language)) {
    for (const [part, piece] of token.text.split('\n').entries()) {
      if (part > 0) lines.push([]);
      if (piece !== '') lines.at(-1)?.push({ ...token, text: piece });
    }
  }
  return lines;
}

/** Characters that are not seen, or that reorder others: controls, format characters, separators, lone surrogates. */
const DECEPTIVE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Shows such characters as `�`, so that code reads as it is. The length stays the same. Tabs stay. */
export function visible(text: string): string {
  return text.replace(DECEPTIVE, (character) => (character === '\t' ? character : '\ufffd'.repeat(character.length)));
}
