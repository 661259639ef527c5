import { beginHeavyWork } from '../../../model/index.ts';
import type { Grammar } from '../types.ts';
import { withoutStack } from '../without-stack.ts';
import { postgresGrammar } from './grammar.ts';

export { lazyPostgresGrammar, withOwnSyntax } from './grammar.ts';

/** Loads libpg-query. Importing it starts loading its WebAssembly. */
export async function loadPostgresGrammar(): Promise<Grammar> {
  await beginHeavyWork('webAssembly');
  const { loadModule, parseSync, parsePlPgSQLSync } = await import(/* webpackIgnore: true */ 'libpg-query');
  await loadModule();
  return postgresGrammar({ parse: withoutStack(parseSync), parsePlPgSql: withoutStack(parsePlPgSQLSync) });
}
