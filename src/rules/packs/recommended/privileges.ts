import { and, holds, holdsOther, holdsSome, is, not, or, targetIn } from '../../conditions/term.ts';
import type { PackRule } from '../pack-rule.ts';

/** Privileges that lead to all others, whatever object they are granted on. */
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
/** Privileges that apply to the whole server or database when the statement has no ON clause. */
const POWERFUL_WITHOUT_OBJECT = ['alter', 'alter any login'];
const SERVER_WIDE = or(
  and(targetIn(['*']), targetIn(['*'], 'schema'), holdsOther('privileges', 'usage')),
  holdsSome('privileges', POWERFUL),
  and(targetIn(['']), holdsSome('privileges', POWERFUL_WITHOUT_OBJECT)),
);

/** Grants, roles and ownership. */
export const PRIVILEGES: readonly PackRule[] = [
  {
    id: 'no-grant-to-public',
    operations: ['grant', 'grant_role'],
    when: holds('grantees', 'public'),
    verdict: 'block',
    suppressible: false,
    message: 'every role gets {operation.privileges} on {operation.target}',
    description:
      'PUBLIC is every role, including roles created later. A privilege granted to PUBLIC cannot be revoked from ' +
      'a single role.',
    help: 'Grant the privilege only to the role that needs it.',
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
    description: 'ALL includes TRUNCATE, REFERENCES and TRIGGER, and any privilege that a later database release adds.',
    help: 'Grant only the privileges that are needed, by name.',
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
    message: '{operation.grantees} can grant {operation.privileges} to any other role',
    description: 'WITH GRANT OPTION and WITH ADMIN OPTION let the grantee give access to other roles without a review.',
    help: 'Leave out the option, and grant the privilege to each role that needs it.',
    examples: [{ block: ['GRANT SELECT ON users TO app WITH GRANT OPTION'], pass: ['GRANT SELECT ON users TO app'] }],
  },
  {
    id: 'no-grant-role',
    operations: ['grant_role'],
    when: and(not(holds('grantees', 'public')), not(is('grantOption'))),
    verdict: 'block',
    suppressible: false,
    message: '{operation.grantees} becomes a member of {operation.privileges} and gets all its privileges',
    description:
      'A member of a role gets every privilege of that role, now and in the future. The file does not show which ones.',
    help: 'Grant the individual privileges, or manage role membership in the tool that manages your accounts.',
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
    message: '{operation.grantees} is granted {operation.privileges}, which gives access to the whole server',
    description:
      'A privilege on `*.*` also covers the tables that store accounts. Other privileges lead to all the rest: ' +
      'SUPER, FILE, CONTROL and IMPERSONATE let an account act as the server or as any other user.',
    help: 'Grant on the schema or table that is needed, and manage accounts in the tool that manages your servers.',
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
    message: '{operation.grantees} gets {operation.privileges} on {operation.target}',
    description:
      'A grant gives a role access to data. That is routine, but the owner of the data should take a second look.',
    help: 'Check that the role needs the privilege, and that no narrower privilege is enough.',
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
      'Everything that uses the privilege through this role fails immediately. Revoking a privilege from PUBLIC ' +
      'is not reported, because it only makes the database safer.',
    help: 'Check in the query history who still uses the privilege, and revoke it once they have stopped.',
    examples: [{ block: ['REVOKE SELECT ON users FROM reporting'], pass: ['REVOKE ALL ON SCHEMA public FROM PUBLIC'] }],
  },
  {
    id: 'no-default-privileges',
    operations: ['alter_default_privileges'],
    verdict: 'block',
    suppressible: false,
    message: 'default privileges change who can access every object created later',
    description:
      'Default privileges apply to objects that do not exist yet, so the access that they give is never reviewed.',
    help: 'Grant on each object in the migration that creates it.',
    examples: [{ block: ['ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT ON TABLES TO reporting'] }],
  },
  {
    id: 'no-role-change',
    operations: ['create_role', 'alter_role', 'drop_role'],
    verdict: 'block',
    suppressible: false,
    message: 'role or account {operation.target} is created, changed or dropped',
    description:
      'Accounts, passwords and attributes such as SUPERUSER or BYPASSRLS decide who can do anything at all. A ' +
      'migration also applies them to every environment, and passwords stay in the history of the repository.',
    help: 'Manage accounts in the tool that manages your servers, and keep passwords out of files.',
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
    message: 'the owner of {operation.target} changes, and an owner has full control of it',
    description:
      'The owner of an object can drop it, read it and grant access to it, and row security does not apply to ' +
      'the owner.',
    help: 'Grant the privileges that are needed, and keep one role as the owner of all objects.',
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
    message: 'the statements that follow run with the privileges of another role',
    description:
      'After SET ROLE, SET SESSION AUTHORIZATION or EXECUTE AS, the database checks the privileges of another role for ' +
      'every later statement.',
    help: 'Let the migration tool log in as the role that is needed.',
    examples: [
      { block: ['SET ROLE admin', 'SET SESSION AUTHORIZATION admin'], pass: ['SET search_path TO billing'] },
      { dialect: 'transactsql', block: ["EXECUTE AS USER = 'admin'"] },
    ],
  },
];
