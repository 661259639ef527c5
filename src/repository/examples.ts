import type { Dialect, FileContext, FileRun, SqlScript } from '../model/index.ts';
import { contextOfBase } from './base-tables.ts';

interface Reader {
  read(
    text: string,
    options: { readonly path: string; readonly context?: FileContext | undefined; readonly run?: FileRun | undefined },
  ): SqlScript;
}

/** Reads a file as the only one of its change, in a repository whose base has the SQL that is given with it. */
export interface ReaderWithBase {
  read(
    text: string,
    options: { readonly path: string; readonly base: string | undefined; readonly run: FileRun | undefined },
  ): SqlScript;
}

/** Adds to a reader what the base of an example says about its tables. */
export function withBase(
  readerOf: (dialect: Dialect) => Promise<Reader>,
): (dialect: Dialect) => Promise<ReaderWithBase> {
  return async (dialect) => {
    const reader = await readerOf(dialect);
    return {
      read(text, { path, base, run }) {
        const context = base === undefined ? undefined : contextOfBase(text, path, dialect, base);
        return reader.read(text, { path, context, run });
      },
    };
  };
}
