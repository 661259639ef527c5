import { and, calls, is, not, oneOf, or, targetIn } from '../../conditions/term.ts';
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
const FILE_FUNCTIONS = [
  ...['pg_read_file', 'pg_read_binary_file', 'pg_read_server_files', 'pg_ls_dir', 'pg_stat_file', 'pg_file_write'],
  ...['pg_file_rename', 'pg_file_unlink', 'pg_file_sync', 'pg_logdir_ls', 'lo_import', 'lo_export', 'load_file'],
  ...['readfile', 'writefile', 'load_extension', 'fts3_tokenizer', 'edit', 'fsdir', 'openrowset', 'opendatasource'],
];
const REMOTE_FUNCTIONS = [
  ...[
    'dblink',
    'dblink_exec',
    'dblink_connect',
    'dblink_connect_u',
    'dblink_send_query',
    'dblink_open',
    'dblink_fetch',
  ],
  ...['openquery', 'http', 'http_get', 'http_post', 'http_put', 'http_delete', 'http_patch', 'http_head'],
  ...['query_export_to_s3', 'table_import_from_s3'],
];
const TEXT_AS_SQL = [
  'query_to_xml',
  'query_to_xmlschema',
  'query_to_xml_and_xmlschema',
  'ts_stat',
  'ts_rewrite',
  'crosstab',
  'crosstab2',
  'crosstab3',
  'crosstab4',
  'connectby',
  'xpath_table',
  'schedule',
  'schedule_in_database',
  'alter_job',
  'run_command_on_workers',
  'run_command_on_all_nodes',
  'run_command_on_shards',
  'run_command_on_placements',
  'run_command_on_colocated_placements',
  'run_command_on_coordinator',
  'master_run_on_worker',
  'exec_sql',
];

/** Doors from SQL to the server's machine, and SQL that nobody can read. */
export const CODE_EXECUTION: readonly PackRule[] = [
  {
    id: 'no-execute-program',
    operations: ['execute_program'],
    verdict: 'block',
    suppressible: false,
    message: 'a program is run on the database server',
    description:
      'COPY … PROGRAM, xp_cmdshell and their like run a shell command as the account of the database server.',
    help: 'Run the program where programs are run, and hand its output to the database as rows.',
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
    message: 'a library is loaded into the database server',
    description: 'A shared library or assembly runs inside the server, with all its rights and no checks.',
    help: 'Have it installed by whoever runs the server.',
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
    message: 'code in a language that can reach the server is run or installed',
    description:
      'Untrusted languages (`plpython3u`, `plperlu`, C and their like) run without a sandbox: they read files and open ' +
      'connections as the account of the server.',
    help: 'Write it in SQL or PL/pgSQL, or outside the database.',
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
    message: 'extension {operation.target} opens a way out of the database',
    description:
      'Some extensions read files, run programs, or connect to other machines. Once installed, SQL can use them.',
    help: 'Have whoever runs the server install it, for the roles that need it.',
    examples: [
      {
        block: ['CREATE EXTENSION dblink', 'CREATE EXTENSION IF NOT EXISTS plpython3u'],
        pass: ['CREATE EXTENSION citext'],
      },
    ],
  },
  {
    id: 'no-server-files',
    operations: ['any'],
    when: or(calls(FILE_FUNCTIONS), and(oneOf('kind', ['copy_from']), oneOf('endpoint', ['file']))),
    verdict: 'block',
    suppressible: false,
    message: "files of the server's machine are read or written",
    description:
      'COPY … FROM a file, LOAD DATA without LOCAL, BULK INSERT, and functions such as pg_read_file read and write files as ' +
      'the account of the server: keys, configuration, other databases.',
    help: 'Send the content through the connection: `COPY … FROM STDIN`, `LOAD DATA LOCAL`, or a program on the client side.',
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
    message: "rows are written to the server's machine",
    description:
      'COPY … TO and SELECT … INTO OUTFILE write files as the account of the server. A file in the right place is run as a program.',
    help: 'Export from a client, with a role that may only read.',
    examples: [
      { block: ["COPY users TO '/tmp/users.csv'"], pass: ['COPY users TO STDOUT'] },
      { dialect: 'mysql', block: ["SELECT * FROM users INTO OUTFILE '/tmp/x'"] },
    ],
  },
  {
    id: 'no-remote-sql',
    operations: ['any'],
    when: calls(REMOTE_FUNCTIONS),
    verdict: 'block',
    suppressible: false,
    message: 'SQL is run on, or data is sent to, another machine',
    description:
      'What dblink and its like run elsewhere is text to this server and to this check. It may carry data out.',
    help: 'Connect to the other database from a program that is made for it.',
    examples: [{ block: ["SELECT dblink_exec('host=x', 'DROP TABLE users')"], pass: ['SELECT * FROM users'] }],
  },
  {
    id: 'no-text-as-sql',
    operations: ['any'],
    when: calls(TEXT_AS_SQL),
    verdict: 'block',
    message: 'a function runs its text argument as SQL, which cannot be checked',
    description: 'Functions such as `query_to_xml` run their argument as a query. What it does is hidden in a string.',
    help: 'Write the query itself, so that it can be read and judged.',
    examples: [
      { block: ["SELECT query_to_xml('DELETE FROM users', true, true, '')"], pass: ["SELECT to_json('x'::text)"] },
    ],
  },
  {
    id: 'no-unreadable-sql',
    operations: ['execute_dynamic'],
    when: not(is('readable')),
    verdict: 'block',
    message: 'SQL is put together at run time and cannot be read here',
    description:
      'What an EXECUTE of a computed text does is known only when it runs. It can do anything that the rules forbid, ' +
      'so it is not taken on trust. Literal text is read and judged.',
    help: 'Write the statement out; or, where names really vary, let a reviewer allow this one with a reason.',
    examples: [
      {
        block: ["DO $$ DECLARE t text; BEGIN SELECT x INTO t FROM y; EXECUTE 'DROP TABLE ' || t; END $$"],
        pass: ["DO $$ BEGIN EXECUTE 'ALTER TABLE users ADD COLUMN a int'; END $$"],
      },
      { dialect: 'transactsql', block: ['EXEC(@sql)', 'EXEC sp_executesql @sql'], pass: ["EXEC('SELECT 1')"] },
    ],
  },
];
