import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { localChange } from '../../../src/ci/index.ts';
import { runCheck } from '../../../src/commands/index.ts';
import { newOrigin, type Origin } from '../../ci/repository.ts';
import { checkFiles, checkPull, counting, type Files, notices } from '../build.ts';
import { KEY, startFakeService, WORKSPACE } from '../fake-service.ts';

// Files that describe a schema: `declarative` of the configuration.

function configOf(dialect: string, more = 'declarative: true'): Files {
  return {
    '.querygate/config.yml': `version: 1\ndialect: ${dialect}\nfiles:\n  - paths: ['db/**']\n    ${more}\n`,
  };
}

interface Case {
  readonly name: string;
  readonly dialect?: string;
  readonly base: Files;
  readonly head: Files;
  readonly found: readonly string[];
  readonly message?: string;
}

const USERS = `CREATE TABLE [dbo].[Users] (
  [Id] INT IDENTITY NOT NULL CONSTRAINT [PK_Users] PRIMARY KEY,
  [Name] NVARCHAR (500) NULL,
  [Age] INT NULL,
  [Total] DECIMAL (18, 2) NOT NULL DEFAULT (0)
)
`;
const users = (text: string): Files => ({ 'db/Users.sql': text });
/** A change of the file of one table. */
const edit = (from: string, to: string) => ({ base: users(USERS), head: users(USERS.replace(from, to)) });

const SQL_SERVER: readonly Case[] = [
  {
    name: 'a removed column, on the statement',
    ...edit('  [Age] INT NULL,\n', ''),
    found: ['block no-drop-column db/Users.sql:1'],
    message: 'dropping column age of dbo.users deletes its values',
  },
  {
    name: 'a narrowed type, on the line of the column',
    ...edit('500', '50'),
    found: ['warn no-column-type-change db/Users.sql:3'],
    message: 'narrowed from nvarchar(500) to nvarchar(50)',
  },
  { name: 'nothing for a wider type', ...edit('(500)', '(MAX)'), found: [] },
  {
    name: 'a type that loses characters',
    ...edit('NVARCHAR', 'VARCHAR'),
    found: ['warn no-column-type-change db/Users.sql:3'],
  },
  { name: 'fewer decimal places', ...edit('18, 2', '18, 1'), found: ['warn no-column-type-change db/Users.sql:5'] },
  { name: 'nothing for more digits before the point', ...edit('18, 2', '20, 2'), found: [] },
  {
    name: 'digits lost before the point',
    ...edit('18, 2', '18, 4'),
    found: ['warn no-column-type-change db/Users.sql:5'],
  },
  {
    name: 'a stored column that is now calculated',
    ...edit('[Age] INT NULL', '[Age] AS ([Id] * 2)'),
    found: ['block no-drop-column db/Users.sql:4'],
  },
  {
    name: 'nothing for another spelling of the same table',
    ...edit(USERS, USERS.replace('[dbo].[Users]', 'users').replace('[Age] INT', 'Age integer')),
    found: [],
  },
  {
    name: 'nothing for a new column, also one that is not null',
    ...edit('  [Age]', '  [Mail] NVARCHAR (50) NOT NULL,\n  [Age]'),
    found: [],
  },
  {
    name: 'nothing for a new index, whose locks the tool plans',
    ...edit(')\n', ')\nGO\nCREATE INDEX [IX_Age] ON [dbo].[Users] ([Age])\n'),
    found: [],
  },
  { name: 'nothing for a new table', base: {}, head: users(USERS), found: [] },
  { name: 'a deleted file of a table', base: users(USERS), head: {}, found: ['block no-drop-table db/Users.sql:1'] },
  {
    name: 'nothing for a table that moves to another file',
    base: users(USERS),
    head: { 'db/Tables/All.sql': `CREATE TABLE b (c int)\nGO\n${USERS}` },
    found: [],
  },
  {
    name: 'what a table loses as it moves to another file, there',
    base: users(USERS),
    head: { 'db/All.sql': `CREATE TABLE b (c int)\nGO\n${USERS.replace('500', '50')}` },
    found: ['warn no-column-type-change db/All.sql:5'],
  },
  {
    name: 'a table that leaves a file that stays',
    base: users(`${USERS}GO\nCREATE TABLE b (c int)`),
    head: users(USERS),
    found: ['block no-drop-table db/Users.sql:1'],
    message: 'dropping table b loses all its rows',
  },
  {
    name: 'nothing for a removed view or procedure, which have no rows',
    base: { 'db/v.sql': 'CREATE VIEW v AS SELECT 1 AS a', 'db/p.sql': 'CREATE PROCEDURE p AS SELECT 1' },
    head: {},
    found: [],
  },
  {
    name: 'a grant that is new, and no old one',
    base: { 'db/g.sql': 'GRANT SELECT ON a TO app\nGO\nGRANT CONTROL ON a TO app' },
    head: { 'db/g.sql': 'GRANT CONTROL ON a TO app\nGO\nGRANT ALL ON b TO [public]' },
    found: ['block no-grant-to-public db/g.sql:3'],
  },
  {
    name: 'nothing for a grant that moves to another file',
    base: { 'db/g.sql': 'GRANT CONTROL ON a TO [public]' },
    head: { 'db/h.sql': 'GRANT CONTROL ON a TO [public]' },
    found: [],
  },
  {
    name: 'nothing for a renamed file',
    base: users(USERS),
    head: { 'db/People.sql': USERS },
    found: [],
  },
  {
    name: 'a table of the same name in another schema',
    base: { 'db/a.sql': USERS, 'db/b.sql': USERS.replace('dbo', 'sales') },
    head: { 'db/a.sql': USERS },
    found: ['block no-drop-table db/b.sql:1'],
  },
  {
    name: 'what is written as a statement that drops',
    ...edit(')\n', ')\nGO\nDROP TABLE [dbo].[Old]\n'),
    found: ['block no-drop-table db/Users.sql:7'],
  },
];

