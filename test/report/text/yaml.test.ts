import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { conditionScalar, scalar } from '../../../src/report/text/yaml.ts';
import { HOSTILE } from '../scenarios.ts';

const TEXTS = [
  'data-platform',
  'null',
  'No',
  'true',
  'y',
  '12',
  '',
  '- a',
  'a: b',
  'a # b',
  "it's",
  '"quoted"',
  'caller.user == "it\'s" && statement.limit <= 5000',
  'a\nb',
  '\u202e##[error]',
  'größer',
  '`x`',
  '@x',
  '*x',
  HOSTILE,
];

it.each(TEXTS)('keeps %j', (text) => {
  for (const write of [scalar, conditionScalar]) {
    const written = write(text);
    expect(parse(`key: ${written} # what it is for\n`)).toEqual({ key: text });
    expect(written).not.toMatch(/\n|##\[|\p{Cf}/u);
  }
});
