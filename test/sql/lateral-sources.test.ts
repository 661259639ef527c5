import { describe, expect, test } from 'vitest';
import type { Dialect } from '../../src/model/index.ts';
import { filterOf } from './read.ts';

// Sources that depend on the row: their rows tell rows of the target apart.

type Row = readonly [Dialect, string, 'conditional' | 'always_true' | 'none' | 'unknown'];

const CLASSES: Readonly<Record<string, readonly Row[]>> = {
  'functions that read a column of the row': [
    [
      'postgresql',
      "DELETE FROM t WHERE EXISTS (SELECT 1 FROM jsonb_array_elements(t.data) e WHERE e->>'k' = 'v')",
      'conditional',
    ],
    [
      'postgresql',
      "DELETE FROM t WHERE EXISTS (SELECT 1 FROM jsonb_array_elements(data) e WHERE e->>'k' = 'v')",
      'conditional',
    ],
    ['postgresql', "DELETE FROM t WHERE EXISTS (SELECT 1 FROM unnest(tags) x WHERE x LIKE 'a%')", 'conditional'],
    ['postgresql', "DELETE FROM t WHERE (SELECT bool_or(x = 'a') FROM unnest(tags) x)", 'conditional'],
    ['postgresql', "DELETE FROM t WHERE EXISTS (SELECT * FROM regexp_matches(name, 'a.*b'))", 'conditional'],
    ['postgresql', 'DELETE FROM t WHERE EXISTS (SELECT 1 FROM generate_series(1, t.n) g WHERE g = 3)', 'conditional'],
    ['postgresql', 'DELETE FROM t WHERE EXISTS (SELECT 1 FROM generate_series(1, 5) g WHERE g = 3)', 'always_true'],
    [
      'postgresql',
      'DELETE FROM t WHERE NOT EXISTS (SELECT 1 FROM jsonb_array_elements_text(t.roles) r(name) JOIN roles ON roles.name = r.name)',
      'conditional',
    ],
    [
      'postgresql',
      "UPDATE t SET a = s.v FROM (SELECT t2.id, e->>'v' AS v FROM t t2, jsonb_array_elements(t2.data) e) s WHERE s.id = t.id",
      'conditional',
    ],
    ['sqlite', "DELETE FROM t WHERE 'x' IN (SELECT value FROM json_each(t.tags))", 'conditional'],
    ['sqlite', "DELETE FROM t WHERE EXISTS (SELECT 1 FROM json_each(data) j WHERE j.value = 'x')", 'conditional'],
    [
      'mysql',
      "DELETE FROM t WHERE EXISTS (SELECT 1 FROM JSON_TABLE(t.doc, '$[*]' COLUMNS (v INT PATH '$')) j WHERE j.v = 3)",
      'conditional',
    ],
    [
      'mysql',
      "UPDATE t JOIN JSON_TABLE(t.doc, '$[*]' COLUMNS (v INT PATH '$')) j SET t.a = j.v WHERE j.v = 3",
      'conditional',
    ],
    [
      'transactsql',
      "DELETE FROM T WHERE EXISTS (SELECT 1 FROM OPENJSON(T.Data) WITH (k int '$.k') j WHERE j.k = 1)",
      'conditional',
    ],
    ['transactsql', "DELETE T FROM T CROSS APPLY STRING_SPLIT(T.Tags, ',') s WHERE s.value = 'x'", 'conditional'],
    [
      'transactsql',
      'UPDATE t SET A = j.A FROM dbo.T t CROSS APPLY OPENJSON(t.Data) WITH (A int) j WHERE j.A IS NOT NULL',
      'conditional',
    ],
    ['transactsql', 'UPDATE t SET A = 1 FROM dbo.T t OUTER APPLY dbo.fnLast(t.Id) f WHERE f.Id IS NULL', 'conditional'],
    ['transactsql', "UPDATE t SET A = 1 FROM dbo.T t CROSS APPLY t.Xml.nodes('/a') x(y)", 'conditional'],
  ],
  'LATERAL and APPLY': [
    ['transactsql', 'UPDATE t SET x = a.x FROM T t CROSS APPLY (SELECT x FROM A WHERE A.tid = t.id) a', 'conditional'],
    ['transactsql', 'UPDATE t SET x = a.x FROM T t CROSS APPLY (SELECT max(x) x FROM A WHERE A.tid = t.id) a', 'none'],
    ['transactsql', 'UPDATE t SET x = a.x FROM T t OUTER APPLY (SELECT x FROM A WHERE A.tid = t.id) a', 'none'],
    [
      'mysql',
      'UPDATE a JOIN LATERAL (SELECT x FROM b WHERE b.a_id = a.id ORDER BY y LIMIT 1) z ON TRUE SET a.x = z.x',
      'conditional',
    ],
    ['mysql', 'UPDATE a, LATERAL (SELECT x FROM b WHERE b.a_id = a.id) z SET a.x = z.x', 'conditional'],
    [
      'postgresql',
      'DELETE FROM t WHERE id IN (SELECT t2.id FROM t t2 JOIN LATERAL (SELECT 1 FROM u WHERE u.tid = t2.id LIMIT 1) z ON true)',
      'conditional',
    ],
  ],
  'the query that is written to': [
    [
      'transactsql',
      'WITH x AS (SELECT TOP (500) * FROM dbo.Q WHERE Done = 0 ORDER BY Id) UPDATE x SET Done = 1',
      'conditional',
    ],
    [
      'transactsql',
      ";WITH q AS (SELECT TOP (10) Id, Status FROM dbo.Queue WITH (ROWLOCK, READPAST, UPDLOCK) WHERE Status = 'new' ORDER BY Id) DELETE FROM q OUTPUT deleted.Id",
      'conditional',
    ],
    ['transactsql', 'DELETE x FROM (SELECT TOP (100) Id FROM dbo.Q WHERE Done = 0) x', 'conditional'],
    [
      'transactsql',
      'WITH s AS (SELECT t.Status, i.New FROM dbo.T t JOIN dbo.I i ON i.Id = t.Id) UPDATE s SET Status = New',
      'conditional',
    ],
    ['transactsql', 'WITH s AS (SELECT * FROM dbo.T) UPDATE s SET Status = 1', 'none'],
  ],
  'joins that are not read': [
    ['mysql', 'UPDATE t1 NATURAL JOIN t2 SET t1.a = t2.a', 'unknown'],
    ['mysql', 'DELETE t FROM t NATURAL JOIN u', 'unknown'],
  ],
};

describe.each(Object.entries(CLASSES))('%s', (_, rows) => {
  test.each(rows)('%s: %s: %s', (dialect, sql, filter) => {
    expect(filterOf(dialect, sql)).toBe(filter);
  });
});
