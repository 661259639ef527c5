import type { Dialect, MigrationTool, SqlScript } from '../model/index.ts';

export interface ReadOptions {
  /** Path of the file; its name may make it a down migration (`x.down.sql`). */
  readonly path: string;
  /** The migration tool that the base configuration names for the path. */
  readonly tool?: MigrationTool | undefined;
}

/** Reads SQL of one dialect. */
export interface SqlReader {
  readonly dialect: Dialect;
  /** Never throws on any text: what cannot be understood is in `unreadable`. */
  read(text: string, options: ReadOptions): SqlScript;
}

/** Loads what the dialect needs (its grammar is loaded on first use). */
export async function createSqlReader(_dialect: Dialect): Promise<SqlReader> {
  throw new Error('not written yet');
}
