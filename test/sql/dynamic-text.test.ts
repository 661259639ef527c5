import { describe, expect, test } from 'vitest';
import type { Dialect } from '../../src/model/index.ts';
import { expectNotEndless } from '../costs.ts';
import { operationsOf } from './read.ts';

/** The operations of a file but those that only lead to dynamic SQL. */
function judgedIn(dialect: Dialect, sql: string): string[] {
  return operationsOf(dialect, sql).filter(
    (line) =>
      !/^(?:do_block|control|select|set|execute_prepared|prepare|create_function|create_procedure)\b/.test(line),
  );
}

const doBlock = (body: string, declare = '') => `DO $$ DECLARE r record; ${declare} BEGIN ${body} END $$;`;
const EF_OLD = [
  'DECLARE @var0 sysname;',
  'SELECT @var0 = [d].[name]',
  'FROM [sys].[default_constraints] [d]',
  'INNER JOIN [sys].[columns] [c] ON [d].[parent_column_id] = [c].[column_id]',
  "WHERE ([d].[parent_object_id] = OBJECT_ID(N'[People]') AND [c].[name] = N'Age');",
  "IF @var0 IS NOT NULL EXEC(N'ALTER TABLE [People] DROP CONSTRAINT [' + @var0 + '];');",
].join('\n');
const EF_NEW = EF_OLD.replace('sysname', 'nvarchar(max)')
  .replace('[d].[name]', 'QUOTENAME([d].[name])')
  .replace("[' + @var0 + '];'", "' + @var0 + ';'");
const EF_GUARDED = `IF NOT EXISTS(SELECT * FROM [__EFMigrationsHistory] WHERE [MigrationId] = N'1')\nBEGIN\n${EF_OLD}\nEND;\nGO\n`;
const appending = (text: string, assigns = '@s +=') =>
  `DECLARE @s nvarchar(max) = N''; SELECT ${assigns} ${text} FROM sys.objects WHERE type = 'F'; EXEC(@s);`;
const PRISMA_TEXT = `N'ALTER TABLE ' + QUOTENAME(OBJECT_SCHEMA_NAME(parent_object_id)) + '.' +
  QUOTENAME(OBJECT_NAME(parent_object_id)) + ' DROP CONSTRAINT ' + OBJECT_NAME(object_id) + ';'`;
const MATTERMOST = `SET @s = (SELECT IF((SELECT COUNT(*) FROM INFORMATION_SCHEMA.STATISTICS WHERE table_name = 'a') > 0,
  'SELECT 1', 'CREATE INDEX i ON a(b);'));
PREPARE p FROM @s; EXECUTE p; DEALLOCATE PREPARE p;`;

