import { describe, expect, test } from 'vitest';
import type { Dialect } from '../../src/model/index.ts';
import { read } from './read.ts';

function kinds(dialect: Dialect, sql: string): string[] {
  return read(dialect, sql).statements.flatMap(({ operations }) => operations.map(({ kind }) => kind));
}

const CLIENTS: readonly [dialects: readonly Dialect[], harmless: readonly string[], others: readonly string[]][] = [
  [
    ['postgresql', 'cockroachdb', 'redshift'],
    [
      '\\set ON_ERROR_STOP on',
      '\\set ON_ERROR_STOP',
      '\\set ON_ERROR_STOP 1',
      "\\set ON_ERROR_STOP 'on'",
      '\\set ON_ERROR_ROLLBACK interactive',
      '\\unset ON_ERROR_STOP',
      '\\set VERBOSITY terse',
      '\\set QUIET 1',
      '\\set ECHO none',
      '\\set errexit=true',
      '\\timing',
      '\\timing on',
      '\\echo',
      "\\echo 'step 2 of 3'",
      '\\qecho done :x',
      '\\warn slow',
      '\\pset pager off',
      '\\x auto',
      '\\t',
      '\\a',
      '\\conninfo',
      '\\dt+ public.*',
      '\\l',
      '\\encoding UTF8',
      '\\q',
    ],
    [
      '\\! ls',
      '\\i x.sql',
      '\\ir x.sql',
      '\\echo `ls`',
      '\\pset title `ls`',
      '\\dt `ls`',
      '\\set ON_ERROR_STOP `ls`',
      '\\set ON_ERROR_STOP :x',
      '\\set x 1',
      '\\set on_error_stop users',
      '\\set AUTOCOMMIT off',
      '\\set SINGLELINE on',
      '\\set ECHO users',
      '\\prompt x',
      '\\o x.txt',
      '\\w x.txt',
      '\\g x.txt',
      '\\gexec',
      '\\gset',
      '\\copy t from x.csv',
      '\\c other',
      '\\encoding SJIS',
      '\\setenv PAGER ls',
      '\\cd /tmp',
      '\\if true',
      '\\lo_import x',
    ],
  ],
  [
    ['mysql', 'mariadb'],
    [
      'warnings',
      'warnings;',
      'nowarning',
      'status',
      'rehash',
      'prompt a>',
      'notee',
      'nopager',
      '\\W',
      '\\w',
      '\\s',
      'quit',
    ],
    [
      'source x.sql',
      'system ls',
      'tee x.txt',
      'pager less',
      'edit',
      'charset gbk',
      'connect other',
      'resetconnection',
      'clear',
      '\\! ls',
      '\\. x.sql',
      '\\c',
      '\\T x.txt',
      '\\T',
      '\\P',
      '\\Q',
      '\\C gbk',
    ],
  ],
  [
    ['sqlite'],
    [
      '.headers on',
      '.header off',
      '.mode column',
      '.bail on',
      '.echo off',
      '.timeout 5000',
      '.width 10 20',
      ".nullvalue 'NULL'",
      '.separator ","',
      '.changes on',
      '.timer on',
      '.print step 2 of 3',
      '.show',
      '.databases',
      '.tables',
      '.schema users',
      '.indexes',
      '.explain auto',
      '.prompt "a>"',
      '.eqp full',
      '.stats on',
      '.quit',
    ],
    [
      '.read x.sql',
      '.shell ls',
      '.system ls',
      '.import x.csv t',
      '.output x.txt',
      '.once x.txt',
      '.excel',
      '.log x.txt',
      '.trace x.txt',
      '.open x.db',
      '.load x',
      '.restore x.db',
      '.backup x.db',
      '.save x.db',
      '.clone x.db',
      '.dump',
      '.cd /tmp',
      '.parameter set :x 1',
      '.dbconfig defensive off',
      '.filectrl x',
      '.testctrl x',
      '.archive x',
    ],
  ],
];

for (const [dialects, harmless, others] of CLIENTS)
  describe.each(dialects)('a client command of %s', (dialect) => {
    test.each(harmless)('%s changes nothing', (command) => {
      expect(kinds(dialect, command)).toEqual(['show']);
    });

    test.each(others)('%s cannot be checked', (command) => {
      expect(kinds(dialect, command)).toContain('meta_command');
    });
  });

test.each<[dialect: Dialect, sql: string, ...kinds: string[]]>([
  // The statement goes on behind these.
  ['postgresql', 'DELETE FROM t \\timing on\nWHERE id = 1;', 'delete', 'meta_command'],
  ['mysql', 'DELETE FROM t \\W WHERE id = 1;', 'delete', 'meta_command'],
  // What follows does not run.
  ['postgresql', 'SELECT 1;\n\\q\nDROP TABLE t;', 'select', 'meta_command', 'drop_table'],
  ['mysql', 'quit\nDROP TABLE t;', 'meta_command', 'drop_table'],
  ['sqlite', '.quit\nDROP TABLE t;', 'meta_command', 'drop_table'],
  // What follows runs.
  ['postgresql', '\\timing on\nDROP TABLE t;', 'show', 'drop_table'],
  ['postgresql', '\\timing on \\echo x\nDROP TABLE t;', 'show', 'show', 'drop_table'],
  ['postgresql', '\\timing on \\! ls', 'show', 'meta_command'],
  ['postgresql', '\\timing on \\\\ DROP TABLE t;', 'show', 'drop_table'],
  ['mysql', 'warnings\nDROP TABLE t;', 'show', 'drop_table'],
  ['mysql', 'warnings; DROP TABLE t;', 'show', 'drop_table'],
  ['mysql', '\\W DROP TABLE t;', 'show', 'drop_table'],
  ['sqlite', '.headers on\r\nDROP TABLE t;', 'show', 'drop_table'],
])('%s: what surrounds a client command in %j', (dialect, sql, ...expected) => {
  expect(kinds(dialect, sql)).toEqual(expected);
});
