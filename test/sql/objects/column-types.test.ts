import { describe, expect, it } from 'vitest';
import type { Dialect } from '../../../src/model/index.ts';
import { compareTypes, LEXICAL } from '../../../src/sql/index.ts';

const CASES: readonly (readonly [Dialect, string, string, ReturnType<typeof compareTypes>])[] = [
  ['transactsql', 'nvarchar(500)', 'nvarchar(50)', 'narrower'],
  ['transactsql', 'nvarchar(50)', 'nvarchar(max)', 'wider'],
  ['transactsql', 'varchar(50)', 'nvarchar(50)', 'wider'],
  ['transactsql', 'nvarchar(50)', 'varchar(500)', 'narrower'],
  ['transactsql', 'varchar(1)', 'varchar', 'same'],
  ['transactsql', 'int', 'bigint', 'wider'],
  ['transactsql', 'bigint', 'int', 'narrower'],
  ['transactsql', 'int', 'integer', 'same'],
  ['transactsql', 'bit', 'int', 'wider'],
  ['transactsql', 'decimal', 'numeric(18,0)', 'same'],
  ['transactsql', 'decimal(18,2)', 'decimal(18,4)', 'narrower'],
  ['transactsql', 'decimal(18,2)', 'int', 'narrower'],
  ['transactsql', 'int', 'decimal(18,2)', 'wider'],
  ['transactsql', 'int', 'decimal(9,2)', 'narrower'],
  ['transactsql', 'datetime', 'datetime2(7)', 'wider'],
  ['transactsql', 'datetime2', 'datetime2(3)', 'narrower'],
  ['transactsql', 'datetime2', 'date', 'narrower'],
  ['transactsql', 'uniqueidentifier', 'nvarchar(36)', 'other'],
  ['transactsql', 'sysname', 'nvarchar(128)', 'same'],
  ['transactsql', 'varbinary(max)', 'varbinary(16)', 'narrower'],
  ['transactsql', 'nvarchar(max)', 'xml', 'other'],
  ['mysql', 'int(11)', 'int', 'same'],
  ['mysql', 'int unsigned', 'int', 'narrower'],
  ['mysql', 'int', 'bigint unsigned', 'narrower'],
  ['mysql', 'int unsigned', 'bigint', 'wider'],
  ['mysql', 'text', 'longtext', 'wider'],
  ['mysql', 'text', 'varchar(255)', 'narrower'],
  ['mysql', 'varchar(255)', 'text', 'wider'],
  ['mysql', 'datetime(6)', 'datetime', 'narrower'],
  ['mysql', "enum('a','b')", "enum('a')", 'narrower'],
  ['mysql', "enum('a')", "enum('a','b')", 'wider'],
  ['mysql', "set('a')", "enum('a')", 'other'],
  ['postgresql', 'varchar', 'text', 'same'],
  ['postgresql', 'text', 'varchar(10)', 'narrower'],
  ['postgresql', 'character varying(10)', 'varchar(20)', 'wider'],
  ['postgresql', 'int4', 'integer', 'same'],
  ['postgresql', 'numeric', 'numeric(10,2)', 'narrower'],
  ['postgresql', 'numeric(10,2)', 'numeric', 'wider'],
  ['postgresql', 'timestamptz', 'timestamp with time zone', 'same'],
  ['postgresql', 'timestamptz', 'timestamp', 'other'],
  ['postgresql', 'timestamp', 'timestamp(3)', 'narrower'],
  ['postgresql', 'double precision', 'real', 'narrower'],
  ['postgresql', 'text[]', 'text', 'other'],
  ['postgresql', 'jsonb', 'json', 'other'],
];

describe('a change of a column type', () => {
  it.each(CASES)('is known in %s: from %s to %s it is %s', (dialect, before, after, expected) => {
    expect(compareTypes(before, after, LEXICAL[dialect].ddl.unsized)).toBe(expected);
  });
});
