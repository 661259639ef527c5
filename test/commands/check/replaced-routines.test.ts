import { describe, expect, it } from 'vitest';
import { CONFIG, checkPull, type Files } from '../build.ts';

// A change that replaces a routine is not asked again about what the base's version of it does already.

const ATTACHED = 'CREATE TRIGGER t AFTER INSERT ON orders FOR EACH STATEMENT EXECUTE FUNCTION refresh();';
const TABLE = 'CREATE TABLE orders (id int); CREATE TABLE totals (n int);';

/** A trigger function; each statement ends with `;`. */
const refresh = (body: string) =>
  `CREATE OR REPLACE FUNCTION refresh() RETURNS trigger LANGUAGE plpgsql AS $$\nBEGIN\n${body}\nRETURN NULL;\nEND $$;`;
const GUARDED = 'IF now() > started THEN\n  TRUNCATE totals;\nEND IF;';
const OF_X = 'IF x THEN\n  TRUNCATE totals;\nEND IF;';
const OF_FOUND = OF_X.replace('x', 'FOUND');
const OF_LOG = OF_X.replace('x', 'EXISTS (SELECT 1 FROM log)');
const GUARDED_END = refresh(GUARDED).replace(/\$\$;$/, '$$$$ SET search_path = a;');
const PURGE = `CREATE OR REPLACE FUNCTION refresh(everything bool DEFAULT false) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
IF everything THEN TRUNCATE totals; END IF;
END $$;`;
const BASE: Files = {
  [CONFIG]: 'version: 1\ndialect: postgresql\nfiles: [{ paths: [m/**], tool: flyway }]\n',
  'm/V1__tables.sql': TABLE,
  'm/V2__refresh.sql': `${refresh(`${GUARDED}\nINSERT INTO totals SELECT count(*) FROM orders;`)}\n${ATTACHED}`,
};
const PATH = 'm/V9__refresh.sql';

async function counting(base: Files, files: Files): Promise<readonly string[]> {
  const before = { ...BASE, ...base };
  const { findings } = await checkPull(before, { ...before, ...files });
  return findings.filter(({ status, verdict }) => status === 'new' && verdict !== 'warn').map(({ rule }) => rule);
}

