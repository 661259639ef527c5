import { type Dialect, isSqlFileName } from '../../model/index.ts';
import { dialectOfWord, folderOf } from '../../repository/migrations/index.ts';

/** A dialect, or a database whose SQL Querygate does not read. */
export type Database = Dialect | { readonly unread: string };

/** The name of a database in a path: a folder, or a word of the file's name. */
export interface DatabaseName {
  readonly database: Database;
  /** The path up to the folder, or all of it. */
  readonly place: string;
  /** The folder or word, if it is nothing but the name. */
  readonly exact: { readonly folder: string } | { readonly word: string } | undefined;
}

interface Candidate extends DatabaseName {
  /** The place with a mark instead of the name: equal for files and folders named alike for other databases. */
  readonly key: string;
  /** The place is named after the database as a whole, so that no sibling is needed. */
  readonly isWhole: boolean;
}

/** A word that names nothing else, in a folder's name that has no other separator: `riversqlite`, `sqlitestore`. */
const GLUED = /^([a-z\d]*?)(sqlite3?|mysql|mariadb|postgres(?:ql)?|mssql|sqlserver|cockroachdb)([a-z\d]*)$/i;

/** Words that name other things too: they count beside a file or folder that is named alike for another database. */
const AMBIGUOUS: ReadonlySet<string> = new Set(['oracle', 'spanner', 'snowflake', 'derby', 'firebird']);
/** What Spring Boot runs on one platform: `schema-h2.sql`. */
const SPRING = /^(?:schema|data)-[a-z\d]+$/;
const MARK = '\u0001';

/**
 * The names of databases in each path, outermost first: `db/clickhouse/1.sql`, `1.vertica.up.sql`. A name that is only
 * a part of a word, as in `schema_mysql.sql` and `h2-default/`, counts beside the same one of another database.
 */
export function databaseNames(paths: readonly string[]): (path: string) => readonly DatabaseName[] {
  const siblings = new Map<string, Set<string>>();
  const candidates = new Map(paths.map((path) => [path, candidatesIn(path)]));
  for (const { key, database } of [...candidates.values()].flat())
    siblings.set(key, (siblings.get(key) ?? new Set()).add(labelOf(database)));
  const counts = ({ isWhole, key, database }: Candidate) =>
    (isWhole && !AMBIGUOUS.has(labelOf(database))) || (siblings.get(key)?.size ?? 0) > 1;
  return (path) => (candidates.get(path) ?? []).filter(counts);
}

function labelOf(database: Database): string {
  return typeof database === 'string' ? database : database.unread;
}

function candidatesIn(path: string): readonly Candidate[] {
  const found: Candidate[] = [];
  const folder = folderOf(path);
  let above = '';
  for (const part of folder.split('/').slice(0, -1)) {
    const place = `${above}${part}/`;
    const database = dialectOfWord(part);
    if (database) found.push({ database, place, exact: { folder: part }, key: `${above}${MARK}/`, isWhole: true });
    else found.push(...candidatesOfPart(part, place, (marked) => `${above}${marked}/`), ...gluedName(part, place));
    above = place;
  }
  const words = path.slice(folder.length).split('.');
  const end = words.length - 1;
  for (const [at, word] of words.entries()) {
    const keyOf = (marked: string) => `${folder}${words.with(at, marked).join('.')}`;
    const database = at === 0 || at === end ? undefined : dialectOfWord(word);
    if (database) found.push({ database, place: path, exact: { word }, key: keyOf(MARK), isWhole: true });
    // Parts of the first word and of the last: `schema-mysql.up.sql`, `2.7.0-upgrade-2.7.1-pg.sql`.
    else if (isSqlFileName(path) && (at === 0 || at === end - 1)) found.push(...candidatesOfPart(word, path, keyOf));
  }
  return found;
}

/** `mysql`, `mysql_init`, `schema-mysql`. */
function candidatesOfPart(part: string, place: string, keyOf: (marked: string) => string): readonly Candidate[] {
  const match = (pattern: RegExp) => {
    const found = pattern.exec(part);
    const word = found?.[0] ?? '';
    const database = dialectOfWord(word);
    if (!found || !database) return [];
    const marked = `${part.slice(0, found.index)}${MARK}${part.slice(found.index + word.length)}`;
    return [{ database, place, exact: undefined, key: keyOf(marked), isWhole: SPRING.test(part) }];
  };
  const [first] = match(/^[^-_]+/);
  return first ? [first] : match(/[^-_]+$/);
}

function gluedName(folder: string, place: string): readonly Candidate[] {
  const [, before = '', word = '', after = ''] = GLUED.exec(folder) ?? [];
  const database = dialectOfWord(word);
  // A program between two databases: `mysql2pg`, `sqlitetomysql`.
  const others = /pg|postgres|mysql|maria|sqlite|mssql|sqlserver|cockroach|oracle|mongo/i;
  const isOne =
    !/(?:2|to|from|no|not)$/i.test(before) && !/^(?:2(?!\d)|to)/i.test(after) && !others.test(before + after);
  return database && isOne ? [{ database, place, exact: undefined, key: place, isWhole: true }] : [];
}
