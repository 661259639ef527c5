import { describe, expect, test } from 'vitest';
import type { Dialect, FileContext } from '../../src/model/index.ts';
import { read } from './read.ts';

const CONTEXT: FileContext = {
  tables: [
    { name: 't', schema: '', exists: true, columns: ['id', 'a', 'b'], cascades: false, rowSecurity: false },
    { name: 't', schema: 'app', exists: true, rowSecurity: false },
  ],
};

/** `rebuilt` of each DROP TABLE of a file. */
function drops(dialect: Dialect, sql: string, context: FileContext | undefined = CONTEXT): (boolean | undefined)[] {
  const operations = read(dialect, sql, 'x.sql', context).statements.flatMap((statement) => statement.operations);
  return operations.filter(({ kind }) => kind === 'drop_table').map(({ rebuilt }) => rebuilt);
}

const NEW = 'CREATE TABLE new_t (id int PRIMARY KEY, a int, b text, c int);';
const COPY = 'INSERT INTO new_t (id, a, b) SELECT id, a, b FROM t;';
const DROP = 'DROP TABLE t;';
const RENAME = 'ALTER TABLE new_t RENAME TO t;';
const SECURE = 'ALTER TABLE new_t ENABLE ROW LEVEL SECURITY;';
const REBUILD = `${NEW} ${COPY} ${DROP} ${RENAME}`;

const DRIZZLE = `PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE \`__new_t\` (
	\`id\` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	\`a\` integer DEFAULT 0,
	\`b\` text NOT NULL
);
--> statement-breakpoint
INSERT INTO \`__new_t\`("id", "a", "b") SELECT "id", "a", "b" FROM \`t\`;--> statement-breakpoint
DROP TABLE \`t\`;--> statement-breakpoint
ALTER TABLE \`__new_t\` RENAME TO \`t\`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX \`t_a\` ON \`t\` (\`a\`);`;

const PRISMA = `-- RedefineTables
PRAGMA defer_foreign_keys=ON;
PRAGMA foreign_keys=OFF;
CREATE TABLE "new_t" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "a" INTEGER,
    "b" TEXT NOT NULL DEFAULT 'x',
    CONSTRAINT "t_a_fkey" FOREIGN KEY ("a") REFERENCES "u" ("id") ON DELETE SET NULL ON UPDATE CASCADE
);
INSERT INTO "new_t" ("a", "b", "id") SELECT "a", coalesce("b", 'x') AS "b", "id" FROM "t";
DROP TABLE "t";
ALTER TABLE "new_t" RENAME TO "t";
CREATE INDEX "t_a" ON "t"("a");
PRAGMA foreign_keys=ON;
PRAGMA defer_foreign_keys=OFF;`;

const DJANGO = `BEGIN;
CREATE TABLE "new__t" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "a" integer NULL, "b" text NULL, "c" bool NOT NULL);
INSERT INTO "new__t" ("id", "a", "b", "c") SELECT "id", "a", "b", 0 FROM "t";
DROP TABLE "t";
ALTER TABLE "new__t" RENAME TO "t";
CREATE INDEX "t_a" ON "t" ("a");
COMMIT;`;

