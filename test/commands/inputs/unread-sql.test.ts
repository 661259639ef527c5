import { describe, expect, it } from 'vitest';
import { renderJson } from '../../../src/report/check/json.ts';
import { checkPull, config, type Files, LINK, notices, OVERSIZED } from '../build.ts';

const CREATE = '-- a table\nCREATE TABLE t (id int);\nINSERT INTO t VALUES (1);\n';

const noticesOf = async (base: Files, added: Files, settings = {}) =>
  notices(await checkPull(base, { ...base, ...added }, settings));

describe('changed files that look like SQL but are not selected', () => {
  it.each<[string, string, Files]>([
    ['another ending', 'db/001.up', { 'db/001.up': CREATE }],
    ['a text file', 'db/schema.txt', { 'db/schema.txt': CREATE }],
    ['no ending', 'db/schema', { 'db/schema': CREATE }],
    ['a template of another engine', 'db/a.sql.liquid', { 'db/a.sql.liquid': CREATE }],
    ['UTF-16', 'db/a.prc', { 'db/a.prc': Buffer.from(`\ufeff${CREATE}`, 'utf16le') }],
    ['MySQL', 'a.txt', { 'a.txt': 'CREATE TABLE `t` (`id` int) ENGINE=InnoDB; # x\n' }],
    ['T-SQL', 'a.prc', { 'a.prc': 'CREATE TABLE [dbo].[t] ([id] int);\nGO\n' }],
    ['T-SQL without `;`', 'a.prc', { 'a.prc': 'CREATE PROCEDURE p AS\nBEGIN\n  DELETE t\nEND\nGO\n' }],
    ['much SQL', 'a.dump', { 'a.dump': CREATE.repeat(5000) }],
  ])('are named: %s', async (_, path, files) => {
    expect(await noticesOf(config(), files)).toMatch(`1 changed file looks like SQL but is not checked: \`${path}\`; `);
  });

  it.each<[string, Files]>([
    ['prose', { 'NOTES.txt': 'Create the table first; then insert the rows.\nUpdate the wiki; drop me a note.\n' }],
    ['prose with SQL in it', { 'NOTES.txt': `To create it, run:\n\n${CREATE}` }],
    ['a query', { 'a.txt': 'SELECT * FROM t;' }],
    ['a statement without an end', { 'a.txt': 'DROP TABLE t' }],
    ['documentation', { 'README.md': CREATE }],
    ['source code', { 'a.py': CREATE }],
    ['bytes', { 'a.bin': `${CREATE}\0` }],
    ['nothing', { 'a.txt': '' }],
    ['a link', { 'a.txt': LINK }],
    ["Querygate's own files", { '.querygate/note.txt': CREATE }],
  ])('are not %s', async (_, files) => {
    expect(await noticesOf(config(), files)).toBe('');
  });

  it('are not searched for where `paths` and `ignore` leave files out on purpose', async () => {
    const base = config("paths: ['db/**/*.sql']\nignore: ['db/old']\n");
    const settled: Files = { ...base, 'db/1.sql': CREATE };
    expect(await noticesOf(settled, { 'docs/a.txt': CREATE, 'db/old/a.txt': CREATE })).toBe('');
    expect(await noticesOf(settled, { 'db/a.ddl': CREATE })).toContain('`db/a.ddl`');
    expect(await noticesOf(settled, { 'db/1.txt': CREATE })).toContain('`db/1.txt`');
  });

  it('are not deleted files', async () => {
    expect(notices(await checkPull({ ...config(), 'a.txt': CREATE }, config()))).toBe('');
  });

  it('come with the line of configuration that reads them', async () => {
    const added = { 'db/1.up': CREATE, 'db/2.up': CREATE, schema: CREATE };
    expect(await noticesOf(config(), added)).toContain(
      'set `paths: [".", "db/*.up", "schema"]` in .querygate/config.yml',
    );
    const line = 'paths: [".", "db/*.up", "schema"]\n';
    const read = await checkPull(config(line), { ...config(line), ...added });
    expect([read.files.map(({ path }) => path), notices(read)]).toEqual([['db/1.up', 'db/2.up', 'schema'], '']);
    const own = config("paths: ['**/*.sql']\n");
    const report = await checkPull({ ...own, '1.sql': '' }, { ...own, '1.sql': '', ...added });
    expect(notices(report)).toContain('`paths: ["**/*.sql", "db/*.up", "schema"]`');
    expect(await noticesOf({ ...config(), '1.sql': '' }, added, { paths: ['**/*.sql'] })).toContain(
      'to check them, add "db/*.up", "schema" to `paths`',
    );
  });

  it('are one notice, which names some, and all in JSON', async () => {
    const added = Object.fromEntries(Array.from({ length: 8 }, (_, i) => [`db/${i}.up`, CREATE]));
    const report = await checkPull(config(), { ...config(), ...added });
    expect(notices(report)).toMatch(
      /^warning: 8 changed files .*`db\/4\.up`, and 3 more \(`--format json` lists all\); [^\n]*$/,
    );
    expect(JSON.parse(renderJson(report))).toMatchObject({ notices: [{ paths: Object.keys(added) }] });
    expect([report.exitCode, report.verdict]).toEqual([0, 'allow']);
  });

  it.each([
    [30, /"db\/x29\/\*\.up"\]` in .querygate\/config.yml$/],
    [31, /"db\/x29\/\*\.up"\]` in .querygate\/config.yml; 1 more glob would be needed for the rest$/],
    [33, /"db\/x29\/\*\.up"\]` in .querygate\/config.yml; 3 more globs would be needed for the rest$/],
  ])('come with a line that lists the globs of %i folders, up to 30, and counts the others', async (count, end) => {
    const folder = (at: number) => `db/x${String(at).padStart(2, '0')}`;
    const added = Object.fromEntries(Array.from({ length: count }, (_, at) => [`${folder(at)}/1.up`, CREATE]));
    const text = await noticesOf(config(), added);
    expect(text).toMatch(end);
    for (let at = 0; at < 30; at++) expect(text).toContain(`"${folder(at)}/*.up"`);
  });

  it('are said to be unknown if they cannot be searched', async () => {
    const many = Object.fromEntries(Array.from({ length: 203 }, (_, i) => [`db/${i}.x`, 'x']));
    expect(await noticesOf(config(), many)).toMatch(/^warning: 3 changed files with other names could not be searched/);
    expect(await noticesOf(config(), { 'a.txt': OVERSIZED })).toMatch(
      /^warning: 1 changed file with other names could/,
    );
  });
});
