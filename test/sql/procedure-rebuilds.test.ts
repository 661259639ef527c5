import { describe, expect, test } from 'vitest';
import type { FileContext } from '../../src/model/index.ts';
import { read } from './read.ts';

const CONTEXT: FileContext = {
  tables: [{ name: 'users', schema: 'dbo', exists: true, columns: ['id', 'name'], cascades: false }],
};

/** As the publish scripts of SSDT write it: in one batch, which an error ends. */
const SSDT = `BEGIN TRANSACTION;
SET TRANSACTION ISOLATION LEVEL SERIALIZABLE;
SET XACT_ABORT ON;
CREATE TABLE [dbo].[tmp_ms_xx_Users] (
    [Id] INT IDENTITY (1, 1) NOT NULL, [Name] NVARCHAR (50) NULL, [Extra] INT NULL,
    CONSTRAINT [tmp_ms_xx_constraint_PK_Users1] PRIMARY KEY CLUSTERED ([Id] ASC)
);
IF EXISTS (SELECT TOP 1 1
           FROM   [dbo].[Users])
    BEGIN
        SET IDENTITY_INSERT [dbo].[tmp_ms_xx_Users] ON;
        INSERT INTO [dbo].[tmp_ms_xx_Users] ([Id], [Name])
        SELECT   [Id],
                 [Name]
        FROM     [dbo].[Users]
        ORDER BY [Id] ASC;
        SET IDENTITY_INSERT [dbo].[tmp_ms_xx_Users] OFF;
    END
DROP TABLE [dbo].[Users];
EXECUTE sp_rename N'[dbo].[tmp_ms_xx_Users]', N'Users';
EXECUTE sp_rename N'[dbo].[tmp_ms_xx_constraint_PK_Users1]', N'PK_Users', N'OBJECT';
COMMIT TRANSACTION;
SET TRANSACTION ISOLATION LEVEL READ COMMITTED;
`;

/** As the designer of Management Studio writes it: a batch for each statement. */
const SSMS = `BEGIN TRANSACTION
SET QUOTED_IDENTIFIER ON
SET ARITHABORT ON
SET NUMERIC_ROUNDABORT OFF
SET CONCAT_NULL_YIELDS_NULL ON
SET ANSI_NULLS ON
SET ANSI_PADDING ON
SET ANSI_WARNINGS ON
COMMIT
BEGIN TRANSACTION
GO
CREATE TABLE dbo.Tmp_Users
	(
	Id int NOT NULL IDENTITY (1, 1),
	Name nvarchar(50) NULL,
	Extra int NULL
	)  ON [PRIMARY]
GO
ALTER TABLE dbo.Tmp_Users SET (LOCK_ESCALATION = TABLE)
GO
SET IDENTITY_INSERT dbo.Tmp_Users ON
GO
IF EXISTS(SELECT * FROM dbo.Users)
	 EXEC('INSERT INTO dbo.Tmp_Users (Id, Name)
		SELECT Id, Name FROM dbo.Users WITH (HOLDLOCK TABLOCKX)')
GO
SET IDENTITY_INSERT dbo.Tmp_Users OFF
GO
ALTER TABLE dbo.Orders
	DROP CONSTRAINT FK_Orders_Users
GO
DROP TABLE dbo.Users
GO
EXECUTE sp_rename N'dbo.Tmp_Users', N'Users', 'OBJECT'
GO
COMMIT
`;

