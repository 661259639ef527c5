import type { Dialect, MigrationTool } from '../../model/index.ts';

/** What marks the start of a section: a comment, or the path of a file that is one section. */
export interface SectionMark {
  /** Group 1 names the section: `up`, `down`, or what stands for one of them. */
  readonly pattern: RegExp;
  readonly in: 'comment' | 'path';
  /** For the docs: what begins the section that undoes a migration. */
  readonly written: string;
  /**
   * The form that the tool itself accepts. A comment that matches only `pattern` still starts a section, but is not
   * attributed to the tool, so it exempts nothing. Only for comments.
   */
  readonly exact?: RegExp;
  /** Other files have such names too (`5_slow_down.sql`): they count only if the configuration names the tool. Only for paths. */
  readonly ifConfigured?: true;
  /** The tool cuts the file here before it looks for statements: the last one of a section needs no `;`. */
  readonly endsStatement?: true;
}

/** A line by which a tool declares a delimiter. Group 1 is the delimiter; without it, the delimiter is `;` again. */
export interface DelimiterLine {
  readonly line: RegExp;
  /** The delimiter is written as a regular expression, or with escapes. */
  readonly escapes: boolean;
}

/** How a tool runs a file, as its documentation says and its code shows. */
export interface ToolTransactions {
  /**
   * What it runs in one transaction: the file, each part of it that begins at a `mark`, or nothing. `pending`: all files
   * that it has not run yet. Undefined: not known.
   */
  readonly unit: 'file' | 'part' | 'pending' | 'none' | undefined;
  /** The comment at which a part begins. */
  readonly mark?: RegExp;
  /** A comment that turns the transaction off: that of its part, or one anywhere in the file. */
  readonly off?: RegExp;
  /** `off` counts only at the very start of the file. */
  readonly offAtStart?: true;
  /** The names of files that it runs without a transaction. */
  readonly offPath?: RegExp;
  /** Dialects in which it begins none. */
  readonly noneIn?: readonly Dialect[];
  /** Dialects in which it runs each file in one, whatever the file says. */
  readonly alwaysIn?: readonly Dialect[];
  /** It looks for statements that PostgreSQL refuses in a transaction, and then begins none. */
  readonly detectsRefused?: true;
  /**
   * What it sends to the server at once where it begins no transaction: PostgreSQL runs the statements of one text in one
   * transaction. `block`: what stands between `StatementBegin` and `StatementEnd`.
   */
  readonly sends: 'statement' | 'block' | 'part' | 'file';
  /** A mark of a part after which it is sent at once. */
  readonly sendsWhole?: RegExp;
  /** How a file turns its transaction off; missing if none can, or if nothing has to be written. */
  readonly turnOff?: TurnOff;
  /** One sentence part for the docs, after "runs a file in a transaction". */
  readonly summary: string;
}

/** What turns the transaction of a file off: a line at its top, an ending of the marker of the section, a file beside it, or a part of its name. */
export type TurnOff =
  | { readonly by: 'line'; readonly line: string }
  | { readonly by: 'marker'; readonly ending: string }
  | { readonly by: 'file'; readonly name: string; readonly text: string; readonly pattern: RegExp }
  | { readonly by: 'name'; readonly part: string; readonly before: RegExp };

/** A migration tool: what it makes of a file. How a repository is recognised as its own: `repository/migrations`. */
export interface ToolRow {
  /** As its own documentation writes it. */
  readonly title: string;
  /**
   * By what it knows a migration that it has run: a file of the same version, or at the same path, does not run again. Missing:
   * by the name of the file, or of its folder.
   */
  readonly knows?: 'version' | 'path';
  readonly sections: readonly SectionMark[];
  /** What ends a statement besides `;`, for the docs. */
  readonly separators?: string;
  readonly delimiterLine?: DelimiterLine;
  readonly transactions: ToolTransactions;
  /**
   * Whether a file can be added beside another one; then what it begins with, and whether the tool refuses a migration that no
   * file undoes.
   */
  readonly newFile?: { readonly opening?: string; readonly needsUndo?: true };
  /** Group 1 of a path names the only database that runs the file. Other files run on each database without one of its own. */
  readonly databaseInName?: RegExp;
  /** Names of migrations, and those that the tool skips because it compares their first letter in its case. */
  readonly names?: { readonly run: RegExp; readonly skipped: RegExp };
  /** Files that only this tool runs: their transactions are known without the configuration. */
  readonly ownFile?: { readonly path?: RegExp; readonly content?: RegExp };
  /** The version that was run to try the row; undefined: the row is from its documentation and code. */
  readonly triedWith?: string;
}

