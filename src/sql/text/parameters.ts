import type { Dialect } from '../../model/index.ts';
import { LEXICAL, type LexicalMode } from './dialects.ts';
import { lexTraffic } from './lexer/index.ts';
import { T } from './tokens.ts';

/** The text with the number 1 for each parameter. */
export function withValues(text: string, dialect: Dialect, mode: LexicalMode = {}): string {
  const tokens = lexTraffic(text, { ...LEXICAL[dialect], ...mode });
  let filled = '';
  let copied = 0;
  for (let at = 0; at < tokens.length; at++) {
    if (tokens.kind(at) !== T.param) continue;
    filled += `${text.slice(copied, tokens.start(at))}1`;
    copied = tokens.end(at);
  }
  return filled + text.slice(copied);
}
