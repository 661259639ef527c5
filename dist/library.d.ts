// The types of the package `querygate`. The build copies this file to dist/library.d.ts, so it imports nothing. index.ts
// checks it against the types of the engine.

export type Dialect = 'postgresql' | 'mysql' | 'mariadb' | 'sqlite' | 'transactsql' | 'cockroachdb' | 'redshift';

export type MigrationTool =
  | 'goose'
  | 'dbmate'
  | 'sql-migrate'
  | 'liquibase'
  | 'golang-migrate'
  | 'sqlx'
  | 'diesel'
  | 'rambler'
  | 'flyway'
  | 'sqitch'
  | 'prisma'
  | 'drizzle'
  | 'supabase'
  | 'atlas'
  | 'dbup'
  | 'hasura'
  | 'mybatis'
  | 'pop'
  | 'popx'
  | 'up-down-files';

/** `unknown`: something could not be decided. It is never the same as `allow`. */
export type Verdict = 'allow' | 'warn' | 'block' | 'unknown';

export interface CheckOptions {
  readonly dialect: Dialect;
  /** Path of the file, relative to the repository. Part of fingerprints, and a fact for rules. Default: `-`. */
  readonly path?: string | undefined;
  /** A ruleset as YAML text. It may extend built-in packs, but no files. Default: the built-in packs. */
  readonly ruleset?: string | undefined;
  /** The migration tool that runs the file. Findings in its down sections do not count. */
  readonly tool?: MigrationTool | undefined;
  /** The program that runs the file, if not the one of `tool`. Default: the stricter reading where programs differ. */
  readonly runBy?: 'psql' | 'psql-one-text' | 'mariadb' | 'sqlite3' | 'sqlcmd' | 'driver' | undefined;
  /** Whether the tool runs the file in a transaction. Default: what `tool` does; without `tool`, only BEGIN starts one. */
  readonly transaction?: boolean | undefined;
  /** The version of the server, such as `16`, `8.0.12` or SQL Server's `2022`. Rules that depend on it need it. */
  readonly serverVersion?: string | undefined;
  /** Who runs the file. Rules about callers apply only if it is given. */
  readonly caller?: Caller | undefined;
  /** The text before the change. Findings that it has too are `existing` and do not count. */
  readonly baseText?: string | undefined;
  /**
   * The text of all SQL files of the base branch. It shows what the file replaces: a table that no SQL creates, a policy
   * that stays the same. Without it nothing is known about them, and findings are stricter. The file counts as the whole
   * change in both cases.
   */
  readonly baseSql?: string | undefined;
  /** Whether comments may exempt statements. Default: `on`. */
  readonly suppressions?: 'on' | 'off' | undefined;
  /** Lowest verdict that fails. Default: `block`. */
  readonly failOn?: 'block' | 'warn' | 'never' | undefined;
  /** What happens if something could not be decided: only `fail` fails. Default: `fail`. */
  readonly onUnknown?: 'fail' | 'warn' | 'pass' | undefined;
  /** `YYYY-MM-DD`: the day on which exceptions and suppressions must still be valid. Default: today in UTC. */
  readonly today?: string | undefined;
}

export interface Caller {
  readonly user?: string | undefined;
  readonly role?: string | undefined;
  readonly application?: string | undefined;
  readonly database?: string | undefined;
  readonly tags?: Readonly<Record<string, string>> | undefined;
}

/** The result of `check`. It is serialisable as JSON. */
export interface Report {
  /** Whether nothing fails under `failOn` and `onUnknown`. */
  readonly passed: boolean;
  /** The strictest of the findings that count. */
  readonly verdict: Verdict;
  readonly statements: number;
  readonly findings: readonly Finding[];
  readonly suppressions: readonly Suppression[];
  readonly notices: readonly Notice[];
  readonly ruleset: Ruleset;
}