/** As Prisma writes it: in a TRY, after a text that drops the constraints. */
const PRISMA = `BEGIN TRY

BEGIN TRAN;

BEGIN TRANSACTION;
DECLARE @SQL NVARCHAR(MAX) = N''
SELECT @SQL += N'ALTER TABLE '
    + QUOTENAME(OBJECT_SCHEMA_NAME(PARENT_OBJECT_ID))
    + '.'
    + QUOTENAME(OBJECT_NAME(PARENT_OBJECT_ID))
    + ' DROP CONSTRAINT '
    + OBJECT_NAME(OBJECT_ID)
    + ';'
FROM SYS.OBJECTS
WHERE TYPE_DESC LIKE '%CONSTRAINT'
    AND OBJECT_NAME(PARENT_OBJECT_ID) = 'Users'
    AND SCHEMA_NAME(SCHEMA_ID) = 'dbo'
EXEC sp_executesql @SQL
;
CREATE TABLE [dbo].[_prisma_new_Users] (
    [id] INT NOT NULL IDENTITY(1,1),
    [name] NVARCHAR(1000),
    [extra] INT,
    CONSTRAINT [Users_pkey] PRIMARY KEY CLUSTERED ([id])
);
SET IDENTITY_INSERT [dbo].[_prisma_new_Users] ON;
IF EXISTS(SELECT * FROM [dbo].[Users])
    EXEC('INSERT INTO [dbo].[_prisma_new_Users] ([id],[name]) SELECT [id],[name] FROM [dbo].[Users] WITH (holdlock tablockx)');
SET IDENTITY_INSERT [dbo].[_prisma_new_Users] OFF;
DROP TABLE [dbo].[Users];
EXEC SP_RENAME N'dbo._prisma_new_Users', N'Users';
COMMIT;

COMMIT TRAN;

END TRY
BEGIN CATCH

IF @@TRANCOUNT > 0
BEGIN
    ROLLBACK TRAN;
END;
THROW

END CATCH
`;

const PLAIN = `SET XACT_ABORT ON;
CREATE TABLE dbo.New (id int, name nvarchar(50));
INSERT INTO dbo.New (id, name) SELECT id, name FROM dbo.Users;
DROP TABLE dbo.Users;
EXEC sp_rename 'dbo.New', 'Users';
`;

function dropOf(sql: string, context: FileContext = CONTEXT) {
  const operations = read('transactsql', sql, 'x.sql', context).statements.flatMap((statement) => statement.operations);
  return operations.find(({ kind }) => kind === 'drop_table');
}

describe('a table of SQL Server is rebuilt', () => {
  test.each([
    ['by SSDT', SSDT],
    ['by Management Studio', SSMS],
    [
      'by Management Studio, without a column that needs IDENTITY_INSERT',
      SSMS.replaceAll(/SET IDENTITY_INSERT.*\nGO\n/g, ''),
    ],
    ['by Prisma', PRISMA],
    ['plainly', PLAIN],
    ['with SELECT *', PLAIN.replace('SELECT id, name', 'SELECT *')],
    ['in batches', PLAIN.replace('SET XACT_ABORT ON;\n', '').replaceAll(';\n', '\nGO\n')],
    ['in a TRY', `BEGIN TRY ${PLAIN.replace('SET XACT_ABORT ON;', '')} END TRY BEGIN CATCH THROW END CATCH`],
    ['if there are rows', PLAIN.replace('INSERT', 'IF EXISTS (SELECT 1 FROM dbo.Users) INSERT')],
  ])('%s', (_, sql) => {
    expect(dropOf(sql)).toMatchObject({ rebuilt: true });
  });

  test.each([SSDT, SSMS, PRISMA])('and no rename of it, or of a constraint, breaks code', (sql) => {
    const operations = read('transactsql', sql, 'x.sql', CONTEXT).statements.flatMap((one) => one.operations);
    const renames = operations.filter(({ kind }) => kind === 'rename_table');
    expect(renames.every(({ createdHere }) => createdHere)).toBe(true);
  });

  test('and is no new table afterwards', () => {
    const operations = read('transactsql', `${PLAIN} DELETE FROM dbo.Users;`, 'x.sql', CONTEXT).statements.at(
      -1,
    )?.operations;
    expect(operations?.[0]).toMatchObject({ kind: 'delete', createdHere: false });
  });
});