/** Dynamic SQL that is read, and what is found in it. */
const READ: readonly [Dialect, string, ...string[]][] = [
  // A number, date or name that PostgreSQL quotes is one word, whatever it is assigned.
  ...(
    [
      ["SELECT max(id) INTO n FROM a; EXECUTE 'ALTER TABLE b_' || n || ' ADD c int';", 'n bigint;'],
      ["SELECT max(id) INTO n FROM a; EXECUTE format('ALTER TABLE b_%s ADD c int', n);", 'n bigint;'],
      [
        "FOR n IN 0 .. 9 LOOP s = lpad(n :: text, 3, '0'); EXECUTE 'ALTER TABLE b_' || s || ' ADD c int'; END LOOP;",
        's text;',
      ],
      ["EXECUTE format('ALTER TABLE b_%s ADD c int', to_char(now(), 'YYYY_MM'));", ''],
      ["FOR r IN SELECT id, name FROM a LOOP EXECUTE format('ALTER TABLE b_%s ADD c int', r.id); END LOOP;", ''],
      ["FOR r IN SELECT * FROM a LOOP EXECUTE 'ALTER TABLE b_' || r.a_id || ' ADD c int'; END LOOP;", ''],
      ["FOR r IN SELECT a.key_id AS k FROM a LOOP EXECUTE 'ALTER TABLE b_' || r.k || ' ADD c int'; END LOOP;", ''],
      ["EXECUTE 'ALTER TABLE b_' || CAST(a.id AS integer) || ' ADD c int';", ''],
      ["EXECUTE 'ALTER TABLE b_' || (a.id)::int || ' ADD c int';", ''],
      ["EXECUTE 'ALTER TABLE b_' || (count(*) + 1)::text || ' ADD c int';", ''],
    ] as const
  ).map(([body, declare]): [Dialect, string, ...string[]] => [
    ...(['postgresql', doBlock(body, declare), 'execute_dynamic @do_block', 'add_column b_${value} @dynamic'] as const),
  ]),
  [
    'postgresql',
    doBlock(
      "FOR c IN SELECT oid FROM pg_class LOOP EXECUTE 'ALTER TABLE ' || c || ' ADD d int'; END LOOP;",
      'c regclass;',
    ),
    'execute_dynamic @do_block',
    'add_column ${value} @dynamic',
  ],
  [
    'transactsql',
    "DECLARE @n int = (SELECT MAX(id) FROM a); EXEC('ALTER TABLE b_' + CAST(@n AS nvarchar(9)) + ' ADD c int')",
    'execute_dynamic',
    'add_column b_${value} @dynamic',
  ],
  [
    'mysql',
    "SET @n = (SELECT MAX(id) + 1 FROM a); SET @s = CONCAT('ALTER TABLE b AUTO_INCREMENT = ', @n); PREPARE p FROM @s; EXECUTE p;",
    'execute_dynamic',
  ],
  // The verb is constant, and the rest is a name.
  ['transactsql', EF_OLD, 'execute_dynamic', 'drop_constraint people @dynamic'],
  ['transactsql', EF_NEW, 'execute_dynamic', 'drop_constraint people @dynamic'],
  // Whole statements that are put together
  [
    'transactsql',
    appending("N'UPDATE STATISTICS ' + QUOTENAME(name) + N'; '"),
    'execute_dynamic',
    'maintain ${value} @dynamic',
  ],
  ['transactsql', appending(PRISMA_TEXT), 'execute_dynamic', 'drop_constraint ${value}.${value} @dynamic'],
  ['transactsql', appending(PRISMA_TEXT, '@s = @s +'), 'execute_dynamic', 'drop_constraint ${value}.${value} @dynamic'],
  ['transactsql', appending(PRISMA_TEXT, '@s = @S+'), 'execute_dynamic', 'drop_constraint ${value}.${value} @dynamic'],
  [
    'transactsql',
    appending("N'DROP TABLE ' + QUOTENAME(name) + N';'"),
    'execute_dynamic',
    'drop_table ${value} @dynamic',
  ],
  [
    'transactsql',
    "DECLARE @s nvarchar(max) = N'SELECT 1;'; SET @s += N' DROP TABLE a;'; EXEC(@s)",
    'execute_dynamic',
    'drop_table a @dynamic',
  ],
  ['transactsql', EF_GUARDED, 'execute_dynamic', 'drop_constraint people @dynamic'],
  [
    'transactsql',
    `${EF_OLD}\nGO\n${EF_OLD}`,
    'execute_dynamic',
    'drop_constraint people @dynamic',
    'execute_dynamic',
    'drop_constraint people @dynamic',
  ],
  [
    'transactsql',
    "DECLARE @n nvarchar(256) SELECT @n = CONSTRAINT_NAME FROM INFORMATION_SCHEMA.TABLE_CONSTRAINTS WHERE TABLE_NAME = 'a' EXEC('ALTER TABLE a DROP CONSTRAINT ' + @n)",
    'execute_dynamic',
    'drop_constraint a @dynamic',
  ],
  [
    'transactsql',
    "DECLARE @s nvarchar(max) = N'DROP TABLE a'; EXEC sp_executesql @s",
    'call sp_executesql',
    'execute_dynamic',
    'drop_table a @dynamic',
  ],
  [
    'transactsql',
    "DECLARE @t sysname = N'a', @s nvarchar(max); SET @s = N'TRUNCATE TABLE ' + @t; EXEC(@s)",
    'execute_dynamic',
    'truncate a none @dynamic',
  ],
  ['transactsql', "DECLARE @i int = (SELECT max(id) FROM a); EXEC('SELECT ' + @i)", 'execute_dynamic'],
  [
    'transactsql',
    "EXEC('ALTER TABLE a' + CHAR(13) + CHAR(10) + 'ADD b int')",
    'execute_dynamic',
    'add_column a @dynamic',
  ],
  [
    'transactsql',
    "DECLARE @s nvarchar(max) = IIF(@a = 1, 'DROP TABLE a', 'DROP TABLE b'); EXEC(@s)",
    'execute_dynamic',
    'drop_table a @dynamic',
    'drop_table b @dynamic',
  ],
  [
    'postgresql',
    doBlock("EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);"),
    'execute_dynamic @do_block',
    'enable_row_security ${value} @dynamic',
  ],
  [
    'postgresql',
    doBlock("EXECUTE format('ALTER TABLE %I ADD b int', 'a');"),
    'execute_dynamic @do_block',
    'add_column a @dynamic',
  ],
  [
    'postgresql',
    doBlock("EXECUTE 'GRANT SELECT ON ALL TABLES IN SCHEMA s TO ' || quote_ident(x);"),
    'execute_dynamic @do_block',
    'grant s @dynamic',
  ],
  [
    'postgresql',
    doBlock("FOR r IN SELECT rolname FROM pg_roles LOOP EXECUTE 'GRANT SELECT ON a TO ' || r.rolname; END LOOP;"),
    'execute_dynamic @do_block',
    'grant a @dynamic',
  ],
  [
    'postgresql',
    doBlock(
      "FOR r IN SELECT c.relname AS t FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace LOOP EXECUTE 'ANALYZE ' || r.t; END LOOP;",
    ),
    'execute_dynamic @do_block',
    'maintain ${value} @dynamic',
  ],
  [
    'postgresql',
    doBlock(
      "FOREACH t IN ARRAY ARRAY['a', 'b'] LOOP EXECUTE 'ALTER TABLE ' || t || ' ADD c int'; END LOOP;",
      't text;',
    ),
    'execute_dynamic @do_block',
    'add_column a @dynamic',
    'add_column b @dynamic',
  ],
  [
    'postgresql',
    doBlock(
      "FOREACH t IN ARRAY ts LOOP EXECUTE format('ALTER TABLE %s ADD c int', t || '_log'); END LOOP;",
      "ts text[] := ARRAY['a', 'b']; t text;",
    ),
    'execute_dynamic @do_block',
    'add_column a_log @dynamic',
    'add_column b_log @dynamic',
  ],
  [
    'postgresql',
    doBlock(
      "FOR t IN SELECT unnest(ARRAY['a', 'b']) LOOP n := t || '_log'; EXECUTE 'ALTER TABLE ' || t || ' ADD ' || n || ' int'; END LOOP;",
      't text; n text;',
    ),
    'execute_dynamic @do_block',
    'add_column a @dynamic',
    'add_column b @dynamic',
  ],
  // Two loops are not combined.
  [
    'postgresql',
    doBlock(
      "FOREACH s IN ARRAY ARRAY['x', 'y'] LOOP FOREACH t IN ARRAY ARRAY['a', 'b'] LOOP EXECUTE format('ALTER TABLE %I.%I ADD c int', s, t); END LOOP; END LOOP;",
      's text; t text;',
    ),
    'execute_dynamic @do_block',
    'add_column ${value}.${value} @dynamic',
  ],
  [
    'postgresql',
    doBlock(
      "SELECT conname INTO n FROM pg_constraint WHERE conrelid = 'a'::regclass; EXECUTE 'ALTER TABLE a DROP CONSTRAINT ' || n;",
      'n text;',
    ),
    'execute_dynamic @do_block',
    'drop_constraint a @dynamic',
  ],
  [
    'postgresql',
    doBlock(
      "n := (SELECT conname FROM pg_constraint LIMIT 1); EXECUTE 'ALTER TABLE a DROP CONSTRAINT ' || n;",
      'n text;',
    ),
    'execute_dynamic @do_block',
    'drop_constraint a @dynamic',
  ],
  [
    'postgresql',
    doBlock("FOR i IN 1..3 LOOP EXECUTE 'CREATE TABLE p' || i || ' ()'; END LOOP;"),
    'execute_dynamic @do_block',
    'create_table p${value} @dynamic',
  ],
  [
    'postgresql',
    doBlock('EXECUTE q;', "q text := 'ALTER TABLE a ADD b int';"),
    'execute_dynamic @do_block',
    'add_column a @dynamic',
  ],
  [
    'postgresql',
    doBlock("EXECUTE 'GRANT a TO ' || current_user;"),
    'execute_dynamic @do_block',
    'grant_role a @dynamic',
  ],
  ['mysql', MATTERMOST, 'execute_dynamic', 'create_index i @dynamic'],
  ['mariadb', MATTERMOST, 'execute_dynamic', 'create_index i @dynamic'],
  [
    'mysql',
    `${MATTERMOST}\n${MATTERMOST.replaceAll(' i ', ' j ')}`,
    'execute_dynamic',
    'create_index i @dynamic',
    'execute_dynamic',
    'create_index j @dynamic',
  ],
  [
    'mysql',
    "SET @q = CONCAT('ALTER TABLE ', 'a', ' ADD b int'); PREPARE s FROM @q; EXECUTE s;",
    'execute_dynamic',
    'add_column a @dynamic',
  ],
  [
    'mysql',
    "SELECT IF(COUNT(*) = 0, 'ALTER TABLE a ADD b int', 'DO 0') INTO @q FROM information_schema.columns; PREPARE s FROM @q;",
    'execute_dynamic',
    'add_column a @dynamic',
  ],
  [
    'mysql',
    "SET @q = CASE WHEN @a THEN 'DROP TABLE a' ELSE 'SELECT 1' END; PREPARE s FROM @q;",
    'execute_dynamic',
    'drop_table a @dynamic',
  ],
  [
    'mysql',
    "SET @t = 'a', @q = 'DROP TABLE b'; SET @q = CONCAT('DROP TABLE ', @t); PREPARE s FROM @q;",
    'execute_dynamic',
    'drop_table a @dynamic',
  ],
  [
    'mysql',
    "SET @q = IF(@a, 'ALTER TABLE a ADD b int', NULL); PREPARE s FROM @q;",
    'execute_dynamic',
    'add_column a @dynamic',
  ],
  [
    'mysql',
    "SELECT CONCAT('ALTER TABLE a DROP FOREIGN KEY ', constraint_name) INTO @q FROM information_schema.key_column_usage LIMIT 1; PREPARE s FROM @q;",
    'execute_dynamic',
    'drop_constraint a @dynamic',
  ],
  [
    'mysql',
    "DELIMITER //\nCREATE PROCEDURE p() BEGIN IF a THEN SET @q = 'DROP TABLE a'; PREPARE s FROM @q; EXECUTE s; END IF; END//",
    'execute_dynamic @routine_body',
    'drop_table a @dynamic',
  ],
];

