import { and, is, not, oneOf, or, targetIn } from '../../conditions/term.ts';
import type { PackRule } from '../pack-rule.ts';

const UNTRUSTED = [
  ...[
    'c',
    'internal',
    'plpythonu',
    'plpython2u',
    'plpython3u',
    'plperlu',
    'pltclu',
    'plsh',
    'plluau',
    'plrubyu',
    'plr',
    'plphpu',
  ],
  ...['pljavau', 'java', 'clr'],
];
const DANGEROUS_EXTENSIONS = [
  ...UNTRUSTED,
  'adminpack',
  'file_fdw',
  'dblink',
  'postgres_fdw',
  'pg_cron',
  'pg_background',
  'http',
  'pg_net',
];
/** SQL that reaches out of the database, and SQL that cannot be read. */
export const CODE_EXECUTION: readonly PackRule[] = [
  {
    id: 'no-execute-program',
    operations: ['execute_program'],
    verdict: 'block',
    suppressible: false,
    message: 'this runs a program on the database server',
    description:
      'COPY … PROGRAM, xp_cmdshell and similar features run a shell command as the account of the database server.',
    help: 'Run the program outside the database, and load its output as rows.',
    examples: [
      { block: ["COPY users TO PROGRAM 'curl http://example.org'"], pass: ['COPY users FROM STDIN'] },
      { dialect: 'transactsql', block: ["EXEC xp_cmdshell 'dir'"] },
    ],
  },
  {
    id: 'no-load-library',
    operations: ['load_library'],
    verdict: 'block',
    suppressible: false,
    message: 'this loads a library into the database server',
    description: 'A shared library or assembly runs inside the server, with all its privileges and no checks.',
    help: 'Ask the administrators of the server to install it.',
    examples: [
      { block: ["LOAD '/tmp/x.so'"], pass: ['CREATE EXTENSION citext'] },
      { dialect: 'mysql', block: ["CREATE FUNCTION f RETURNS INTEGER SONAME 'x.so'"] },
    ],
  },
  {
    id: 'no-untrusted-language',
    operations: ['create_language', 'create_function', 'create_procedure', 'do_block'],
    when: or(oneOf('kind', ['create_language']), oneOf('language', UNTRUSTED)),
    verdict: 'block',
    suppressible: false,
    message: 'this runs or installs code in an untrusted language, which can access the server',
    description:
      'Untrusted languages (`plpython3u`, `plperlu`, C and similar) run without a sandbox. They can read files ' +
      'and open connections as the account of the database server.',
    help: 'Write it in SQL or PL/pgSQL, or move it out of the database.',
    examples: [
      {
        block: ['CREATE LANGUAGE plpython3u', "CREATE FUNCTION f() RETURNS int LANGUAGE plpython3u AS 'return 1'"],
        pass: ["CREATE FUNCTION f() RETURNS int LANGUAGE sql AS 'SELECT 1'"],
      },
    ],
  },
  {
    id: 'no-dangerous-extension',
    operations: ['create_extension'],
    when: targetIn(DANGEROUS_EXTENSIONS),
    verdict: 'block',
    suppressible: false,
    message: 'extension {operation.target} can access files, programs or other machines',
    description:
      'Some extensions can read files, run programs or connect to other machines. Once one is installed, SQL can ' +
      'do the same.',
    help: 'Ask the administrators of the server to install it, for the roles that need it.',
    examples: [
      {
        block: ['CREATE EXTENSION dblink', 'CREATE EXTENSION IF NOT EXISTS plpython3u'],
        pass: ['CREATE EXTENSION citext'],
      },
    ],
  },
  {
    id: 'no-server-files',
    operations: ['access_file', 'copy_from'],
    when: or(oneOf('kind', ['access_file']), oneOf('endpoint', ['file'])),
    verdict: 'block',
    suppressible: false,
    message: 'this reads or writes files on the database server',
    description:
      'COPY … FROM a file, LOAD DATA without LOCAL, BULK INSERT and functions such as pg_read_file access files ' +
      'as the account of the database server. These files can include keys, configuration and other databases.',
    help: 'Send the content through the connection: use `COPY … FROM STDIN`, `LOAD DATA LOCAL` or a program on the client.',
    examples: [
      {
        block: ["SELECT pg_read_file('/etc/passwd')", "SELECT lo_export(1, '/tmp/x')", "COPY users FROM '/etc/passwd'"],
        pass: ['SELECT count(*) FROM users', 'COPY users FROM STDIN'],
      },
      {
        dialect: 'mysql',
        block: ["SELECT LOAD_FILE('/etc/passwd')", "LOAD DATA INFILE '/etc/passwd' INTO TABLE users"],
        pass: ["LOAD DATA LOCAL INFILE 'users.csv' INTO TABLE users"],
      },
      { dialect: 'transactsql', block: ["BULK INSERT users FROM 'c:/users.csv'"] },
      {
        dialect: 'sqlite',
        block: ["SELECT load_extension('x')", "SELECT edit('', 'sh')", "SELECT writefile('x', 'y')"],
      },
    ],
  },
  {
    id: 'no-export-to-file',
    operations: ['copy_to'],
    when: not(oneOf('endpoint', ['client'])),
    verdict: 'block',
    suppressible: false,
    message: 'rows are exported to the database server instead of the client',
    description:
      'COPY … TO a file and SELECT … INTO OUTFILE write files as the account of the database server. A file ' +
      'written to the right place can be executed as a program.',
    help: 'Export from a client, with a role that can only read.',
    examples: [
      { block: ["COPY users TO '/tmp/users.csv'"], pass: ['COPY users TO STDOUT'] },
      { dialect: 'mysql', block: ["SELECT * FROM users INTO OUTFILE '/tmp/x'"] },
    ],
  },
  {
    id: 'no-remote-sql',
    operations: ['remote_sql'],
    verdict: 'block',
    suppressible: false,
    message: 'this runs SQL on another machine or sends data to it',
    description:
      'dblink and similar functions run SQL on another server. Querygate sees that SQL only as a text argument ' +
      'and cannot check it, and the call can send data out of the database.',
    help: 'Connect to the other database from an application instead.',
    examples: [{ block: ["SELECT dblink_exec('host=x', 'DROP TABLE users')"], pass: ['SELECT * FROM users'] }],
  },
  {
    id: 'no-text-as-sql',
    operations: ['execute_text'],
    verdict: 'block',
    message: 'a function runs its text argument as SQL, which cannot be checked',
    description:
      'Functions such as `query_to_xml` run their text argument as a query, so what it does is hidden in a string.',
    help: 'Write the query directly, so that Querygate can check it.',
    examples: [
      { block: ["SELECT query_to_xml('DELETE FROM users', true, true, '')"], pass: ["SELECT to_json('x'::text)"] },
    ],
  },
  {
    id: 'no-unreadable-sql',
    operations: ['execute_dynamic'],
    when: and(not(is('readable')), not(is('deferred'))),
    verdict: 'block',
    message: 'SQL is built at run time, so it cannot be checked',
    description:
      'The text that an EXECUTE builds is known only at run time, and it can do anything that other rules ' +
      'forbid. Literal text is read and checked as usual. In a routine that the change only creates, ' +
      '`no-unreadable-routine` warns instead.',
    help: 'Write out the statement. If names really vary, let a reviewer allow this one with a reason.',
    examples: [
      {
        block: ["DO $$ DECLARE t text; BEGIN SELECT x INTO t FROM y; EXECUTE 'DROP TABLE ' || t; END $$"],
        pass: ["DO $$ BEGIN EXECUTE 'ALTER TABLE users ADD COLUMN a int'; END $$"],
      },
      { dialect: 'transactsql', block: ['EXEC(@sql)', 'EXEC sp_executesql @sql'], pass: ["EXEC('SELECT 1')"] },
    ],
  },
  {
    id: 'no-unreadable-routine',
    operations: ['execute_dynamic'],
    when: and(not(is('readable')), is('deferred')),
    verdict: 'warn',
    message: 'this routine builds SQL at run time, which cannot be checked',
    description:
      'Nothing runs yet: the change creates the routine, but neither calls it nor attaches it to a trigger, event, ' +
      'policy, default or job. A routine that is replaced must not be attached in the SQL of the base branch either; if ' +
      'that SQL is not known, `no-unreadable-sql` blocks it. Once it is called, the text that it builds can do anything that its owner may do.',
    help: 'Write out the statement, or build it only from constants and names quoted with `format(%I)`.',
    examples: [
      {
        block: ['CREATE FUNCTION f(q text) RETURNS void LANGUAGE plpgsql AS $$ BEGIN EXECUTE q; END $$'],
        pass: [
          'CREATE FUNCTION f(q text) RETURNS void LANGUAGE plpgsql AS $$ BEGIN EXECUTE q; END $$; SELECT f($1)',
          "CREATE FUNCTION f() RETURNS void LANGUAGE plpgsql AS $$ BEGIN EXECUTE 'ANALYZE users'; END $$",
        ],
      },
      { dialect: 'transactsql', block: ['CREATE PROCEDURE p @q nvarchar(max) AS EXEC sp_executesql @q'] },
    ],
  },
];
