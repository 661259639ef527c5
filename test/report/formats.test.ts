import { describe, expect, it } from 'vitest';
import { REPORT_FORMATS } from '../../src/model/index.ts';
import { FORMATS } from '../../src/report/index.ts';
import { expectGolden } from '../golden.ts';
import { SCENARIOS } from './scenarios.ts';

describe.each(REPORT_FORMATS)('%s', (format) => {
  it.each(Object.entries(SCENARIOS))('writes %s', (scenario, report) => {
    const text = FORMATS[format].render(report, { width: 100 });
    expect(text.endsWith('\n')).toBe(true);
    expectGolden(`report/check/golden/${format}-${scenario}`, text);
  });
});
