import { and, holds, holdsOther, holdsSome, is, not, or, targetIn } from '../../conditions/term.ts';
import type { PackRule } from '../pack-rule.ts';

/** Privileges that lead to all others, whatever they are granted on. */
const POWERFUL = [
  // MySQL and MariaDB
  ...['super', 'file', 'proxy', 'reload', 'shutdown', 'process', 'replication', 'system_user', 'set_user_id'],
  ...['create user', 'replication slave', 'replication client', 'replication admin', 'role_admin', 'connection_admin'],
  ...['system_variables_admin', 'persist_ro_variables_admin', 'set_any_definer', 'allow_nonexistent_definer'],
  ...['binlog_admin', 'binlog admin', 'binlog replay', 'clone_admin', 'backup_admin', 'encryption_key_admin'],
  ...['connection admin', 'federated admin', 'set user'],
  // SQL Server
  ...['control', 'control server', 'impersonate', 'impersonate any login', 'take', 'take ownership', 'unsafe'],
  ...['unsafe assembly', 'external', 'external access assembly', 'administer', 'administer bulk operations'],
  // PostgreSQL
  'alter system',
];
/** Privileges that are the whole server's, or database's, where nothing stands after ON. */
const POWERFUL_WITHOUT_OBJECT = ['alter', 'alter any login'];
const SERVER_WIDE = or(
  and(targetIn(['*']), targetIn(['*'], 'schema'), holdsOther('privileges', 'usage')),
  holdsSome('privileges', POWERFUL),
  and(targetIn(['']), holdsSome('privileges', POWERFUL_WITHOUT_OBJECT)),
);

