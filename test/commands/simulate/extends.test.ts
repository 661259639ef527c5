import { describe, expect, it } from 'vitest';
import { SIMULATION_FORMATS } from '../../../src/report/index.ts';
import { RULES } from '../build.ts';
import { KEPT, OLD, simulatePull } from './build.ts';

const PACKED = { ...KEPT, [RULES]: 'version: 1\nextends:\n  - querygate:recommended@1\n' };

describe('a pull request that begins to extend a pack', async () => {
  const report = await simulatePull({ ...OLD, ...KEPT, [RULES]: 'version: 1\n' }, PACKED);

  it('breaks a flow', () => {
    expect(report.exitCode).toBe(1);
    expect(report.result?.flows.map(({ shape }) => shape)).toContain('delete from sessions');
  });

  it('annotates the break and the rules that are not exercised at the line of `extends`', () => {
    const lines = SIMULATION_FORMATS.github.render(report).split('\n');
    const annotated = lines.filter((line) => /^::(?:error|notice) /.test(line));
    expect(annotated.length).toBeGreaterThan(1);
    for (const line of annotated) expect(line).toContain(`file=${RULES},line=3`);
  });

  it.each([
    ['sarif', '"startLine": 3'],
    ['code-quality', '"begin": 3'],
    ['json', '"line": 3'],
    ['terminal', `${RULES}:3:5`],
    ['summary', `<code>${RULES}:3:5</code>`],
  ] as const)('names that line in the format %s', (format, text) => {
    expect(SIMULATION_FORMATS[format].render(report)).toContain(text);
  });
});
