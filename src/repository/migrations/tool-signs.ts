import type { Dialect, MigrationTool } from '../../model/index.ts';

/** A file that proves or describes something: its path, and a line of its content. */
export interface FileSign {
  /** Matched against the end of the path, from a folder on. */
  readonly path: RegExp;
  /** Matched against the content. Group 1, if there is one, is the word that the sign is about. */
  readonly content: RegExp;
}

/** A file without which the migration files prove nothing. */
export interface Proof extends FileSign {
  /**
   * Where the file is: in a folder relative to the migrations (`.`, `..`, `meta`), or in any folder above them
   * (`ancestors`).
   */
  readonly in: readonly string[] | 'ancestors';
}

/** How a reader gets the SQL of migrations that are not SQL. */
export interface PrintedSql {
  /** The framework's own command; undefined if it has none. */
  readonly command: string | undefined;
  /** What the command needs, or what to do without one. One sentence, without a full stop. */
  readonly note: string;
  /** The command that migrates, if `querygate record` knows what it notes. */
  readonly migrate?: string;
}

/**
 * How a migration tool is recognised: by what its files hold, never by their names alone. So a row has `content`, a
 * `proof`, or both.
 */
export interface ToolSigns {
  /** The tool as its own documentation writes it. */
  readonly name: string;
  /** Paths of migration files. Group 1 is the folder of migrations, with `/` at its end; '' is the root. */
  readonly files: RegExp;
  /** Those of `files` that the tool runs whatever they contain. Trusted only where a missed migration must not pass. */
  readonly ownPath?: RegExp;
  /** What a migration file contains. */
  readonly content?: RegExp;
  readonly proof?: Proof;
  /** Migration files that prove it where there is no `proof`: repositories of migrations alone have no other file of the tool. */
  readonly instead?: { readonly files: RegExp; readonly content: RegExp };
  /** A file can be for one dialect, which its name says: `1_x.mysql.up.sql`. */
  readonly namesDialects?: true;
  /** All SQL files below the folder are the tool's. */
  readonly ownsFolder?: true;
  /** Files that mark the project that the migrations belong to; its other files are configuration of the tool. */
  readonly project?: RegExp;
  /** Files that name the dialect, the most reliable first; or the only dialect of the tool. */
  readonly dialect: readonly FileSign[] | Dialect;
  /** Undefined if the migrations are SQL. */
  readonly printedSql?: PrintedSql;
  /** The name of the tool in the configuration; undefined if it does not matter what runs the files. */
  readonly tool?: MigrationTool;
  /** It writes files that another tool may run, whose settings then apply. */
  readonly writesForOthers?: true;
  /** What says that the tool runs files outside of any transaction, if it otherwise has one. */
  readonly withoutTransaction?: FileSign;
  /** The files describe a schema, and the tool derives the change from them. */
  readonly declarative?: true;
}

/** A sign in the environment files and compose files that most tools share. */
const ENVIRONMENT = /(?:^|\/)(?:\.env[\w.-]*|(?:docker-)?compose[\w.-]*\.ya?ml|Makefile|justfile|Taskfile\.ya?ml)$/;

/** `DATABASE_URL=postgres://…`, in files that most projects have. */
export const DATABASE_URL: FileSign = {
  path: ENVIRONMENT,
  content:
    /\b(?:DATABASE|DB|POSTGRES|MYSQL|PG)_?(?:URL|URI|DSN)\b["']?\s*[:=]+\s*["']?(?:jdbc:)?([a-z][a-z0-9]+)(?:\+\w+)?:/im,
};

/** A variable of an environment file, such as `DB_CONNECTION=pgsql`. */
export function variable(name: string): FileSign {
  return { path: ENVIRONMENT, content: new RegExp(`\\b${name}\\b["']?\\s*[:=]+\\s*["']?([\\w-]+)`, 'm') };
}