describe('dynamic SQL is judged by its constant verb', () => {
  test.each(READ)('%s: %s', (dialect, sql, ...expected: string[]) => {
    expect(judgedIn(dialect, sql).filter((line) => !line.startsWith('alter_'))).toEqual(expected);
  });
});

/** Dynamic SQL that can do more than what is found in it, and what must be found. */
const UNREADABLE: readonly [Dialect, string, ...string[]][] = [
  ...[
    "FOR r IN SELECT id, name FROM a LOOP EXECUTE format('ALTER TABLE b_%s ADD c int', r.name); END LOOP;",
    "FOR r IN SELECT body AS id FROM a LOOP EXECUTE 'ALTER TABLE b_' || r.id || ' ADD c int'; END LOOP;",
    "FOR r IN SELECT a || b AS id FROM a LOOP EXECUTE 'ALTER TABLE b_' || r.id || ' ADD c int'; END LOOP;",
    "FOR r IN SELECT grid FROM a LOOP EXECUTE 'ALTER TABLE b_' || r.grid || ' ADD c int'; END LOOP;",
    "SELECT name INTO n FROM a; EXECUTE 'ALTER TABLE b_' || lpad(n, 3, '0') || ' ADD c int';",
    "EXECUTE 'ALTER TABLE b_' || to_char(now(), n) || ' ADD c int';",
    "EXECUTE 'ALTER TABLE b_' || (n)::text || ' ADD c int';",
    "EXECUTE 'ALTER TABLE b_' || (CASE WHEN n = 'a' THEN n ELSE (n + 1) || n END) || ' ADD c int';",
    'EXECUTE n::int[]::text;',
  ].map((body): [Dialect, string, ...string[]] => ['postgresql', doBlock(body, 'n text;')]),
  // A parameter of the routine, or a value from a table
  [
    'postgresql',
    "CREATE FUNCTION f(p text) RETURNS void LANGUAGE plpgsql AS $$ BEGIN EXECUTE 'SELECT ' || p; END $$; SELECT f($1)",
  ],
  [
    'postgresql',
    "CREATE FUNCTION f(p text) RETURNS void LANGUAGE plpgsql AS $$ BEGIN EXECUTE 'DELETE FROM t WHERE ' || p; END $$",
    'delete t',
  ],
  ['postgresql', doBlock("SELECT x INTO t FROM y; EXECUTE 'DROP TABLE ' || t;", 't text;'), 'drop_table ${value}'],
  ['postgresql', doBlock("FOR r IN SELECT name FROM users LOOP EXECUTE 'ANALYZE ' || r.name; END LOOP;")],
  ['postgresql', doBlock("FOR r IN SELECT prosrc AS name FROM pg_proc LOOP EXECUTE 'SELECT ' || r.name; END LOOP;")],
  ['postgresql', doBlock("t := 'a'; EXECUTE q INTO t; EXECUTE 'ANALYZE ' || t;", 't text;')],
  // Other names of the variable
  ['postgresql', doBlock("CALL p(t); EXECUTE 'ANALYZE ' || t;", "t text := 'a';")],
  ['postgresql', doBlock("t := t || 'x'; EXECUTE 'ANALYZE ' || t;", "t text := 'a';")],
  ['postgresql', doBlock("EXECUTE format('SELECT %s', t);", 't text;')],
  // The verb is not constant, though it is quoted
  ['postgresql', doBlock("EXECUTE format('%I TABLE a', t);")],
  ['postgresql', doBlock('EXECUTE quote_ident(t);')],
  ['postgresql', doBlock("EXECUTE format('ALTER TABLE a %I COLUMN b', t);")],
  ['postgresql', doBlock("EXECUTE format('DROP %I a', t);")],
  ['postgresql', doBlock("FOR r IN SELECT relname FROM pg_class LOOP EXECUTE r.relname || ' a'; END LOOP;")],
  ['postgresql', doBlock("RETURN QUERY EXECUTE 'EXPLAIN (ANALYZE) ' || q;"), 'explain'],
  // T-SQL
  [
    'transactsql',
    "CREATE PROCEDURE p @v sysname AS EXEC(N'ALTER TABLE [a] DROP CONSTRAINT [' + @v + ']')\nGO\n",
    'drop_constraint a',
  ],
  [
    'transactsql',
    "DECLARE @v sysname SELECT @v = name FROM users EXEC('ALTER TABLE a DROP CONSTRAINT [' + @v + ']')",
    'drop_constraint a',
  ],
  ['transactsql', "DECLARE @v sysname SELECT @v = definition FROM sys.sql_modules EXEC('SELECT ' + @v)"],
  ['transactsql', "DECLARE @v sysname = 'a' SET @v += @w EXEC('DROP TABLE ' + @v)", 'drop_table'],
  ['transactsql', "DECLARE @v sysname EXEC('DROP TABLE ' + @v)", 'drop_table'],
  // What is appended may change the meaning of what it is appended to
  ['transactsql', "DECLARE @s nvarchar(max) = N'DROP TABLE'; SET @s += N' a;'; EXEC(@s)"],
  ['transactsql', "DECLARE @s nvarchar(max) = N'SELECT 1'; SET @s += N' DROP TABLE a;'; EXEC(@s)"],
  ['transactsql', "DECLARE @s nvarchar(max) = N'SELECT 1;', @t nvarchar(max); SET @s = @t + N' SELECT 2;'; EXEC(@s)"],
  ['transactsql', appending(PRISMA_TEXT.replace(" + ';'", ''))],
  ['transactsql', appending("cmd + N';'")],
  ['transactsql', appending("N'ALTER TABLE a ' + x + N';'")],
  ['transactsql', `${EF_OLD}\nSET @var0 = @x;`, 'drop_constraint people'],
  ['transactsql', "DECLARE @v sysname = 'a'\nGO\nEXEC('SELECT ' + @v)"],
  // MySQL
  ['mysql', 'PREPARE s FROM @q'],
  ['mysql', "SET @q = 'SELECT 1'; CALL p(); PREPARE s FROM @q"],
  ['mysql', "SET @q = 'SELECT 1'; SELECT x INTO @q FROM users; PREPARE s FROM @q"],
  // A stored function can assign it too.
  ['mysql', "SET @q = 'SELECT 1'; SELECT f(); PREPARE s FROM @q"],
  ['mysql', "SELECT CONCAT('SELECT ', name) INTO @q FROM users; PREPARE s FROM @q"],
  ['mysql', "SET @q = CONCAT('SELECT ', @x); PREPARE s FROM @q"],
  ['mysql', "SET @q = 'DROP ' || 'TABLE a'; PREPARE s FROM @q"],
  ['mysql', "DELIMITER //\nCREATE PROCEDURE p() BEGIN SET @q = 'SELECT 1'; END//\nDELIMITER ;\nPREPARE s FROM @q"],
  ['mysql', "DELIMITER //\nCREATE PROCEDURE p() BEGIN IF a THEN SET @q = 'SELECT 1'; END IF; PREPARE s FROM @q; END//"],
  ['mysql', "SET @q = CONCAT('DROP TABLE ', @t); PREPARE s FROM @q", 'drop_table ${value}'],
];

