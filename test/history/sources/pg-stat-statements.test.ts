import { describe, expect, it } from 'vitest';
import { pgStatStatements } from '../../../src/history/sources/postgresql/stat-statements.ts';
import { readAll, sqlOf } from './read.ts';

const EXPORT = `\ufeffuserid,rolname,datname,toplevel,queryid,query,calls,total_exec_time
10,ann,shop,t,1,"SELECT * FROM ""users"" WHERE id = $1
  LIMIT $2",12,1.5
10,ann,shop,t,2,"SELECT $1 IN ($2 /*, ... */)",3,0.1
10,ann,shop,f,3,DELETE FROM inner_table,9,0.1
11,bob,shop,t,4,<insufficient privilege>,40,0.1
10,ann,shop,t,5,,2,0.1
10,ann,shop,t,6,SELECT 1,many,0.1
10,ann,shop,t,7,SELECT 2,0,0.1
10,ann,shop,t,8,SELECT 3,1
10,ann,shop,t,9,ALTER ROLE ann PASSWORD 'x',1,0.1
10,ann,shop,t,10,"SELECT cut`;

describe('pg_stat_statements', () => {
  it('reads entries with their calls, and counts the others', () => {
    const read = readAll(pgStatStatements, EXPORT);
    expect(read.statements.map(({ sql, calls, user, database }) => [sql, calls, user, database])).toEqual([
      ['SELECT * FROM "users" WHERE id = $1\n  LIMIT $2', 12, 'ann', 'shop'],
      ['SELECT $1 IN ($2 /*, ... */)', 3, 'ann', 'shop'],
      ["ALTER ROLE ann PASSWORD 'x'", 1, 'ann', 'shop'],
    ]);
    expect(read.statements[0]).toMatchObject({ normalised: true, at: undefined, application: undefined, session: '' });
    expect(read.unread).toEqual([
      '6: text hidden from the user who exported it (40)',
      '7: entry without a text (2)',
      '8: entry whose `calls` is not a number (1)',
      '10: record with an unexpected number of columns (1)',
      '12: record cut off at the end of the file (1)',
    ]);
    expect(read.passedOver).toEqual({ 'statement run inside a function': 1, 'entry that never ran': 1 });
    expect(read.notCarried).toEqual([]);
  });

  it('does not depend on chunk boundaries or the number of parts', () => {
    const whole = readAll(pgStatStatements, EXPORT);
    for (const chunk of [1, 2, 3, 50]) expect(readAll(pgStatStatements, EXPORT, { chunk })).toEqual(whole);
    const parts = [0, 1, 2].map((index) => readAll(pgStatStatements, EXPORT, { part: { index, of: 3 } }));
    expect(parts.flatMap(sqlOf).sort()).toEqual(sqlOf(whole).sort());
    expect(parts.flatMap(({ unread }) => unread).sort()).toEqual(whole.unread.toSorted());
  });

  it.each([
    ['query,calls', ['caller.user', 'caller.database']],
    ['"calls","usename","query"', ['caller.database']],
    ['QUERY,CALLS,DATNAME', ['caller.user']],
    ['userid,dbid,queryid,query,calls,stats_since,minmax_stats_since', ['caller.user', 'caller.database']],
  ])('recognises an export by its header: %s', (header, missing) => {
    expect(pgStatStatements.sniff(Buffer.from(`${header}\n1,2\n`), 'x.csv')).toBeGreaterThan(0.9);
    expect(readAll(pgStatStatements, `${header}\n`).notCarried).toEqual(missing);
  });

  it('reads counts written as 1e6 if they are integers', () => {
    const rows = ['1e6', '1.5E+03', '12.0', '1.5', '1e-3', '9e15', '9e16', '0e3'].map((calls) => `SELECT 1,${calls}`);
    const read = readAll(pgStatStatements, `query,calls\n${rows.join('\n')}\n`);
    expect(read.statements.map(({ calls }) => calls)).toEqual([1_000_000, 1500, 12, 9e15]);
    expect(read.unread).toEqual([
      '5: entry whose `calls` is not an integer (1)',
      '6: entry whose `calls` is not a number (1)',
      '8: entry whose `calls` is not an integer (1)',
    ]);
    expect(read.passedOver).toEqual({ 'entry that never ran': 1 });
  });

  it.each(['', 'query\nSELECT 1', 'schema_name,digest_text,count_star', '{"query":"x","calls":1}'])(
    'is not sure of %j',
    (text) => {
      expect(pgStatStatements.sniff(Buffer.from(text), 'x.csv')).toBe(0);
    },
  );

  it('notes dropped entries if the export has `dealloc`', () => {
    const read = readAll(pgStatStatements, 'query,calls,dealloc\nSELECT 1,2,17\n');
    expect(read.notes.join('\n')).toContain('dropped from the view 17 times');
  });
});
