import { describe, expect, test } from 'vitest';
import type { Dialect } from '../../src/model/index.ts';
import { type ColumnUse, columnUse } from '../../src/sql/index.ts';

// Does the statement use column `c` of table `t`? In the second part, `t` is its only table.
type Case = [sql: string, use: ColumnUse, dialect?: Dialect];

const AMONG_OTHERS: readonly Case[] = [
  ['select c from t join u on u.id = t.id', 'unclear'],
  ['select x.c from t x join u on u.id = x.id', 'yes'],
  ['select x.c from t as x join u on u.id = x.id', 'yes'],
  ['select u.c from t x join u on u.id = x.id', 'no'],
  ['select id from t join u using (c)', 'yes'],
  ['select a from u where id in (select id from t where c = ?)', 'yes'],
  ['select a from t where c in (select id from u where x > ?)', 'yes'],
  ['select a from t where id in (select id from u where c = ?)', 'unclear'],
  ['select c from u union select a from t', 'no'],
  ['select a from u union select c from t', 'yes'],
  ['with x as (select a from t) select c from x', 'no'],
  ['insert into u (a) select c from t', 'yes'],
  ['update t set a = ? where c in (select id from u)', 'yes'],
  ['delete from t using u where u.id = t.id and c > ?', 'unclear'],
  ['select a from t where extract(year from c) > ?', 'yes'],
  ['select a from t where c is distinct from b', 'yes'],
  ['select t.* from t join u on true', 'yes'],
  ['select c from (t x join u on u.id = x.id)', 'unclear'],
  ['select x.c from u left join (t x join v on v.id = x.id) on x.id = u.id', 'yes'],
  ['select a from u straight_join t x on x.c = u.id', 'yes', 'mysql'],
  ['select a from t natural join u', 'unclear'],
  ['select u.name c from u join t on t.id = u.id', 'no'],
  ['select u.* from t join u on true', 'no'],
  ['select * from u where id in (select id from t)', 'no'],
  ['select * from u where exists (select * from t)', 'no'],
  ['insert into u (c) select a from t', 'no'],
  ['update u set c = t.a from t where t.id = u.id', 'no'],
  ['merge into t using s on t.id = s.id when matched then update set c = s.a', 'yes'],
  ['update t join u on u.id = t.id set t.c = ?', 'yes', 'mysql'],
  ['select "t"."c" from "public"."t" join u on true', 'yes'],
];
const ALONE: readonly Case[] = [
  ['select c from t', 'yes'],
  ['select a from t', 'no'],
  ['select a as c from t', 'no'],
  ['select a from t order by c', 'yes'],
  ['select a from t where c = ?', 'yes'],
  ['select c(a) from t', 'no'],
  ['select * from t', 'yes'],
  ['with x as (select * from t) select a from x', 'yes'],
  ['select count(*) from t', 'no'],
  ['select a * b from t', 'no'],
  ['select to_jsonb(x) from t x', 'yes'],
  ['insert into t (a, c) values (?)', 'yes'],
  ['insert into t (a) values (?)', 'no'],
  ['insert into t (a) values (?) on conflict (a) do update set c = excluded.a', 'yes'],
  ['insert into t (a) values (?) returning *', 'yes'],
  ['update t set c = ?', 'yes'],
  ['update t set a = ? returning *', 'yes'],
  ['delete from t where c = ?', 'yes'],
  ['copy t (a, c) to stdout', 'yes'],
  ['select c from other', 'unclear'],
  ['select a from other', 'no'],
  ['with x as (update t set a = ? returning id, c) select id from x', 'yes'],
  ['with x as (delete from t where c < ? returning id) select id from x', 'yes'],
  ['with x as (insert into u (a) values (?) returning c) select a from t, x', 'unclear'],
  ['select t from t', 'unclear'],
  ['select json_agg(x order by x.id) from t x', 'yes'],
  ['select a from t x for update of x', 'no'],
  ['update low_priority t set a = ? where c = ?', 'yes', 'mysql'],
  ['update or ignore t set a = ? where c = ?', 'yes', 'sqlite'],
  ['delete x from t x where x.a = ?', 'no', 'mysql'],
  ['update t set a = ? output inserted.c where id = ?', 'yes', 'transactsql'],
  ['select `t`.`C` from `t`', 'yes', 'mysql'],
  ['insert into t (a) values (?) on duplicate key update c = ?', 'yes', 'mysql'],
  ['select [c] from [dbo].[t]', 'yes', 'transactsql'],
  ['select top (?) * from t', 'yes', 'transactsql'],
];

const useOf = (sql: string, dialect: Dialect) => columnUse(sql, dialect, { table: 't', column: 'c' });

describe('a column in a statement', () => {
  test.each(AMONG_OTHERS)('of several tables: %s: %s', (sql, use, dialect = 'postgresql') => {
    expect(useOf(sql, dialect)).toBe(use);
  });

  test.each(ALONE)('of one table: %s: %s', (sql, use, dialect = 'postgresql') => {
    expect(useOf(sql, dialect)).toBe(use);
  });
});