describe('a table is rebuilt', () => {
  test.each<[string, Dialect, string]>([
    ['by Drizzle', 'sqlite', DRIZZLE],
    ['by Prisma', 'sqlite', PRISMA],
    ['by Django', 'sqlite', DJANGO],
    ['plainly', 'sqlite', REBUILD],
    ['plainly', 'postgresql', REBUILD],
    ['with row security from now on', 'postgresql', `${NEW} ${SECURE} ${COPY} ${DROP} ${RENAME}`],
    ['plainly', 'mysql', REBUILD],
    ['plainly', 'mariadb', REBUILD],
    ['with SELECT *', 'sqlite', `${NEW} INSERT INTO new_t SELECT * FROM t; ${DROP} ${RENAME}`],
    ['with t.*', 'sqlite', `${NEW} INSERT INTO new_t SELECT x.*, 0 FROM t AS x; ${DROP} ${RENAME}`],
    [
      'with a renamed column',
      'sqlite',
      `${NEW} INSERT INTO new_t (id, c, b) SELECT id, a, b FROM t; ${DROP} ${RENAME}`,
    ],
    ['with IFNULL', 'sqlite', `${NEW} INSERT INTO new_t SELECT id, ifnull(t.a, 0), b, NULL FROM t; ${DROP} ${RENAME}`],
    [
      'after the rename of the old',
      'sqlite',
      `ALTER TABLE t RENAME TO t_old; CREATE TABLE t (id int, a int, b int); INSERT INTO t SELECT id, a, b FROM t_old; DROP TABLE t_old;`,
    ],
    [
      'after a swap',
      'mysql',
      'CREATE TABLE new_t LIKE t; INSERT INTO new_t SELECT * FROM t; RENAME TABLE t TO t_bak, new_t TO t; DROP TABLE t_bak;',
    ],
    [
      'after a rename of the old that stays',
      'sqlite',
      'ALTER TABLE t RENAME TO s; CREATE TABLE new_s (id int, a int, b int); INSERT INTO new_s SELECT id, a, b FROM s; DROP TABLE s; ALTER TABLE new_s RENAME TO s;',
    ],
    [
      'with the query in parentheses',
      'redshift',
      `CREATE TABLE new_t (LIKE t); INSERT INTO new_t (SELECT * FROM t); ${DROP} ${RENAME}`,
    ],
    [
      'with the query in parentheses',
      'mysql',
      `${NEW} INSERT INTO new_t (id, a, b) (SELECT id, a, b FROM t); ${DROP} ${RENAME}`,
    ],
    ['by CREATE TABLE AS in parentheses', 'postgresql', `CREATE TABLE new_t AS (SELECT * FROM t); ${DROP} ${RENAME}`],
    [
      'with names in single quotes',
      'sqlite',
      `${NEW.replace('id int', "'id' int")} INSERT INTO 'new_t' ('id', a, b) SELECT id, a, b FROM 't'; ${DROP} ${RENAME}`,
    ],
    ['behind client commands', 'sqlite', `.bail on\n.headers on\n${REBUILD}`],
    ['with another ALTER', 'mysql', `${NEW} ${COPY} ${DROP} ALTER TABLE new_t RENAME t;`],
    ['by CREATE TABLE AS', 'postgresql', `CREATE TABLE new_t AS SELECT * FROM t; ${DROP} ${RENAME}`],
    [
      'with indexes',
      'sqlite',
      `${NEW} CREATE INDEX i ON new_t (a); ${COPY} CREATE INDEX j ON new_t (b); ${DROP} ${RENAME}`,
    ],
    ['with more rows', 'sqlite', `${NEW} ${COPY} INSERT INTO new_t (id) VALUES (0); ${DROP} ${RENAME}`],
    [
      'while other tables change',
      'sqlite',
      `${NEW} DELETE FROM u; ${COPY} DROP INDEX t_a; ${DROP} INSERT INTO u VALUES (1); ${RENAME}`,
    ],
    [
      'with an engine',
      'mysql',
      `CREATE TABLE new_t (id int, a int, b int) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4; ${COPY} ${DROP} ${RENAME}`,
    ],
    [
      'in a schema',
      'postgresql',
      `CREATE TABLE app.new_t (id int); INSERT INTO app.new_t SELECT * FROM app.t; DROP TABLE app.t; ALTER TABLE app.new_t RENAME TO t;`,
    ],
    [
      'with a new column before that is taken back',
      'sqlite',
      `ALTER TABLE t ADD COLUMN z int; ALTER TABLE t DROP COLUMN z; ALTER TABLE t ADD COLUMN z text; ${REBUILD}`,
    ],
    ['with a new column before', 'sqlite', `ALTER TABLE t ADD COLUMN z int; ${REBUILD}`],
    ['in a section', 'sqlite', `-- +goose Up\n${REBUILD}\n-- +goose Down\nSELECT 1;`],
  ])('%s: %s: %s', (_, dialect, sql) => {
    expect(drops(dialect, sql)).toEqual([true]);
  });

  test('twice', () => {
    const other = REBUILD.replaceAll(/\bt\b/g, 'u').replaceAll('new_t', 'new_u');
    const context = {
      tables: [...CONTEXT.tables, { name: 'u', schema: '', exists: true, columns: ['id', 'a', 'b'], cascades: false }],
    };
    expect(drops('sqlite', `${REBUILD} ${other}`, context)).toEqual([true, true]);
    expect(drops('sqlite', `${REBUILD} ${other}`)).toEqual([true, false]);
  });
});

const copied = (copy: string) => `${NEW} ${copy}; ${DROP} ${RENAME}`;

