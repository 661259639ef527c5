import { expect, test } from 'vitest';
import { DIALECTS, suggestion } from '../../src/model/index.ts';

test.each([
  ['tabel', ['view', 'table'], 'table'],
  ['abel', ['view', 'table'], undefined],
  ['drop_tabel', ['drop_view', 'drop_table'], 'drop_table'],
  ['no-frist', ['no-first', 'no-frost'], 'no-first'],
  ['no-frosd', ['no-first', 'no-frost'], 'no-frost'],
  ['ab-cd-fe-hg', ['ab-dc-ef-gh'], 'ab-dc-ef-gh'],
  ['abcdefghijkl', ['lkjihgfedcba'], undefined],
  ['DROP_TABLE', ['drop_table'], 'drop_table'],
  ['x', ['y', 'z'], 'y'],
  ['x', [], undefined],
  ['pg', DIALECTS, 'postgresql'],
  ['T-SQL', DIALECTS, 'transactsql'],
  ['mssql', ['table'], undefined],
])('the nearest name to %j in %j is %j', (word, known, nearest) => {
  expect(suggestion(word, known)).toBe(nearest === undefined ? '' : ` (did you mean \`${nearest}\`?)`);
});