const OTHERS: readonly Case[] = [
  {
    name: 'a removed column in Skeema',
    dialect: 'mysql',
    base: {
      'db/t.sql': 'CREATE TABLE `t` (\n  `a` int(11) NOT NULL,\n  `b` text,\n  KEY `b` (`b`(10))\n) ENGINE=InnoDB;',
    },
    head: { 'db/t.sql': 'CREATE TABLE `t` (\n  `a` int NOT NULL\n) ENGINE=InnoDB;' },
    found: ['block no-drop-column db/t.sql:1'],
  },
  {
    name: 'a shorter ENUM and a smaller integer, each on its line',
    dialect: 'mysql',
    base: { 'db/t.sql': "CREATE TABLE t (\n a enum('x','y'),\n b bigint unsigned,\n c text\n);" },
    head: { 'db/t.sql': "CREATE TABLE t (\n a enum('x'),\n b int unsigned,\n c longtext\n);" },
    found: ['warn no-column-type-change db/t.sql:2', 'warn no-column-type-change db/t.sql:3'],
  },
  {
    name: 'nothing for a longer ENUM, a wider integer and display widths',
    dialect: 'mariadb',
    base: { 'db/t.sql': "CREATE TABLE t (a enum('x'), b int(10), c varchar(20), d tinyint(1));" },
    head: { 'db/t.sql': "CREATE TABLE t (a enum('x','y'), b bigint, c mediumtext, d tinyint);" },
    found: [],
  },
  {
    name: 'a dropped table and a shorter column of one file',
    dialect: 'postgresql',
    base: { 'db/s.sql': 'CREATE TABLE a (x varchar(20));\n\nCREATE TABLE public.b (y int);\n' },
    head: { 'db/s.sql': 'CREATE TABLE public.a (x character varying(10));\n' },
    found: ['block no-drop-table db/s.sql:1', 'warn no-column-type-change db/s.sql:1'],
  },
  {
    name: 'nothing for names of types that mean the same',
    dialect: 'postgresql',
    base: { 'db/s.sql': 'CREATE TABLE a (x int4, y varchar, z timestamptz, w numeric(5, 2), v serial);' },
    head: {
      'db/s.sql':
        'CREATE TABLE a (x integer, y text, z timestamp with time zone, w decimal(6,2), v integer NOT NULL DEFAULT 1);',
    },
    found: [],
  },
  {
    name: 'row security and a policy that are gone',
    dialect: 'postgresql',
    base: {
      'db/s.sql':
        'CREATE TABLE a (x int);\nALTER TABLE a ENABLE ROW LEVEL SECURITY;\nCREATE POLICY p ON a USING (x = 1);\nCREATE POLICY q ON a USING (x = 2);',
    },
    head: { 'db/s.sql': 'CREATE TABLE a (x int);\nCREATE POLICY q ON a USING (x = 2);' },
    found: ['block no-disable-row-security db/s.sql:1', 'block no-policy-change db/s.sql:1'],
  },
  {
    name: 'a table whose columns the file does not show, as not known',
    dialect: 'postgresql',
    base: { 'db/s.sql': 'CREATE TABLE a (LIKE b);' },
    head: { 'db/s.sql': 'CREATE TABLE a (LIKE c);' },
    found: ['unknown unreadable db/s.sql:1'],
    message: 'does not show all columns of a',
  },
  {
    name: 'a statement that cannot be read, and not the table in it as dropped',
    dialect: 'postgresql',
    base: { 'db/s.sql': 'CREATE TABLE a (x int);' },
    head: { 'db/s.sql': 'CREAT TABLE a (x int);' },
    found: ['unknown unreadable db/s.sql:1'],
  },
  {
    name: 'a statement of the base that could not be read and is gone',
    dialect: 'postgresql',
    base: { 'db/s.sql': 'CREATE TABLE a (x int);\nCREAT TABLE b (y int);' },
    head: { 'db/s.sql': 'CREATE TABLE a (x int);' },
    found: ['unknown unreadable db/s.sql:1'],
    message: '1 statement that could not be read is gone',
  },
  {
    name: 'a column that ALTER TABLE adds as one of the table',
    dialect: 'postgresql',
    base: { 'db/s.sql': 'CREATE TABLE a (x int, y int);' },
    head: { 'db/s.sql': 'CREATE TABLE a (x int);\nALTER TABLE a ADD COLUMN y int;' },
    found: [],
  },
  {
    name: 'a column and a type in SQLite',
    dialect: 'sqlite',
    base: { 'db/s.sql': 'CREATE TABLE a (x INTEGER PRIMARY KEY, y TEXT, z TEXT);' },
    head: { 'db/s.sql': 'CREATE TABLE a (x INTEGER PRIMARY KEY, y INTEGER);' },
    found: ['block no-drop-column db/s.sql:1', 'warn no-column-type-change db/s.sql:1'],
  },
];

