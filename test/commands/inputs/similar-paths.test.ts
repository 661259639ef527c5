import { describe, expect, it } from 'vitest';
import { checkFiles, checkPull, config, counting, type Files } from '../build.ts';

const DROP = 'DROP TABLE users;\n';
/** As macOS writes names: the letter and its accent. */
const DECOMPOSED = 'donne\u0301es';
const COMPOSED = 'donn\u00e9es';

describe('a file whose name differs from those that are selected by what nobody sees is undecided', () => {
  it.each<[string, string, string]>([
    ['a space at its end', 'db/*.sql', 'db/1.sql '],
    ['a dot at its end', 'db/*.sql', 'db/1.sql.'],
    ['a line break at its end', 'db/*.sql', 'db/1.sql\n'],
    ['a zero-width character at its end', 'db/*.sql', 'db/1.sql\u200b'],
    ['a zero-width character at its start', 'db/*.sql', '\u200bdb/1.sql'],
    ['a zero-width character inside', 'db/*.sql', 'db/1.sq\u200bl'],
    ['a variation selector', 'db/*.sql', 'db/1.sql\ufe0f'],
    ['a space at its start', 'db/*.sql', ' db/1.sql'],
    ['a space at the end of its folder', 'db/**/*.sql', 'db /1.sql'],
    ['another normal form', `${COMPOSED}/*.sql`, `${DECOMPOSED}/1.sql`],
    ['the plain form of a glob', `${DECOMPOSED}/*.sql`, `${COMPOSED}/1.sql`],
    ['another case and a space', 'db/*.sql', 'DB/1.SQL '],
    ['a space at its end, where everything is selected', '.', 'db/1.sql '],
  ])('%s', async (_, glob, path) => {
    const base = config(`paths: [${JSON.stringify(glob)}]\n`);
    const found = counting(await checkPull(base, { ...base, [path]: DROP }));
    expect(found).toEqual([expect.stringContaining('unknown ')]);
    expect(found[0]).toContain(path);
    expect(counting(await checkFiles({ ...base, [path]: DROP }))).toEqual(found);
  });

  it.each<[string, string, string]>([
    ['that `ignore` names', "paths: ['db/*.sql']\nignore: ['db/1.sql ']\n", 'db/1.sql '],
    ['whose plain name `ignore` names', "paths: ['db/*.sql']\nignore: ['db/1.sql']\n", 'db/1.sql '],
    ['of another folder', "paths: ['db/*.sql']\n", 'old/1.sql '],
    ['with another ending', "paths: ['db/*.sql']\n", 'db/1.sql.bak'],
    ['with a backup mark', "paths: ['db/*.sql']\n", 'db/1.sql~'],
  ])('but not one %s', async (_, settings, path) => {
    const base = config(settings);
    const report = await checkPull(base, { ...base, [path]: DROP });
    expect(counting(report)).toEqual([]);
  });

  it('and not one that the change deletes', async () => {
    const base: Files = config("paths: ['db/*.sql']\n");
    expect(counting(await checkPull({ ...base, 'db/1.sql ': DROP }, base))).toEqual([]);
  });
});
