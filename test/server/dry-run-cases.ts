import { type DryRunCase, exampleFiles } from './cases.ts';
import { rule, ruleFile } from './engine/build.ts';

const PACK = 'version: 1\nextends: [querygate:recommended@1]\n';
const off = (id: string) => `${PACK}rules:\n  - { id: ${id}, verdict: off }\n`;
const times = (n: number, text: (i: number) => string, between = '') =>
  Array.from({ length: n }, (_, i) => text(i)).join(between);
const ALLOW = 'querygate:allow no-drop-table until 2026-12-31: archived, OPS-142';
const LAPSED = 'querygate:allow no-drop-table until 2020-01-01: archived, OPS-142';

const createdBefore = (...names: readonly string[]) => ({
  tables: [],
  createdBefore: names.map((name) => ({ name, schema: '' })),
});

/** Hostile files: hard to read, or slow to judge. */
const HOSTILE: Readonly<Record<string, string>> = {
  'a statement with as many findings as words': `DROP TABLE ${times(300, (i) => `a${i}`, ', ')};\n`,
  'findings between comments': `-- ${LAPSED}\nDROP TABLE ${times(300, (i) => `a${i} /* x */`, ', ')};\n`,
  'a comment of many directives': `/*\n${times(300, () => LAPSED, '\n')}\n*/\nDROP TABLE a;\n`,
  'equal findings': times(300, () => 'DROP TABLE a;\n'),
  'all on one line': times(300, (i) => `DROP TABLE a${i};`),
  'parts that cannot be read': times(100, () => 'FROBNICATE x;'),
  'a string that is not closed': "SELECT 1; DROP TABLE a; SELECT 'x",
  'a comment that is not closed': 'DROP TABLE a; /* x',
  'a dollar quote that is not closed': 'DROP TABLE a; SELECT $x$ a',
  'deep parentheses': `SELECT ${'('.repeat(500)}1${')'.repeat(500)};`,
  'operators without an end': `SELECT 1 ${'+ '.repeat(500)};`,
  'a NUL character': 'SELECT 1; \0 DROP TABLE a;',
  'lines that end with carriage returns': '-- x\rDROP TABLE a;\r\nDROP TABLE b;\r',
  'workflow commands and ANSI': 'DROP TABLE "::error::x"; DROP TABLE "\u001b[31m";\n%0A::set-output name=a::b',
  'letters of other scripts': 'DROP TABLE "täble", "表", "🂡"; DROP TABLE Ω;',
  'a surrogate by itself': 'DROP TABLE "\ud800"; DROP TABLE b;',
  placeholders: 'DROP TABLE ${x}; {{y}}; SELECT * FROM {{ z }};',
  'a body of a routine': "DO $$ BEGIN EXECUTE 'DROP TABLE ' || x; DROP TABLE y; END $$;",
  nothing: '',
  'white space': ' \n\t\n',
};

