import { describe, expect, it } from 'vitest';
import type { ColumnDefinition, Dialect, TypeChange } from '../../src/model/index.ts';
import { columnDifference, LEXICAL, readSchemaText } from '../../src/sql/index.ts';

const CASES: readonly (readonly [Dialect, string, string, TypeChange])[] = [
  ['transactsql', 'nvarchar(500)', 'nvarchar(50)', 'narrow'],
  ['transactsql', 'nvarchar(50)', 'nvarchar(max)', 'widen'],
  ['transactsql', 'varchar(50)', 'nvarchar(50)', 'widen'],
  ['transactsql', 'nvarchar(50)', 'varchar(500)', 'narrow'],
  ['transactsql', 'varchar(1)', 'varchar', 'widen'],
  ['transactsql', 'int', 'bigint', 'widen'],
  ['transactsql', 'bigint', 'int', 'narrow'],
  ['transactsql', 'int', 'integer', 'same'],
  ['transactsql', 'bit', 'int', 'widen'],
  ['transactsql', 'decimal', 'numeric(18,0)', 'widen'],
  ['transactsql', 'decimal(18,2)', 'decimal(18,4)', 'narrow'],
  ['transactsql', 'decimal(18,2)', 'int', 'convert'],
  ['transactsql', 'int', 'decimal(18,2)', 'widen'],
  ['transactsql', 'int', 'decimal(9,2)', 'convert'],
  ['transactsql', 'datetime', 'datetime2(7)', 'widen'],
  ['transactsql', 'datetime2', 'datetime2(3)', 'narrow'],
  ['transactsql', 'datetime2', 'date', 'narrow'],
  ['transactsql', 'uniqueidentifier', 'nvarchar(36)', 'convert'],
  ['transactsql', 'sysname', 'nvarchar(128)', 'same'],
  ['transactsql', 'varbinary(max)', 'varbinary(16)', 'narrow'],
  ['transactsql', 'nvarchar(max)', 'xml', 'convert'],
  ['mysql', 'int(11)', 'int', 'same'],
  ['mysql', 'int unsigned', 'int', 'narrow'],
  ['mysql', 'int', 'bigint unsigned', 'narrow'],
  ['mysql', 'int unsigned', 'bigint', 'widen'],
  ['mysql', 'text', 'longtext', 'widen'],
  ['mysql', 'text', 'varchar(255)', 'narrow'],
  ['mysql', 'varchar(255)', 'text', 'widen'],
  ['mysql', 'datetime(6)', 'datetime', 'narrow'],
  ['mysql', "enum('a','b')", "enum('a')", 'narrow'],
  ['mysql', "enum('a')", "enum('a','b')", 'widen'],
  ['mysql', "set('a')", "enum('a')", 'convert'],
  ['postgresql', 'varchar', 'text', 'widen'],
  ['postgresql', 'text', 'varchar(10)', 'narrow'],
  ['postgresql', 'character varying(10)', 'varchar(20)', 'widen'],
  ['postgresql', 'int4', 'integer', 'same'],
  ['postgresql', 'numeric', 'numeric(10,2)', 'narrow'],
  ['postgresql', 'numeric(10,2)', 'numeric', 'widen'],
  ['postgresql', 'timestamptz', 'timestamp with time zone', 'same'],
  ['postgresql', 'timestamptz', 'timestamp', 'convert'],
  ['postgresql', 'timestamp', 'timestamp(3)', 'narrow'],
  ['postgresql', 'double precision', 'real', 'narrow'],
  ['postgresql', 'text[]', 'text', 'convert'],
  ['postgresql', 'jsonb', 'json', 'convert'],
];

function columnOf(type: string, dialect: Dialect): ColumnDefinition {
  const { definitions } = readSchemaText(`CREATE TABLE t (c ${type})`, 'schema.sql', dialect);
  const column = definitions[0]?.elements?.columns.get('c');
  if (!column) throw new Error(`no column of type ${type}`);
  return column;
}

describe('a change of a column type', () => {
  it.each(CASES)('is known in %s: from %s to %s it is %s', (dialect, before, after, expected) => {
    const [old, changed] = [before, after].map((type) => columnOf(type, dialect)) as [
      ColumnDefinition,
      ColumnDefinition,
    ];
    expect(columnDifference(old, changed, LEXICAL[dialect].ddl.columnChange).change).toBe(expected);
  });
});