describe('rows or columns are lost', () => {
  test.each<[string, Dialect, string]>([
    ['by a filter', 'sqlite', copied('INSERT INTO new_t (id, a, b) SELECT id, a, b FROM t WHERE a > 0')],
    ['by a filter', 'sqlite', copied('INSERT INTO new_t SELECT * FROM t WHERE 1')],
    ['by a filter', 'redshift', copied('INSERT INTO new_t (SELECT * FROM t WHERE a > 0)')],
    ['by LIMIT behind parentheses', 'mysql', copied('INSERT INTO new_t (SELECT * FROM t) LIMIT 10')],
    ['by a union of parentheses', 'mysql', copied('INSERT INTO new_t (SELECT * FROM t) UNION (SELECT * FROM u)')],
    ['since a string is no column', 'sqlite', copied("INSERT INTO new_t (id, a, b) SELECT 'id', a, b FROM t")],
    ['by LIMIT', 'sqlite', copied('INSERT INTO new_t SELECT * FROM t LIMIT 10')],
    ['by ORDER BY and LIMIT', 'sqlite', copied('INSERT INTO new_t SELECT * FROM t ORDER BY id LIMIT 10')],
    ['by DISTINCT', 'sqlite', copied('INSERT INTO new_t SELECT DISTINCT * FROM t')],
    ['by DISTINCT', 'sqlite', copied('INSERT INTO new_t SELECT DISTINCT id, a, b, 0 FROM t')],
    ['by TOP', 'transactsql', `${NEW} INSERT INTO new_t SELECT TOP 5 * FROM t; ${DROP} EXEC sp_rename 'new_t', 't';`],
    ['by GROUP BY', 'sqlite', copied('INSERT INTO new_t (id, a, b) SELECT id, a, b FROM t GROUP BY id')],
    ['by an aggregate', 'sqlite', copied('INSERT INTO new_t (id, a, b, c) SELECT id, a, b, max(id) FROM t')],
    [
      'by a function that may return no row',
      'postgresql',
      copied('INSERT INTO new_t SELECT id, a, b, unnest(x) FROM t'),
    ],
    ['by a join', 'sqlite', copied('INSERT INTO new_t SELECT t.* FROM t JOIN u ON u.id = t.id')],
    ['by a second table', 'sqlite', copied('INSERT INTO new_t SELECT t.* FROM t, u')],
    ['by a union', 'sqlite', copied('INSERT INTO new_t SELECT * FROM t UNION SELECT * FROM u')],
    ['by EXCEPT', 'sqlite', copied('INSERT INTO new_t SELECT * FROM t EXCEPT SELECT * FROM u')],
    ['by a sample', 'postgresql', copied('INSERT INTO new_t SELECT * FROM t TABLESAMPLE SYSTEM (1)')],
    ['by a partition', 'mysql', copied('INSERT INTO new_t SELECT * FROM t PARTITION (p0)')],
    ['by ONLY', 'postgresql', copied('INSERT INTO new_t SELECT * FROM ONLY t')],
    ['by a WITH of that name', 'sqlite', copied('WITH t AS (SELECT 1) INSERT INTO new_t SELECT * FROM t')],
    ['by OR IGNORE', 'sqlite', copied('INSERT OR IGNORE INTO new_t SELECT * FROM t')],
    ['by OR REPLACE', 'sqlite', copied('INSERT OR REPLACE INTO new_t SELECT * FROM t')],
    ['by IGNORE', 'mysql', copied('INSERT IGNORE INTO new_t SELECT * FROM t')],
    ['by ON CONFLICT', 'postgresql', copied('INSERT INTO new_t (SELECT * FROM t) ON CONFLICT DO NOTHING')],
    ['by WITH NO DATA', 'postgresql', `CREATE TABLE new_t AS (SELECT * FROM t) WITH NO DATA; ${DROP} ${RENAME}`],
    ['by ON CONFLICT', 'postgresql', copied('INSERT INTO new_t SELECT * FROM t ON CONFLICT DO NOTHING')],
    ['by ON DUPLICATE KEY', 'mysql', copied('INSERT INTO new_t SELECT * FROM t ON DUPLICATE KEY UPDATE a = 1')],
    ['by a comment that some servers run', 'mysql', copied('INSERT INTO new_t SELECT * FROM t /*!99999 WHERE 0 */')],
    [
      'by a comment that some servers run',
      'mysql',
      copied('INSERT INTO new_t (id, /*!99999 a, */ b) SELECT id, /*!99999 a, */ b FROM t'),
    ],
    ['by a copy that may be a comment', 'mysql', copied('/*!99999 INSERT INTO new_t SELECT * FROM t */')],
    ['since a column is missing', 'sqlite', copied('INSERT INTO new_t (id, a) SELECT id, a FROM t')],
    ['since a column is a constant', 'sqlite', copied("INSERT INTO new_t (id, a, b) SELECT id, a, 'b' FROM t")],
    ['since a column is an expression', 'sqlite', copied('INSERT INTO new_t (id, a, b) SELECT id, a + 1, b FROM t')],
    [
      'since a column is converted',
      'sqlite',
      copied('INSERT INTO new_t (id, a, b) SELECT id, CAST(a AS int), b FROM t'),
    ],
    [
      'since a column is shortened',
      'sqlite',
      copied('INSERT INTO new_t (id, a, b) SELECT id, a, substr(b, 1, 9) FROM t'),
    ],
    [
      'since COALESCE prefers another',
      'sqlite',
      copied('INSERT INTO new_t (id, a, b) SELECT id, coalesce(b, a), b FROM t'),
    ],
    [
      'since a column is only in a condition',
      'sqlite',
      copied('INSERT INTO new_t (id, a, b) SELECT id, CASE WHEN a = 1 THEN 2 END, b FROM t'),
    ],
    ['since two are swapped', 'sqlite', copied('INSERT INTO new_t (id, a, b) SELECT id, b, a FROM t')],
    ['since two are swapped', 'sqlite', copied('INSERT INTO new_t SELECT id, b, a, 0 FROM t')],
    ['since two are swapped', 'mysql', copied('INSERT INTO new_t (id, B, A) SELECT * FROM t')],
    [
      'since two are swapped',
      'sqlite',
      `CREATE TABLE new_t (id int, b int, a int); INSERT INTO new_t SELECT * FROM t; ${DROP} ${RENAME}`,
    ],
    ['since two are written to one', 'sqlite', copied('INSERT INTO new_t (id, a, a) SELECT id, a, b FROM t')],
    ['since a string is not a column', 'mysql', copied('INSERT INTO new_t (id, a, b) SELECT id, "a", b FROM t')],
    ['since USER is a value', 'postgresql', copied('INSERT INTO new_t (id, a, b) SELECT id, a, user FROM t')],
    ['since nothing is copied', 'sqlite', `${NEW} ${DROP} ${RENAME}`],
    ['since another table is copied', 'sqlite', copied('INSERT INTO new_t SELECT * FROM u')],
    ['since a table of another schema is copied', 'postgresql', copied('INSERT INTO new_t SELECT * FROM app.t')],
    ['since the copy is in a block', 'postgresql', copied('DO $$ BEGIN INSERT INTO new_t SELECT * FROM t; END $$')],
    ['since the copy is only explained', 'postgresql', copied('EXPLAIN INSERT INTO new_t SELECT * FROM t')],
    ['since the copy is only prepared', 'postgresql', copied('PREPARE p AS INSERT INTO new_t SELECT * FROM t')],
    ['since the copy follows the drop', 'sqlite', `${NEW} ${DROP} INSERT INTO new_t SELECT * FROM t; ${RENAME}`],
    ['since the new table keeps its name', 'sqlite', `${NEW} ${COPY} ${DROP}`],
    ['since the new table gets another name', 'sqlite', `${NEW} ${COPY} ${DROP} ALTER TABLE new_t RENAME TO u;`],
    ['since another table gets the name', 'sqlite', `${NEW} ${COPY} ${DROP} ALTER TABLE u RENAME TO t;`],
    ['since the new table is emptied', 'sqlite', `${NEW} ${COPY} DELETE FROM new_t; ${DROP} ${RENAME}`],
    [
      'since rows of the new table are deleted',
      'sqlite',
      `${NEW} ${COPY} ${DROP} DELETE FROM new_t WHERE id = 1; ${RENAME}`,
    ],
    ['since the new table is truncated', 'mysql', `${NEW} ${COPY} ${DROP} TRUNCATE new_t; ${RENAME}`],
    ['since the new table is overwritten', 'sqlite', `${NEW} ${COPY} UPDATE new_t SET a = 0; ${DROP} ${RENAME}`],
    [
      'since a column of the new table is dropped',
      'sqlite',
      `${NEW} ${COPY} ${DROP} ALTER TABLE new_t DROP COLUMN a; ${RENAME}`,
    ],
    [
      'since the type of a new column changes',
      'mysql',
      `${NEW} ${COPY} ${DROP} ALTER TABLE new_t MODIFY b char(1); ${RENAME}`,
    ],
    [
      'since rows were added after the copy',
      'sqlite',
      `${NEW} ${COPY} INSERT INTO t VALUES (1, 2, 3); ${DROP} ${RENAME}`,
    ],
    ['since rows were changed after the copy', 'sqlite', `${NEW} ${COPY} UPDATE t SET a = 1; ${DROP} ${RENAME}`],
    [
      'since a trigger may skip rows',
      'sqlite',
      `${NEW} CREATE TRIGGER g BEFORE INSERT ON new_t BEGIN SELECT RAISE(IGNORE); END; ${COPY} ${DROP} ${RENAME}`,
    ],
    [
      'since a rule may skip rows',
      'postgresql',
      `${NEW} CREATE RULE r AS ON INSERT TO new_t DO INSTEAD NOTHING; ${COPY} ${DROP} ${RENAME}`,
    ],
    [
      'since a column may skip rows',
      'sqlite',
      `CREATE TABLE new_t (id int UNIQUE ON CONFLICT IGNORE, a int, b int); ${COPY} ${DROP} ${RENAME}`,
    ],
    [
      'since the engine keeps no rows',
      'mysql',
      `CREATE TABLE new_t (id int, a int, b int) ENGINE=BLACKHOLE; ${COPY} ${DROP} ${RENAME}`,
    ],
    [
      'since the new table is temporary',
      'sqlite',
      `CREATE TEMP TABLE new_t (id int, a int, b int); ${COPY} ${DROP} ${RENAME}`,
    ],
    [
      'since the new table may be there',
      'sqlite',
      `CREATE TABLE IF NOT EXISTS new_t (id int); ${COPY} ${DROP} ${RENAME}`,
    ],
    [
      'since the old name is a view',
      'postgresql',
      `CREATE TEMP VIEW t AS SELECT * FROM public.t WHERE a = 1; ${REBUILD}`,
    ],
    [
      'since the old columns got the name of a new one',
      'sqlite',
      `ALTER TABLE t ADD COLUMN z int; ALTER TABLE t RENAME COLUMN z TO y; ALTER TABLE t RENAME COLUMN b TO z; ALTER TABLE t DROP COLUMN z; ${NEW} INSERT INTO new_t (id, a, b) SELECT id, a, y FROM t; ${DROP} ${RENAME}`,
    ],
    [
      'since another table with its columns got the name',
      'sqlite',
      `ALTER TABLE t ADD COLUMN z int; ALTER TABLE t RENAME TO s; ALTER TABLE u RENAME TO t; ALTER TABLE t DROP COLUMN z; ${REBUILD}`,
    ],
    [
      'since a column was dropped that may have been there',
      'mariadb',
      `ALTER TABLE t ADD COLUMN IF NOT EXISTS b int; ALTER TABLE t DROP COLUMN b; ${NEW} INSERT INTO new_t (id, a) SELECT id, a FROM t; ${DROP} ${RENAME}`,
    ],
    ['since the old columns got other names', 'sqlite', `ALTER TABLE t RENAME COLUMN a TO z; ${REBUILD}`],
    ['since CASCADE drops more', 'postgresql', `${NEW} ${COPY} DROP TABLE t CASCADE; ${RENAME}`],
    ['since foreign keys delete more', 'sqlite', `PRAGMA foreign_keys = ON; ${REBUILD}`],
    [
      'since foreign keys delete more',
      'sqlite',
      `PRAGMA foreign_keys(1); BEGIN; PRAGMA foreign_keys = OFF; ${REBUILD} COMMIT;`,
    ],
    [
      'after a setting that is not known',
      'sqlite',
      `${NEW} ${COPY} ${DROP} PRAGMA x = 1; DELETE FROM new_t; ${RENAME}`,
    ],
    ['since a setting limits the copy', 'transactsql', `SET ROWCOUNT 10; ${REBUILD}`],
    [
      'since the copied rows are overwritten',
      'sqlite',
      `${NEW} ${COPY} INSERT INTO new_t SELECT id, 0, 0, 0 FROM t WHERE true ON CONFLICT (id) DO UPDATE SET a = 0; ${DROP} ${RENAME}`,
    ],
    [
      'since the copied rows are overwritten',
      'mysql',
      `${NEW} ${COPY} INSERT INTO new_t SELECT id, 0, 0, 0 FROM t ON DUPLICATE KEY UPDATE a = 0; ${DROP} ${RENAME}`,
    ],
    ['since the copy was undone', 'sqlite', `${NEW} BEGIN; ${COPY} ROLLBACK; ${DROP} ${RENAME}`],
    ['since names stand for other tables', 'mysql', `${NEW} ${COPY} USE app; ${DROP} ${RENAME}`],
    ['since the copy may be skipped', 'postgresql', `${NEW}\n\\if :x\n${COPY}\n\\endif\n${DROP} ${RENAME}`],
    ['since unknown SQL runs', 'postgresql', `${NEW} ${COPY} DO $$ BEGIN EXECUTE x; END $$; ${DROP} ${RENAME}`],
    ['since a statement cannot be read', 'sqlite', `${NEW} ${COPY} FROBNICATE x; ${DROP} ${RENAME}`],
    ['since the new name is not known', 'sqlite', `${NEW} ${COPY} ${DROP} ALTER TABLE new_t RENAME TO \${x};`],
    ['since the sections run apart', 'sqlite', `-- +goose Up\n${NEW} ${COPY}\n-- +goose Down\n${DROP} ${RENAME}`],
  ])('%s: %s: %s', (_, dialect, sql) => {
    expect(drops(dialect, sql)).toEqual([false]);
  });

  test.each<[string, FileContext | undefined]>([
    ['without a context', { tables: [] }],
    ['if the columns are not known', { tables: [{ name: 't', schema: '', exists: true }] }],
    [
      'if the base has another column',
      { tables: [{ name: 't', schema: '', exists: true, columns: ['id', 'a', 'b', 'd'] }] },
    ],
    [
      'if a table of another schema has these columns',
      { tables: [{ name: 't', schema: 'x', exists: true, columns: [] }] },
    ],
  ])('%s', (_, context) => {
    expect(drops('sqlite', REBUILD, context)).toEqual([false]);
  });

  test.each<[string, string]>([
    ['the rebuilt table is dropped', `${REBUILD} ${DROP}`],
    ['the rebuilt table is rebuilt without a column', `${REBUILD} ${REBUILD}`],
  ])('%s', (_, sql) => {
    expect(drops('sqlite', sql)).toEqual([true, false]);
  });

  test('the rebuilt table is not a new table, even if it was created under the name', () => {
    const sql = `ALTER TABLE t RENAME TO o; CREATE TABLE t (id int); INSERT INTO t SELECT * FROM o; DROP TABLE o; DELETE FROM t;`;
    const last = read('sqlite', sql, 'x.sql', CONTEXT).statements.at(-1)?.operations[0];
    expect(last).toMatchObject({ kind: 'delete', createdHere: false, tableCreatedHere: false });
    const before = read('sqlite', sql.replace('DROP TABLE o;', '')).statements.at(-1)?.operations[0];
    expect(before).toMatchObject({ kind: 'delete', createdHere: true });
  });
});

