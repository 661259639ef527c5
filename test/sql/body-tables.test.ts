import { describe, expect, test } from 'vitest';
import type { Dialect } from '../../src/model/index.ts';
import { read } from './read.ts';

/** Whether the last operation on the table `t` in a file is about a temporary table. */
function lastIsTemporary(dialect: Dialect, sql: string): boolean | undefined {
  const all = read(dialect, sql).statements.flatMap(({ operations }) => operations);
  const last = all.findLast(({ kind, target }) => target.name === 't' && !kind.startsWith('create_'));
  expect(last).toBeDefined();
  return last?.temporary;
}

const doBlock = (body: string) => `DO $$ DECLARE r record; BEGIN ${body} END $$;`;
const pgFunction = (body: string, options = '') =>
  `CREATE FUNCTION f() RETURNS void LANGUAGE plpgsql ${options} AS $$ BEGIN ${body} END $$;`;
const pgSql = (body: string) => `CREATE FUNCTION f() RETURNS void LANGUAGE sql AS $$ ${body} $$;`;
const procedure = (body: string) => `DELIMITER //\nCREATE PROCEDURE p() BEGIN ${body} END//\nDELIMITER ;\n`;
const TEMP = 'CREATE TEMP TABLE t (id int);';
const MYSQL_TEMP = 'CREATE TEMPORARY TABLE t (id int);';

describe('a temporary table that the same body creates is the one that is meant', () => {
  test.each<[Dialect, string]>([
    ['postgresql', doBlock(`${TEMP} DROP TABLE t;`)],
    ['postgresql', doBlock('CREATE TEMPORARY TABLE t AS SELECT 1; DROP TABLE IF EXISTS t;')],
    ['postgresql', doBlock('CREATE TEMP TABLE t (id int) ON COMMIT DROP; TRUNCATE t;')],
    ['postgresql', pgFunction(`${TEMP} DROP TABLE t;`)],
    ['postgresql', pgFunction(`${TEMP} DELETE FROM t;`)],
    ['postgresql', pgFunction(`${TEMP} UPDATE t SET id = 1;`)],
    ['postgresql', pgFunction(`${TEMP} TRUNCATE T;`)],
    ['postgresql', pgFunction(`${TEMP} IF a THEN DELETE FROM t; END IF;`)],
    ['postgresql', pgFunction(`${TEMP} IF a THEN DROP TABLE t; END IF;`)],
    ['postgresql', pgFunction(`${TEMP} FOR r IN SELECT 1 LOOP DELETE FROM t; END LOOP;`)],
    ['postgresql', pgFunction(`${TEMP} FOR r IN SELECT 1 LOOP DELETE FROM u WHERE id = 1; END LOOP; DROP TABLE t;`)],
    ['postgresql', pgFunction(`FOR r IN SELECT 1 LOOP ${TEMP} DROP TABLE t; END LOOP;`)],
    ['postgresql', pgFunction(`IF a THEN ${TEMP} DROP TABLE t; END IF;`)],
    ['postgresql', pgFunction(`${TEMP} IF a THEN RAISE EXCEPTION 'x'; END IF; DROP TABLE t;`)],
    ['postgresql', pgFunction(`${TEMP} x := CASE WHEN a THEN 1 ELSE 2 END; DROP TABLE t;`)],
    ['postgresql', pgFunction(`${TEMP} DROP TABLE t;`, "SET search_path = ''")],
    ['postgresql', pgSql(`${TEMP} DROP TABLE t;`)],
    ['mysql', procedure(`${MYSQL_TEMP} DROP TABLE t;`)],
    ['mariadb', procedure(`${MYSQL_TEMP} DELETE FROM t; DROP TABLE IF EXISTS t;`)],
    ['mysql', procedure(`${MYSQL_TEMP} WHILE a DO DELETE FROM t; END WHILE; DROP TABLE t;`)],
    ['mysql', procedure(`DECLARE EXIT HANDLER FOR SQLEXCEPTION BEGIN ROLLBACK; END; ${MYSQL_TEMP} DROP TABLE t;`)],
  ])('%s: %s', (dialect, sql) => {
    expect(lastIsTemporary(dialect, sql)).toBe(true);
  });
});

