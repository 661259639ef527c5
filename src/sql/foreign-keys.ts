import type { Dialect, Target } from '../model/index.ts';
import type { Lexical } from './text/dialects.ts';
import { LEXICAL } from './text/dialects.ts';
import { lex } from './text/lexer.ts';
import { readName } from './text/names.ts';
import type { TokenList } from './text/tokens.ts';

/** A foreign key that deletes or changes rows if rows of the table that it refers to are deleted. Names in lower case. */
export interface CascadingKey {
  readonly from: string;
  readonly to: string;
}

/** Tokens behind REFERENCES in which ON DELETE is looked for. */
const MAX_CLAUSE = 60;

/** The foreign keys with ON DELETE CASCADE, SET NULL or SET DEFAULT in a text. */
export function cascadingKeys(tokens: TokenList, lexical: Lexical): readonly CascadingKey[] {
  const keys: CascadingKey[] = [];
  let from = '';
  for (let at = 0; at < tokens.length; at++) {
    const word = tokens.word(at);
    if (word === 'TABLE') {
      let name = at + 1;
      while (/^(?:IF|NOT|EXISTS|ONLY)$/.test(tokens.word(name))) name++;
      from = nameAt(tokens, name, lexical);
    } else if (word === 'REFERENCES' && deletes(tokens, at + 1)) {
      keys.push({ from, to: nameAt(tokens, at + 1, lexical) });
    }
  }
  return keys;
}

/** Whether a foreign key of another table in the file deletes or changes rows once rows of the table are deleted. */
export function cascadesFrom(
  { name }: Target,
  { text, dialect }: { readonly text: string; readonly dialect: Dialect },
): boolean {
  const table = name?.toLowerCase();
  return cascadingKeys(lex(text, dialect), LEXICAL[dialect]).some(({ from, to }) => to === table && from !== table);
}

function deletes(tokens: TokenList, from: number): boolean {
  let depth = 0;
  for (let at = from; at < Math.min(tokens.length, from + MAX_CLAUSE); at++) {
    const word = tokens.word(at);
    if (word === '(') depth++;
    else if (word === ';' || word === 'REFERENCES' || (word === ')' && --depth < 0)) return false;
    else if (word === ',' && depth === 0) return false;
    else if (word === 'ON' && tokens.word(at + 1) === 'DELETE') return /^(?:CASCADE|SET)$/.test(tokens.word(at + 2));
  }
  return false;
}

/** The name without its schema; empty if it is not known, as that of a template. */
function nameAt(tokens: TokenList, at: number, lexical: Lexical): string {
  return readName(tokens, at, lexical).target.name?.toLowerCase() ?? '';
}