test.each([
  "SET @q = 'SELECT 1'; SELECT CONCAT('a', COUNT(*)) INTO @x FROM information_schema.tables; PREPARE s FROM @q",
  "SET @q = 'SELECT 1'; CREATE TABLE IF NOT EXISTS t (a varchar(9), PRIMARY KEY (a), KEY k (a)); PREPARE s FROM @q",
])('a built-in function and a list of columns assign no variable: %s', (sql) => {
  expect(operationsOf('mysql', sql)).toContain('execute_dynamic');
});

describe('dynamic SQL with text that is not known stays unreadable', () => {
  test.each(UNREADABLE)('%s: %s', (dialect, sql, ...expected: string[]) => {
    const found = operationsOf(dialect, sql);
    expect(found.filter((line) => line.startsWith('execute_dynamic') && line.endsWith('unreadable'))).not.toEqual([]);
    for (const each of expected) expect(found.some((line) => line.startsWith(each))).toBe(true);
  });
});

test('texts that grow with each variable are not read', async () => {
  const lines = Array.from({ length: 40 }, (_, i) => `SET @v${i + 1} = CONCAT(@v${i}, @v${i});`);
  const sql = `SET @v0 = 'SELECT 1';\n${lines.join('\n')}\nPREPARE s FROM @v40`;
  await expectNotEndless(() => expect(operationsOf('mysql', sql)).toContain('execute_dynamic unreadable'));
});

test.each<[Dialect, string]>([
  [
    'postgresql',
    `DO $$ DECLARE ${Array.from({ length: 20_000 }, (_, i) => `v${i} text := v${i + 1};`).join(' ')} BEGIN EXECUTE v0; END $$`,
  ],
  [
    'transactsql',
    `${Array.from({ length: 20_000 }, (_, i) => `DECLARE @v${i} nvarchar(9) = @v${i + 1};`).join(' ')} EXEC(@v0);`,
  ],
  ['mysql', `${Array.from({ length: 20_000 }, (_, i) => `SET @v${i + 1} = @v${i};`).join(' ')} PREPARE s FROM @v20000`],
])('%s: a long chain of variables is not read', (dialect, sql) => {
  expect(operationsOf(dialect, sql).filter((line) => line.startsWith('execute_dynamic'))).toEqual([
    expect.stringContaining('unreadable'),
  ]);
});