describe('declarative files', () => {
  it.each([...SQL_SERVER, ...OTHERS])(
    'reports $name',
    async ({ dialect = 'transactsql', base, head, found, message }) => {
      const config = configOf(dialect);
      const report = await checkPull({ ...config, ...base }, { ...config, ...head });
      expect(counting(report)).toEqual(found);
      if (message !== undefined)
        expect(report.findings.map((finding) => finding.message).join('\n')).toContain(message);
    },
  );
});

describe('the scope of declarative files', () => {
  const config = configOf('transactsql');
  const [base, head] = [users(USERS), users(USERS.replace('500', '50'))];

  it('judges the statements as they are without the setting', async () => {
    const plain = configOf('transactsql', 'transaction: false');
    expect(counting(await checkPull({ ...plain, ...base }, { ...plain, ...head }))).toEqual([]);
  });

  it('takes the setting from the base', async () => {
    const plain = configOf('transactsql', 'transaction: false');
    const index = { 'db/i.sql': 'CREATE INDEX i ON t (a)' };
    const report = await checkPull({ ...plain, ...base }, { ...config, ...base, ...index });
    expect(counting(report)).toEqual(['warn require-concurrent-index db/i.sql:1']);
  });

  it('loses nothing in a run over all files', async () => {
    const report = await checkFiles({ ...config, ...base, 'db/i.sql': 'CREATE INDEX i ON t (a)' });
    expect(counting(report)).toEqual([]);
  });

  it('keeps the schemas of two entries apart', async () => {
    const two = {
      '.querygate/config.yml': `version: 1\ndialect: transactsql\nfiles:\n  - paths: ['a/**']\n    declarative: true\n  - paths: ['b/**']\n    declarative: true\n`,
    };
    const report = await checkPull({ ...two, 'a/Users.sql': USERS }, { ...two, 'b/Users.sql': USERS });
    expect(counting(report)).toEqual(['block no-drop-table a/Users.sql:1']);
  });

  it('exempts a loss by a comment above the table, and a lost table by one that belongs to no statement', async () => {
    const table = USERS.replace('  [Age] INT NULL,\n', '');
    const exempted = users(
      `-- querygate:allow no-drop-table: moved to sales\n\n-- querygate:allow no-drop-column: not used since May\n${table}`,
    );
    const report = await checkPull(
      { ...config, ...users(`${USERS}GO\nCREATE TABLE b (c int)`) },
      { ...config, ...exempted },
    );
    expect(report.findings.map(({ rule, status }) => `${rule} ${status}`)).toEqual([
      'no-drop-table suppressed',
      'no-drop-column suppressed',
    ]);
  });

  it('compares a file with that of the folder from which the change moves it, if its configuration follows', async () => {
    const moved = { 'schema/Users.sql': USERS.replace('500', '50') };
    const files = [{ status: 'renamed' as const, path: 'schema/Users.sql', previousPath: 'db/Users.sql' }];
    const edited = { '.querygate/config.yml': String(config['.querygate/config.yml']).replace('db/', 'schema/') };
    const of = async (more: Files) =>
      counting(await checkPull({ ...config, ...base }, { ...more, ...moved }, {}, { files }));
    expect(await of(config)).toEqual(['block no-drop-table schema/Users.sql:1']);
    const both = [...files, { status: 'modified' as const, path: '.querygate/config.yml', previousPath: undefined }];
    const report = await checkPull({ ...config, ...base }, { ...edited, ...moved }, {}, { files: both });
    expect(counting(report)).toEqual(['warn no-column-type-change schema/Users.sql:3']);
  });

  it('reports a base version that cannot be read as unknown', async () => {
    const binary = { 'db/Users.sql': new Uint8Array([0xff, 0xfe, 0x41]) };
    const report = await checkPull({ ...config, ...binary }, { ...config, ...base });
    expect(counting(report)).toEqual(['unknown unreadable db/Users.sql:1']);
  });
});