describe('otherwise a table in a body may be a real one', () => {
  test.each<[string, Dialect, string]>([
    ['never created', 'postgresql', pgFunction('DROP TABLE t;')],
    ['created for good', 'postgresql', pgFunction('CREATE TABLE t (id int); DROP TABLE t;')],
    ['created later', 'postgresql', pgFunction(`DROP TABLE t; ${TEMP}`)],
    ['discarded', 'postgresql', pgFunction(`${TEMP} DISCARD TEMP; DROP TABLE t;`)],
    ['discarded', 'postgresql', pgFunction(`${TEMP} DISCARD ALL; DROP TABLE t;`)],
    ['discarded', 'postgresql', pgFunction(`${TEMP} EXECUTE 'DISCARD TEMPORARY'; DROP TABLE t;`)],
    ['created under IF', 'postgresql', pgFunction(`IF a THEN ${TEMP} END IF; DROP TABLE t;`)],
    ['created in the other branch', 'postgresql', pgFunction(`IF a THEN ${TEMP} ELSE DROP TABLE t; END IF;`)],
    ['created in a branch before', 'postgresql', pgFunction(`IF a THEN ${TEMP} ELSIF b THEN DROP TABLE t; END IF;`)],
    ['created in a CASE', 'postgresql', pgFunction(`CASE a WHEN 1 THEN ${TEMP} ELSE NULL; END CASE; DROP TABLE t;`)],
    ['created in a loop', 'postgresql', pgFunction(`FOR r IN SELECT 1 LOOP ${TEMP} END LOOP; DROP TABLE t;`)],
    ['created in a loop that may not run', 'postgresql', pgFunction(`WHILE a LOOP ${TEMP} END LOOP; DROP TABLE t;`)],
    ['created IF NOT EXISTS', 'postgresql', pgFunction('CREATE TEMP TABLE IF NOT EXISTS t (); DROP TABLE t;')],
    ['dropped before', 'postgresql', pgFunction(`${TEMP} DROP TABLE t; DROP TABLE t;`)],
    ['dropped in a branch before', 'postgresql', pgFunction(`${TEMP} IF a THEN DROP TABLE t; END IF; DROP TABLE t;`)],
    ['dropped in every round', 'postgresql', pgFunction(`${TEMP} FOR r IN SELECT 1 LOOP DROP TABLE t; END LOOP;`)],
    [
      'emptied in every round before it is dropped',
      'postgresql',
      pgFunction(`${TEMP} LOOP IF a THEN DROP TABLE t; ELSE DELETE FROM t; END IF; END LOOP;`),
    ],
    ['renamed before', 'postgresql', pgFunction(`${TEMP} ALTER TABLE t RENAME TO u; DROP TABLE t;`)],
    ['another schema', 'postgresql', pgFunction(`${TEMP} DROP TABLE public.t;`)],
    ['another case in quotes', 'postgresql', pgFunction('CREATE TEMP TABLE "T" (id int); DROP TABLE t;')],
    ['another routine', 'postgresql', `${pgFunction(TEMP)} ${pgFunction('DROP TABLE t;').replace('f()', 'g()')}`],
    ['another DO block', 'postgresql', `${doBlock(`IF a THEN ${TEMP} END IF;`)} ${doBlock('DROP TABLE t;')}`],
    ['a handler', 'postgresql', pgFunction(`BEGIN ${TEMP} EXCEPTION WHEN OTHERS THEN DROP TABLE t; END;`)],
    ['behind a handler', 'postgresql', pgFunction(`BEGIN ${TEMP} EXCEPTION WHEN OTHERS THEN NULL; END; DROP TABLE t;`)],
    ['behind a block that may be left', 'postgresql', pgFunction(`<<b>> BEGIN EXIT b; ${TEMP} END; DROP TABLE t;`)],
    ['behind a rollback', 'postgresql', doBlock(`${TEMP} ROLLBACK; DROP TABLE t;`)],
    [
      'behind another search path',
      'postgresql',
      pgFunction(`SET search_path = public, pg_temp; ${TEMP} DROP TABLE t;`),
    ],
    [
      'behind a search path by a function',
      'postgresql',
      pgFunction(`PERFORM set_config('search_path', a, true); ${TEMP} DROP TABLE t;`),
    ],
    [
      'with a search path of the routine',
      'postgresql',
      pgFunction(`${TEMP} DROP TABLE t;`, 'SET search_path = public, pg_temp'),
    ],
    ['behind dynamic SQL', 'postgresql', pgFunction(`${TEMP} EXECUTE a; DROP TABLE t;`)],
    ['behind a drop in dynamic SQL', 'postgresql', pgFunction(`${TEMP} EXECUTE 'DROP TABLE t'; DROP TABLE t;`)],
    [
      'created under IF in dynamic SQL',
      'postgresql',
      pgFunction(`EXECUTE 'DO $x$ BEGIN IF a THEN ${TEMP} END IF; END $x$'; DROP TABLE t;`),
    ],
    [
      'a name like a keyword in between',
      'postgresql',
      pgFunction(`IF a THEN ${TEMP} x := r.case; END IF; DROP TABLE t;`),
    ],
    ['created under IF', 'mysql', procedure(`IF a THEN ${MYSQL_TEMP} END IF; DROP TABLE t;`)],
    ['created in a loop', 'mysql', procedure(`WHILE a DO ${MYSQL_TEMP} END WHILE; DROP TABLE t;`)],
    ['dropped in a loop', 'mysql', procedure(`${MYSQL_TEMP} WHILE a DO DROP TABLE t; END WHILE;`)],
    ['dropped in a REPEAT', 'mysql', procedure(`${MYSQL_TEMP} REPEAT DROP TABLE t; UNTIL a END REPEAT;`)],
    [
      'behind a handler that continues',
      'mysql',
      procedure(`DECLARE CONTINUE HANDLER FOR SQLEXCEPTION BEGIN END; ${MYSQL_TEMP} DROP TABLE t;`),
    ],
    ['dropped before', 'mysql', procedure(`${MYSQL_TEMP} DROP TABLE t; DROP TABLE t;`)],
    [
      'a name like a keyword in between',
      'mysql',
      procedure(`IF a THEN ${MYSQL_TEMP} SET x = begin; END IF; DROP TABLE t;`),
    ],
  ])('%s, %s: %s', (_, dialect, sql) => {
    expect(lastIsTemporary(dialect, sql)).toBe(false);
  });

  test.each([
    ['drops it', 'DROP TABLE t'],
    ['drops it by dynamic SQL', "EXECUTE 'DROP TABLE t'"],
    ['rolls its creation back', 'ROLLBACK'],
    ['runs text that is not known', 'EXECUTE a'],
  ])('an earlier operation in a loop that later %s', (_, text) => {
    const sql = pgFunction(`${TEMP} LOOP DELETE FROM t; ${text}; END LOOP;`);
    const operations = read('postgresql', sql).statements.flatMap((statement) => statement.operations);
    const onTable = operations.filter(({ kind }) => /^(?:delete|drop_table)$/.test(kind));
    expect(onTable.length).toBeGreaterThan(0);
    expect(onTable.map((each) => each.temporary)).not.toContain(true);
  });
});
