import type { Dialect } from '../model/index.ts';
import { KeyLexer } from './key-lexer.ts';

/** A lexer, for dialects that it is proven for; texts of the others are identified by all their bytes. */
export function lexerFor(dialect: Dialect): KeyLexer | undefined {
  return dialect === 'postgresql' || dialect === 'mysql' || dialect === 'mariadb' ? new KeyLexer(dialect) : undefined;
}
