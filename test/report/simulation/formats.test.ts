import { describe, expect, it } from 'vitest';
import { REPORT_FORMATS } from '../../../src/model/index.ts';
import { SIMULATION_FORMATS, simulationComment } from '../../../src/report/index.ts';
import { expectGolden } from '../../golden.ts';
import { SCENARIOS } from './scenarios.ts';

/** The huge scenario has no golden files, which would be too long to read. Other tests cover its limits. */
const { huge, ...GOLDEN } = SCENARIOS;

describe.each(REPORT_FORMATS)('%s', (format) => {
  it.each(Object.entries(GOLDEN))('writes %s', (scenario, report) => {
    const text = SIMULATION_FORMATS[format].render(report, { width: 100 });
    expect(text.endsWith('\n')).toBe(true);
    expectGolden(`report/simulation/golden/${format}-${scenario}`, text);
  });

  it('writes the same text twice', () => {
    expect(SIMULATION_FORMATS[format].render(huge)).toBe(SIMULATION_FORMATS[format].render(structuredClone(huge)));
  });
});

it.each(['terminal', 'github', 'summary'] as const)('%s begins with the headline and the result', (format) => {
  const plain = (text: string) => text.replace(/<\/?b>|&#\d+;|[#🛑\u200b\s`_@✖]/gu, '');
  const text = plain(SIMULATION_FORMATS[format].render(SCENARIOS.broken, { width: 400 }));
  const headline = plain(SCENARIOS.broken.headline);
  expect(text.startsWith(headline)).toBe(true);
  expect(text.slice(headline.length)).toMatch(
    /^(?:Failed:)?2of4,928queryflowswouldbreak\(1inpart\):1,516of1,690,299recordedcalls\(0\.09%\)/,
  );
});

it('writes the same text in a comment as in the summary', () => {
  const marker = '<!-- querygate:x -->';
  const text = simulationComment(SCENARIOS.broken, { marker });
  expect(text).toBe(`${marker}\n\n${SIMULATION_FORMATS.summary.render(SCENARIOS.broken)}`);
});