/** A path below `revert/` that no other folder of Sqitch holds, in any case, because some file systems ignore it. */
const SQITCH_REVERT =
  /^(?:(?!(?:deploy|revert|verify)\/)[^/]+\/)*(revert)\/(?:(?!(?:deploy|revert|verify)\/)[^/]+\/)*[^/]+\.sql$/i;

/** File names are case-sensitive as in the tools: sqlx runs `1.DOWN.sql` forward. */
const UP_DOWN_NAMES: SectionMark = { in: 'path', written: '`*.down.sql`', pattern: /\.(up|down)\.sql$/ };
/** db-migrate writes `1-x-up.sql` and `1-x-down.sql` beside a migration in JavaScript that runs them. */
const UP_DOWN_ENDINGS: SectionMark = {
  in: 'path',
  written: '`*-down.sql`, `*_down.sql`',
  pattern: /[-_](up|down)\.sql$/,
  ifConfigured: true,
};
const UP_DOWN_FILES: SectionMark = { in: 'path', written: '`down.sql`', pattern: /(?:^|\/)(up|down)\.sql$/ };

/** `1_x.mysql.up.sql` of pop and popx. */
const DATABASE_IN_NAME =
  /\.(postgres(?:ql)?|cockroach(?:db)?|mysql|mariadb|sqlite3?)(?:\.autocommit)?\.(?:up|down)\.sql$/;

/** Drizzle's migrator splits a file at each of these, in comments too (drizzle-orm, migrator.js). */
export const BREAKPOINT = '--> statement-breakpoint';

/**
 * What each tool makes of a file. Where a setting outside the file decides too (Diesel's metadata.toml, Flyway's
 * `.sql.conf`, golang-migrate's URL), this is the tool's default; `transaction` of the configuration overrides it.
 */
