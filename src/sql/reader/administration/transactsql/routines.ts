import type { RoutineRow } from '../table.ts';

/** SQL Server's system procedures and functions. */
export const ROUTINES: readonly RoutineRow[] = [
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
];
