import { describe, expect, it } from 'vitest';
import { expectNotEndless } from '../../costs.ts';
import {
  checkFiles,
  checkPull,
  config,
  counting,
  type Files,
  LINK,
  linkTo,
  notices,
  rules,
  SUBMODULE,
} from '../build.ts';

const DROP = 'DROP TABLE users;\n';
const FINE = 'SELECT 1;\n';
const SETUP: Files = { ...config("paths: ['db/**/*.sql']\n"), ...rules(), 'db/1.sql': FINE };

interface Case {
  readonly base?: Files;
  readonly head: Files;
  /** Path of the link, and a part of the message; undefined if there is no finding. */
  readonly found?: readonly [string, string];
  readonly setup?: Files;
}

const CASES: Readonly<Record<string, Case>> = {
  'a new link to a folder, with a new file behind it': {
    head: { 'db/extra': linkTo('../other'), 'other/2.sql': DROP },
    found: ['db/extra', '`other/2.sql`'],
  },
  'a new link to an existing folder': {
    base: { 'other/2.sql': DROP },
    head: { 'db/extra': linkTo('../other') },
    found: ['db/extra', '`other/2.sql`'],
  },
  'a new link to a folder without SQL': { base: { 'other/a.md': 'x' }, head: { 'db/extra': linkTo('../other') } },
  'an edited file behind an old link': {
    base: { 'db/x.sql': linkTo('../other/2.sql'), 'other/2.sql': FINE },
    head: { 'other/2.sql': DROP },
    found: ['db/x.sql', '`other/2.sql`, which the change edits'],
  },
  'an edited file in a folder behind an old link': {
    base: { 'db/extra': linkTo('../other/'), 'other/a/2.sql': FINE },
    head: { 'other/a/2.sql': DROP },
    found: ['db/extra', '`other/a/2.sql`, which the change edits'],
  },
  'an edited file behind links to links': {
    base: {
      'db/extra': linkTo('../one'),
      one: linkTo('./two/../two'),
      'two/sub': linkTo('../three'),
      'three/2.sql': FINE,
    },
    head: { 'three/2.sql': DROP },
    found: ['db/extra', '`three/2.sql`, which the change edits'],
  },
  'a file behind an old link that leads through an edited link': {
    base: { 'db/x.sql': linkTo('../way/2.sql'), way: linkTo('a'), 'a/2.sql': FINE, 'b/2.sql': DROP },
    head: { way: linkTo('b') },
    found: ['db/x.sql', '`b/2.sql`'],
  },
  'an edited file that no link leads to': {
    base: { 'db/x.sql': linkTo('../other/2.sql'), 'other/2.sql': FINE },
    head: { 'other/3.sql': DROP },
  },
  'a deleted file behind an old link': {
    base: { 'db/extra': linkTo('../other'), 'other/2.sql': FINE, 'other/3.sql': FINE },
    head: { 'other/2.sql': undefined as never },
  },
  'a new link out of the repository': {
    head: { 'db/extra': linkTo('../../elsewhere') },
    found: ['db/extra', 'is not a file or folder of the repository'],
  },
  'a new link to an absolute path': { head: { 'db/extra': linkTo('/srv/sql') }, found: ['db/extra', '`/srv/sql`'] },
  'a new link to nothing': { head: { 'db/extra': linkTo('../none') }, found: ['db/extra', '`../none`'] },
  'a new link to a file with the settings of a package, which is not committed': {
    setup: { ...config(), ...rules() },
    head: { 'packages/a/.env': linkTo('../../.env') },
  },
  'a new link with the name of such a file, to what may be a folder': {
    setup: { ...config(), ...rules() },
    head: { 'packages/a/.env': linkTo('../../sql') },
    found: ['packages/a/.env', '`../../sql`'],
  },
  'a new link to a file of SQL that is not committed': {
    setup: { ...config(), ...rules() },
    head: { 'db/x.sql': linkTo('../x.env') },
    found: ['db/x.sql', 'the file is a symbolic link'],
  },
  'a file that becomes a link to a new file of its name': {
    base: { 'db/next/2.sql': DROP },
    head: { 'db/next/2.sql': linkTo('../now/2.sql'), 'db/now/2.sql': FINE },
  },
  'a file that becomes a link to an old file of its name': {
    base: { 'db/next/2.sql': FINE, 'db/now/2.sql': DROP },
    head: { 'db/next/2.sql': linkTo('../now/2.sql') },
    found: ['db/next/2.sql', 'the file is a symbolic link'],
  },
  'a file that becomes a link to an edited file of its name': {
    base: { 'db/next/2.sql': FINE, 'db/now/2.sql': `${FINE}-- more\n` },
    head: { 'db/next/2.sql': linkTo('../now/2.sql'), 'db/now/2.sql': FINE },
    found: ['db/next/2.sql', 'the file is a symbolic link'],
  },
  'a file that becomes a link to a new file of another name': {
    base: { 'db/next/2.sql': FINE },
    head: { 'db/next/2.sql': linkTo('../now/3.sql'), 'db/now/3.sql': FINE },
    found: ['db/next/2.sql', 'the file is a symbolic link'],
  },
  'a file that becomes a link to a new file with other settings': {
    setup: { ...SETUP, ...config("paths: ['db/**/*.sql']\nfiles:\n  - paths: ['db/next/**']\n    dialect: mysql\n") },
    base: { 'db/next/2.sql': FINE },
    head: { 'db/next/2.sql': linkTo('../now/2.sql'), 'db/now/2.sql': FINE },
    found: ['db/next/2.sql', 'the file is a symbolic link'],
  },
  'a file that becomes a link to a new file that is not selected': {
    base: { 'db/next/2.sql': FINE },
    head: { 'db/next/2.sql': linkTo('../../other/2.sql'), 'other/2.sql': DROP },
    found: ['db/next/2.sql', 'the file is a symbolic link'],
  },
  'a new link in a cycle': {
    head: { 'db/extra': linkTo('../a'), a: linkTo('b'), b: linkTo('a') },
    found: ['db/extra', 'is not a file or folder'],
  },
  'an old link that cannot be read': {
    base: { 'db/extra': LINK },
    head: { 'other/2.sql': DROP },
    found: ['db/extra', 'whose target cannot be read'],
  },
  'an old link to a submodule that is moved': {
    base: { 'db/extra': linkTo('../sub/sql') },
    head: { sub: SUBMODULE },
    found: ['db/extra', '`../sub/sql`'],
  },
  'a new link that is not selected': { head: { 'docs/extra': linkTo('../other'), 'other/2.sql': DROP } },
  'a new link that is ignored': {
    setup: { ...SETUP, ...config("paths: ['db/**/*.sql']\nignore: ['db/extra']\n") },
    head: { 'db/extra': linkTo('../other'), 'other/2.sql': DROP },
  },
  'a new link to a file that is not SQL, if all SQL is selected': {
    setup: { ...config(), ...rules() },
    base: { 'AGENTS.md': 'x' },
    head: { 'CLAUDE.md': linkTo('AGENTS.md') },
  },
  'a new link, if a file below it is selected': {
    setup: { ...SETUP, ...config("paths: ['db/extra/[0-9]*.psql']\n") },
    head: { 'db/extra': linkTo('/srv/sql') },
    found: ['db/extra', '`/srv/sql`'],
  },
};