/** One rule that matched one operation, or (`unknown`) one thing that could not be decided. */
export interface Finding {
  /** Rule id; `unreadable` for a statement or file that could not be understood. */
  readonly rule: string;
  readonly verdict: 'block' | 'warn' | 'unknown';
  /** Only `new` counts. Others are exempt: by the base text, a comment, an exception of the ruleset, or a down section. */
  readonly status: 'new' | 'existing' | 'suppressed' | 'excepted' | 'baselined' | 'spared';
  readonly path: string;
  /** Undefined if the finding is about the whole file. */
  readonly location: Location | undefined;
  /** The line of the finding, cut to 400 characters. Untrusted text: escape it before printing. */
  readonly excerpt: string;
  readonly operation: { readonly kind: string; readonly target: string; readonly place: string } | undefined;
  /** One line. It may contain names from the SQL. */
  readonly message: string;
  /** The safe alternative, Markdown; empty if the rule has none. */
  readonly help: string;
  readonly owner: string | undefined;
  /** Whether a comment in the file may exempt it. */
  readonly suppressible: boolean;
  /** Why it is exempt, if it is. */
  readonly exemption: string | undefined;
  /** Stable if lines move: rule, path, statement without literals, and occurrence. */
  readonly fingerprint: string;
}

/** `end` is just past the last character. */
export interface Location {
  readonly start: Position;
  readonly end: Position;
}

/** Lines and columns count from 1, offsets from 0; columns and offsets are UTF-16 code units of the decoded text. */
export interface Position {
  readonly offset: number;
  readonly line: number;
  readonly column: number;
}

/** A comment that exempts a statement. */
export interface Suppression {
  readonly location: Location;
  readonly rules: readonly string[];
  readonly reason: string;
  readonly until: string | undefined;
  readonly state: 'used' | 'unused' | 'expired' | 'refused';
}

export interface Notice {
  readonly level: 'notice' | 'warning';
  readonly message: string;
  readonly location: Location | undefined;
}

/** The ruleset that was applied. */
export interface Ruleset {
  readonly sources: readonly string[];
  /** SHA-256 of everything that decides a verdict. */
  readonly hash: string;
  /** Number of rules that are not `off`. */
  readonly rules: number;
  /**
   * Rules that could not be applied, such as rules about callers if no caller is given. `exception`: only an exception
   * to the rule could not be applied.
   */
  readonly notApplied: readonly {
    readonly rule: string;
    readonly reason: string;
    readonly exception?: true | undefined;
  }[];
}

export interface Rule {
  readonly id: string;
  readonly verdict: 'block' | 'warn' | 'off';
  /** Kinds and groups of operations. */
  readonly operations: readonly string[];
  /** The condition in CEL; undefined if every such operation matches. */
  readonly when: string | undefined;
  readonly description: string;
  /** The safe alternative, Markdown; empty if the rule has none. */
  readonly help: string;
  readonly owner: string | undefined;
  readonly suppressible: boolean;
  /** A pack, or `ruleset.yml` for the given text. */
  readonly source: string;
}

/** The error for a mistake in the options or the ruleset. */
export interface ConfigError extends Error {
  readonly name: 'ConfigError';
  /** Position in the given ruleset, whose `file` is `ruleset.yml`. */
  readonly place:
    | { readonly file: string; readonly line?: number | undefined; readonly column?: number | undefined }
    | undefined;
  /** Further mistakes of the ruleset; empty if there is only one. */
  readonly others: readonly ConfigError[];
}

/**
 * Judges the statements of one SQL file. It reads no file of the project and uses no network.
 *
 * SQL that cannot be understood is a finding with the verdict `unknown`, never an error. Rejects with a `ConfigError` if
 * an option or the ruleset is invalid.
 *
 * @param sql text, or the bytes of a file, which are decoded as the command line does
 */
export function check(sql: string | Uint8Array, options: CheckOptions): Promise<Report>;

/**
 * Lists the rules of a ruleset, with all overrides applied. Rejects with a `ConfigError` if the ruleset is invalid.
 *
 * @param ruleset YAML text. Default: the packs `querygate:recommended@1` and `querygate:availability@1`
 */
export function rules(ruleset?: string): Promise<readonly Rule[]>;
