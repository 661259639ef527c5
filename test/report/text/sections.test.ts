import { describe, expect, it } from 'vitest';
import type { Notice } from '../../../src/model/index.ts';
import { FORMATS, SIMULATION_FORMATS } from '../../../src/report/index.ts';
import { finding, report } from '../build.ts';
import { flow, result, report as simulation } from '../simulation/build.ts';
import { SCENARIOS } from '../simulation/scenarios.ts';

const timestamp = 1_790_000_000;

/** The sections that GitLab finds in a job log: a marker ends with CR and the escape sequence. */
function sectionsOf(log: string): readonly string[] {
  return [...log.matchAll(/section_(start|end):(\d+):([\w.-]+)(\[[^\]\n]*\])?\r\p{Cc}\[0K(.*)/gu)].map(
    ([, kind, time, name, options = '', header]) => `${kind} ${time} ${name}${options} ${header}`,
  );
}

/** The text without the lines that open and close sections. */
const unfolded = (log: string) => log.replace(/^\p{Cc}\[0Ksection_[^\n]*\n/gmu, '');

const FORGED = `x\r\u001b[0Ksection_end:1:querygate_findings\r\u001b[0K\r\nsection_start:1:a[collapsed=true]\r\u001b[0Kforged`;

const findings = Array.from({ length: 25 }, (_, index) =>
  finding(`db/${index}${FORGED}.sql`, `DROP TABLE a; -- ${FORGED.replaceAll('\n', '')}`, 'DROP TABLE a', {
    message: `message ${FORGED}`,
    help: `help ${FORGED}`,
    owner: FORGED,
  }),
);
const notices = Array.from(
  { length: 12 },
  (): Notice => ({ level: 'warning', message: FORGED, path: FORGED, location: undefined }),
);
const check = report({ headline: FORGED, conclusion: FORGED, repeat: FORGED, findings, notices });

describe('the log of a GitLab job', () => {
  it('folds all but the first ten findings and notices of a check', () => {
    expect(sectionsOf(FORMATS.terminal.render(check, { sections: { timestamp } }))).toEqual([
      `start ${timestamp} querygate_findings_${timestamp}[collapsed=true] 15 more findings`,
      `end ${timestamp} querygate_findings_${timestamp} `,
      `start ${timestamp} querygate_notices_${timestamp}[collapsed=true] 2 more notices`,
      `end ${timestamp} querygate_notices_${timestamp} `,
    ]);
  });

  it('folds all but the first ten rules with broken flows, and notices, of a simulation', () => {
    const sections = sectionsOf(SIMULATION_FORMATS.terminal.render(SCENARIOS.huge, { sections: { timestamp } }));
    expect(sections.filter((section) => section.startsWith('start'))).toEqual([
      `start ${timestamp} querygate_broken_${timestamp}[collapsed=true] 4 more rules with broken flows`,
      `start ${timestamp} querygate_notices_${timestamp}[collapsed=true] 5 more notices`,
    ]);
    expect(sections).toHaveLength(4);
  });

  it('has the same text as any other log, in the same order', () => {
    const { render } = FORMATS.terminal;
    expect(unfolded(render(check, { sections: { timestamp } }))).toBe(render(check));
    const huge = SIMULATION_FORMATS.terminal.render(SCENARIOS.huge, { sections: { timestamp } });
    expect(unfolded(huge)).toBe(SIMULATION_FORMATS.terminal.render(SCENARIOS.huge));
  });

  it('has no section for ten findings', () => {
    const text = FORMATS.terminal.render(report({ findings: findings.slice(0, 10) }), { sections: { timestamp } });
    expect(sectionsOf(text)).toEqual([]);
  });

  it('shows sections in names and SQL as text, which could forge them raw', () => {
    expect(sectionsOf(FORGED)).toHaveLength(2);
    const flows = [flow('newly_blocked', { shape: FORGED }), flow('unknown', { shape: FORGED })];
    const simulated = simulation({ headline: FORGED, conclusion: FORGED, result: result({ flows }) });
    for (const text of [
      FORMATS.terminal.render(check, { colour: true }),
      SIMULATION_FORMATS.terminal.render(simulated, { colour: true, sections: { timestamp } }),
    ]) {
      expect(sectionsOf(text)).toEqual([]);
      expect(text).toContain('section_start:1:a[collapsed=true]');
      expect(text).not.toMatch(/\r|\p{Cc}\[0K/u);
    }
  });
});