const project = (items: string, sdk = '') =>
  `<Project>${sdk}<PropertyGroup><DSP>Microsoft.Data.Tools.Schema.Sql.Sql160DatabaseSchemaProvider</DSP></PropertyGroup><ItemGroup>${items}</ItemGroup></Project>`;
const SDK = '<Sdk Name="Microsoft.Build.Sql" Version="1.0.0" />';

describe('an SSDT project', () => {
  const config = configOf('transactsql');
  const judge = async (base: Files, head: Files) =>
    counting(await checkPull({ ...config, ...base }, { ...config, ...head }));

  it.each([
    ['PostDeploy', project('<PostDeploy Include="Scripts\\post.sql" />', SDK)],
    ['PreDeploy', project('<PreDeploy Include="scripts\\POST.sql" />', SDK)],
    ['None', project('<None Include="Scripts\\post.sql" />')],
    ['removed from Build', project('<Build Remove="Scripts\\**" /><Build Remove="Scripts\\*.sql" />', SDK)],
  ])('judges a script as it is written: %s', async (_, text) => {
    const base = { 'db/p.sqlproj': text };
    const script = { 'db/Scripts/post.sql': 'CREATE INDEX i ON t (a)\nGO\nDELETE FROM dbo.Users' };
    expect(await judge(base, { ...base, ...script })).toEqual([
      'block no-unfiltered-delete db/Scripts/post.sql:3',
      'warn require-concurrent-index db/Scripts/post.sql:1',
    ]);
  });

  it('reports the table of a file that the project no longer builds', async () => {
    const file = { 'db/Users.sql': USERS };
    const built = project('<Build Include="Users.sql" />');
    expect(await judge({ 'db/p.sqlproj': built, ...file }, { 'db/p.sqlproj': project(''), ...file })).toEqual([
      'block no-drop-table db/Users.sql:1',
    ]);
  });

  it('takes renames from the refactor log, and only new ones', async () => {
    const log = (key: string) =>
      `<Operations><Operation Name="Rename Refactor" Key="${key}"><Property Name="ElementName" Value="[dbo].[Users].[Age]" /><Property Name="ElementType" Value="SqlSimpleColumn" /><Property Name="ParentElementName" Value="[dbo].[Users]" /><Property Name="NewName" Value="[Years]" /></Operation></Operations>`;
    const base = { 'db/p.sqlproj': project('', SDK), ...users(USERS) };
    const head = { ...base, ...users(USERS.replace('[Age]', '[Years]')) };
    expect(await judge(base, { ...head, 'db/p.refactorlog': log('1') })).toEqual(['warn no-rename db/Users.sql:1']);
    const old = { ...base, 'db/p.refactorlog': log('1') };
    expect(await judge(old, { ...head, 'db/p.refactorlog': `${log('1')} ` })).toEqual([
      'block no-drop-column db/Users.sql:1',
    ]);
  });

  it('compares the table and the column that the refactor log renames', async () => {
    const entry = (key: string, element: string, type: string, name: string) =>
      `<Operation Name="Rename Refactor" Key="${key}"><Property Name="ElementName" Value="${element}" /><Property Name="ElementType" Value="${type}" /><Property Name="NewName" Value="${name}" /></Operation>`;
    const log = `<Operations>${entry('1', '[dbo].[Users]', 'SqlTable', '[People]')}${entry('2', '[dbo].[People].[Name]', 'SqlSimpleColumn', '[Label]')}${entry('3', '[dbo].[People].[Age]', 'SqlSimpleColumn', '[Years]')}</Operations>`;
    const base = { 'db/p.sqlproj': project('', SDK), ...users(USERS) };
    const people = USERS.replaceAll('Users', 'People').replace('[Name] NVARCHAR (500)', '[Label] NVARCHAR (50)');
    const head = { 'db/p.sqlproj': project('', SDK), 'db/People.sql': people.replace('  [Age] INT NULL,\n', '') };
    expect(await judge(base, { ...head, 'db/p.refactorlog': log })).toEqual([
      'block no-drop-column db/People.sql:1',
      'warn no-rename db/People.sql:1',
      'warn no-rename db/People.sql:1',
      'warn no-column-type-change db/People.sql:3',
    ]);
    expect(await judge(base, head)).toEqual(['block no-drop-table db/Users.sql:1']);
  });

  it('accepts an included file that is judged by itself, and no other one', async () => {
    const base = { 'db/p.sqlproj': project('<PostDeploy Include="post.sql" />', SDK), 'db/old.sql': 'SELECT 1' };
    const script = { 'db/post.sql': ':r .\\data\\new.sql -- seeds\nGO\n:r "old.sql"\n', 'db/data/new.sql': 'SELECT 2' };
    expect(await judge(base, { ...base, ...script })).toEqual(['block no-meta-command db/post.sql:3']);
  });
});

