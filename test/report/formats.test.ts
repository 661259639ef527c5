import { describe, expect, it } from 'vitest';
import { FORMATS, type Format } from '../../src/report/index.ts';
import { expectGolden } from '../golden.ts';
import { SCENARIOS } from './scenarios.ts';

const formats = Object.keys(FORMATS) as Format[];

describe.each(formats)('%s', (format) => {
  it.each(Object.entries(SCENARIOS))('writes %s', (scenario, report) => {
    const text = FORMATS[format].render(report, { width: 100 });
    expect(text.endsWith('\n')).toBe(true);
    expectGolden(`report/check/golden/${format}-${scenario}`, text);
  });
});