describe('a finding in the body of a routine that the change replaces', () => {
  it.each<[string, string, Files, readonly string[]]>([
    ['is existing if only another statement changes', refresh(`${GUARDED}\nINSERT INTO totals SELECT 1;`), {}, []],
    [
      'is existing if comments and spaces change',
      refresh(`-- daily\nIF now() > started THEN TRUNCATE\n totals;\nEND IF;`),
      {},
      [],
    ],
    ['counts if its condition is gone', refresh('TRUNCATE totals;'), {}, ['no-truncate']],
    ['counts if its condition changes', refresh(GUARDED.replace('>', '<')), {}, ['no-truncate']],
    [
      'counts if an early return is gone',
      refresh('TRUNCATE totals;'),
      { 'm/V3__a.sql': refresh('IF a THEN\n RETURN NULL;\nEND IF;\nTRUNCATE totals;') },
      ['no-truncate'],
    ],
    ['counts if another table is meant', refresh(GUARDED.replace('totals', 'orders')), {}, ['no-truncate']],
    ['counts if it is there twice', refresh(`${GUARDED}\n${GUARDED}`), {}, ['no-truncate', 'no-truncate']],
    [
      'counts if a variable of its condition gets another value',
      refresh(`x := true;\n${OF_X}`),
      { 'm/V3__a.sql': refresh(`x := false;\n${OF_X}`) },
      ['no-truncate'],
    ],
    [
      'counts if a query of its condition changes',
      refresh(`SELECT true INTO x;\n${OF_X}`),
      { 'm/V3__a.sql': refresh(`SELECT false INTO x;\n${OF_X}`) },
      ['no-truncate'],
    ],
    [
      'is existing if a write before it changes',
      refresh(`PERFORM 1;\nINSERT INTO orders VALUES (2);\n${OF_X}`),
      { 'm/V3__a.sql': refresh(`PERFORM 1;\nINSERT INTO orders VALUES (1);\n${OF_X}`) },
      [],
    ],
    [
      'counts if a check after it is gone',
      refresh('TRUNCATE totals;'),
      { 'm/V3__a.sql': refresh("TRUNCATE totals;\nIF now() > x THEN RAISE EXCEPTION 'too late'; END IF;") },
      ['no-truncate'],
    ],
    [
      'counts if a write changes whose rows its condition counts',
      refresh(`PERFORM 1;\nUPDATE totals SET n = 2 WHERE n = 1;\n${OF_FOUND}`),
      { 'm/V3__a.sql': refresh(`PERFORM 1;\nUPDATE totals SET n = 2 WHERE n = 3;\n${OF_FOUND}`) },
      ['no-truncate'],
    ],
    [
      'counts if a write changes whose rows its condition reads',
      refresh(`PERFORM 1;\nINSERT INTO log VALUES (2);\n${OF_LOG}`),
      { 'm/V3__a.sql': refresh(`PERFORM 1;\nINSERT INTO log VALUES (1);\n${OF_LOG}`) },
      ['no-truncate'],
    ],
    [
      'counts if its condition changes after two dashes in a string',
      refresh(OF_X.replace('x', "x = '--' OR true")),
      { 'm/V3__a.sql': refresh(OF_X.replace('x', "x = '--' AND y")) },
      ['no-truncate'],
    ],
    [
      'counts if the default of a parameter changes',
      PURGE.replace('false', 'true'),
      { 'm/V3__a.sql': PURGE },
      ['no-truncate'],
    ],
    [
      'counts if a setting of the routine changes',
      `${GUARDED_END.replace('= a', '= b')}`,
      { 'm/V3__a.sql': GUARDED_END },
      ['no-truncate'],
    ],
    ['is existing if nothing changes', GUARDED_END, { 'm/V3__a.sql': GUARDED_END }, []],
    [
      'counts if the change runs another routine, which may run it',
      `${refresh(GUARDED)}\nSELECT w();`,
      {},
      ['no-truncate'],
    ],
    ['counts if the change may fire it', `${refresh(GUARDED)}\nINSERT INTO orders VALUES (1);`, {}, ['no-truncate']],
    [
      'counts in a routine of another schema',
      refresh(GUARDED).replace('refresh()', 'other.refresh()'),
      {},
      ['no-truncate'],
    ],
    [
      'is existing in a routine with the schema that is searched',
      refresh(GUARDED).replace('refresh()', 'public.refresh()'),
      {},
      [],
    ],
    ['counts if the change runs the routine', `${refresh(GUARDED)}\nSELECT refresh();`, {}, ['no-truncate']],
    [
      'counts if the newest version of the base does not have it',
      refresh(GUARDED),
      { 'm/V3__a.sql': refresh('PERFORM 1;') },
      ['no-truncate'],
    ],
    [
      'is existing if only the newest version of the base has it',
      refresh('TRUNCATE orders;'),
      { 'm/V3__a.sql': refresh('TRUNCATE orders;') },
      [],
    ],
    [
      'counts if the base has dropped the routine',
      `${refresh(GUARDED)}\n${ATTACHED}`,
      { 'm/V3__a.sql': 'DROP FUNCTION refresh() CASCADE;' },
      ['no-truncate'],
    ],
    [
      'counts if the copy of another folder does not have it',
      refresh(GUARDED),
      { 'schema/all.sql': `${TABLE}\n${refresh('PERFORM 1;')}` },
      ['no-truncate'],
    ],
    [
      'counts in SQL that is put together',
      refresh("EXECUTE 'TRUNCATE ' || x;"),
      { 'm/V3__a.sql': refresh("EXECUTE 'TRUNCATE ' || x;") },
      ['no-unreadable-sql', 'no-truncate', 'no-catalog-write'],
    ],
  ])('%s', async (_, sql, base, expected) => {
    expect(await counting(base, { [PATH]: sql })).toEqual(expected);
  });
});
