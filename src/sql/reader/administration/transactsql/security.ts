import type { StatementRow } from '../table.ts';

/** SQL Server's statements on users, keys and audits. */
export const SECURITY: readonly StatementRow[] = [
  // Other users, and where a password is kept
  { words: 'SETUSER', kind: 'set_role', source: 'SQL Server docs, SETUSER' },
  { words: 'ADD COUNTER? SIGNATURE TO', kind: 'grant', source: 'SQL Server docs, ADD SIGNATURE' },
  {
    words: 'CREATE|ALTER DATABASE? SCOPED? CREDENTIAL <t>',
    kind: 'remote_server',
    source: 'SQL Server docs, CREATE CREDENTIAL',
  },
  { words: 'ALTER RESOURCE GOVERNOR', kind: 'server_control', source: 'SQL Server docs, ALTER RESOURCE GOVERNOR' },
  // Audits and keys
  {
    words: 'ALTER SERVICE MASTER KEY FORCE REGENERATE|RECOVER',
    kind: 'discard_data',
    source: 'SQL Server docs, ALTER SERVICE MASTER KEY (FORCE)',
  },
  { words: 'ALTER MASTER KEY FORCE REGENERATE', kind: 'discard_data', source: 'SQL Server docs, ALTER MASTER KEY' },
  {
    words: 'ALTER ASYMMETRIC KEY <t> REMOVE PRIVATE KEY',
    kind: 'discard_data',
    source: 'SQL Server docs, ALTER ASYMMETRIC KEY',
  },
  { words: 'DROP CERTIFICATE <t>', kind: 'discard_data', source: 'SQL Server docs, DROP CERTIFICATE' },
  {
    words: 'ALTER CERTIFICATE <t> REMOVE PRIVATE KEY',
    kind: 'discard_data',
    source: 'SQL Server docs, ALTER CERTIFICATE',
  },
  { words: 'DROP EVENT SESSION <t>', kind: 'disable_protection', source: 'SQL Server docs, DROP EVENT SESSION' },
  {
    words: 'ALTER EVENT SESSION <t> … STATE = STOP',
    kind: 'disable_protection',
    source: 'SQL Server docs, ALTER EVENT SESSION',
  },
  {
    words: 'CREATE|ALTER EXTERNAL LIBRARY|LANGUAGE <t>',
    kind: 'load_library',
    source: 'SQL Server docs, CREATE EXTERNAL LIBRARY',
  },
  {
    words: 'CREATE EXTERNAL TABLE <t> … AS SELECT',
    kind: 'remote_sql',
    source: 'SQL Server docs, CREATE EXTERNAL TABLE AS SELECT',
  },
  {
    words: 'ALTER SERVER AUDIT <t> … STATE = OFF',
    kind: 'disable_protection',
    source: 'SQL Server docs, ALTER SERVER AUDIT',
  },
  {
    words: 'ALTER SERVER|DATABASE AUDIT SPECIFICATION <t> … STATE = OFF',
    kind: 'disable_protection',
    source: 'SQL Server docs, ALTER SERVER AUDIT SPECIFICATION',
  },
  {
    words: 'ALTER SERVER|DATABASE AUDIT SPECIFICATION <t> … DROP (',
    kind: 'disable_protection',
    source: 'SQL Server docs, ALTER DATABASE AUDIT SPECIFICATION',
  },
  {
    words: 'DROP SERVER AUDIT SPECIFICATION? <t>',
    kind: 'disable_protection',
    source: 'SQL Server docs, DROP SERVER AUDIT',
  },
  {
    words: 'DROP DATABASE AUDIT SPECIFICATION <t>',
    kind: 'disable_protection',
    source: 'SQL Server docs, DROP DATABASE AUDIT SPECIFICATION',
  },
  {
    words: 'DROP SENSITIVITY CLASSIFICATION',
    kind: 'disable_protection',
    source: 'SQL Server docs, DROP SENSITIVITY CLASSIFICATION',
  },
  {
    words: 'ALTER TABLE <t> … DROP MASKED',
    kind: 'disable_protection',
    objectClass: 'relation',
    source: 'SQL Server docs, Dynamic data masking',
  },
  { words: 'DROP MASTER KEY', kind: 'discard_data', source: 'SQL Server docs, DROP MASTER KEY' },
  { words: 'DROP SYMMETRIC|ASYMMETRIC KEY <t>', kind: 'discard_data', source: 'SQL Server docs, DROP SYMMETRIC KEY' },
  {
    words: 'DROP COLUMN ENCRYPTION|MASTER KEY <t>',
    kind: 'discard_data',
    source: 'SQL Server docs, DROP COLUMN ENCRYPTION KEY',
  },
  {
    words: 'ALTER COLUMN ENCRYPTION KEY <t> DROP VALUE',
    kind: 'discard_data',
    source: 'SQL Server docs, ALTER COLUMN ENCRYPTION KEY',
  },
  {
    words: 'ALTER MASTER KEY DROP ENCRYPTION BY',
    kind: 'disable_protection',
    source: 'SQL Server docs, ALTER MASTER KEY',
  },
  {
    words: 'ALTER SYMMETRIC KEY <t> DROP ENCRYPTION BY',
    kind: 'disable_protection',
    source: 'SQL Server docs, ALTER SYMMETRIC KEY',
  },
  {
    words: 'ALTER SERVER AUDIT <t> … ON_FAILURE = CONTINUE',
    kind: 'disable_protection',
    source: 'SQL Server docs, ALTER SERVER AUDIT',
  },
  {
    // With the limit, the oldest file is deleted for a new one.
    words: 'ALTER SERVER AUDIT <t> … MAX_ROLLOVER_FILES = <n>',
    kind: 'disable_protection',
    source: 'SQL Server docs, ALTER SERVER AUDIT (MAX_ROLLOVER_FILES)',
  },
  {
    words: "EXEC|EXECUTE SP_SETTRIGGERORDER … 'NONE'",
    kind: 'disable_protection',
    source: 'SQL Server docs, sp_settriggerorder',
  },
  {
    words: 'ALTER SERVER AUDIT <t> WHERE',
    kind: 'disable_protection',
    source: 'SQL Server docs, ALTER SERVER AUDIT',
  },
  {
    words: 'ALTER EVENT SESSION <t> … DROP EVENT|TARGET',
    kind: 'disable_protection',
    source: 'SQL Server docs, ALTER EVENT SESSION',
  },
  {
    words: 'DROP EVENT NOTIFICATION <t>',
    kind: 'disable_protection',
    source: 'SQL Server docs, DROP EVENT NOTIFICATION',
  },
  {
    // One that fails or rolls back locks all users out.
    words: 'CREATE OR? ALTER? TRIGGER <t> ON ALL SERVER … FOR|AFTER LOGON',
    kind: 'server_control',
    source: 'SQL Server docs, Logon triggers',
  },
  { words: 'ALTER QUEUE <t> … ACTIVATION', kind: 'schedule_job', source: 'SQL Server docs, ALTER QUEUE' },
  {
    words: 'ALTER DATABASE <t> SET … RECOVERY BULK_LOGGED',
    kind: 'reduce_durability',
    objectClass: 'database',
    source: 'SQL Server docs, Recovery models',
  },
  { words: 'ALTER ASSEMBLY <t> FROM', kind: 'load_library', source: 'SQL Server docs, ALTER ASSEMBLY' },
  {
    words: 'ALTER ASSEMBLY <t> … PERMISSION_SET = UNSAFE|EXTERNAL_ACCESS',
    kind: 'load_library',
    source: 'SQL Server docs, ALTER ASSEMBLY',
  },
  {
    words: 'CREATE|ALTER CRYPTOGRAPHIC PROVIDER <t> FROM FILE',
    kind: 'load_library',
    source: 'SQL Server docs, CREATE CRYPTOGRAPHIC PROVIDER (a DLL)',
  },
  {
    words: 'DROP DATABASE ENCRYPTION KEY',
    kind: 'disable_protection',
    source: 'SQL Server docs, DROP DATABASE ENCRYPTION KEY',
  },
];