describe('PostgreSQL: row security', () => {
  const base = (rowSecurity?: boolean): FileContext => ({
    tables: CONTEXT.tables.map((table) => ({ ...table, rowSecurity })),
  });
  const ENABLE = 'ALTER TABLE t ENABLE ROW LEVEL SECURITY;';

  test.each<[string, string, boolean | undefined]>([
    ['the base may have it', REBUILD, true],
    ['the base may have it', `${NEW} ${SECURE} ${COPY} ${DROP} ${RENAME}`, true],
    ['the base is not known', REBUILD, undefined],
    ['the file enables it', `${ENABLE} ${REBUILD}`, false],
    ['a block of the file enables it', `DO $$ BEGIN ${ENABLE} END $$; ${REBUILD}`, false],
  ])('is lost with its policies, or hides rows from the copy: %s: %s', (_, sql, rowSecurity) => {
    expect(drops('postgresql', sql, base(rowSecurity))).toEqual([false]);
  });

  test('is of another table', () => {
    expect(drops('postgresql', `ALTER TABLE u ENABLE ROW LEVEL SECURITY; ${REBUILD}`, base(false))).toEqual([true]);
  });
});

describe('SQLite: foreign keys of other tables', () => {
  const base = (cascades?: boolean): FileContext => ({
    tables: [
      { name: 't', schema: '', exists: true, columns: ['id', 'a', 'b'], ...(cascades !== undefined && { cascades }) },
    ],
  });
  const CHILD = 'CREATE TABLE u (t_id int REFERENCES t (id) ON UPDATE CASCADE ON DELETE CASCADE);';
  const OFF = 'PRAGMA foreign_keys = OFF;';

  test.each<[string, string, boolean | undefined]>([
    ['the base has none that deletes rows', REBUILD, false],
    ['the file turns them off', `${OFF} ${REBUILD}`, true],
    ['the file turns them off', `${OFF} ${CHILD} ${REBUILD}`, undefined],
    ['one of the file only refuses', CHILD.replace('ON DELETE CASCADE', 'ON DELETE RESTRICT') + REBUILD, false],
    ['one of the file only updates', CHILD.replace('ON DELETE CASCADE', '') + REBUILD, false],
    ['one of the file refers to another table', CHILD.replace('REFERENCES t', 'REFERENCES v') + REBUILD, false],
  ])('delete nothing: %s: %s', (_, sql, cascades) => {
    expect(drops('sqlite', sql, base(cascades))).toEqual([true]);
  });

  test.each<[string, string, boolean | undefined]>([
    ['the base has one that does', REBUILD, true],
    ['the base is not known', REBUILD, undefined],
    ['the file has one', `${CHILD} ${REBUILD}`, false],
    ['the file has one', `${CHILD.replace('ON DELETE CASCADE', 'ON DELETE SET NULL')} ${REBUILD}`, false],
    ['the file has one', `${CHILD.replace('REFERENCES t', 'REFERENCES "T"')} ${REBUILD}`, false],
    [
      'the new table refers to the old one',
      REBUILD.replace('c int)', 'c int, FOREIGN KEY (a) REFERENCES t (id) ON DELETE CASCADE)'),
      false,
    ],
    ['the setting has no effect in a transaction', `BEGIN; ${OFF} ${REBUILD} COMMIT;`, true],
    ['they are on again', `${OFF} PRAGMA foreign_keys = ON; ${REBUILD}`, true],
    ['only their check is deferred', `PRAGMA defer_foreign_keys = ON; ${REBUILD}`, true],
    [
      'the old table was renamed',
      'ALTER TABLE t RENAME TO o; CREATE TABLE t (id int); INSERT INTO t SELECT * FROM o; DROP TABLE o;',
      true,
    ],
  ])('may delete rows: %s: %s', (_, sql, cascades) => {
    expect(drops('sqlite', sql, base(cascades))).toEqual([false]);
  });
});

