import type { Dialect } from '../../model/index.ts';

/** Syntax that only one dialect uses. */
const SIGNS: readonly (readonly [Dialect, RegExp])[] = [
  [
    'postgresql',
    /\$\$|::\w|\b(?:BIGSERIAL|SERIAL|PLPGSQL|TIMESTAMPTZ|JSONB|BYTEA|ON CONFLICT|CONCURRENTLY|USING GIN)\b/gi,
  ],
  ['mysql', /\b(?:ENGINE\s*=|AUTO_INCREMENT|UNSIGNED|LONGTEXT|MEDIUMTEXT|DELIMITER|TINYINT\(1\))/gi],
  ['mariadb', /\/\*M!|\bMARIADB\b/gi],
  ['sqlite', /\b(?:AUTOINCREMENT|PRAGMA|WITHOUT ROWID|INSERT OR (?:REPLACE|IGNORE))\b/gi],
  ['transactsql', /^\s*GO\s*$|\[dbo\]|\b(?:NVARCHAR|DATETIME2|UNIQUEIDENTIFIER|IDENTITY\(1|OBJECT_ID\()/gim],
];

const NAME_IN_BACKTICKS = /`\w+`/g;

/** In MySQL, double quotes are around strings. */
const NAME_IN_DOUBLE_QUOTES = /\b(?:TABLE|EXISTS|INDEX|ON|INTO|UPDATE|FROM|JOIN|REFERENCES)\s+"\w+"/i;

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
  const counts = new Map(SIGNS.map(([dialect, pattern]) => [dialect, countOf(pattern, sample)]));
  const writer = writesBackticks(counts, sample);
  counts.set(writer, (counts.get(writer) ?? 0) + countOf(NAME_IN_BACKTICKS, sample));
  let best: { dialect: Dialect; count: number } | undefined;
  for (const [dialect, count] of counts) if (count > (best?.count ?? 0)) best = { dialect, count };
  return best?.dialect;
}

function countOf(pattern: RegExp, sample: string): number {
  return sample.match(pattern)?.length ?? 0;
}

/** The dialect that names in backticks are a sign of: SQLite takes them too, and names in double quotes beside them. */
function writesBackticks(counts: ReadonlyMap<Dialect, number>, sample: string): Dialect {
  if (counts.get('mysql') || counts.get('mariadb')) return 'mysql';
  return counts.get('sqlite') || NAME_IN_DOUBLE_QUOTES.test(sample) ? 'sqlite' : 'mysql';
}
