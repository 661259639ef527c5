import type { Administration } from '../table.ts';
import { DATABASES } from './databases.ts';
import { ROUTINES } from './routines.ts';
import { SECURITY } from './security.ts';
import { SERVERS } from './servers.ts';
import { TABLES } from './tables.ts';

/** SQL Server's statements, system procedures and tables of SQL Server Agent. */
export const TRANSACTSQL: Administration = {
  statements: [...SECURITY, ...DATABASES, ...TABLES, ...SERVERS],
  routines: ROUTINES,
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