/** Why a DROP TABLE after a copy is not spared. */
describe('the reason why a copy is not a rebuild', () => {
  const UNKNOWN: FileContext = { tables: [] };
  test.each<[Dialect, string, string, FileContext?]>([
    ['sqlite', `${NEW} INSERT INTO new_t (id, a) SELECT id, a FROM t; ${DROP} ${RENAME}`, 'the values of `b`'],
    [
      'sqlite',
      `${NEW} INSERT INTO new_t (id, a, b) SELECT id, CAST(a AS int), b FROM t; ${DROP} ${RENAME}`,
      'the values of `a`',
    ],
    ['sqlite', `${NEW} INSERT INTO new_t (id, b, a) SELECT id, a, b FROM t; ${DROP} ${RENAME}`, 'to another one'],
    ['sqlite', `${NEW} INSERT OR IGNORE INTO new_t SELECT * FROM t; ${DROP} ${RENAME}`, 'the copy has `IGNORE`'],
    ['sqlite', `${NEW} INSERT INTO new_t SELECT t.* FROM t JOIN u ON u.id = t.a; ${DROP} ${RENAME}`, 'has `JOIN`'],
    ['sqlite', `${NEW} INSERT INTO new_t SELECT * FROM t WHERE a > 0; ${DROP} ${RENAME}`, 'has `WHERE`'],
    ['sqlite', `${NEW} INSERT INTO new_t SELECT max(id), a, b FROM t; ${DROP} ${RENAME}`, 'is not of the form'],
    [
      'sqlite',
      `CREATE TABLE new_t (id int UNIQUE ON CONFLICT REPLACE, a int, b int); ${COPY} ${DROP} ${RENAME}`,
      'may not keep every row',
    ],
    [
      'sqlite',
      `${NEW} CREATE TRIGGER g BEFORE INSERT ON new_t BEGIN SELECT RAISE(IGNORE); END; ${COPY} ${DROP} ${RENAME}`,
      'may not keep every row',
    ],
    ['sqlite', `${NEW} ${COPY} DELETE FROM new_t WHERE id > 0; ${DROP} ${RENAME}`, 'changes one of the two tables'],
    ['sqlite', `${NEW} ${COPY} ${DROP} DELETE FROM new_t WHERE id > 0; ${RENAME}`, 'changes one of the two tables'],
    ['sqlite', `${NEW} ${COPY} INSERT INTO t (id) VALUES (1); ${DROP} ${RENAME}`, 'changes one of the two tables'],
    ['sqlite', `PRAGMA foreign_keys = ON; ${REBUILD}`, 'can delete rows of tables that refer to this one'],
    ['sqlite', REBUILD, 'the CREATE TABLE of the old table is not known', UNKNOWN],
    ['sqlite', `${NEW} INSERT INTO new_t SELECT * FROM t; ${DROP} ${RENAME}`, 'not known which tables refer', UNKNOWN],
    ['postgresql', `${NEW} INSERT INTO new_t SELECT * FROM t; ${DROP} ${RENAME}`, 'whether the old table has', UNKNOWN],
    ['postgresql', `ALTER TABLE t ENABLE ROW LEVEL SECURITY; ${REBUILD}`, 'has row security'],
    ['mysql', `${NEW} INSERT IGNORE INTO new_t SELECT * FROM t; ${DROP} ${RENAME}`, 'the copy has `IGNORE`'],
  ])('%s: %s', (dialect, sql, reason, context = CONTEXT) => {
    const operations = read(dialect, sql, 'x.sql', context).statements.flatMap((statement) => statement.operations);
    expect(operations.find(({ kind }) => kind === 'drop_table')).toMatchObject({
      rebuilt: false,
      rebuildDoubt: expect.stringContaining(reason),
    });
  });

  const ASIDE = 'ALTER TABLE t RENAME TO old_t; CREATE TABLE IF NOT EXISTS t (id int PRIMARY KEY, a int, b text);';
  const BACK = 'INSERT INTO t (id, a, b) SELECT id, a, b FROM old_t; DROP TABLE old_t;';
  const elsewhere = { ...CONTEXT, tables: [{ name: 't', schema: '', exists: true, namedElsewhere: true }] };
  test.each<[Dialect, string, boolean, FileContext?]>([
    ['sqlite', REBUILD, true],
    ['sqlite', `${ASIDE} ${BACK}`, true],
    ['mysql', `${ASIDE} ${BACK}`, true],
    ['sqlite', `PRAGMA foreign_keys = ON; ${REBUILD}`, false],
    ['sqlite', `${ASIDE} INSERT INTO t (id, a, b) SELECT id, a, b FROM old_t WHERE a > 0; DROP TABLE old_t;`, false],
    [
      'mysql',
      `CREATE TABLE IF NOT EXISTS new_t (id int); INSERT INTO new_t (id) SELECT id FROM t; ${DROP} ${RENAME}`,
      false,
    ],
    ['sqlite', REBUILD, false, elsewhere],
    ['postgresql', REBUILD, true],
    ['postgresql', `ALTER TABLE t ENABLE ROW LEVEL SECURITY; ${REBUILD}`, false],
  ])('%s: %s: of an unknown table, the rows are copied: %s', (dialect, sql, rowsCopied, context = UNKNOWN) => {
    const operations = read(dialect, sql, 'x.sql', context).statements.flatMap((statement) => statement.operations);
    expect(operations.find(({ kind }) => kind === 'drop_table')).toMatchObject({ rebuilt: false, rowsCopied });
  });

  test.each<[Dialect, string]>([
    ['sqlite', REBUILD],
    ['sqlite', DROP],
    ['sqlite', `${NEW} ${DROP}`],
    ['sqlite', `INSERT INTO archive SELECT * FROM t WHERE a > 0; ${DROP}`],
    ['sqlite', `${NEW} INSERT INTO new_t SELECT * FROM u WHERE a > 0; ${DROP} ${RENAME}`],
    ['transactsql', `${NEW} INSERT INTO new_t SELECT * FROM u; ${DROP} EXEC sp_rename 'new_t', 't'`],
    ['transactsql', `${NEW} EXEC('INSERT INTO new_t SELECT * FROM t'); ${DROP} EXEC sp_rename 'new_t', 'old_t'`],
    ['transactsql', `EXEC('INSERT INTO new_t SELECT * FROM t'); ${DROP} EXEC sp_rename 'new_t', 't'`],
  ])('%s: none for %s', (dialect, sql) => {
    const operations = read(dialect, sql, 'x.sql', CONTEXT).statements.flatMap((statement) => statement.operations);
    expect(operations.find(({ kind }) => kind === 'drop_table')?.rebuildDoubt).toBeUndefined();
  });
});

