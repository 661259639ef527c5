import type { StatementRow } from '../table.ts';

/** SQL Server's statements on tables, indexes and queues. */
export const TABLES: readonly StatementRow[] = [
  // Tables
  {
    words: 'ALTER INDEX <a> ON <t> … IGNORE_DUP_KEY = ON',
    kind: 'discard_writes',
    objectClass: 'relation',
    source: 'SQL Server docs, ALTER INDEX (IGNORE_DUP_KEY: rows with a key that exists are left out with a warning)',
  },
  {
    words: 'CREATE UNIQUE CLUSTERED|NONCLUSTERED? INDEX <a> ON <t> … IGNORE_DUP_KEY = ON',
    kind: 'discard_writes',
    objectClass: 'relation',
    source: 'SQL Server docs, CREATE INDEX (IGNORE_DUP_KEY)',
  },
  {
    words: 'ALTER TABLE <t> … IGNORE_DUP_KEY = ON',
    kind: 'discard_writes',
    source: 'SQL Server docs, ALTER TABLE (IGNORE_DUP_KEY)',
  },
  {
    words: 'ALTER TABLE <t> … NOCHECK CONSTRAINT',
    kind: 'disable_constraint',
    source: 'SQL Server docs, ALTER TABLE',
  },
  {
    words: 'ALTER TABLE <t> WITH CHECK CHECK CONSTRAINT',
    kind: 'enable_constraint',
    source: 'SQL Server docs, ALTER TABLE',
  },
  {
    // With the clustered index, the table cannot be read; its keys and foreign keys to them are off too.
    words: 'ALTER INDEX ALL ON <t> DISABLE',
    kind: 'disable_constraint',
    objectClass: 'relation',
    source: 'SQL Server docs, Disable indexes and constraints',
  },
  {
    words: 'ALTER INDEX <pk> ON <t> DISABLE',
    kind: 'disable_constraint',
    objectClass: 'relation',
    source: 'SQL Server docs, Disable indexes and constraints',
  },
  {
    words: 'ALTER INDEX ALL ON <t> REBUILD',
    kind: 'enable_constraint',
    objectClass: 'relation',
    source: 'SQL Server docs, ALTER INDEX',
  },
  {
    words: 'ALTER TABLE <t> SET ( SYSTEM_VERSIONING = ON',
    kind: 'enable_protection',
    source: 'SQL Server docs, ALTER TABLE',
  },
  {
    words: 'ALTER TABLE <t> … SYSTEM_VERSIONING = OFF',
    kind: 'disable_protection',
    objectClass: 'relation',
    source: 'SQL Server docs, Stopping system-versioning on a temporal table',
  },
  {
    words: 'ALTER TABLE <t> … HISTORY_RETENTION_PERIOD = <n>',
    kind: 'schedule_job',
    source: 'SQL Server docs, Manage historical data with retention policy',
  },
  {
    words: 'ALTER TABLE <t> DROP PERIOD FOR',
    kind: 'disable_protection',
    objectClass: 'relation',
    source: 'SQL Server docs, ALTER TABLE',
  },
  {
    words: 'ALTER TABLE <t> DISABLE CHANGE_TRACKING',
    kind: 'disable_protection',
    objectClass: 'relation',
    source: 'SQL Server docs, Enable and disable change tracking',
  },
  {
    words: 'ALTER|CREATE TABLE <t> … DATA_DELETION = ON',
    kind: 'schedule_job',
    objectClass: 'relation',
    source: 'SQL Server docs, Data retention (Azure SQL Edge)',
  },
  {
    words: 'ALTER TABLE <t> … REMOTE_DATA_ARCHIVE = OFF_WITHOUT_DATA_RECOVERY',
    kind: 'discard_data',
    objectClass: 'relation',
    source: 'SQL Server docs, Disable Stretch Database',
  },
  {
    words: 'ALTER DATABASE <t> SET … DATA_RETENTION ON',
    kind: 'schedule_job',
    objectClass: 'database',
    source: 'SQL Server docs, Data retention (Azure SQL Edge)',
  },
  {
    words: 'ALTER DATABASE <t> SET PARTNER FORCE_SERVICE_ALLOW_DATA_LOSS',
    kind: 'discard_data',
    objectClass: 'database',
    source: 'SQL Server docs, ALTER DATABASE database mirroring',
  },
  {
    words: 'ALTER DATABASE <t> REBUILD LOG',
    kind: 'discard_data',
    objectClass: 'database',
    source: 'SQL Server docs, ALTER DATABASE (undocumented option)',
  },
  {
    words: 'ALTER DATABASE <t> SET … NEW_BROKER|ERROR_BROKER_CONVERSATIONS',
    kind: 'discard_data',
    objectClass: 'database',
    source: 'SQL Server docs, ALTER DATABASE SET options: ends all conversations',
  },
  { words: 'DROP QUEUE <t>', kind: 'discard_data', source: 'SQL Server docs, DROP QUEUE' },
];
