import type { Administration } from './table.ts';

/** SQLite's pragmas and functions, with those of its command-line program. */
export const SQLITE: Administration = {
  statements: [
    {
      words: 'CREATE VIRTUAL TABLE IF? NOT? EXISTS? <t> USING CSV|ZIPFILE|FSDIR|VSV',
      kind: 'access_file',
      source: 'SQLite docs, The CSV virtual table; The Zipfile module',
    },
    {
      words: "INSERT INTO <t> ( <a> ) VALUES ( 'DELETE-ALL'",
      kind: 'discard_data',
      source: "SQLite docs, FTS5 (the 'delete-all' command)",
    },
    {
      words: "INSERT INTO <t> ( <a> ) SELECT 'DELETE-ALL'",
      kind: 'discard_data',
      source: "SQLite docs, FTS5 (the 'delete-all' command)",
    },
    {
      words: "INSERT INTO <t> ( <a> ) VALUES|SELECT (? LOWER ( 'DELETE-ALL'",
      kind: 'discard_data',
      source: "SQLite docs, FTS5 (the 'delete-all' command)",
    },
    {
      // Texts that the index does not contain corrupt it. Triggers pass those of the deleted row.
      words: "INSERT INTO <t> ( … VALUES ( 'DELETE' , <n>",
      kind: 'discard_data',
      source: "SQLite docs, FTS5 (the 'delete' command)",
    },
    {
      words: "PRAGMA <p> JOURNAL_MODE =|( O|OF|OFF|M|ME|MEM|MEMO|MEMOR|MEMORY|'OFF'|'MEMORY'",
      kind: 'reduce_durability',
      source: 'SQLite docs, PRAGMA journal_mode',
    },
    {
      words: 'PRAGMA <p> SYNCHRONOUS =|( <off>',
      kind: 'reduce_durability',
      source: 'SQLite docs, PRAGMA synchronous',
    },
    {
      words: 'PRAGMA <p> IGNORE_CHECK_CONSTRAINTS =|( <set>',
      kind: 'disable_constraint',
      everyTable: true,
      source: 'SQLite docs, PRAGMA ignore_check_constraints',
    },
    {
      words: 'PRAGMA <p> SECURE_DELETE =|( <off>',
      kind: 'disable_protection',
      source: 'SQLite docs, PRAGMA secure_delete',
    },
    {
      words: 'PRAGMA <p> TRUSTED_SCHEMA =|( <set>',
      kind: 'disable_protection',
      source: 'SQLite docs, PRAGMA trusted_schema',
    },
    {
      words: 'PRAGMA <p> SCHEMA_VERSION =|( <n>',
      kind: 'disable_protection',
      source: 'SQLite docs, PRAGMA schema_version',
    },
    { words: 'PRAGMA <p> REKEY|HEXREKEY =|(', kind: 'disable_protection', source: 'SQLCipher docs, PRAGMA rekey' },
    {
      words: 'CREATE TEMP|TEMPORARY? TRIGGER … ON <t> … RAISE ( IGNORE )',
      kind: 'discard_writes',
      objectClass: 'relation',
      source: 'SQLite docs, CREATE TRIGGER (the RAISE function)',
    },
  ],
  routines: [
    { names: 'eval', kind: 'execute_text', source: 'SQLite source, ext/misc/eval.c' },
    {
      names: 'readfile writefile edit fsdir',
      kind: 'access_file',
      source: 'SQLite docs, Command line shell for SQLite',
    },
    { names: 'load_extension', kind: 'load_library', source: 'SQLite docs, load_extension(X)' },
    { names: 'sqlcipher_export', kind: 'access_file', source: 'SQLCipher docs, sqlcipher_export' },
    { names: 'droptable dropgeotable', kind: 'drop_table', source: 'SpatiaLite docs, SQL functions' },
    { names: 'removeduplicaterows', kind: 'discard_data', source: 'SpatiaLite docs, SQL functions' },
    { names: 'fts3_tokenizer', kind: 'access_file', source: 'SQLite docs, FTS3 custom tokenizers' },
  ],
  tables: [
    { names: 'sqlite_dbpage', kind: 'discard_data', source: 'SQLite docs, The SQLITE_DBPAGE virtual table' },
    { names: 'sqlite_sequence', kind: 'reset_sequence', source: 'SQLite docs, SQLite autoincrement' },
  ],
};