export const TOOL_ROWS: Readonly<Record<MigrationTool, ToolRow>> = {
  goose: {
    title: 'goose',
    knows: 'version',
    sections: [
      {
        in: 'comment',
        written: '`-- +goose Down`',
        pattern: /^\+goose\s+(up|down)\b/i,
        exact: /^-- \+goose (?:Up|Down)$/,
      },
    ],
    separators: '`-- +goose StatementEnd`',
    transactions: {
      unit: 'file',
      off: /^\+goose\s+no\s+transaction\b/i,
      sends: 'block',
      turnOff: { by: 'line', line: '-- +goose NO TRANSACTION' },
      summary: 'yes, unless it contains `-- +goose NO TRANSACTION`',
    },
    newFile: { opening: '-- +goose Up' },
  },
  dbmate: {
    title: 'dbmate',
    knows: 'version',
    sections: [
      {
        in: 'comment',
        written: '`-- migrate:down`',
        pattern: /^migrate:(up|down)\b/i,
        exact: /^-- migrate:(?:up|down)(?: transaction:(?:true|false))?$/,
        endsStatement: true,
      },
    ],
    separators: 'the markers of its sections',
    transactions: {
      unit: 'part',
      mark: /^migrate:(?:up|down)\b/i,
      off: /\btransaction:false\b/,
      sends: 'part',
      turnOff: { by: 'marker', ending: ' transaction:false' },
      summary:
        'yes, unless `transaction:false` follows the marker of the section; PostgreSQL still runs several statements of it in one',
    },
    newFile: { opening: '-- migrate:up' },
    triedWith: '2.36.0',
  },
  'sql-migrate': {
    title: 'sql-migrate',
    sections: [
      {
        in: 'comment',
        written: '`-- +migrate Down`',
        pattern: /^\+migrate\s+(up|down)\b/i,
        exact: /^-- \+migrate (?:Up|Down)(?: notransaction)?$/,
      },
    ],
    separators: '`-- +migrate StatementEnd`',
    transactions: {
      unit: 'part',
      mark: /^\+migrate\s+(?:up|down)\b/i,
      // Its sqlparse.go compares the option as it is written.
      off: /\snotransaction(?!\S)/,
      sends: 'block',
      turnOff: { by: 'marker', ending: ' notransaction' },
      summary: 'yes, unless `notransaction` follows the marker of the section',
    },
    newFile: { opening: '-- +migrate Up' },
    triedWith: "Debian's 1.2.0",
  },
  liquibase: {
    title: 'Liquibase',
    knows: 'path',
    // The SQL of `--rollback` lines is inside a comment, and does not run with the file.
    sections: [],
    separators: '`endDelimiter` of a changeset, `GO`',
    delimiterLine: {
      line: /^[ \t]*--[ \t]*changeset[ \t](?:[^\r\n]*?\bendDelimiter:[ \t]*(\S*))?[^\r\n]*/gim,
      escapes: true,
    },
    transactions: {
      unit: 'part',
      mark: /^changeset\s/i,
      off: /\bruninTransaction:\s*"?false\b/i,
      sends: 'statement',
      sendsWhole: /\bsplitStatements:\s*"?false\b/i,
      turnOff: { by: 'marker', ending: ' runInTransaction:false' },
      summary: 'yes, one for each changeset, unless it has `runInTransaction:false`',
    },
    triedWith: '4.28 with MariaDB',
  },
  'golang-migrate': {
    title: 'golang-migrate',
    knows: 'version',
    sections: [UP_DOWN_NAMES],
    transactions: {
      unit: 'none',
      // `executeQuery` of its database/sqlite3/sqlite3.go, unless the URL has `x-no-tx-wrap`.
      alwaysIn: ['sqlite'],
      sends: 'file',
      summary:
        'in SQLite, unless its URL has `x-no-tx-wrap` (set `transaction: false`), and in PostgreSQL if it contains several statements; otherwise no',
    },
    newFile: {},
  },
  sqlx: {
    title: 'sqlx',
    knows: 'version',
    sections: [UP_DOWN_NAMES],
    transactions: {
      unit: 'file',
      off: /^-- no-transaction/,
      offAtStart: true,
      // `apply` of its sqlx-sqlite/src/migrate.rs.
      alwaysIn: ['sqlite'],
      sends: 'file',
      turnOff: { by: 'line', line: '-- no-transaction' },
      summary:
        'yes, unless the file starts with `-- no-transaction`, which SQLite ignores; PostgreSQL still runs several statements of it in one',
    },
    newFile: {},
  },
  diesel: {
    title: 'Diesel',
    knows: 'version',
    sections: [UP_DOWN_FILES],
    transactions: {
      unit: 'file',
      sends: 'file',
      turnOff: {
        by: 'file',
        name: 'metadata.toml',
        text: 'run_in_transaction = false\n',
        pattern: /^\s*run_in_transaction\s*=\s*false\b/m,
      },
      summary:
        'yes, unless `metadata.toml` beside it says `run_in_transaction = false`; PostgreSQL still runs several statements of it in one',
    },
    newFile: {},
  },
  rambler: {
    title: 'rambler',
    sections: [
      {
        in: 'comment',
        written: '`-- rambler down`',
        pattern: /^rambler\s+(up|down)\b/i,
        exact: /^-- rambler (?:up|down)$/,
      },
    ],
    transactions: { unit: 'none', sends: 'statement', summary: 'no' },
    newFile: { opening: '-- rambler up' },
  },
  flyway: {
    title: 'Flyway',
    sections: [
      // Undo migrations, and baseline migrations, which run only where no other migration has run.
      {
        in: 'path',
        written: '`U…__*.sql`, and baselines `B…__*.sql`',
        pattern: /(?:^|\/)([UB])\d[\d._]*__[^/]*\.sql$/,
      },
    ],
    separators: 'DELIMITER in MySQL',
    transactions: {
      unit: 'file',
      detectsRefused: true,
      sends: 'statement',
      summary:
        'yes, unless it contains a statement that PostgreSQL refuses in a transaction, such as `CREATE INDEX CONCURRENTLY`',
    },
    newFile: {},
    names: { run: /(?:^|\/)V\d[\d._]*__[^/]*\.sql$/, skipped: /(?:^|\/)(?:[vub]\d[\d._]*|r)__[^/]*\.sql$/ },
  },
  sqitch: {
    title: 'Sqitch',
    // Only the folder `revert` may be Sqitch's: `deploy/revert/x.sql` and `revert/deploy/x.sql` may be deployed.
    sections: [{ in: 'path', written: '`revert/`', pattern: SQITCH_REVERT }],
    // Its scripts contain their own BEGIN and COMMIT, as the template deploy/pg.tmpl does; psql runs them as they are.
    transactions: { unit: 'none', sends: 'statement', summary: 'no' },
  },
  prisma: {
    title: 'Prisma',
    sections: [],
    // "raw_cmd": the file is sent as one query (prisma-engines, sql-schema-connector).
    transactions: {
      unit: 'none',
      sends: 'file',
      summary: 'in PostgreSQL and CockroachDB, if it contains several statements; otherwise no',
    },
    newFile: {},
    ownFile: { path: /(?:^|\/)prisma\/(?:[^/]+\/)*migrations\/\d{14}_[^/]+\/migration\.sql$/ },
  },
  drizzle: {
    title: 'Drizzle',
    sections: [],
    separators: `\`${BREAKPOINT}\``,
    // libSQL's own `migrate` turns foreign keys off before it begins one; `transaction: false` says that it is used.
    transactions: {
      unit: 'pending',
      sends: 'statement',
      summary: 'yes, one for all files that it has not run yet',
    },
    ownFile: { content: new RegExp(BREAKPOINT) },
    triedWith: 'drizzle-orm 0.45.4',
  },
  supabase: {
    title: 'Supabase',
    knows: 'version',
    sections: [],
    // The CLI sends the statements of a file, and the row that records it, in one pipeline (pkg/migration/file.go).
    transactions: { unit: 'file', sends: 'statement', summary: 'yes' },
    newFile: {},
    ownFile: { path: /(?:^|\/)supabase\/migrations\/\d+_[^/]+\.sql$/ },
  },
  atlas: {
    title: 'Atlas',
    sections: [],
    separators: '`-- atlas:delimiter`',
    delimiterLine: { line: /^--[ \t]*atlas:delimiter[ \t]+([^\r\n]*[^\s])[ \t]*/gm, escapes: true },
    transactions: {
      unit: 'file',
      off: /^atlas:txmode\s+none\b/,
      sends: 'statement',
      turnOff: { by: 'line', line: '-- atlas:txmode none\n' },
      summary: 'yes, unless it contains `-- atlas:txmode none`',
    },
    newFile: {},
  },
  dbup: {
    title: 'DbUp',
    knows: 'path',
    sections: [],
    separators: '`GO` in SQL Server',
    transactions: { unit: 'none', sends: 'statement', summary: 'no, unless the program asks for one' },
  },
  hasura: {
    title: 'Hasura',
    knows: 'path',
    sections: [UP_DOWN_FILES],
    transactions: { unit: 'file', sends: 'file', summary: 'yes' },
    newFile: {},
  },
  mybatis: {
    title: 'MyBatis Migrations',
    sections: [
      {
        in: 'comment',
        written: '`-- @UNDO`',
        pattern: /^(?:\/\/)?\s*@(UNDO)\b/i,
        exact: /^-- ?(?:\/\/ ?)?@UNDO$/i,
        endsStatement: true,
      },
    ],
    separators: '`-- @DELIMITER`, `-- @UNDO`',
    delimiterLine: { line: /^[ \t]*--[ \t]*(?:\/\/)?[ \t]*@DELIMITER[ \t]+(\S+)[^\r\n]*/gim, escapes: false },
    transactions: { unit: 'file', sends: 'statement', summary: 'yes, unless `auto_commit` is on' },
  },
  pop: {
    title: 'pop',
    sections: [UP_DOWN_NAMES],
    // It hands the whole file to the driver in `Connection.Transaction` (migrator.go, file_migrator.go).
    transactions: { unit: 'file', sends: 'file', summary: 'yes' },
    newFile: {},
    databaseInName: DATABASE_IN_NAME,
    knows: 'version',
  },
  popx: {
    title: 'popx',
    sections: [UP_DOWN_NAMES],
    transactions: {
      unit: 'file',
      // `noTxDDL` of its migration_box.go.
      noneIn: ['cockroachdb', 'mysql'],
      offPath: /\.autocommit\.(?:up|down)\.sql$/,
      sends: 'file',
      turnOff: { by: 'name', part: '.autocommit', before: /\.(?:up|down)\.sql$/ },
      summary:
        'yes, unless the name ends in `.autocommit.up.sql`, and not in CockroachDB and MySQL; PostgreSQL still runs several statements of it in one',
    },
    newFile: { needsUndo: true },
    databaseInName: DATABASE_IN_NAME,
    knows: 'version',
  },
  'up-down-files': {
    title: 'any other tool with pairs of files',
    sections: [UP_DOWN_NAMES, UP_DOWN_ENDINGS, UP_DOWN_FILES],
    transactions: { unit: undefined, sends: 'statement', summary: 'not known: only after `BEGIN`' },
  },
};

/** The rows with their names. */
export const TOOL_ENTRIES = Object.entries(TOOL_ROWS) as readonly (readonly [MigrationTool, ToolRow])[];
