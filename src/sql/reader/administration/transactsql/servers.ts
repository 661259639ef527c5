import type { StatementRow } from '../table.ts';

/** SQL Server's statements on other servers and on the messages of Service Broker. */
export const SERVERS: readonly StatementRow[] = [
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
  { words: 'SEND ON CONVERSATION', kind: 'notify', source: 'SQL Server docs, SEND' },
  { words: 'GET CONVERSATION GROUP', kind: 'control', source: 'SQL Server docs, GET CONVERSATION GROUP' },
  { words: 'MOVE CONVERSATION <a> TO', kind: 'control', source: 'SQL Server docs, MOVE CONVERSATION' },
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
];
