import { describe, expect, it } from 'vitest';
import type { MigrationTool } from '../../src/model/index.ts';
import { PACKS } from '../../src/rules/index.ts';
import { checkPull } from '../commands/build.ts';
import { findPrograms, runProgram, tryStart } from './program.ts';

// Each fix on a real SQLite with foreign keys on: the rows of other tables stay, which the file as it was deletes, and the schema
// is the one that the file as it was makes without foreign keys.

const TABLES = `CREATE TABLE users (id integer PRIMARY KEY, name text, boss int REFERENCES users (id) ON DELETE SET NULL);
CREATE TABLE notes (id integer PRIMARY KEY, user_id int NOT NULL REFERENCES users (id) ON DELETE CASCADE);
CREATE INDEX users_name ON users (name);
`;
const ROWS = `INSERT INTO users VALUES (1, 'ada', NULL), (2, 'bob', 1);
INSERT INTO notes VALUES (1, 1), (2, 2);
`;

const NEW = '(id integer PRIMARY KEY, name text NOT NULL, boss int REFERENCES users (id) ON DELETE SET NULL)';
const REBUILD = `CREATE TABLE users_new ${NEW};
INSERT INTO users_new (id, name, boss) SELECT id, name, boss FROM users;
DROP TABLE users;
ALTER TABLE users_new RENAME TO users;
CREATE INDEX users_name ON users (name);
`;
const ASIDE = `ALTER TABLE users RENAME TO users_old;
-- The new one.
CREATE TABLE IF NOT EXISTS "users" ${NEW};
INSERT INTO users SELECT id, name, boss FROM users_old;
DROP TABLE IF EXISTS users_old;
CREATE INDEX users_name ON users (name);
`;
const rowsOf = (id: number) =>
  `INSERT INTO users VALUES (${id}, 'eve', 2);\nINSERT INTO notes VALUES (${id}, ${id});\n`;

type Row = readonly [rule: string, tool: MigrationTool, path: string, text: string];
const GOOSE = 'm/20260101000000_x.sql';
const FIXES: readonly Row[] = [
  ['no-drop-table', 'goose', GOOSE, `-- +goose Up\n${REBUILD}-- +goose Down\nSELECT 1;\nSELECT 2;\n`],
  ['no-drop-table', 'goose', GOOSE, `-- +goose Up\n${ASIDE}`],
  ['no-drop-table', 'goose', GOOSE, `-- +goose Up\nPRAGMA foreign_keys=off;\n${REBUILD}PRAGMA foreign_keys=on;\n`],
  ['no-drop-table', 'dbmate', GOOSE, `-- migrate:up\n${REBUILD}-- migrate:down\n`],
  ['no-drop-table', 'popx', 'm/20260101000000_x.sqlite3.up.sql', REBUILD],
  ['no-drop-table', 'rambler', GOOSE, `-- rambler up\n${rowsOf(3)}${REBUILD}`],
  ['no-drop-table', 'rambler', GOOSE, `-- rambler up\nBEGIN;\n${ASIDE}COMMIT;\n`],
];

async function fixed(rule: string, tool: MigrationTool, path: string, text: string): Promise<string> {
  const settings = `version: 1\ndialect: sqlite\nfiles: [{ paths: [m/**], tool: ${tool} }]\n`;
  const base = { '.querygate/config.yml': settings, 'm/20250101000000_first.up.sql': TABLES };
  const { findings, rewritten } = await checkPull(base, { ...base, [path]: text }, { rewrite: true });
  expect(findings.filter(({ fix }) => fix).map((finding) => finding.rule)).toContain(rule);
  return rewritten?.[0]?.after ?? '';
}

it('each rule with fixes for SQLite has one that runs here', () => {
  const rules = [...PACKS.values()]
    .flat()
    .filter(({ fixes }) => fixes?.some(({ dialects }) => dialects?.includes('sqlite')));
  expect(new Set(FIXES.map(([rule]) => rule))).toEqual(new Set(rules.map(({ id }) => id)));
});

const programs = await tryStart('fixes on a real SQLite', async () => findPrograms(['sqlite3']));

describe.skipIf(!programs)('fixes on a real SQLite', () => {
  const program = programs?.sqlite3 ?? '';
  const CHECK = `PRAGMA foreign_key_check;
SELECT type, name, tbl_name, replace(replace(sql, '"', ''), 'IF NOT EXISTS ', '') FROM sqlite_schema ORDER BY name;
SELECT * FROM users;
SELECT * FROM notes;
`;

  async function run(settings: string, text: string): Promise<string> {
    const input = `${TABLES}${ROWS}${settings}${text}${CHECK}`;
    return (await runProgram(program, ['-bail', '-batch', ':memory:'], { input })).stdout;
  }

  /** What a tool runs of the file: the section, in a transaction if the tool begins one. */
  function sent(text: string, tool: MigrationTool, isFixed: boolean): string {
    const [up = ''] = text.split(/^-- (?:\+goose Down|migrate:down)/m);
    return tool === 'rambler' || isFixed ? up : `BEGIN;\n${up}COMMIT;\n`;
  }

  it.each(FIXES)('%s, %s, %s: %s', async (rule, tool, path, text) => {
    const after = await fixed(rule, tool, path, text);
    const now = await run('PRAGMA foreign_keys = ON;\n', `${sent(after, tool, true)}${rowsOf(9)}`);
    expect(now).toMatch(/\n1\|1\n2\|2\n(?:3\|3\n)?9\|9\n$/);
    const plain = 'PRAGMA foreign_keys = OFF;\nPRAGMA legacy_alter_table = ON;\n';
    expect(now).toBe(await run(plain, `${sent(text, tool, false)}${rowsOf(9)}`));
    const lost = await run('PRAGMA foreign_keys = ON;\n', sent(text, tool, false)).catch(() => undefined);
    expect(lost).not.toBe(await run(plain, sent(text, tool, false)));
  });
});
