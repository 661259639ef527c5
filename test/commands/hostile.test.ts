import { describe, expect, it } from 'vitest';
import { expectLinear } from '../costs.ts';
import { checkPull, config, type Files, rules } from './build.ts';

// Files that are written to take long: the time has to grow with the size of the file, not with its square.

const SETUP: Files = { ...config(), ...rules() };
const times = (n: number, text: (i: number) => string, between = '') =>
  Array.from({ length: n }, (_, i) => text(i)).join(between);
const ALLOW = 'querygate:allow no-drop-table until 2020-01-01: x';

const FILES: readonly (readonly [string, (n: number) => string])[] = [
  ['a statement with as many findings as words', (n) => `DROP TABLE ${times(n, (i) => `a${i}`, ', ')};\n`],
  [
    'a statement with as many findings as comments',
    (n) => `-- ${ALLOW}\nDROP TABLE ${times(n, (i) => `a${i} /* x */`, ', ')};\n`,
  ],
  ['a comment with as many directives as lines', (n) => `/*\n${times(n, () => ALLOW, '\n')}\n*/\nDROP TABLE a;\n`],
  ['as many equal findings as statements', (n) => times(n, () => 'DROP TABLE a;\n')],
  ['as many exemptions as statements', (n) => times(n, () => `-- ${ALLOW}\nDROP TABLE a;\n`)],
  ['all of it on one line', (n) => times(n, (i) => `DROP TABLE a${i};`)],
  ['as many parts that cannot be read as statements', (n) => times(n, () => 'FROBNICATE x;')],
];

describe('a hostile file takes only linear time', () => {
  it.each(FILES)('with %s', async (_, text) => {
    await expectLinear(async (times) => {
      const changed = { ...SETUP, 'db/1.sql': text(2500 * times) };
      expect((await checkPull({ ...SETUP, 'db/1.sql': 'SELECT 1;\n' }, changed)).exitCode).not.toBe(0);
    });
  });
});