describe('rows that are copied out and back', () => {
  const TMP = 'CREATE TEMPORARY TABLE tmp (id int, a int, b text);';
  const OUT = 'INSERT INTO tmp (id, a, b) SELECT id, a, b FROM t; DROP TABLE t;';
  const BACK =
    'CREATE TABLE t (id int PRIMARY KEY, a int, b text, c int); INSERT INTO t (id, a, b) SELECT id, a, b FROM tmp;';
  const END = 'DROP TABLE tmp;';
  const facts = (dialect: Dialect, sql: string) => {
    const operations = read(dialect, sql, 'x.sql', CONTEXT).statements.flatMap((statement) => statement.operations);
    const drop = operations.find(({ kind, target }) => kind === 'drop_table' && target.name === 't');
    return [drop?.rebuilt, drop?.rowsCopied];
  };

  test.each<[Dialect, string]>([
    ['sqlite', `BEGIN; ${TMP} ${OUT} ${BACK} ${END} COMMIT;`],
    [
      'sqlite',
      'BEGIN; CREATE TEMPORARY TABLE tmp (id, a, b); INSERT INTO tmp SELECT id, a, b FROM t; DROP TABLE t; CREATE TABLE t (id, a, b); INSERT INTO t SELECT id, a, b FROM tmp; DROP TABLE tmp; COMMIT;',
    ],
    ['postgresql', `BEGIN; ${TMP} ${OUT} ${BACK} ${END} COMMIT;`],
    ['postgresql', `BEGIN; ${TMP.replace('TEMPORARY ', '')} ${OUT} ${BACK} ${END} COMMIT;`],
  ])('are a rebuild in a transaction: %s: %s', (dialect, sql) => {
    expect(facts(dialect, sql)).toEqual([true, false]);
  });

  test.each<[Dialect, string]>([
    ['sqlite', `${TMP.replace('TEMPORARY ', '')} ${OUT} ${BACK} ${END}`],
    ['mysql', `${TMP.replace('TEMPORARY ', '')} ${OUT} ${BACK} ${END}`],
  ])('may be left in the other table without a transaction: %s: %s', (dialect, sql) => {
    expect(facts(dialect, sql)).toEqual([false, true]);
  });

  test.each<[string, string]>([
    ['a temporary table is gone after an error without a transaction', `${TMP} ${OUT} ${BACK} ${END}`],
    [
      'the first copy leaves rows out',
      `BEGIN; ${TMP} ${OUT.replace('FROM t;', 'FROM t WHERE id > 5;')} ${BACK} COMMIT;`,
    ],
    [
      'the second copy leaves rows out',
      `BEGIN; ${TMP} ${OUT} ${BACK.replace('FROM tmp;', 'FROM tmp WHERE id > 5;')} COMMIT;`,
    ],
    ['rows of the copy are deleted', `BEGIN; ${TMP} ${OUT} DELETE FROM tmp; ${BACK} COMMIT;`],
    [
      'the first copy leaves a column out',
      `BEGIN; ${TMP} ${OUT.replace('(id, a, b) SELECT id, a, b', '(id, a) SELECT id, a')} ${BACK} COMMIT;`,
    ],
    [
      'the second copy leaves a column out',
      `BEGIN; ${TMP} ${OUT} ${BACK.replace('(id, a, b) SELECT id, a, b', '(id, a) SELECT id, a')} COMMIT;`,
    ],
    [
      'the second copy mixes columns',
      `BEGIN; ${TMP} ${OUT} ${BACK.replace('SELECT id, a, b', 'SELECT a, id, b')} COMMIT;`,
    ],
    [
      'the second copy relies on another order',
      `BEGIN; ${TMP} ${OUT} CREATE TABLE t (a int, id int, b text); INSERT INTO t SELECT * FROM tmp; COMMIT;`,
    ],
    [
      'rows are deleted from the new table',
      `BEGIN; ${TMP} ${OUT} CREATE TABLE t (id int, a int, b text); CREATE RULE r AS ON INSERT TO t DO INSTEAD NOTHING; INSERT INTO t (id, a, b) SELECT id, a, b FROM tmp; COMMIT;`,
    ],
    [
      'they are copied to another table',
      `BEGIN; ${TMP} ${OUT} ${BACK.replace('TABLE t (', 'TABLE z (').replace('INTO t', 'INTO z')} COMMIT;`,
    ],
    ['they are copied back under a new name of the copy', `BEGIN; ${TMP} ${OUT} ALTER TABLE tmp RENAME TO t; COMMIT;`],
    ['the copy is dropped first', `BEGIN; ${TMP} ${OUT} ${END} ${BACK} COMMIT;`],
  ])('are lost if %s: %s', (_, sql) => {
    expect(facts('postgresql', sql)).toEqual([false, false]);
  });
});
