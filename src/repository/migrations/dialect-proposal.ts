import type { Dialect } from '../../model/index.ts';

/** Syntax that only one dialect uses. */
const SIGNS: readonly (readonly [Dialect, RegExp])[] = [
  [
    'postgresql',
    /\$\$|::\w|\b(?:BIGSERIAL|SERIAL|PLPGSQL|TIMESTAMPTZ|JSONB|BYTEA|ON CONFLICT|CONCURRENTLY|USING GIN)\b/gi,
  ],
  ['mysql', /`\w+`|\b(?:ENGINE\s*=|AUTO_INCREMENT|UNSIGNED|LONGTEXT|MEDIUMTEXT|DELIMITER|TINYINT\(1\))/gi],
  ['mariadb', /\/\*M!|\bMARIADB\b/gi],
  ['sqlite', /\b(?:AUTOINCREMENT|PRAGMA|WITHOUT ROWID|INSERT OR (?:REPLACE|IGNORE))\b/gi],
  ['transactsql', /^\s*GO\s*$|\[dbo\]|\b(?:NVARCHAR|DATETIME2|UNIQUEIDENTIFIER|IDENTITY\(1|OBJECT_ID\()/gim],
];

/** Syntax of databases that are not read. */
const UNREAD: readonly (readonly [string, RegExp])[] = [
  [
    'clickhouse',
    /\bENGINE\s*=?\s*(?:Replicated|Shared)?\w{0,30}MergeTree\b|\bLowCardinality\s*\(|\bON\s+CLUSTER\s+(?:['"`{]|(?!USING\b)\w)/i,
  ],
];

/** The database that a text is surely for, if Querygate does not read its SQL. */
export function unreadDatabase(text: string): string | undefined {
  return UNREAD.find(([, sign]) => sign.test(text))?.[0];
}

/** Text for people, which may have names in backticks in any dialect. `/*` comments stay: some of MySQL's are executed. */
const LINE_COMMENT = /--[^\n]*/g;

/** Guesses the dialect of a text: the one with the most matches. Used only as a proposal to the user. */
export function proposeDialect(text: string): Dialect | undefined {
  const sample = text.slice(0, 100_000).replace(LINE_COMMENT, '');
  let best: { dialect: Dialect; count: number } | undefined;
  for (const [dialect, pattern] of SIGNS) {
    const count = sample.match(pattern)?.length ?? 0;
    if (count > (best?.count ?? 0)) best = { dialect, count };
  }
  return best?.dialect;
}
