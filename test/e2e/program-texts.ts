import { check } from '../../src/library/index.ts';
import type { Files } from '../ci/repository.ts';

// Texts with which a real client or tool drops a table although SQL alone suggests otherwise.

const DROP = 'DROP TABLE users;';
const ACCEPTED = `${DROP}\n`;

/** The base branch: who runs which files, and a finding that its baseline accepts. */
export async function programTextsBase(): Promise<Files> {
  const { findings } = await check(ACCEPTED, { dialect: 'postgresql', path: 'dbmate/001_a.sql' });
  const accepted = findings.map(({ fingerprint, rule, path }) => ({ fingerprint, rule, path }));
  return {
    '.querygate/config.yml': `version: 1
dialect: postgresql
files:
  - { paths: ['my/**'], dialect: mysql }
  - { paths: ['lite/**'], dialect: sqlite }
  - { paths: ['dbmate/**'], tool: dbmate }
`,
    '.querygate/rules.yml': 'version: 1\nextends: [querygate:recommended@1]\n',
    '.querygate/baseline.json': JSON.stringify({ version: 1, findings: accepted }),
    'dbmate/001_a.sql': ACCEPTED,
  };
}

const DATABASE = Buffer.alloc(4096);
DATABASE.write('SQLite format 3\0', 'latin1');
DATABASE.write(`\n;\n${DROP}\n`, 512, 'latin1');

/** The change. Each file that it adds is to be blocked, or undecided. */
export const PROGRAM_TEXTS: Files = {
  'my/1_use.sql': `use t\n${DROP}\n`,
  'my/2_help.sql': `help\n${DROP}\n`,
  'my/3_delimiter.sql': `DELIMITER\n${DROP}\n`,
  'my/4_control_character.sql': `SELECT 1 --\u0001; ${DROP}\n`,
  'db/1_copy_line.sql': `COPY users FROM stdin; ${DROP}\n\\.\n`,
  'db/2_setting.sql': `SET standard_conforming_strings = off;\nSELECT 'a\\'; ${DROP} --';\n`,
  'db/3_failing_copy.sql': `COPY users(nope) FROM stdin;\n${DROP}\n\\.\n`,
  'db/4_variable.sql': `DO $$ BEGIN RAISE EXCEPTION '1]; ${DROP} --'; END $$;\nSELECT ('{1}'::int[])[1:LAST_ERROR_MESSAGE];\n`,
  'db/5_breakpoint.sql': `CREATE TABLE t (id int);--> statement-breakpoint ${DROP}\n`,
  'dbmate/2_marker.sql': `-- migrate:up\r-- migrate:down\r${DROP}\n-- migrate:down\n`,
  'dbmate/1_a.sql': ACCEPTED,
  'dbmate/001_a.sql': null,
  'lite/x.sqlite': DATABASE,
};

export const PROGRAM_PATHS = Object.keys(PROGRAM_TEXTS)
  .filter((path) => PROGRAM_TEXTS[path] !== null)
  .sort();

/** The files with a finding that fails. */
export function failingPaths(
  findings: readonly { readonly path: string; readonly status: string; readonly verdict: string }[],
): readonly string[] {
  const failing = findings.filter(
    ({ status, verdict }) => status === 'new' && (verdict === 'block' || verdict === 'unknown'),
  );
  return [...new Set(failing.map(({ path }) => path))].sort();
}