/** Who may do what. */
export const PRIVILEGES: readonly PackRule[] = [
  {
    id: 'no-grant-to-public',
    operations: ['grant', 'grant_role'],
    when: holds('grantees', 'public'),
    verdict: 'block',
    suppressible: false,
    message: 'everybody who can connect is granted {operation.privileges} on {operation.target}',
    description:
      'PUBLIC is every role, those made later too. What is granted to it cannot be taken from one of them again.',
    help: 'Grant it to the role that needs it.',
    examples: [
      { block: ['GRANT SELECT ON users TO PUBLIC'], pass: ['GRANT SELECT ON users TO reporting', 'SELECT 1'] },
      { dialect: 'transactsql', block: ['GRANT SELECT ON dbo.users TO public'] },
    ],
  },
  {
    id: 'no-grant-all',
    operations: ['grant'],
    when: and(holds('privileges', 'all'), not(holds('grantees', 'public'))),
    verdict: 'block',
    suppressible: false,
    message: '{operation.grantees} is granted every privilege on {operation.target}',
    description: 'ALL holds TRUNCATE, REFERENCES and TRIGGER, and whatever a later release of the database adds.',
    help: 'Name the privileges that are needed.',
    examples: [
      {
        block: ['GRANT ALL ON users TO app', 'GRANT ALL PRIVILEGES ON ALL TABLES IN SCHEMA public TO app'],
        pass: ['GRANT SELECT ON users TO app'],
      },
      {
        dialect: 'mysql',
        block: ["GRANT ALL PRIVILEGES ON *.* TO 'app'@'%'"],
        pass: ["GRANT SELECT ON shop.users TO 'app'@'%'"],
      },
    ],
  },
  {
    id: 'no-grant-option',
    operations: ['grant', 'grant_role'],
    when: is('grantOption'),
    verdict: 'block',
    suppressible: false,
    message: '{operation.grantees} may hand {operation.privileges} on to anybody',
    description: 'WITH GRANT OPTION and WITH ADMIN OPTION let the receiver open the object to others, with no review.',
    help: 'Leave the option out, and grant to each role that needs it.',
    examples: [{ block: ['GRANT SELECT ON users TO app WITH GRANT OPTION'], pass: ['GRANT SELECT ON users TO app'] }],
  },
  {
    id: 'no-grant-role',
    operations: ['grant_role'],
    when: and(not(holds('grantees', 'public')), not(is('grantOption'))),
    verdict: 'block',
    suppressible: false,
    message: '{operation.grantees} becomes a member of {operation.privileges}, and may do all that it may',
    description:
      'Membership of a role gives everything that the role has, now and later. None of it shows in the file.',
    help: 'Grant the privileges themselves, or manage members where accounts are managed.',
    examples: [
      { block: ['GRANT admin TO app'], pass: ['GRANT SELECT ON users TO app'] },
      { dialect: 'transactsql', block: ['ALTER ROLE db_owner ADD MEMBER app'] },
    ],
  },
  {
    id: 'no-grant-server',
    operations: ['grant'],
    when: and(SERVER_WIDE, not(holds('grantees', 'public')), not(holds('privileges', 'all'))),
    verdict: 'block',
    suppressible: false,
    message: '{operation.grantees} is granted {operation.privileges}, which reaches the whole server',
    description:
      'A privilege on `*.*` holds in the tables of accounts too. Others lead to every privilege by themselves: SUPER, ' +
      'FILE, CONTROL and IMPERSONATE let an account act as the server, or as anybody.',
    help: 'Grant on the schema or the table that is needed, and manage accounts where the servers are managed.',
    examples: [
      {
        dialect: 'mysql',
        block: [
          "GRANT SUPER ON *.* TO 'app'@'%'",
          "GRANT USAGE, INSERT ON *.* TO 'app'@'%'",
          "GRANT SELECT, FILE ON *.* TO 'app'@'%'",
          "GRANT CREATE USER ON *.* TO 'app'@'%'",
          "GRANT REPLICATION SLAVE ON *.* TO 'app'@'%'",
          "GRANT SELECT ON *.* TO 'app'@'%'",
        ],
        pass: ["GRANT USAGE ON *.* TO 'app'@'%'", "GRANT SELECT ON shop.* TO 'app'@'%'"],
      },
      {
        dialect: 'transactsql',
        block: [
          'GRANT CONTROL SERVER TO app',
          'GRANT ALTER ANY LOGIN TO app',
          'GRANT IMPERSONATE ON USER::dbo TO app',
          'GRANT CONTROL ON SCHEMA::dbo TO app',
        ],
        pass: ['GRANT SELECT ON dbo.users TO app', 'GRANT ALTER ON dbo.users TO app', 'GRANT CREATE TABLE TO app'],
      },
    ],
  },
  {
    id: 'no-grant',
    operations: ['grant'],
    when: and(
      not(holds('grantees', 'public')),
      not(holds('privileges', 'all')),
      not(is('grantOption')),
      not(SERVER_WIDE),
    ),
    verdict: 'warn',
    suppressible: false,
    message: '{operation.grantees} is granted {operation.privileges} on {operation.target}',
    description: 'A grant opens data to somebody. It is routine, and worth a second look by whoever owns the data.',
    help: 'Check that the role needs it, and that it is the narrowest privilege that does.',
    examples: [{ block: ['GRANT SELECT ON users TO reporting'], pass: ['REVOKE SELECT ON users FROM reporting'] }],
  },
  {
    id: 'no-revoke',
    operations: ['revoke', 'revoke_role'],
    when: not(holds('grantees', 'public')),
    verdict: 'warn',
    suppressible: false,
    message: '{operation.grantees} loses {operation.privileges} on {operation.target}',
    description:
      'What runs under the role fails from that moment on. Taking something from PUBLIC is left out: it closes a door.',
    help: 'Look in the query history for who still uses it, and revoke it after they have stopped.',
    examples: [{ block: ['REVOKE SELECT ON users FROM reporting'], pass: ['REVOKE ALL ON SCHEMA public FROM PUBLIC'] }],
  },
  {
    id: 'no-default-privileges',
    operations: ['alter_default_privileges'],
    verdict: 'block',
    suppressible: false,
    message: 'default privileges open, or close, every object that is made later',
    description: 'Default privileges are applied to objects that do not exist yet, so nobody reviews what they open.',
    help: 'Grant on each object in the migration that creates it.',
    examples: [{ block: ['ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT ON TABLES TO reporting'] }],
  },
  {
    id: 'no-role-change',
    operations: ['create_role', 'alter_role', 'drop_role'],
    verdict: 'block',
    suppressible: false,
    message: 'a role or account is made, changed or dropped: {operation.target}',
    description:
      'Accounts, passwords and attributes such as SUPERUSER or BYPASSRLS decide who may do anything at all. ' +
      'In a migration they are also the same in every environment, and passwords stay in the history of the repository.',
    help: 'Manage accounts where the servers are managed, and keep passwords out of files.',
    examples: [
      { block: ['CREATE ROLE app LOGIN', 'ALTER ROLE app SUPERUSER', 'ALTER USER app BYPASSRLS', 'DROP ROLE app'] },
      { dialect: 'mysql', block: ["CREATE USER 'app'@'%' IDENTIFIED BY 'x'"] },
      { dialect: 'transactsql', block: ["CREATE LOGIN app WITH PASSWORD = 'x'"] },
    ],
  },
  {
    id: 'no-owner-change',
    operations: ['change_owner'],
    when: not(is('createdHere')),
    verdict: 'block',
    suppressible: false,
    message: 'the owner of {operation.target} changes; an owner may do everything with it',
    description: 'An owner may drop, grant and read the object, and row security does not hold for it.',
    help: 'Grant the privileges that are needed, and keep one role as the owner of everything.',
    examples: [
      {
        block: ['ALTER TABLE users OWNER TO app', 'REASSIGN OWNED BY a TO b'],
        pass: ['CREATE SCHEMA app'],
      },
    ],
  },
  {
    id: 'no-set-role',
    operations: ['set_role'],
    verdict: 'warn',
    suppressible: false,
    message: 'what follows runs with the rights of another role',
    description:
      'After SET ROLE, SET SESSION AUTHORIZATION or EXECUTE AS, the statements that follow are checked against another role.',
    help: 'Let the tool that runs the migration log in as the role that is needed.',
    examples: [
      { block: ['SET ROLE admin', 'SET SESSION AUTHORIZATION admin'], pass: ['SET search_path TO billing'] },
      { dialect: 'transactsql', block: ["EXECUTE AS USER = 'admin'"] },
    ],
  },
];
