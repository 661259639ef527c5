import type { StatementRow } from '../table.ts';

/** SQL Server's statements on databases, their files and pages. */
export const DATABASES: readonly StatementRow[] = [
  // DBCC
  {
    words: 'DBCC CHECKDB|CHECKTABLE|CHECKALLOC … REPAIR_ALLOW_DATA_LOSS',
    kind: 'discard_data',
    source: 'SQL Server docs, DBCC CHECKDB',
  },
  {
    words: 'DBCC WRITEPAGE',
    kind: 'discard_data',
    source: 'SQL Server docs, DBCC (undocumented command), Paul Randal, "DBCC WRITEPAGE"',
  },
  {
    words: 'DBCC CHECKIDENT ( <t> , RESEED ,',
    kind: 'reset_sequence',
    objectClass: 'relation',
    source: 'SQL Server docs, DBCC CHECKIDENT',
  },
  {
    words: 'DBCC FREEPROCCACHE|FREESYSTEMCACHE|DROPCLEANBUFFERS|FREESESSIONCACHE',
    kind: 'clear_history',
    source: 'SQL Server docs, DBCC FREEPROCCACHE',
  },
  { words: 'DBCC DETACHDB', kind: 'attach_database', source: 'SQL Server docs, sp_detach_db' },
  { words: 'DBCC DETACHDB', kind: 'server_control', source: 'SQL Server docs, sp_detach_db' },
  { words: 'DBCC TRACEON|TRACEOFF', kind: 'alter_system', source: 'SQL Server docs, DBCC TRACEON' },
  // ALTER DATABASE
  {
    words: 'ALTER DATABASE <t> SET … OFFLINE|EMERGENCY|SINGLE_USER|RESTRICTED_USER|READ_ONLY',
    kind: 'server_control',
    objectClass: 'database',
    source: 'SQL Server docs, ALTER DATABASE SET options',
  },
  {
    words: 'ALTER DATABASE <t> MODIFY FILE … OFFLINE',
    kind: 'discard_data',
    objectClass: 'database',
    source: 'SQL Server docs, ALTER DATABASE File and Filegroup Options (only a restore brings the file back)',
  },
  {
    words: 'ALTER DATABASE <t> SET … RECOVERY SIMPLE',
    kind: 'disable_protection',
    objectClass: 'database',
    source: 'SQL Server docs, Recovery models',
  },
  {
    words: 'ALTER DATABASE <t> SET … TRUSTWORTHY|DB_CHAINING ON',
    kind: 'disable_protection',
    objectClass: 'database',
    source: 'SQL Server docs, TRUSTWORTHY database property',
  },
  {
    words: 'ALTER DATABASE <t> SET … PAGE_VERIFY NONE',
    kind: 'disable_protection',
    objectClass: 'database',
    source: 'SQL Server docs, ALTER DATABASE SET options',
  },
  {
    words: 'ALTER DATABASE <t> SET … ENCRYPTION OFF|SUSPEND',
    kind: 'disable_protection',
    objectClass: 'database',
    source: 'SQL Server docs, Transparent data encryption',
  },
  {
    words: 'ALTER DATABASE <t> SET … HADR|PARTNER|WITNESS OFF',
    kind: 'disable_protection',
    objectClass: 'database',
    source: 'SQL Server docs, ALTER DATABASE SET HADR',
  },
  {
    words: 'ALTER DATABASE <t> SET … CHANGE_TRACKING =? OFF',
    kind: 'disable_protection',
    objectClass: 'database',
    source: 'SQL Server docs, Enable and disable change tracking',
  },
  {
    words: 'ALTER DATABASE <t> SET … DELAYED_DURABILITY = ALLOWED|FORCED',
    kind: 'reduce_durability',
    objectClass: 'database',
    source: 'SQL Server docs, Control transaction durability',
  },
  {
    words: 'ALTER DATABASE <t> SET … QUERY_STORE CLEAR',
    kind: 'clear_history',
    source: 'SQL Server docs, ALTER DATABASE SET options',
  },
  {
    words: 'ALTER DATABASE SCOPED CONFIGURATION SET LEDGER_DIGEST_STORAGE_ENDPOINT = OFF',
    kind: 'disable_protection',
    source: 'SQL Server docs, Enable automatic digest storage',
  },
];