describe('schema files from which migrations are generated', () => {
  const config = {
    '.querygate/config.yml': `version: 1\ndialect: postgresql\nfiles:\n  - paths: ['supabase/schemas/**']\n    declarative: context\n`,
  };
  const base = { ...config, 'supabase/schemas/a.sql': 'CREATE TABLE a (x int, y int);' };
  const head = { ...config, 'supabase/schemas/a.sql': 'CREATE TABLE a (x int);' };

  it('are not judged, and a change that no migration makes is a notice', async () => {
    const report = await checkPull(base, head);
    expect(counting(report)).toEqual([]);
    expect(notices(report)).toContain(
      'supabase/schemas/a.sql: this file changes a, but no migration of this change does',
    );
  });

  it('leave it to the migration that names the table', async () => {
    const migration = { 'supabase/migrations/1_a.sql': 'ALTER TABLE a DROP COLUMN y;' };
    const report = await checkPull(base, { ...head, ...migration });
    expect(counting(report)).toEqual(['block no-drop-column supabase/migrations/1_a.sql:1']);
    expect(notices(report)).not.toContain('no migration of this change');
  });
});

describe('declarative files in git', () => {
  let origin: Origin;
  beforeEach(() => {
    origin = newOrigin();
  });
  afterEach(() => origin.dispose());

  it('are compared over a branch that renames, edits and deletes them', async () => {
    const { author } = origin;
    const orders = USERS.replaceAll('Users', 'Orders');
    author.commit({
      '.querygate/config.yml': String(configOf('transactsql')['.querygate/config.yml']),
      'db/Shop.sqlproj': project('<PostDeploy Include="Scripts\\post.sql" />', SDK),
      'db/Users.sql': USERS,
      'db/Orders.sql': orders,
      'db/Old.sql': 'CREATE TABLE [dbo].[Old] ([Id] INT)',
    });
    author.git('checkout', '-q', '-b', 'feature');
    author.commit({
      'db/Users.sql': null,
      'db/Tables/Users.sql': USERS.replace('500', '50'),
      'db/Orders.sql': orders.replace('  [Age] INT NULL,\n', ''),
      'db/Old.sql': null,
    });
    const { change, head } = await localChange({ root: author.dir, since: 'main' });
    const report = await runCheck({ today: '2026-11-20', service: {}, change, head, event: 'local' });
    expect(change?.files.map(({ status, path }) => `${status} ${path}`)).toContain('renamed db/Tables/Users.sql');
    expect(counting(report).sort()).toEqual([
      'block no-drop-column db/Orders.sql:1',
      'block no-drop-table db/Old.sql:1',
      'warn no-column-type-change db/Tables/Users.sql:3',
    ]);
    expect(report.exitCode).toBe(1);
  });
});

it('declarative files have the same findings with a service', async () => {
  const service = await startFakeService();
  try {
    const config = configOf('transactsql');
    const table = USERS.replace('500', '50').replace('  [Age] INT NULL,\n', '');
    const pull = [
      { ...config, ...users(USERS), 'db/Old.sql': 'CREATE TABLE [dbo].[Old] ([Id] INT)' },
      { ...config, ...users(`${table}GO\nCREATE INDEX [i] ON [dbo].[Users] ([Name])`) },
    ] as const;
    const access = { baseUrl: service.url, apiKey: KEY, workspace: WORKSPACE, timeout: 20, env: {} };
    const judged = await checkPull(...pull, { service: access });
    expect(counting(judged)).toEqual([
      'block no-drop-table db/Old.sql:1',
      'block no-drop-column db/Users.sql:1',
      'warn no-column-type-change db/Users.sql:3',
    ]);
    expect(judged.findings).toEqual((await checkPull(...pull)).findings);
  } finally {
    await service.close();
  }
});
