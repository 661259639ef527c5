import type { Administration } from './table.ts';

/** SQL Server's statements, system procedures and tables of SQL Server Agent. */
export const TRANSACTSQL: Administration = {
  statements: [
    // Other users, and where a password is kept
    { words: 'SETUSER', kind: 'set_role', source: 'SQL Server docs, SETUSER' },
    { words: 'ADD COUNTER? SIGNATURE TO', kind: 'grant', source: 'SQL Server docs, ADD SIGNATURE' },
    {
      words: 'CREATE|ALTER DATABASE? SCOPED? CREDENTIAL <t>',
      kind: 'remote_server',
      source: 'SQL Server docs, CREATE CREDENTIAL',
    },
    { words: 'ALTER RESOURCE GOVERNOR', kind: 'server_control', source: 'SQL Server docs, ALTER RESOURCE GOVERNOR' },
    // Service Broker
    {
      words: 'RECEIVE',
      kind: 'discard_data',
      source: 'SQL Server docs, RECEIVE (removes the messages from the queue)',
    },
    {
      words: 'END CONVERSATION <a> WITH CLEANUP',
      kind: 'discard_data',
      source: 'SQL Server docs, END CONVERSATION (WITH CLEANUP removes all messages)',
    },
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
    // Other servers
    {
      words: 'INSERT|UPDATE|DELETE|MERGE INTO|FROM? OPENDATASOURCE|OPENROWSET|OPENQUERY (',
      kind: 'remote_sql',
      source: 'SQL Server docs, OPENDATASOURCE; OPENQUERY',
    },
    {
      words: 'CREATE|ALTER EXTERNAL DATA SOURCE <t>',
      kind: 'remote_server',
      source: 'SQL Server docs, CREATE EXTERNAL DATA SOURCE',
    },
    { words: 'CREATE|ALTER ENDPOINT <t>', kind: 'remote_server', source: 'SQL Server docs, CREATE ENDPOINT' },
    { words: 'ALTER AVAILABILITY GROUP', kind: 'server_control', source: 'SQL Server docs, ALTER AVAILABILITY GROUP' },
    {
      words: 'DROP AVAILABILITY GROUP',
      kind: 'disable_protection',
      source: 'SQL Server docs, DROP AVAILABILITY GROUP',
    },
  ],
  routines: [
    {
      names: 'sp_flush_ct_internal_table_on_demand',
      kind: 'discard_data',
      source: 'SQL Server docs, sp_flush_CT_internal_table_on_demand',
    },
    {
      names:
        'sp_sqlexec sp_prepare sp_prepexec sp_cursoropen sp_cursorprepare sp_cursorprepexec sp_execresultset xp_execresultset',
      kind: 'execute_text',
      source: 'SQL Server docs, sp_prepexec; sp_cursoropen',
    },
    { names: 'sp_add_trusted_assembly', kind: 'load_library', source: 'SQL Server docs, sys.sp_add_trusted_assembly' },
    {
      names:
        'fn_get_audit_file fn_get_audit_file_v2 fn_xe_file_target_read_file fn_trace_gettable dm_os_enumerate_filesystem dm_os_file_exists',
      kind: 'access_file',
      source: 'SQL Server docs, sys.fn_get_audit_file; sys.dm_os_enumerate_filesystem',
    },
    { names: 'sp_addumpdevice', kind: 'server_control', source: 'SQL Server docs, sp_addumpdevice' },
    // Programs, libraries and files
    {
      names: 'xp_cmdshell sp_oacreate sp_oamethod sp_oasetproperty sp_execute_external_script',
      kind: 'execute_program',
      source: 'SQL Server docs, xp_cmdshell; OLE Automation stored procedures',
    },
    {
      names:
        'xp_regwrite xp_regdeletekey xp_regdeletevalue xp_regaddmultistring xp_regremovemultistring xp_instance_regwrite xp_instance_regdeletevalue xp_instance_regdeletekey',
      kind: 'execute_program',
      source: 'SQL Server docs, General extended stored procedures',
    },
    {
      names: 'sp_add_jobstep',
      kind: 'execute_program',
      except: 'step in T-SQL',
      source: 'SQL Server docs, sp_add_jobstep',
    },
    { names: 'sp_addextendedproc', kind: 'load_library', source: 'SQL Server docs, sp_addextendedproc' },
    {
      names:
        'xp_dirtree xp_fileexist xp_subdirs xp_delete_file xp_delete_files xp_copy_file xp_copy_files xp_create_subdir xp_fixeddrives xp_readerrorlog xp_getfiledetails',
      kind: 'access_file',
      source: 'SQL Server docs, General extended stored procedures',
    },
    { names: 'openrowset opendatasource', kind: 'access_file', source: 'SQL Server docs, OPENROWSET' },
    // Other servers
    {
      names: 'openquery sp_execute_remote sp_send_dbmail sp_invoke_external_rest_endpoint',
      kind: 'remote_sql',
      source: 'SQL Server docs, OPENQUERY; sp_send_dbmail',
    },
    {
      names: 'sp_addlinkedserver sp_addlinkedsrvlogin sp_serveroption sp_addserver sp_setnetname',
      kind: 'remote_server',
      source: 'SQL Server docs, sp_addlinkedserver',
    },
    {
      names:
        'sp_set_firewall_rule sp_set_database_firewall_rule sp_delete_firewall_rule sp_delete_database_firewall_rule',
      kind: 'disable_protection',
      source: 'SQL Server docs, sp_set_firewall_rule',
    },
    // Jobs
    {
      names:
        'sp_add_job sp_add_jobstep sp_add_jobschedule sp_add_schedule sp_attach_schedule sp_start_job sp_update_job sp_update_jobstep sp_update_schedule sp_add_jobserver',
      kind: 'schedule_job',
      source: 'SQL Server docs, SQL Server Agent stored procedures',
    },
    {
      names: 'sp_delete_alert sp_delete_operator sp_delete_notification',
      kind: 'drop_job',
      source: 'SQL Server docs, sp_delete_alert',
    },
    {
      names: 'sp_syspolicy_update_policy sp_syspolicy_delete_policy',
      kind: 'disable_protection',
      source: 'SQL Server docs, Policy-Based Management',
    },
    {
      names: 'sp_ssis_deletepackage sp_ssis_deletefolder',
      kind: 'discard_data',
      source: 'SQL Server docs, msdb stored procedures of Integration Services',
    },
    { names: 'sp_repldropcolumn', kind: 'drop_column', source: 'SQL Server docs, sp_repldropcolumn' },
    { names: 'sp_procoption', kind: 'schedule_job', source: 'SQL Server docs, sp_procoption' },
    {
      names:
        'sp_delete_job sp_delete_jobstep sp_delete_jobschedule sp_delete_jobserver sp_delete_schedule sp_detach_schedule sp_stop_job',
      kind: 'drop_job',
      source: 'SQL Server docs, SQL Server Agent stored procedures',
    },
    // History
    {
      names:
        'sp_delete_backuphistory sp_delete_database_backuphistory sp_purge_jobhistory sp_cycle_errorlog sp_cycle_agent_errorlog sp_maintplan_delete_log sysmail_delete_log_sp sysmail_delete_mailitems_sp sp_query_store_remove_query sp_query_store_reset_exec_stats',
      kind: 'clear_history',
      source: 'SQL Server docs, sp_delete_backuphistory; sp_purge_jobhistory; sp_cycle_errorlog',
    },
    {
      names: 'sp_cdc_disable_db sp_cdc_disable_table sp_cdc_drop_job',
      kind: 'disable_protection',
      source: 'SQL Server docs, sys.sp_cdc_disable_table',
    },
    {
      names: 'sp_cdc_cleanup_change_table sp_cleanup_temporal_history',
      kind: 'discard_data',
      source: 'SQL Server docs, sys.sp_cdc_cleanup_change_table',
    },
    { names: 'sp_repldone', kind: 'discard_data', source: 'SQL Server docs, sp_repldone' },
    {
      names: 'delete_project delete_folder delete_environment delete_environment_variable delete_environment_reference',
      schema: 'catalog',
      bare: false,
      kind: 'discard_data',
      source: 'SQL Server docs, SSISDB catalog stored procedures',
    },
    { names: 'sp_unbindrule', kind: 'disable_constraint', source: 'SQL Server docs, sp_unbindrule' },
    // Replication
    {
      names:
        'sp_removedbreplication sp_droparticle sp_droppublication sp_dropsubscription sp_dropdistributor sp_dropdistpublisher sp_dropmergearticle sp_dropmergepublication sp_dropmergesubscription sp_droppullsubscription sp_replicationdboption sp_addpublication sp_addarticle sp_addsubscription sp_addmergepublication sp_addmergearticle',
      kind: 'change_replication',
      source: 'SQL Server docs, Replication stored procedures',
    },
    // Databases and the server
    {
      names: 'sp_detach_db sp_attach_db sp_attach_single_file_db',
      kind: 'attach_database',
      source: 'SQL Server docs, sp_detach_db',
    },
    { names: 'sp_detach_db', kind: 'server_control', source: 'SQL Server docs, sp_detach_db' },
    { names: 'sp_dbremove', kind: 'drop_database', source: 'SQL Server docs, sp_dbremove' },
    {
      names: 'sp_dropdevice sp_resetstatus xp_servicecontrol',
      kind: 'server_control',
      source: 'SQL Server docs, sp_dropdevice',
    },
    { names: 'sp_dboption sp_dbcmptlevel sp_renamedb', kind: 'alter_database', source: 'SQL Server docs, sp_dboption' },
    { names: 'sp_configure sp_trace_setstatus', kind: 'alter_system', source: 'SQL Server docs, sp_configure' },
    { names: 'sp_settriggerorder', kind: 'alter_other', source: 'SQL Server docs, sp_settriggerorder' },
    // Access
    {
      names: 'sp_addrolemember',
      kind: 'grant_role',
      members: 'role, member',
      source: 'SQL Server docs, sp_addrolemember',
    },
    {
      names: 'sp_addsrvrolemember',
      kind: 'grant_role',
      members: 'member, role',
      source: 'SQL Server docs, sp_addsrvrolemember',
    },
    {
      names: 'sp_droprolemember',
      kind: 'revoke_role',
      members: 'role, member',
      source: 'SQL Server docs, sp_droprolemember',
    },
    {
      names: 'sp_dropsrvrolemember',
      kind: 'revoke_role',
      members: 'member, role',
      source: 'SQL Server docs, sp_dropsrvrolemember',
    },
    {
      names: 'sp_addlogin sp_adduser sp_grantlogin sp_grantdbaccess sp_addapprole sp_addrole',
      kind: 'create_role',
      members: 'account',
      source: 'SQL Server docs, sp_addlogin',
    },
    {
      names: 'sp_droplogin sp_dropuser sp_revokelogin sp_denylogin sp_revokedbaccess sp_dropapprole sp_droprole',
      kind: 'drop_role',
      members: 'account',
      source: 'SQL Server docs, sp_droplogin',
    },
    {
      names: 'sp_password sp_change_users_login sp_defaultdb sp_approlepassword',
      kind: 'alter_role',
      source: 'SQL Server docs, sp_change_users_login',
    },
    {
      names: 'sp_changedbowner sp_changeobjectowner',
      kind: 'change_owner',
      source: 'SQL Server docs, sp_changedbowner',
    },
    { names: 'sp_setapprole', kind: 'set_role', source: 'SQL Server docs, sp_setapprole' },
  ],
  tables: [
    {
      names: 'sysjobs sysjobsteps sysjobschedules sysschedules sysjobservers',
      kind: 'schedule_job',
      source: 'SQL Server docs, SQL Server Agent tables',
    },
    {
      names: 'sysjobhistory backupset backupmediafamily backupmediaset backupfile restorehistory',
      kind: 'clear_history',
      source: 'SQL Server docs, Backup and restore tables',
    },
  ],
};