describe('a table of SQL Server loses rows', () => {
  test.each([
    ['by a filter', SSDT.replace('ORDER BY [Id] ASC', 'WHERE [Id] > 5')],
    ['by a filter in the literal', SSMS.replace('WITH (HOLDLOCK TABLOCKX)', "WHERE Name <> ''x''")],
    ['by a hint', PRISMA.replace('holdlock tablockx', 'readpast')],
    ['by TOP', PLAIN.replace('SELECT id', 'SELECT TOP (10) id')],
    ['by OFFSET', PLAIN.replace('FROM dbo.Users', 'FROM dbo.Users ORDER BY id OFFSET 5 ROWS')],
    ['without a column', SSDT.replace('([Id], [Name])', '([Id])').replace(/,\s+\[Name\]\s+FROM/, ' FROM')],
    ['without a column in the literal', SSMS.replace('(Id, Name)', '(Id)').replace('SELECT Id, Name', 'SELECT Id')],
    ['since another table decides whether it is copied', SSDT.replace('FROM   [dbo].[Users])', 'FROM [dbo].[Flags])')],
    ['since a condition does', PLAIN.replace('INSERT', 'IF @copy = 1 INSERT')],
    [
      'since a condition on rows does',
      PLAIN.replace('INSERT', 'IF EXISTS (SELECT 1 FROM dbo.Users WHERE id > 9) INSERT'),
    ],
    ['since there are no rows', PLAIN.replace('INSERT', 'IF NOT EXISTS (SELECT 1 FROM dbo.Users) INSERT')],
    [
      'since something else is in the block',
      SSDT.replace('SET IDENTITY_INSERT [dbo].[tmp_ms_xx_Users] OFF;', 'DELETE FROM [dbo].[tmp_ms_xx_Users];'),
    ],
    [
      'since ELSE has the drop',
      PLAIN.replace('INSERT', 'IF EXISTS (SELECT 1 FROM dbo.Users) INSERT').replace(';\nDROP', ' ELSE DROP'),
    ],
    ['since another table gets the name', PLAIN.replace("'dbo.New'", "'dbo.Other'")],
    ['since the new table gets another name', PLAIN.replace("'Users'", "'People'")],
    ['since brackets become part of the name', PLAIN.replace("'Users'", "'[Users]'")],
    ['since it is a column that gets the name', PLAIN.replace("'Users';", "'Users', 'COLUMN';")],
    ['since a variable is the name', PLAIN.replace("'Users'", '@name')],
    ['since a setting limits the copy', `SET ROWCOUNT 10; ${PLAIN}`],
    ['since a setting cuts values off', `SET ANSI_WARNINGS OFF; ${PLAIN}`],
    [
      'since the copy is in another procedure',
      PLAIN.replace('INSERT', 'EXEC dbo.p; INSERT').replace('DROP', 'EXEC dbo.p; DROP'),
    ],
    ['since the copy is emptied', PLAIN.replace('DROP', 'DELETE FROM dbo.New; DROP')],
    ['since the literal has a variable', SSMS.replace("TABLOCKX)')", "TABLOCKX)' + @more)")],
    ['in a CATCH, after another error', `BEGIN TRY SELECT 1 END TRY BEGIN CATCH ${PLAIN} END CATCH`],
  ])('%s', (_, sql) => {
    expect(dropOf(sql)?.rebuilt).not.toBe(true);
  });

  test('since an error of the copy does not end its batch', () => {
    const doubt = { rebuilt: false, rebuildDoubt: expect.stringContaining('XACT_ABORT') };
    expect(dropOf(PLAIN.replace('SET XACT_ABORT ON;', ''))).toMatchObject(doubt);
    expect(
      dropOf(`${'SET XACT_ABORT ON; SET XACT_ABORT OFF;'} ${PLAIN.replace('SET XACT_ABORT ON;', '')}`),
    ).toMatchObject(doubt);
    expect(dropOf(SSDT.replace('SET XACT_ABORT ON;', ''))).toMatchObject(doubt);
  });

  test('if the columns of the old table are not known', () => {
    expect(dropOf(SSDT, { tables: [] })?.rebuilt).not.toBe(true);
  });
});
