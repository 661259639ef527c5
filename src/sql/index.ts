import type { Dialect, SqlScript } from '../model/index.ts';
import type { Grammar } from './grammars/types.ts';
import { readScript, readTraffic, type TrafficScript } from './script.ts';
import type { LexicalMode } from './text/dialects.ts';

export { objectsOf } from './object-classes.ts';
export { ScriptState } from './surroundings.ts';
export { LEXICAL, type Lexical, type LexicalMode } from './text/dialects.ts';
export { decodeSql } from './text/encoding.ts';
export { passingName, writtenShapes } from './written-shape.ts';

export interface ReadOptions {
  /** Path of the file; its name may make it a down migration (`x.down.sql`). */
  readonly path: string;
}

/** Reads SQL of one dialect. */
export interface SqlReader {
  readonly dialect: Dialect;
  /** Never throws on any text: what cannot be understood is in `unreadable`. */
  read(text: string, options: ReadOptions): SqlScript;
  /** Reads a statement (or several) as a server received it: no templates, no client commands. Never throws. */
  readTraffic(text: string, mode?: LexicalMode): TrafficScript;
}

/** Loads what the dialect needs: the grammars of other dialects are not loaded. */
export async function createSqlReader(dialect: Dialect): Promise<SqlReader> {
  const grammar = await loadGrammar(dialect);
  return {
    dialect,
    read: (text, { path }) => readScript(text, path, dialect, grammar),
    readTraffic: (text, mode = {}) => readTraffic(text, mode, dialect, grammar),
  };
}

async function loadGrammar(dialect: Dialect): Promise<Grammar | undefined> {
  switch (dialect) {
    case 'postgresql':
      return (await import('./grammars/postgresql/load.ts')).loadPostgresGrammar();
    case 'mysql':
    case 'mariadb':
    case 'sqlite':
      return (await import('./grammars/node-sql-parser/load.ts')).loadNodeSqlParser(dialect);
    case 'transactsql':
      // node-sql-parser sees 6 % of what T-SQL files destroy: it adds nothing to the tokens.
      return undefined;
  }
}