/** Pull requests with SQL. */
export const DRY_RUN_CASES: readonly DryRunCase[] = [
  {
    name: 'the example migrations',
    active: PACK,
    files: exampleFiles('migrations'),
    contexts: {
      'migrations/0002_move_addresses.sql': createdBefore('customers'),
      'migrations/0003_clean_up.sql': createdBefore('carts', 'orders'),
    },
  },
  { name: 'the example migrations of MySQL', active: PACK, files: exampleFiles('mysql'), dialect: 'mysql' },
  { name: 'the example migrations of SQLite', active: PACK, files: exampleFiles('sqlite'), dialect: 'sqlite' },
  { name: 'no rules that are hit', active: PACK, files: { 'a.sql': { after: 'SELECT 1;' } } },
  {
    name: 'two rulesets that judge alike',
    active: PACK,
    edited: `# why\n${PACK}`,
    files: { 'a.sql': { after: 'DROP TABLE t' } },
  },
  {
    name: 'edited rules that are looser',
    active: PACK,
    edited: off('no-drop-table'),
    files: { 'a.sql': { after: 'DROP TABLE t; TRUNCATE u' } },
  },
  {
    name: 'edited rules that are stricter',
    active: off('no-drop-table'),
    edited: PACK,
    files: { 'a.sql': { after: 'DROP TABLE t; TRUNCATE u' } },
  },
  {
    name: 'what a file had before',
    active: PACK,
    files: {
      'a.sql': {
        before: 'DROP TABLE old;\nDROP TABLE t;\n',
        after: 'DROP TABLE old;\nDROP TABLE new;\nDROP TABLE t;\n',
      },
    },
  },
  {
    name: 'suppressions: used, unused, expired, without a reason',
    active: PACK,
    files: {
      'a.sql': {
        after: `-- ${ALLOW}\nDROP TABLE a;\n-- ${ALLOW}\nSELECT 1;\n-- ${LAPSED}\nDROP TABLE b;\n-- querygate:allow no-drop-table\nDROP TABLE c;\n`,
      },
    },
  },
  {
    name: 'suppressions that are refused',
    active: PACK,
    suppressions: 'off',
    files: { 'a.sql': { after: `-- ${ALLOW}\nDROP TABLE a;\n` } },
  },
  {
    name: 'new suppressions that last too long',
    active: PACK,
    maxExemptionDays: 30,
    files: {
      'a.sql': {
        before: `-- ${ALLOW}\nDROP TABLE a;\n`,
        after: `-- ${ALLOW}\nDROP TABLE a;\n-- ${ALLOW}\nDROP TABLE b;\n`,
      },
    },
  },
  {
    name: 'new suppressions that fail',
    active: PACK,
    suppressions: 'fail-on-new',
    files: {
      'a.sql': {
        before: `-- ${ALLOW}\nDROP TABLE a;\n`,
        after: `-- ${ALLOW}\nDROP TABLE a;\n-- ${ALLOW}\nDROP TABLE b;\n`,
      },
    },
  },
  {
    name: 'an exception that ran out, and one that holds',
    active: `${PACK}exceptions:\n  - { rule: no-drop-table, when: 'operation.target.name == "a"', reason: r, owner: o, until: 2020-01-01 }\n  - { rule: no-drop-table, when: 'operation.target.name == "b"', reason: r, owner: o, until: 2030-01-01 }\n`,
    files: { 'x.sql': { after: 'DROP TABLE a; DROP TABLE b;' } },
  },
  {
    name: 'down sections of the tool that runs the file',
    active: PACK,
    tool: 'goose',
    files: { 'x.sql': { after: '-- +goose Up\nDROP TABLE a;\n-- +goose Down\nDROP TABLE b;\n' } },
  },
  {
    name: 'down sections of a tool that the request does not name',
    active: PACK,
    files: { 'x.sql': { after: '-- +goose Up\nDROP TABLE a;\n-- +goose Down\nDROP TABLE b;\n' } },
  },
  {
    name: 'rules about callers and files, with a caller',
    active: ruleFile(
      rule('no-batch', 'select', 'caller.application == "batch"'),
      rule('no-owner', 'select', 'caller.user == "owner"'),
      rule('no-path', 'select', 'file.path == "x.sql"', 'warn'),
    ),
    caller: { application: 'batch' },
    files: { 'x.sql': { after: 'SELECT 1;' }, 'y.sql': { after: 'SELECT 2;' } },
  },
  {
    name: 'rules about callers without one',
    active: ruleFile(rule('no-batch', 'select', 'caller.application == "batch"')),
    files: { 'x.sql': { after: 'SELECT 1;' } },
  },
  {
    name: 'an undecided rule that only warns',
    active: ruleFile(rule('no-limit', 'select', 'statement.limit > 10', 'warn')),
    files: { 'x.sql': { after: 'SELECT a FROM t LIMIT $1;' } },
  },
  {
    name: 'the same where warnings fail',
    active: ruleFile(rule('no-limit', 'select', 'statement.limit > 10', 'warn')),
    failOn: 'warn',
    files: { 'x.sql': { after: 'SELECT a FROM t LIMIT $1;' } },
  },
  ...Object.entries(HOSTILE).map(
    ([name, after]): DryRunCase => ({ name: `hostile: ${name}`, active: PACK, files: { 'db/x.sql': { after } } }),
  ),
  ...(['mysql', 'mariadb', 'sqlite', 'transactsql'] as const).map(
    (dialect): DryRunCase => ({
      name: `all hostile files at once, in ${dialect}`,
      active: PACK,
      dialect,
      files: Object.fromEntries(Object.entries(HOSTILE).map(([name, after]) => [`db/${name}.sql`, { after }])),
    }),
  ),
];