describe('SQL that a change makes reachable through a link', () => {
  it.each(Object.entries(CASES))('%s', async (_, { base = {}, head, found, setup = SETUP }) => {
    const before = { ...setup, ...base };
    const after = Object.fromEntries(Object.entries({ ...before, ...head }).filter(([, content]) => content));
    const report = await checkPull(before, after);
    if (!found) {
      expect(report.findings).toEqual([]);
      expect(report.exitCode).toBe(0);
      return;
    }
    expect(counting(report)).toEqual([`unknown unreadable ${found[0]}`]);
    expect(report.findings[0]?.message).toContain(found[1]);
    expect([report.verdict, report.exitCode]).toEqual(['unknown', 5]);
  });

  it('is judged under its own name if that makes no difference, with a notice', async () => {
    const base = { ...config(), ...rules(), 'v3/1.sql': FINE, latest: linkTo('v3'), self: linkTo('.') };
    const report = await checkPull(base, { ...base, 'v3/1.sql': DROP });
    expect(counting(report)).toEqual(['block no-drop-table v3/1.sql:1']);
    expect(notices(report)).toMatch(/^notice latest: the target of this link is judged under its own name/);
    const other = { ...base, ...config("files: [{ paths: ['latest/**'], dialect: mysql }]\n") };
    expect(counting(await checkPull(other, { ...other, 'v3/1.sql': FINE.repeat(2) }))).toEqual([
      'unknown unreadable latest',
    ]);
  });

  it('is judged under its own name if the change adds it and links to it, with a notice', async () => {
    const base = { ...SETUP, 'db/next/2.sql': DROP };
    const report = await checkPull(base, { ...base, 'db/next/2.sql': linkTo('../now/2.sql'), 'db/now/2.sql': DROP });
    expect(counting(report)).toEqual(['block no-drop-table db/now/2.sql:1']);
    expect(notices(report)).toMatch(/^notice db\/next\/2.sql: the target of this link is judged under its own name/);
  });

  it('is unknown if there are too many links', async () => {
    const links = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`db/l${i}`, linkTo('.')]));
    const base = { ...SETUP, ...links };
    await expectNotEndless(async () => {
      const report = await checkPull(base, { ...base, 'other/2.sql': DROP });
      expect(counting(report)).toEqual(['unknown unreadable .']);
    });
  });
});

describe('links if all files are judged', () => {
  it.each([
    [
      'a folder that is not asked for',
      { 'db/extra': linkTo('../other'), 'other/2.sql': DROP },
      ['unknown unreadable db/extra'],
    ],
    [
      'a file that is not asked for',
      { 'db/x.sql': linkTo('../other/2.sql'), 'other/2.sql': DROP },
      ['unknown unreadable db/x.sql'],
    ],
    ['somewhere else', { 'db/extra': linkTo('/srv') }, ['unknown unreadable db/extra']],
    ['a folder that is judged itself', { 'db/extra': linkTo('v3'), 'db/v3/2.sql': FINE }, []],
    ['a folder without SQL', { 'db/extra': linkTo('../other'), 'other/a.md': DROP }, []],
  ] as const)('to %s', async (_, files: Files, expected) => {
    for (const settings of [{}, { paths: ['db/**/*.sql'] }, { paths: ['db'] }]) {
      const report = await checkFiles({ ...SETUP, ...files }, settings);
      expect(counting(report)).toEqual(expected);
      expect(report.exitCode).toBe(expected.length > 0 ? 5 : 0);
    }
  });

  it('are not searched if one file is named', async () => {
    const files = { ...SETUP, 'db/extra': linkTo('/srv') };
    expect(counting(await checkFiles(files, { paths: ['db/1.sql'] }))).toEqual([]);
  });
});
