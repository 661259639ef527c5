import type { Dialect } from '../model/index.ts';
import { KeyLexer } from './key-lexer.ts';
import type { LexedDialect } from './key-text.ts';

/** The dialects that the lexer is proven for. Texts of the others are identified by all their bytes. */
const LEXED: { readonly [Name in Dialect]: Name extends LexedDialect ? Name : undefined } = {
  postgresql: 'postgresql',
  mysql: 'mysql',
  mariadb: 'mariadb',
  sqlite: undefined,
  transactsql: undefined,
  cockroachdb: undefined,
  redshift: undefined,
};

export function lexerFor(dialect: Dialect): KeyLexer | undefined {
  const lexed = LEXED[dialect];
  return lexed && new KeyLexer(lexed);
}
