import type { Administration } from './table.ts';

/** What Amazon Redshift has besides PostgreSQL's statements and functions. */
export const REDSHIFT: Administration = {
  statements: [
    // "Data in the source table is moved to matching columns in the target table", and is gone there.
    { words: 'ALTER TABLE … APPEND FROM <t>', kind: 'truncate', source: 'Redshift docs, ALTER TABLE APPEND' },
    {
      words: 'DROP SCHEMA IF? EXISTS? <t> … DROP EXTERNAL DATABASE',
      kind: 'drop_database',
      source: 'Redshift docs, DROP SCHEMA (DROP EXTERNAL DATABASE)',
    },
    // Protections
    {
      words: 'ALTER TABLE <t> ROW LEVEL SECURITY OFF',
      kind: 'disable_row_security',
      source: 'Redshift docs, ALTER TABLE (ROW LEVEL SECURITY)',
    },
    {
      words: 'ALTER TABLE <t> ROW LEVEL SECURITY ON',
      kind: 'enable_row_security',
      source: 'Redshift docs, ALTER TABLE (ROW LEVEL SECURITY)',
    },
    { words: 'DETACH RLS POLICY', kind: 'disable_row_security', source: 'Redshift docs, DETACH RLS POLICY' },
    { words: 'DROP RLS POLICY IF? EXISTS? <t>', kind: 'drop_policy', source: 'Redshift docs, DROP RLS POLICY' },
    { words: 'CREATE RLS POLICY <t>', kind: 'create_policy', source: 'Redshift docs, CREATE RLS POLICY' },
    { words: 'ATTACH RLS POLICY', kind: 'alter_policy', source: 'Redshift docs, ATTACH RLS POLICY' },
    { words: 'ALTER RLS POLICY <t>', kind: 'alter_policy', source: 'Redshift docs, ALTER RLS POLICY' },
    {
      words: 'DETACH|DROP MASKING POLICY',
      kind: 'disable_protection',
      source: 'Redshift docs, DETACH MASKING POLICY, DROP MASKING POLICY',
    },
    {
      words: 'CREATE|ATTACH|ALTER MASKING POLICY',
      kind: 'alter_other',
      source: 'Redshift docs, CREATE MASKING POLICY, ATTACH MASKING POLICY',
    },
    // Data and code elsewhere
    {
      words: 'CREATE|ALTER EXTERNAL SCHEMA',
      kind: 'remote_server',
      source: 'Redshift docs, CREATE EXTERNAL SCHEMA, ALTER EXTERNAL SCHEMA',
    },
    { words: 'CREATE EXTERNAL TABLE <t>', kind: 'remote_server', source: 'Redshift docs, CREATE EXTERNAL TABLE' },
    {
      words: 'CREATE OR? REPLACE? EXTERNAL FUNCTION <t>',
      kind: 'remote_sql',
      source: 'Redshift docs, CREATE EXTERNAL FUNCTION (AWS Lambda)',
    },
    {
      words: 'CREATE EXTERNAL? MODEL <t>',
      kind: 'remote_sql',
      source: 'Redshift docs, CREATE MODEL (rows are sent to Amazon SageMaker)',
    },
    { words: 'CREATE OR? REPLACE? LIBRARY <t>', kind: 'load_library', source: 'Redshift docs, CREATE LIBRARY' },
    {
      words: 'CREATE|ALTER|DROP DATASHARE',
      kind: 'change_replication',
      source: 'Redshift docs, CREATE DATASHARE, ALTER DATASHARE, DROP DATASHARE',
    },
    {
      words: 'CREATE|ALTER|DROP IDENTITY PROVIDER <t>',
      kind: 'alter_system',
      source: 'Redshift docs, CREATE IDENTITY PROVIDER',
    },
    // Sessions
    { words: 'CANCEL <n>', kind: 'end_session', source: 'Redshift docs, CANCEL' },
    { words: 'DESC DATASHARE|IDENTITY', kind: 'show', source: 'Redshift docs, DESC DATASHARE' },
  ],
  routines: [],
  tables: [],
};
