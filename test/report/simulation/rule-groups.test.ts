import { describe, expect, it } from 'vitest';
import type { FlowReport, SimulationReport } from '../../../src/model/index.ts';
import { renderSimulationGithub } from '../../../src/report/simulation/github.ts';
import { renderSimulationMarkdown } from '../../../src/report/simulation/markdown.ts';
import { renderSimulationSummary } from '../../../src/report/simulation/summary.ts';
import { renderSimulationTerminal } from '../../../src/report/simulation/terminal.ts';
import { cause, flow, report, result } from './build.ts';

const FORMATS: readonly (readonly [string, (report: SimulationReport) => string])[] = [
  ['terminal', (made) => renderSimulationTerminal(made, { width: 1000 })],
  ['markdown', (made) => renderSimulationMarkdown(made)],
  ['summary', (made) => renderSimulationSummary(made)],
  ['github', renderSimulationGithub],
];

const emptied = (table: string): FlowReport =>
  flow('newly_blocked', { shape: `delete from ${table}`, causes: [cause({ message: `${table} is emptied` })] });
const rendered = (render: (report: SimulationReport) => string, flows: readonly FlowReport[]): string =>
  // Some formats write `_` as an escape.
  render(report({ result: result({ flows }) })).replaceAll('\\', '');

describe.each(FORMATS)('%s', (_, render) => {
  it.each([
    ['is an example if the flows of a rule differ in it', ['orders', 'users'], true],
    ['is about all flows if they have the same', ['orders', 'orders'], false],
    ['is about the only flow', ['orders'], false],
  ])('the message %s', (_name, tables, isExample) => {
    const text = rendered(render, tables.map(emptied));
    expect(text).toContain('orders is emptied');
    expect(text.includes('for example: orders is emptied')).toBe(isExample);
  });

  it.each([
    [[cause({ undecided: 'the role is not recorded' })], true],
    [[cause(), cause({ rule: 'other', undecided: 'the role is not recorded' })], false],
  ])('says whether a changed flow could not be decided: %#', (causes, isUndecided) => {
    const text = rendered(render, [flow('changed', { causes })]);
    // Annotations are about flows that break, or might.
    const isShown = isUndecided && render !== renderSimulationGithub;
    expect(text.includes('possibly changed')).toBe(isShown);
    expect(text.includes('could not be decided: the role is not recorded')).toBe(isShown);
  });
});
